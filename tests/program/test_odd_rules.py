"""House rules that once could not be said, or did the wrong thing."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tests.backends.trails import Trails
from tests.positions import short_position
from wtrules.backends.reference import EndlessPlay
from wtrules.game.game import Game, State
from wtrules.game.load import RulesetError, load
from wtrules.source import SourceFile


@cache
def game(body: str, base: str = "en-capstone") -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends {base}\n{body}\n}}"))


def play(game: Game, players: int = 2, seed: int = 1, most: int = 400) -> State:
    """Play random moves."""
    choose = random.Random(seed)
    state = game.start(players, seed)
    for _ in range(most):
        if state.is_over:
            break
        state = state.play(choose.choice(state.options))
    return state


def test_let_in_a_forbid() -> None:
    """A rule that forbids may name things before it judges."""
    rules = "rule r { forbid tower t lands on s  let p = top of s  when any wizard on p }"
    state = play(game(rules))
    assert [0, 0] == state.numbers("full")


def test_stop_in_a_loop_over_one_space() -> None:
    """`stop` leaves a loop even if it could turn only once."""
    rules = """rule r { on turn begins
      each place p on space of castle { if p is free { stop } do draw 1 cards for active } }"""
    assert [3, 3] == game(rules).start(2, 1).numbers("hand_size")
    other_way = rules.replace("is free", "is not free")
    assert [4, 3] == game(other_way).start(2, 1).numbers("hand_size")


def test_discards_come_back_later() -> None:
    """When all cards were in hands, the discards are shuffled as soon as somebody must draw."""
    state = play(game("override hand.size = 15"), players=6, most=3000)
    assert state.is_over
    # Every card played was drawn again: all ninety are in hands.
    assert [15] * 6 == state.numbers("hand_size")


def test_a_full_circle_moves_nothing() -> None:
    """A tower that goes once around locks nobody up."""
    rules = """rule r { on turn begins
      let t = first tower u where any wizard on u
      do move t clockwise 16 }"""
    state = game(rules).start(2, 1)
    assert [0, 0] == state.numbers("full")
    assert game("").start(2, 1).board_text == state.board_text


def test_tables_by_words() -> None:
    """A table may be read by a word."""
    rules = """table t { mood | n  good | 2  bad | 1 }
      memory mood = one of good, bad
      rule r { on turn begins do score t.n at mood for active }"""
    assert [2, 0] == game(rules).start(2, 1).numbers("points")


def test_lists_of_words() -> None:
    """A list of words may be read at a place."""
    rules = """rule r { on game begins
      each space s where board.towers at s is raven { do score 1 for first player } }"""
    assert [5, 0] == game(rules).start(2, 1).numbers("points")


def test_each_wizard_in_order() -> None:
    """Pieces are met clockwise from where the search begins."""
    rules = """memory first_one = space
      rule r { on turn begins
        each tower t clockwise from castle { set first_one = space of t  stop } }"""
    assert [1] == game(rules).start(2, 1).numbers("memory.first_one")


def test_may_without_a_choice_has_a_name() -> None:
    """What may be done has a name even if the rule gives none."""
    state = game("rule r { on turn begins may { do draw 1 cards for active } }").start(2, 1)
    assert ["draw", "pass"] == [move.text for move in state.legal_moves]


def test_nobody_takes_less_than_nothing() -> None:
    """A negative number of flasks changes nothing."""
    state = game("rule r { on turn begins do take 0 - 9 flasks for active }").start(2, 1)
    assert [6, 6] == state.numbers("empty")


def test_a_loop_that_never_ends() -> None:
    """A loop that asks nobody and never ends is noticed, and the game is over with that name."""
    state = game("rule r { on turn begins repeat { do lift first tower } }").start(2, 1)
    assert state.is_over
    assert state.result is not None
    assert "endless" == state.result.outcome


def test_rules_that_never_ask_again() -> None:
    """Rules that go on without a decision are noticed."""
    rules = "override rule turn.course { do score 1 for active }"
    with pytest.raises(EndlessPlay):
        game(rules).start(2, 1)


def test_an_event_and_a_turn() -> None:
    """A turn may follow an event directly."""
    rules = "rule r { on wizard w enters castle turn of owner of w { do draw 2 cards for active } }"
    state = short_position(game(rules), "K/R/N/R/N/R/N/R/N/R/./././././b", "b", card="w1")
    state = state.play("card w1").play("wizard s15b")
    # One of three cards was played and two were drawn, so there is nothing to refill.
    assert [4, 3] == state.numbers("hand_size")


def test_adding_to_a_players_memory() -> None:
    """A memory kept for each player can be counted up."""
    rules = """memory m = 0 for each player
      rule r { on turn begins do add 2 to m of active }"""
    assert [2, 0] == game(rules).start(2, 1).numbers("memory.m")


def test_asking_for_colours_and_kinds_of_cards() -> None:
    """A player can be asked for by colour, a card by its kind."""
    rules = """rule r { on turn begins
      when active is blue
      do score number of cards c where c is tower_card or c is wizard_card for active }"""
    assert [3, 0] == game(rules).start(2, 1).numbers("points")


def test_the_index_of_a_space() -> None:
    """Spaces have numbers."""
    rules = """rule r { on turn begins do score index of space of castle + 3 for active }"""
    assert [3, 0] == game(rules).start(2, 1).numbers("points")


def test_ending_a_turn_between_turns() -> None:
    """Between two turns there is no turn to end."""
    assert str(play(game(""))) == str(play(game("rule x { on round ends end turn }")))
    # A wizard that comes home between two turns ends none either: the game is played to its end.
    drift = "rule x { on round ends each wizard w where visible { do move w clockwise 1 } }"
    state = play(game(drift), most=4000)
    assert state.result is not None
    assert "won" == state.result.outcome


def test_a_turn_inside_a_turn() -> None:
    """After somebody else's turn in the middle of mine, mine goes on."""
    rules = (
        "rule d { on turn begins when yes turn of next_player of active { do score 1 for active } }"
    )
    state = game(rules).start(3, 1)
    assert [0, 1, 0] == state.numbers("points")
    assert (0, 0) == (state.active, state.to_act)


