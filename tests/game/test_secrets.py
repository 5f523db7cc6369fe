"""Secrets: memories that not everybody sees, decisions in secret, cards shown to single players."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tests.backends.trails import Trails
from tests.sampling import sampled
from wtrules.backends.players import BOTS as NATIVE_BOTS
from wtrules.backends.players import Chooser
from wtrules.game.bots import BOTS, imagine
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile

ROLES = """
  secret memory role = one of loyal, traitor for each player
  rule roles.deal {
    on setup ends
    secretly {
      let t = random player
      set role of t = traitor
    }
  }
  rule roles.pay {
    on   player p fills flask
    when role of p is traitor
    do   score 2 for p
  }
"""

# Two choices in a row, one of them only after some answers.
BIDS = """
  secret memory bid = 0 per round for each player
  secret memory aim = player for each player
  memory rounds = 0
  rule bids.make {
    on round begins
    secretly each player q {
      choose number k from 0 to 3
      set bid of q = k
      if k > 1 {
        choose player r where r is not q
        set aim of q = r
      }
    }
    do add 1 to rounds
    when rounds mod 2 = 0
    do reveal bid
    each player q where bid of q = highest bid of r for player r {
      do fill 1 flask of q
    }
    when bid of (first player) > 1
    do score 1 for aim of first player
  }
"""

# A secret of nobody's own, set by one player and looked at by another.
TREASURE = """
  secret memory treasure = space
  secret memory digger = player
  rule treasure.hide {
    on turn begins
    as active {
      secretly {
        choose space s where index of s < 4
        set treasure = s
        set digger = actor
      }
    }
    do show treasure to next_player of active
  }
  rule treasure.dig {
    on   wizard w lands on p
    when space of p = treasure
    do   score 1 for digger
  }
"""

# What a rule works out from a secret, with a decision while it still needs it.
SEER = """
  secret memory thought = 0 for each player
  rule number.think {
    on setup ends
    secretly each player q {
      choose number k from 1 to 9
      set thought of q = k
    }
  }
  rule number.read {
    on turn begins
    let read = thought of next_player of active
    may {
      choose card c
      do discard c
      do score read for active
    }
  }
"""

PEEK = """
  rule peek.look {
    on turn begins
    choose player q where q is not active
    do show hand of q to active
    do show top 2 cards to active
  }
"""

COVERED = """
  covered { wizards forgotten }
  rule covered.look {
    on turn begins
    choose tower t where topmost
    do lift t for active
  }
  memory rank = 0 for each wizard
  rule covered.rise {
    on wizard w lands on p
    do add 1 to rank of w
    when rank of w > 3
    do score 1 for owner of w
  }
  rule covered.sink {
    on round ends
    do take back (random tower)
    do place tower on space 9
  }
"""

# A secret for each space, set by a spell.
TRAPS = """
  secret memory trap = not yes for each space
  spell lay {
    name en "Lay"
    cost 0
    when castable_now
    secretly {
      choose space s where not trap of s
      set trap of s = yes
    }
  }
  add to spells.laid_out = lay
  rule spring {
    on   wizard w lands on p
    when trap of space of p
    do   score 1 for owner of w
    secretly { set trap of space of p = not yes }
  }
"""

# Secret parts that are branches of an open decision.
BRANCHES = """
  secret memory pot = 0 for each player
  secret memory mood = one of calm, angry for each player
  rule pot.fill {
    on turn begins
    either {
      option save en "save"
      secretly {
        choose number k from 0 to 3
        do add k to pot of actor
        may {
          choose number j from 1 to 2
          do add j to pot of actor
        }
      }
      do score 1
    } or {
      option feel en "feel"
      secretly {
        either { option rage en "rage"  set mood of actor = angry }
        or { option rest en "rest"  set mood of actor = calm }
      }
    } or {
      option wait en "wait"
    }
  }
  rule pot.open {
    on round ends
    each player q where pot of q > 6 {
      do reveal pot of q
      do fill 1 flask of q
      set pot of q = 0
    }
    when any player q where mood of q is angry
    do score 1 for first player
  }
