"""How many positions the slower back end looks at before the faster one takes over."""

from pathlib import Path

import pytest

from wtrules.game.load import load
from wtrules.game.perft import _reference, _TooManyError

SMALL = Path(__file__).parents[1] / "fuzz" / "small.wtr"


def test_as_many_as_are_allowed():
    """The limit itself is no more than allowed."""
    state = load(SMALL).start(2, seed=1)
    first = len(state.options)
    count = _reference(state, None)(state.data[:], state.options, 2)

    assert count == _reference(state, first)(state.data[:], state.options, 2)
    with pytest.raises(_TooManyError):
        _reference(state, first - 1)(state.data[:], state.options, 2)
    assert first == _reference(state, 0)(state.data[:], state.options, 1)
    assert 1 == _reference(state, 0)(state.data[:], state.options, 0)
