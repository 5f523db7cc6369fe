"""The printed manuals: their names and sections, as the rule atlas has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from wtrules import resources
from wtrules.resolve.from_syntax import resolve
from wtrules.resolve.library import Library
from wtrules.syntax import nodes as n

Sections = Mapping[str, tuple[str, ...]]  # section -> its pages as they are cited


def manuals() -> Mapping[str, Sections]:
    """Return the sections of each manual, those that say most first."""
    return _manuals(resources.rulesets_folder())


@cache
def _manuals(folder: Path) -> Mapping[str, Sections]:
    library = Library()
    loaded = library.find_ruleset(resources.atlas_ruleset())
    atlas = resolve(library, loaded) if loaded is not None else None
    if atlas is None:
        return {}
    return {e.id: _sections(e.node_as(n.Manual)) for e in atlas.of_kind("manual")}


def _sections(manual: n.Manual) -> Sections:
    counts = Counter(line.section for line in manual.lines if line.section)
    pages: dict[str, dict[str, None]] = {section: {} for section, _ in counts.most_common()}
    for line in manual.lines:
        if line.section and line.page:
            pages[line.section][line.page] = None
    return {section: tuple(some) for section, some in pages.items()}
