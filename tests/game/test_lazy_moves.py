"""Moves are made when they are asked for, and are values like any other."""

from __future__ import annotations

import copy
import pickle

import pytest

from wtrules.game.game import State
from wtrules.game.load import load
from wtrules.game.view import View


@pytest.fixture(scope="module")
def state() -> State:
    return load("en-capstone").start(2, seed=4)


def test_no_text_is_made_before_it_is_asked_for(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Choosing and playing moves describes none of them."""

    def refuse(view: View, option: int) -> tuple[str, str]:
        raise AssertionError("described")

    monkeypatch.setattr(View, "_describe", refuse)
    for _ in range(50):
        state = state.play(state.legal_moves[len(state.legal_moves) // 2])
    with pytest.raises(AssertionError, match="described"):
        _ = state.legal_moves[0].text


def test_moves_are_values(state: State) -> None:
    """The same option of the same position is the same move, however it was got."""
    moves = load("en-capstone").start(2, seed=4).legal_moves
    alone, listed = moves[-1], list(moves)[-1]
    assert alone is not listed
    assert (alone, hash(alone), repr(alone)) == (listed, hash(listed), repr(listed))
    assert (
        alone == state.move(alone.option) == copy.copy(alone) == pickle.loads(pickle.dumps(alone))
    )
    assert alone != moves[0]
    assert alone != alone.option
    assert alone in moves
    assert alone.text in moves
    assert moves[:2] == tuple(moves)[:2]
    with pytest.raises(IndexError):
        moves[len(moves)]
    with pytest.raises(AttributeError):
        alone.option = 3  # type: ignore[misc]


def test_a_described_move_forgets_its_position(state: State) -> None:
    """A move that is kept does not keep the position it was made for."""
    move = load("en-capstone").start(2, seed=4).legal_moves[0]
    text = move.text
    assert not isinstance(getattr(move._describe, "__self__", None), View)
    assert text == str(move)
