"""The board drawn for a page."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wtrules.board.boardtext import parse_board
from wtrules.board.pieces import Board, Stack, Tower
from wtrules.board.svg import svg

START = "K/Rbyr/Nbyr/Rbyr/Nby/Rr/N/R/N/R/./././././."
NS = "{http://www.w3.org/2000/svg}"


def read(text: str) -> Board:
    board = parse_board(text, "byrgop", None)
    assert isinstance(board, Board), board
    return board


def picture(text: str, *, show_hidden: bool = False, title: str | None = None) -> ET.Element:
    drawn = svg(
        read(text), ground_shields=(0, 4), letters="byrgop", title=title, show_hidden=show_hidden
    )
    return ET.fromstring(drawn)


def classed(root: ET.Element, name: str) -> list[ET.Element]:
    return [group for group in root.iter(f"{NS}g") if name in group.get("class", "").split()]


def letters(groups: list[ET.Element]) -> str:
    return "".join(text.text or "" for group in groups for text in group.iter(f"{NS}text"))


@pytest.mark.parametrize("spaces", [1, 4, 5, 16, 20, 64])
def test_every_space_has_its_number(spaces: int) -> None:
    """A ring of any length shows each space once, with its number."""
    groups = classed(picture("/".join("." * spaces)), "space")
    assert [str(space) for space in range(spaces)] == [letters([group]) for group in groups]


def test_start() -> None:
    """At the start of a three-player game twelve wizards are in view, and one castle."""
    root = picture(START)
    assert sorted("byrbyrbyrbyr") == sorted(letters(classed(root, "wizard")))
    assert 1 == len(classed(root, "castle"))
    assert 2 + 5 == len(classed(root, "shield"))


def test_hidden_wizards_are_not_in_the_file() -> None:
    """Nothing in the file, visible or not, shows who is under a tower."""
    hiding = svg(read("K/bNyyRr"), ground_shields=(), letters="byrgop")
    assert hiding == svg(read("K/NRr"), ground_shields=(), letters="byrgop")


def test_hidden_wizards_on_request() -> None:
    """With perfect memory, hidden wizards are drawn too, and look different from visible ones."""
    root = picture("K/bNyyRr", show_hidden=True)
    assert ("r", "byy") == (letters(classed(root, "wizard")), letters(classed(root, "caught")))
    assert "wizards y y" in (root.findtext(f"{NS}desc") or "")


def test_described_in_words() -> None:
    """The description says the same to readers who cannot see the picture."""
    root = picture("K/Rby/g", title="After the first move")
    assert "After the first move" == root.findtext(f"{NS}title")
    assert (
        "A ring of 3 spaces, clockwise. Space 0: shield on the ground, castle. "
        "Space 1: raven tower, wizards b y. Space 2: wizards g."
    ) == root.findtext(f"{NS}desc")


def test_long_mark() -> None:
    """A mark too long for the picture is cut there and given in full in the description."""
    mark = "the second of two ways to go from here"
    root = ET.fromstring(svg(read("K/b"), ground_shields=(), letters="b", marks={1: mark}))
    assert "the second of two ways to g…" in [text.text for text in root.iter(f"{NS}text")]
    assert mark in (root.findtext(f"{NS}desc") or "")


def test_colours() -> None:
    """A wizard may be painted in any colour and keeps its letter."""
    drawn = svg(read("K/b"), ground_shields=(), letters="b", colours={"b": "#012345"})
    assert 'fill="#012345"' in drawn
    assert "b" == letters(classed(ET.fromstring(drawn), "wizard"))


def test_words_cannot_break_out() -> None:
    """A title, mark or colour from a stranger stays words."""
    nasty = "</title><script>alert('1')</script> & \"x\" \x00\x1b\ud800\ufffe"
    drawn = svg(
        read("K/b"),
        ground_shields=(),
        letters="b",
        title=nasty,
        marks={1: nasty},
        colours={"b": '"/><script/>'},
    )
    drawn.encode()
    root = ET.fromstring(drawn)
    assert {"svg", "title", "desc", "rect", "g", "path", "circle", "text"} == {
        element.tag.removeprefix(NS) for element in root.iter()
    }
    shown = r"</title><script>alert('1')</script> & \"x\" \x00\x1b\ud800\ufffe"
    assert shown.replace('\\"', '"') == root.findtext(f"{NS}title")


def test_self_contained() -> None:
    """The picture needs no other file, and shares no name with another one on the page."""
    drawn = svg(read(START), ground_shields=(0, 4), letters="byrgop", title="Start")
    assert not re.search(r"href|url\(|@import|<style|<image|\sid=", drawn)
    assert ["http://www.w3.org/2000/svg"] == re.findall(r"https?://[^\"]*", drawn)


towers = st.builds(Tower, st.booleans(), st.text("byrgopz", max_size=9))
stacks = st.builds(
    Stack, st.text("byrgopz", max_size=9), st.lists(towers, max_size=9).map(tuple), st.booleans()
)


@settings(deadline=None)
@given(
    st.lists(stacks, max_size=64),
    st.text(max_size=60),
    st.dictionaries(st.integers(0, 64), st.text(max_size=20), max_size=3),
    st.booleans(),
)
def test_any_board(spaces: list[Stack], title: str, marks: dict[int, str], hidden: bool) -> None:
    """Every board gives a sound file, in which all that is drawn lies inside the frame."""
    board = Board(tuple(spaces))
    root = ET.fromstring(
        svg(
            board,
            ground_shields=(0, 3),
            letters="byrgop",
            title=title,
            marks=marks,
            show_hidden=hidden,
        )
    )
    assert board.visible_wizards.total() == len(classed(root, "wizard"))
    assert board.hidden_wizards.total() * hidden == len(classed(root, "caught"))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for group in classed(root, "space"):
        for circle in group.findall(f"{NS}circle"):
            x, y, r = (float(circle.attrib[name]) for name in ("cx", "cy", "r"))
            assert left <= x - r
            assert x + r <= left + width
            assert top <= y - r
            assert y + r <= top + height
