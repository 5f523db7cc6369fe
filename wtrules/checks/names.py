"""Definitions with a name that rules use for something else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.survey import DEFINING, nodes_of, survey
from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.language.promise import RESERVED
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, Rules, VariantInfo
from wtrules.rules.own_words import KINDS
from wtrules.rules.values import letters
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
_EVENT_VARIABLE = re.compile(
    rf"\b(?:wizard|tower|player|card|spell|piece|space|place)\s+({_CASTLE})\b"
)


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Compare names with words of the language, and those of pieces and decks with others."""
    rules = meaning.resolved
    for kind in KINDS:
        for entry in rules.of_kind(kind):
            if entry.id in RESERVED or (kind == "piece" and _is_label(entry.id)):
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
    for kind, others in _OTHERS.items():
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
    for word, at, kind, reason in _read_otherwise(rules):
        yield error(
            "already-defined",
            phrase("`{id}` is already a word of the language", id=word),
            at,
            phrase("cannot be the name of {kind}", kind=_described(kind)),
            reason,
            phrase("give the {kind} another name", kind=_NOUNS.get(kind, kind)),
        )


def _read_otherwise(rules: Rules) -> Iterator[tuple[str, Span, str, str]]:
    """Yield the names that rules or examples cannot use, their places, what they name, and why.

    A name that only examples cannot use is no mistake as long as none of them does.
    """
    castle = "where rules use it, `castle` is the castle"
    for at, kind in _in_terms(rules):
        if at.text == _CASTLE:
            yield _CASTLE, at, kind, castle
    for kind in ("outcome", "deck"):
        for entry in rules.of_kind(kind):
            if entry.id == _STOP:
                yield _STOP, entry.name_span, kind, "where rules use it, `stop` ends a loop"
    for entry in rules.of_kind("define"):
        at = entry.name_span
        if entry.id in _OPERATORS and at.source.text[at.end :].lstrip().startswith("("):
            reason = phrase("where rules use it, `{id} (…)` is a condition", id=entry.id)
            yield entry.id, at, "define", reason
    for kind in ("setting", "table"):
        for entry in rules.of_kind(kind):
            if _PAGE.match(f"{entry.id}."):
                page = entry.id.partition(".")[0]
                reason = phrase("where rules use it, `{page}` is a page", page=page)
                yield page, entry.name_span, kind, reason
    compared = {name for entry in rules.of_kind("example") for name in entry.once(_compared)}
    players = {name for pair in letters(rules).items() for name in pair}
    for entry in rules.of_kind("memory"):
        if entry.id in compared and entry.id in players and not _has_owners(entry):
            reason = phrase("where examples use it, `{id}` is a player", id=entry.id)
            yield entry.id, entry.name_span, "memory", reason


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
    for part in survey(rules).parts.values():
        for at in part.once(_castles):
            yield at, "variable"


def _castles(part: Entry | VariantInfo) -> tuple[Span, ...]:
    """Return the places of variables called `castle`."""
    found: list[Span] = []
    for node in nodes_of(part).of(*DEFINING):
        match node:
            case n.Query() if node.variable is not None:
                found.append(node.variable.span)
            case n.Let() | n.Parameter():
                found.append(node.name.span)
            case n.Event() if _CASTLE in node.words:
                for match in _EVENT_VARIABLE.finditer(node.span.text):
                    start = node.span.start + match.start(1)
                    found.append(Span(node.span.source, start, start + len(_CASTLE)))
    return tuple(span for span in found if span.text == _CASTLE)


def _has_owners(entry: Entry) -> bool:
    """Whether a memory has a value for each player, or each of something else."""
    unit = entry.node_as(n.Memory).unit
    return unit is not None and unit.each is not None


def _described(kind: str) -> str:
    return (
        phrase("an {kind}", kind=kind)
        if kind in ("allowance", "outcome")
        else phrase("a {kind}", kind=_NOUNS.get(kind, kind))
    )


def _is_label(word: str) -> bool:
    """Whether a word begins a clause; the table of words is read only for rules with pieces."""
    from wtrules.syntax.vocabulary import LABELS

    return word in LABELS
