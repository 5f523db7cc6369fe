"""Definitions with a name that rules use for something else."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.language.constants import CONSTANTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.phrase import phrase
from wtrules.rules.model import Rules

_WORDS = {p.name for p in PROPERTIES} | {p.name for p in PREDICATES} | {*CONSTANTS}
# Definitions that rules name as they name pieces and decks.
_NAMED = ("memory", "define", "setting", "allowance", "spell")
_NOUNS = {"define": "definition"}


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Compare names with words of the language, and those of pieces and decks with others."""
    for kind in ("piece", "memory", "define", "setting", "allowance"):
        for entry in rules.of_kind(kind):
            if entry.id in _WORDS or (kind == "piece" and _is_label(entry.id)):
                yield error(
                    "already-defined",
                    phrase("`{id}` is already a word of the language", id=entry.id),
                    entry.name_span,
                    phrase("cannot be the name of {kind}", kind=_described(kind)),
                    phrase("give the {kind} another name", kind=_NOUNS.get(kind, kind))
                    + (
                        ""
                        if kind == "piece"
                        else phrase(", or remove it and use `{id}` as it is", id=entry.id)
                    ),
                )
    for kind, others in (("piece", _NAMED), ("deck", (*_NAMED, "piece"))):
        for entry in rules.of_kind(kind):
            for other in filter(None, (rules.get(other, entry.id) for other in others)):
                yield survey(rules).between(
                    "already-defined",
                    phrase(
                        "`{id}` is the name of a {kind} and of {kind2}",
                        id=entry.id,
                        kind=kind,
                        kind2=_described(other.kind),
                    ),
                    Label(entry.name_span, phrase("the {kind}", kind=kind)),
                    Label(other.name_span, phrase("the {kind}", kind=other.kind)),
                    "give one of them another name: rules could not tell them apart",
                )


def _described(kind: str) -> str:
    return (
        phrase("an {kind}", kind=kind)
        if kind == "allowance"
        else phrase("a {kind}", kind=_NOUNS.get(kind, kind))
    )


def _is_label(word: str) -> bool:
    """Whether a word begins a clause; the table of words is read only for rules with pieces."""
    from wtrules.syntax.vocabulary import LABELS

    return word in LABELS