"""

# Loops and pieces inside a secret part.
LOOPS = """
  secret memory mark = wizard for each player
  secret memory luck = 0 for each player
  rule marks.set {
    on round begins
    secretly each player q clockwise from active {
      repeat 2 times { choose wizard w where visible  set mark of q = w }
      each wizard v where own { do add 1 to luck of q }
      repeat while luck of q > 3 { do add 0 - 1 to luck of q }
    }
  }
  rule marks.use {
    on turn ends
    when mark of active is known and luck of active > 1
    do score luck of active for active
    do show mark of active to next_player of active
  }
"""

# What players decide about others: counters of those they choose, and of their neighbours.
VOTES = """
  secret memory votes = 0 per round for each player
  secret memory gift = 0 per round for each player
  rule votes.cast {
    on round begins
    secretly each player q {
      choose player v where v is not q
      do add 1 to votes of v
      choose number k from 0 to 2
      set gift of next_player of q = k
    }
    each player q where votes of q = highest votes of r for player r {
      do score gift of q for q
    }
  }
"""

# The player whose secret is set is named in many ways.
NAMED = """
  secret memory goal = 0 for each player
  secret memory mark = 0 for each player
  secret memory charm = 0 for each player
  secret memory luck = 0 for each player
  memory chosen = player
  rule goals.set {
    on turn begins
    secretly {
      choose number k from 1 to 9
      set goal of active = k
    }
    set chosen = active
    may {
      secretly {
        choose number k from 1 to 9
        set mark of chosen = k
      }
    }
    each player p where p is active {
      as next_player of p {
        secretly {
          choose number k from 1 to 9
          set charm of next_player of p = k
        }
      }
      secretly { set luck of p = index of space of random wizard }
    }
  }
  rule goals.score {
    on turn ends
    when goal of active + mark of active + charm of active + luck of active > 20
    do score 1 for active
  }
