"""Where the rules of a game come from: what is pickled of a game, in the place of the game itself."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from wtrules.resolve.library import Library, LoadedFile, RulesetName
from wtrules.source import SourceFile
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.pipeline import OpenedRuleset
    from wtrules.resolve.ledger import Assume


class RulesChanged(Exception):
    """A pickled game whose rules are not the same any more where it is unpickled."""


@frozen
class Recipe(Value):
    """Where the rules of a game come from, as another process in another folder finds them."""

    ruleset: str  # the name of a shipped ruleset, or the absolute path of a file
    is_shipped: bool
    text: str | None  # the rules themselves, if they were given as text
    variants: tuple[str, ...]
    assume: tuple[tuple[str, str], ...]

    def open(self, library: Library) -> LoadedFile | None:
        """Read the rule file again; None means that it cannot be read."""
        if self.is_shipped:
            return library.find_ruleset(self.ruleset) or library.open(self.ruleset)[0]
        if self.text is not None:
            return library.open(SourceFile(self.ruleset, self.text))[0]
        return library.open_path(Path(self.ruleset))


def recipe(
    ruleset: RulesetName, opened: OpenedRuleset, variants: tuple[str, ...], assume: Assume
) -> Recipe | None:
    """Return how to make the game of *ruleset* again; None if its file cannot be read."""
    loaded = opened.loaded
    if loaded is None:
        return None
    readings = tuple(assume.items() if isinstance(assume, Mapping) else assume)
    if isinstance(ruleset, SourceFile):
        path = os.path.abspath(loaded.path)
        return Recipe(path, False, ruleset.text, variants, readings)
    # A shipped ruleset is found by name, because another machine has it in another folder.
    name = loaded.path.stem
    found = opened.library.shipped_path(name)
    if found is not None and os.path.samefile(found[0], loaded.path):
        return Recipe(name, True, None, variants, readings)
    return Recipe(os.path.abspath(loaded.path), False, None, variants, readings)
