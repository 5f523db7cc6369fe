"""Long texts as snapshots of a page each, so that somebody reads them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

PAGE = 60  # lines


def chapters(text: str) -> Iterator[tuple[str, str]]:
    """Yield the chapters of a Markdown text by their headings; long ones in parts of a page."""
    seen: Counter[str] = Counter()
    for chapter in re.split(r"^(?=#+ )", text, flags=re.MULTILINE):
        for page in pages(chapter) if chapter else ():
            # Without its number, a chapter keeps its name when another one is put before it.
            heading = re.sub(r"[^\w -]|^#+ (\d+ )?|\(\d+\)$", "", chapter.partition("\n")[0])
            name = heading.strip() or "beginning"
            seen[name] += 1
            yield f"{name} {seen[name]}" if seen[name] > 1 else name, page


def pages(text: str) -> list[str]:
    """Return a text in parts of at most a page, cut between paragraphs."""
    found = [""]
    for paragraph in re.split(r"(?<=\n\n)", text):
        if found[-1] and (found[-1] + paragraph).count("\n") > PAGE:
            found.append("")
        found[-1] += paragraph
    return found