"""

HOUSES = {
    "votes": VOTES,
    "named": NAMED,
    "traps": TRAPS,
    "branches": BRANCHES,
    "loops": LOOPS,
    "roles": ROLES,
    "bids": BIDS,
    "treasure": TREASURE,
    "seer": SEER,
    "peek": PEEK,
    "covered": COVERED,
}


@cache
def game(body: str) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends en-capstone\n{body}\n}}"))


def positions(body: str, most: int, seed: int = 5) -> list[State]:
    """Positions of a random game of three with something to choose."""
    chance = random.Random(seed)
    state = game(body).start(3, seed)
    found = []
    while not state.is_over and len(found) < most:
        if len(state.options) > 1:
            found.append(state)
        state = state.play(chance.choice(state.options))
    return found


# --- what nobody can tell ---


@pytest.mark.slow
@pytest.mark.parametrize("house", sampled(HOUSES, 5))
def test_a_bot_cannot_tell_one_secret_from_another(house: str) -> None:
    """Positions that differ in what a player must not know look the same and get the same answer."""
    one = game(HOUSES[house])
    chooser = Chooser(one.program(3))
    changed = 0
    for number, state in enumerate(positions(HOUSES[house], 60)):
        seat = state.to_act
        twin = imagine(state, random.Random(number))
        native = chooser.imagined(state.data, seat, number)
        assert state.observation(seat) == twin.observation(seat)
        assert state.observation(seat) == State(one, state.engine, native, []).observation(seat)
        changed += twin.data != state.data
        for bot in NATIVE_BOTS:
            chosen = {chooser.choose(bot, s.data, number) for s in (state, twin)}
            chosen.add(chooser.choose(bot, native, number))
            assert 1 == len(chosen), (bot, str(state))
        for bot in ("random", "greedy"):
            assert 1 == len({BOTS[bot](number).choose(s).text for s in (state, twin)}), str(state)
    assert changed


@pytest.mark.parametrize("house", HOUSES)
def test_everybody_can_imagine_the_position(house: str) -> None:
    """Whoever decides, each player can make up a position that looks the same, and can be written down."""
    one = game(HOUSES[house])
    chooser = Chooser(one.program(3))
    for number, state in enumerate(positions(HOUSES[house], 40)):
        for seat in range(3):
            seen = state.observation(seat)
            made = seen.determinize(random.Random(number))
            assert seen == made.observation(seat)
            assert not made.is_over
            assert made == one.position(str(made))
            native = State(one, state.engine, chooser.imagined(state.data, seat, number), [])
            assert seen.data == native.observation(seat).data


def test_what_is_decided_in_secret_is_seen_by_nobody_else() -> None:
    """Whatever yellow decides, and however often it is asked, the others see the same."""
    state = game(BIDS).start(3, 1).play("number 0")
    assert 1 == state.to_act
    # A 0 or 1 leads on to red at once, a 2 or 3 to another question for yellow.
    again = [state.play(f"number {k}") for k in (2, 3)]
    for seat in (0, 2):
        assert {state.observation(seat)} == {s.observation(seat) for s in again}
    done = [state.play(f"number {k}") for k in (0, 1)]
    done += [s.play(f"player {r}") for s in again for r in "br"]
    assert 6 == len({str(s) for s in done})
    assert {2} == {s.to_act for s in done}
    for seat in (0, 2):
        assert 1 == len({s.observation(seat) for s in done})
    assert 6 == len({s.observation(1) for s in done})


@pytest.mark.parametrize("house", HOUSES)
def test_both_back_ends_keep_secrets_alike(house: str) -> None:
    """Games in lockstep: the same options and the same states."""
    trails = Trails(game(HOUSES[house]).engine(3))
    assert [None] * 4 == [trails.first_difference(seed, 400) for seed in range(4)]


def test_votes_are_counted_when_all_have_voted() -> None:
    """While others still vote, nobody sees whom they voted for, not even the player who has the counter."""
    start = game(VOTES).start(3, 1)
    voted = [start.play(f"player {v}").play("number 1") for v in "yr"]
    assert [1, 1] == [state.to_act for state in voted]
    for seat in (1, 2):
        assert 1 == len({state.observation(seat) for state in voted})
    state = voted[0].play("player r").play("number 2")
    assert {("?", "?", "?")} == {state.observation(q).memories["votes"] for q in range(3)}
    # Red imagines that blue and yellow have voted, each for one of the other two.
    seen = state.observation(2)
    chooser = Chooser(game(VOTES).program(3))
    worlds = [seen.determinize(random.Random(i)) for i in range(40)]
    made = [chooser.imagined(state.data, 2, i) for i in range(40)]
    possible = {(0, 1, 1), (1, 1, 0), (0, 0, 2), (1, 0, 1)}
    assert possible == {world.memories["votes"] for world in worlds}
    assert possible == {State(state.game, state.engine, d, []).memories["votes"] for d in made}
    # Blue and red vote for yellow, yellow for red; each has a gift of the player before.
    state = state.play("player y").play("number 0")
    assert (0, 2, 1) == state.memories["votes"]
    assert ("?", 2, "?") == state.observation(1).memories["votes"]
    assert (0, 1, 2) == state.memories["gift"]
    # Everybody knows the gift they gave, too.
    assert ("?", 1, 2) == state.observation(1).memories["gift"]


@pytest.mark.parametrize("whose", ["active", "actor", "chosen", "next_player of active"])
def test_others_imagine_a_secret_however_its_owner_is_named(whose: str) -> None:
    """Every player has set a number from 1 to 9 on their turn, so nobody imagines a 0."""
    rules = f"""
  secret memory goal = 0 for each player
  memory chosen = player
  rule goals.set {{
    on turn begins
    set chosen = active
    secretly {{
      choose number k from 1 to 9
      set goal of {whose} = k
    }}
  }}
  rule goals.score {{ on turn ends  when goal of active = 3  do score 1 for active }}
"""
    state = game(rules).start(3, 4)
    chance = random.Random(1)
    while state.active != 2:
        state = state.play(chance.choice(state.options))
    state = state.play("number 2")
    chooser = Chooser(game(rules).program(3))
    for seat in range(3):
        seen = state.observation(seat)
        worlds = [seen.determinize(random.Random(i)) for i in range(60)]
        made = [chooser.imagined(state.data, seat, i) for i in range(60)]
        natives = [State(state.game, state.engine, data, []) for data in made]
        for other in range(3):
            if seen.memories["goal"][other] == "?":  # type: ignore[index]
                assert {*range(1, 10)} == {world.numbers("goal")[other] for world in worlds}
                assert {*range(1, 10)} == {world.numbers("goal")[other] for world in natives}


def test_everybody_is_asked_even_if_only_one_decides() -> None:
    """At night only the wolf has something to decide; the others pass, and nobody can tell."""
    rules = """
  secret memory wolf = not yes for each player
  secret memory victim = player
  rule deal { on setup ends  secretly { set wolf of (random player) = yes } }
  rule night {
    on round begins
    secretly each player q {
      if wolf of q {
        choose player v where v is not q
        set victim = v
      }
    }
    do reveal victim
    do empty 1 flask of victim
  }
