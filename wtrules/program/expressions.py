"""Expressions of the program form: what gives a number."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from wtrules.value import Value

NOTHING = -1  # a thing that is not there
MOST = 1_000_000_000  # what rules count stays between this and as much below zero


@frozen
class Var(Value):
    """A variable of a function or block."""

    name: str


@frozen
class Load(Value):
    """A number of the state."""

    array: str
    index: Expr


@frozen
class Entry(Value):
    """A number of a constant array."""

    table: str
    index: Expr


@frozen
class Op(Value):
    """Arithmetic and logic; truth is 1 or 0.

    `+ - * // % == != < <= > >= and or not & | ^ ~ << >> min max clamp`; `//` and `%` round down,
    and `clamp` gives the nearest number that rules can count to: see `MOST`.
    """

    op: str
    args: tuple[Expr, ...]


@frozen
class Call(Value):
    """What a function gives."""

    function: str
    args: tuple[Expr, ...]


@frozen
class Emitted(Value):
    """How many options have been listed so far."""


@frozen
class At(Value):
    """The number of a block, to come back to it later."""

    block: int


Expr: TypeAlias = int | Var | Load | Entry | Op | Call | Emitted | At


# --- building --------------------------------------------------------------------------------

# What does not change the other side of an operation, and where it may stand on the left, too.
_NEUTRAL = {"and": 1, "or": 0, "+": 0, "-": 0, "*": 1, "//": 1, "<<": 0, ">>": 0}
_EITHER_SIDE = frozenset({"and", "or", "+", "*"})
_DECIDING = {"and": 0, "or": 1}  # whatever the other side is


def op(name: str, *args: Expr) -> Expr:
    """Return an operation, worked out at once where all numbers are known."""
    left, right = args[0], args[-1]
    if isinstance(left, int) and isinstance(right, int):
        return fold(name, left, right) if len(args) == 2 else fold(name, left)
    if not isinstance(left, int) and not isinstance(right, int):
        return _of_unknown(name, args)
    if _DECIDING.get(name) in (left, right):
        return _DECIDING[name]
    neutral = _NEUTRAL.get(name)
    if right == neutral:
        return left
    if left == neutral and name in _EITHER_SIDE:
        return right
    return Op(name, args)


def _of_unknown(name: str, args: tuple[Expr, ...]) -> Expr:
    """Return an operation on numbers none of which is known."""
    match name, args:
        case "+", (left, Op("-", (0, steps))):
            return Op("-", (left, steps))  # so many steps back
        case "not", (Op(negated, inner),) if negated in NEGATED:
            return Op(NEGATED[negated], inner)
        case "not", (Op("not", (inner,)),):
            return inner
    return Op(name, args)


def entry(table: str, numbers: Sequence[int], index: Expr) -> Expr:
    """Return a number of a constant array; the number itself where it is known."""
    if isinstance(index, int):
        return numbers[index]
    if len(set(numbers)) > 1:
        return Entry(table, index)
    return numbers[0] if numbers else 0  # without numbers, nothing asks for one


_LONG = 32  # operations in a row that may be nested in one another


def chain(name: str, args: Sequence[Expr]) -> Expr:
    """Return an operation over one argument or more, from left to right.

    A long row becomes a balanced tree, so that no pass over it needs a deep stack.
    """
    if len(args) > _LONG:
        half = len(args) // 2
        return op(name, chain(name, args[:half]), chain(name, args[half:]))
    joined = args[0]
    for arg in args[1:]:
        joined = op(name, joined, arg)
    return joined


NEGATED = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


TRUTHS = frozenset({*NEGATED, "and", "or", "not"})  # operations whose value is always 1 or 0


def is_truth(expr: Expr) -> bool:
    """Return whether the value of an expression is always 1 or 0."""
    return isinstance(expr, Op) and expr.op in TRUTHS


def clamp(number: int) -> int:
    """Return the nearest number that rules can count to."""
    return max(-MOST, min(MOST, number))


# What operations give for known numbers; there is no division by 0, but a program must not fail.
_VALUES: Mapping[str, Callable[..., int]] = {
    "+": operator.add,
    "-": lambda left, *right: left - right[0] if right else -left,
    "*": operator.mul,
    "//": lambda left, right: left // right if right else 0,
    "%": lambda left, right: left % right if right else 0,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "and": lambda left, right: bool(left) and bool(right),
    "or": lambda left, right: bool(left) or bool(right),
    "not": operator.not_,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "~": operator.invert,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "clamp": clamp,
    "min": min,
    "max": max,
}


def fold(name: str, *args: int) -> int:
    """Return the value of an operation on known numbers."""
    return int(_VALUES[name](*args))
