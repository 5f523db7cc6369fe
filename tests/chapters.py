"""Long texts as snapshots of a page each, so that somebody reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator

PAGE = 60  # lines


def chapters(text: str) -> Iterator[tuple[str, str]]:
    """Yield the chapters of a Markdown text by their headings; long ones in parts of a page."""
    for number, chapter in enumerate(re.split(r"^(?=#+ )", text, flags=re.MULTILINE)):
        if not chapter:
            continue
        heading = chapter.partition("\n")[0].lstrip("# ") if chapter[0] == "#" else "beginning"
        plain = re.sub(r"[^\w -]", "", heading)
        name = f"{number:02} {plain}"
        for part, page in enumerate(pages(chapter)):
            yield f"{name} {part + 1}" if part else name, page


def pages(text: str) -> list[str]:
    """Return a text in parts of at most a page, cut between paragraphs."""
    found = [""]
    for paragraph in re.split(r"(?<=\n\n)", text):
        if found[-1] and (found[-1] + paragraph).count("\n") > PAGE:
            found.append("")
        found[-1] += paragraph
    return found
