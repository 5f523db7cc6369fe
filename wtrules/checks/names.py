"""Definitions with a name that rules use for something else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.language.promise import RESERVED
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.references import DEFINES
from wtrules.meaning.values import letters
from wtrules.node import walk
from wtrules.resolve.model import Entry, Rules, once
from wtrules.resolve.own_words import KINDS
from wtrules.source import Span
from wtrules.syntax import nodes as n

# Definitions that rules name as they name pieces and decks.
_NAMED = ("memory", "define", "setting", "allowance", "spell")
_NOUNS = {"define": "definition"}
# What else can have the same name, and would be meant instead.
_OTHERS = {
    "piece": _NAMED,
    "deck": (*_NAMED, "piece"),
    "memory": ("define", "allowance"),
    "allowance": ("define",),
}
# Keywords that stay what they are where a name could stand as well.
_CASTLE = "castle"
_STOP = "stop"
_OPERATORS = ("above", "beneath", "not", "on")  # with a term after them, in parentheses or not
_PAGE = re.compile(r"p\d+\.")


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Compare names with words of the language, and those of pieces and decks with others."""
    rules = meaning.resolved
    for kind in KINDS:
        for entry in rules.of_kind(kind):
            if entry.id in RESERVED or (kind == "piece" and _is_label(entry.id)):
                yield report(
                    "already-defined.clause" if kind == "piece" else "already-defined.built-in",
                    entry.name_span,
                    id=entry.id,
                    what=_described(kind),
                    kind=_NOUNS.get(kind, kind),
                )
    for kind, others in _OTHERS.items():
        for entry in rules.of_kind(kind):
            for other in filter(None, (rules.get(other, entry.id) for other in others)):
                yield report(
                    "already-defined.two-kinds",
                    entry.name_span,
                    id=entry.id,
                    kind=kind,
                    what=_described(other.kind),
                    other_kind=other.kind,
                    other=other.name_span,
                )
    for word, at, kind, reason in _read_otherwise(rules):
        noun = _NOUNS.get(kind, kind)
        yield report(
            "already-defined.word",
            at,
            reason,
            wording("already-defined.word.rename", kind=noun),
            id=word,
            what=_described(kind),
        )


def _read_otherwise(rules: Rules) -> Iterator[tuple[str, Span, str, str]]:
    """Yield the names that rules or examples cannot use, their places, what they name, and why.

    A name that only examples cannot use is no mistake as long as none of them does.
    """
    for at, kind in _in_terms(rules):
        if at.text == _CASTLE:
            yield _CASTLE, at, kind, wording("already-defined.word.castle")
    for kind in ("outcome", "deck"):
        for entry in rules.of_kind(kind):
            if entry.id == _STOP:
                yield _STOP, entry.name_span, kind, wording("already-defined.word.stop")
    for entry in rules.of_kind("define"):
        at = entry.name_span
        if entry.id in _OPERATORS and at.source.text[at.end :].lstrip().startswith("("):
            reason = wording("already-defined.word.condition", id=entry.id)
            yield entry.id, at, "define", reason
    for kind in ("setting", "table"):
        for entry in rules.of_kind(kind):
            if _PAGE.match(f"{entry.id}."):
                page = entry.id.partition(".")[0]
                reason = wording("already-defined.word.page", page=page)
                yield page, entry.name_span, kind, reason
    compared = {name for entry in rules.of_kind("example") for name in _compared(entry)}
    players = {name for pair in letters(rules).items() for name in pair}
    for entry in rules.of_kind("memory"):
        if entry.id in compared and entry.id in players and not _has_owners(entry):
            reason = wording("already-defined.word.player", id=entry.id)
            yield entry.id, entry.name_span, "memory", reason


@once
def _compared(example: Entry) -> frozenset[str]:
    """Return the names that an example compares with something: `then coins = 2`, not `coins of b`."""
    binary = (node for node in walk(example.node) if isinstance(node, n.Binary))
    return frozenset(node.left.id for node in binary if isinstance(node.left, n.Name))


def _in_terms(rules: Rules) -> Iterator[tuple[Span, str]]:
    """Yield the places of all names that terms can consist of, and what they are the names of."""
    for kind in ("memory", "define", "allowance", "spell", "deck"):
        for entry in rules.of_kind(kind):
            yield entry.name_span, kind
    for variant in rules.variants.values():
        yield variant.node.id.span, "variant"
    for entry in rules.of_kind("memory"):
        value = entry.node_as(n.Memory).value
        for name in value.names if isinstance(value, n.OneOf) else ():
            yield name.span, "word"
    for entry in rules.of_kind("setting"):
        for name in entry.node_as(n.Setting).value.choices:
            yield name.span, "word"
    for _, variable in survey(rules).references("variable", _CASTLE, DEFINES):
        yield variable.span, "variable"


def _has_owners(entry: Entry) -> bool:
    """Whether a memory has a value for each player, or each of something else."""
    unit = entry.node_as(n.Memory).unit
    return unit is not None and unit.each is not None


def _described(kind: str) -> str:
    article = "an" if kind in ("allowance", "outcome") else "a"
    return wording(f"already-defined.kind.{article}", kind=_NOUNS.get(kind, kind))


def _is_label(word: str) -> bool:
    """Whether a word begins a clause; the table of words is read only for rules with pieces."""
    from wtrules.syntax.vocabulary import LABELS

    return word in LABELS
