"""Writing what `wtrules diff` found: the report, and what belongs beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wtrules.cli.files import write_file, write_output, write_pictures
from wtrules.cli.terminal import use_colour
from wtrules.safe_text import Medium, guarded, json_text

if TYPE_CHECKING:
    from wtrules.editions.changes import Grade
    from wtrules.editions.differences import Difference, Report
    from wtrules.editions.report.links import Book, Links
    from wtrules.pipeline import OpenedRuleset
    from wtrules.resolve.model import Rules

MEDIA = {
    "html": Medium.HTML,
    "markdown": Medium.MARKDOWN,
    "json": Medium.JSON,
    "junit": Medium.XML,
    "text": Medium.TERMINAL,
}
LINKED = ("html", "markdown")  # formats with links and pictures
_ANCHOR = re.compile(r'\bid="([^"]+)"')


def pictures_folder(output: Path) -> Path:
    """Return the folder beside a Markdown file that holds its pictures."""
    return output.with_name(f"{output.stem}-files")


def book_file(output: Path, rules: Rules) -> Path:
    """Return the file beside a report that holds the rulebook of a side."""
    name = "-".join([rules.name, *rules.chosen])
    return output.with_name(f"{output.stem}-{name}.html")


def write_report(
    report: Report,
    kind: str,
    output: Path | None,
    lang: str,
    failing: Sequence[Difference] = (),
    *,
    links: Links | None = None,
    least: Grade | None = None,
    force: bool = False,
) -> None:
    """Write a report in a format, with the pictures of a Markdown file beside it.

    With *least*, text is short and has the differences of this grade and of higher ones.
    """
    if kind == "text":
        from wtrules.editions.report.text import text

        made = text(report, lang, least, colour=output is None and use_colour())
        write_output(output, made, MEDIA[kind], force, lang)
        return
    if kind != "markdown" or output is None:
        made = _made(report, kind, lang, failing, links)
        write_output(output, made, MEDIA[kind], force, lang)
        return
    from wtrules.editions.report.markdown import markdown

    folder = pictures_folder(output)
    pictures: dict[str, str] = {}
    made = markdown(report, lang, pictures=pictures, folder=folder.name, links=links)
    write_output(output, made, MEDIA[kind], force, lang)
    write_pictures(folder, pictures, lang)


def _made(
    report: Report, kind: str, lang: str, failing: Sequence[Difference], links: Links | None
) -> str:
    if kind == "json":
        from wtrules.editions.report.as_json import to_json

        return json_text(to_json(report))
    if kind == "html":
        from wtrules.editions.report.html import html

        return html(report, lang, links)
    if kind == "markdown":
        from wtrules.editions.report.markdown import markdown

        return markdown(report, lang, links=links)
    from wtrules.editions.report.text import as_junit

    return as_junit(report, failing, lang)


def write_books(
    sides: Sequence[Rules],
    opened: Sequence[OpenedRuleset | None],
    output: Path,
    lang: str,
    force: bool,
) -> tuple[Book | None, Book | None]:
    """Write the rulebooks of both sides beside a report.

    A side that is not open, such as an older version, has no rulebook.
    """
    from wtrules.editions.report.links import Book
    from wtrules.rulebook import html, rulebook_of

    books: list[Book | None] = []
    for rules, there in zip(sides, opened, strict=True):
        if there is None:
            books.append(None)
            continue
        path = book_file(output, rules)
        made = guarded(html(rulebook_of(there, language=lang)), Medium.HTML)
        write_file(path, made, force, lang)
        books.append(Book(path.name, frozenset(_ANCHOR.findall(made))))
    return books[0], books[1]