NOBODY = "(first player p where points of p > 100)"


@pytest.mark.parametrize(
    "statement",
    [
        f"do score 3 for {NOBODY}",
        f"do fill 1 flasks of {NOBODY}",
        f"do take 2 flasks for {NOBODY}",
        f"do draw 2 cards for {NOBODY}",
        f"do declare {NOBODY} winner",
        f"do score 5 for next_player of {NOBODY}",
        f"set m of {NOBODY} = 7",
        f"do add 1 to m of {NOBODY}",
        f"as {NOBODY} {{ do fill 1 flasks of actor }}",
        "do fill 1 flasks of owner of (first wizard w where index of space of w > 200)",
        "let x = first wizard w where index of space of w > 200  do fill 1 flasks of owner of x",
        "do score 1 for owner of (first wizard w on place of mark)",
        "do score height of space of mark for active",
        "do score number of wizards on mark for active",
        "do move mark clockwise 1",
        "do put castle on place of mark",
        "each wizard w on mark { do score 1 for owner of w }",
        "if mark is shielded { do score 1 for active }",
        "if can move mark clockwise 1 { do score 1 for active }",
    ],
)
def test_nothing_comes_of_nothing(statement: str) -> None:
    """What is done with something that was not found changes nothing at all."""
    rules = "memory m = 0 for each player  memory mark = tower  rule r { on game begins %s }"
    fields = ("points", "full", "empty", "hand_size", "winner", "memory.m", "home")
    state = game(rules % statement).start(2, 1)
    plain = game(rules % "do score 0 for active").start(2, 1)

    assert [plain.numbers(name) for name in fields] == [state.numbers(name) for name in fields]
    assert plain.board_text == state.board_text


def test_chance_is_asked_once() -> None:
    """The piece that moves is the piece that was drawn by lot, and one point is one point."""
    rules = """rule r { on turn begins
      do score 1 for (random player)
      do move (random wizard w where visible) clockwise random number k from 1 to 3 }"""
    state = play(game(rules), most=200)
    turns = sum(state.numbers("points"))
    assert turns > 20
    assert [] == [n for n in state.numbers("points") if not 0 < n < turns]


def test_chance_after_the_choice() -> None:
    """A branch whose effect is left to chance can be chosen by its name."""
    rules = """rule r { on turn begins
      may { option gust en "a gust"  let t = random tower u where topmost  do move t clockwise 1 } }"""
    state = game(rules).start(2, 1)
    while "gust" not in state.legal_moves:
        state = state.play(state.legal_moves[0])
    again = game(rules).position(str(state))

    assert str(state) == str(again)
    assert state.play("gust").board_text != state.board_text


