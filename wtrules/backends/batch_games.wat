;; Many games that stay in the module; `batch_games.py` fills in what is in curly brackets.
;; $i is the number of a game; `rows` are where its numbers are, `words` what the module has to know.

(func $batch_bots (param $i i32)
  (local $bot i32){bots})
(func $batch_begin (param $i i32)
  (call $begin (i64.load {rows[seeds]}))
  (i64.store {rows[chances]} (call $policy (i64.load {rows[seeds]})))
  (call $batch_bots (local.get $i)))
;; Keep the live state as game $i, with all that can be seen of it.
(func $batch_keep (param $i i32)
  (local $k i32) (local $to i32) (local $mask i32) (local $action i32)
  (local $decision i32) (local $count i32) (local $option i32) (local $rest i32)
  (call $save {rows[states]})
  (local.set $decision (i32.shl
    (i32.sub (i32.load (i32.const {layout.fields[at]})) (i32.const 1)) (i32.const 2)))
  (if (global.get $n) (then
    (local.set $count (i32.load offset={layout.areas[act_count]} (local.get $decision)))
    (local.set $decision (i32.load offset={layout.areas[act_first]} (local.get $decision)))))
  (local.set $to (i32.load (i32.const {at})))
  (i32.store {rows[counts]} (global.get $n))
  (i32.store {rows[starts]} (i32.shr_u (i32.sub (local.get $to) {words[legal]}) (i32.const 2)))
  (i32.store {rows[seats]} {actor})
  (local.set $mask {rows[mask]})
  (block $done (loop $again
    (br_if $done (i32.ge_u (local.get $k) (global.get $n)))
    ;; An option is made of its alternative and what is chosen there; both have tables.
    (local.set $option (call $option (local.get $k)))
    (local.set $rest (i32.div_u (local.get $option) (local.get $count)))
    (local.set $option (i32.add (local.get $decision)
      (i32.sub (local.get $option) (i32.mul (local.get $rest) (local.get $count)))))
    (local.set $action (i32.load offset={layout.areas[act_number]} (i32.shl (i32.add (local.get $rest)
      (i32.load offset={layout.areas[act_base]} (i32.shl (local.get $option) (i32.const 2))))
      (i32.const 2))))
    (if (i32.lt_s (local.get $action) (i32.const 0))
      (then (call $fail (i32.const {NO_ACTION}))))
    (i32.store (local.get $to) (local.get $action))
    (if {words[mask]} (then
      (i32.store8 (i32.add (local.get $mask) (local.get $action)) (i32.const 1))))
    (local.set $to (i32.add (local.get $to) (i32.const 4)))
    (local.set $k (i32.add (local.get $k) (i32.const 1)))
    (br $again)))
  (i32.store (i32.const {at}) (local.get $to))
  (if {words[vectors]} (then (call $observe {actor} {rows[vectors]}))))
;; Whether there is no room for all the options that a game might have.
(func $batch_is_full (result i32)
  (i32.lt_u (i32.sub {words[end]} (i32.load (i32.const {at}))) (i32.const {room})))
;; Check the actions, and look up their options; gives the first game whose action is not legal.
(func (export "batch_check") (result i32)
  (local $i i32) (local $at i32) (local $end i32) (local $action i32)
  (block $done (loop $again
    (br_if $done (i32.ge_u (local.get $i) {words[number]}))
    (if (i32.load {rows[counts]}) (then
      (local.set $action (i32.load {rows[actions]}))
      (local.set $at (i32.add {words[legal]} (i32.shl (i32.load {rows[starts]}) (i32.const 2))))
      (local.set $end (i32.add (local.get $at) (i32.shl (i32.load {rows[counts]}) (i32.const 2))))
      (block $found (loop $search
        (br_if $found (i32.eq (i32.load (local.get $at)) (local.get $action)))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $search (i32.lt_u (local.get $at) (local.get $end)))
        (return (local.get $i))))
      (i32.store {rows[picked]} (i32.load offset={layout.areas[act_option]}
        (i32.shl (local.get $action) (i32.const 2)))))
     (else (i32.store {rows[picked]} (i32.const -1))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $again)))
  (local.get $i))
;; Empty the mask and the list of legal actions.
(func (export "batch_clear")
  (local $i i32) (local $k i32) (local $at i32) (local $mask i32)
  (local.set $at {words[legal]})
  (if {words[mask]} (then
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) {words[number]}))
      (local.set $mask {rows[mask]})
      (local.set $k (i32.load {rows[counts]}))
      (block $cleared (loop $clear
        (br_if $cleared (i32.eqz (local.get $k)))
        (i32.store8 (i32.add (local.get $mask) (i32.load (local.get $at))) (i32.const 0))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $k (i32.sub (local.get $k) (i32.const 1)))
        (br $clear)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))))
  (i32.store (i32.const {at}) {words[legal]}))
;; Begin the games that are to begin again; gives the game that has no room for its options.
(func (export "batch_reset") (param $i i32) (result i32)
  (block $done (loop $again
    (br_if $done (i32.ge_u (local.get $i) {words[number]}))
    (br_if $done (call $batch_is_full))
    (if (i32.load8_u {rows[again]})
      (then
        (call $batch_begin (local.get $i))
        (i32.store8 {rows[done]} (i32.const 0))
{no_rewards})
      (else (call $restore {rows[states]}) (call $options)))
    (call $batch_keep (local.get $i))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $again)))
  (local.get $i))
;; Play the options that `batch_check` has found; gives the game that has no room for its options.
(func (export "batch_step") (param $i i32) (result i32)
  (block $done (loop $again
    (br_if $done (i32.ge_u (local.get $i) {words[number]}))
    (br_if $done (call $batch_is_full))
    (call $batch_play (local.get $i) (i32.load {rows[picked]}))
    (call $batch_keep (local.get $i))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $again)))
  (local.get $i))
(func $batch_play (param $i i32) (param $option i32)
{no_rewards}
  (i32.store8 {rows[done]} (i32.const 0))
  (call $restore {rows[states]})
  (if (i32.ge_s (local.get $option) (i32.const 0))
    (then
      (call $play (local.get $option))
      (call $batch_bots (local.get $i))
      (if (global.get $n) (then (return)))
{rewards})
    (else (global.set $n (i32.const 0))))
  (i32.store8 {rows[done]} (i32.const 1))
  (if {words[stride]} (then
    (i64.store {rows[seeds]}
      (i64.add (i64.load {rows[seeds]}) (i64.extend_i32_u {words[stride]})))
    (call $batch_begin (local.get $i)))))
;; Choose legal actions at random.
(func (export "batch_sample") (param $seed i64)
  (local $i i32) (local $count i32)
  (i64.store (i32.const {layout.policy}) (local.get $seed))
  (block $done (loop $again
    (br_if $done (i32.ge_u (local.get $i) {words[number]}))
    (local.set $count (i32.load {rows[counts]}))
    (if (local.get $count) (then
      (i32.store {rows[actions]} (i32.load (i32.add {words[legal]} (i32.shl (i32.add
        (i32.load {rows[starts]})
        (call $below (i32.const {layout.policy}) (local.get $count))) (i32.const 2)))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $again))))
;; Write the vectors of one seat in all games, or with -1 of those who decide.
(func (export "batch_observe") (param $seat i32)
  (local $i i32)
  (block $done (loop $again
    (br_if $done (i32.ge_u (local.get $i) {words[number]}))
    (call $restore {rows[states]})
    (call $observe
      (select {actor} (local.get $seat) (i32.lt_s (local.get $seat) (i32.const 0)))
      {rows[vectors]})
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $again))))
