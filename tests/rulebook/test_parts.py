"""The parts of a book: steps, details, the summary, sentences with values, what solo play leaves out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from wtrules.cli import main
from wtrules.rulebook import Book, html, markdown, rulebook
from wtrules.rulebook.on_one_page import summary_of
from wtrules.rulebook.parts import (
    Card,
    Cards,
    Chapter,
    Heading,
    Notes,
    Paragraph,
    Pieces,
    Summary,
    Table,
    paragraphs_of,
)

Capture = pytest.CaptureFixture[str]

CLUB = """
ruleset club {
  extends en-capstone
  override chapter setup { shows start, steps }
  chapter fine_print {
    name  en "Fine print" de "Kleingedrucktes"
    shows details
  }
  chapter at_a_glance {
    name  en "At a glance" de "Auf einen Blick"
    shows summary
  }
  chapter front {
    name  en "Front" de "Titel"
    shows cover
  }
  rule club.age {
    says    en "Ages 9 and up." de "Ab 9 Jahren."
    chapter front
  }
  club {
    snacks 2
    cheers 3
  }
  rule castle.snack {
    says en "After {club.snacks|snack|snacks}, you may sit down." de "Nach {club.snacks|einem Snack|Snacks} darf man sich setzen."
    on   wizard w enters castle
    do   fill club.snacks flasks of owner of w
  }
  rule castle.cheer {
    says en "Cheer loudly." de "Jubelt laut."
    says when players = 2 en "Both of you." de "Ihr beide."
    on   wizard w enters castle
    do   fill club.cheers flasks of owner of w
  }
}
"""


@cache
def written(text: str, players: int | None = None, language: str = "en", *variants: str) -> Book:
    """Return the book of a house rule."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.wtr"
        path.write_text(text, "utf-8")
        return rulebook(str(path), variants, language, players)


def chapter(book: Book, name: str) -> Chapter:
    """Return a chapter by its name in the rule files."""
    return next(chapter for chapter in book.chapters if name == chapter.name)


def rules(book: Book) -> dict[str, Paragraph]:
    """Return the paragraphs by the id of their rule."""
    blocks = (block for each in book.chapters for block in each.blocks)
    return {p.id: p for block in blocks for p in paragraphs_of(block)}


@pytest.mark.slow
def test_steps_are_counted():
    """The rules of a chapter that shows steps are numbered from one, below the picture of the start."""
    setup = chapter(written(CLUB), "setup")
    steps = [block.step for block in setup.blocks if isinstance(block, Paragraph) and block.id]

    assert list(range(1, len(steps) + 1)) == steps
    assert "picture" == setup.blocks[0].kind
    assert '<a class="number" href="#source-3.1"' in html(written(CLUB))


DETAILS = CLUB.replace(
    "  club {",
    """  override rule castle.no_tower_on_top { detail }
  override rule castle.entry.ends_turn { says en "A wizard's arrival ends the turn." detail }
  club {""",
    1,
)


@pytest.mark.slow
def test_details_are_kept_apart():
    """A detail is in the chapter of details, below the name of the chapter it belongs to."""
    book = written(DETAILS)

    assert "castle.no_tower_on_top" not in [
        block.id for block in chapter(book, "castle").blocks if isinstance(block, Paragraph)
    ]
    blocks = chapter(book, "fine_print").blocks
    place = [getattr(block, "id", "") for block in blocks].index("castle.no_tower_on_top")
    above = [block.text for block in blocks[:place] if isinstance(block, Heading)]
    assert "The castle" == above[-1]


def test_a_change_is_never_a_detail():
    """What a house rule changes stays where everybody reads it, even if it is called a detail."""
    printed = [getattr(block, "id", "") for block in chapter(written(DETAILS), "castle").blocks]

    assert "castle.entry.ends_turn" in printed


@pytest.mark.slow
def test_the_cover_has_what_its_chapter_says():
    """A chapter for the cover is printed there, and nowhere else."""
    book = written(CLUB)

    assert "For 1 to 6 players · Ages 10 and up · Ages 9 and up" == book.subtitle
    assert "front" not in [chapter.name for chapter in book.chapters]
    assert "· Ab 9 Jahren" in written(CLUB, None, "de").subtitle


