"""Lowering of events: how the rules that react to an event are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from wtrules.language.events import EVENTS
from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.lower import procedures
from wtrules.program.lower.actions import Action, space_of
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, Origin, Var, op


def emit(event: str, args: list[Expr], code: Code, *, again: bool = False) -> None:
    """Write the reactions of all rules to an event; what is running is finished if one ends a scope.

    All of them react, even if the first one ends the turn; the largest end counts. *again*: an
    action causes its last event once more.
    """
    # A rule does not react to what it does itself.
    low = code.low
    rules = [rule for rule in low.analysis.reacting(event) if rule.id not in code.active]
    ending = [rule for rule in rules if rule.id in low.analysis.ending]
    ended: Expr | None = None
    if ending and ending[0] is not rules[-1]:
        ended = code.own("ended", 0)
    for rule in rules:
        _react(rule, event, args, code)
        if ended is not None and rule in ending:
            largest = op("max", ended, Load("ending", 0))
            code.assign(ended, largest)
            code.store("ending", 0)
    if not ending:
        return
    at_last = event == code.running.last_event and not again
    if ended is not None:
        restore: list[p.Statement] = [p.Store("ending", 0, ended)]
        if isinstance(ended, Load):
            restore.append(p.Store(ended.array, ended.index, 0))
        leaving = () if code.more else code.leaving()
        code.write(p.If(ended, (*restore, *leaving)))
    if not at_last and (code.more or ended is None):
        code.finish_if_ended()


def _react(rule: m.Rule, event: str, args: list[Expr], code: Code) -> None:
    """Write the reaction of one rule to an event."""
    low = code.low
    reaction = next(r for r in rule.on if r.event == event)
    # The conditions a rule begins with are tested on the spot, so that most events cost no call.
    conditions = list(_first_conditions(rule.body))
    rest = evolve(rule, body=rule.body[len(conditions) :])
    values = dict(zip(reaction.names, args, strict=False))  # it may name less than there is
    env = {**code.env, **values}
    tested = Code(low, env, code.origin, active=code.active)
    if reaction.condition is not None:
        conditions = [reaction.condition, *conditions]
    condition = tested.all_true(conditions)
    asks = code.asking and rule.id in low.analysis.asking
    # What only some of its events name, a rule cannot use; the others may come in any order.
    types = dict(zip(reaction.names, EVENTS[event].types, strict=False))
    shared = [n for n in rule.on[0].names if all(n in other.names for other in rule.on)]
    parameters = [m.Parameter(name, types[name]) for name in shared]
    active, origin = code.active, code.origin
    code.active = active | {rule.id}
    if not asks:
        code.origin = Origin(rule.id, reaction.span)

    def write(inner: Code) -> None:
        procedures.perform(
            rest, parameters, [values[name] for name in shared], inner, reacting=True
        )

    code.only_if(condition, write, asks=asks)
    code.active, code.origin = active, origin


def emit_if(condition: Expr, event: str, args: list[Expr], code: Code) -> None:
    """Write an event that happens only if a condition is true."""
    only_if(condition, (event,), code, lambda inner: emit(event, args, inner))


def emit_own(action: Action, condition: Expr, args: list[Expr], code: Code) -> None:
    """Write the only event of an action, which happens if the action has changed anything."""
    (event,) = action.events
    if code.low.analysis.reacting(event):
        emit_if(condition, event, args, code)


def emit_way(kind: str, piece: Expr, start: Expr, way: list[Expr], code: Code) -> None:
    """Write the events of the way of a move: the spaces between its start and end, and how far it was.

    *way*: how many steps clockwise it is and, on a track with forks, the route.
    """
    low = code.low
    board = low.board
    by, *route = way
    length = op("max", by, op("-", 0, by))
    if low.analysis.reacting(f"{kind}-passes"):
        low.analysis.refuse_asking(f"{kind}-passes", "moving")
        i = low.fresh("i")
        forward = op("-", op("*", 2, op(">", by, 0)), 1)
        space = board.walk(board.space_of(start), op("*", Var(i), forward), *route)
        with code.loop(i, 1, length) as inner:
            emit(f"{kind}-passes", [piece, space], inner)
    if low.analysis.reacting(f"{kind}-steps"):
        low.analysis.refuse_asking(f"{kind}-steps", "moving")
        i = low.fresh("i")
        forward = op("-", op("*", 2, op(">", by, 0)), 1)
        number = op("+", Var(i), 1)
        here, there = (
            board.walk(board.space_of(start), op("*", at, forward), *route)
            for at in (Var(i), number)
        )
        with code.loop(i, 0, length) as inner:
            emit(f"{kind}-steps", [piece, here, there, number, length], inner)
    ends = [board.space_of(start), space_of(kind, piece, low)]
    emit(f"{kind}-moves", [piece, length, *ends], code)


def only_if(
    condition: Expr, events: Iterable[str], code: Code, write: Callable[[Code], None]
) -> None:
    """Write what is done only if a condition is true and causes these events."""
    code.only_if(condition, write, asks=code.low.analysis.events_ask(events))


def _first_conditions(body: m.Body) -> Iterator[m.Term]:
    """Yield the conditions of the `when` statements a body begins with."""
    for statement in body:
        if not isinstance(statement, m.When):
            return
        yield statement.condition
