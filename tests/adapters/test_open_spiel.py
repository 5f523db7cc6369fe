"""The game in OpenSpiel, by the tests of OpenSpiel itself."""

from __future__ import annotations

import random
from pathlib import Path

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from tests.adapters.training import trained
from wtrules.adapters.open_spiel import NAME
from wtrules.game.load import load


@pytest.mark.slow
def test_random_games() -> None:
    """OpenSpiel's own test of random games: copies, strings, tensors, serialisation."""
    for ruleset, players in (("en-capstone+nasty", 3), ("en-capstone+solo", 1)):
        game = pyspiel.load_game(f"{NAME}(ruleset={ruleset},players={players},max_decisions=40)")
        assert players == game.num_players()
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_as_many_players_as_a_ruleset_may_have(tmp_path: Path) -> None:
    """Eight players are the most that rule files allow, and OpenSpiel takes them all."""
    eight = tmp_path / "eight.wtr"
    eight.write_text(
        "ruleset eight {\n  extends seven-players\n  players 2..8\n"
        '  add to table colours { teal | t | 5 | 6 | "teal" | "türkis" }\n'
        "  add to table supply { 8 | 2 | 3 }\n}\n",
        encoding="utf-8",
    )
    game = pyspiel.load_game(NAME, {"ruleset": str(eight), "players": 8})
    state = game.new_initial_state()
    state.apply_action(0)
    assert 8 == game.num_players() == game.get_type().max_num_players
    assert state.legal_actions()


def test_a_playthrough_can_be_repeated() -> None:
    """The same seed gives the same transcript, and the moves in it are called as in the game."""
    # Imported here: it brings all of SciPy, which takes long for those who only collect the tests.
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    rules = f"{NAME}(ruleset=first-home,players=2,max_decisions=3)"
    lines = playthrough(rules, action_sequence=None, seed=1).splitlines()
    assert lines == playthrough(rules, action_sequence=None, seed=1).splitlines()
    assert any(line.startswith("StringLegalActions() = ") and "discard" in line for line in lines)
    assert "NumDistinctActions() = 12285" in lines


def test_a_whole_game() -> None:
    """The deal is the seed; positions, actions and results are those of the game."""
    game = pyspiel.load_game(f"{NAME}(ruleset=first-home,players=2)")
    state, mine = game.new_initial_state(), load("first-home").start(2, 12)
    assert 1024 == len(state.chance_outcomes())
    state.apply_action(12)
    seen = make_observation(game)
    chance = random.Random(1)
    while not state.is_terminal():
        assert sorted(mine.actions) == state.legal_actions()
        assert str(mine) == str(state)
        action = chance.choice(state.legal_actions())
        assert any(move.text == state.action_to_string(action) for move in mine.legal_moves)
        state.apply_action(action)
        mine = mine.play_action(action)
    assert mine.result is not None
    assert [1.0 if seat in mine.result.winners else -1.0 for seat in (0, 1)] == state.returns()
    seen.set_from(state, player=1)
    assert mine.observation(1).vector().tolist() == seen.tensor.tolist()
    made = state.resampled(0, chance)
    assert made.observation(0) == mine.observation(0)


@pytest.mark.slow
def test_the_example_learns() -> None:
    """A table of kinds of actions beats a random player."""
    before, after = trained("open_spiel_table", games=150, tests=80)
    assert 0.35 < before < 0.6 < after