def test_a_value_in_a_sentence_is_not_printed_twice():
    """The snacks are in the sentence; the cheers are in none, and get a line of their own."""
    printed = rules(written(CLUB))

    assert "After two snacks, you may sit down." == printed["castle.snack"].text
    assert () == printed["castle.snack"].values
    assert [("Cheers", "3")] == [
        (value.label, value.value) for value in printed["castle.cheer"].values
    ]


@pytest.mark.slow
def test_a_book_for_one_number_of_players():
    """Sentences, tables and the picture are for that number."""
    two, three = written(CLUB, 2), written(CLUB, 3)

    assert "Cheer loudly. Both of you." == rules(two)["castle.cheer"].text
    assert "Cheer loudly." == rules(three)["castle.cheer"].text
    (supply,) = [b for b in chapter(three, "setup").blocks if isinstance(b, Table)]
    assert (("4 each", "5 each", "3 each"),) == supply.rows
    assert ("Wizards", "Flasks", "Cards") == supply.header
    assert "The start with 3 players" in html(three)


CHANGED = """
ruleset second {
  extends CLUB
  override club.snacks = 1
}
"""


@pytest.mark.slow
def test_a_changed_value_is_marked_in_its_sentence(tmp_path: Path):
    """The new value is highlighted where it is read, with the old one."""
    (tmp_path / "club.wtr").write_text(CLUB, "utf-8")
    path = tmp_path / "second.wtr"
    path.write_text(CHANGED.replace("CLUB", '"club.wtr"'), "utf-8")
    book = rulebook(str(path), language="en")
    snack = rules(book)["castle.snack"]

    assert [("one snack", "two snacks")] == [
        (run.text, run.was) for run in snack.runs if run.was is not None
    ]
    assert "After <mark>one snack</mark> <small" in html(book)
    assert "After **one snack** (was: two snacks), you may sit down." in markdown(book)


def test_the_summary_has_the_main_text():
    """All rules of the main text, each as it is said; neither the box nor questions are in it."""
    book = written(CLUB)
    (summary,) = chapter(book, "at_a_glance").blocks
    assert isinstance(summary, Summary)
    assert book.summary == summary
    headings = {group.heading for group in summary.groups}

    assert {"Setting up", "The castle", "Spells"} <= headings
    assert not {"What is in the box", "Open questions", "Variants"} & headings
    lines = [line for group in summary.groups for line in group.lines]
    assert "After two snacks, you may sit down." in [line.text for line in lines]
    assert "Piggyback (1 flask)" in [line.title for line in lines]


def long_chapter(name: str, lines: int, blocks: tuple[Cards, ...] = ()) -> Chapter:
    """Return a chapter with so many lines of a hundred characters."""
    said = (Paragraph("x" * 100, id=f"{name}.{i}") for i in range(lines))
    return Chapter(name, name, (*said, *blocks), number="1")


def test_the_more_is_said_the_smaller_the_letters():
    """The letters of the summary fit its length, but nobody needs a magnifying glass."""
    sizes = [summary_of([long_chapter("a", lines)], {}).size for lines in (10, 60, 80, 500)]

    assert [10.0, 9.0, 8.0, 8.0] == sizes


def test_what_a_summary_leaves_out_first():
    """If a page is not enough, spells in the box are left out, then the set-up; nothing if it is."""
    spare = Cards((Card(Paragraph("y" * 100, id="spell y")),) * 10, is_spare=True)
    shows = {"before": ("steps",)}

    def headings_and_spells(lines: int) -> tuple[list[str], bool]:
        chapters = [long_chapter("before", 10), long_chapter("after", lines, (spare,))]
        found = summary_of(chapters, shows).groups
        said = [line.text[0] for group in found for line in group.lines]
        return [group.heading for group in found], "y" in said

    assert (["before", "after"], True) == headings_and_spells(20)
    assert (["before", "after"], False) == headings_and_spells(52)
    assert (["after"], False) == headings_and_spells(64)


