"""Whether two programs play the same: the whole game, or at least everything after the set-up.

Both are for the same number of players. Names and explanations do not matter.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from wtrules.program import program as p
from wtrules.program.program import Program

Part = tuple[str, int | str]  # a block, a function or a table, by number or name


def same_program(one: Program, two: Program) -> bool:
    """Whether two programs are the same but for names and what explains them."""
    return _bare(one) == _bare(two)


def same_after_setup(one: Program, two: Program) -> bool:
    """Whether everything after the first decision is the same, so that only set-ups may differ."""
    if _frame(one) != _frame(two) or len(one.blocks) != len(two.blocks):
        return False
    known = set(_begun(one)) | set(_begun(two))
    waiting = list(known)
    while waiting:
        part = waiting.pop()
        here = _content(one, part)
        if here != _content(two, part):
            return False
        more = set(_named(here)) - known
        known |= more
        waiting += more
    return True


def _bare(program: Program) -> Program:
    named = evolve(program, ruleset="", colours=(), outcomes=(), goals=(), symbols=())
    return evolve(named, written={}, forbids={})


def _frame(program: Program) -> Program:
    return evolve(_bare(program), box=(), tables={}, functions={}, blocks=())


def _begun(program: Program) -> Iterator[Part]:
    """Yield where a game can continue: after each decision, and where a rule returns to."""
    for decision in program.decisions:
        yield "function", decision.options
        yield "block", decision.resume
    for statement in program.statements():
        if isinstance(statement, p.Store) and isinstance(statement.value, p.At):
            yield "block", statement.value.block


def _content(program: Program, part: Part) -> object:
    match part:
        case "block", int(number):
            return program.blocks[number].body
        case "function", str(name):
            function = program.functions[name]
            return function.parameters, function.body
        case _, name:
            return program.tables[str(name)]


def _named(content: object) -> Iterator[Part]:
    """Yield the blocks, functions and tables that some statements name."""
    waiting = [content]
    while waiting:
        node = waiting.pop()
        match node:
            case tuple():
                waiting += node
                continue
            case p.Goto(block=int(number)) | p.Decide(otherwise=number) | p.At(block=number):
                yield "block", number
            case p.Call(function=name):
                yield "function", name
            case p.Entry(table=name):
                yield "table", name
        waiting += [getattr(node, name) for name in p.PARTS.get(type(node), ())]
