"""`wtrules rulebook`: a rulebook to play from, made from the rules."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.configuration import default_ruleset
from wtrules.cli.files import expect_writable, write_file, write_output, write_pictures
from wtrules.cli.options import (
    LANG,
    OUTPUT,
    PLAYERS,
    ForceOption,
    Language,
    RulesetArgument,
    VariantsOption,
    read_variants,
)
from wtrules.cli.terminal import show_progress
from wtrules.cli.usage import UsageError
from wtrules.safe_text import Medium
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.rulebook import Book

_KINDS = (".html", ".md", ".pdf")


class Sheet(StrEnum):
    """A single page in place of the book."""

    SUMMARY = "summary"
    CHANGES = "changes"


class Paper(StrEnum):
    """The paper a book is printed on."""

    A4 = "a4"
    LETTER = "letter"


def rulebook(
    ruleset: RulesetArgument = None,
    lang: Annotated[
        Language | None,
        LANG.option("By default, the language of the edition."),
    ] = None,
    output: Annotated[
        str | None,
        OUTPUT.option(
            "It ends in .html, .pdf or .md; `-` writes HTML to standard output. If omitted, write "
            "Markdown to standard output."
        ),
    ] = None,
    players: Annotated[
        int | None, PLAYERS.option("If omitted, the book is for all numbers.")
    ] = None,
    variants: VariantsOption = None,
    sheet: Annotated[
        Sheet | None,
        typer.Option(
            "--sheet",
            help="One page in place of the book: the rules in short, or what a house rule changes.",
        ),
    ] = None,
    paper: Annotated[
        Paper, typer.Option("--paper", help="The paper that a page or PDF file is printed on.")
    ] = Paper.A4,
    no_pictures: Annotated[
        bool,
        typer.Option(
            "--no-pictures",
            help="Leave out the pictures, and the search for positions that show what a house rule "
            "changes.",
        ),
    ] = False,
    force: ForceOption = False,
) -> int:
    """Write a rulebook to play from, in English or German.

    It has a cover, the rules with pictures of the components and of examples, a page with
    everything in short, and the source of every rule: manual, section and page. What a house rule
    changes is on the first page, with positions that show it, and is marked in the text. A PDF
    file is printed by Chromium, Chrome, Edge or Brave; WTRULES_BROWSER can name one.

    Examples:
      wtrules rulebook en-capstone -o rules.html
      wtrules rulebook de-abacus-24 --players 4 -o regeln.pdf
      wtrules rulebook en-capstone --with nasty --paper letter -o nasty.pdf
      wtrules rulebook en-capstone --sheet summary -o summary.pdf
      wtrules rulebook friday.wtr --lang de -o freitag.md
      wtrules rulebook friday.wtr --sheet changes -o friday.html
    """
    spoken = lang or Language.EN
    kind = ".html" if output == "-" else Path(output).suffix.lower() if output else ".md"
    if kind not in _KINDS:
        raise UsageError("usage.ending_book", file=output)
    to = Path(output) if output is not None and output != "-" else None
    if to is not None:
        expect_writable(to, force)

    from wtrules import rulebook as books
    from wtrules.rulebook.printing import find_browser, pdf

    if kind == ".pdf":
        find_browser()  # or say before long work that there is none
    name = ruleset or default_ruleset()
    # The summary has no pictures, and the changes are on the first page only.
    is_pictured = not no_pictures and sheet is not Sheet.SUMMARY
    book = books.rulebook(
        name,
        read_variants(variants),
        lang.value if lang is not None else None,
        players,
        pictures=is_pictured,
        search=_progress(Texts(spoken)),
    )
    if sheet is Sheet.CHANGES and book.house is None:
        raise UsageError("usage.no_base_for_changes", name=name)
    if kind == ".md":
        _write_markdown(book, sheet, to, force, spoken)
        return EXIT_CLEAN
    page = books.html(book, sheet=sheet, paper=paper)
    if kind == ".pdf":
        assert to is not None
        write_file(to, pdf(page), force, spoken)
    else:
        write_output(output, page, Medium.HTML, force, spoken)
    return EXIT_CLEAN


def _progress(texts: Texts) -> Callable[[int, int], None]:
    def note(done: int, all: int) -> None:
        is_done = done >= all
        show_progress("" if is_done else texts("rulebook.searching", done=done, all=all))

    return note


def _write_markdown(
    book: Book, sheet: Sheet | None, to: Path | None, force: bool, lang: str
) -> None:
    """Write Markdown, to a file with its pictures beside it."""
    from wtrules.rulebook import markdown

    if to is None:
        write_output(None, markdown(book, sheet=sheet), Medium.MARKDOWN, force, lang)
        return
    pictures: dict[str, str] = {}
    folder = to.with_name(f"{to.stem}-files")
    made = markdown(book, sheet=sheet, pictures=pictures, folder=folder.name)
    write_output(to, made, Medium.MARKDOWN, force, lang)
    write_pictures(folder, pictures, lang)
