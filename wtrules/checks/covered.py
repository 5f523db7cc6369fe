"""The setting that says whether players remember the wizards under towers."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, report
from wtrules.language.physical import COVERED, COVERED_WORDS
from wtrules.meaning import values
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import listed


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check that the setting has one of its words, if a ruleset has it."""
    rules = meaning.resolved
    entry = rules.get("setting", COVERED)
    found = values.entries_of(rules, COVERED)
    if entry is not None and (len(found) != 1 or found[0] not in COVERED_WORDS):
        yield report(
            "wrong-setting.covered",
            entry.span,
            covered=COVERED,
            list=listed((f"`{word}`" for word in COVERED_WORDS), "or"),
            covered_words=COVERED_WORDS[1],
        )