@pytest.mark.slow
def test_solo_play_has_no_flasks_and_no_spells():
    """Nobody gets flasks, so there is no column of zeros; without spells there is no such chapter."""
    book = rulebook("en-capstone", ["solo"], "en", pictures=False)
    (supply,) = [b for b in chapter(book, "setup").blocks if isinstance(b, Table)]

    assert ("Wizards", "Cards") == supply.header
    assert (("12", "3"),) == supply.rows
    assert "spells" not in [chapter.name for chapter in book.chapters]
    with_spells = rulebook("en-capstone", ["solo", "solo_spells"], "en", pictures=False)
    assert "spells" in [chapter.name for chapter in with_spells.chapters]


@pytest.mark.slow
def test_what_is_the_same_for_all_numbers_is_one_line():
    """Together, the players share twelve wizards and three cards, however many they are."""
    book = rulebook("en-capstone", ["coop"], "en", pictures=False)
    (supply,) = [b for b in chapter(book, "setup").blocks if isinstance(b, Table)]

    assert ("Wizards", "Cards") == supply.header
    assert (("12 in all", "3 in all"),) == supply.rows


@pytest.mark.slow
def test_what_is_assumed_is_marked():
    """No manual prints the deck, the cost of most spells or the shields: the book says how sure it is."""
    book = rulebook("en-capstone", language="en")
    (deck,) = [b.table for b in chapter(book, "cards").blocks if isinstance(b, Pieces)]
    costs = {
        card.paragraph.title: [fact.confidence for fact in card.paragraph.notes.facts]
        for block in chapter(book, "spells").blocks
        if isinstance(block, Cards)
        for card in block.cards
    }

    assert [("fact.deck", "high")] == [(fact.id, fact.confidence) for fact in deck.notes.facts]
    assert [] == costs["Advance a Wizard"]  # all manuals imply it
    assert ["low"] == costs["Piggyback"]
    text = html(book)
    assert '<a class="sure low" href="#question-fact.cost.piggyback">assumed, a guess</a>' in text
    assert 'id="question-fact.cost.piggyback"' in text


@pytest.mark.slow
def test_a_price_of_the_house_rule_is_not_assumed():
    """Where a house rule gives a price, the price in the box no longer matters."""
    book = written("ruleset dear { extends en-capstone override spell piggyback { cost 3 } }")

    assert () == rules(book)["spell piggyback"].notes.facts


@pytest.mark.slow
def test_equal_colours_need_no_table():
    """With as many wizards and flasks of every colour, the box says so in a line."""
    equal = chapter(rulebook("en-capstone", language="en"), "materials").blocks
    unequal = chapter(rulebook("de-abacus-24", language="de"), "materials").blocks

    assert not any(isinstance(block, Table) for block in equal)
    assert "wizards, 5 in each colour" in [row[1] for row in equal[0].table.rows]
    assert "Die Farben" in [block.caption for block in unequal if isinstance(block, Table)]


@pytest.mark.slow
def test_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """A sheet is one part of the book; only a house rule has changes."""
    monkeypatch.chdir(tmp_path)

    assert 0 == main(["rulebook", "--sheet", "summary"])
    out = capsys.readouterr().out
    assert out.startswith("# Wandering Towers\n")
    assert "**Spells**" in out
    assert "```" not in out
    assert 0 == main(["rulebook", "friday", "--sheet", "changes", "--no-pictures"])
    out = capsys.readouterr().out
    assert "draw two cards." in out
    assert "Piggyback" not in out
    assert 2 == main(["rulebook", "--sheet", "changes"])
    assert "is not a house rule" in capsys.readouterr().err


def test_notes_name_each_degree_once():
    """Two facts that are equally sure need one mark."""
    from wtrules.rulebook.parts import Asked

    notes = Notes((), (Asked("a", "high"), Asked("b"), Asked("c", "high")))

    assert ["high"] == [fact.confidence for fact in notes.facts]
    assert ["b"] == [asked.id for asked in notes.questions]


def test_headings_inside_chapters_are_headings():
    """The lists of spells have headings."""
    headings = [b.text for b in chapter(written(CLUB), "spells").blocks if isinstance(b, Heading)]

    assert ["Spells laid out", "The other spells"] == headings
