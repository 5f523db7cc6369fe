"""What a rule file contains, as an outline: rulesets with their groups, rules, spells, examples …"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from wtrules.node import Node
from wtrules.resolve.clauses import clauses_of, in_language, phrases_in
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.value import Value


@frozen
class Heading(Value):
    """One line of an outline."""

    kind: str
    id: str
    detail: str  # what people call it
    span: Span
    name_span: Span
    inside: tuple[Heading, ...] = ()


def outline(file: n.File, lang: str = "en") -> tuple[Heading, ...]:
    """Return the outline of a file."""
    return tuple(_headings(file.members, lang))


def flat(headings: tuple[Heading, ...]) -> Iterator[Heading]:
    """Yield all lines of an outline, from first to last."""
    for one in headings:
        yield one
        yield from flat(one.inside)


def _headings(members: tuple[Node, ...], lang: str) -> Iterator[Heading]:
    for node in members:
        yield from _heading(node, lang)


def _heading(node: Node, lang: str) -> Iterator[Heading]:
    match node:
        case n.Override():
            if isinstance(node.item, n.NewValue):
                yield Heading("override", node.item.id.id, "", node.span, node.item.id.span)
            else:
                yield from _heading(node.item, lang)
            return
        case n.Group():
            settings = tuple(
                Heading("setting", f"{node.id.id}.{one.key.id}", "", one.span, one.key.span)
                for one in node.settings
            )
            yield Heading("group", node.id.id, "", node.span, node.id.span, settings)
            return
        case n.Add() | n.Remove() if node.id is not None:
            kind = "add" if isinstance(node, n.Add) else "remove"
            yield Heading(kind, node.id.id, "", node.span, node.id.span)
            return
    name = getattr(node, "id", None)
    if not isinstance(name, n.Name):
        return
    title = (phrase for clause in clauses_of(node, n.Title) for phrase in clause.phrases)
    called = in_language(title, lang) or in_language(phrases_in(node, n.NameClause), lang)
    inner = node.members if isinstance(node, n.Ruleset | n.Variant) else ()
    kind = type(node).__name__.lower()
    yield Heading(kind, name.id, called, node.span, name.span, tuple(_headings(inner, lang)))
