"""What the names in a rule file mean: those of definitions, and those in clauses about them.

A parsed file and rules come in. All definitions of the file are bound as if they were in force: those
of variants and readings that are not chosen, too, together with what they define. So a file with
mistakes has references as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from wtrules.meaning.binder import binder_of
from wtrules.meaning.references import Reference, Variable
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.layer_names import Key, key_of
from wtrules.resolve.merging import merge, with_parts
from wtrules.resolve.model import Entry, Origin, Rules, VariantInfo, once
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.value import Value

_MERGED = (n.Rule, n.Card, n.Spell, n.Outcome)
# What has names that mean something.
_BOUND = (
    *_MERGED, n.Define, n.Memory, n.Allowance, n.Outcome, n.Example, n.Deck, n.Setting,
)  # fmt: skip


@frozen
class Layer(Value):
    """Items that are in force together, and the rules with what they define."""

    items: tuple[Any, ...]
    rules: Rules
    references: tuple[Reference, ...]
    variables: tuple[Variable, ...]

    def variables_at(self, offset: int) -> Iterator[Variable]:
        """Yield the variables that are known at a place, the last one first."""
        for one in reversed(self.variables):
            if one.span.start < offset <= (one.end or 0):
                yield one

    @cached_property
    def types(self) -> Mapping[Span, str]:
        """The types of variables, by where they are defined."""
        return {one.span: one.type for one in self.variables}


def layers_of(file: n.File, rules: Rules) -> Iterator[Layer]:
    """Yield the rulesets, variants and readings of a file, each with what its names mean."""
    for items in _groups(file):
        yield bound(items, rules)


def bound(items: Sequence[Any], rules: Rules) -> Layer:
    """Bind items as if they were in force."""
    own = dict(_definitions(items, rules))
    there = evolve(rules, entries={**rules.entries, **own}) if own else rules
    binder = binder_of(there)
    references: list[Reference] = []
    with binder.ctx.apart():
        for entry in (entry for item in items for entry in _entries(item, there)):
            binder.bind(entry)
            references += binder.ctx.parts.pop((entry.kind, entry.id), ())
        variables = tuple(binder.ctx.variables)
    return Layer(tuple(items), there, tuple(references), variables)


def _groups(
    part: n.File | n.Ruleset | n.Variant | n.Assumption | n.ReadingBody,
) -> Iterator[tuple[Any, ...]]:
    """Yield the items that are in force together: those of a file, of each variant, of each reading."""
    if isinstance(part, n.Assumption):
        for reading in clauses_of(part, n.Reading):
            for body in reading.bodies:
                yield from _groups(body)
        return
    items: tuple[Any, ...] = part.items if isinstance(part, n.ReadingBody) else part.members
    for item in items:
        if isinstance(item, n.Ruleset):
            items += item.members
    yield items
    for item in items:
        if isinstance(item, n.Variant | n.Assumption):
            yield from _groups(item)


def _definitions(items: Sequence[Any], rules: Rules) -> Iterator[tuple[Key, Entry]]:
    """Yield what items define that the rules do not have."""
    for item in items:
        made = item.item if isinstance(item, n.Override) else item
        match made:
            case n.Group():
                for setting in made.settings:
                    key = ("setting", f"{made.id.id}.{setting.key.id}")
                    if key not in rules.entries:
                        yield key, _made(key, setting)
            case n.Ruleset() | n.Suppress() | n.Add() | n.Remove() | n.NewValue() | n.Variant():
                continue
            case _ if isinstance(getattr(made, "id", None), n.Name) or isinstance(made, n.Deck):
                key = key_of(made, rules.entries)
                if key not in rules.entries:
                    yield key, _made(key, made)


def _made(key: Key, node: n.Item | n.Setting) -> Entry:
    return Entry(*key, node, (Origin("", "defined", node.span),))


def _entries(item: Any, rules: Rules) -> Iterator[Entry]:
    """Yield the definitions of an item as they are with it in force, if they have names in them."""
    made: Any = item.item if isinstance(item, n.Override) else item
    match made:
        case n.Group():
            for setting in made.settings:
                yield _made(("setting", f"{made.id.id}.{setting.key.id}"), setting)
            return
        case n.NewValue() | n.Add():
            pass
        case _ if not isinstance(made, _BOUND):
            return
    key = key_of(made, rules.entries)
    below = rules.entries.get(key)
    node: Any = made
    if isinstance(made, n.Add):
        node = with_parts(below.node, made) if below is not None else None
    elif isinstance(made, n.NewValue):
        old = below.node if below is not None else None
        node = evolve(old, value=made.value) if isinstance(old, n.Setting) else None
    elif item is not made and below is not None and isinstance(made, _MERGED):
        node = merge(below.node, made)
    if isinstance(node, _BOUND):
        yield _made(key, node)


def elsewhere(rules: Rules, id: str) -> Iterator[tuple[Key, Reference]]:
    """Yield the references in variants and readings that are not chosen, with the part they are in.

    Only parts are bound in whose text *id* occurs, or its first word.
    """
    word = id.partition(" ")[0]
    parts: list[Entry | VariantInfo] = [*rules.of_kind("assumption")]
    parts += [variant for variant in rules.variants.values() if variant.id not in rules.chosen]
    for part in parts:
        if word in part.node.span.text:
            key = ("assumption" if isinstance(part, Entry) else "variant", part.id)
            yield from ((key, one) for one in _references(rules, *key))


@once
def _references(rules: Rules, kind: str, id: str) -> list[Reference]:
    """Return the references in an open question or a variant."""
    part = rules.variants[id] if kind == "variant" else rules.entries[kind, id]
    groups = _groups(part.node)  # type: ignore[arg-type]  # assumptions and variants
    return [one for group in groups for one in bound(group, rules).references]


def nothing(at: Span) -> Rules:
    """Return rules without definitions."""
    return Rules("", (), None, (), {}, {}, {}, (), frozenset(), (), at)
