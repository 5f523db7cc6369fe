"""Definitions with a name that rules use for something else."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.language.constants import CONSTANTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.rules.model import Rules
from wtrules.syntax.vocabulary import LABELS

_WORDS = {p.name for p in PROPERTIES} | {p.name for p in PREDICATES} | {*CONSTANTS}
# Definitions that rules name as they name pieces and decks.
_NAMED = ("memory", "define", "setting", "allowance", "spell")
_NOUNS = {"define": "definition"}


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Compare names with words of the language, and those of pieces and decks with others."""
    for kind in ("piece", "memory", "define", "setting", "allowance"):
        for entry in rules.of_kind(kind):
            if entry.id in _WORDS or (kind == "piece" and entry.id in LABELS):
                yield error(
                    "already-defined",
                    f"`{entry.id}` is already a word of the language",
                    entry.name_span,
                    f"cannot be the name of {_described(kind)}",
                    f"give the {_NOUNS.get(kind, kind)} another name"
                    + ("" if kind == "piece" else f", or remove it and use `{entry.id}` as it is"),
                )
    for kind, others in (("piece", _NAMED), ("deck", (*_NAMED, "piece"))):
        for entry in rules.of_kind(kind):
            for other in filter(None, (rules.get(other, entry.id) for other in others)):
                yield survey(rules).between(
                    "already-defined",
                    f"`{entry.id}` is the name of a {kind} and of {_described(other.kind)}",
                    Label(entry.name_span, f"the {kind}"),
                    Label(other.name_span, f"the {other.kind}"),
                    "give one of them another name: rules could not tell them apart",
                )


def _described(kind: str) -> str:
    return f"an {kind}" if kind == "allowance" else f"a {_NOUNS.get(kind, kind)}"
