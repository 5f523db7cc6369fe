"""Lowering of actions: what `do …` does to the pieces, and which events it causes.

Each sort of action becomes a function, or, where a rule that answers one of its events has to ask
somebody, a procedure of the asking part.
"""

from __future__ import annotations

from attrs import define

from wtrules.program import program as p
from wtrules.program.lower.context import Context
from wtrules.program.lower.events import events_of
from wtrules.program.lower.permissions import group_field, sort_of
from wtrules.program.lower.supplies import Supplies
from wtrules.program.program import Expr, Load, Var, op
from wtrules.rules import meaning as m


@define
class Actions(Supplies):
    """Lowers actions, those on wizards, towers and the castle by itself."""

    def act(self, act: m.Act, ctx: Context, *, checked: bool = False) -> None:
        """Write an action. *checked*: the choice before it has looked whether it is possible."""
        sort = sort_of(act)
        terms = dict(act.parts)
        args = {label: self.expr(t, ctx) for label, t in act.parts if t.type != "group"}
        if sort in _SIMPLE:
            getattr(self, "_do_" + sort.replace(" ", "_"))(args, terms, ctx)
            return
        guard: Expr = 1 if checked else self.possible(act, ctx)
        self._only_if(guard, events_of(act), ctx, lambda c: self._effect(sort, act, args, terms, c))

    def _effect(
        self, sort: str, act: m.Act, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context
    ) -> None:
        group = group_field(terms.get("with"))
        name = "do_" + sort.replace(" ", "_") + (f"_with_{group}" if group else "")
        events = events_of(act)
        what = args.get("what", 0)
        on = self._target(act, ctx) if act.verb in ("move", "put", "release") else 0
        if act.part("on") is not None and act.part("on").type == "space":  # type: ignore[union-attr]
            on = self.top(on) if terms.get("what", act.part("on")).type != "tower" else on  # type: ignore[union-attr]
        steps: Expr = 0
        if act.verb == "move":
            steps = args["by"] if act.direction == "clockwise" else op("-", 0, args["by"])
        match sort:
            case "move wizard" | "put wizard":
                passes = act.verb == "move" and bool(self.handlers.get("wizard-passes"))
                if passes:
                    name += "_passing"

                def wizard(c: Context, a: list[Expr]) -> Expr:
                    return self._wizard_moves(c, a, group, passes)

                given = [what, on, steps] if passes else [what, on]
                moved = self.call(name, ("w", "to", "by")[: len(given)], given, ctx, events, wizard)
                self._moved(terms["what"], moved, ctx)
            case "move tower" | "put tower":
                target = terms.get("on")
                if target is not None and target.type == "place":
                    on = self.space_of(on)
                passes = act.verb == "move" and bool(self.handlers.get("tower-passes"))
                if passes:
                    name += "_passing"

                def tower(c: Context, a: list[Expr]) -> Expr:
                    return self._tower_moves(c, a, passes)

                given = [what, on, steps] if passes else [what, on]
                moved = self.call(name, ("t", "to", "by")[: len(given)], given, ctx, events, tower)
                self._moved(terms["what"], moved, ctx)
            case "move castle" | "put castle":
                self.run(self.call(name, ("to",), [on], ctx, events, self._castle_moves), ctx)
            case "bring home":

                def home(c: Context, a: list[Expr]) -> Expr:
                    return self._goes_home(c, a, group)

                self.run(self.call(name, ("w",), [what], ctx, events, home), ctx)
            case "release":
                self.run(
                    self.call(
                        name, ("who", "to"), [args["owner"], on], ctx, events, self._released
                    ),
                    ctx,
                )
            case "fill":
                given = [args["amount"], args["player"]]
                self.run(self.call(name, ("n", "who"), given, ctx, events, self._fills), ctx)
            case "spend":
                given = [args["amount"], args["player"]]
                self.run(self.call(name, ("n", "who"), given, ctx, events, self._spends), ctx)
            case "draw":
                given = [args["amount"], args["player"]]
                self.run(self.call(name, ("n", "who"), given, ctx, events, self._draws), ctx)
            case "refill":
                missing = op("-", args["amount"], Load("hand_size", args["player"]))
                given = [missing, args["player"]]
                self.run(self.call("do_draw", ("n", "who"), given, ctx, events, self._draws), ctx)
            case "play":
                self.run(self.call(name, ("k",), [what], ctx, events, self._plays), ctx)
            case "discard hand":
                self.run(
                    self.call(name, ("who",), [args["player"]], ctx, events, self._discards_hand),
                    ctx,
                )
            case "roll":
                self.run(self.call(name, (), [], ctx, events, self._rolls), ctx)
            case "take back wizard":
                self.run(self.call(name, ("w",), [what], ctx, events, self._taken_wizard), ctx)
            case "take back tower":
                self.run(self.call(name, ("t",), [what], ctx, events, self._taken_tower), ctx)
            case "take card":
                who = args["player"]
                self.run(
                    self.call(name, ("k", "who"), [what, who], ctx, events, self._taken_card), ctx
                )
            case "place tower":
                space = args["on"] if terms["on"].type == "space" else self.space_of(args["on"])
                ctx.emit(p.Run(p.Call("place_tower", (space,))))
            case "swap":
                other = args["with"]
                ctx.emit(p.Run(p.Call("exchange", (what, other))))
                self.follow_swap(what, other, ctx)
                # Each now stands where the other stood.
                self.fire("tower-swapped", [other, self.space_of(other)], ctx)
                self.fire("tower-swapped", [what, self.space_of(what)], ctx)
            case _:
                raise NotImplementedError(sort)

    def _moved(self, term: m.Term, moved: Expr, ctx: Context) -> None:
        """A variable follows the piece it names."""
        if isinstance(term, m.Local) and isinstance(ctx.env.get(term.name), Load | Var):
            there = ctx.env[term.name]
            if isinstance(there, Var):
                ctx.emit(p.Assign(there.name, moved))
            elif isinstance(there, Load):
                ctx.emit(p.Store(there.array, there.index, moved))
        else:
            self.run(moved, ctx)

    def _wizard_moves(
        self, ctx: Context, args: list[Expr], group: str | None, passes: bool
    ) -> Expr:
        wizard, to = args[0], args[1]
        start = self.hold("start", self.wizard_cell(wizard), ctx)
        who = self.hold("owner", self.wizard_owner(wizard), ctx)
        one = self.one(who)
        ctx.store("cell", op("-", Load("cell", start), one), start)
        ctx.store("cell", op("+", Load("cell", to), one), to)
        if self.uses_arrivals():
            self._clear_arrivals(ctx)
        if group is not None:
            self._take_along(ctx, group, start, to)
        moved = self.hold("moved", self.wizard(to, who), ctx)
        self.follow_wizard(wizard, start, to, ctx)
        self.fire("wizard-leaves", [moved, start], ctx)
        if passes:
            self._fire_passing("wizard", moved, start, args[2], ctx)
        self.fire("wizard-lands", [moved, to], ctx)
        return moved

    def _clear_arrivals(self, ctx: Context) -> None:
        clear = tuple(p.Store("arrivals", i, 0) for i in range(self.shape.players))
        ctx.emit(p.If(Load("arrived", 0), (*clear, p.Store("arrived", 0, 0))))

    def _take_along(self, ctx: Context, group: str, start: Expr, to: Expr) -> None:
        i = self.fresh("i")
        n = Var(self.fresh("n"))
        wizards = op("*", n, self.one(Var(i)))
        body = (
            p.Assign(n.name, op("min", Load(group, Var(i)), self.count(start, Var(i)))),
            p.If(
                op(">", n, 0),
                (
                    p.Store("cell", start, op("-", Load("cell", start), wizards)),
                    p.Store("cell", to, op("+", Load("cell", to), wizards)),
                    p.Store("arrivals", Var(i), n),
                    p.Store("arrived", 0, 1),
                ),
            ),
        )
        ctx.emit(p.For(i, 0, self.shape.players, body))

    def _goes_home(self, ctx: Context, args: list[Expr], group: str | None) -> Expr:
        wizard = args[0]
        cell = self.hold("start", self.wizard_cell(wizard), ctx)
        who = self.hold("owner", self.wizard_owner(wizard), ctx)
        ctx.store("cell", op("-", Load("cell", cell), self.one(who)), cell)
        ctx.store("home", op("+", Load("home", who), 1), who)
        if group is not None:
            i = self.fresh("i")
            n = Var(self.fresh("n"))
            body = (
                p.Assign(n.name, op("min", Load(group, Var(i)), self.count(cell, Var(i)))),
                p.Store("cell", cell, op("-", Load("cell", cell), op("*", n, self.one(Var(i))))),
                p.Store("home", Var(i), op("+", Load("home", Var(i)), n)),
            )
            loop = p.For(i, 0, self.shape.players, body)
            ctx.emit(p.If(Load("arrived", 0), (loop,)) if group == "arrivals" else loop)
        self.follow_wizard(wizard, cell, None, ctx)
        self.fire("wizard-home", [wizard], ctx)
        return wizard

    def _released(self, ctx: Context, args: list[Expr]) -> Expr:
        who, to = args
        ctx.store("home", op("-", Load("home", who), 1), who)
        ctx.store("cell", op("+", Load("cell", to), self.one(who)), to)
        moved = self.hold("moved", self.wizard(to, who), ctx)
        self.fire("wizard-released", [moved], ctx)
        self.fire("wizard-lands", [moved, to], ctx)
        return moved

    def _tower_moves(self, ctx: Context, args: list[Expr], passes: bool) -> Expr:
        tower, to = args[0], args[1]
        start = self.hold("start", self.space_of(tower), ctx)
        # Once around the ring and back to its place: nothing has moved.
        ctx.emit(p.If(op("==", start, to), self._unmoved(tower, ctx)))
        hidden = self.hold("hidden", self.top(to), ctx)
        floor = self.hold("floor", op("-", tower, 1), ctx)
        moved = self.hold("moved", p.Call("carry", (tower, to)), ctx)
        self.follow_tower(tower, start, moved, ctx)
        self.fire("tower-leaves", [moved, start], ctx)
        self.fire("tower-reveals", [moved, floor], ctx)
        if passes:
            self._fire_passing("tower", moved, op("*", start, self.shape.levels), args[2], ctx)
        self.fire("tower-lands", [moved, to], ctx)
        self.fire("tower-hides", [moved, hidden], ctx)
        return moved

    def _taken_wizard(self, ctx: Context, args: list[Expr]) -> Expr:
        wizard = args[0]
        cell = self.hold("start", self.wizard_cell(wizard), ctx)
        who = self.hold("owner", self.wizard_owner(wizard), ctx)
        ctx.store("cell", op("-", Load("cell", cell), self.one(who)), cell)
        ctx.store("wizards", op("-", Load("wizards", who), 1), who)
        self.follow_wizard(wizard, cell, None, ctx)
        self.fire("wizard-leaves", [wizard, cell], ctx)
        return wizard

    def _taken_tower(self, ctx: Context, args: list[Expr]) -> Expr:
        tower = args[0]
        space = self.hold("start", self.space_of(tower), ctx)
        ctx.emit(p.Run(p.Call("take_tower", (tower,))))
        self.follow_taken(tower, ctx)
        self.fire("tower-leaves", [tower, space], ctx)
        floor = self.hold("floor", op("-", tower, 1), ctx)
        bare = op("==", floor, self.top(space))  # else a tower that stood on it stands there now
        self._only_if(
            bare, ("tower-reveals",), ctx, lambda c: self.fire("tower-reveals", [tower, floor], c)
        )
        return tower

    def _unmoved(self, piece: Expr, ctx: Context) -> tuple[p.Statement, ...]:
        """Return the statements that leave an action which changed nothing."""
        return ctx.leave if ctx.asking else (p.Return(piece),)

    def _castle_moves(self, ctx: Context, args: list[Expr]) -> Expr:
        to = args[0]
        start = self.hold("start", self.top(Load("castle", 0)), ctx)
        ctx.store("castle", self.space_of(to))
        self.fire("castle-leaves", [start], ctx)
        self.fire("castle-lands", [to], ctx)
        return to

    def _fire_passing(self, kind: str, piece: Expr, start: Expr, by: Expr, ctx: Context) -> None:
        """Write the events of the spaces between start and end of a move."""
        self.refuse_asking(f"{kind}-passes", "while a piece is on its way")
        i = self.fresh("i")
        inner = ctx.inner()
        here = self.space_of(start)
        length = op("max", by, op("-", 0, by))
        forward = op("-", op("*", 2, op(">", by, 0)), 1)
        space = self.ring(here, op("*", Var(i), forward))
        self.fire(f"{kind}-passes", [piece, space], inner)
        ctx.emit(p.For(i, 1, length, tuple(inner.out)))

    def _do_place(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        on, who = args["on"], args["owner"]
        if terms["on"].type == "space":
            on = self.top(on)
        on = self._name(ctx, on)
        body = (
            p.Store("cell", on, op("+", Load("cell", on), self.one(who))),
            p.Store("wizards", who, op("+", Load("wizards", who), 1)),
        )
        ctx.emit(p.If(op("and", op(">=", on, 0), self.has_wizard_in_box(who)), body))

    def _do_lift(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        """Looking changes nothing; that everybody saw it is not part of the state."""


_SIMPLE = (
    "place", "lift", "add", "take", "empty", "recover", "give flasks", "discard",
    "hand over", "reshuffle", "lay out", "take back spell", "declare", "score",
)  # fmt: skip
