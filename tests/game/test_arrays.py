"""Many games as arrays: the same moves as one by one, and nothing that a seat does not know."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import numpy
import pytest

from tests.game.test_secrets import HOUSES, positions
from tests.game.test_secrets import game as house
from tests.modes import EDITIONS, modes
from tests.sampling import sampled
from wtrules.backends import actions
from wtrules.backends.actions import ActionSpace, NoSuchAction, TooManyActions
from wtrules.backends.batch_games import Rows
from wtrules.backends.native import Native
from wtrules.backends.reference import EndlessPlay
from wtrules.backends.vectors import VERSION
from wtrules.backends.wasm.layout import MOST_BYTES
from wtrules.game.arrays import Games
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.game.moves import IllegalMove
from wtrules.program.limits import MOST_OPTIONS
from wtrules.source import SourceFile

EXAMPLES = sorted(path.stem for path in Path("examples").glob("*.wtr"))
MODES = [(edition, mode) for edition in EDITIONS for mode in modes(edition)]


@cache
def capstone() -> Game:
    return load("en-capstone")


def play_on(games: Games, steps: int) -> None:
    """Play at random."""
    for number in range(steps):
        games.step(games.sample(number))


def play_in_lockstep(game: Game, players: int, steps: int = 40, seed: int = 5) -> None:
    """Play the same random games as arrays and one by one, and compare all that can be seen."""
    games = Games(game, 3, players=players, seed=seed)
    states = [game.start(players, seed + i) for i in range(3)]
    for number in range(steps):
        for i, state in enumerate(states):
            first = games.starts[i]
            assert state.actions == games.legal[first : first + games.counts[i]].tolist()
            assert state.mask == games.mask[i].tobytes()
            assert state.to_act == games.seats[i]
            assert (
                state.observation(state.to_act).vector().tolist() == games.observations[i].tolist()
            )
        if number % 8 == 0:
            for seat in range(players):
                for state, seen in zip(states, games.observe(seat), strict=True):
                    assert state.observation(seat).vector().tolist() == seen.tolist()
        chosen = games.sample(number).tolist()
        games.step(chosen)
        for i, action in enumerate(chosen):
            after = states[i].play_action(action)
            assert after.is_over == games.done[i]
            wins = (
                [1 if q in after.result.winners else -1 for q in range(players)]
                if after.result
                else []
            )
            assert (wins or [0] * players) == games.rewards[i].tolist()
            states[i] = game.start(players, int(games.seeds[i])) if after.is_over else after
    assert states == [games.state(i) for i in range(3)]


@pytest.mark.parametrize("example", sampled(EXAMPLES, 3))
def test_every_house_rule_plays_as_arrays(example: str) -> None:
    """No option is without a number, and both back ends see the same, whatever a house rule adds."""
    game = load(example)
    play_in_lockstep(game, game.players[-(EXAMPLES.index(example) % 2)])


@pytest.mark.parametrize("way", sampled(MODES, 2), ids=lambda way: "+".join((way[0], *way[1])))
def test_every_mode_plays_as_arrays(way: tuple[str, tuple[str, ...]]) -> None:
    """Solo, cooperative, in teams, with other spells: the same moves."""
    game = load(*way)
    play_in_lockstep(game, random.Random(str(way)).choice(game.players))


@pytest.mark.parametrize("name", sampled(HOUSES, 2))
def test_secrets_stay_out_of_the_vectors(name: str) -> None:
    """Positions that differ only in what a seat does not know have the same vector in both back ends."""
    game = house(HOUSES[name])
    play_in_lockstep(game, 3)
    games = Games(game, 2, players=3, mask=False)
    differ = 0
    for number, state in enumerate(positions(HOUSES[name], 12)):
        for seat in range(3):
            twin = state.observation(seat).determinize(random.Random(number))
            differ += twin.data != state.data
            assert state.observation(seat).vector() == twin.observation(seat).vector()
            games.put(0, state)
            games.put(1, twin)
            assert numpy.array_equal(*games.observe(seat))
    assert differ > 20


@pytest.mark.slow
def test_games_to_their_ends() -> None:
    """A game that ends begins again with the next seed of its row; each is the game of its seed."""
    game = load("first-home")
    play_in_lockstep(game, 2, steps=200)
    games = Games(game, 4, players=2, seed=[7, 1, 2**64 - 1, 3])
    ended = 0
    for number in range(300):
        games.step(games.sample(number))
        ended += int(games.done.sum())
        assert (games.rewards[games.done].sum(axis=1) == 0).all()  # one wins, one loses
        assert (games.rewards[~games.done] == 0).all()
    assert ended > 4
    assert {3, 1} == {seed % 4 for seed in games.seeds.tolist()}
    again = Games(game, 4, players=2, seed=[7, 1, 2**64 - 1, 3])
    play_on(again, 300)
    assert numpy.array_equal(games.observations, again.observations)


def test_games_that_stay_over() -> None:
    """Without a new beginning, a game that is over has no actions, and further ones are ignored."""
    games = Games(load("first-home"), 2, seed=1, auto_reset=False)
    while not games.done.all():
        games.step(games.sample(3))
    assert [0, 0] == games.counts.tolist()
    assert not games.mask.any()
    games.step([5, -1])
    assert [True, True] == games.done.tolist()
    games.reset(9, where=[False, True])
    assert games.counts[0] == 0 < games.counts[1]
    assert load("first-home").start(2, 10) == games.state(1)


def test_an_illegal_action_changes_nothing() -> None:
    """The first wrong action is named, and no game goes on."""
    games = Games(capstone(), 3, seed=1)
    before = [games.state(i) for i in range(3)]
    good = games.sample(1).copy()
    bad = good.copy()
    bad[1] = capstone().action_space(2).number(3, 0)  # the die has not been rolled
    with pytest.raises(IllegalMove, match=r"game 1: action .*, `accept`, is not legal here"):
        games.step(bad)
    with pytest.raises(IllegalMove, match="game 0: there is no action 12285; they are 0 to 12,284"):
        games.step([12_285, *good[1:]])
    assert before == [games.state(i) for i in range(3)]
    games.step(good)


@pytest.mark.slow
def test_bots_play_the_other_seats() -> None:
    """Only the seat without a bot is asked; good bots beat a random player."""
    games = Games(load("first-home"), 32, players=3, bots=["greedy", None, "random"], seed=1)
    wins = numpy.zeros(3)
    for number in range(120):
        assert (games.seats == 1).all()
        games.step(games.sample(number))
        wins += (games.rewards > 0).sum(axis=0)
    assert wins[0] > 2 * wins[1]
    with pytest.raises(ValueError, match="one seat at least must be yours"):
        Games(capstone(), 1, bots=["random", "random"])
    with pytest.raises(ValueError, match="no bot called 'clever'; there are random, greedy, mcts"):
        Games(capstone(), 1, bots=["clever"])


def test_more_legal_actions_than_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of legal actions grows when there is no room for another game."""
    usual = Games(capstone(), 40, seed=1)
    monkeypatch.setattr(Rows, "list_size", lambda self: 4 * MOST_OPTIONS + 4)
    small = Games(capstone(), 40, seed=1)
    for number in range(20):
        for games in (usual, small):
            games.step(games.sample(number))
        assert usual.legal.tolist() == small.legal.tolist()
        assert numpy.array_equal(usual.mask, small.mask)


