"""The game in Gymnasium, by the tests of Gymnasium itself."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

from tests.adapters.training import trained
from wtrules.adapters.gymnasium import ID, TowersVectorEnv
from wtrules.game.load import load


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{"ruleset": "en-capstone+solo"}, {"ruleset": "first-home", "bots": ["greedy"], "seat": 1}],
)
def test_the_interface(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Gymnasium's own test, alone and against a bot."""
    env = gymnasium.make(ID, render_mode="ansi", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*alternative render modes.*")
        check_env(env.unwrapped, skip_render_check=False)
    seen, info = env.reset(seed=2)
    assert env.observation_space.contains(seen)
    assert 0 < info["action_mask"].sum() < env.action_space.n


def test_a_game_against_bots() -> None:
    """Only legal actions: the game goes on until somebody has won; then it must begin again."""
    env = gymnasium.make(ID, ruleset="first-home", players=3, seat=2, bots=["greedy", "random"])
    _, info = env.reset(seed=3)
    ended = False
    while not ended:
        action = numpy.flatnonzero(info["action_mask"])[0]
        assert env.unwrapped.action_masks()[action]
        _, reward, ended, truncated, info = env.step(action)
        assert not truncated
        assert (abs(reward) == 1) == ended
    with pytest.raises(ValueError, match="the game is over: call reset first"):
        env.unwrapped.step(0)


def test_an_illegal_action_loses() -> None:
    """It ends the game, and the information says why."""
    env = gymnasium.make(ID, ruleset="first-home")
    _, info = env.reset(seed=3)
    wrong = numpy.flatnonzero(info["action_mask"] == 0)[0]
    _, reward, ended, _, info = env.step(wrong)
    assert (-1.0, True, True) == (reward, ended, info["illegal"])


@pytest.mark.slow
def test_many_games_play_as_each_of_them() -> None:
    """The vector environment, which stays in native code, and one made of single ones: the same games."""
    make = {"num_envs": 3, "ruleset": "first-home", "bots": ["random"]}
    native = gymnasium.make_vec(ID, vectorization_mode="vector_entry_point", **make)
    single = gymnasium.make_vec(
        ID, vectorization_mode="sync", vector_kwargs={"autoreset_mode": "SameStep"}, **make
    )
    assert isinstance(native, TowersVectorEnv)
    assert single.observation_space == native.observation_space
    assert single.action_space == native.action_space
    chance = numpy.random.default_rng(1)
    (seen, info), (other, _) = native.reset(seed=5), single.reset(seed=5)
    for _ in range(400):
        assert numpy.array_equal(seen, other)
        actions = [chance.choice(numpy.flatnonzero(mask)) for mask in info["action_mask"]]
        seen, rewards, ended, _, info = native.step(actions)
        other, theirs, also, _, more = single.step(numpy.array(actions))
        assert rewards.tolist() == theirs.tolist()
        assert ended.tolist() == also.tolist()
        if ended.any():  # from here on, the seeds are drawn in other ways
            which = int(numpy.flatnonzero(ended)[0])
            assert info["final_obs"][which].tolist() == more["final_obs"][which].tolist()
            break
    assert ended.any()
    illegal = [0 if not mask[0] else 1 for mask in info["action_mask"]]
    _, rewards, ended, _, info = native.step(illegal)
    assert ([-1.0] * 3, [True] * 3) == (rewards.tolist(), ended.tolist())
    assert info["illegal"].all()


def test_seats() -> None:
    """A seat that the game does not have is refused."""
    with pytest.raises(ValueError, match="there is no seat 2 in a game of 2"):
        TowersVectorEnv(2, load("first-home"), seat=2)


@pytest.mark.slow
def test_the_example_learns() -> None:
    """A few hundred games are enough to beat a random player more often than not."""
    before, after = trained("gymnasium_reinforce", games=400, tests=200)
    assert 0.4 < before < 0.6 < after
