"""Lowering of permissions: what an action needs, and which rules forbid it."""

from __future__ import annotations

from attrs import define, field

from wtrules.node import walk
from wtrules.program import program as p
from wtrules.program.lower.context import Context
from wtrules.program.lower.nothing import depends_on
from wtrules.program.lower.queries import Queries
from wtrules.program.program import Expr, Load, Var, op
from wtrules.rules import meaning as m


def sort_of(act: m.Act) -> str:
    """Return the sort of an action: its verb, and what it is done to where that matters."""
    if act.verb in ("move", "put", "take back"):
        what = act.part("what")
        assert what is not None
        return f"{act.verb} {what.type}"
    return act.verb


@define
class Permissions(Queries):
    """Lowers `can …` and the guards of actions."""

    forbidders: dict[str, list[m.Rule]] = field(factory=dict)
    forbids: dict[str, list[tuple[str, str]]] = field(factory=dict)

    def forbidden(self, event: str, args: list[Expr], ctx: Context, group: Expr = 1) -> Expr:
        """Return whether some rule forbids an event."""
        found: Expr = 0
        for rule in self.forbidders.get(event, []):
            name = self._forbid_function(event, rule)
            extra = [group] if _speaks_of_group(rule) else []
            found = op("or", found, p.Call(name, (*args, *extra)))
        return found

    def _forbid_function(self, event: str, rule: m.Rule) -> str:
        name = f"forbid_{rule.id}_{event}".replace(".", "_").replace("-", "_")
        if name in self.functions:
            return name
        reaction = next(r for r in rule.forbids if r.event == event)
        env: dict[str, Expr] = {n: Var(f"a_{i}") for i, n in enumerate(reaction.names)}
        parameters = [f"a_{i}" for i in range(len(reaction.names))]
        group: Expr = 1
        if _speaks_of_group(rule):
            parameters.append("group")
            group = Var("group")
        ctx = Context(env, [], p.Origin(rule.id, reaction.span), group=group)
        holds: Expr = 1
        for statement in rule.body:
            if isinstance(statement, m.Let):
                ctx.env[statement.name] = self._name(ctx, self.expr(statement.value, ctx))
                self.note_unsure(statement.name, statement.value)
            elif isinstance(statement, m.When):
                for condition in self.conjuncts(statement.condition):
                    holds = op("and", holds, self.expr(condition, ctx))
        ctx.emit(p.Return(holds))
        self.functions[name] = p.Function(
            name, tuple(parameters), tuple(ctx.out), origin=ctx.origin
        )
        self.forbids.setdefault(event, []).append((rule.id, name))
        return name

    def possible(self, act: m.Act, ctx: Context) -> Expr:
        """Return whether an action can be done: all it needs is there and nothing forbids it."""
        possible = m.Possible(act, span=act.span)
        if any(map(self.may_be_nothing, depends_on(possible))):
            return self.expr(possible, ctx)
        part = {label: self.expr(term, ctx) for label, term in act.parts if term.type != "group"}
        what, on = part.get("what", 0), self._target(act, ctx)
        match sort_of(act):
            case "move wizard" | "put wizard":
                return self._can_wizard(act, what, on, ctx)
            case "move tower" | "put tower":
                return self._can_tower(act, what, on, ctx)
            case "move castle" | "put castle":
                here = self.top(Load("castle", 0))
                barred = op(
                    "or",
                    self.forbidden("castle-leaves", [here], ctx),
                    self.forbidden("castle-lands", [on], ctx),
                )
                return op("and", op(">=", on, 0), op("not", barred))
            case "bring home":
                return op("not", self.forbidden("wizard-home", [what], ctx))
            case "place":
                return op("and", op(">=", on, 0), self.has_wizard_in_box(part["owner"]))
            case "place tower":
                return op("and", op(">=", on, 0), op(">", p.Call("towers_in_box", ()), 0))
            case "take back wizard":
                cell = self.wizard_cell(what)
                there = op("and", op(">=", what, 0), self.count(cell, self.wizard_owner(what)))
                return op(
                    "and", there, op("not", self.forbidden("wizard-leaves", [what, cell], ctx))
                )
            case "take back tower":
                here = self.space_of(what)
                standing = op("<=", op("%", what, self.shape.levels), Load("height", here))
                barred = self.forbidden("tower-leaves", [what, here], ctx)
                return op("and", op("and", op(">=", what, 0), standing), op("not", barred))
            case "release":
                owner = part["owner"]
                wizard = self.wizard(on, owner)
                free = op("not", self.forbidden("wizard-lands", [wizard, on], ctx))
                there = op("and", op(">=", on, 0), op(">", Load("home", owner), 0))
                return op("and", there, free)
            case "swap":
                other = part["with"]
                levels = self.shape.levels
                both = op("!=", op("//", what, levels), op("//", other, levels))
                barred = op(
                    "or", self.cannot_swap(what, other, ctx), self.cannot_swap(other, what, ctx)
                )
                there = op("and", op(">=", what, 0), op(">=", other, 0))
                return op("and", op("and", both, there), op("not", barred))
            case "fill":
                who = part["player"]
                free = op("not", self.forbidden("flask-filled", [who], ctx))
                return op("and", op(">", Load("empty", who), 0), free)
            case "spend":
                who = part["player"]
                free = op("not", self.forbidden("flask-spent", [who], ctx))
                return op("and", op(">=", Load("full", who), part["amount"]), free)
            case "empty" | "give flasks":
                return op(">=", Load("full", part["player"]), part["amount"])
            case "recover":
                return op(">", Load("spent", part["player"]), 0)
            case "draw" | "refill":
                free = op("not", self.forbidden("card-drawn", [part["player"]], ctx))
                left = op("+", Load("pile_size", 0), Load("discard_size", 0))
                return op("and", op(">", left, 0), free)
            case "discard":
                return self.may_discard(what, ctx)
            case "hand over":
                return self.may_hand_over(what, part["to"], ctx)
            case "take card":
                free = op("not", self.forbidden("card-received", [part["player"], what], ctx))
                return op("and", op(">", Load("discard", what), 0), free)
            case "play":
                actor = Load("actor", 0)
                held = op(">", Load("hand", self._held(actor, what)), 0)
                return op("and", held, op("not", self.forbidden("card-played", [actor, what], ctx)))
            case "discard hand":
                return op("not", self.forbidden("hand-discarded", [part["player"]], ctx))
            case _:
                return 1

    def has_wizard_in_box(self, player: Expr) -> Expr:
        """Return whether a player has wizards that are not in play."""
        if isinstance(player, int):
            return op("<", Load("wizards", player), self.shape.box[player])
        self.tables["box_wizards"] = self.shape.box
        return op("<", Load("wizards", player), p.Entry("box_wizards", player))

    def cannot_swap(self, tower: Expr, other: Expr, ctx: Context) -> Expr:
        """Return whether some rule forbids that a tower comes where another one stands."""
        return self.forbidden("tower-swapped", [tower, self.space_of(other)], ctx)

    def may_discard(self, card: Expr, ctx: Context) -> Expr:
        """Return whether the actor holds a card and may lay it down unused."""
        actor = Load("actor", 0)
        free = op("not", self.forbidden("card-discarded", [actor, card], ctx))
        return op("and", op(">", Load("hand", self._held(actor, card)), 0), free)

    def may_hand_over(self, card: Expr, to: Expr, ctx: Context) -> Expr:
        """Return whether the actor holds a card and may give it to a player."""
        actor = Load("actor", 0)
        free = op("not", self.forbidden("card-received", [to, card], ctx))
        return op("and", op(">", Load("hand", self._held(actor, card)), 0), free)

    def _target(self, act: m.Act, ctx: Context) -> Expr:
        """Return the place or space an action leads to."""
        on = act.part("on")
        if on is not None:
            return self.expr(on, ctx)
        if act.verb != "move":
            return 0
        what, by = act.part("what"), act.part("by")
        assert what is not None
        assert by is not None
        steps = self.expr(by, ctx)
        here: Expr
        if what.type == "castle":
            here = Load("castle", 0)
        else:
            piece = self.expr(what, ctx)
            here = op("//", piece, self.shape.levels * self._width(what.type))
        space = self.ring(here, steps if act.direction == "clockwise" else op("-", 0, steps))
        return space if what.type == "tower" else self.top(space)

    def _width(self, kind: str) -> int:
        return self.shape.players if kind == "wizard" else 1

    def group_size(self, act: m.Act, ctx: Context) -> Expr:
        """Return how many wizards move together."""
        with_ = act.part("with")
        name = group_field(with_)
        if name is None:
            return 1
        total: Expr = 1
        for player in range(self.shape.players):
            total = op("+", total, Load(name, player))
        return total

    def _can_wizard(self, act: m.Act, what: Expr, on: Expr, ctx: Context) -> Expr:
        cell = self.wizard_cell(what)
        if act.part("on") is not None and act.part("on").type == "space":  # type: ignore[union-attr]
            on = self.top(on)
        group = self.group_size(act, ctx)
        barred = op(
            "or",
            self.forbidden("wizard-leaves", [what, cell], ctx, group),
            self.forbidden("wizard-lands", [what, on], ctx, group),
        )
        if act.verb == "move" and self.forbidders.get("wizard-passes"):
            barred = op("or", barred, self._passing(act, "wizard", what, ctx))
        term = act.part("what")
        there: Expr = 1
        if not _just_found(term, ctx):
            there = op("and", op(">=", what, 0), self.count(cell, self.wizard_owner(what)))
        if act.verb == "put":
            there = op("and", there, op(">=", on, 0))
        return op("and", there, op("not", barred))

    def _can_tower(self, act: m.Act, what: Expr, on: Expr, ctx: Context) -> Expr:
        target = act.part("on")
        if target is not None and target.type == "place":
            on = self.space_of(on)
        here = self.space_of(what)
        barred = op(
            "or",
            self.forbidden("tower-leaves", [what, here], ctx),
            self.forbidden("tower-lands", [what, on], ctx),
        )
        if act.verb == "move" and self.forbidders.get("tower-passes"):
            barred = op("or", barred, self._passing(act, "tower", what, ctx))
        there: Expr = 1
        if not _just_found(act.part("what"), ctx):
            level = op("%", what, self.shape.levels)
            there = op("and", op(">=", what, 0), op("<=", level, Load("height", here)))
        if act.verb == "put":
            there = op("and", there, op(">=", on, 0))
        return op("and", there, op("not", barred))

    def _passing(self, act: m.Act, kind: str, what: Expr, ctx: Context) -> Expr:
        """Return whether some space on the way may not be passed."""
        by = act.part("by")
        assert by is not None
        width = self._width(kind) * self.shape.levels
        sign = "+" if act.direction == "clockwise" else "-"
        name = f"blocked_{kind}_{'on' if sign == '+' else 'back'}"
        if name not in self.functions:
            inner = Context({}, [], ctx.origin)
            here = op("//", Var("a"), width)
            space = op("%", op(sign, here, Var("i")), self.shape.spaces)
            barred = self.forbidden(f"{kind}-passes", [Var("a"), space], inner)
            inner.emit(p.For("i", 1, Var("n"), (p.If(barred, (p.Return(1),)),)))
            inner.emit(p.Return(0))
            self.functions[name] = p.Function(name, ("a", "n"), tuple(inner.out))
        return p.Call(name, (what, self.expr(by, ctx)))

    def _held(self, player: Expr, card: Expr) -> Expr:
        return op("+", op("*", player, len(self.shape.cards)), card)


def _just_found(term: m.Term | None, ctx: Context) -> bool:
    """Return whether a piece is surely where it is said to be, because a loop has met it there."""
    return isinstance(term, m.Local) and term.name in ctx.found


def group_field(term: m.Term | None) -> str | None:
    """Return the field that counts the wizards of a group by player."""
    if isinstance(term, m.Recall):
        return f"memory.{term.id}"
    if isinstance(term, m.Prim) and term.op == "arrivals":
        return "arrivals"
    return None


def _speaks_of_group(rule: m.Rule) -> bool:
    return any(isinstance(part, m.Prim) and part.op == "group" for part in walk(rule.body))
