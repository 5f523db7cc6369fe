"""Facts about a ruleset that several checks share: all its nodes, the uses of each name, its files.

Rules come in; a `Survey` goes out, which is kept with the rules for the next checks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from attrs import define, evolve, field, frozen

from wtrules.diagnostics import Diagnostic
from wtrules.meaning import nodes as m
from wtrules.meaning.elaborate import meaning_of
from wtrules.meaning.references import DEFINES, PERFORMS, READS, Reference
from wtrules.node import walk
from wtrules.resolve.model import Entry, Rules, VariantInfo, once
from wtrules.source import Span
from wtrules.syntax import nodes as n

Key = tuple[str, str]
_T = TypeVar("_T")


@once
def blocks(entry: Entry) -> Sequence[tuple[tuple[n.Statement, ...], Any]]:
    """Return every sequence of statements of an entry, with the node that contains it."""
    found: list[tuple[tuple[n.Statement, ...], Any]] = [(entry.statements(), entry.node)]
    stack: list[Any] = list(entry.statements())
    while stack:
        node = stack.pop()
        for block in n.inner_blocks(node):
            found.append((block.statements, node))
            stack.extend(block.statements)
    return found


@frozen(eq=False, repr=False)
class Nodes:
    """All nodes of an entry or variant."""

    _all: tuple[Any, ...]
    _by_kind: dict[type, list[Any]] = field(repr=False)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all)

    def of(self, *kinds: type) -> list[Any]:
        """Return the nodes of some classes; a class has few, so that is faster than to look at all."""
        return [node for kind in kinds for node in self._by_kind.get(kind, ())]


@define(eq=False, repr=False)
class Survey:
    """Every node of a ruleset, by entry, and the references to each definition."""

    rules: Rules
    parts: dict[Key, Entry | VariantInfo]
    own_paths: frozenset[str]

    def is_own(self, span: Span) -> bool:
        """Whether a place is in a file of the checked ruleset, or in a file that is not shipped."""
        return span.source.path in self.own_paths

    def own_first(self, fault: Diagnostic) -> Diagnostic:
        """Return a diagnostic about two places that points at the one in the user's own file."""
        here, there = fault.primary, next(iter(fault.related), None)
        if here is None or there is None or self.is_own(here.span) or not self.is_own(there.span):
            return fault
        return evolve(fault, primary=there, related=(here, *fault.related[1:]))

    @cached_property
    def nodes(self) -> dict[Key, Nodes]:
        """All nodes of each entry and variant."""
        return {key: nodes_of(part) for key, part in self.parts.items()}

    @cached_property
    def _named(self) -> dict[Key, list[tuple[Key, Reference]]]:
        """The references to each definition in what is in force, with the definition they are in."""
        found: dict[Key, list[tuple[Key, Reference]]] = {}
        for key, references in meaning_of(self.rules).references.items():
            for reference in references if key[0] != "example" else ():
                found.setdefault(reference[1:3], []).append((key, reference))
        return found

    def references(self, kind: str, id: str, *uses: str) -> Iterator[tuple[Key, Reference]]:
        """Yield where a definition is read, or used as *uses* say, outside of itself.

        Those in variants and readings that are not chosen come last, as it takes time to find them;
        what only examples and sentences name has no effect in play.
        """
        there = self._named.get((kind, id), ())
        for key, one in chain(there, meaning_of(self.rules).elsewhere(id)):
            if (one.kind, one.id) == (kind, id) != key and one.use in (uses or (READS,)):
                yield key, one

    def is_used(self, kind: str, id: str, *uses: str) -> bool:
        """Whether a definition is read, or used as *uses* say, outside of itself."""
        return next(self.references(kind, id, *uses), None) is not None

    def performed(self, key: Key) -> set[str]:
        """Return the rules that a definition performs."""
        references = meaning_of(self.rules).references.get(key, ())
        return {one.id for one in references if one.kind == "rule" and one.use == PERFORMS}


@once
def survey(rules: Rules) -> Survey:
    """Return the survey of *rules*, made once for all checks."""
    parts: dict[Key, Entry | VariantInfo] = dict(rules.entries)
    parts |= {("variant", variant.id): variant for variant in rules.variants.values()}
    return Survey(rules, parts, _own_paths(rules))


@once
def nodes_of(part: Entry | VariantInfo) -> Nodes:
    """Return all nodes of an entry or variant."""
    by_kind: defaultdict[type, list[Any]] = defaultdict(list)
    for node in (every := tuple(walk(part.node))):
        by_kind[type(node)].append(node)
    return Nodes(every, dict(by_kind))


def variables(meaning: m.Meaning) -> Iterator[tuple[str, Span]]:
    """Yield the variables that definitions name, with the places of their names."""
    for references in meaning.references.values():
        for one in references:
            if one.kind == "variable" and one.use == DEFINES:
                yield one.id, one.span


def own_definitions(meaning: m.Meaning) -> Iterator[tuple[Entry, m.Definition]]:
    """Yield the definitions that a file of the checked ruleset has made or changed."""
    is_own = survey(meaning.resolved).is_own
    for kind, definition in meaning.definitions:
        entry = meaning.resolved.entries[kind, definition.id]
        if any(is_own(step.span) for step in entry.chain):
            yield entry, definition


def own_nodes(meaning: m.Meaning, kind: type[_T]) -> Iterator[tuple[m.Definition, _T]]:
    """Yield the nodes of a class in files of the checked ruleset, with the definitions they are in."""
    is_own = survey(meaning.resolved).is_own
    for _, definition in own_definitions(meaning):
        for node in walk(definition):
            if isinstance(node, kind) and is_own(node.span):
                yield definition, node


def own_bodies(meaning: m.Meaning) -> Iterator[tuple[Entry, m.Body]]:
    """Yield every sequence of statements of such rules, cards and spells, also those inside others."""
    for entry, definition in own_definitions(meaning):
        if isinstance(definition, m.Rule | m.Card | m.Spell):
            for body in m.bodies_in(definition.body):
                yield entry, body


def _own_paths(rules: Rules) -> frozenset[str]:
    own = {rules.name, *(layer.name for layer in rules.layers if not layer.shipped)}
    return frozenset({rules.span.source.path, *rules.files_of(own)})
