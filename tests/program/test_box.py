"""Pieces that go back into the box or come out of it, and cards that come back from the discards."""

from __future__ import annotations

import random

import pytest

from tests.backends.trails import Trails
from tests.positions import short_position
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile

SINK = """
spell sink { name en "Sink" cost 0 when castable_now
  choose tower t
  do take back t }
add to spells.laid_out = sink
"""
BOARD = "{}/RK/R/N/R/./R/./././././././N/."  # with R and N on the first space, nine towers or fewer


def game(body: str) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("box.wtr", f"ruleset box {{ extends en-capstone\n{body}\n}}"))


def after(rules: str, first: str, move: str) -> State:
    """Return what a spell makes of a board whose space 0 is as given."""
    state = short_position(game(rules), BOARD.format(first), "b")
    return state.play(move)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("cast sink tower s0.1", "brRyNb"),  # what stood on it comes down to the ground
        ("cast sink tower s0.2", "bNyrNb"),  # on one surface, wizards are written by seat
        ("cast sink tower s0.3", "bNrRby"),
    ],
)
def test_what_stood_on_a_tower_comes_down(move: str, expected: str) -> None:
    """Wizards join those beneath; higher towers keep their shields."""
    state = after(SINK, "bNrRyNb", move)

    assert BOARD.format(expected) == state.board_text
    assert str(state) == str(state.game.position(str(state)))


@pytest.mark.parametrize(("tower", "points"), [("s0.1", 0), ("s0.2", 0), ("s0.3", 1)])
def test_only_the_topmost_reveals(tower: str, points: int) -> None:
    """A surface comes to light only if no other tower comes down onto it."""
    rules = SINK + "rule r { on tower t reveals p do score number of wizards on p for active }"

    assert points == after(rules, "bNrRyN", f"cast sink tower {tower}").numbers("points")[0]


def test_taking_back_can_be_forbidden() -> None:
    """A tower that may not leave its space is not taken from it."""
    rules = SINK + "rule r { forbid tower t leaves s when t is shielded }"
    state = short_position(game(rules), BOARD.format("N"), "b")
    towers = [
        m.text.removeprefix("cast sink tower ") for m in state.legal_moves if "sink" in m.text
    ]

    assert ["s0", "s3", "s14"] == towers


def test_memories_follow_what_comes_down() -> None:
    """A tower above is still the same tower; the one that was taken back is nowhere."""
    rules = """memory low = tower followed  memory high = tower followed
      rule r { on game begins
        let s = space 3
        do put (first tower on space 4) on s
        set low = first tower on s
        set high = first tower t on s where topmost
        do take back low
        do score 1 for (first player when high is topmost and level of high = 1)
        do score 2 for (first player when low is known) }"""
    assert [1, 0] == game(rules).start(2, 1).numbers("points")


def test_the_box_gives_what_it_has() -> None:
    """Nothing comes out of an empty box; towers without a shield come first."""
    rules = """rule r { on game begins
        do score 1 for (first player when can place tower on space 1)
        let kept = space 2
        do take back (first tower on kept)
        do take back (first tower t where shielded)
        repeat 5 times { do place tower on kept } }"""
    state = game(rules).start(2, 1)
    fresh = game("").start(2, 1)

    assert [0, 0] == state.numbers("points")
    assert fresh.board_text.count("N") == state.board_text.count("N")
    assert fresh.board_text.count("R") == state.board_text.count("R")
    assert state.board_text.split("/")[2].startswith("NR")


def test_a_rule_can_say_which_tower_comes_from_the_box() -> None:
    """`place shielded tower` takes one with a shield, if the box has one."""
    rules = """rule r { on game begins
        let kept = space 2
        do take back (first tower on kept)
        do take back (first tower t where shielded)
        do score 1 for (first player when can place shielded tower on kept)
        repeat 2 times { do place shielded tower on kept }
        do score 2 for (first player when can place shielded tower on kept)
        do place tower on kept }"""
    state = game(rules).start(2, 1)

    assert [1, 0] == state.numbers("points")
    assert state.board_text.split("/")[2].startswith("RN")


def test_the_box_holds_so_many_wizards() -> None:
    """However often a rule asks, no more wizards come into play than there are."""
    rules = (
        "rule r { on game begins repeat 9 times { do place wizard of (first player) on castle } }"
    )

    assert 5 == game(rules).start(2, 1).numbers("wizards")[0]


def test_a_wizard_goes_back_into_the_box() -> None:
    """The player has one wizard fewer, and may get another."""
    rules = """rule r { on turn begins
        when active is (first player)
        do take back (first wizard where own)
        do score wizards of active for active }"""
    state = game(rules).start(2, 1)

    assert [4, 0] == state.numbers("points")
    assert 4 == state.board_text.count("b")


def test_a_card_comes_back() -> None:
    """It comes from the discards and goes to the player who takes it; each kind is offered once."""
    rules = """rule r { on turn begins
        if discard_pile = 0 { do discard (first card)  do discard (first card) }
        do score number of cards where discarded for active
        choose card c where discarded
        do take c for active }"""
    state = game(rules).start(2, 1)
    before = state.numbers("hand")
    (text, *_) = [move.text for move in state.legal_moves]
    taken = state.play(text)

    assert [2, 0] == state.numbers("points")
    assert sum(before) + 1 == sum(taken.numbers("hand"))
    assert [1] == taken.numbers("discard_size")


@pytest.mark.slow
def test_both_back_ends_agree() -> None:
    """All of it together, played at random."""
    rules = (
        SINK
        + """
      rule rise { on round ends do place tower on (random space) }
      rule fade { on tower t hides p do take back (first wizard on p) }
      rule come { on round begins each player q { do place wizard of q on (random place) } }
      rule pick { on action ends
        choose card c where discarded
        else { }
        when hand_size of actor < 5
        do take c for actor }
    """
    )
    made = game(rules)
    for players in (2, 4):
        trails = Trails(made.engine(players))
        assert {None} == {trails.first_difference(seed, 1500) for seed in range(3)}


def test_a_game_goes_on_from_its_text() -> None:
    """Positions with pieces in the box can be written down and read."""
    made = game(SINK + "rule come { on round begins do take back (random wizard) }")
    chance, state = random.Random(3), made.start(3, 1)
    for _ in range(60):
        if not state.is_over:
            state = state.play(chance.choice(state.options))
    assert str(state) == str(made.position(str(state)))
