"""The game in PettingZoo, by the tests of PettingZoo itself."""

from __future__ import annotations

from typing import Any

import pytest
from pettingzoo.test import api_test, render_test, seed_test

from tests.adapters.training import trained
from wtrules.adapters.pettingzoo import TowersEnv, env
from wtrules.game.load import load


@pytest.fixture(scope="module")
def towers() -> Any:
    return env("en-capstone", players=2, max_decisions=60)


def test_the_interface(towers: Any) -> None:
    """PettingZoo's own test of environments in which one agent follows another."""
    api_test(towers, num_cycles=150)
    assert 0 < towers.unwrapped.num_agents <= towers.max_num_agents == 2


@pytest.mark.slow
def test_seeds() -> None:
    """The same seed gives the same game."""
    seed_test(lambda: env("en-capstone", players=3), num_cycles=10)
    games = []
    for seed in (5, 5, 6):
        made = env("en-capstone", players=3)
        made.reset(seed=seed)
        games.append([made.observe(agent)["observation"].tolist() for agent in made.agents])
    assert games[0] == games[1] != games[2]


@pytest.mark.slow
def test_drawings(capsys: pytest.CaptureFixture[str]) -> None:
    """The board as text, returned or printed."""
    render_test(lambda render_mode: TowersEnv("en-capstone", players=2, render_mode=render_mode))
    assert "b blue   y yellow" in capsys.readouterr().out


def test_an_agent_knows_what_its_seat_knows(towers: Any) -> None:
    """Observations are those of the seats, whoever decides; a game begins as that of its seed."""
    towers.reset(seed=7)
    state = load("en-capstone").start(2, 7)
    assert ["blue_0", "yellow_1"] == towers.possible_agents
    for seat, agent in enumerate(towers.possible_agents):
        seen = towers.observe(agent)
        assert state.observation(seat).vector().tolist() == seen["observation"].tolist()
        assert state.observation(seat).mask == seen["action_mask"].astype(bool).tobytes()


def test_an_illegal_action_loses(towers: Any) -> None:
    """As the wrapper of PettingZoo has it: the game is over, and the agent has lost."""
    towers.reset(seed=7)
    agent = towers.agent_selection
    towers.step(
        next(i for i, legal in enumerate(towers.observe(agent)["action_mask"]) if not legal)
    )
    assert all(towers.terminations.values())
    assert -1 == towers.rewards[agent]


@pytest.mark.slow
def test_the_example_learns() -> None:
    """Playing against oneself is better than playing at random."""
    before, after = trained("pettingzoo_self_play", games=120, tests=80)
    assert 0.35 < before < 0.6 < after
