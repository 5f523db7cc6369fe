"""Resolved rules: every definition after all layers, and the places that defined or changed it.

An *entry* is one definition of a ruleset (a setting, rule, spell, card, table, …) as the syntax
node that results from all layers. `wtrules.resolve.from_syntax` makes entries; the checks, `show`,
`diff` and the elaboration read them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from attrs import field, frozen

from wtrules.resolve.clauses import clauses_of
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.value import Value

_T = TypeVar("_T")
_P = ParamSpec("_P")

KINDS = (
    "setting",
    "table",
    "deck",
    "card",
    "spell",
    "rule",
    "define",
    "memory",
    "allowance",
    "outcome",
    "piece",
    "example",
    "assumption",
    "topic",
    "manual",
    "chapter",
    "label",
)


@frozen
class Origin(Value):
    """One step in the history of an entry: which layer did what, and where."""

    layer: str
    verb: str  # defined, overridden, added to, removed
    span: Span = field(eq=False, repr=False)


@frozen
class Lasting(Value):
    """Rules, or a part of them that other rules with the same shipped layers share.

    What is computed from it is kept with it (`once`), so that it is not computed again after each change
    of a house rule, and is gone when no rules have this part any more.
    """

    computed: dict[object, Any] = field(init=False, factory=dict, eq=False, repr=False)


_Part = TypeVar("_Part", bound=Lasting)


def once(make: Callable[Concatenate[_Part, _P], _T]) -> Callable[Concatenate[_Part, _P], _T]:
    """Keep what a function returns for some rules, or a part of them, with these.

    The function looks at nothing but them and its other arguments.
    """

    @wraps(make)
    def kept(part: _Part, /, *args: _P.args, **named: _P.kwargs) -> _T:
        assert not named
        key = (make, *args)
        if key not in part.computed:
            part.computed[key] = make(part, *args, **named)
        found: _T = part.computed[key]
        return found

    return kept


@frozen
class Entry(Lasting):
    """A definition after all layers; its history (`chain`) begins with the oldest step."""

    kind: str
    id: str
    node: n.Item | n.Setting
    chain: tuple[Origin, ...] = field(eq=False)

    @property
    def span(self) -> Span:
        """The place of the last change."""
        return self.chain[-1].span

    @property
    def name_span(self) -> Span:
        """The place of the entry's name in the last definition."""
        node = self.node
        if isinstance(node, n.Setting):
            return node.key.span
        return (getattr(node, "id", None) or node).span

    @property
    def value_span(self) -> Span:
        """The place of the value of a setting; for all others, that of the name."""
        return self.node.value.span if isinstance(self.node, n.Setting) else self.name_span

    @property
    def layer(self) -> str:
        """The layer that first defined it."""
        return self.chain[0].layer

    def node_as(self, kind: type[_T]) -> _T:
        """Return the node, which has the type that belongs to the kind of the entry."""
        assert isinstance(self.node, kind)
        return self.node

    def clauses(self) -> tuple[n.Clause, ...]:
        """The clauses of a rule, card, spell or outcome; nothing for other kinds."""
        return getattr(self.node, "clauses", ())

    def statements(self) -> tuple[n.Statement, ...]:
        """The statements among its clauses, in order."""
        return tuple(clause for clause in self.clauses() if not isinstance(clause, ABOUT))


# Clauses that are not statements.
ABOUT = (
    *n.DESCRIPTIONS, n.Trigger, n.Forbid, n.RuleAfter, n.Cost, n.Code, n.PieceOn, n.Columns, n.Word,
)  # fmt: skip


@frozen
class VariantInfo(Lasting):
    """A variant on offer: who defined it, for which player counts, what it needs and excludes."""

    id: str
    node: n.Variant
    layer: str

    @property
    def players(self) -> frozenset[int] | None:
        """The player counts it is for; None means all of the ruleset's."""
        return counts(self.node.players) if self.node.players else None

    def names(self, kind: type[n.Needs] | type[n.Excludes] | type[n.LayerAfter]) -> list[n.Name]:
        """The names behind `needs`, `excludes` or `after`."""
        return [
            name
            for clause in clauses_of(self.node, kind)
            for name in (clause.layers if isinstance(clause, n.LayerAfter) else clause.variants)
        ]


@frozen
class Layer(Value):
    """A ruleset, variant or chosen reading that contributes to the rules."""

    name: str
    kind: str  # ruleset, variant, reading
    shipped: bool
    span: Span = field(eq=False, repr=False)


@frozen
class Rules(Lasting):
    """A ruleset with all its layers applied."""

    name: str
    title: tuple[n.Phrase, ...]
    language: str | None  # the one the edition is printed in
    layers: tuple[Layer, ...]
    entries: Mapping[tuple[str, str], Entry] = field(repr=False)
    removed: Mapping[tuple[str, str], Entry] = field(repr=False)
    variants: Mapping[str, VariantInfo] = field(repr=False)
    chosen: tuple[str, ...]
    players: frozenset[int]
    suppressions: tuple[n.Suppress, ...] = field(repr=False)
    span: Span = field(eq=False, repr=False)

    @property
    def assumed(self) -> tuple[tuple[str, str], ...]:
        """The readings of open questions that were chosen, as pairs of id and reading."""
        pairs = (x.name.partition("=") for x in self.layers if x.kind == "reading")
        return tuple((id, reading) for id, _, reading in pairs)

    def get(self, kind: str, id: str) -> Entry | None:
        """Return an entry by kind and id."""
        return self.entries.get((kind, id))

    def of_kind(self, kind: str) -> Iterator[Entry]:
        """Yield the entries of one kind, oldest definition first."""
        return (entry for (k, _), entry in self.entries.items() if k == kind)

    def files_of(self, layers: Container[str]) -> set[str]:
        """Return the paths of the files of layers, and of what they say about entries."""
        chains = (entry.chain for entry in self.entries.values())
        spans = [one.span for chain in chains for one in chain if one.layer in layers]
        spans += [layer.span for layer in self.layers if layer.name in layers]
        return {span.source.path for span in spans}

    def by_id(self, id: str) -> list[Entry]:
        """Return every entry with this id, whatever its kind.

        Chapters and labels only describe the rulebook: they count if nothing else has the id.
        """
        entries = [entry for (_, i), entry in self.entries.items() if i == id]
        return [entry for entry in entries if entry.kind not in ("chapter", "label")] or entries


def counts(ranges: tuple[n.Range, ...]) -> frozenset[int]:
    """Return the numbers in some ranges; each range is cut after 64 numbers."""
    return frozenset(number for r in ranges for number in range(r.low, min(r.high, r.low + 64) + 1))
