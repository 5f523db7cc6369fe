"""Rules that cannot be used, as an exception that has all reasons."""

from __future__ import annotations

from collections.abc import Sequence

from wtrules.diagnostics.diagnostic import Diagnostic
from wtrules.diagnostics.render import render
from wtrules.texts import Texts, UserError
from wtrules.texts.phrases import in_language


class BrokenRules(UserError):
    """Rules that cannot be used; `diagnostics` and the message give all reasons."""

    code = "rules"

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(diagnostics)

    def __str__(self) -> str:
        return self.written("en")

    def text(self, language: str) -> str:
        """Return the first reason, and how many there are."""
        faults = self.diagnostics
        first = in_language(faults[0].message, language) if faults else ""
        return Texts(language)("common.broken_rules", first=first, n=len(faults))

    def written(self, language: str, colour: bool = False) -> str:
        """Return all reasons, each with its place."""
        return render(self.diagnostics, colour=colour, language=language).rstrip("\n")
