"""How layers name definitions, and how messages say to change one."""

from __future__ import annotations

import re
from collections.abc import Collection

from wtrules.diagnostics import Advice, wording
from wtrules.diagnostics.fix import insert, replace, word_before
from wtrules.language.physical import MAIN_DECK
from wtrules.phrase import phrase
from wtrules.source import Span
from wtrules.syntax import nodes as n

Key = tuple[str, str]  # the kind and the id of an entry
DECK: Key = ("deck", MAIN_DECK)


def key_of(item: n.Item | n.NewValue, entries: Collection[Key]) -> Key:
    """Return the kind and the id of the entry that an item makes or changes."""
    match item:
        case n.Override():
            return key_of(item.item, entries)
        case n.NewValue(id=name):
            kinds = ("allowance", "memory")
            return next((kind for kind in kinds if (kind, name.id) in entries), "setting"), name.id
        case n.Remove():
            return item.kind, item.id.id
        case n.Add(id=n.Name() as name):
            return item.kind, name.id
        case n.Deck(id=n.Name() as name):
            return "deck", name.id
        case n.Add() | n.Deck():
            return DECK
        case _:
            assert not isinstance(item, n.Suppress)
            # The kind is the keyword the item begins with.
            return type(item).__name__.lower(), item.id.id


def title(kind: str, id: str) -> str:
    """Return a definition as a rule file names it: `rule castle.move`, but just `deck`."""
    return kind if (kind, id) == DECK else f"{kind} {id}"


def shown(kind: str, id: str) -> str:
    """Return a definition as a message names it."""
    return "the deck" if (kind, id) == DECK else phrase("{kind} `{id}`", kind=kind, id=id)


def name_span(item: n.Item) -> Span:
    """Return the place of an item's name, or of the whole item if it has none."""
    return (getattr(item, "id", None) or item).span


def as_override(kind: str, id: str, node: n.Item | n.Setting) -> Advice:
    """Return how to change something that a layer below defines already, or do something else."""
    if isinstance(node, n.Setting):
        return setting_override(id, node)
    if isinstance(node, n.Memory | n.Allowance):
        keyword = Span(node.span.source, node.span.start, node.span.start + len(kind))
        return replace(keyword, "override", wording("already-defined.value", id=id))
    text = "deck" if (kind, id) == DECK else "definition"
    help = wording(f"already-defined.{text}", title=title(kind, id))
    return insert(node.span, "override ", help)


def setting_override(id: str, node: n.Setting) -> Advice:
    """Return the fix for `board { capacity 4 }`: an override, if the group has no other setting."""
    help, source = wording("already-defined.value", id=id), node.span.source
    before = re.search(r"[\w-]+\s*\{\s*$", source.text[: node.span.start])
    after = re.match(r"\s*\}", source.text[node.span.end :])
    if before is None or after is None:
        return help
    group = Span(source, before.start(), node.span.end + after.end())
    return replace(group, f"override {id} = {node.value.span.text}", help)


def other_kind(at: Span, kind: str, other: str, help: str) -> Advice:
    """Return the fix that names the right kind before a name."""
    keyword = word_before(at)
    return replace(keyword, other, help, is_safe=True) if keyword.text == kind else help


def replace_help(kind: str, id: str, item: n.Add) -> Advice:
    """Return how to change something that nothing can be added to."""
    if kind in ("setting", "allowance", "memory"):
        help = wording("cannot-add.value", id=id)
        match = re.match(r"add\s+to\b", item.span.text)
        if match is None or item.id is None or word_before(item.id.span).text != "to":
            return help
        start = item.span.start
        return replace(Span(item.span.source, start, start + match.end()), "override", help)
    if kind in ("example", "assumption"):
        return wording("cannot-add.again", kind=kind, id=id)
    return wording("cannot-add.definition", title=title(kind, id))
