"""Printing a rulebook: one HTML page that needs nothing else, or Markdown."""

from __future__ import annotations

import re
from pathlib import Path

from wtrules.rulebook.book import Book
from wtrules.templates import render_template

_FOLDER = Path(__file__).parent


def html(book: Book) -> str:
    """Return a book as a page for the browser and the printer; it loads nothing."""
    return render_template(_FOLDER / "book.html.jinja", book=book, t=book.texts)


def markdown(book: Book) -> str:
    """Return a book as Markdown; the pictures are drawn with characters."""
    text = render_template(_FOLDER / "book.md.jinja", book=book, t=book.texts)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
