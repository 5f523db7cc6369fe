"""Fewer, longer blocks: jumps to jumps are shortened, blocks with one way in are joined to it.

What a program does stays the same; every back end has fewer jumps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from attrs import evolve

from wtrules.program import program as p

_LEAVING = (p.Goto, p.Decide)


def shorten(
    blocks: list[p.Block], decisions: list[p.Decision], turns: Mapping[int, int], fixed: int,
    entries: list[int],
) -> tuple[tuple[p.Block, ...], tuple[p.Decision, ...], Mapping[int, int], list[int]]:  # fmt: skip
    """Return the blocks joined and renumbered; the first *fixed* ones keep their numbers.

    *entries* are blocks that can be run from the outside; their new numbers are returned too.
    """
    bodies = [_tidied(body) for body in _direct([block.body for block in blocks])]
    target = _threads(bodies, fixed)
    for _ in range(2):  # one round may show another jump to a jump
        bodies = [_tidied(_renamed(body, target.__getitem__)) for body in bodies]
        decisions = [_resuming(d, target[d.resume]) for d in decisions]
        turns = {target[begin]: target[after] for begin, after in turns.items()}
        entries = [target[entry] for entry in entries]
        target = _threads(bodies, fixed)
    uses = _uses(bodies, decisions)
    uses.update((*turns.keys(), *turns.values(), *entries))
    joined = [_joined(i, bodies, uses, fixed) for i in range(len(bodies))]
    kept = _reachable(joined, decisions, turns, [*range(fixed), *entries])
    number = {old: new for new, old in enumerate(kept)}
    shortened = tuple(
        p.Block(blocks[old].name, _renamed(joined[old], lambda block: number[block]))
        for old in kept
    )
    return (
        shortened,
        # A decision after the end of the game is never reached; it leads nowhere.
        tuple(_resuming(d, number.get(d.resume, p.OVER)) for d in decisions),
        {number[begin]: number[after] for begin, after in turns.items() if begin in number},
        [number[entry] for entry in entries],
    )


def _resuming(decision: p.Decision, block: int) -> p.Decision:
    return decision if decision.resume == block else evolve(decision, resume=block)


def _tidied(body: p.Body) -> p.Body:
    """Return a block without what is never reached, and without forks whose ways lead to one place."""
    for i, statement in enumerate(body):
        if isinstance(statement, _LEAVING):
            body = body[: i + 1]
            break
    while True:
        match body:
            case (
                *first,
                p.If(then=(p.Goto() as way,), otherwise=()) as fork,
                p.Goto() as last,
            ) if way.block == last.block and not _may_act(fork.condition):
                body = (*first, last)
            case _:
                return body


def _may_act(condition: p.Expr) -> bool:
    """Return whether computing a condition may change something."""
    return any(isinstance(part, p.Call) for part in p.parts_of(condition))


def _direct(bodies: list[p.Body]) -> list[p.Body]:
    """Return the blocks with the ways back of procedures that are called from one place only."""
    ways: dict[str, set[int]] = {}
    for body in bodies:
        for statement in p.walk(body):
            if isinstance(statement, p.Store) and isinstance(statement.value, p.At):
                ways.setdefault(statement.array, set()).add(statement.value.block)
    single = {name: blocks.pop() for name, blocks in ways.items() if len(blocks) == 1}
    direct = []
    for body in bodies:
        # A way back is read, cleared and taken at the end of a procedure.
        match body[-3:]:
            case (p.Assign(value=p.Load(array=name)), p.Store(), p.Goto()) if name in single:
                body = (*body[:-3], p.Goto(single[name]))
        direct.append(
            tuple(
                s
                for s in body
                if not (isinstance(s, p.Store) and isinstance(s.value, p.At) and s.array in single)
            )
        )
    return direct


def _threads(bodies: list[p.Body], fixed: int) -> list[int]:
    """Return for each block where a jump to it ends."""
    target = list(range(len(bodies)))
    for i in range(len(bodies)):
        seen = {i}
        there = i
        while there >= fixed and len(bodies[there]) == 1:
            only = bodies[there][0]
            if not isinstance(only, p.Goto) or not isinstance(only.block, int):
                break
            if only.block in seen:
                break
            there = only.block
            seen.add(there)
        target[i] = there
    return target


def _uses(bodies: list[p.Body], decisions: list[p.Decision]) -> Counter[int]:
    uses: Counter[int] = Counter(d.resume for d in decisions)
    for body in bodies:
        uses.update(_ways(body))
    return uses


def _joined(start: int, bodies: list[p.Body], uses: Counter[int], fixed: int) -> p.Body:
    """Return a block followed by what only it leads to."""
    body = bodies[start]
    seen = {start}
    while body and isinstance(last := body[-1], p.Goto) and isinstance(last.block, int):
        follows = last.block
        if uses[follows] != 1 or follows in seen or follows < fixed:
            break
        seen.add(follows)
        body = (*body[:-1], *bodies[follows])
    return body


def _reachable(
    bodies: list[p.Body], decisions: list[p.Decision], turns: Mapping[int, int], roots: list[int]
) -> list[int]:
    reached: set[int] = set()
    waiting = roots
    while waiting:
        block = waiting.pop()
        if block not in reached:
            reached.add(block)
            waiting += _ways(bodies[block])
            if block in turns:
                waiting.append(turns[block])
            for statement in p.walk(bodies[block]):
                if isinstance(statement, p.Decide):
                    waiting.append(decisions[statement.decision].resume)
    return sorted(reached)


def _ways(body: p.Body) -> list[int]:
    """Return the blocks a block names, each as often as it does."""
    ways = []
    for statement in p.walk(body):
        match statement:
            case p.Goto(block=int(block)) | p.Store(value=p.At(block=block)):
                ways.append(block)
            case p.Decide():
                ways.append(statement.otherwise)
    return ways


def _renamed(body: p.Body, number: Callable[[int], int]) -> p.Body:
    """Return a body with every block it names put through *number*."""

    def change(statement: p.Statement) -> p.Statement | None:
        match statement:
            case p.Goto(block=int(block)) if (there := number(block)) != block:
                return p.Goto(there, origin=statement.origin)
            case p.Decide(decision, otherwise) if (there := number(otherwise)) != otherwise:
                return p.Decide(decision, there, origin=statement.origin)
            case p.Store(name, index, p.At(block)) if (there := number(block)) != block:
                return p.Store(name, index, p.At(there), origin=statement.origin)
        return None

    return p.rewrite(body, change)
