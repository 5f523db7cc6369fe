"""From resolved rules to a program: the step `rules → program`.

Comes in: rules that passed their checks, their meaning, and a number of players. Goes out: a
`Program`. Every constant is known here and is folded in.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from wtrules.program import program as p
from wtrules.program.layout import layout
from wtrules.program.lower.bodies import OVER, Bodies
from wtrules.program.lower.context import Context
from wtrules.program.lower.procedures import CannotCompile
from wtrules.program.optimise.inline import inline_body, inlined, small_functions
from wtrules.program.optimise.optimise import shorten
from wtrules.program.program import Origin
from wtrules.program.text import parse_functions
from wtrules.rules import values
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Rules

PHYSICS = Path(__file__).with_name("physics.program")


def program(rules: Rules, meaning: Meaning, players: int) -> p.Program:
    """Return the program of a ruleset for a number of players."""
    shape = layout(rules, players)
    for memory in meaning.memories.values():
        size = shape.radix(memory.each) if memory.each else 1
        # A card each player remembers is one they keep to themselves.
        secret = memory.type == "card" and memory.each == "player"
        shape.add(
            f"memory.{memory.id}",
            size,
            p.FieldRole.MEMORY,
            type=memory.type,
            each=memory.each,
            hidden=secret,
        )
    for allowance in meaning.allowances.values():
        size = players if allowance.each else 1
        shape.add(f"used.{allowance.id}", size, p.FieldRole.MEMORY, each=allowance.each)
    work = Bodies(rules, meaning, shape)
    constants = {
        "PLAYERS": players,
        "BITS": shape.bits,
        "MASK": shape.mask,
        "LEVELS": shape.levels,
        "CARDS": len(shape.cards),
        "SPACES": shape.spaces,
        "TOWERS": len(shape.towers),
        "RAVENS": sum(shield for _, shield in shape.towers),
    }
    for function in _physics(tuple(constants.items())):
        work.functions[function.name] = function
    _entry(work)
    work.write_unwindings()
    costs = [work.expr(s.cost, Context({}, [], p.NOWHERE)) for s in meaning.spells.values()]
    blocks, decisions = shorten(
        [
            p.Block(name, tuple(body))
            for name, body in zip(work.block_names, work.block_bodies, strict=True)
        ],
        work.decisions,
        ENTRY + 1,
    )
    small = small_functions(work.functions)
    blocks = tuple(p.Block(b.name, inline_body(b.body, small)) for b in blocks)
    return p.Program(
        rules.name,
        players,
        shape.spaces,
        shape.levels,
        shape.bits,
        shape.colours,
        shape.letters,
        shape.ground_shields,
        values.number(rules, "board.capacity"),
        shape.towers,
        shape.castle,
        shape.fields,
        shape.size,
        work.tables,
        inlined(work.functions, small),
        blocks,
        decisions,
        shape.cards,
        shape.spells,
        tuple(cost if isinstance(cost, int) else 0 for cost in costs),
        meaning.outcomes,
        meaning.symbols,
        {event: tuple(found) for event, found in work.forbids.items()},
        work.functions,
    )


@lru_cache(maxsize=64)  # many rulesets are compared that share a box
def _physics(constants: tuple[tuple[str, int], ...]) -> list[p.Function]:
    """Return the functions of the physics for pieces of these numbers."""
    return parse_functions(PHYSICS.read_text("utf-8"), dict(constants))


ENTRY = 1  # the block a game begins with


def _entry(work: Bodies) -> None:
    """Write the outermost part: begin, play the rule `game`, end."""
    over, start = work.new_block("over"), work.new_block("start")
    assert (over, start) == (OVER, ENTRY)
    ctx = Context({}, [], Origin("game"), asking=True)

    def write(inner: Context, _: list[p.Expr]) -> None:
        end = work.new_block("game ends")
        inner.leave = (p.Goto(end),)
        work.reset("game", inner)
        work.fire("game-begins", [], inner)
        work.perform(work.meaning.rules["game"], [], [], inner)
        work.goto(end, inner)
        work.begin(end, inner)
        inner.store("ending", 0)
        inner.leave = (p.Goto(OVER),)
        work.fire("game-ends", [], inner)
        inner.store("ending", 0)
        unwinding = "unwind_all"
        inner.emit(p.Run(p.Call(unwinding, ())))
        work.goto(OVER, inner)

    work.begin(start, ctx)
    procedure = work._procedure("game", (), ctx, write)
    work.goto(procedure.entry, ctx)
    every = [f for f in work.shape.fields.values() if f.role is p.FieldRole.FRAME]
    body: list[p.Statement] = [p.Store(f.name, i, 0) for f in every for i in range(f.size)]
    work.functions["unwind_all"] = p.Function("unwind_all", (), (*body, p.Return(0)))


__all__ = ["ENTRY", "OVER", "CannotCompile", "program"]