def test_memory_for_each_space() -> None:
    """A mark on a space stays there, and is written into the position."""
    rules = """memory trapped = not yes for each space
      rule set { on game begins  set trapped of ((first space) + 5) = yes }
      rule r { on turn begins  do score number of spaces where trapped for active
               each tower t where t is trapped { do score 10 * index of space of t for active } }"""
    state = game(rules).start(2, 1)

    assert [51, 0] == state.numbers("points")
    assert "trapped/s5:1" in str(state)
    assert str(state) == str(game(rules).position(str(state)))


@pytest.mark.parametrize(
    ("event", "doing", "points"),
    [
        ("player p draws card", "do draw 2 cards for active", 3),  # after two hands were dealt
        ("player p empties flask", "do fill 2 flasks of active  do empty 2 flasks of active", 1),
        ("player p empties flask", "do empty 2 flasks of active", 0),
        ("player p recovers flask", "do fill 1 flasks of active  do spend 1 flasks of active  do recover 1 flasks of active", 1),
        ("player p receives flask", "do fill 1 flasks of active  do give 1 flasks of active to next_player of active", 1),
        ("player p discards c", "choose card k else { } do discard k", 1),
        ("player p receives c", "choose card k else { } do hand k to next_player of active", 1),
        ("wizard w leaves castle", "do bring (first wizard w where own) home  do release wizard of active on top of ((first space) + 9)", 1),
        ("tower t swaps into s", "do swap (first tower t) with (next tower t clockwise from ((first space) + 4))", 2),
    ],
)  # fmt: skip
def test_events_of_simple_actions(event: str, doing: str, points: int) -> None:
    """Every action that changes something can be answered."""
    rules = f"""memory heard = 0  memory begun = not yes
      rule hear {{ on {event}  do add 1 to heard }}
      remove rule castle.entry.ends_turn
      rule r {{ on turn begins  when not begun  set begun = yes  {doing} }}"""
    state = first_turn(game(rules))
    if state.decision is not None and state.decision.rule == "r":
        state = state.play(state.options[0])

    assert [points] == state.numbers("memory.heard")


def first_turn(game: Game) -> State:
    """Return the first position after the set-up."""
    state = game.start(2, 1)
    while state.decision is not None and state.decision.rule.startswith("setup"):
        state = state.play(state.options[0])
    return state


def test_forbidden_swap() -> None:
    """No raven tower may be swapped: of the nine towers only the four plain ones are left."""
    rules = """add to spells.laid_out = swap_towers
      rule r { forbid tower t swaps into s  when t is shielded }
      rule rich { on turn begins  do fill 3 flasks of active }"""
    moves = [move.text for move in first_turn(game(rules)).legal_moves]
    pairs = ["s2 s4", "s2 s6", "s2 s8", "s4 s6", "s4 s8", "s6 s8"]

    assert [f"cast swap_towers tower {a} tower {b}" for a, b in map(str.split, pairs)] == sorted(
        move for move in moves if "swap" in move
    )


@pytest.mark.parametrize(
    ("moves", "space", "level"),
    [
        ("", 1, 1),
        ("do move golden clockwise 3", 4, 2),
        ("do move golden clockwise 3  do move (first tower t on space 4) clockwise 1", 5, 3),
        ("do move golden clockwise 3  do move (first tower t on space 5) clockwise 1", 4, 2),
        ("do swap golden with (first tower t on space 9)", 9, 1),
        ("do move golden clockwise 3  do swap (first tower t on space 4) with (first tower t on space 9)", 4, 2),
    ],
)  # fmt: skip
def test_a_followed_tower(moves: str, space: int, level: int) -> None:
    """What is remembered goes along with its tower, alone, in a stack, and when two change places."""
    rules = f"""memory golden = tower followed
      rule r {{ on game begins
        set golden = first tower t
        {moves}
        do score 100 * index of space of golden + level of golden for (first player) }}"""
    assert [100 * space + level, 0] == game(rules).start(2, 1).numbers("points")


def test_a_followed_wizard() -> None:
    """A hero is followed on foot, on a tower, and is nobody's any more once home."""
    rules = """memory hero = wizard followed
      define told = (index of space of hero when hero is known else 99)
      remove rule castle.entry
      rule r { on game begins
        do place wizard of (first player) on top of space 3
        set hero = first wizard w
        do move hero clockwise 4
        do score told for (first player)
        do move (first tower t on space 7) clockwise 3
        do score 100 * told for (first player)
        do bring hero home
        do score 10000 * told for (first player) }"""
    assert [990000 + 1000 + 7, 0] == game(rules).start(2, 1).numbers("points")


