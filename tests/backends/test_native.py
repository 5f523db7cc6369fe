"""The native back end does what the reference back end does, number by number."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from tests.modes import ways_to_play
from wtrules.backends.native import Native
from wtrules.game.game import Game
from wtrules.game.load import load

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*.wtr"))


@cache
def game_of(ruleset: str, variants: tuple[str, ...]) -> Game:
    """Load a ruleset once."""
    return load(ruleset, variants)


def assert_same(game: Game, players: int, seed: int, most: int) -> None:
    """Play the same random moves on both back ends and compare everything after each."""
    reference = game.engine(players)
    native = Native(reference.program)
    choose = random.Random(seed)
    state, options = reference.start(seed)
    twin, twin_options = native.start(seed)
    for _ in range(most):
        assert options == twin_options
        assert state == twin
        if not options:
            return
        option = choose.choice(options)
        options = reference.play(state, option)
        twin_options = native.play(twin, option)
    assert native.options(state) == reference.options(state)


@pytest.mark.parametrize(("edition", "variants", "players"), ways_to_play())
def test_both_back_ends_play_the_same_game(
    edition: str, variants: tuple[str, ...], players: int
) -> None:
    """Same moves in the same order, same states, same chance, in every way to play."""
    assert_same(game_of(edition, variants), players, seed=players + len(variants), most=150)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_house_rules_run_natively(path: Path) -> None:
    """Every house rule among the examples runs the same on both back ends."""
    game = load(path)
    assert_same(game, game.players[-1], seed=3, most=150)


@pytest.mark.parametrize(("edition", "variants", "players"), ways_to_play())
def test_every_way_to_play_comes_to_an_end(
    edition: str, variants: tuple[str, ...], players: int
) -> None:
    """Random games of every edition, mode and number of players end, with a named outcome."""
    native = Native(game_of(edition, variants).program(players))
    games, most = 4, 60_000
    for seed in range(games):
        assert native.playouts(seed, 1, most) < most
        state = native._live()
        outcome = state[native.program.fields["outcome"].offset]
        assert outcome > 0
