"""The rulebook: complete, in two languages, self-contained, and marked where a house rule changes it."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion

from wtrules.cli import main
from wtrules.pipeline import load_rules
from wtrules.rulebook import Book, html, markdown, rulebook
from wtrules.rulebook.parts import Paragraph, Table
from wtrules.rules import values
from wtrules.rules.coverage import texts
from wtrules.syntax import nodes as n

Capture = pytest.CaptureFixture[str]
EDITIONS = ("en-capstone", "en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30")
VOID = {"meta", "br", "hr", "img", "input", "link"}


@cache
def book(ruleset: str, language: str | None = None, *variants: str) -> Book:
    """Return a rulebook, written once."""
    return rulebook(ruleset, variants, language)


def paragraphs(found: Book) -> dict[str, Paragraph]:
    """Return the numbered paragraphs by the id of their rule."""
    blocks = [block for chapter in found.chapters for block in chapter.blocks]
    return {block.id: block for block in blocks if isinstance(block, Paragraph) and block.id}


def tables(found: Book) -> dict[str, Table]:
    """Return the tables by their caption."""
    blocks = [block for chapter in found.chapters for block in chapter.blocks]
    return {block.caption: block for block in blocks if isinstance(block, Table)}


class WellFormed(HTMLParser):
    """Follows the tags of a page: each is closed, ids are unique, links lead somewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            elif name == "href" and value and value.startswith("#"):
                self.targets.append(value[1:])
            elif name in ("src", "href", "srcset", "data", "action"):
                self.loaded.append(str(value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that closes itself, as SVG has many."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert tag == self.open.pop()


def checked(text: str) -> WellFormed:
    """Return a page that has been followed to its end."""
    page = WellFormed()
    page.feed(text)
    page.close()
    assert [] == page.open
    return page


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_in_both_languages(edition: str, language: str):
    """Each book is a well-formed page that loads nothing and has a picture for each player count."""
    found = book(edition, language)
    text = html(found)
    page = checked(text)

    assert len(set(page.ids)) == len(page.ids)
    assert set(page.targets) <= set(page.ids)
    assert [] == page.loaded
    assert not re.search(r"url\(|@import|<script|<link", text)
    assert 5 == text.count("<svg")
    assert f'<html lang="{language}">' in text
    assert markdown(found).startswith(f"# {found.title}\n")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_spells_have_their_names_and_costs(edition: str, language: str):
    """All eight spells are there, with the name the edition gives them and their price."""
    rules, _ = load_rules(edition)
    assert rules is not None
    told = paragraphs(book(edition, language))

    for entry in rules.of_kind("spell"):
        paragraph = told[f"spell {entry.id}"]
        cost = next(c.value.span.text for c in entry.clauses() if isinstance(c, n.Cost))
        assert texts(entry.node, n.NameClause)[language] == paragraph.title
        assert paragraph.aside.startswith(f"{cost} ")
    order = [id for id in told if id.startswith("spell ")]
    laid_out = [f"spell {id}" for id in values.entries_of(rules, "spells.laid_out")]
    assert laid_out == order[: len(laid_out)]


def test_the_numbers_of_the_tables():
    """What everybody gets, the box and the deck, as the rules have them."""
    found = tables(book("de-abacus-24", "de"))

    assert (
        ("2", "je 5", "je 6", "3", "blau, gelb"),
        ("3", "je 4", "je 5", "3", "blau, gelb, rot, grün"),
        ("4", "je 4", "je 5", "3", "blau, gelb, rot, grün"),
        ("5", "je 3", "je 4", "3", "alle"),
        ("6", "je 3", "je 4", "3", "alle"),
    ) == found["Was alle bekommen"].rows
    assert ("24", "Magier") in found["In der Schachtel"].rows
    assert ("9", "Türme, 5 mit und 4 ohne Rabenschild") in found["In der Schachtel"].rows
    assert ["24", "24", "42"] == [row[-1] for row in found["Die 90 Bewegungskarten"].rows]
    assert (("1–3", "3"), ("4–6", "2"), ("7–9", "1")) == found["Wie viele Magier wo beginnen"].rows


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_paragraph_has_a_number_and_a_ground(edition: str):
    """A rule is cited from the edition's own manual where that has it, or it is assumed."""
    told = paragraphs(book(edition))
    numbers = [paragraph.number for paragraph in told.values()]
    text = html(book(edition))

    assert len(set(numbers)) == len(numbers)
    assert all(re.fullmatch(r"\d+\.\d+", number) for number in numbers)
    own = {"en-capstone": "Capstone: ", "en-abacus-24": "Abacus 24, English: "}.get(edition, "")
    assert told["castle.move"].notes.sources[0].startswith(own)
    assert () == told["spell.piggyback.lost"].notes.sources
    assert re.search(r"<code>spell\.piggyback\.lost</code> · (assumed|angenommen)", text)


def test_rules_of_other_variants_are_left_out():
    """What cannot come to bear is not told: it would only puzzle the reader."""
    plain, nasty = paragraphs(book("en-capstone")), paragraphs(book("en-capstone", None, "nasty"))
    solo = paragraphs(book("en-capstone", None, "solo"))

    assert "card.tower.move" not in plain
    assert "card.tower.move" in nasty
    assert "turn.discard" in plain
    assert "turn.discard" not in solo
    assert "end.winner" not in solo
    assert "solo.end" in solo


def test_variants_on_offer():
    """Each variant has its name, its player counts and what it changes."""
    text = markdown(book("en-capstone"))

    assert "### Team variant (for 4 and 6 players)" in text
    assert "### Solo mode (for one player)" in text
    assert "- Who may cast: **everybody** (was: the player on turn)" in text
    assert "Not together with: Nasty variant, Team variant and Solo mode." in text


def test_a_variant_chosen():
    """With a variant the book tells its rules, and offers only what still fits."""
    found = book("en-capstone", "de", "team")
    text = markdown(found)

    assert "Spielregeln für 4 und 6 Personen, mit Variante für Teamspieler" in text
    assert "team.give_back" in paragraphs(found)
    assert "### Gemeine Variante" in text
    assert "### Solospiel" not in text


def test_a_house_rule_is_marked():
    """What a house rule adds, changes and removes is marked against its base, with the old value."""
    found = book("friday", "en")
    told = paragraphs(found)
    (limit,) = told["move.wizard.capacity"].values

    assert ("4", "6") == (limit.value, limit.was)
    assert "added" == told["spell second_wind"].mark
    assert ("house rule",) == told["spell second_wind"].notes.sources
    assert "removed" == told["spell swap_towers"].mark
    assert told["castle.move"].mark is None
    text = html(found)
    checked(text)
    assert '<div class="rule added" id="spell-second_wind">' in text
    assert "<del>The topmost towers" in text
    assert "Wizards on one surface, at most: 6 → 4" in text
    assert "marked in the margin" in text
    assert "marked in the margin" not in html(book("en-capstone"))


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in (Path(__file__).parents[1] / "examples").glob("*.wtr"))
)
def test_every_example_has_a_book(name: str):
    """A house rule gets a book in which its changes are listed."""
    found = book(name, "de")

    checked(html(found))
    assert found.house
    assert found.changes


