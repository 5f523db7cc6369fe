"""What all of binding shares: the names of a ruleset, scopes, reports and type checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Any, Protocol

from attrs import define, evolve, field

from wtrules.diagnostics import Advice, Diagnostic, Label, report, wording
from wtrules.language.properties import PROPERTIES
from wtrules.language.things import described, kinds_of
from wtrules.meaning import nodes as m
from wtrules.meaning.pieces import PieceKind
from wtrules.meaning.references import DEFINES, READS, WRITES, Reference, Variable
from wtrules.phrase import listed
from wtrules.resolve.model import Entry, Rules
from wtrules.resolve.own_words import own_words
from wtrules.source import Span
from wtrules.syntax import nodes as n

NUMBERS = 128  # numbers that can be chosen: 0 to 127
ON_PLACES = ("castle", "piece", "tower", "wizard")  # each stands for its place, or its space
BROKEN = "broken"  # the type of a term that has been reported already


class BindTerm(Protocol):
    """The function that binds any term, for the parts of binding that work below it."""

    def __call__(self, node: n.Expr, expected: str | None = None) -> m.Term: ...


# How to find a thing of one type by another, where no property does it.
_SEARCHES = {
    ("place", "tower"): "type-error.search.tower-of-place",
    ("space", "tower"): "type-error.search.tower-on",
    ("place", "wizard"): "type-error.search.wizard-on",
    ("space", "wizard"): "type-error.search.wizard-on",
    ("player", "deck"): "type-error.search.deck-of-player",
    ("player", "wizard"): "type-error.search.wizard-of-player",
}


@define(eq=False, repr=False)
class Scope:
    """The variables at one point of a rule, and what a `where` is about."""

    variables: dict[str, m.Local] = field(factory=dict)
    subject: m.Term | None = None
    it: m.Local | None = None  # the thing that was chosen last
    event_unknown: bool = False  # the rule's event has been reported


@define(eq=False, repr=False)
class Context:
    """What is known while one ruleset is bound: its names, the current scope, the faults found."""

    rules: Rules
    diagnostics: list[Diagnostic] = field(factory=list)
    symbols: dict[str, int] = field(factory=dict)
    spells: dict[str, int] = field(factory=dict)
    decks: dict[str, int] = field(factory=dict)  # those that have a name
    own_decks: set[int] = field(factory=set)  # those of which each player has a pile
    colours: tuple[str, ...] = ()
    pieces: dict[str, PieceKind] = field(factory=dict)
    memories: dict[str, m.MemoryCell] = field(factory=dict)
    allowances: dict[str, m.AllowanceCell] = field(factory=dict)
    defines: dict[str, m.Define] = field(factory=dict)
    pending: dict[str, Entry] = field(factory=dict)
    open_defines: list[str] = field(factory=list)
    steps: dict[str, int] = field(factory=dict)  # how long a chain each defined word ends
    scope: Scope = field(factory=Scope)
    counter: int = 0
    everywhere: list[str] = field(factory=list)  # names that are known in every rule
    # Names that are not known yet, each with what to do about it.
    later: dict[str, Callable[[], str]] = field(factory=dict)
    # The questions around the current term, innermost last.
    questions: list[n.Ask] = field(factory=list)
    references: list[Reference] = field(factory=list)  # in the current definition
    # The references in each definition, by its kind and id.
    parts: dict[tuple[str, str], list[Reference]] = field(factory=dict)
    variables: list[Variable] = field(factory=list)  # of all definitions
    lock: RLock = field(factory=RLock)
    worths: dict[tuple[str, str], m.Term] = field(factory=dict)  # what bots count, by kind and id

    def report(self, name: str, at: Span, /, *advice: Advice, **values: Any) -> m.Const:
        """Report a mistake; return the constant that stands for the broken term."""
        fault = report(name, at, *advice, **values)
        gone = next((e for e in self.rules.removed.values() if e.id == at.text), None)
        if fault.code == "unknown-name" and gone is not None:
            help = wording("unknown-name.removed.help", kind=gone.kind, id=gone.id)
            place = Label(gone.span, wording("unknown-name.removed.label"))
            fault = evolve(fault, help=(help,), fixes=(), related=(place,))
        self.diagnostics.append(fault)
        return broken(at)

    def is_own(self, id: str, at: Span) -> bool:
        """Whether a word is read as a name: not where only the language's word can be meant."""
        own = own_words(self.rules).get(id)
        return own is None or at.source.path not in own[1]

    def expect(
        self, term: m.Term, types: Sequence[str], what: str = "", **values: object
    ) -> m.Term:
        """Return *term* if it has one of the types; otherwise report it.

        *What* names the text that says where the type is needed, with its values.
        """
        if term.type == BROKEN or term.type in types:
            return term
        wanted = listed(map(described, types), "or")
        return self.report(
            "type-error",
            term.span,
            self.not_it(term, types) or self.type_help(term.type, types),
            wanted=wanted,
            what=wording(what, **values) if what else "",
            text=term.span.text,
            type=described(term.type),
        )

    def not_it(self, term: m.Term, types: Sequence[str]) -> str | None:
        """Return that `it` is something else than what a `where` asks about, if that is meant."""
        subject = self.scope.subject
        if term.span.text != "it" or subject is None or subject.type not in types:
            return None
        return wording("type-error.it.help", kind=subject.type)

    def type_help(self, given: str, types: Sequence[str]) -> str | None:
        """Return how to get one of the types from another, if a property does that."""
        for p in PROPERTIES:
            if p.subject == given and p.result in types:
                return wording(
                    "type-error.search.property",
                    property=p.name,
                    given=described(given),
                    result=described(p.result),
                )
        ways = (way for (a, b), way in _SEARCHES.items() if a == given and b in types)
        way = next(ways, None)
        return wording(way) if way is not None else None

    def pair(self, things: Iterable[m.Term], each: str, at: Span) -> m.Term:
        """Return the two things that a value of a memory is kept for."""
        given = tuple(
            self.expect(coerce(thing, kind), (kind,))
            for thing, kind in zip(things, kinds_of(each), strict=True)
        )
        return m.Calc(each, "pair", given, span=at)

    def no_pair(self, id: str, at: Span, memory: m.MemoryCell) -> m.Const:
        """Report a memory for pairs without two things."""
        letters = ", ".join(kind[0] for kind in kinds_of(memory.each or ""))
        return self.report(
            "type-error.pair", at, id=id, each=memory.each, letters=letters, memory=memory.span
        )

    def refer(self, name: Span, kind: str, id: str, use: str = READS) -> None:
        """Record what a name means."""
        self.references.append(Reference(name, kind, id, use))

    def written(self, name: n.Name, first: int) -> None:
        """Record that a memory is changed; what it was, from reference *first* on, is no use of it."""
        changed = [
            one._replace(use=WRITES) if (one.kind, one.id) == ("memory", name.id) else one
            for one in self.references[first:]
        ]
        self.references[first:] = [Reference(name.span, "memory", name.id, WRITES), *changed]

    def bind(self, name: n.Name | None, type: str, at: Span) -> m.Local:
        """Return a new variable, with a name that is unique in the ruleset."""
        self.counter += 1
        written = name.id if name is not None else type
        local = m.Local(type, f"{written}_{self.counter}", span=at)
        if name is None:
            self.scope.variables[f"_{self.counter}"] = local
        else:
            self.name_variable(written, local)
        return local

    def name_variable(self, name: str, local: m.Local) -> None:
        """Give a variable a name in the current scope; its span is the place of the name."""
        self.scope.variables[name] = local
        kind = local.type if local.type != BROKEN else ""
        self.variables.append(Variable(name, kind, local.span))
        self.references.append(Reference(local.span, "variable", name, DEFINES, local.span))

    @contextmanager
    def inner(self, within: Span) -> Iterator[None]:
        """Open a scope: names defined inside are unknown outside."""
        outer, first = self.scope, len(self.variables)
        self.scope = Scope(dict(outer.variables), outer.subject, outer.it, outer.event_unknown)
        yield
        self.scope = outer
        for variable in self.variables[first:]:
            if variable.end is None and variable.span.source is within.source:
                variable.end = within.end

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Bind what is not in force: nothing that is found out or reported is kept."""
        fresh: dict[str, Any] = {
            "scope": Scope(), "later": {}, "diagnostics": [], "references": [], "parts": {},
            "variables": [], "worths": {}, "own_decks": set(), "counter": self.counter,
            "defines": dict(self.defines), "steps": dict(self.steps),
        }  # fmt: skip
        with self.lock:  # games in several threads may have the same rules
            kept = {name: getattr(self, name) for name in fresh}
            self._take(fresh)
            yield
            self._take(kept)

    def _take(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            setattr(self, name, value)

    @contextmanager
    def definition(self, entry: Entry) -> Iterator[None]:
        """Bind a definition: it knows no variables of others, and has references of its own."""
        outer, references = self.scope, self.references
        self.scope, self.references = Scope(), []
        with self.inner(entry.node.span):
            yield
        self.parts[entry.kind, entry.id] = self.references
        self.scope, self.references = outer, references


def broken(at: Span) -> m.Const:
    """Return the constant that stands for a term that has been reported already."""
    return m.Const(BROKEN, 0, span=at)


def coerce(term: m.Term, type: str) -> m.Term:
    """Return *term* converted to another type where only one conversion makes sense."""
    if term.type == "space" and type == "place":
        return m.Prim("place", "top:space", (term,), span=term.span)
    if term.type in ON_PLACES and type in ("place", "space"):
        return m.Prim(type, f"{type}:{term.type}", (term,), span=term.span)
    if term.type == "place" and type == "space":
        return m.Prim("space", "space:place", (term,), span=term.span)
    return term


def coerce_to_any(term: m.Term, types: Sequence[str]) -> m.Term:
    """Return *term* converted to the first of some types that it can be converted to."""
    if term.type in types:
        return term
    candidates = ((type, coerce(term, type)) for type in types)
    return next((found for type, found in candidates if found.type == type), term)