def test_one_term_or_another() -> None:
    """`(a when c else b)` is a number, a word or a thing; without `else` it is 0."""
    rules = """memory sky = one of sun, rain
      define less of number n = (n - 1 when sky is rain and n > 1 else n)
      rule r { on game begins
        do score less of 5 + (20 when sky is rain) for (first player)
        set sky = (rain when sky is sun else sun)
        do score 100 * less of 5 + (2000 when sky is rain) for (first player when sky is rain) }"""
    assert [5 + 400 + 2000, 0] == game(rules).start(2, 1).numbers("points")


def test_forgetting() -> None:
    """A memory of a piece can be emptied again."""
    rules = """memory marked = tower
      rule r { on game begins
        set marked = first tower t
        if marked is not nothing { do score 1 for (first player) }
        set marked = nothing
        if marked is nothing { do score 10 for (first player) } }"""
    assert [11, 0] == game(rules).start(2, 1).numbers("points")


def test_two_halves_of_one_kind() -> None:
    """A card with a 1 and a 3 for wizards offers both, and their moves do not read alike."""
    state = first_turn(game("override deck 40 { 40 x wizard 1 or wizard 3 }"))
    moves = state.play("card w1w3").legal_moves
    texts = [move.text for move in moves]

    assert len(texts) == len(set(texts))
    assert {"wizard s1b", "second wizard s1b"} <= set(texts)


def test_halves_of_two_kinds() -> None:
    """A card with a wizard half and a half of your own for wizards offers both."""
    rules = """card hop(number n) {
        code h
        choose wizard w where own and visible
        do     move w counterclockwise n
      }
      override deck 40 { 40 x wizard 1 or hop 3 }"""
    state = first_turn(game(rules))
    texts = [move.text for move in state.play("card w1h3").legal_moves]

    assert len(texts) == len(set(texts))
    assert {"wizard s1b", "second wizard s1b"} <= set(texts)


def test_branches_that_read_alike() -> None:
    """Of two branches that begin with the same choice the second says so, so games can be saved."""
    rules = """override card tower { either { choose tower t do move t clockwise n }
      or { choose tower t do move t counterclockwise n } }"""
    state = first_turn(game(rules, "en-capstone"))
    while not any(move.text.startswith("card t") for move in state.legal_moves):
        state = state.play(state.options[-1])
    card = next(move for move in state.legal_moves if move.text.startswith("card t"))
    texts = [move.text for move in state.play(card).legal_moves]

    assert len(texts) == len(set(texts))
    assert any(text.startswith("second tower") for text in texts)


def test_forbidden_one_by_one() -> None:
    """Whether filling and drawing is forbidden is asked for each flask and each card."""
    rules = """rule full { forbid player p fills flask  when full_flasks of p >= 2 }
      rule enough { forbid player p draws card  when hand_size of p >= 4 }
      memory begun = not yes
      rule r { on turn begins  when not begun  set begun = yes
        do fill 4 flasks of active  do draw 5 cards for active }"""
    state = first_turn(game(rules))

    assert [2, 0] == state.numbers("full")
    assert [4, 3] == state.numbers("hand_size")


def test_without_a_name_it_is_the_acting_player() -> None:
    """What is filled, drawn and scored without a named player is for the active player."""
    rules = """rule r { on turn begins
      do fill 1 flask  do spend 1 flask  do recover 1 flask  do take 2 flasks
      do draw 2 cards  do score 3 }"""
    state, plain = game(rules).start(2, 1), game("").start(2, 1)

    assert [3, 0] == state.numbers("points")
    assert [plain.numbers("hand_size")[0] + 2, plain.numbers("hand_size")[1]] == state.numbers(
        "hand_size"
    )
    assert [plain.numbers("empty")[0] + 2, plain.numbers("empty")[1]] == state.numbers("empty")


def test_a_rule_that_reacts_is_performed():
    """What an event names has no value when the rule is performed: an error, not a crash."""
    text = """rule r { on wizard w lands on p  when castle is on p  do score 1 for active }
      rule s { on turn ends  perform r }"""
    with pytest.raises(RulesetError, match="`p` has no value when another rule performs `r`"):
        game(text)


def test_a_rule_with_a_parameter_reacts() -> None:
    """A parameter has no value when the rule reacts to an event."""
    text = "rule r(tower t) { on turn ends  do move t clockwise 1 }"
    with pytest.raises(RulesetError, match="`t` has no value when `r` reacts to its event"):
        game(text)


