"""The setting that says whether players remember the wizards under towers."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Diagnostic, error
from wtrules.language.physical import COVERED, COVERED_WORDS
from wtrules.phrase import listed, phrase
from wtrules.rules import values
from wtrules.rules.meaning import Meaning


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check that the setting has one of its words, if a ruleset has it."""
    rules = meaning.resolved
    entry = rules.get("setting", COVERED)
    found = values.entries_of(rules, COVERED)
    if entry is not None and (len(found) != 1 or found[0] not in COVERED_WORDS):
        yield error(
            "wrong-setting",
            phrase(
                "`{covered}` should be {list}",
                covered=COVERED,
                list=listed((f"`{word}`" for word in COVERED_WORDS), "or"),
            ),
            entry.span,
            "not one of these",
            phrase("write `covered {{ wizards {covered_words} }}`", covered_words=COVERED_WORDS[1]),
        )
