"""What all of binding shares: the names of a ruleset, scopes, reports and type checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from attrs import define, field

from wtrules.diagnostics import Advice, Diagnostic, Label, error
from wtrules.language.properties import PROPERTIES
from wtrules.language.things import described
from wtrules.phrase import listed, phrase
from wtrules.rules import meaning as m
from wtrules.rules.model import Entry, Rules
from wtrules.rules.own_words import own_words
from wtrules.rules.pieces import PieceKind
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
    ("place", "tower"): "`first tower u where place of u is …` finds the tower with this surface",
    ("space", "tower"): "`first tower u on …` finds a tower that is there",
    ("place", "wizard"): "`first wizard v on …` finds a wizard that is there",
    ("space", "wizard"): "`first wizard v on …` finds a wizard that is there",
    (
        "player",
        "deck",
    ): "a player hands a card over: `as q { let d = random card do hand d to active }`",
    ("player", "wizard"): "`first wizard v where owner of v is …` finds a wizard of the player",
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
    later: dict[str, str] = field(factory=dict)  # names that are not known yet, and a fix for each
    # The questions around the current term, innermost last.
    questions: list[n.Ask] = field(factory=list)

    def report(
        self,
        code: str,
        message: str,
        at: Span,
        label: str,
        *help: Advice,
        related: Iterable[Label] = (),
    ) -> m.Const:
        """Report a mistake; return the constant that stands for the broken term."""
        gone = next((e for e in self.rules.removed.values() if e.id == at.text), None)
        if code == "unknown-name" and gone is not None:
            help = (
                phrase(
                    "keep {kind} `{id}`, or override what still uses it", kind=gone.kind, id=gone.id
                ),
            )
            related = (Label(gone.span, "removed here"),)
        self.diagnostics.append(error(code, message, at, label, *help, related=related))
        return broken(at)

    def is_own(self, id: str, at: Span) -> bool:
        """Whether a word is read as a name: not where only the language's word can be meant."""
        own = own_words(self.rules).get(id)
        return own is None or at.source.path not in own[1]

    def expect(self, term: m.Term, types: Sequence[str], what: str = "") -> m.Term:
        """Return *term* if it has one of the types; otherwise report it."""
        if term.type == BROKEN or term.type in types:
            return term
        wanted = listed(map(described, types), "or")
        return self.report(
            "type-error",
            phrase(
                "expected {wanted}{what}, but `{text}` is {type}",
                wanted=wanted,
                what=what,
                text=term.span.text,
                type=described(term.type),
            ),
            term.span,
            phrase("this is {type}", type=described(term.type)),
            self.type_help(term.type, types),
        )

    def type_help(self, given: str, types: Sequence[str]) -> str | None:
        """Return how to get one of the types from another, if a property does that."""
        for p in PROPERTIES:
            if p.subject == given and p.result in types:
                return phrase(
                    "`{property} of …` turns {given} into {result}",
                    property=p.name,
                    given=described(given),
                    result=described(p.result),
                )
        ways = (way for (a, b), way in _SEARCHES.items() if a == given and b in types)
        return next(ways, None)

    def bind(self, name: n.Name | None, type: str, at: Span) -> m.Local:
        """Return a new variable, with a name that is unique in the ruleset."""
        self.counter += 1
        written = name.id if name is not None else type
        local = m.Local(type, f"{written}_{self.counter}", span=at)
        self.scope.variables[written if name is not None else f"_{self.counter}"] = local
        return local

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Open a scope: names defined inside are unknown outside."""
        outer = self.scope
        self.scope = Scope(dict(outer.variables), outer.subject, outer.it, outer.event_unknown)
        yield
        self.scope = outer


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
