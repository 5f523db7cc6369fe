"""The board drawn for a page."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wtrules.board.boardtext import parse_board
from wtrules.board.paint import COLOURS, ink_on
from wtrules.board.pieces import Board, Stack, Tower
from wtrules.board.svg import svg

START = "K/Rbyr/Nbyr/Rbyr/Nby/Rr/N/R/N/R/./././././."
BUSY = "./NRbyrgop/RNRNRNRbbb/./RK/y/./RRNNby/r/g/NNRNR/bbyyrr/./NRNbyr/o/pp"
NS = "{http://www.w3.org/2000/svg}"


def read(text: str, pieces: str = "") -> Board:
    board = parse_board(text, "byrgop", None, pieces)
    assert isinstance(board, Board), board
    return board


def picture(text: str, *, show_hidden: bool = False, title: str | None = None) -> ET.Element:
    drawn = svg(
        read(text), ground_shields=(0, 4), letters="byrgop", title=title, show_hidden=show_hidden
    )
    return ET.fromstring(drawn)


def kind(root: ET.Element, name: str) -> list[ET.Element]:
    return [group for group in root.iter(f"{NS}g") if name == group.get("data-kind")]


def letters(groups: list[ET.Element]) -> str:
    return "".join(group.get("data-letter", "") for group in groups)


def shown_letter(root: ET.Element, group: ET.Element) -> str:
    """Return the letter that is drawn on a piece."""
    (use,) = group.iter(f"{NS}use")
    (shape,) = (g for g in root.iter(f"{NS}g") if f"#{g.get('id')}" == use.get("href"))
    return "".join(text.text or "" for text in shape.iter(f"{NS}text"))


@pytest.mark.parametrize("spaces", [1, 4, 5, 16, 20, 64])
def test_every_space_has_its_number(spaces: int) -> None:
    """A ring of any length shows each space once, with its number."""
    root = picture("/".join("." * spaces))
    numbers = [str(space) for space in range(spaces)]
    assert sorted(numbers) == sorted(group.attrib["data-space"] for group in kind(root, "space"))
    assert numbers == [text.text for text in root.iter(f"{NS}text")]


def test_start() -> None:
    """At the start of a three-player game twelve wizards are in view, and one castle."""
    root = picture(START)
    assert sorted("byrbyrbyrbyr") == sorted(letters(kind(root, "wizard")))
    assert 1 == len(kind(root, "castle"))
    shields = [use for use in root.iter(f"{NS}use") if use.attrib["href"].endswith("shield")]
    assert 2 + 5 == len(shields)


def test_every_wizard_shows_its_letter() -> None:
    """Without colours, wizards can still be told apart."""
    root = picture("K/byr/gop")
    wizards = kind(root, "wizard")
    assert sorted("byrgop") == sorted(shown_letter(root, wizard) for wizard in wizards)


def test_attributes() -> None:
    """A page finds every piece by its key, and knows where it is."""
    root = ET.fromstring(
        svg(
            read("K/NbbRyD/g", "D"),
            ground_shields=(),
            letters="byg",
            names={"y": "yellow"},
            pieces={"D": "dragon"},
        )
    )
    found = {
        group.attrib["data-key"]: (
            group.get("data-kind"),
            group.get("data-space"),
            group.get("data-level"),
            group.get("data-letter"),
            group.findtext(f"{NS}title"),
        )
        for group in root.iter(f"{NS}g")
        if "data-key" in group.attrib
    }
    assert {
        "space:0": ("space", "0", None, None, "Space 0: castle."),
        "castle": ("castle", "0", "0", None, "castle"),
        "space:1": (
            "space",
            "1",
            None,
            None,
            "Space 1: plain tower, raven tower, wizards y, dragon.",
        ),
        "tower:N0": ("tower", "1", "1", None, "plain tower, level 1"),
        "tower:R0": ("tower", "1", "2", None, "raven tower, level 2"),
        "wizard:y:0": ("wizard", "1", "2", "y", "wizard y (yellow)"),
        "piece:D:0": ("piece", "1", "2", "D", "dragon"),
        "space:2": ("space", "2", None, None, "Space 2: wizards g."),
        "wizard:g:0": ("wizard", "2", "0", "g", "wizard g"),
    } == found


def test_titles_in_german() -> None:
    """The words of a picture are in the reader's language."""
    drawn = svg(read("K/Rb/."), ground_shields=(), letters="b", names={"b": "blau"}, lang="de")
    for words in ("Burg", "Rabenturm, Etage 1", "Magier b (blau)", "Feld 2: freies Feld."):
        assert f"<title>{words}</title>" in drawn


def test_hidden_wizards_are_not_in_the_file() -> None:
    """Nothing in the file, visible or not, shows who is under a tower."""
    hiding = svg(read("K/bNyyRr/y"), ground_shields=(), letters="byrgop")
    assert hiding == svg(read("K/NRr/y"), ground_shields=(), letters="byrgop")


def test_hidden_wizards_on_request() -> None:
    """With perfect memory, hidden wizards are drawn too, and look different from visible ones."""
    root = picture("K/bNyyRr", show_hidden=True)
    wizards = kind(root, "wizard")
    assert "byy" == letters([wizard for wizard in wizards if "caught" == wizard.get("class")])
    assert "r" == letters([wizard for wizard in wizards if "caught" != wizard.get("class")])
    assert "wizards y y" in (root.findtext(f"{NS}desc") or "")


