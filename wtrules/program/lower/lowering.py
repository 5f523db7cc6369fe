"""The context all parts of the lowering share, and what the parts ask of each other.

The parts need each other in a circle: a term may be a query, a query has conditions, and these are
terms. So each of them knows `Lowering`, and `Lowering` knows them by the protocols below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from wtrules.node import Change
from wtrules.program import program as p
from wtrules.program.layout import Layout
from wtrules.program.lower.analysis import Analysis
from wtrules.program.lower.blocks import Blocks
from wtrules.program.lower.board import Board
from wtrules.program.lower.code import Code
from wtrules.program.lower.kinds import Action
from wtrules.program.program import Expr
from wtrules.rules import meaning as m
from wtrules.rules.model import Rules

# Writes the code for one thing found: where to write, the thing, how many there are of it.
Visit = Callable[[Code, Expr, Expr], None]
# Writes an action with these values of its parameters, and returns its result.
WriteAction = Callable[[Code, list[Expr]], Expr]


class Lowering:
    """One ruleset for one number of players, on its way to a program.

    It has the rules that come in, the functions, tables and decisions written so far, and the parts
    of the lowering.
    """

    cards: Cards
    variables: Variables
    terms: Terms
    queries: Queries
    permissions: Permissions
    followers: Followers
    events: Events
    actions: Actions
    procedures: Procedures
    decisions: Decisions
    loops: Loops
    scopes: Scopes
    statements: Statements

    def __init__(self, rules: Rules, meaning: m.Meaning, layout: Layout) -> None:
        self.rules = rules
        self.meaning = meaning
        self.layout = layout
        self.analysis = Analysis(meaning)
        self.board = Board(layout)
        self.blocks = Blocks()
        self.functions: dict[str, p.Function] = {}
        self.tables: dict[str, tuple[int, ...]] = {}
        self.written_decisions: list[p.Decision] = []
        self.forbids: dict[str, list[p.Forbid]] = {}  # by event
        self._names = 0

    def fresh(self, stem: str) -> str:
        """Return a name that is not in use yet."""
        self._names += 1
        return f"{stem}_{self._names}"

    def define(self, function: p.Function) -> None:
        """Add a function to the program, or replace the one of that name."""
        self.functions[function.name] = function


class Cards(Protocol):
    """Questions about what a card shows."""

    def rolls(self, card: Expr) -> Expr: ...
    def value(self, card: Expr, kind: str | None = None, which: int = 0) -> Expr: ...
    def has_half(self, card: Expr, kind: str, which: int = 0) -> Expr: ...


class Variables(Protocol):
    """Places for values that are needed later."""

    def name(self, value: Expr, code: Code) -> Expr: ...
    def keep(self, stem: str, value: Expr, code: Code) -> Expr: ...
    def own(self, name: str, value: Expr, code: Code) -> Expr: ...
    def assign(self, variable: Expr, value: Expr, code: Code) -> None: ...


class Terms(Protocol):
    """Terms as expressions."""

    def expr(self, term: m.Term, code: Code) -> Expr: ...
    def all_true(self, terms: Sequence[m.Term], code: Code, first: Expr = 1) -> Expr: ...
    def conjuncts(self, term: m.Term | None) -> Iterator[m.Term]: ...
    def may_be_nothing(self, term: m.Term) -> bool: ...
    def note_uncertain(self, name: str, value: m.Term) -> None: ...
    def named(
        self, parts: list[m.Term], code: Code, keep: Callable[[str, Expr], Expr]
    ) -> tuple[Change, dict[str, Expr]]: ...
    def function(
        self, stem: str, terms: list[m.Term], code: Code, body: Callable[[Code], None]
    ) -> Expr: ...


class Queries(Protocol):
    """Questions about many things, and loops over them."""

    def search(self, term: m.Search, code: Code) -> Expr: ...
    def best(self, term: m.Best, code: Code) -> Expr: ...
    def loop(self, query: m.Query, code: Code, visit: Visit, *, skip: int = 0) -> None: ...
    def relations(self, query: m.Query) -> Iterator[m.Term]: ...
    def around(self, query: m.Query, origin: Expr, step: Expr) -> Expr: ...


class Permissions(Protocol):
    """Whether actions are possible and events are forbidden."""

    def possible(self, act: m.Act, code: Code) -> Expr: ...
    def forbidden(self, event: str, args: list[Expr], group: Expr = 1) -> Expr: ...
    def passing(self, act: m.Act, kind: str, piece: Expr, code: Code) -> Expr: ...
    def was_found(self, act: m.Act, code: Code) -> bool: ...


class Followers(Protocol):
    """Updates of the memories that follow a piece."""

    def wizard_moved(self, wizard: Expr, start: Expr, to: Expr | None, code: Code) -> None: ...
    def tower_moved(self, tower: Expr, start: Expr, moved: Expr, code: Code) -> None: ...
    def tower_taken(self, tower: Expr, code: Code) -> None: ...
    def towers_swapped(self, one: Expr, other: Expr, code: Code) -> None: ...


class Events(Protocol):
    """The reactions of rules to events."""

    def emit(self, event: str, args: list[Expr], code: Code) -> None: ...
    def emit_if(self, condition: Expr, event: str, args: list[Expr], code: Code) -> None: ...
    def emit_own(self, action: Action, condition: Expr, args: list[Expr], code: Code) -> None: ...
    def emit_passing(self, kind: str, piece: Expr, start: Expr, by: Expr, code: Code) -> None: ...
    def only_if(
        self, condition: Expr, events: Iterable[str], code: Code, write: Callable[[Code], None]
    ) -> None: ...


class Actions(Protocol):
    """Actions and the calls of their functions and procedures."""

    def act(self, act: m.Act, code: Code, *, checked: bool = False) -> None: ...
    def call(
        self, action: Action, parameters: Mapping[str, Expr], code: Code, write: WriteAction,
        variation: str = "", name: str | None = None,
    ) -> Expr: ...  # fmt: skip
    def run(
        self, action: Action, parameters: Mapping[str, Expr], code: Code, write: WriteAction,
        variation: str = "", name: str | None = None,
    ) -> None: ...  # fmt: skip
    def follow(self, term: m.Term, moved: Expr, code: Code) -> None: ...


class Procedures(Protocol):
    """Rules and actions as functions and procedures, and the frames of procedures."""

    def main(self, write: Callable[[Code], None], code: Code) -> int: ...
    def call(
        self, key: str, parameters: tuple[str, ...], args: list[Expr], code: Code,
        events: tuple[str, ...], write: WriteAction,
    ) -> Expr: ...  # fmt: skip
    def perform(
        self, rule: m.Rule, names: Iterable[str], args: list[Expr], code: Code, *,
        reacting: bool = False,
    ) -> None: ...  # fmt: skip
    def variable(self, stem: str, type: str = "number") -> str: ...
    def variables(self) -> frozenset[str]: ...
    def unwind(self, kept: frozenset[str]) -> str: ...
    def define_unwindings(self) -> None: ...


class Decisions(Protocol):
    """Decisions and spells."""

    def decision(
        self, statement: m.Choose | m.Either | m.May | m.PerformCard, rest: m.Body, code: Code
    ) -> None: ...
    def perform_spell(self, statement: m.PerformSpell, code: Code) -> None: ...


class Loops(Protocol):
    """`repeat` and `each`."""

    def repeat(self, statement: m.Repeat, code: Code) -> None: ...
    def each(self, statement: m.Each, code: Code) -> None: ...


class Scopes(Protocol):
    """Turns, rounds and actions in the sense of the rules."""

    def scope(self, statement: m.Scope, code: Code) -> None: ...
    def end(self, statement: m.End, code: Code) -> None: ...
    def reset(self, scope: str, code: Code) -> None: ...


class Statements(Protocol):
    """Bodies of rules."""

    def body(self, body: m.Body, code: Code) -> None: ...
    def block(self, body: m.Body, code: Code) -> None: ...