def test_copies_where_there_are_no_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser, Python cannot see the memory of a module; the arrays are copied then."""
    usual = Games(capstone(), 5, seed=1)
    monkeypatch.setattr(Native, "view", lambda self, at, size: None)
    copied = Games(capstone(), 5, seed=1)
    for number in range(30):
        assert usual.sample(number).tolist() == copied.sample(number).tolist()
        usual.step(usual.sample(number))
        copied.step(copied.sample(number).copy())
        assert numpy.array_equal(usual.observations, copied.observations)
        assert numpy.array_equal(usual.mask, copied.mask)
        assert numpy.array_equal(usual.observe(0), copied.observe(0))


def test_too_many_games() -> None:
    """A batch that does not fit is refused, with what to do."""
    with pytest.raises(
        ValueError, match=f"MiB, and native code has {MOST_BYTES >> 20}: use fewer games"
    ):
        Games(capstone(), 50_000)
    with pytest.raises(ValueError, match="at least one game"):
        Games(capstone(), 0)


# --- actions and vectors ---


def test_every_action_has_one_number() -> None:
    """Counted by hand for two players, on 16 spaces with up to nine towers each."""
    space = capstone().action_space(2)
    wizards, towers = 16 * 10 * 2, 16 * 9
    apart = 16 * 15 * 36  # on two spaces, levels that add up to nine at most
    pairs = apart + 16 * 9 * 9
    spells = 3 * wizards + 3 * towers + pairs + 2 + 1
    assert spells + (23 + 1) + 2 + (wizards + towers) + wizards + towers == len(space)
    assert list(range(len(space))) == [space.number(*space.option(n)) for n in range(len(space))]
    assert len(space) == len({(action.decision, action.text) for action in space})
    assert "cast move_wizard wizard s0.2y" == space[5].text
    for wrong in ((1, 10**6), (0, 0), (99, 0)):
        with pytest.raises(NoSuchAction):
            space.number(*wrong)
    with pytest.raises(NoSuchAction, match="has actions 0 to 12,284, not -1"):
        space.option(-1)


def test_too_many_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision over too much at once has no fixed numbers; the message names it."""
    monkeypatch.setattr(actions, "MOST_ACTIONS", 20_000)
    with pytest.raises(
        TooManyActions, match=r"most of them in `spell.offer.may`; .* at most 20,000"
    ):
        len(ActionSpace(capstone().program(2)))