def test_high_stacks() -> None:
    """A stack of any height stays in the picture and says how high it is."""
    low, high = picture("K/N"), picture("K/" + "N" * 40)
    assert low.get("viewBox") == high.get("viewBox")
    assert "40" in [text.text for text in high.iter(f"{NS}text")]


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
    root = ET.fromstring(drawn)
    assert 'fill="#012345"' in drawn
    assert "b" == shown_letter(root, kind(root, "wizard")[0])


def test_a_page_can_set_the_colours() -> None:
    """Every colour in the style sheet is a custom property, and an attribute for other viewers."""
    drawn = svg(read(BUSY), ground_shields=(0, 4), letters="byrgop", marks={2: "here"})
    rules = re.findall(r"\.wt-([a-z-]+)\{(?:fill|stroke):var\(--wt-([a-z-]+),(#\w+)\)\}", drawn)
    assert rules
    for _, name, colour in rules:
        assert COLOURS[name] == colour
        assert f'"{colour}"' in drawn


def test_words_cannot_break_out() -> None:
    """A title, mark, name or colour from a stranger stays words."""
    nasty = "</title><script>alert('1')</script> & \"x\" \x00\x1b\ud800\ufffe"
    drawn = svg(
        read("K/b"),
        ground_shields=(),
        letters="b",
        title=nasty,
        marks={1: nasty},
        names={"b": nasty},
        colours={"b": '"/><script/>'},
    )
    drawn.encode()
    root = ET.fromstring(drawn)
    tags = {element.tag.removeprefix(NS) for element in root.iter()}
    assert "circle defs desc ellipse g path rect style svg text title use" == " ".join(sorted(tags))
    shown = r"</title><script>alert('1')</script> & \"x\" \x00\x1b\ud800\ufffe"
    assert shown.replace('\\"', '"') == root.findtext(f"{NS}title")


def test_self_contained() -> None:
    """The picture needs no other file, and shares no identifier with another one on the page."""
    drawn = svg(read(START), ground_shields=(0, 4), letters="byrgop", title="Start")
    other = svg(read(BUSY), ground_shields=(0, 4), letters="byrgop", title="Start")
    assert not re.search(r'href="[^#]|url\(|@import|<image', drawn)
    assert ["http://www.w3.org/2000/svg"] == re.findall(r"https?://[^\"]*", drawn)
    ids = re.findall(r'\sid="([^"]*)"', drawn)
    assert len(ids) == len(set(ids))
    assert set(ids) >= set(re.findall(r'href="#([^"]*)"', drawn))
    assert not set(ids) & set(re.findall(r'\sid="([^"]*)"', other))


def test_size() -> None:
    """A board with all towers and wizards of six players in view is a small file."""
    board = "K/Rbyrgop/Nbyrgop/Rbyrgop/N/R/N/R/N/R/./././././."
    drawn = svg(read(board), ground_shields=(0, 4, 8, 12), letters="byrgop")
    assert len(drawn.encode()) < 25_000


towers = st.builds(Tower, st.booleans(), st.text("byrgopz", max_size=9))
stacks = st.builds(
    Stack, st.text("byrgopz", max_size=9), st.lists(towers, max_size=9).map(tuple), st.booleans()
)


@pytest.mark.slow
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
    wizards = kind(root, "wizard")
    caught = [wizard for wizard in wizards if "caught" == wizard.get("class")]
    assert sum(len(stack.top) for stack in board.spaces) == len(wizards) - len(caught)
    assert sum(len(stack.beneath) for stack in board.spaces) * hidden == len(caught)
    keys = [group.attrib["data-key"] for group in root.iter(f"{NS}g") if "data-key" in group.attrib]
    castles = keys.count("castle")
    assert len(keys) - castles + min(1, castles) == len(set(keys))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for space in kind(root, "space"):
        space_x, space_y = moved(space)
        assert left <= space_x - 48
        assert space_x + 48 <= left + width
        assert space_y + 24 <= top + height
        for piece in space.findall(f"{NS}g"):
            x, y = moved(piece)
            assert left <= space_x + x - 13
            assert space_x + x + 13 <= left + width
            assert top <= space_y + y - 40


def moved(group: ET.Element) -> tuple[float, float]:
    """Return how far a group is moved."""
    found = re.match(r"translate\((\S+) (\S+)\)", group.attrib["transform"])
    assert found is not None
    return float(found[1]), float(found[2])


@pytest.mark.parametrize(
    ("colour", "ink"),
    [
        ("#ffffff", "dark"), ("#000000", "#fff"), ("#ff0000", "#fff"), ("#00ff00", "dark"),
        ("#0000ff", "#fff"), ("#ff0", "dark"), ("#00f", "#fff"), ("#ffff00", "dark"),
        ("#8d8d8d", "dark"), ("#8c8c8c", "#fff"), ("red", "dark"), ("#zz0000", "dark"), ("", "dark"),
    ],
)  # fmt: skip
def test_what_is_written_on_a_colour_can_be_read(colour: str, ink: str):
    """White on what is darker than a middle grey; green counts most, blue least."""
    assert (COLOURS["ink"] if ink == "dark" else ink) == ink_on(colour)
