"""Facts about a ruleset that several checks share: all its nodes, the uses of each name, its files.

Rules come in; a `Survey` goes out, made by one walk over the syntax and kept with the rules for the next checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from wtrules.diagnostics import Advice, Diagnostic, Label, advised
from wtrules.rules.model import Entry, Rules
from wtrules.rules.uses import inner_blocks, walk_uses, written_names
from wtrules.source import Span
from wtrules.syntax import nodes as n

Key = tuple[str, str]


def blocks(entry: Entry) -> Iterator[tuple[tuple[n.Statement, ...], Any]]:
    """Yield every sequence of statements of an entry, with the node that contains it."""
    yield entry.statements(), entry.node
    stack: list[Any] = list(entry.statements())
    while stack:
        node = stack.pop()
        for block in inner_blocks(node):
            yield block.statements, node
            stack.extend(block.statements)


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

    def between(
        self, code: str, message: str, here: Label, there: Label, *help: Advice
    ) -> Diagnostic:
        """Return an error about two conflicting places; the one in the user's own file is primary."""
        if self.is_own(there.span) and not self.is_own(here.span):
            here, there = there, here
        return advised(Diagnostic(code, message, here, (there,)), *help)

    def users(self, name: str, but: Key | None = None) -> set[Key]:
        """Return the entries that use a name, without the definition itself."""
        return self.uses.get(name, set()) - {but} if but else self.uses.get(name, set())


def survey(rules: Rules) -> Survey:
    """Return the survey of *rules*, made once for all checks."""
    if Survey not in rules.computed:
        rules.computed[Survey] = _survey(rules)
    found: Survey = rules.computed[Survey]
    return found


def _survey(rules: Rules) -> Survey:
    nodes: dict[Key, tuple[Any, ...]] = {
        key: tuple(walk_uses(entry.node)) for key, entry in rules.entries.items()
    }
    # A name that only a variant or another reading uses counts as used.
    for variant in rules.variants.values():
        nodes["variant", variant.id] = tuple(walk_uses(variant.node))
    uses: dict[str, set[Key]] = {}
    writes: dict[str, list[n.Name]] = {}
    for key, found in nodes.items():
        for node in found:
            kind = type(node)
            if kind is n.Name:
                uses.setdefault(node.id, set()).add(key)
            elif kind is n.Set or kind is n.Do:
                for name in written_names(node):
                    writes.setdefault(name.id, []).append(name)
            elif kind is n.Event:  # `dragon lands on p`, `piece x lands on p`
                uses.setdefault(node.words[0], set()).add(key)
            elif kind is n.Query:
                uses.setdefault(node.kind, set()).add(key)
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
