"""The program form: what a back end runs.

Whole numbers, fixed arrays, functions, loops, and a few jumps; no text, no files, no syntax. A
program is made for one ruleset and one number of players, so that all constants are known.

- *Fields* are the state: named arrays of small numbers laid end to end.
- *Functions* take and give numbers and never stop to ask.
- *Blocks* are the part that asks. Each ends by naming the block to go on with, or with a
  `Decide`: the decision's options are listed by a function; with none the program goes on at
  once, otherwise it stops until an option has been put into the field `choice`.

Every statement knows the rule it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from operator import is_
from typing import TypeAlias

from attrs import evolve, field, frozen

from wtrules.source import Span


@frozen
class Origin:
    """The rule a statement serves, and its place in a rule file."""

    rule: str
    span: Span | None = field(default=None, eq=False, repr=False)


NOWHERE = Origin("physics")
MOST = 1_000_000_000  # what rules count stays between this and as much below zero
OVER = 0  # the block a finished game stays in
ENTRY = 1  # the block a game begins with


# --- expressions -----------------------------------------------------------------------------


@frozen
class Var:
    """A variable of a function or block."""

    name: str


@frozen
class Load:
    """A number of the state."""

    array: str
    index: Expr


@frozen
class Entry:
    """A number of a constant array."""

    table: str
    index: Expr


@frozen
class Op:
    """Arithmetic and logic; truth is 1 or 0.

    `+ - * // % == != < <= > >= and or not & | ^ ~ << >> min max clamp`; `//` and `%` round down,
    and `clamp` gives the nearest number that rules can count to: see `MOST`.
    """

    op: str
    args: tuple[Expr, ...]


@frozen
class Call:
    """What a function gives."""

    function: str
    args: tuple[Expr, ...]


@frozen
class Emitted:
    """How many options have been listed so far."""


@frozen
class At:
    """The number of a block, to come back to it later."""

    block: int


Expr: TypeAlias = int | Var | Load | Entry | Op | Call | Emitted | At


# --- statements ------------------------------------------------------------------------------


@frozen
class Assign:
    """Give a variable a value."""

    name: str
    value: Expr
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Store:
    """Change a number of the state."""

    array: str
    index: Expr
    value: Expr
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class If:
    """One way or the other."""

    condition: Expr
    then: Body
    otherwise: Body = ()
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class While:
    """As long as something holds."""

    condition: Expr
    body: Body
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class For:
    """Count a variable from *start* up to, not including, *stop*."""

    name: str
    start: Expr
    stop: Expr
    body: Body
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Break:
    """Leave the nearest loop."""

    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Return:
    """Leave the function with a value."""

    value: Expr = 0
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Run:
    """Call a function for what it does."""

    call: Call
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Emit:
    """Add an option to the list that is being made."""

    value: Expr
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Goto:
    """Go on with another block; only in blocks."""

    block: Expr
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Decide:
    """Ask; go on with *otherwise* if there is nothing to choose from. Only in blocks."""

    decision: int
    otherwise: int
    origin: Origin = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


Statement: TypeAlias = (
    Assign | Store | If | While | For | Break | Return | Run | Emit | Goto | Decide
)
Body: TypeAlias = "tuple[Statement, ...]"


def placed(statement: Statement, origin: Origin) -> Statement:
    """Return a statement as one that serves another rule."""
    kind = type(statement)
    return kind(*[getattr(statement, name) for name in PARTS[kind]], origin=origin)


# What statements and expressions are made of, in order.
PARTS: Mapping[type, tuple[str, ...]] = {
    kind: tuple(part.name for part in kind.__attrs_attrs__ if part.name != "origin")
    for kind in (
        Var, Load, Entry, Op, Call, Emitted, At,
        Assign, Store, If, While, For, Break, Return, Run, Emit, Goto, Decide,
    )
}  # fmt: skip


def walk(*bodies: Body) -> Iterator[Statement]:
    """Yield all statements of some bodies in order, nested ones too."""
    for body in bodies:
        for statement in body:
            yield statement
            match statement:
                case If():
                    yield from walk(statement.then, statement.otherwise)
                case While() | For():
                    yield from walk(statement.body)


def rewrite(body: Body, change: Callable[[Statement], Statement | None]) -> Body:
    """Return a body with statements replaced wherever *change* gives a replacement.

    Nested statements are replaced too; what does not change stays the same object.
    """
    made: list[Statement] = []
    changed = False
    for statement in body:
        new = change(statement)
        if new is None:
            new = statement
            match statement:
                case If():
                    then = rewrite(statement.then, change)
                    otherwise = rewrite(statement.otherwise, change)
                    if then is not statement.then or otherwise is not statement.otherwise:
                        new = If(statement.condition, then, otherwise, origin=statement.origin)
                case While() | For():
                    inner = rewrite(statement.body, change)
                    if inner is not statement.body:
                        new = evolve(statement, body=inner)
        changed = changed or new is not statement
        made.append(new)
    return tuple(made) if changed else body


def walk_expr(*exprs: Expr) -> Iterator[Expr]:
    """Yield expressions and all expressions inside them."""
    for expr in exprs:
        yield expr
        match expr:
            case Load() | Entry():
                yield from walk_expr(expr.index)
            case Op() | Call():
                yield from walk_expr(*expr.args)


def rewrite_expr(expr: Expr, change: Callable[[Expr], Expr | None]) -> Expr:
    """Return an expression with parts replaced, innermost first, and constants folded."""
    made = expr
    match expr:
        case Load() | Entry():
            index = rewrite_expr(expr.index, change)
            if index is not expr.index:
                made = type(expr)(expr.array if isinstance(expr, Load) else expr.table, index)
        case Op() | Call():
            args = tuple([rewrite_expr(arg, change) for arg in expr.args])
            if not all(map(is_, args, expr.args)):
                made = op(expr.op, *args) if isinstance(expr, Op) else Call(expr.function, args)
    new = change(made)
    return made if new is None else new


# --- the whole -------------------------------------------------------------------------------


class FieldRole(StrEnum):
    """What a field of the state is about."""

    BOARD = "board"  # towers, shields, wizards on the track, the castle
    HOME = "home"  # wizards in the castle
    FLASKS = "flasks"
    SPELLS = "spells"  # those laid out
    CARDS = "cards"  # hands, draw pile, discards
    SUPPLY = "supply"  # wizards in play and points of each player
    CHANCE = "chance"  # the random generator
    DIE = "die"  # the last roll
    WINNERS = "winners"
    TURN = "turn"  # whose turn it is, and who acts
    MOMENT = "moment"  # of the action under way; positions list it among the memories
    CONTROL = "control"  # where the program is, and how the game ended
    MEMORY = "memory"  # what rules remember, and what is used of allowances
    FRAME = "frame"  # variables of rules that wait for a decision
    COUNTER = "counter"  # statistics, added to a program by a simulation


# The roles of the things players have in front of them.
ON_TABLE = frozenset(
    {
        FieldRole.BOARD,
        FieldRole.HOME,
        FieldRole.FLASKS,
        FieldRole.SPELLS,
        FieldRole.CARDS,
        FieldRole.SUPPLY,
    }
)


@frozen
class Field:
    """An array of the state."""

    name: str
    size: int
    role: FieldRole
    offset: int = 0
    wide: bool = False  # needs 64 bits
    type: str = "number"
    first: int = 0
    each: str | None = None  # for each player, space … of which there is one number
    hidden: bool = False  # not every player may see all of it

    @property
    def on_table(self) -> bool:
        """Whether the field describes things players have in front of them."""
        return self.role in ON_TABLE

    @property
    def is_secret(self) -> bool:
        """Whether it is a memory of which each player sees only their own entry."""
        return self.hidden and self.role is FieldRole.MEMORY


@frozen
class Function:
    """A function; `options` functions list the options of a decision."""

    name: str
    parameters: tuple[str, ...]
    body: Body
    options: bool = False
    origin: Origin = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Block:
    """A stretch of the asking part; its number is its place in the program."""

    name: str
    body: Body


@frozen
class Alternative:
    """One type of option: fixed words, then values of these kinds, each below its radix."""

    words: tuple[str, ...]
    kinds: tuple[str, ...]
    radices: tuple[int, ...]
    texts: tuple[tuple[str, str], ...]
    rule: str
    spell: str | None = None  # the spell it casts
    card: str | None = None  # the kind of card it carries out
    passes: bool = False  # the `pass` that the language adds to `may`
    declines: bool = False  # nothing is done: `passes`, or an option without statements


@frozen
class Decision:
    """A place where somebody is asked."""

    name: str
    rule: str
    options: str
    resume: int
    alternatives: tuple[Alternative, ...]
    sort: str = "choose"  # choose, either, may or card

    def decode(self, option: int) -> tuple[Alternative, tuple[int, ...]]:
        """Return which alternative an option is of, and its values."""
        count = len(self.alternatives)
        alternative = self.alternatives[option % count]
        rest = option // count
        values = []
        for radix in alternative.radices:
            values.append(rest % radix)
            rest //= radix
        return alternative, tuple(values)


@frozen
class CardFace:
    """One half of a card of the deck."""

    kind: str
    value: int  # -1: by the die; 0: no number


@frozen
class CardKind:
    """A card of the deck: its short form, halves, rolls and copies."""

    code: str
    faces: tuple[CardFace, ...]
    rolls: int
    copies: int


@frozen
class Program:
    """A ruleset for one number of players, ready to run."""

    ruleset: str
    players: int
    spaces: int
    levels: int
    bits: int
    colours: tuple[str, ...]
    letters: str
    ground_shields: tuple[int, ...]
    capacity: int | None
    towers: tuple[tuple[int, bool], ...]
    castle: int
    fields: Mapping[str, Field]
    size: int
    tables: Mapping[str, tuple[int, ...]]
    functions: Mapping[str, Function]
    blocks: tuple[Block, ...]
    decisions: tuple[Decision, ...]
    cards: tuple[CardKind, ...]
    spells: tuple[str, ...]
    costs: tuple[int, ...]
    outcomes: tuple[str, ...]
    symbols: tuple[str, ...]
    forbids: Mapping[str, tuple[tuple[str, str], ...]]  # event: (rule, function) pairs
    written: Mapping[str, Function]  # the functions with every call in its place, for explaining

    @cached_property
    def takes_towers_back(self) -> bool:
        """Whether towers can leave the board, and wizards come down onto others."""
        return any(
            isinstance(s, Run) and s.call.function == "take_tower" for s in self.statements()
        )

    def secrets(self) -> dict[str, tuple[str, ...]]:
        """Return the fields of cards put aside, each with the numbers of frames it is set from.

        While a rule is still at work its frame shows the card as well.
        """
        found: dict[str, tuple[str, ...]] = {
            f.name: () for f in self.fields.values() if f.is_secret
        }
        for statement in self.statements() if found else ():
            match statement:
                case Store(array=name, value=Load(array=held)) if name in found:
                    if self.fields[held].role is FieldRole.FRAME and held not in found[name]:
                        found[name] += (held,)
        return found

    def statements(self) -> Iterator[Statement]:
        """Yield every statement, nested ones too."""
        yield from walk(*(f.body for f in self.functions.values()))
        yield from walk(*(block.body for block in self.blocks))


# --- building expressions --------------------------------------------------------------------


def op(name: str, *args: Expr) -> Expr:
    """Return an operation, worked out at once where all numbers are known."""
    left, right = args[0], args[-1]
    if isinstance(left, int) and isinstance(right, int):
        return fold(name, left, right) if len(args) == 2 else fold(name, left)
    match name:
        case "and":
            if 0 in (left, right):
                return 0
            if left == 1:
                return right
            if right == 1:
                return left
        case "or":
            if 1 in (left, right):
                return 1
            if left == 0:
                return right
            if right == 0:
                return left
        case "+" | "-":
            if right == 0:
                return left
            if name == "+" and left == 0:
                return right
        case "*" | "//":
            if right == 1:
                return left
            if name == "*" and left == 1:
                return right
        case "<<" | ">>":
            if right == 0:
                return left
        case "not":
            if isinstance(left, Op) and left.op in _NEGATED:
                return Op(_NEGATED[left.op], left.args)
            if isinstance(left, Op) and left.op == "not":
                return left.args[0]
    return Op(name, args)


_NEGATED = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def clamp(number: int) -> int:
    """Return the nearest number that rules can count to."""
    return max(-MOST, min(MOST, number))


def fold(name: str, *args: int) -> int:
    """Return the value of an operation on known numbers."""
    left, right = args[0], args[-1]
    match name:
        case "+":
            return left + right
        case "-":
            return left - right if len(args) == 2 else -left
        case "*":
            return left * right
        case "//":
            return left // right if right else 0
        case "%":
            return left % right if right else 0
        case "==":
            return int(left == right)
        case "!=":
            return int(left != right)
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case ">=":
            return int(left >= right)
        case "and":
            return int(bool(left) and bool(right))
        case "or":
            return int(bool(left) or bool(right))
        case "not":
            return int(not left)
        case "&":
            return left & right
        case "|":
            return left | right
        case "^":
            return left ^ right
        case "~":
            return ~left
        case "<<":
            return left << right
        case ">>":
            return left >> right
        case "clamp":
            return clamp(left)
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
    raise ValueError(name)
