"""Facts about a ruleset that several checks share: all its nodes, the uses of each name, its files.

Rules come in; a `Survey` goes out, made by one walk over the syntax and cached for the next checks.
The walk is not recursive, so no rule file is nested too deeply for it.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

import attrs
from attrs import field, frozen

from wtrules.diagnostics import Diagnostic, Label
from wtrules.language.verbs import VERBS
from wtrules.rules.model import Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n

Key = tuple[str, str]

# Fields with names that are defined or mentioned but not used; the walk skips them.
_NOT_USES: dict[type, tuple[str, ...]] = {
    n.Cites: ("manual",),
    n.Assumed: ("entries",),
    n.Covers: ("ids",),
    n.Suppress: ("code",),
    n.Option: ("name",),
    n.RuleAfter: ("rules",),
    n.Code: ("name",),
    n.Parameter: ("name",),
    n.Query: ("variable",),
    n.Let: ("name",),
    n.Set: ("target",),
    n.Setting: ("key",),
    n.OneOf: ("names",),
    n.Value: ("choices",),
    n.ExampleWith: ("variants",),
    n.Reading: ("name",),
    n.ReadingBody: ("rulesets", "variants"),
    n.DefaultReading: ("name", "rulesets", "variants"),
    n.LetterReading: ("name", "rulesets", "variants"),
    n.Affects: ("ids",),
    n.Confidence: ("name",),
    n.LayerAfter: ("layers",),
    n.Needs: ("variants",),
    n.Excludes: ("variants",),
    n.InChapter: ("name",),
    n.Holds: ("ids",),
    n.Shows: ("ids",),
    n.Word: ("name",),
    n.ManualLine: ("topic",),
}
# The parts of actions that name a memory to be changed.
_WRITTEN: dict[str, tuple[str, ...]] = {
    verb.name: tuple(part.label for part in verb.parts if "memory" in part.types)
    for verb in VERBS.values()
}
_PLAIN = {"str", "int", "bool", "None", "tuple[str, ...]"}


def _parts(cls: type) -> tuple[str, ...]:
    skipped = ("span", "id", "phrases", *_NOT_USES.get(cls, ()))
    return tuple(
        a.name
        for a in attrs.fields(cls)
        if a.name not in skipped and not set(str(a.type).split(" | ")) <= _PLAIN
    )


_PARTS: dict[type, tuple[str, ...]] = {
    cls: _parts(cls) for cls in vars(n).values() if isinstance(cls, type) and attrs.has(cls)
}


def children(node: Any) -> Iterator[Any]:
    """Yield the nodes directly inside a node, without the names that it defines."""
    if type(node) is n.Do:
        written = _WRITTEN.get(node.verb, ())
        yield from (part.term for part in node.parts if part.label not in written)
        return
    for name in _PARTS[type(node)]:
        value = getattr(node, name)
        if type(value) is tuple:
            yield from value
        elif value is not None:
            yield value


def walk(*roots: Any) -> Iterator[Any]:
    """Yield nodes and everything inside them."""
    stack = list(roots)
    while stack:
        node = stack.pop()
        yield node
        if _PARTS[type(node)]:
            stack.extend(children(node))


def blocks(entry: Entry) -> Iterator[tuple[tuple[n.Statement, ...], Any]]:
    """Yield every sequence of statements of an entry, with the node that contains it."""
    yield statements(entry), entry.node
    stack: list[Any] = list(statements(entry))
    while stack:
        node = stack.pop()
        for block in inner_blocks(node):
            yield block.statements, node
            stack.extend(block.statements)


def inner_blocks(node: Any) -> tuple[n.Block, ...]:
    """Return the blocks directly inside a statement."""
    match node:
        case n.Either():
            found: tuple[n.Block | None, ...] = (*node.branches, node.otherwise)
        case n.May():
            found = (node.body, node.otherwise)
        case n.If():
            found = (node.then, node.otherwise)
        case n.Choose():
            found = (node.otherwise,)
        case n.Repeat() | n.Each() | n.As() | n.Scope():
            found = (node.body,)
        case _:
            return ()
    return tuple(block for block in found if block is not None)


def statements(entry: Entry) -> tuple[n.Statement, ...]:
    """Return the statements among the clauses of a rule, card or spell."""
    return entry.statements()


@frozen
class Survey:
    """Every node of a ruleset, by entry, with the uses of and writes to each name."""

    nodes: dict[Key, tuple[Any, ...]] = field(repr=False)
    uses: dict[str, set[Key]] = field(repr=False)
    writes: dict[str, list[n.Name]] = field(repr=False)
    own_paths: frozenset[str]

    def is_own(self, span: Span) -> bool:
        """Whether a place is in a file of the checked ruleset, or in a file that is not shipped."""
        return span.source.path in self.own_paths

    def between(self, code: str, message: str, here: Label, there: Label, *help: str) -> Diagnostic:
        """Return an error about two conflicting places; the one in the user's own file is primary."""
        if self.is_own(there.span) and not self.is_own(here.span):
            here, there = there, here
        return Diagnostic(code, message, here, (there,), help)

    def users(self, name: str, but: Key | None = None) -> set[Key]:
        """Return the entries that use a name, without the definition itself."""
        return self.uses.get(name, set()) - {but} if but else self.uses.get(name, set())


# The last survey, for the checks that run one after another over the same rules.
_last: tuple[weakref.ref[Rules], Survey] | None = None


def survey(rules: Rules) -> Survey:
    """Return the survey of *rules*."""
    global _last
    if _last is not None and _last[0]() is rules:
        return _last[1]
    made = _survey(rules)
    _last = (weakref.ref(rules), made)
    return made


def _survey(rules: Rules) -> Survey:
    nodes: dict[Key, tuple[Any, ...]] = {
        key: tuple(walk(entry.node)) for key, entry in rules.entries.items()
    }
    # A name that only a variant or another reading uses counts as used.
    for variant in rules.variants.values():
        nodes["variant", variant.id] = tuple(walk(variant.node))
    uses: dict[str, set[Key]] = {}
    writes: dict[str, list[n.Name]] = {}
    for key, found in nodes.items():
        for node in found:
            kind = type(node)
            if kind is n.Name:
                uses.setdefault(node.id, set()).add(key)
            elif kind is n.Set:
                writes.setdefault(node.target.id, []).append(node.target)
            elif kind is n.Do:
                for part in node.parts:
                    if part.label in _WRITTEN.get(node.verb, ()):
                        writes.setdefault(part.term.id, []).append(part.term)
            elif kind is n.Given and node.spell:
                uses.setdefault(node.spell, set()).add(key)
    return Survey(nodes, uses, writes, _own_paths(rules))


def _own_paths(rules: Rules) -> frozenset[str]:
    own = {rules.name, *(layer.name for layer in rules.layers if not layer.shipped)}
    paths = {layer.span.source.path for layer in rules.layers if layer.name in own}
    paths |= {
        origin.span.source.path
        for entry in rules.entries.values()
        for origin in entry.chain
        if origin.layer in own
    }
    return frozenset({rules.span.source.path, *paths})
