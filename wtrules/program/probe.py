"""Questions and settings from outside the rules, as functions over the state of a program.

An example asks whether something is true after a move, and says what is so before it. A `Probe` lowers
such terms with the words of the rules, without lowering the rules themselves; what it makes is a
program of functions only, for states of the program it was made for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.from_rules import lowering
from wtrules.program.lower.code import Code
from wtrules.program.lower.properties import ANSWERS
from wtrules.program.program import Expr, Load, Origin, op
from wtrules.resolve.model import Rules

# What can be set one by one. Cards belong to a deck, so that a hand is set as a whole.
_SETTABLE = (p.ON_TABLE | {p.FieldRole.DIE, p.FieldRole.MEMORY}) - {p.FieldRole.CARDS}


class NotSettable(Exception):
    """A term that is worked out from others, so that it cannot be set."""


class Probe:
    """Functions over the state of a program, made one by one."""

    def __init__(self, rules: Rules, meaning: m.Meaning, program: p.Program) -> None:
        self._program = program
        self._low = lowering(rules, meaning, program.players)
        # Numbers are where the program has them, frames included.
        self._low.layout.fields = dict(program.fields)
        self._low.layout.size = program.size
        self._env: dict[str, Expr] = {f"{m.SEAT}{i}": i for i in range(program.players)}
        self._count = 0

    def ask(self, term: m.Term) -> str:
        """Return the name of a function that gives the value of a term."""
        return self._function(lambda code: code.write(p.Return(code.expr(term))))

    def set(self, change: m.SetMemory | m.Act) -> str:
        """Return the name of a function that sets a memory, or carries out an action."""
        return self._function(lambda code: code.write_body((change,)))

    def assign(self, assigned: m.Assigned) -> tuple[str, str]:
        """Return the name of a function that sets a number of the table, and that of its field.

        Raises NotSettable.
        """
        changed: list[str] = []
        name = self._function(lambda code: changed.append(self._store(assigned, code)))
        return name, changed[0]

    def _store(self, assigned: m.Assigned, code: Code) -> str:
        target = assigned.target
        if isinstance(target, m.Prim) and target.op.startswith("left:"):
            # Of an allowance, the state has how often it has been used.
            allowance = code.low.meaning.allowances[target.op.removeprefix("left:")]
            used = op("-", code.expr(allowance.amount), code.expr(assigned.value))
            index: Expr = Load("actor", 0) if allowance.each else 0
            code.store(f"used.{allowance.id}", op("max", 0, used), index)
            return f"used.{allowance.id}"
        for term, held in _ways(assigned):
            where = code.expr(term)
            if isinstance(where, Load) and self._is_settable(where.array, term.type):
                code.store(where.array, code.expr(held), where.index)
                return where.array
        raise NotSettable

    def _is_settable(self, name: str, type: str) -> bool:
        """Whether a number can be set by itself: of the board, only where a piece is."""
        role = self._program.fields[name].role
        return role in _SETTABLE and (role is not p.FieldRole.BOARD or type in ("space", "place"))

    def _function(self, write: Callable[[Code], None]) -> str:
        self._count += 1
        name = f"probe {self._count}"
        code = Code(self._low, dict(self._env), Origin("example"))
        write(code)
        if not code.out or not isinstance(code.out[-1], p.Return):
            code.write(p.Return(0))
        self._low.define(p.Function(name, (), tuple(code.out)))
        return name

    def program(self) -> p.Program:
        """Return all functions as a program that is never played."""
        return evolve(
            self._program,
            functions=self._low.functions,
            tables=self._low.tables,
            blocks=(),
            decisions=(),
            turns={},
            notes=evolve(self._program.notes, written=self._low.functions),
        )


def _ways(assigned: m.Assigned) -> Iterator[tuple[m.Term, m.Term]]:
    """Yield a term and its value; and where a piece is, as a surface instead of a space."""
    target, value = assigned.target, assigned.value
    yield target, value
    if isinstance(target, m.Prim) and target.op.startswith("space:") and target.args:
        place = f"place:{target.args[0].type}"
        if place in ANSWERS:
            top = m.Prim("place", "top:space", (value,), span=value.span)
            yield m.Prim("place", place, target.args, span=target.span), top
