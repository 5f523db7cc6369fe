"""Pictures in a book: examples that illustrate a rule, and positions that show what a house rule changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from wtrules.cli import main
from wtrules.pipeline import Compilation, OpenedRuleset, open_ruleset
from wtrules.resolve import library
from wtrules.resolve.ledger import Assume
from wtrules.rulebook import Book, html, markdown, rulebook
from wtrules.rulebook.parts import Figure, Paragraph, paragraphs_of
from wtrules.rulebook.witnesses import witnesses
from wtrules.syntax.parse import parse
from wtrules.texts import Texts

FULL = """
ruleset full {
  extends en-capstone
  override board.capacity = 4
  example full.four {
    says        en "Four wizards are there." de "Dort stehen vier Magier."
    illustrates move.wizard.capacity
    given       "K/R/N/R/N/R/N/R/N/Rb/yyyy/./././b/." b to move card w1
    when        "wizard s9b"
    then        forbidden by move.wizard.capacity
  }
  example full.one {
    says        en "One space on." de "Ein Feld weiter."
    illustrates card wizard
    given       "K/R/N/R/N/R/N/R/N/Rb/yyy/./././b/." b to move card w1
    when        "wizard s9b"
    then        "K/R/N/R/N/R/N/R/N/R/byyy/./././b/."
  }
}
"""


@cache
def written(text: str, pictures: bool = True) -> Book:
    """Return the book of a house rule."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.wtr"
        path.write_text(text, "utf-8")
        return rulebook(str(path), language="en", pictures=pictures)


def rules(book: Book) -> dict[str, Paragraph]:
    """Return the paragraphs by the id of their rule."""
    blocks = (block for each in book.chapters for block in each.blocks)
    return {p.id: p for block in blocks for p in paragraphs_of(block)}


def own(figures: tuple[Figure, ...]) -> list[Figure]:
    """Return the figures of the examples above; shipped examples may illustrate the same rule."""
    return [figure for figure in figures if figure.id.startswith("full.")]


@pytest.mark.slow
def test_an_example_is_printed_beside_its_rule():
    """Before and after for a move, crossed out and with the reason for a forbidden one."""
    printed = rules(written(FULL))
    (forbidden,) = own(printed["move.wizard.capacity"].figures)
    (allowed,) = own(printed["card wizard"].figures)

    assert (True, 1) == (forbidden.is_forbidden, len(forbidden.pictures))
    assert "Four wizards are there." == forbidden.caption
    assert forbidden.reason
    assert (False, 2) == (allowed.is_forbidden, len(allowed.pictures))
    text = html(written(FULL))
    assert '<figure class="example forbidden">' in text
    assert "Four wizards are there." in text


@pytest.mark.slow
def test_an_example_that_fails_here_is_not_printed():
    """With room for six, the fifth wizard may go there, so the example would be wrong."""
    book = written(
        FULL.replace("capacity = 4", "capacity = 5").replace("ruleset full", "ruleset more")
    )

    assert [] == own(rules(book)["move.wizard.capacity"].figures)
    assert 1 == len(own(rules(book)["card wizard"].figures))


@pytest.mark.slow
def test_an_example_of_the_house_rule_shows_what_it_changes():
    """A changed value is shown by the example of the rule that reads it; nothing is searched for."""
    searched: list[int] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "full.wtr"
        path.write_text(FULL, "utf-8")
        book = rulebook(str(path), language="en", search=lambda done, all: searched.append(done))
    (line,) = book.changes

    assert ["full.four"] == [figure.id for figure in line.figures]
    assert [] == searched


@pytest.mark.slow
def test_a_position_is_searched_for_where_there_is_no_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The same position until now and now: what was allowed is crossed out. The file is read once."""
    read: list[str] = []
    monkeypatch.setattr(
        library, "parse", lambda source: (read.append(source.path), parse(source))[1]
    )
    path = tmp_path / "full.wtr"
    text = "ruleset full { extends en-capstone override board.capacity = 4 }"
    path.write_text(text, "utf-8")
    searched: list[tuple[int, int]] = []
    book = rulebook(str(path), language="en", search=lambda *at: searched.append(at))
    (line,) = book.changes
    before, now = line.figures

    assert ("Until now", False) == (before.heading, before.is_forbidden)
    assert ("Now", True) == (now.heading, now.is_forbidden)
    assert searched
    assert 1 == read.count(str(path))
    assert () == rulebook(str(path), language="en").changes[0].figures


@pytest.mark.slow
def test_positions_are_searched_without_variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A picture shows the rules of the book; what differs with a further variant is not played."""
    compiled: list[tuple[str, ...]] = []
    compile_rules = OpenedRuleset.compile

    def noted(
        opened: OpenedRuleset, variants: Sequence[str] = (), assume: Assume = ()
    ) -> Compilation | None:
        compiled.append(tuple(variants))
        return compile_rules(opened, variants, assume)

    monkeypatch.setattr(OpenedRuleset, "compile", noted)
    path = tmp_path / "full.wtr"
    path.write_text("ruleset full { extends en-capstone override board.capacity = 4 }", "utf-8")
    figures = witnesses(open_ruleset(str(path)), (), Texts("en"), lambda done, all: None, jobs=1)

    assert [2] == [len(each) for each in figures.values()]
    assert {()} == {*compiled}


@pytest.mark.slow
def test_a_book_without_pictures():
    """There is none at all, and the tables say the same."""
    book = written(FULL, pictures=False)
    text = html(book)

    assert "<figure" not in text
    assert "flask" in text
    assert () == rules(book)["move.wizard.capacity"].figures
    assert "```" not in markdown(book)


@pytest.mark.slow
def test_markdown_has_its_pictures_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Each picture is a file that the text shows; on standard output they are characters."""
    monkeypatch.chdir(tmp_path)
    Path("full.wtr").write_text(FULL, "utf-8")

    assert 0 == main(["rulebook", "full.wtr", "--lang", "en", "-o", "book.md"])
    text = Path("book.md").read_text("utf-8")
    files = sorted(path.name for path in Path("book-files").iterdir())
    assert files
    assert [] == [name for name in files if f"(book-files/{name})" not in text]
    assert Path("book-files", files[0]).read_text("utf-8").startswith("<svg")
    assert "```text" not in text
    assert "```text" in markdown(written(FULL))