"""
    for seed in range(6):
        state = game(rules).start(3, seed)
        wolf = state.numbers("wolf").index(1)
        for seat in range(3):
            assert seat == state.to_act
            moves = [move.text for move in state.legal_moves]
            assert (
                ["pass"] if seat != wolf else [f"player {x}" for x in "byr" if x != "byr"[wolf]]
            ) == moves
            for other in {0, 1, 2} - {seat, wolf}:
                seen = state.observation(other)
                worlds = [seen.determinize(random.Random(i)) for i in range(12)]
                assert {seen} == {world.observation(other) for world in worlds}
                assert {1, 2} == {len(world.options) for world in worlds} or other == wolf
            state = state.play(state.legal_moves[0])
        assert state.observation(wolf).memories["victim"] == state.memories["victim"]


# --- who knows what ---


def test_a_role_is_known_to_its_owner() -> None:
    """One of three is the traitor; each imagines worlds with one traitor that agree with their own role."""
    state = game(ROLES).start(3, 1)
    roles = state.memories["role"]
    assert isinstance(roles, tuple)
    assert ["loyal", "loyal", "traitor"] == sorted(map(str, roles))
    for seat in range(3):
        seen = state.observation(seat)
        shown = ["?"] * 3
        shown[seat] = str(roles[seat])
        assert tuple(shown) == seen.memories["role"]
        chooser = Chooser(game(ROLES).program(3))
        worlds = [seen.determinize(random.Random(i)) for i in range(30)]
        made = [chooser.imagined(state.data, seat, i) for i in range(30)]
        worlds += [State(state.game, state.engine, data, []) for data in made]
        found = {world.memories["role"] for world in worlds}
        # The other two are the traitor now and then, unless the player is.
        assert len(found) == (1 if roles[seat] == "traitor" else 2)
        for world in found:
            assert isinstance(world, tuple)
            assert (roles[seat], 1) == (world[seat], world.count("traitor"))


def test_a_bid_is_seen_when_it_is_revealed() -> None:
    """Nobody sees a bid in the first round; in the second all are revealed."""
    state = game(BIDS).start(3, 1)
    for k in (1, 0, 1):
        state = state.play(f"number {k}")
    assert (1, 0, 1) == state.memories["bid"]
    assert ("?", 0, "?") == state.observation(1).memories["bid"]
    worlds = [state.observation(1).determinize(random.Random(i)) for i in range(40)]
    # From 0 to 3, and nothing but that, for both others.
    assert (
        {0, 1, 2, 3}
        == {w.numbers("bid")[0] for w in worlds}
        == {w.numbers("bid")[2] for w in worlds}
    )
    assert {0} == {w.numbers("bid")[1] for w in worlds}
    chance = random.Random(1)
    while state.numbers("rounds")[0] < 2:
        state = state.play(chance.choice(state.options))
    assert {state.memories["bid"]} == {state.observation(q).memories["bid"] for q in range(3)}


def test_a_secret_is_known_to_whoever_set_it_and_was_shown_it() -> None:
    """Blue hides the treasure on space 2 and yellow is shown it; red knows neither where nor who."""
    state = game(TREASURE).start(3, 1)
    hidden = state.play("space s2")
    assert [2, 2, "?"] == [hidden.observation(q).memories["treasure"] for q in range(3)]
    assert [0, "?", "?"] == [hidden.observation(q).memories["digger"] for q in range(3)]


def test_hiding_again() -> None:
    """What was revealed can be hidden again; its owner still knows it."""
    rules = """
  secret memory role = one of loyal, traitor for each player
  rule deal { on setup ends  secretly { set role of (random player) = traitor }  do reveal role }
  rule mask { on turn begins  do hide role of next_player of active }
  rule use { on turn ends  when role of active is traitor  do score 1 for active }
