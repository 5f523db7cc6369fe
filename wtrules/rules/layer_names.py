"""How layers name definitions, and how messages say to change one."""

from __future__ import annotations

import re
from collections.abc import Collection

from wtrules.diagnostics import Advice
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


def instead(verb: str) -> str:
    """Return how to change a definition in the file that has it."""
    return "remove both" if verb == "removed" else "change the definition itself"


def as_override(kind: str, id: str, node: n.Item | n.Setting, other: str) -> Advice:
    """Return how to change something that a layer below defines already, or do something else."""
    if isinstance(node, n.Setting):
        return setting_override(id, node)
    help = phrase(
        "write `override {title}` to change it, or {other}", title=title(kind, id), other=other
    )
    if isinstance(node, n.Memory | n.Allowance):
        keyword = Span(node.span.source, node.span.start, node.span.start + len(kind))
        return replace(keyword, "override", phrase("write `override {id} = …` to change it", id=id))
    return insert(node.span, "override ", help)


def setting_override(id: str, node: n.Setting) -> Advice:
    """Return the fix for `board { capacity 4 }`: an override, if the group has no other setting."""
    help, source = phrase("write `override {id} = …` to change it", id=id), node.span.source
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
        help = phrase("write `override {id} = …` to change it", id=id)
        found = re.match(r"add\s+to\b", item.span.text)
        if found is None or item.id is None or word_before(item.id.span).text != "to":
            return help
        start = item.span.start
        return replace(Span(item.span.source, start, start + found.end()), "override", help)
    if kind in ("example", "assumption"):
        return phrase("write `remove {kind} {id}` and define it again", kind=kind, id=id)
    return phrase("write `override {title}` to replace it", title=title(kind, id))
