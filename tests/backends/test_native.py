"""The native back end does what the reference back end does, number by number.

`WTRULES_GAMES=1000` plays that many whole games of every way to play instead of the beginning of
one; `WTRULES_DECISIONS` says how many decisions of each are compared, `WTRULES_EVERY=8` compares the
options of all of them and the whole state at every eighth and at the end.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from tests.backends.trails import Trails
from tests.modes import ways_to_play
from tests.sampling import sampled
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.perft import divide, perft
from wtrules.source import SourceFile

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*.wtr"))
MOST = 60_000  # decisions of a game that comes to an end
GAMES = int(os.environ.get("WTRULES_GAMES", "1"))
EVERY = int(os.environ.get("WTRULES_EVERY", "1"))
DECISIONS = int(os.environ.get("WTRULES_DECISIONS", f"{MOST}" if GAMES > 1 else "150"))


@cache
def game_of(ruleset: str, variants: tuple[str, ...]) -> Game:
    """Load a ruleset once."""
    return load(ruleset, variants)


def assert_same(game: Game, players: int) -> None:
    """Play random games on both back ends, compare all positions, and count sequences.

    Games also end, with an outcome that has a name.
    """
    trails = Trails(game.engine(players), EVERY)
    for seed in range(players, players + GAMES):
        step = trails.first_difference(seed, DECISIONS)
        assert step is None, f"{game.name}, {players} players, seed {seed}: differs at step {step}"
    state = game.start(players, seed=players)
    for depth in (1, 2):
        expected = perft(state, depth, backend="reference")
        assert expected == trails.native.perft(state.data, depth)
    states, lengths = trails.native.finals(seed=0, games=4, most=MOST)
    outcome = trails.native.program.fields["outcome"].offset
    assert max(lengths) < MOST
    assert all(state[outcome] > 0 for state in trails.native.unpack(states))


@pytest.mark.parametrize("way", sampled(ways_to_play(), 12), ids=str)
def test_both_back_ends_play_the_same_game(way: tuple[str, tuple[str, ...], int]) -> None:
    """Same moves in the same order, same states, same chance and an end, in every way to play."""
    edition, variants, players = way
    assert_same(game_of(edition, variants), players)


@pytest.mark.parametrize("path", sampled(EXAMPLES, 4), ids=lambda path: path.stem)
def test_house_rules_run_natively(path: Path) -> None:
    """Every house rule among the examples runs the same on both back ends."""
    game = load(path)
    for players in {game.players[0], game.players[-1]}:
        assert_same(game, players)


GROWING = """ruleset growing {
  extends en-capstone
  memory up = 3
  memory down = -3
  memory squared = 0
  memory sum = 0
  memory there_and_back = 0
  rule growing {
    says en "Everything grows tenfold in every turn."
    on   turn begins
    set  up = up * 10
    set  down = down * 10
    set  squared = up * down
    do   score up for active
    set  sum = total points of p for player p
    set  there_and_back = (up + up) - up
  }
}
"""


def test_numbers_that_grow_stay_where_both_can_count() -> None:
    """A thousand million is the most there is, on both back ends and on the way to a result."""
    game = load(SourceFile("growing.wtr", GROWING))
    trails = Trails(game.engine(2))
    assert trails.first_difference(5, 400) is None

    [state] = trails.native.unpack(trails.native.finals(5, 1, 400)[0])
    last = State(game, game.engine(2), state, [])
    most = 1_000_000_000
    assert [most, -most, -most] == [last.numbers(name)[0] for name in ("up", "down", "squared")]
    assert [most, most] == last.numbers("points")
    assert [most] == last.numbers("sum")
    # The sum stops at the most, so taking one half off leaves nothing.
    assert [0] == last.numbers("there_and_back")
    # What was counted can be written down and read again.
    assert state == game.position(str(last)).data


def test_flasks_that_grow_stay_where_both_can_count() -> None:
    """However many somebody takes and fills, both back ends count the same."""
    more = "do take up flasks for active\n    do fill up flasks of active\n    do   score"
    game = load(SourceFile("growing.wtr", GROWING.replace("do   score", more)))
    trails = Trails(game.engine(2))
    assert trails.first_difference(5, 400) is None

    [state] = trails.native.unpack(trails.native.finals(5, 1, 400)[0])
    flasks = State(game, game.engine(2), state, []).numbers("full")
    assert all(999_999_900 < full <= 1_000_000_000 for full in flasks)  # some are spent


def test_a_difference_would_be_noticed() -> None:
    """A game that differs on one back end is detected at that very decision."""
    game = game_of("en-capstone", ())
    trails = Trails(game.engine(2))
    real, calls = trails.reference.play, 0

    def play(state: list[int], option: int) -> list[int]:
        nonlocal calls
        calls += 1
        options = real(state, option)
        if calls == 7:
            state[game.program(2).fields["spent"].offset] += 1
        return options

    trails.reference.play = play  # type: ignore[method-assign]
    try:
        assert 7 == trails.first_difference(3, 100)
    finally:
        trails.reference.play = real  # type: ignore[method-assign]


def test_counts_by_move_are_the_same() -> None:
    """Dividing a count by first moves gives the same on both back ends."""
    state = game_of("en-capstone", ("nasty",)).start(3, seed=2)
    assert divide(state, 3, "reference") == divide(state, 3, "native")
    assert perft(state, 3, "reference") == perft(state, 3, "native")
