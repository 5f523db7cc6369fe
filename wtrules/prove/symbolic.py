"""Functions of a program run on all states at once, as terms of the solver Z3.

Every number is kept with the lowest and the highest value it can have. So loops are unrolled as often
as they can ever turn, no operation leaves the width of a term, and nothing is cut off in silence: what
cannot be followed raises Unsupported, and what must not happen, an index outside of its array, is an
obligation that has to be proved too.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import z3
from attrs import define, field, frozen

from wtrules.intervals import calculated
from wtrules.program import program as p
from wtrules.program.program import Program

WIDTH = 24  # bits of a term, with its sign
_ROOM = 1 << (WIDTH - 1)
_MOST_STEPS = 500_000  # statements and expressions of one decision

Bool = Any  # True, False or a term of the solver


class Unsupported(Exception):
    """Something the prover cannot follow; nothing is proved then."""


@frozen(eq=False)
class Number:
    """A number between two bounds; a term of the solver unless these are equal."""

    least: int
    most: int
    term: Any = None

    @property
    def known(self) -> int | None:
        """The number, if there is only one it can be."""
        return self.least if self.least == self.most else None

    @property
    def bits(self) -> Any:
        """The number as a term."""
        return z3.BitVecVal(self.least, WIDTH) if self.least == self.most else self.term


def number(least: int, most: int, term: Any) -> Number:
    """Return a number between two bounds. Raises Unsupported if a term has no room for them."""
    if not -_ROOM <= least <= most < _ROOM:
        raise Unsupported("numbers too large")
    return Number(least, most, None if least == most else term)


def constant(value: int) -> Number:
    """Return a number that is known."""
    return number(value, value, None)


State = dict[str, list[Number]]


# --- truth -----------------------------------------------------------------------------------------


def both(a: Bool, b: Bool) -> Bool:
    """Return whether two things are true."""
    if a is False or b is False:
        return False
    if a is True:
        return b
    return a if b is True else z3.And(a, b)


def opposite(a: Bool) -> Bool:
    """Return whether something is false."""
    return not a if isinstance(a, bool) else z3.Not(a)


def either(a: Bool, b: Bool) -> Bool:
    """Return whether one of two things is true."""
    return opposite(both(opposite(a), opposite(b)))


def choose(condition: Bool, a: Number, b: Number) -> Number:
    """Return one of two numbers."""
    if condition is True or a is b:
        return a
    if condition is False:
        return b
    if a.known is not None and a.known == b.known:
        return a
    least, most = min(a.least, b.least), max(a.most, b.most)
    return number(least, most, z3.If(condition, a.bits, b.bits))


def _as_number(condition: Bool) -> Number:
    return choose(condition, constant(1), constant(0))


# --- running ---------------------------------------------------------------------------------------


@define
class _Frame:
    """A call under way: whether it has returned, or left a loop, and what it returns."""

    returned: Bool = False
    left: Bool = False
    value: Number = field(factory=lambda: constant(0))

    def goes_on(self, guard: Bool) -> Bool:
        return both(guard, both(opposite(self.returned), opposite(self.left)))


@define
class Execution:
    """One program on a state: the options it lists, and what must never be true."""

    program: Program
    state: Mapping[str, Sequence[Number]]
    options: list[tuple[Bool, Number]] = field(factory=list)  # whether each is listed
    obligations: list[Bool] = field(factory=list)
    _steps: int = 0

    def call(self, name: str, args: Sequence[Number]) -> Number:
        """Return what a function returns."""
        function, frame = self.program.functions[name], _Frame()
        self._run(function.body, dict(zip(function.parameters, args, strict=True)), True, frame)
        return frame.value

    def _step(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise Unsupported("too large")

    def _run(self, body: p.Body, names: dict[str, Number], guard: Bool, frame: _Frame) -> None:
        for statement in body:
            self._step()
            here = frame.goes_on(guard)
            if here is False:
                return
            match statement:
                case p.Assign():
                    value = self._value(statement.value, names, here)
                    before = names.get(statement.name, constant(0))
                    names[statement.name] = choose(here, value, before)
                case p.If():
                    condition = self._truth(statement.condition, names, here)
                    self._run(statement.then, names, both(here, condition), frame)
                    otherwise = both(here, opposite(condition))
                    self._run(statement.otherwise, names, otherwise, frame)
                case p.For():
                    self._repeat(statement, names, here, frame)
                case p.Break():
                    frame.left = either(frame.left, here)
                case p.Return(value=p.Emitted()):
                    frame.returned = either(frame.returned, here)
                case p.Return():
                    value = self._value(statement.value, names, here)
                    frame.value = choose(here, value, frame.value)
                    frame.returned = either(frame.returned, here)
                case p.Emit():
                    self.options.append((here, self._value(statement.value, names, here)))
                case _:
                    raise Unsupported(f"{type(statement).__name__} in a list of options")

    def _repeat(self, loop: p.For, names: dict[str, Number], guard: Bool, frame: _Frame) -> None:
        start = self._value(loop.start, names, guard)
        stop = self._value(loop.stop, names, guard)
        outer, frame.left = frame.left, False
        for turn in range(start.least, stop.most):
            self._step()
            begun = _compare("<=", start, constant(turn))
            here = both(guard, both(begun, _compare("<", constant(turn), stop)))
            here = frame.goes_on(here)
            names[loop.name] = choose(here, constant(turn), names.get(loop.name, constant(0)))
            # Inside, the turn is known.
            inner = {**names, loop.name: constant(turn)}
            self._run(loop.body, inner, here, frame)
            for name, value in inner.items():
                if name != loop.name:
                    names[name] = value
        frame.left = outer

    def _truth(self, expr: p.Expr, names: dict[str, Number], guard: Bool) -> Bool:
        found: Bool
        match expr:
            case p.Emitted():
                found = False
                for listed, _ in self.options:
                    found = either(found, listed)
                return found
            case p.Op(op="not"):
                return opposite(self._truth(expr.args[0], names, guard))
            case p.Op(op="and" | "or" as name):
                found = name == "and"
                for arg in expr.args:  # what is not looked at may read outside an array
                    looked_at = both(guard, found if name == "and" else opposite(found))
                    known = self._truth(arg, names, looked_at)
                    found = both(found, known) if name == "and" else either(found, known)
                return found
            case p.Op(op=name) if name in p.NEGATED:
                one, two = (self._value(arg, names, guard) for arg in expr.args)
                return _compare(name, one, two)
        return _compare("!=", self._value(expr, names, guard), constant(0))

    def _value(self, expr: p.Expr, names: dict[str, Number], guard: Bool) -> Number:
        self._step()
        match expr:
            case int():
                return constant(expr)
            case p.Var():
                return names.get(expr.name, constant(0))
            case p.Load():
                return self._entry(self.state[expr.array], expr.index, names, guard)
            case p.Entry():
                entries = [constant(each) for each in self.program.tables[expr.table]]
                return self._entry(entries, expr.index, names, guard)
            case p.Call():
                function = self.program.functions[expr.function]
                args = [self._value(arg, names, guard) for arg in expr.args]
                frame = _Frame()
                given = dict(zip(function.parameters, args, strict=True))
                self._run(function.body, given, guard, frame)
                return frame.value
            case p.Op(op=name) if name in p.TRUTHS:
                return _as_number(self._truth(expr, names, guard))
            case p.Op():
                return _operation(expr.op, [self._value(arg, names, guard) for arg in expr.args])
        raise Unsupported(f"{type(expr).__name__} in a list of options")

    def _entry(
        self, entries: Sequence[Number], at: p.Expr, names: dict[str, Number], guard: Bool
    ) -> Number:
        index = self._value(at, names, guard)
        inside = range(max(0, index.least), min(len(entries), index.most + 1))
        if len(inside) <= index.most - index.least:  # some of it is outside
            low = _compare("<", index, constant(0))
            high = _compare(">=", index, constant(len(entries)))
            self.obligations.append(both(guard, either(low, high)))
        if not inside:
            return constant(0)
        found = entries[inside[-1]]
        for i in reversed(inside[:-1]):
            self._step()
            found = choose(_compare("==", index, constant(i)), entries[i], found)
        return found


def _compare(name: str, a: Number, b: Number) -> Bool:
    """Return whether a comparison is true."""
    match name:
        case ">" | ">=":
            return _compare({">": "<", ">=": "<="}[name], b, a)
        case "!=":
            return opposite(_compare("==", a, b))
        case "<=":
            return opposite(_compare("<", b, a))
        case "<":
            if a.most < b.least:
                return True
            return False if a.least >= b.most else a.bits < b.bits
    if a.most < b.least or b.most < a.least:
        return False
    return True if a.known is not None and a.known == b.known else a.bits == b.bits


def _operation(name: str, args: Sequence[Number]) -> Number:
    """Return what arithmetic gives."""
    if all(arg.known is not None for arg in args):
        return constant(p.fold(name, *(arg.least for arg in args)))
    a, b = args[0], args[-1]
    if name == "-" and len(args) == 1:
        a, b = constant(0), a
    if name == "clamp":  # a term has no room for numbers so large
        return a
    if name in ("//", "%") and b.known is not None and b.known > 0:
        return _divided(name, a, b.known)
    span = calculated(name, (a.least, a.most), (b.least, b.most))
    if name in ("min", "max"):
        smaller = _compare("<", a, b)
        return number(*span, choose(smaller, *((a, b) if name == "min" else (b, a))).bits)
    if name in _OF_NATURAL and min(a.least, b.least) < 0:
        raise Unsupported(f"{name} of negative numbers")
    if name not in _TERMS or (name in ("<<", ">>") and b.most >= WIDTH):
        raise Unsupported(name)
    return number(*span, _TERMS[name](a.bits, b.bits))


_OF_NATURAL = frozenset({"&", "|", "^", "<<", ">>", "//", "%", "~"})
_TERMS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": z3.LShR,
}


def _divided(name: str, a: Number, by: int) -> Number:
    """Return a number divided by a known one, or what is left; both round down."""
    low, high = a.least // by, a.most // by
    if low == high:
        rest = number(a.least - low * by, a.most - low * by, a.bits - low * by)
        return constant(low) if name == "//" else rest
    # Bits are divided as numbers without a sign.
    shift = max(0, -low)
    raised = number(a.least + shift * by, a.most + shift * by, a.bits + shift * by)
    if name == "//":
        return number(low, high, z3.UDiv(raised.bits, z3.BitVecVal(by, WIDTH)) - shift)
    return number(0, by - 1, z3.URem(raised.bits, z3.BitVecVal(by, WIDTH)))
