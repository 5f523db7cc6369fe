"""Lowering of permissions: whether an action is possible, and which rules forbid it."""

from __future__ import annotations

from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.program import program as p
from wtrules.program.lower import routes
from wtrules.program.lower.actions import PERMISSIONS, bind, is_there, route_of, space_of
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.nothing import note_uncertain
from wtrules.program.program import Expr, Var, chain, op


def test(act: m.Act, code: Code) -> Expr:
    """Return whether an action whose parts are known to be something can be done."""
    if routes.is_open(act, code.low):
        return chain("or", [test(route, code) for route in routes.all_of(act, code.low)])
    action = bind(act, code)
    check = PERMISSIONS.get(action.kind)
    return 1 if check is None else check(action, code)


def possible(act: m.Act, code: Code) -> Expr:
    """Return whether an action can be done: all it needs is there and nothing forbids it."""
    return code.expr(m.Possible(act, span=act.span))


def forbidden(event: str, args: list[Expr], code: Code, group: Expr = 1) -> Expr:
    """Return whether some rule forbids an event; *group* is how many wizards move together."""
    bans: list[Expr] = [0]
    for i, rule in enumerate(code.low.analysis.forbidding(event)):
        name = _forbid_function(event, i, code.low)
        extra = [group] if _uses_group(rule) else []
        reaction = next(r for r in rule.forbids if r.event == event)
        bans.append(p.Call(name, (*args[: len(reaction.names)], *extra)))
    code.low.budget.spend(len(bans), code.origin)
    return chain("or", bans)


def allowed(event: str, args: list[Expr], code: Code) -> Expr:
    """Return whether no rule forbids an event."""
    return op("not", forbidden(event, args, code))


def _forbid_function(event: str, number: int, low: Lowering) -> str:
    rules = low.analysis.forbidding(event)
    rule = rules[number]
    name = f"forbid_{rule.id}_{event}".replace(".", "_").replace("-", "_")
    # A rule may forbid the same for several reasons.
    name += "_again" * sum(other.id == rule.id for other in rules[:number])
    if name in low.functions:
        return name
    reaction = next(r for r in rule.forbids if r.event == event)
    env: dict[str, Expr] = {n: Var(f"a_{i}") for i, n in enumerate(reaction.names)}
    parameters = [f"a_{i}" for i in range(len(reaction.names))]
    group: Expr = 1
    if _uses_group(rule):
        parameters.append("group")
        group = Var("group")
    code = Code(low, env, p.Origin(rule.id, reaction.span), group=group)
    if low.analysis.is_about_entry(rule):  # the wizard will be where it has landed
        wizard, to = Var("a_0"), Var("a_1")
        landed = low.board.wizard(to, low.board.owner_of(wizard), low.board.slot_of(wizard))
        code.env[reaction.names[0]] = code.name(landed)
    forbidden: list[Expr] = [1]
    if reaction.condition is not None:
        forbidden.append(code.expr(reaction.condition))
    for statement in rule.body:
        if isinstance(statement, m.Let):
            value = code.expr(statement.value)
            code.env[statement.name] = code.name(value)
            note_uncertain(statement.name, statement.value, low)
        elif isinstance(statement, m.When):
            forbidden += map(code.expr, low.conjuncts(statement.condition))
    code.write(p.Return(chain("and", forbidden)))
    low.define(p.Function(name, tuple(parameters), tuple(code.out), origin=code.origin))
    low.forbids.setdefault(event, []).append(p.Forbid(rule.id, name))
    return name


def _may_not_go(act: m.Act, event: str, kind: str, piece: Expr, code: Code) -> Expr:
    """Return whether a rule forbids a part of the way of a piece: to pass a space, or a step."""
    by = act.part("by")
    assert by is not None
    steps = code.expr(by)
    ways = ("+", "-") if act.direction == "clockwise" else ("-", "+")
    route = route_of(act, code)
    blocked: Expr = _blocked(ways[0], event, kind, piece, steps, route, code)
    distance = m.constant(by)
    if distance is not None and distance >= 0:
        return blocked
    # Fewer than 0 steps are steps the other way.
    return op("or", blocked, _blocked(ways[1], event, kind, piece, op("-", 0, steps), route, code))


def _blocked(
    sign: str, event: str, kind: str, piece: Expr, steps: Expr, route: Expr, code: Code
) -> Expr:
    """Return whether a rule forbids a part of the way of a piece in one direction."""
    low = code.low
    forks = low.board.routes > 1
    is_step = event.endswith("-steps")
    name = f"blocked_{kind}{'_step' if is_step else ''}_{'on' if sign == '+' else 'back'}"
    if name not in low.functions:
        inner = Code(low, {}, code.origin)
        here = space_of(kind, Var("a"), low)
        step = low.board.walk if sign == "+" else low.board.walk_back
        by_route = Var("r") if forks else 0
        args = [Var("a"), step(here, Var("i"), by_route)]
        if is_step:
            number = op("+", Var("i"), 1)
            args += [step(here, number, by_route), number, Var("n")]
        blocked = forbidden(event, args, code)
        inner.write(p.For("i", int(not is_step), Var("n"), (p.If(blocked, (p.Return(1),)),)))
        inner.write(p.Return(0))
        parameters = ("a", "n", "r") if forks else ("a", "n")
        low.define(p.Function(name, parameters, tuple(inner.out)))
    return p.Call(name, (piece, steps, route) if forks else (piece, steps))


def may_move(
    act: m.Act, kind: str, piece: Expr, here: Expr, to: Expr, there: Expr, code: Code,
    group: Expr = 1,
) -> Expr:  # fmt: skip
    """Return whether a piece may go from *here* to another place; *there*: it is on the board."""
    stays = op(
        "or",
        forbidden(f"{kind}-leaves", [piece, here], code, group),
        forbidden(f"{kind}-lands", [piece, to], code, group),
    )
    for event in (f"{kind}-passes", f"{kind}-steps") if act.verb == "move" else ():
        if code.low.analysis.forbidding(event):
            stays = op("or", stays, _may_not_go(act, event, kind, piece, code))
    by = act.part("by")
    if by is not None and code.low.analysis.forbidding(f"{kind}-moves"):
        steps = code.name(code.expr(by))
        length = op("max", steps, op("-", 0, steps))
        end = to if kind == "tower" else code.low.board.space_of(to)
        ends = [space_of(kind, piece, code.low), end]
        stays = op("or", stays, forbidden(f"{kind}-moves", [piece, length, *ends], code, group))
    what = act.part("what")
    if what is not None and code.has_found(what):
        there = 1
    if act.verb == "put" or code.low.board.has_dead_end:
        there = op("and", there, is_there(act, to, code))
    return op("and", there, op("not", stays))


def _uses_group(rule: m.Rule) -> bool:
    return any(isinstance(part, m.Prim) and part.op == "group" for part in walk(rule.body))
