"""The board drawn in a terminal."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from wtrules.board.boardtext import parse_board
from wtrules.board.draw import display_width, draw
from wtrules.board.pieces import Board, Stack, Tower

START = "K/Rbyr/Nbyr/Rbyr/Nby/Rr/N/R/N/R/./././././."
NAMES = dict(zip("byrgop", ["blue", "yellow", "red", "green", "orange", "purple"], strict=True))
CODE = re.compile(r"\x1b\[[0-9;]*m")


def read(text: str) -> Board:
    board = parse_board(text, "byrgop", None)
    assert isinstance(board, Board), board
    return board


def picture(
    text: str,
    *,
    colour: bool = False,
    width: int = 80,
    shields: Collection[int] = (0, 4, 8, 12),
    names: Mapping[str, str] | None = None,
    show_hidden: bool = False,
    marks: Mapping[int, str] | None = None,
) -> str:
    return draw(
        read(text),
        colour=colour,
        width=width,
        ground_shields=shields,
        letters="byrgop",
        names=names,
        show_hidden=show_hidden,
        marks=marks,
    )


def lines(expected: str) -> str:
    return dedent(expected).strip("\n")


def test_start() -> None:
    """A three-player game starts with the castle on s0 and a tower on each of the next nine."""
    expected = """
    ┌ s0 ◆ ───────┬ s1 ── ▸from ┬ s2 ─────────┬ s3 ─────────┬ s4 ◆ ── ▸to ┐
    │  █▄█▄█▄█▄█  │     byr     │     byr     │     byr     │     by      │
    │  ████K████  │  ▐░░░◆░░░▌  │  ▐░░░░░░░▌  │  ▐░░░◆░░░▌  │  ▐░░░░░░░▌  │
    ├ s15 ────────┼─────────────┴─────────────┴─────────────┼ s5 ─────────┤
    │             │                                         │      r      │
    │             │                                         │  ▐░░░◆░░░▌  │
    ├ s14 ────────┤                                         ├ s6 ─────────┤
    │             │   b blue   y yellow   r red   g green   │             │
    │             │           o orange   p purple           │  ▐░░░░░░░▌  │
    ├ s13 ────────┤                                         ├ s7 ─────────┤
    │             │                                         │             │
    │             │                                         │  ▐░░░◆░░░▌  │
    ├ s12 ◆ ──────┼ s11 ────────┬ s10 ────────┬ s9 ─────────┼ s8 ◆ ───────┤
    │             │             │             │             │             │
    │             │             │             │  ▐░░░◆░░░▌  │  ▐░░░░░░░▌  │
    └─────────────┴─────────────┴─────────────┴─────────────┴─────────────┘
    """
    assert lines(expected) == picture(START, names=NAMES, marks={1: "from", 4: "to"})


def test_hidden_wizards_stay_hidden() -> None:
    """Who is under a tower does not show, nor that anyone is."""
    expected = """
    ┌ s0 ◆ ───────┬ s1 ─────────┐
    │  █▄█▄█▄█▄█  │             │
    │  ████K████  │             │
    │ 2▐░░░◆░░░▌  │             │
    │ 1▐░░░░░░░▌  │             │
    ├ s3 ─────────┼ s2 ─────────┤
    │ 2▐░░░░░░░▌  │             │
    │ 1▐░░░◆░░░▌  │   byrgop    │
    └─────────────┴─────────────┘
    """
    assert lines(expected) == picture("bNyyRK/./byrgop/RbN")
    assert lines(expected) == picture("NRK/./byrgop/RN")


def test_hidden_wizards_on_request() -> None:
    """With perfect memory every wizard is written inside the tower that covers it."""
    expected = """
    ┌ s0 ◆ ───────┬ s1 ─────────┐
    │  █▄█▄█▄█▄█  │             │
    │  ████K████  │             │
    │ 2▐yy░░░░◆▌  │             │
    │ 1▐b░░░░░░▌  │             │
    ├ s3 ─────────┼ s2 ─────────┤
    │ 2▐b░░░░░░▌  │      g      │
    │ 1▐░░░◆░░░▌  │  ▐byrgop◆▌  │
    └─────────────┴─────────────┘
    """
    assert lines(expected) == picture("bNyyRK/./byrgopRg/RbN", show_hidden=True)


def test_odd_ring() -> None:
    """A ring of five spaces leaves one corner of its walk open."""
    expected = """
    ┌ s0 ◆ ───────┬ s1 ─────────┬ s2 ─────────┐
    │  █▄█▄█▄█▄█  │             │      b      │
    │  ████K████  │             │  ▐░░░◆░░░▌  │
    └─────────────┼ s4 ─────────┼ s3 ─────────┤
                  │             │             │
                  │             │  ▐░░░░░░░▌  │
                  └─────────────┴─────────────┘
    """
    assert lines(expected) == picture("K/./Rb/yN/.", shields=[0])


def test_list_in_a_narrow_terminal() -> None:
    """Without room for a ring there is a line for each space."""
    expected = """
    s0 ◆ ▐░▌▐◆▌ castle
    s1
    s2   byrgop ▸x
    s3   ▐◆▌▐░▌
    s4   ▐░▌ y
    b blue
    """
    assert lines(expected) == picture(
        "bNyyRK/./byrgop/RbN/Ny", width=20, shields=[0], marks={2: "x"}, names={"b": "blue"}
    )


def test_stack_of_nine_and_the_castle() -> None:
    """All nine towers may end on one space, each with its level, under the castle."""
    drawn = picture("NRNRNRNRRK" + "/." * 15).splitlines()
    cell = [line[1:14] for line in drawn[1:12]]
    assert ["  █▄█▄█▄█▄█  ", "  ████K████  ", " 9▐░░░◆░░░▌  "] == cell[:3]
    assert [str(level) for level in range(9, 0, -1)] == [line[1] for line in cell[2:]]


def test_all_towers_on_one_space(snapshot: SnapshotAssertion) -> None:
    """A row of the ring is as high as its highest stack."""
    text = "byrNRNbRNRNRRK" + "/." * 7 + "/Ryy/bbN/byrgop" + "/." * 5
    assert snapshot == picture(text, names=NAMES)


def test_twenty_spaces(snapshot: SnapshotAssertion) -> None:
    """A house rule may have a longer ring."""
    text = "K/Rbyr/Nbyr/RbyrN/Nby/Rr/N/R/NRg/R/./p/./o/./bg/././y/."
    assert snapshot == picture(text, names=NAMES)


def test_long_mark_is_told_below() -> None:
    """A mark too long for its space is cut there and written in full under the ring."""
    drawn = picture(START, marks={4: "second of two ways to go"}).splitlines()
    assert drawn[0].endswith("s4 ◆  ▸sec… ┐")
    assert "s4 ▸second of two ways to go" == drawn[-1]


def test_key_below_when_the_middle_is_full() -> None:
    """A small ring has its key underneath."""
    assert "b blue   y yellow" in picture("K/./b/y", names=NAMES).splitlines()[-1]


def test_control_signs_are_not_printed() -> None:
    """A mark or a name from a stranger cannot steer the terminal."""
    drawn = picture(START, marks={3: "\x1b[2Jx\n"}, names={"b": "\x07blue\x1b"})
    assert not {"\x1b", "\x07"} & set(drawn)


def test_colour_changes_nothing_but_the_colour() -> None:
    """Without its colours the coloured drawing is the plain one, letter for letter."""
    plain = picture(START, names=NAMES, marks={2: "here"})
    coloured = picture(START, names=NAMES, marks={2: "here"}, colour=True)
    assert plain != coloured
    assert plain == "\n".join(line.rstrip() for line in CODE.sub("", coloured).splitlines())


towers = st.builds(Tower, st.booleans(), st.text("byrgop", max_size=15))
stacks = st.builds(
    Stack, st.text("byrgop", max_size=15), st.lists(towers, max_size=9).map(tuple), st.booleans()
)


@pytest.mark.slow
@settings(deadline=None)
@given(
    st.lists(stacks, min_size=1, max_size=64),
    st.integers(0, 130),
    st.booleans(),
    st.booleans(),
    st.dictionaries(st.integers(0, 64), st.text(max_size=20), max_size=3),
)
def test_any_board(
    spaces: list[Stack], width: int, colour: bool, hidden: bool, marks: dict[int, str]
) -> None:
    """Every ring is drawn straight and names each space and every wizard in view once."""
    board = Board(tuple(spaces))
    drawn = draw(
        board,
        colour=colour,
        width=width,
        ground_shields=(0, 3),
        letters="byrgop",
        show_hidden=hidden,
        marks=marks,
    )
    rows = CODE.sub("", drawn).splitlines()
    if rows[0].startswith("┌"):
        ring = [row for row in rows if row[0] in "┌│├└ "]
        assert len({display_width(row) for row in ring}) == 1
        assert display_width(ring[0]) <= width
    if not marks:
        shown = board.wizards if hidden else Counter("".join(stack.top for stack in board.spaces))
        text = re.sub(r"castle|s\d+", "", "".join(rows))
        assert shown == {letter: n for letter in "byrgop" if (n := text.count(letter))}
        for space in range(len(spaces)):
            assert re.search(rf"\bs{space}\b", "\n".join(rows))


@pytest.mark.parametrize("spaces", [4, 6, 7, 16, 20, 33, 64])
def test_clockwise(spaces: int) -> None:
    """The spaces run to the right along the top, and each has its neighbours next to it."""
    drawn = picture("/".join("." * spaces), shields=())
    at = {}
    for row, line in enumerate(drawn.splitlines()):
        for found in re.finditer(r"s(\d+)", line):
            at[int(found[1])] = (row, found.start())
    assert list(range(spaces)) == sorted(at)
    assert at[0][0] == at[1][0]
    assert at[0][1] < at[1][1]
    for space in range(spaces - 1):
        assert at[space][0] == at[space + 1][0] or at[space][1] == at[space + 1][1]


def test_lines_in_the_middle_of_the_ring():
    """A table is written into the ring if it fits, else below it, its columns in line."""
    lines = [[("", "     home")], [("b", "You  0/4")]]
    inside = draw(read(START), colour=False, ground_shields=(), letters="byr", middle=[lines])
    narrow = draw(
        read(START), colour=False, width=60, ground_shields=(), letters="byr", middle=[lines * 6]
    )

    [head, row] = [line for line in inside.splitlines() if "home" in line or "You" in line]
    assert head.index("home") == row.index("0/4")
    assert "└" in inside.splitlines()[-1]
    assert "b You  0/4" == narrow.splitlines()[-1]


def test_of_several_tables_the_first_that_fits_is_in_the_ring():
    """A low terminal gets the short one, with two players in a line; a high one the long one."""
    long = [[(letter, "0/4")] for letter in "byrbyr"]
    short = [[("b", "0/4"), ("y", "0/4")]] * 3
    low, high = (
        draw(
            read(START),
            colour=False,
            ground_shields=(),
            letters="byr",
            middle=[long, short],
            height=height,
        ).splitlines()
        for height in (16, 40)
    )

    assert 3 == sum("b 0/4   y 0/4" in line for line in low)
    assert (13, 16) == (len(low), len(high))
    assert 6 == sum("0/4" in line for line in high)


def test_a_key_too_long_for_the_ring_leaves_the_table_inside():
    """Each of them is where there is room for it."""
    pieces = {letter: f"a rather long name for {letter}" for letter in "ACDEFGHIJL"}
    drawn = draw(
        read(START),
        colour=False,
        ground_shields=(),
        letters="byr",
        pieces=pieces,
        middle=[[[("b", "You  0/4")]]],
    ).splitlines()

    assert any("│" in line and "b You  0/4" in line for line in drawn)
    assert "J a rather long name for J" in drawn[-1]


def test_a_low_terminal_gets_a_wide_ring():
    """Five columns and five rows take 16 lines; six columns and four rows 13."""
    made = [
        draw(
            read("K/" + "./" * 14 + "."),
            colour=False,
            ground_shields=(),
            letters="b",
            height=height,
        )
        for height in (18, 16)
    ]

    assert [16, 13] == [len(picture.splitlines()) for picture in made]
