"""Cards, dice, flasks and spell tiles drawn for a page."""

import xml.etree.ElementTree as ET

import pytest

from wtrules.board.table import Face, card, card_back, die, flask, spell

NS = "{http://www.w3.org/2000/svg}"


def words(drawn: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(drawn).iter(f"{NS}text") if text.text]


def test_cards() -> None:
    """A card shows its number, the die with its rolls, or its name."""
    assert ["3"] == words(card([Face("tower", 3)]))
    assert ["5", "1"] == words(card([Face("tower", 5), Face("wizard", 1)]))
    assert ["×3"] == words(card([Face("wizard", die=True, rolls=3)]))
    assert [] == words(card([Face("tower", die=True), Face("wizard", die=True)]))
    assert ["gale", "2"] == words(card([Face(name="gale", steps=2)]))
    assert [] == words(card_back())


@pytest.mark.parametrize(("number", "dots"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_dice(number: int, dots: int) -> None:
    """A die shows as many dots as it counts."""
    assert dots == die(number).count("<circle")


def test_other_dice() -> None:
    """A die with more faces shows a number, one that is not rolled a question mark."""
    assert (["8"], ["12"], ["?"]) == (words(die(8)), words(die(12)), words(die(None)))


def test_flasks() -> None:
    """The three states of a flask look different."""
    drawn = {flask(state) for state in ("empty", "full", "spent")}
    assert 3 == len(drawn)
    assert ["wt-potion" in flask(state) for state in ("empty", "full", "spent")] == [
        False,
        True,
        False,
    ]


def test_spells() -> None:
    """A tile shows a flask for each one that the spell costs; a number where they do not fit."""
    assert 2 == spell("Free a Wizard", 2).count("scale(.48)")
    assert ["Free a Wizard"] == words(spell("Free a Wizard", 2))
    assert ["Many", "9"] == words(spell("Many", 9))
    assert ["Free", "0"] == words(spell("Free", 0))
    assert ["Who knows", "?"] == words(spell("Who knows", None))


def test_attributes() -> None:
    """A page finds each by its key and kind; the title is for screen readers."""
    root = ET.fromstring(card([Face("tower", 3)], key="card:2", title="Turm 3"))
    assert ("card:2", "card") == (root.get("data-key"), root.get("data-kind"))
    assert "Turm 3" == root.findtext(f"{NS}title")


def test_words_cannot_break_out() -> None:
    """A name or key from a stranger stays words."""
    nasty = '"><script>alert(1)</script>\x1b'
    for drawn in (
        card([Face(name=nasty)], key=nasty, title=nasty),
        spell(nasty, 1, key=nasty),
        flask(nasty, key=nasty, title=nasty),
    ):
        tags = {element.tag.removeprefix(NS) for element in ET.fromstring(drawn).iter()}
        assert tags <= {"svg", "title", "style", "g", "path", "rect", "circle", "ellipse", "text"}