def test_a_rule_that_reacts_is_performed_without_using_its_event() -> None:
    """It may be performed: nothing that it uses is missing."""
    rules = """rule r { on wizard w lands on p  do score 1 for active }
      rule s { on turn begins  perform r }"""
    assert [1, 0] == game(rules).start(2, 1).numbers("points")


def test_events_with_different_names() -> None:
    """Only names of all events reach the rule, whatever their order and number."""
    rules = """rule r { on castle lands on p or wizard w lands on p or turn begins  do score 1 }
      rule s { on tower t lands on s or wizard w passes s  do score 10 * (height of s) }
      rule t { on turn begins  do put castle on space 4
        let w = first wizard  do move w clockwise 1 }"""
    state = game(rules).start(2, 1)
    # The castle lands, a wizard goes one space on and passes nothing, and a turn begins.
    assert [3, 0] == state.numbers("points")


def test_a_choice_after_the_end_of_the_game() -> None:
    """It is never offered: a warning, and the rest can be played."""
    rules = "rule r { on round ends  end game won  when 1 = 1  choose wizard w where own }"
    assert play(game(rules)).is_over


def test_stop_inside_a_scope_inside_a_loop() -> None:
    """`stop` leaves a loop, but not the turn or action that the loop opens."""
    text = "rule r { on game ends  each player p { turn of p { action { stop } } } }"
    with pytest.raises(RulesetError, match="`stop` cannot leave the action that it is in"):
        game(text)
    assert game(text.replace("stop", "repeat 2 times { stop }"))


@pytest.mark.parametrize("rest", ["do score 1 for actor", "may { choose wizard w } do score 1"])
def test_stop_while_somebody_else_acts(rest: str) -> None:
    """After the loop, the player acts who acted before it."""
    rules = f"""rule r {{ on turn begins
      each player p where p is not active {{ as p {{ stop }} }} {rest} }}"""
    state = game(rules).start(2, 1)
    if "may" in rest:
        state = state.play(state.options[-1])
    assert [1, 0] == state.numbers("points")


@pytest.mark.parametrize(
    ("gone", "home"),
    [("do bring w home", 3), ("do take back w", 2), ("do put w on castle", 3)],
)
def test_a_wizard_that_is_gone_cannot_be_brought_home(gone: str, home: int):
    """It would be counted twice, and leave a surface on which it is not."""
    text = (
        "ruleset a { extends en-capstone\n"
        f"rule r {{ on round begins let w = first wizard where own {gone}\n"
        "  if can bring w home { do score 1 } do bring w home }\n}"
    )
    state = load(SourceFile("a.wtr", text)).position(
        "K/Rb/N/R/N/R/N/R/N/R/././y/././. y home=2,2 flasks=6.0.0,6.0.0 hands=w1.w2.w3,t1.t2.t3"
    )

    state = state.play("discard").play("tower s1")

    assert (0, 0) == state.points
    assert (home, 2) == state.home
    assert "b" not in state.board_text


def test_an_event_that_is_named_twice() -> None:
    """A rule that names an event twice reacts to it once."""
    rules = "rule r { on turn begins or turn begins do score 1 for active }"
    assert [1, 0] == game(rules).start(2, 1).numbers("points")


def test_a_full_circle_with_a_question() -> None:
    """After going once around, a name is still that of its tower, even if landing asks something."""
    rules = """
      rule asks { on tower t lands on s  either { option one en "one" do score 1 } }
      rule r { on turn begins when points of active = 0
        let a = first tower on space 1
        let b = first tower on space 5
        do move a clockwise 1
        do move b clockwise 16
        do move b clockwise 1 }"""
    made = game(rules)
    start = made.start(2, 1)
    state = start.play(start.options[0])
    state = state.play(state.options[0])
    before, after = (x.numbers("height") for x in (game("").start(2, 1), state))
    changed = {space: after[space] - before[space] for space in range(16)}
    # The tower of s1 is on s2, the one of s5 on s6.
    assert {1: -1, 2: 1, 5: -1, 6: 1} == {space: n for space, n in changed.items() if n}
    assert Trails(made.engine(2)).first_difference(1, 100) is None


def test_names_follow_what_they_name() -> None:
    """A name that could have been nothing follows the piece it moved too."""
    rules = """rule r { on setup ends
      let t = first tower on space 5
      do move t clockwise 1  do move t clockwise 1  do move t clockwise 1
      let w = first wizard on space 1
      do move w counterclockwise 3  do move w clockwise 1 }"""
    spaces = game(rules).start(2, 1).board_text.split("/")
    assert (".", "NR") == (spaces[5], spaces[8])
    assert (".", "b") == (spaces[14], spaces[15])
