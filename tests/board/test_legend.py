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


PIECES = {"D": "dragon", "E": "elephant", "F": "frog"}


def texts_of(drawn: str) -> list[tuple[float, float, str]]:
    """Return where the middle of each text is, and what it says; letters stand a third above their line."""
    found = re.findall(
        r'<text x="([-\d.]+)" y="([-\d.]+)"[^>]* font-size="([\d.]+)"[^>]*>([^<]+)<', drawn
    )
    return [(float(x), float(y) - 0.35 * float(size), words) for x, y, size, words in found]


def test_the_legend_is_in_the_middle():
    """As much of it is above the middle of the ring as below, and its rows are evenly spaced."""
    drawn = "".join(svg._legend("abcd efgh", 240.0, PIECES))
    heading, *names = texts_of(drawn)

    assert ["abcd efgh", "dragon", "elephant", "frog"] == [heading[2], *(row[2] for row in names)]
    assert 0 == heading[0]
    first, second, third = (y for _, y, _ in names)
    assert second - first == pytest.approx(third - second) == 38
    line = 26 * 1.3  # letters are no larger than 26, however wide the middle is
    assert heading[1] - line / 2 == pytest.approx(-(third + 38 / 2))
    assert first - heading[1] == pytest.approx((line + 38) / 2)


def test_the_names_of_pieces_are_as_wide_to_the_left_as_to_the_right():
    """The figure of 36 and the longest name, about 9.5 for each letter, are in the middle together."""
    drawn = "".join(svg._legend("", 240.0, PIECES))
    left = {x - 36 for x, _, _ in texts_of(drawn)}
    assert {-(36 + len("elephant") * 9.5) / 2} == left
    figures = re.findall(r'href="#([^"]+)" transform="translate\(([-\d.]+) ([-\d.]+)\)', drawn)
    assert [float(x) for _, x, _ in figures] == pytest.approx([min(left) + 14] * 3)
    below = [
        float(y) - text for (_, _, y), (_, text, _) in zip(figures, texts_of(drawn), strict=True)
    ]
    assert below == pytest.approx([17] * 3)
    assert 3 == len({name for name, _, _ in figures})


@pytest.mark.parametrize(
    ("inside", "rows"), [(30.0, 0), (40.0, 1), (80.0, 2), (115.0, 3), (400.0, 3)]
)
def test_only_rows_that_fit_are_drawn(inside: float, rows: int):
    """A row is 38 high; a heading without words takes no room."""
    assert rows == len(texts_of("".join(svg._legend("", inside, PIECES))))
