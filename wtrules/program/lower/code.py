"""Code being written while rules are lowered, and what names mean in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from attrs import define, field, frozen

from wtrules.language.scopes import LEVEL
from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.program import program as p
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, Origin, Var, chain, op
from wtrules.value import Value


@frozen
class Continuation(Value):
    """Statements to carry out after a choice, and the rule they belong to if it is another one."""

    body: m.Body
    rule: str | None = None
    secret: bool = False  # part of a `secretly` that the choice has begun
    last: bool = False  # the end of a rule or card that is performed


@frozen
class ChosenSpell(Value):
    """A spell that was chosen together with its targets, and what is left of it to carry out."""

    id: str
    rest: tuple[Continuation, ...]


@define(eq=False, repr=False)
class Running:
    """What is finished even if a reaction to it ends a scope: a rule, card, spell, scope or action."""

    start: list[p.Statement] | None = (
        None  # of the function; a procedure has its variables in a frame
    )
    last_event: str | None = None  # of an action: it does nothing after that
    pending: Expr | None = None  # the variable for the scope that then ends


@define(eq=False, repr=False)
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
    running: Running = field(factory=Running)
    more: bool = False  # what is running has other statements after this one

    def inner(self) -> Code:
        """Return empty code to be nested in this one."""
        return Code(
            self.low, dict(self.env), self.origin, [], self.leave, False, self.stop, self.active,
            self.chosen, self.group, self.found, self.checked, running=self.running, more=self.more,
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
        self.write(*inner.out if condition == 1 else (p.If(condition, tuple(inner.out)),))

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

    # --- ends of scopes ---

    @contextmanager
    def running_body(self, *bodies: m.Body) -> Iterator[None]:
        """Write statements that are finished before a scope ends that a reaction to them has ended."""
        outer, more = self.running, self.more
        self.running, self.more = Running(None if self.asking else self.out), False
        if self.low.analysis.goes_on(bodies):
            self._pending()
        yield
        self.leave_if_pending()
        self.running, self.more = outer, more

    @contextmanager
    def running_action(self, events: tuple[str, ...]) -> Iterator[None]:
        """Write an action, which causes all its events before a scope ends."""
        last = events[-1] if events else None
        self.running, self.more = Running(None if self.asking else self.out, last), True
        yield
        pending, ending = self.running.pending, Load("ending", 0)
        if pending is not None:
            self.store("ending", op("max", ending, pending))

    @contextmanager
    def followed_by(self, more: object) -> Iterator[None]:
        """Write something that is followed by more of what is running, or by nothing more."""
        outer, self.more = self.more, bool(more)
        yield
        self.more = outer

    def leaving(self) -> p.Body:
        """Return the statements that leave a scope that has ended; the largest end counts."""
        pending = self.running.pending
        if pending is None:
            return self.leave
        largest = p.Store("ending", 0, op("max", Load("ending", 0), pending))
        if isinstance(pending, Load):
            return (largest, p.Store(pending.array, pending.index, 0), *self.leave)
        return (largest, *self.leave)

    def leave_if_ended(self) -> None:
        """Append a jump out of the scope that has been ended."""
        self.write(p.If(Load("ending", 0), self.leaving()))

    def leave_if_pending(self) -> None:
        """Append a jump out of the scope whose end was put off."""
        if self.running.pending is not None:
            self.write(p.If(self.running.pending, self.leaving()))

    def finish_if_ended(self) -> None:
        """Append what follows a reaction that may have ended a scope: what is running is finished.

        The set-up and the game are cut short at once.
        """
        if not self.more:
            self.leave_if_ended()
            return
        ending, pending = Load("ending", 0), self._pending()
        inner = self.inner()
        inner.write(p.If(op(">=", ending, LEVEL["setup"]), self.leave))
        inner.assign(pending, op("max", pending, ending))
        inner.store("ending", 0)
        self.write(p.If(ending, tuple(inner.out)))

    def _pending(self) -> Expr:
        """Return the variable for the scope whose end is put off until what is running is finished."""
        running = self.running
        if running.pending is None:
            if running.start is None:
                running.pending = Load(self.low.new_variable("pending"), 0)
            else:
                running.pending = Var(self.low.fresh("pending"))
                running.start.insert(0, p.Assign(running.pending.name, 0, origin=self.origin))
        return running.pending

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


# --- questions as functions ------------------------------------------------------------------------


def function(stem: str, terms: list[m.Term], code: Code, body: Callable[[Code], None]) -> Expr:
    """Write a function around *terms* and return the call of it; *body* writes its code.

    The variables that occur in the terms become its parameters.
    """
    low = code.low
    names = [name for name in sorted(free_names(terms)) if name in code.env]
    passed = [name for name in names if not isinstance(code.env[name], int)]
    env: dict[str, Expr] = {
        name: code.env[name] if name not in passed else Var(f"v_{i}")
        for i, name in enumerate(names)
    }
    parameters = [f"v_{i}" for i, name in enumerate(names) if name in passed]
    args = [code.env[name] for name in passed]
    group = code.group
    if not isinstance(group, int):
        parameters.append("group")
        args.append(group)
        group = Var("group")
    inner = Code(low, env, code.origin, group=group, active=code.active)
    body(inner)
    key = (tuple(parameters), tuple(inner.out))
    name = low.find(*key)  # equal questions share a function
    if name is None:
        name = low.fresh(stem)
        low.define(p.Function(name, *key, origin=code.origin))
    return p.Call(name, tuple(args))


def free_names(terms: object) -> set[str]:
    """Return the variables that occur in terms, statements or tuples of them."""
    return {part.name for part in walk(terms) if isinstance(part, m.Local)}
