"""Fewer, longer blocks: jumps to jumps are shortened, blocks with one way in are joined to it.

What a program does stays the same; every back end gets less to jump around.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from attrs import evolve

from wtrules.program import program as p


def shorten(
    blocks: list[p.Block], decisions: list[p.Decision], fixed: int
) -> tuple[tuple[p.Block, ...], tuple[p.Decision, ...]]:
    """Return the blocks joined and renumbered; the first *fixed* ones keep their numbers."""
    bodies = [_tidied(body) for body in _direct([block.body for block in blocks])]
    target = _threads(bodies, fixed)
    for _ in range(2):  # what has become alike leads further
        bodies = [_tidied(_renamed(body, target.__getitem__)) for body in bodies]
        decisions = [evolve(d, resume=target[d.resume]) for d in decisions]
        target = _threads(bodies, fixed)
    uses = _uses(bodies, decisions)
    joined = [_joined(i, bodies, uses, fixed) for i in range(len(bodies))]
    kept = _reachable(joined, decisions, fixed)
    number = {old: new for new, old in enumerate(kept)}
    made = tuple(
        p.Block(blocks[old].name, _renamed(joined[old], lambda block: number[block]))
        for old in kept
    )
    return made, tuple(evolve(d, resume=number[d.resume]) for d in decisions)


def _tidied(body: p.Body) -> p.Body:
    """Return a block without what is never reached, and without forks whose ways lead to one place."""
    for i, statement in enumerate(body):
        if isinstance(statement, p.Goto | p.Decide):
            body = body[: i + 1]
            break
    while True:
        match body:
            case (
                *first,
                p.If(then=(p.Goto() as way,), otherwise=()) as fork,
                p.Goto() as last,
            ) if way.block == last.block and not _acts(fork.condition):
                body = (*first, last)
            case _:
                return body


def _acts(condition: p.Expr) -> bool:
    """Return whether working a condition out may change something."""
    match condition:
        case p.Call():
            return True
        case p.Load() | p.Entry():
            return _acts(condition.index)
        case p.Op():
            return any(map(_acts, condition.args))
    return False


def _direct(bodies: list[p.Body]) -> list[p.Body]:
    """Return the blocks with the ways back of procedures that are called from one place only."""
    ways: dict[str, set[int]] = {}
    for body in bodies:
        for statement in _flat(body):
            if isinstance(statement, p.Store) and isinstance(statement.value, p.At):
                ways.setdefault(statement.array, set()).add(statement.value.block)
    single = {name: blocks.pop() for name, blocks in ways.items() if len(blocks) == 1}
    made = []
    for body in bodies:
        # A way back is read, cleared and taken at the end of a procedure.
        match body[-3:]:
            case (p.Assign(value=p.Load(array=name)), p.Store(), p.Goto()) if name in single:
                body = (*body[:-3], p.Goto(single[name]))
        made.append(
            tuple(
                s
                for s in body
                if not (isinstance(s, p.Store) and isinstance(s.value, p.At) and s.array in single)
            )
        )
    return made


def _threads(bodies: list[p.Body], fixed: int) -> list[int]:
    """Return for each block where a jump to it really leads."""
    target = list(range(len(bodies)))
    for i, body in enumerate(bodies):
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
        del body
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


def _reachable(bodies: list[p.Body], decisions: list[p.Decision], fixed: int) -> list[int]:
    found: set[int] = set()
    waiting = list(range(fixed))
    while waiting:
        block = waiting.pop()
        if block not in found:
            found.add(block)
            waiting += _ways(bodies[block])
            for statement in _flat(bodies[block]):
                if isinstance(statement, p.Decide):
                    waiting.append(decisions[statement.decision].resume)
    return sorted(found)


def _ways(body: p.Body) -> list[int]:
    """Return the blocks a block names, each as often as it does."""
    found = []
    for statement in _flat(body):
        match statement:
            case p.Goto(block=int(block)) | p.Store(value=p.At(block=block)):
                found.append(block)
            case p.Decide():
                found.append(statement.otherwise)
    return found


def _flat(body: p.Body) -> list[p.Statement]:
    found: list[p.Statement] = []
    for statement in body:
        found.append(statement)
        if isinstance(statement, p.If):
            found += [*_flat(statement.then), *_flat(statement.otherwise)]
        elif isinstance(statement, p.While | p.For):
            found += _flat(statement.body)
    return found


def _renamed(body: p.Body, name: Callable[[int], int]) -> p.Body:
    """Return a body with every block it names put through *name*."""
    made: list[p.Statement] = []
    changed = False
    for statement in body:
        new = statement
        match statement:
            case p.Store(value=int()) | p.Run() | p.Assign():  # most of them, and they name none
                pass
            case p.Goto(block=int(block)):
                if (there := name(block)) != block:
                    new = evolve(statement, block=there)
            case p.Decide():
                if (there := name(statement.otherwise)) != statement.otherwise:
                    new = evolve(statement, otherwise=there)
            case p.Store(value=p.At(block=block)):
                if (there := name(block)) != block:
                    new = evolve(statement, value=p.At(there))
            case p.If():
                then = _renamed(statement.then, name)
                otherwise = _renamed(statement.otherwise, name)
                if then is not statement.then or otherwise is not statement.otherwise:
                    new = evolve(statement, then=then, otherwise=otherwise)
            case p.While() | p.For():
                inner = _renamed(statement.body, name)
                if inner is not statement.body:
                    new = evolve(statement, body=inner)
        changed = changed or new is not statement
        made.append(new)
    return tuple(made) if changed else body
