"""Lowering of permissions: whether an action is possible, and which rules forbid it."""

from __future__ import annotations

from wtrules.node import walk
from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.nothing import depends_on
from wtrules.program.lower.verbs import PERMISSIONS
from wtrules.program.lower.verbs.registry import bind, width
from wtrules.program.program import Expr, Var, op
from wtrules.rules import meaning as m


class Permissions:
    """Lowers `can …`, the tests before actions, and `forbid` rules."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering

    def possible(self, act: m.Act, code: Code) -> Expr:
        """Return whether an action can be done: all it needs is there and nothing forbids it."""
        possible = m.Possible(act, span=act.span)
        if any(map(self._lowering.terms.may_be_nothing, depends_on(possible))):
            return self._lowering.terms.expr(possible, code)
        action = bind(self._lowering, act, code)
        check = PERMISSIONS.get(action.kind)
        return 1 if check is None else check(self._lowering, action, code)

    def forbidden(self, event: str, args: list[Expr], group: Expr = 1) -> Expr:
        """Return whether some rule forbids an event; *group* is how many wizards move together."""
        found: Expr = 0
        for rule in self._lowering.analysis.forbidding(event):
            name = self._forbid_function(event, rule)
            extra = [group] if _uses_group(rule) else []
            found = op("or", found, p.Call(name, (*args, *extra)))
        return found

    def _forbid_function(self, event: str, rule: m.Rule) -> str:
        name = f"forbid_{rule.id}_{event}".replace(".", "_").replace("-", "_")
        if name in self._lowering.functions:
            return name
        reaction = next(r for r in rule.forbids if r.event == event)
        env: dict[str, Expr] = {n: Var(f"a_{i}") for i, n in enumerate(reaction.names)}
        parameters = [f"a_{i}" for i in range(len(reaction.names))]
        group: Expr = 1
        if _uses_group(rule):
            parameters.append("group")
            group = Var("group")
        code = Code(env, [], p.Origin(rule.id, reaction.span), group=group)
        terms = self._lowering.terms
        forbidden: Expr = 1
        for statement in rule.body:
            if isinstance(statement, m.Let):
                value = terms.expr(statement.value, code)
                code.env[statement.name] = self._lowering.variables.name(value, code)
                terms.note_uncertain(statement.name, statement.value)
            elif isinstance(statement, m.When):
                conditions = list(terms.conjuncts(statement.condition))
                forbidden = terms.all_true(conditions, code, forbidden)
        code.write(p.Return(forbidden))
        self._lowering.define(
            p.Function(name, tuple(parameters), tuple(code.out), origin=code.origin)
        )
        self._lowering.forbids.setdefault(event, []).append(p.Forbid(rule.id, name))
        return name

    def passing(self, act: m.Act, kind: str, piece: Expr, code: Code) -> Expr:
        """Return whether a rule forbids that a piece passes some space on its way."""
        by = act.part("by")
        assert by is not None
        layout = self._lowering.layout
        sign = "+" if act.direction == "clockwise" else "-"
        name = f"blocked_{kind}_{'on' if sign == '+' else 'back'}"
        if name not in self._lowering.functions:
            inner = Code({}, [], code.origin)
            here = op("//", Var("a"), width(self._lowering, kind) * layout.levels)
            space = op("%", op(sign, here, Var("i")), layout.spaces)
            forbidden = self.forbidden(f"{kind}-passes", [Var("a"), space])
            inner.write(p.For("i", 1, Var("n"), (p.If(forbidden, (p.Return(1),)),)))
            inner.write(p.Return(0))
            self._lowering.define(p.Function(name, ("a", "n"), tuple(inner.out)))
        return p.Call(name, (piece, self._lowering.terms.expr(by, code)))

    def was_found(self, act: m.Act, code: Code) -> bool:
        """Return whether the piece is certainly there because a loop has just found it."""
        term = act.part("what")
        return isinstance(term, m.Local) and term.name in code.found


def _uses_group(rule: m.Rule) -> bool:
    return any(isinstance(part, m.Prim) and part.op == "group" for part in walk(rule.body))
