"""Games and states in other processes: they are pickled small and continue with the same rules."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wtrules.editions.compare import diff
from wtrules.editions.sides import SideError
from wtrules.game import load as loading
from wtrules.game.game import Game, State
from wtrules.game.load import RulesetError, load
from wtrules.game.playthrough import History
from wtrules.game.recipe import RulesChanged
from wtrules.position.faults import BadPosition
from wtrules.resources import rulesets_folder
from wtrules.source import SourceFile

ROOT = Path(rulesets_folder()).parent
FLAT = "ruleset flat {\n  extends low\n  override board.capacity = 3\n}\n"
LOW = "ruleset low {\n  extends en-capstone\n  override hand.size = 2\n}\n"


def forget() -> None:
    """Forget all games, as a process that has not made any."""
    loading._LOADED.clear()
    loading._RESTORED.clear()


@pytest.fixture(autouse=True)
def fresh() -> None:
    """Let every test start as a process that has unpickled nothing."""
    forget()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a house rule that extends another one beside it."""
    (tmp_path / "flat.wtr").write_text(FLAT, "utf-8")
    (tmp_path / "low.wtr").write_text(LOW, "utf-8")
    return tmp_path


def elsewhere(pickled: bytes, folder: Path) -> str:
    """Return the line and hash of a pickled state in a new process, which runs in *folder*."""
    code = "import pickle, sys; s = pickle.load(sys.stdin.buffer); print(s, s.game.hash, hash(s))"
    result = subprocess.run(
        [sys.executable, "-c", code],
        input=pickled,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    return (result.stdout or result.stderr).decode().strip()


def played(game: Game, players: int = 2, number: int = 5) -> State:
    """Return a state a few moves into a game."""
    state = game.start(players, seed=3)
    for _ in range(number):
        state = state.play(state.options[0])
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "variants", "assume"),
    [
        ("en-capstone", (), {}),
        ("de-abacus-24+nasty", (), {"amb.lock.own": "b"}),
        ("en-capstone", ("team",), {}),
        ("friday", (), {}),
        ("flat.wtr", (), {}),
        ("flat", (), {}),
        (Path("flat.wtr"), ("nasty",), {}),
        (SourceFile("mine.wtr", FLAT), (), {}),
    ],
    ids=str,
)
def test_a_state_continues_in_another_process_and_folder(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    ruleset: str | Path | SourceFile,
    variants: tuple[str, ...],
    assume: dict[str, str],
):
    """A name, a path seen from this folder, and a text mean the same rules everywhere."""
    monkeypatch.chdir(folder)
    game = load(ruleset, variants, assume)
    monkeypatch.chdir("/")
    state = played(game, players=4)
    pickled = pickle.dumps(state)

    (folder / "else").mkdir()
    (folder / "else" / "en-capstone.wtr").write_text(LOW, "utf-8")  # not what is meant
    assert f"{state} {game.hash} {hash(state)}" == elsewhere(pickled, folder / "else")


def test_an_unpickled_state_is_equal(folder: Path):
    """It has the same value and hash, and plays the same."""
    state = played(load(folder / "flat.wtr"))
    pickled = pickle.dumps(state)
    forget()
    back = pickle.loads(pickled)

    assert state.game is not back.game
    assert (state, state.game, hash(state)) == (back, back.game, hash(back))
    assert hash(state.game) == hash(back.game)
    assert state.play(state.options[-1]) == back.play(state.options[-1])
    assert list(state.legal_moves) == list(back.legal_moves)


def test_a_pickle_is_small():
    """A state is its numbers and the name of its rules; many states name the rules once."""
    game = load("en-capstone")
    states = [game.start(2, seed) for seed in range(50)]

    assert len(pickle.dumps(states[0])) < 2_000
    assert len(pickle.dumps(states)) < 50 * 1_200


def test_many_states_need_one_game(monkeypatch: pytest.MonkeyPatch):
    """However the states arrive, one by one or together, their rules are read once."""
    game = load("en-capstone")
    pickles = [pickle.dumps(game.start(players, seed=1)) for players in (2, 3, 2, 3)]
    forget()
    made: list[object] = []
    read = loading.load_opened
    monkeypatch.setattr(loading, "load_opened", lambda *x: made.append(x) or read(*x))

    games = {id(pickle.loads(pickled).game) for pickled in pickles}

    assert 1 == len(made) == len(games)


def test_the_process_that_pickles_keeps_its_game():
    """A state that comes back from a worker belongs to the game it was sent from."""
    state = load("en-capstone").start(2)

    assert state.game is pickle.loads(pickle.dumps(state)).game