def test_hostile_texts_stay_texts(tmp_path: Path):
    """Nothing a rule says becomes part of the page."""
    path = tmp_path / "bad.wtr"
    path.write_text(
        'ruleset bad { title en "<b>x</b>" extends en-capstone\n'
        'rule castle.note { says en "<script>alert(1)</script> *a* | b" } }',
        "utf-8",
    )
    found = rulebook(str(path), language="en")

    assert "<script" not in html(found)
    assert "&lt;script&gt;" in html(found)
    assert r"\<script\>alert(1)\</script\> \*a\* \| b" in markdown(found)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """The ending of the file decides; Markdown goes to standard output; a file is not overwritten."""
    monkeypatch.chdir(tmp_path)

    assert 0 == main(["rulebook", "de-abacus-30", "-o", "regeln.html", "--players", "4"])
    text = Path("regeln.html").read_text("utf-8")
    assert '<html lang="de">' in text
    assert 1 == text.count("<svg")
    assert 2 == main(["rulebook", "-o", "regeln.html"])
    assert 2 == main(["rulebook", "-o", "rules.pdf"])
    assert 2 == main(["rulebook", "--players", "9"])
    assert "en-capstone is for 2, 3, 4, 5, 6 players, not 9" in capsys.readouterr().err
    assert 0 == main(["rulebook", "en-capstone", "--with", "nasty"])
    assert capsys.readouterr().out.startswith("# Wandering Towers\n")


@pytest.mark.parametrize(("edition", "language"), [("en-capstone", "en"), ("de-abacus-24", "de")])
def test_the_whole_book(edition: str, language: str, snapshot: SnapshotAssertion):
    """A book someone will read; the drawings of the start are tested with the board."""
    text = markdown(evolve(book(edition, language), colophon=""))

    assert snapshot == re.sub(r"```text\n.*?```", "```text\n…\n```", text, flags=re.DOTALL)