def test_a_vector_read_by_its_layout() -> None:
    """Every number has one meaning: a position written by hand is found again in the vector."""
    line = "K/Rby/N/./R/N/RNbbR/./N/R/./././././. b flasks=5.1.0,4.0.2 home=1,2 hands=w1.w1.t5,t1 pile=w3"
    state = capstone().position(line)
    layout = capstone().vector_layout(2)
    assert VERSION == layout.version == layout.to_json()["version"]
    assert [0, *(part.stop for part in layout.parts)] == [
        *(p.offset for p in layout.parts),
        layout.size,
    ]
    assert all(part.meaning and part.size for part in layout.parts)
    seen = numpy.asarray(state.observation(0).vector())
    assert numpy.int16 == seen.dtype
    cell = layout.take("cell", seen)
    assert (2, 16, 10) == cell.shape
    assert (1, 1, 2) == (cell[0, 1, 1], cell[1, 1, 1], cell[0, 6, 2])
    assert 4 == cell.sum()
    assert [0, 1, 1, 0, 1, 1, 3, 0, 1, 1, 0, 0, 0, 0, 0, 0] == layout.take("height", seen).tolist()
    shields = layout.take("shields", seen)
    assert [0, 4, 8, 12] == numpy.flatnonzero(shields[:, 0]).tolist()
    assert [0, 1, 0, 1] == shields[6, :4].tolist()
    assert ([5, 4], [1, 0], [0, 2]) == tuple(
        layout.take(n, seen).tolist() for n in ("empty", "full", "spent")
    )
    codes = [card.code for card in state.program.cards]
    hand = layout.take("hand", seen)
    assert {"w1": 2, "t5": 1} == {codes[i]: int(n) for i, n in enumerate(hand[0]) if n}
    assert not hand[1].any()
    other = layout.take("hand", numpy.asarray(state.observation(1).vector()))
    assert {"t1": 1} == {codes[i]: int(n) for i, n in enumerate(other[1]) if n}
    with pytest.raises(KeyError, match="no part of the vector is called 'rng'"):
        layout["rng"]


def test_a_state_is_an_array_of_integers() -> None:
    """Whatever the seed, the numbers of a state fit into 64 bits with a sign."""
    for seed in (0, 1, 2**63, 2**64 - 1):
        state = capstone().start(2, seed)
        assert numpy.int64 == numpy.asarray(state.data).dtype
        assert state == capstone().position(str(state))


def test_rules_that_never_ask_again() -> None:
    """The step in which a turn never ends is refused; after that, only new games can be played."""
    times = "".join(f"repeat {n} times {{ " for n in (90, 91, 92, 93, 94, 95))
    rules = f"rule r {{ on turn ends {times} do score 1 for active {'}' * 6} }}"
    game = load(SourceFile("odd.wtr", f"ruleset odd {{ extends en-capstone\n{rules}\n}}"))
    games = Games(game, 3, players=2, seed=1)
    with pytest.raises(EndlessPlay, match="odd: the rules never reach another decision"):
        play_on(games, 50)
    assert not games.mask.any()
    assert [0, 0, 0] == games.counts.tolist()
    games.reset(1)
    assert game.start(2, 2).actions == games.legal[games.starts[1] : games.starts[2]].tolist()
    assert games.mask.sum() == games.counts.sum()
