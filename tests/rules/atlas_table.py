"""What the manuals do with each topic, from `cases/atlas.txt`, which was read from the manuals."""

from __future__ import annotations

from pathlib import Path

MANUALS = ("en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30", "en-capstone")
_STANCES = {"s": "states", "i": "implies", "o": "omits", "x": "lost"}
_FILE = Path(__file__).parents[1] / "cases" / "atlas.txt"

# The stance, whether it says something else than the topic, the section and the page.
Expected = tuple[str, bool, str, str]


def read() -> dict[str, dict[str, Expected]]:
    """Return what is expected, by manual and topic."""
    rows = [row for row in _FILE.read_text("utf-8").splitlines() if row and row[0] != "#"]
    sections: dict[tuple[str, str], tuple[str, str]] = {("", ""): ("", "")}
    found: dict[str, dict[str, Expected]] = {manual: {} for manual in MANUALS}
    for row in rows:
        first, *rest = row.split(maxsplit=3)
        if first in MANUALS:
            short, page, title = rest
            sections[first, short] = title, f"p{page}"
            continue
        words = row.split()[1:]
        for manual in MANUALS:
            stance = words.pop(0)
            is_told = stance[0] in "si"
            section, page = sections[manual, words.pop(0)] if is_told else ("", "")
            found[manual][first] = _STANCES[stance[0]], stance.endswith("!"), section, page
        assert not words, first
    return found


EXPECTED = read()
IDS = list(EXPECTED[MANUALS[0]])
