"""Printing a rulebook: one HTML page that needs nothing else, or Markdown."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from wtrules.rulebook.book import Book

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def html(book: Book) -> str:
    """Return a book as a page for the browser and the printer; it loads nothing."""
    return _printed("book.html.jinja", book)


def markdown(book: Book) -> str:
    """Return a book as Markdown; the pictures are drawn with characters."""
    text = _printed("book.md.jinja", book)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def _printed(template: str, book: Book) -> str:
    return _environment().get_template(template).render(book=book, t=book.texts)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=lambda name: bool(name and ".html" in name),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["md"] = _md
    environment.filters["picture"] = _picture
    return environment


def _md(text: Any) -> str:
    """Return a text without any meaning of its own in Markdown."""
    return _SPECIAL.sub(r"\\\1", " ".join(str(text).split()))


def _picture(svg: str) -> Markup:
    """Return an SVG that fills the width it is given; what people wrote in it is escaped already."""
    return Markup(re.sub(r'(<svg[^>]*?) width="\d+" height="\d+"', r"\1", svg, count=1))
