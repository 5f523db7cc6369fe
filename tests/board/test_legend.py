"""What is written in the middle of the ring."""

import re

import pytest

from wtrules.board import svg


@pytest.mark.parametrize(
    ("inside", "lines"),
    [
        (20.0, ["abcd", "efgh"]),  # room for 4 letters, but at least 8 are written in a line
        (60.0, ["abcd efgh"]),  # 60 * 1.5 / (0.65 * 11) = 12 letters
    ],
)
def test_a_heading_is_broken_into_lines(inside: float, lines: list[str]):
    """A narrow middle has short lines, but words are not broken into pieces."""
    drawn = "".join(svg._legend("abcd efgh", inside, {}))
    assert lines == re.findall(r">([^<>]+)<", drawn)