def test_changed_rules_are_reported(folder: Path):
    """A state never continues with other rules; layout and comments do not count."""
    pickled = pickle.dumps(played(load(folder / "flat.wtr")))
    forget()
    (folder / "flat.wtr").write_text("# a comment\n" + FLAT, "utf-8")
    pickle.loads(pickled)

    forget()
    (folder / "low.wtr").write_text(LOW.replace("2", "4"), "utf-8")
    with pytest.raises(RulesChanged, match=r"rules of flat .*flat\.wtr\) have changed since"):
        pickle.loads(pickled)


def test_rules_in_another_order_are_reported(folder: Path):
    """They play alike and have the same hash, but the numbers of a state mean something else."""
    one, two = "memory cold = 1", "memory damp = 2"
    rule = "rule dry { on turn ends when cold > damp set cold = damp set damp = cold }"
    path, text = folder / "two.wtr", "ruleset two {{ extends en-capstone {} {} {} }}"
    path.write_text(text.format(one, two, rule), "utf-8")
    game = load(path)
    pickled = pickle.dumps(played(game))
    forget()
    path.write_text(text.format(two, one, rule), "utf-8")

    assert game.hash == load(path).hash
    assert game != load(path)
    with pytest.raises(RulesChanged, match=r"two\.wtr\) are in another order"):
        pickle.loads(pickled)


def test_a_missing_rule_file_is_reported(folder: Path):
    """The message names the file."""
    pickled = pickle.dumps(played(load(folder / "flat.wtr")))
    forget()
    (folder / "flat.wtr").unlink()

    with pytest.raises(RulesetError, match=r"flat\.wtr"):
        pickle.loads(pickled)


def test_another_version_is_reported(monkeypatch: pytest.MonkeyPatch):
    """Between versions the numbers of a state may mean something else."""
    pickled = pickle.dumps(load("en-capstone").start(2))
    monkeypatch.setattr(loading, "__version__", "99.0")

    with pytest.raises(RulesChanged, match=r"this is wtrules 99\.0"):
        pickle.loads(pickled)


def test_a_game_in_parts_cannot_be_pickled():
    """A game that was not loaded has no recipe, and says so."""
    game = Game(load("en-capstone").compilation)

    with pytest.raises(TypeError, match=r"not made by `wtrules\.load`"):
        pickle.dumps(game)


def test_moves_and_decisions_are_pickled(folder: Path):
    """They are small too, because they hold no rules but those of their state."""
    state = played(load(folder / "flat.wtr"))
    moves, decision = pickle.loads(pickle.dumps((state.legal_moves, state.decision)))

    assert list(state.legal_moves) == list(moves) == list(decision.moves)
    assert state.decision == decision
    assert state.decision is not None
    assert state.decision.question("de") == decision.question("de")
    assert len(pickle.dumps(state.decision)) < 3_000


def test_a_history_is_pickled():
    """A whole game in progress, with its moves and results."""
    history = History.begin(load("en-capstone"), 2, seed=1)
    for _ in range(4):
        history.play(history.state.legal_moves[0])
    back = pickle.loads(pickle.dumps(history))

    assert (history.moves, history.states) == (back.moves, back.states)


def test_a_copy_is_equal_and_apart():
    """Copies share the game and nothing else."""
    state = played(load("en-capstone"))
    for other in (copy.copy(state), copy.deepcopy(state), copy.deepcopy([state])[0]):
        assert state == other
        assert hash(state) == hash(other)
        assert state.game is other.game
        assert state.data is not other.data


def _misspelt() -> None:
    load(SourceFile("odd.wtr", "ruleset odd { extends en-capston }"))


def _misplaced() -> None:
    load("en-capstone").position("K/R b flasks=6.0.0,6.0.0")


def _missing() -> None:
    diff("nobody-wrote-this")


@pytest.mark.parametrize(
    ("fails", "fault"),
    [(_misspelt, RulesetError), (_misplaced, BadPosition), (_missing, SideError)],
)
def test_errors_reach_the_process_that_waits(fails: Callable[[], None], fault: type[Exception]):
    """An error of a worker arrives whole; a pool would hang if it could not be unpickled."""
    with pytest.raises(fault) as caught:
        fails()
    back = pickle.loads(pickle.dumps(caught.value))

    assert str(caught.value) == str(back)
    assert vars(caught.value) == vars(back)


def _first_moves(state: State) -> list[str]:
    return [move.text for move in state.legal_moves]


@pytest.mark.slow
@pytest.mark.parametrize(
    "method", [x for x in ("spawn", "fork") if x in multiprocessing.get_all_start_methods()]
)
def test_a_pool_plays(method: str, monkeypatch: pytest.MonkeyPatch):
    """States go to workers and come back as moves and states."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    states = [load("en-capstone").start(2, seed) for seed in range(3)]
    with multiprocessing.get_context(method).Pool(1) as pool:
        again = pool.map(copy.copy, states)

    assert states == again
    assert [_first_moves(state) for state in states] == [_first_moves(state) for state in again]
