"""Facts about a ruleset that several checks share: all its nodes, the uses of each name, its files.

Rules come in; a `Survey` goes out, made by one walk over the syntax and kept with the rules for the next checks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import field, frozen

from wtrules.diagnostics import Advice, Diagnostic, Label, advised
from wtrules.language.events import matching_event
from wtrules.rules import meaning as m
from wtrules.rules.model import Entry, Rules, VariantInfo
from wtrules.rules.uses import inner_blocks, walk_uses, written_names
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.value import Value

Key = tuple[str, str]


def blocks(entry: Entry) -> Sequence[tuple[tuple[n.Statement, ...], Any]]:
    """Return every sequence of statements of an entry, with the node that contains it."""
    return entry.once(_blocks)


def _blocks(entry: Entry) -> list[tuple[tuple[n.Statement, ...], Any]]:
    found: list[tuple[tuple[n.Statement, ...], Any]] = [(entry.statements(), entry.node)]
    stack: list[Any] = list(entry.statements())
    while stack:
        node = stack.pop()
        for block in inner_blocks(node):
            found.append((block.statements, node))
            stack.extend(block.statements)
    return found


@frozen(eq=False, repr=False)
class Nodes:
    """All nodes of an entry or variant, without the names that it does not use."""

    _all: tuple[Any, ...]
    _by_kind: dict[type, list[Any]] = field(repr=False)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all)

    def of(self, *kinds: type) -> list[Any]:
        """Return the nodes of some classes; a class has few, so that is faster than to look at all."""
        return [node for kind in kinds for node in self._by_kind.get(kind, ())]


@frozen
class Survey(Value):
    """Every node of a ruleset, by entry, with the uses of and writes to each name."""

    parts: dict[Key, Entry | VariantInfo] = field(repr=False)
    nodes: dict[Key, Nodes] = field(repr=False)
    uses: dict[str, set[Key]] = field(repr=False)
    performs: dict[Key, set[str]] = field(repr=False)  # the names of what each entry performs
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
    parts: dict[Key, Entry | VariantInfo] = dict(rules.entries)
    # A name that only a variant or another reading uses counts as used.
    parts |= {("variant", variant.id): variant for variant in rules.variants.values()}
    nodes: dict[Key, Nodes] = {}
    uses: dict[str, set[Key]] = {}
    performs: dict[Key, set[str]] = {}
    writes: dict[str, list[n.Name]] = {}
    for key, part in parts.items():
        found = part.once(_used_in)
        nodes[key] = found.nodes
        for name in found.writes:
            writes.setdefault(name.id, []).append(name)
        if found.performs:
            performs[key] = {name.id for name in found.performs}
        inside = found.names
        # To perform a rule is not to use its name.
        if others := [name for name in found.performs if ("rule", name.id) not in rules.entries]:
            inside = inside | {name.id for name in others} - found.variables
        for id in inside | found.words:
            uses.setdefault(id, set()).add(key)
    return Survey(parts, nodes, uses, performs, writes, _own_paths(rules))


@frozen
class _Used(Value):
    """What the nodes of one entry or variant use, define and change."""

    nodes: Nodes
    names: frozenset[str]  # of definitions, without those that are performed
    words: frozenset[str]  # of queries, events and examples
    variables: frozenset[str]
    performs: tuple[n.Name, ...]
    writes: tuple[n.Name, ...]


def nodes_of(part: Entry | VariantInfo) -> Nodes:
    """Return all nodes of an entry or variant, without the names that it does not use."""
    return part.once(_used_in).nodes


def _used_in(part: Entry | VariantInfo) -> _Used:
    by_kind: defaultdict[type, list[Any]] = defaultdict(list)
    for node in (every := tuple(walk_uses(part.node))):
        by_kind[type(node)].append(node)
    nodes = Nodes(every, dict(by_kind))
    writes: list[n.Name] = []
    other: set[int] = set()  # names that are not uses of a definition
    for node in nodes.of(n.Set, n.Do):
        for name in written_names(node):
            writes.append(name)
            # To make a memory one larger is not yet to use it.
            other |= {id(x) for x in walk_uses(node) if _is_name(x, name.id)}
    for node in nodes.of(n.Says):  # what only sentences name has no effect in play
        other |= {id(x) for x in walk_uses(node) if type(x) is n.Name}
    performs = [x.target for x in nodes.of(n.Perform) if isinstance(x.target, n.Name)]
    other |= {id(name) for name in performs}
    words = {query.kind for query in nodes.of(n.Query)}
    words |= {given.spell for given in nodes.of(n.Given) if given.spell}
    words |= {event.words[0] for event in nodes.of(n.Event)}  # `dragon lands on p`, `piece x …`
    variables: set[str] = set()
    if not isinstance(part, VariantInfo):  # its rules have variables of their own
        variables = {name for node in nodes.of(*DEFINING) for name in variables_of(node)}
    names = {x.id for x in nodes.of(n.Name) if id(x) not in other} - variables
    return _Used(
        nodes,
        frozenset(names),
        frozenset(words),
        frozenset(variables),
        tuple(performs),
        tuple(writes),
    )


def _is_name(node: object, id: str) -> bool:
    return type(node) is n.Name and node.id == id


# What defines variables.
DEFINING = frozenset({n.Query, n.Let, n.Parameter, n.Event})


def variables_of(node: object) -> Iterator[str]:
    """Yield the names of variables that a node defines."""
    match node:
        case n.Query() if node.variable is not None:
            yield node.variable.id
        case n.Let() | n.Parameter():
            yield node.name.id
        case n.Event():
            match = matching_event(node.words)
            yield from match[1] if match is not None else node.words


def own_definitions(meaning: m.Meaning) -> Iterator[tuple[Entry, m.Definition]]:
    """Yield the definitions that a file of the checked ruleset has made or changed."""
    is_own = survey(meaning.resolved).is_own
    for kind, definition in meaning.definitions:
        entry = meaning.resolved.entries[kind, definition.id]
        if any(is_own(step.span) for step in entry.chain):
            yield entry, definition


def own_bodies(meaning: m.Meaning) -> Iterator[tuple[Entry, m.Body]]:
    """Yield every sequence of statements of such rules, cards and spells, also those inside others."""
    for entry, definition in own_definitions(meaning):
        if isinstance(definition, m.Rule | m.Card | m.Spell):
            for body in m.bodies_in(definition.body):
                yield entry, body


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
