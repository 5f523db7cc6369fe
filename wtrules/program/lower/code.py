"""Code being written while rules are lowered, and what names mean in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from wtrules.program import program as p
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, Origin, Var, chain, op
from wtrules.rules import meaning as m
from wtrules.value_classes import define, field, frozen


@frozen
class Continuation:
    """Statements to carry out after a choice, and the rule they belong to if it is another one."""

    body: m.Body
    rule: str | None = None
    secret: bool = False  # part of a `secretly` that the choice has begun


@frozen
class ChosenSpell:
    """A spell that was chosen together with its targets, and what is left of it to carry out."""

    id: str
    rest: tuple[Continuation, ...]


@define
class Code:
    """Statements in the order they were written, and what names mean at their end.

    In a function a variable is a name. In a procedure, which may stop at a decision, it is a field of
    the state, in the procedure's frame.
    """

    low: Lowering
    env: dict[str, Expr]
    origin: Origin
    out: list[p.Statement] = field(factory=list)
    leave: tuple[p.Statement, ...] = (p.Return(),)
    asking: bool = False  # part of a procedure
    stop: tuple[p.Statement, ...] = ()  # leaves the innermost loop
    active: frozenset[str] = frozenset()  # rules that are reacting to an event
    chosen: Mapping[str, ChosenSpell] = field(factory=dict)  # by the variable that names it
    group: Expr = 1
    found: frozenset[str] = frozenset()  # variables of pieces a loop has just found on the board
    checked: m.Act | None = None  # the decision before offered only what makes this possible
    levels: int = 0  # of the term being lowered

    def inner(self) -> Code:
        """Return empty code to be nested in this one."""
        return Code(
            self.low, dict(self.env), self.origin, [], self.leave, False, self.stop, self.active,
            self.chosen, self.group, self.found, self.checked,
        )  # fmt: skip

    @contextmanager
    def loop(self, name: str, start: Expr, stop: Expr) -> Iterator[Code]:
        """Write a loop around what is written into the code it gives."""
        inner = self.inner()
        yield inner
        self.write(p.For(name, start, stop, tuple(inner.out)))

    @contextmanager
    def when(self, condition: Expr) -> Iterator[Code]:
        """Write a test around what is written into the code it gives."""
        inner = self.inner()
        yield inner
        self.write(p.If(condition, tuple(inner.out)))

    def only_if(
        self, condition: Expr, write: Callable[[Code], None], *, asks: bool = False
    ) -> None:
        """Write what is done only if a condition is true; *asks*: it may need a decision."""
        if condition == 0:
            return
        if condition == 1:
            write(self)
        elif asks:
            after = self.skip_if(op("not", condition))
            write(self)
            after()
        else:
            with self.when(condition) as inner:
                write(inner)

    def write(self, *statements: p.Statement) -> None:
        """Append statements."""
        self.low.budget.spend(len(statements), self.origin)
        for statement in statements:
            if statement.origin is p.NOWHERE:
                statement = p.placed(statement, self.origin)
            self.out.append(statement)

    def store(self, name: str, value: Expr, index: Expr = 0) -> None:
        """Append a store."""
        self.low.budget.spend(1, self.origin)
        self.out.append(p.Store(name, index, value, origin=self.origin))

    def add(self, name: str, amount: Expr, index: Expr = 0) -> None:
        """Append the addition to a number of the state, within the limits of what rules count."""
        self.store(name, op("clamp", op("+", Load(name, index), amount)), index)

    def leave_if_ended(self) -> None:
        """Append a jump out of the scope that has been ended."""
        self.write(p.If(Load("ending", 0), self.leave))

    def has_found(self, term: m.Term) -> bool:
        """Return whether a loop has just found a piece on the board."""
        return isinstance(term, m.Local) and term.name in self.found

    # --- rules ---

    def expr(self, term: m.Term) -> Expr:
        """Return the expression that gives a term's value."""
        secrecy = self.low.secretly
        if secrecy is not None and term in secrecy.owners:
            return secrecy.owners[term]
        return self.low.lower_term(term, self)

    def all_true(self, conditions: Iterable[m.Term], first: Expr = 1) -> Expr:
        """Return whether *first* and all conditions are true."""
        return chain("and", [first, *map(self.expr, conditions)])

    def write_body(self, body: m.Body) -> None:
        """Append statements of a rule."""
        self.low.write_body(body, self)

    def write_block(self, body: m.Body) -> None:
        """Append statements of a rule whose names end with them."""
        env, chosen = dict(self.env), self.chosen
        self.write_body(body)
        self.env, self.chosen = env, chosen

    def asks(self, body: m.Body) -> bool:
        """Return whether statements of a rule may stop this code at a decision."""
        return self.asking and self.low.analysis.body_asks(body)

    # --- blocks ---

    def begin(self, block: int) -> None:
        """Continue writing in a block."""
        self.out = self.low.blocks[block].body

    def goto(self, block: int) -> None:
        """Append a jump to a block."""
        self.write(p.Goto(block))

    def go_on(self, block: int) -> None:
        """Append a jump to a block and continue writing there."""
        self.goto(block)
        self.begin(block)

    def skip_if(self, condition: Expr) -> Callable[[], None]:
        """Skip what is written next if a condition is true, up to the call of the result."""
        if self.asking:
            after = self.low.new_block("after")
            self.write(p.If(condition, (p.Goto(after),)))
            return lambda: self.go_on(after)
        outer, self.out = self.out, []

        def close() -> None:
            inner, self.out = self.out, outer
            self.write(p.If(op("not", condition), tuple(inner)))

        return close

    # --- variables ---

    def name(self, value: Expr) -> Expr:
        """Return a name for a value within the current block, so that it is computed once."""
        return value if isinstance(value, int | Var) else self._assigned("x", value)

    def keep(self, stem: str, value: Expr, type: str = "number") -> Expr:
        """Return a variable that keeps a value across decisions; constants need none."""
        if isinstance(value, int):
            return value
        if self.asking:
            return self._stored(stem, value, type)
        return value if isinstance(value, Var) else self._assigned(stem, value)

    def own(self, name: str, value: Expr, type: str = "number") -> Expr:
        """Return a variable that can be assigned to, as the name of a piece that moves is.

        It may be nothing.
        """
        if self.asking:
            return self._stored(plain(name) or name, value, type, maybe=True)
        return self._assigned(name, value)

    def _assigned(self, stem: str, value: Expr) -> Var:
        name = self.low.fresh(stem)
        self.write(p.Assign(name, value))
        return Var(name)

    def _stored(self, stem: str, value: Expr, type: str, maybe: bool = False) -> Load:
        name = self.low.new_variable(stem, type, maybe=maybe)
        self.store(name, value)
        return Load(name, 0)

    def assign(self, variable: Expr, value: Expr) -> None:
        """Append an assignment to a variable."""
        if isinstance(variable, Var):
            self.write(p.Assign(variable.name, value))
        else:
            assert isinstance(variable, Load)
            self.write(p.Store(variable.array, variable.index, value))


def plain(variable: str) -> str:
    """Return the name a rule gives a variable, without the number that makes it unique."""
    return variable.rpartition("_")[0]
