"""Counters in a program: turns, rounds, moves of the castle, dead ends.

The program gets a few more state fields; nothing else changes, so the games are the same. The
counters are part of the state, so that trying a move and taking it back restores them.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wtrules.program import program as p
from wtrules.program.lower.scopes import opens

TURNS, ROUNDS, CASTLE = "count_turns", "count_rounds", "count_castle"
STUCK = "count_stuck"  # choices without a candidate

_SCOPES = (("turn", TURNS), ("round", ROUNDS))


def counting(program: p.Program) -> p.Program:
    """Return the program with counters in its state."""
    fields = dict(program.fields)
    size = program.size
    for name in (TURNS, ROUNDS, CASTLE, STUCK):
        fields[name] = p.Field(name, 1, p.FieldRole.COUNTER, size)
        size += 1
    counter = _Counter(program)
    blocks = [evolve(block, body=counter.body(block.body)) for block in program.blocks]
    return evolve(
        program,
        fields=fields,
        size=size,
        functions={
            name: evolve(function, body=counter.body(function.body))
            for name, function in program.functions.items()
        },
        blocks=(*blocks, *counter.dead_ends),
    )


class _Counter:
    def __init__(self, program: p.Program) -> None:
        self.decisions = program.decisions
        self.first = len(program.blocks)
        self.dead_ends: list[p.Block] = []

    def body(self, body: p.Body) -> p.Body:
        return tuple(made for statement in body for made in self.statement(statement))

    def statement(self, statement: p.Statement) -> Iterator[p.Statement]:
        match statement:
            case p.If():
                then, otherwise = self.body(statement.then), self.body(statement.otherwise)
                yield evolve(statement, then=then, otherwise=otherwise)
            case p.While() | p.For():
                yield evolve(statement, body=self.body(statement.body))
            case p.Store("open"):
                yield statement
                yield from (_one_more(name) for word, name in _SCOPES if opens(statement, word))
            case p.Store("castle"):
                yield p.Assign("castle_before", p.Load("castle", 0))
                yield statement
                moved = p.op("!=", p.Load("castle", 0), p.Var("castle_before"))
                yield p.If(moved, (_one_more(CASTLE),))
            case p.Decide() if self.decisions[statement.decision].kind != "may":
                number = self.first + len(self.dead_ends)
                body = (_one_more(STUCK), p.Goto(statement.otherwise))
                self.dead_ends.append(p.Block("dead end", body))
                yield evolve(statement, otherwise=number)
            case _:
                yield statement


def _one_more(counter: str) -> p.Statement:
    return p.Store(counter, 0, p.op("+", p.Load(counter, 0), 1))
