"""Printing a rulebook: one HTML page that needs nothing else, or Markdown."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from pathlib import Path

from markupsafe import Markup

from wtrules.rulebook.book import Book
from wtrules.rulebook.parts import Picture
from wtrules.safe_text import fenced
from wtrules.templates import render_template

PAPERS = ("a4", "letter")

_FOLDER = Path(__file__).parent / "templates"


def html(book: Book, *, sheet: str | None = None, paper: str = PAPERS[0]) -> str:
    """Return a book, or one sheet of it, as a page for the browser and the printer; it loads nothing."""
    template = "sheet.html.jinja" if sheet is not None else "book.html.jinja"
    return render_template(_FOLDER / template, book=book, sheet=sheet, paper=paper)


def markdown(
    book: Book,
    *,
    sheet: str | None = None,
    pictures: MutableMapping[str, str] | None = None,
    folder: str = "",
) -> str:
    """Return a book, or one sheet of it, as Markdown.

    Its pictures are drawn with characters, or put into *pictures*, by the names of files that it
    expects in *folder*.
    """

    def drawn(picture: Picture) -> Markup:
        if pictures is None:
            return Markup(fenced(picture.drawing, "text") if picture.drawing else "")
        if not picture.svg:
            return Markup("")
        name = f"{len(pictures) + 1:02d}.svg"
        pictures[name] = picture.svg
        # The caption is below it; a name would be read twice.
        return Markup(f"![]({folder}/{name})")

    template = "sheet.md.jinja" if sheet is not None else "book.md.jinja"
    text = render_template(_FOLDER / template, book=book, sheet=sheet, drawn=drawn)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