"""
    state = game(rules).start(3, 1)
    roles = state.memories["role"]
    assert isinstance(roles, tuple)
    assert (roles[0], "?", roles[2]) == state.observation(0).memories["role"]
    assert roles == state.observation(1).memories["role"]


def test_what_was_worked_out_from_a_secret_is_hidden() -> None:
    """The seer's number is not in what others see while the seer decides."""
    state = game(SEER).start(3, 1)
    first = [state.play("number 5").play(f"number {k}").play("number 5") for k in range(1, 10)]
    assert {0} == {s.to_act for s in first}
    assert 1 == len({s.observation(2) for s in first})
    assert 1 == len({s.observation(0) for s in first})


def test_a_role_may_be_nothing_or_a_minus() -> None:
    """A number of -2 is a number, not something hidden."""
    rules = """
  secret memory debt = 0 for each player
  rule debt.take { on setup ends  secretly each player q { choose number k from 1 to 3  set debt of q = 0 - k } }
  rule debt.pay { on turn ends  do score debt of active for active }
"""
    state = game(rules).start(2, 1).play("number 2").play("number 3")
    assert (-2, "?") == state.observation(0).memories["debt"]
    assert ("?", -3) == state.observation(1).memories["debt"]


# --- cards ---


def test_a_hand_that_was_shown_stays_known() -> None:
    """Blue has seen yellow's hand: what yellow plays is gone, what yellow draws is not known."""
    state = game(PEEK).start(3, 1).play("player y")
    hand, pile = state.hands[1], state.draw_pile
    seen = state.observation(0)
    assert hand == seen.hands[1]
    assert ("?",) * 3 == seen.hands[2]
    assert ("?", *pile[-2:]) == seen.draw_pile[-3:]
    assert ("?",) * 3 == state.observation(2).hands[1]
    chance = random.Random(2)
    while state.active != 2:
        state = state.play(chance.choice(state.options))
    known = [card for card in state.observation(0).hands[1] if card != "?"]
    assert 0 < len(known) < 3
    for card in known:
        assert known.count(card) <= state.hands[1].count(card)


@pytest.mark.parametrize("seed", range(3))
def test_what_was_seen_is_true(seed: int) -> None:
    """Whatever a player is shown of hands and pile is there, until the end of the game."""
    for state in positions(PEEK, 150, seed):
        for seat in range(3):
            seen = state.observation(seat)
            for shown, hand in zip(seen.hands, state.hands, strict=True):
                assert len(shown) == len(hand)
                assert all(shown.count(c) <= hand.count(c) for c in {*shown} - {"?"})
            for card, there in zip(seen.draw_pile, state.draw_pile, strict=True):
                assert card in ("?", there)


# --- wizards under towers ---


def test_what_a_tower_covers_is_forgotten() -> None:
    """The raven tower of s1 covers a wizard of yellow on s2; only who lifts it knows that again."""
    rules = """
  covered { wizards forgotten }
  rule covered.look { on action ends  may { choose tower t  do lift t for active } }
"""
    board = "K/R/Ny/R/N/R/N/R/N/R/b/./r/././."
    line = f"{board} b flasks=5.0.0,5.0.0,5.0.0 hands=t1.t1.t1,w1.w2.w3,w1.w2.w3"
    state = game(rules).position(line).play("card t1").play("tower s1")
    covered = "K/./NyR/R/N/R/N/R/N/R/b/./r/././."
    forgotten = "K/./NR/R/N/R/N/R/N/R/b/./r/././."
    assert covered == state.board_text
    assert [forgotten] * 3 == [state.observation(q).board_text for q in range(3)]
    # Eight other towers might have covered it, and the one that did.
    worlds = {state.observation(2).determinize(random.Random(i)).board_text for i in range(80)}
    assert 9 == len(worlds)
    looked = state.play("tower s2.2")
    assert [covered, forgotten, forgotten] == [looked.observation(q).board_text for q in range(3)]
    # The tower below moves, with what is on it, and blue still knows.
    moved = looked.play("card t1").play("tower s2.1")
    assert "K/././RNyR/N/R/N/R/N/R/b/./r/././." == moved.observation(0).board_text
    assert "K/././RNR/N/R/N/R/N/R/b/./r/././." == moved.observation(1).board_text


def test_the_shipped_rules_have_no_secrets() -> None:
    """What a ruleset does not use costs nothing."""
    program = load("en-capstone").program(3)
    assert not program.secrets
    assert not program.secret_parts
    assert not program.shows_cards
    assert not [name for name in program.fields if name.startswith(("hidden.", "known_", "imagin"))]
