"""Arithmetic with intervals."""

import operator
from itertools import product

import pytest

from wtrules.intervals import ANY, HUGE, NATURAL, Span, calculated

_OPERATIONS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "min": min,
    "max": max,
}
_SPANS = [(low, high) for low in range(-3, 4) for high in range(low, 4)]


@pytest.mark.parametrize("op", _OPERATIONS)
def test_no_result_is_outside(op: str):
    """Every result of numbers in two intervals is in the interval of the results; of sums, the ends too."""
    for first, second in product(_SPANS, _SPANS):
        pairs = product(range(first[0], first[1] + 1), range(second[0], second[1] + 1))
        results = [_OPERATIONS[op](x, y) for x, y in pairs if y or op not in ("//", "%")]
        low, high = calculated(op, first, second)

        assert all(low <= result <= high for result in results)
        if op in ("+", "-", "*", "min", "max"):
            assert (min(results), max(results)) == (low, high)


@pytest.mark.parametrize(
    ("op", "first", "second", "expected"),
    [
        ("+", NATURAL, (1, 1), (1, HUGE)),
        ("-", (3, 3), NATURAL, (3 - HUGE, 3)),
        ("*", NATURAL, NATURAL, NATURAL),
        ("//", (0, 10), (0, 3), ANY),  # nobody can divide by 0
        ("%", ANY, (4, 4), (0, 3)),
    ],
)
def test_without_bounds(op: str, first: Span, second: Span, expected: Span):
    """What has no bound on one side stays without one there, or nearly."""
    assert expected == calculated(op, first, second)


def test_one_number():
    """A minus sign turns an interval round."""
    assert (-5, 2) == calculated("-", (-2, 5))
