"""Bots that learn: what they see, what the network computes, and that they get better."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from wtrules.backends.learned import CERTAIN_BITS, COLUMNS, HIDDEN, Features, Mind, areas
from wtrules.backends.players import BOTS
from wtrules.game.bots import imagine
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.game.trained import BotFile, Trained, TrainedBot
from wtrules.simulate.games import Table, arena
from wtrules.training.lessons import HEAD, Class, Lessons, Pace
from wtrules.training.network import Network, returns
from wtrules.training.train import Course, train

RANDOM = BOTS.index("random")


@cache
def game(ruleset: str, *variants: str) -> Game:
    return load(ruleset, variants)


def course(**given: int) -> Course:
    """A short course in a race for one wizard, whose games are short."""
    return Course(game("first-home"), 2, **{"seed": 3, "games": 256, "generation": 64} | given)


@pytest.fixture(scope="module")
def trained() -> Trained:
    return train(course(), jobs=2)


def lessons(features: Features, mind: bytes, number: int = 4) -> Lessons:
    """Lessons of random players, with rows of all decisions."""
    school = Class(game("en-capstone").program(2), False, 1)
    return school.play(5, number, [[RANDOM, RANDOM]], Pace(1, 1, 300), mind)


@pytest.fixture(scope="module")
def features() -> Features:
    return Features(game("en-capstone").program(2))


@pytest.fixture(scope="module")
def weights(features: Features) -> np.ndarray:
    """Weights at random, with zeros where native code has room to spare."""
    chance = np.random.default_rng(1)
    rows = chance.integers(-300, 300, (1 + features.size, COLUMNS))
    rows[:, 1:4] = 0
    out = np.repeat(chance.integers(100, 400, HIDDEN // 2), 2) * np.tile([1, -1], HIDDEN // 2)
    return np.concatenate([rows.ravel(), out]).astype(np.int32)


def test_what_a_player_sees_at_the_start(features: Features) -> None:
    """Two players have five wizards and six empty flasks each, and three cards in hand (p. 3)."""
    found = lessons(features, bytes(4 * features.mind_size), 1)
    [first] = found.rows[:1, 4 * HEAD :].view(np.int8)
    at, far = features.starts, features.far
    for k in range(2):
        seen = first[k * features.each :]
        standing = seen[at["VISIBLE"] : at["VISIBLE"] + far].sum()
        locked = seen[at["LOCKED"] : at["LOCKED"] + far].sum()

        assert 5 == standing + locked
        assert [1, 1] == [seen[at["HOME"]], seen[at["EMPTY"] + 6]]
        assert [1, 1, 0] == [seen[at["FULL"]], seen[at["SPENT"]], seen[at["SCORE"]]]
        assert 3 == seen[at["HELD"]]
    assert 3 == first[at["HAND"] : at["SPELL"]].sum()
    assert 9 == first[at["TOWERS"] : at["SHIELD"]].sum()


def test_native_code_computes_the_network(features: Features, weights: np.ndarray) -> None:
    """The value in each row is that of the network for the features in it, calculated here."""
    found = lessons(features, weights.tobytes())
    x = found.rows[:, 4 * HEAD : 4 * HEAD + features.size].view(np.int8).astype(np.int64)
    value = np.ascontiguousarray(found.rows[:, : 4 * HEAD]).view("<i4")[:, 3]
    rows = weights[:-HIDDEN].reshape(-1, COLUMNS).astype(np.int64)
    sums = rows[0] + x @ rows[1:]
    units = np.clip(sums[:, 4:] >> 4, 0, 4095)
    logit = (sums[:, 0] / 4096) + (units @ weights[-HIDDEN:].astype(np.int64)) / (1 << 18)
    expected = 1 / (1 + np.exp(-np.clip(logit, -12, 12)))

    assert len(value) > 100
    assert np.abs(value / (1 << CERTAIN_BITS) - expected).max() < 1e-3
    assert expected.max() - expected.min() > 0.2


def test_what_rows_should_have_been_worth() -> None:
    """Counted by hand: λ = 0.5 and a game that seat 0 wins; the values later on count, too."""
    lesson, seat = np.array([0, 0, 0, 0]), np.array([0, 1, 0, 1])
    turn, value = np.array([1, 1, 3, 3]), np.array([0.2, 0.6, 0.5, 0.5], np.float32)
    scores = np.array([[1, 0, 5, 40]])

    assert [0.75, 0.25, 1.0, 0.0] == returns(lesson, seat, turn, value, scores, 0.5, 0.0).tolist()
    # With λ = 1 and a win that loses a part of itself every turn: e^-0.4 four turns before the end.
    quick = returns(lesson, seat, turn, value, scores, 1.0, 0.1)
    assert [0.6703, 0.0, 0.8187, 0.0] == pytest.approx(quick.tolist(), abs=1e-4)


def test_fitting_makes_the_network_less_wrong() -> None:
    """The first feature says who wins, the second does not."""
    chance = np.random.default_rng(0)
    x = np.ones((512, 3), np.float32)
    x[:, 1:] = chance.integers(0, 2, (512, 2))
    network = Network(2, chance)
    losses = [network.step(x, x[:, 1], 0.01, 0.9) for _ in range(200)]

    assert losses[-1] < 0.1 < losses[0]


@pytest.mark.slow
def test_training_beats_chance(trained: Trained) -> None:
    """After 256 short games it wins nearly all against a random player."""
    one = game("first-home")
    file = BotFile("bot.json", one.name, one.hash, {2: trained})
    made = arena(one.program(2), ["bot.json", "random"], False, files={"bot.json": file})
    records, _ = Table(made).play(99, 0, 100, 2000)
    rows = np.frombuffer(records, "<i4").reshape(100, -1)
    columns = made.columns.index
    won = sum(rows[i, columns(f"winner.{seat}")] for i in range(100) for seat in [-i % 2])

    assert won > 85
    assert [64, 256] == [point["games"] for point in trained.training["curve"]]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bot() -> None:
    """On one thread or two; another seed gives another bot."""
    one = train(course(games=128), jobs=1)

    assert one == train(course(games=128), jobs=2)
    assert one.mind != train(course(games=128, seed=4), jobs=2).mind


@pytest.mark.slow
def test_training_goes_on(trained: Trained) -> None:
    """A bot that is trained further keeps what it knows and adds to its record."""
    more = train(course(games=64), trained, jobs=2)

    assert [320, 5] == [more.training["games"], more.training["generations"]]
    assert trained.training["curve"] == more.training["curve"][:-1]
    changed = np.array(more.mind.weights) - np.array(trained.mind.weights)
    assert 0 < np.abs(changed).mean() < 200  # of 4096 for a whole


@pytest.mark.slow
def test_players_who_win_together_learn_to_hurry() -> None:
    """In the solo game a win is worth less with every turn; against others it is not."""
    alone = train(Course(game("en-capstone", "solo"), 1, games=32, generation=32), jobs=2)

    assert 0 < alone.training["hurry"] < 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "variants", "players"),
    [("en-capstone", ("nasty",), 3), ("traitor", (), 4), ("objectives", (), 2)],
)
@pytest.mark.parametrize("name", ["bot.json", "mcts:bot.json"])
def test_it_knows_only_what_a_player_may_know(
    ruleset: str, variants: tuple[str, ...], players: int, name: str
) -> None:
    """Hidden cards, secrets and dice to come may be any others: the choice stays, and is legal."""
    one = game(ruleset, *variants)
    features = Features(one.program(players))
    chance = random.Random(1)
    weights = [chance.randrange(-500, 500) for _ in range(features.mind_size)]
    mind = Trained(Mind(features.fingerprint, tuple(weights)), {})
    file = BotFile("bot.json", one.name, one.hash, {players: mind})
    state = one.start(players, 17)
    seen = 0
    while not state.is_over and seen < 5:
        if len(state.options) > 1 and chance.random() < 0.1:
            twin = imagine(state, chance)
            chosen = TrainedBot(name, file, seen).choose(state)
            assert chosen.option == TrainedBot(name, file, seen).choose(twin).option
            assert chosen.option in state.options
            seen += 1
        state = state.play(chance.choice(state.options))
    assert 5 == seen


def test_native_code_has_room_for_what_it_computes(features: Features):
    """For three minds; eight spells have a cost each; without a mind, nothing is computed."""
    program = game("en-capstone").program(2)
    found = areas(program, 3)

    assert 3 * features.mind_size == found["minds"]
    assert features.most_seen == found["seen_feature"] == found["seen_amount"]
    assert 8 == found["spell_cost"]
    # From -12 to 12 in steps of a thirty-second, and one more at either end.
    assert 24 * 32 + 2 == found["likely"]
    assert 1 == found["mind"] == found["seen_size"]
    assert {} == areas(program, 0)
