"""The arrows of a strip: where a curve is highest, and where its middle is."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wtrules.board.strip import _Way

NUMBERS = st.integers(-500, 500)


def middle(course: str) -> tuple[float, float]:
    """Return the middle of a path with one curve, halfway between the halves of its points."""
    xs, ys = (
        [float(number) for number in re.findall(r"-?[\d.]+", course)[start::2]] for start in (0, 1)
    )
    return tuple((one + 3 * two + 3 * three + four) / 8 for one, two, three, four in (xs, ys))  # type: ignore[return-value]


@given(x1=NUMBERS, y1=NUMBERS, x2=NUMBERS, y2=NUMBERS, apex=NUMBERS)
def test_what_is_written_on_an_arrow_is_on_it(x1: int, y1: int, x2: int, y2: int, apex: int):
    """The middle is that of the curve, also of a loop; a mark without an end is its own middle."""
    for is_loop in (False, True):
        way = _Way((1,), (x1, y1), (x2, y2), apex, is_loop)
        assert middle(way.course) == pytest.approx(way.middle, abs=0.2)
    assert (x1, y1) == _Way((1,), (x1, y1), None, apex).middle


@given(x1=NUMBERS, x2=NUMBERS, y=NUMBERS, apex=NUMBERS)
def test_a_curve_reaches_its_highest_point(x1: int, x2: int, y: int, apex: int):
    """Between places of the same height, the middle is as high as it was to be."""
    assert ((x1 + x2) / 2, apex) == pytest.approx(_Way((1,), (x1, y), (x2, y), apex).middle)


def test_an_arrow_points_down_and_that_of_a_loop_aside():
    """A loop comes back from the right."""
    assert 90 == _Way((1,), (0, 0), (9, 0), -5).turn
    assert 150 == _Way((1,), (0, 0), (0, 0), -5, is_loop=True).turn
