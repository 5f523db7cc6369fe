"""Lowering of actions: what `do …` does to the pieces, and which events it causes.

Each sort of action becomes a function, or, where a rule that answers one of its events has to ask
somebody, a procedure of the asking part.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from wtrules.program import program as p
from wtrules.program.context import Context
from wtrules.program.followers import Followers
from wtrules.program.permissions import group_field, sort_of
from wtrules.program.program import Expr, Load, Var, op
from wtrules.rules import meaning as m

# What each sort of action can cause, in the order in which it happens.
EVENTS: dict[str, tuple[str, ...]] = {
    "move wizard": ("wizard-leaves", "wizard-passes", "wizard-lands"),
    "put wizard": ("wizard-leaves", "wizard-lands"),
    "release": ("wizard-released", "wizard-lands"),
    "bring home": ("wizard-home",),
    "move tower": ("tower-leaves", "tower-reveals", "tower-passes", "tower-lands", "tower-hides"),
    "put tower": ("tower-leaves", "tower-reveals", "tower-lands", "tower-hides"),
    "move castle": ("castle-leaves", "castle-lands"),
    "put castle": ("castle-leaves", "castle-lands"),
    "fill": ("flask-filled",),
    "spend": ("flask-spent",),
    "empty": ("flask-emptied",),
    "recover": ("flask-recovered",),
    "give flasks": ("flask-received",),
    "draw": ("deck-empty", "card-drawn"),
    "refill": ("deck-empty", "card-drawn"),
    "play": ("card-played",),
    "discard": ("card-discarded",),
    "discard hand": ("hand-discarded",),
    "hand over": ("card-received",),
    "take back wizard": ("wizard-leaves",),
    "take back tower": ("tower-leaves", "tower-reveals"),
    "take card": ("card-received",),
    "swap": ("tower-swapped",),
    "score": ("points-scored",),
    "roll": ("die-rolled",),
}


def events_of(act: m.Act) -> tuple[str, ...]:
    """Return the events an action can cause."""
    return EVENTS.get(sort_of(act), ())


@define
class Actions(Followers):
    """Lowers actions; `fire` and `call` come from the lowering of procedures."""

    handlers: dict[str, list[m.Rule]] = field(factory=dict)

    def fire(self, event: str, args: list[Expr], ctx: Context) -> None:
        """Write the calls of the rules that answer an event."""
        raise NotImplementedError

    def call(
        self, key: str, parameters: tuple[str, ...], args: list[Expr], ctx: Context,
        events: tuple[str, ...], write: Callable[[Context, list[Expr]], Expr],
    ) -> Expr:  # fmt: skip
        """Write the call of an action's procedure, making it when it is first needed."""
        raise NotImplementedError

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

    def _only_if(
        self, condition: Expr, events: tuple[str, ...], ctx: Context,
        write: Callable[[Context], None],
    ) -> None:  # fmt: skip
        """Write something that is done only if a condition holds and that causes these events."""
        if condition == 0:
            return
        if condition == 1:
            write(ctx)
        elif self._asks(events):
            after = self.skip_if(op("not", condition), ctx)
            write(ctx)
            after()
        else:
            inner = ctx.inner()
            write(inner)
            for name, value in inner.env.items():
                if name in ctx.env and ctx.env[name] != value:
                    ctx.env[name] = value
            ctx.emit(p.If(condition, tuple(inner.out)))

    def _tell(self, sort: str, condition: Expr, args: list[Expr], ctx: Context) -> None:
        """Write the one event of a simple action, if the action did anything."""
        (event,) = EVENTS[sort]
        if self.handlers.get(event):
            self._only_if(condition, (event,), ctx, lambda c: self.fire(event, args, c))

    def skip_if(self, condition: Expr, ctx: Context) -> Callable[[], None]:
        """Write a jump over what follows; the result is called where the jump leads to."""
        raise NotImplementedError

    def _asks(self, events: tuple[str, ...]) -> bool:
        """Return whether a rule that answers one of the events asks somebody."""
        raise NotImplementedError

    def refuse_asking(self, event: str, while_: str) -> None:
        """Refuse a rule that asks where the game cannot wait for an answer."""
        raise NotImplementedError

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

    def run(self, made: Expr, ctx: Context) -> None:
        """Write a call whose result nobody needs."""
        if isinstance(made, p.Call):
            ctx.emit(p.Run(made))

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

    def _taken_card(self, ctx: Context, args: list[Expr]) -> Expr:
        card, who = args
        held = self._held(who, card)
        ctx.store("discard", op("-", Load("discard", card), 1), card)
        ctx.store("discard_size", op("-", Load("discard_size", 0), 1))
        ctx.store("hand", op("+", Load("hand", held), 1), held)
        ctx.store("hand_size", op("+", Load("hand_size", who), 1), who)
        self.fire("card-received", [who, card], ctx)
        return 0

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

    def _fills(self, ctx: Context, args: list[Expr]) -> Expr:
        if self.forbidders.get("flask-filled"):
            n = self._fills_one_by_one(ctx, args)
        else:
            n = self.hold("filled", p.Call("fill", (args[0], args[1])), ctx)
        if self.handlers.get("flask-filled"):
            after = self.skip_if(op("==", n, 0), ctx)
            self.fire("flask-filled", [args[1]], ctx)
            after()
        return n

    def _fills_one_by_one(self, ctx: Context, args: list[Expr]) -> Expr:
        """Write the filling of flasks with a look, before each, whether a rule forbids it."""
        filled, more = Var(self.fresh("filled")), Var(self.fresh("more"))
        ctx.emit(p.Assign(filled.name, 0), p.Assign(more.name, op(">", args[0], 0)))
        step = (
            p.If(self.forbidden("flask-filled", [args[1]], ctx), (p.Break(),)),
            p.Assign(more.name, p.Call("fill", (1, args[1]))),
            p.Assign(filled.name, op("+", filled, more)),
            p.If(op(">=", filled, args[0]), (p.Break(),)),
        )
        ctx.emit(p.While(more, step))
        return self.hold("filled", filled, ctx)

    def _spends(self, ctx: Context, args: list[Expr]) -> Expr:
        n, who = args
        n = self.hold("spent", op("max", 0, op("min", n, Load("full", who))), ctx)
        ctx.store("full", op("-", Load("full", who), n), who)
        ctx.add("spent", n, who)
        if self.handlers.get("flask-spent"):
            after = self.skip_if(op("==", n, 0), ctx)
            self.fire("flask-spent", [who], ctx)
            after()
        return n

    def _draws(self, ctx: Context, args: list[Expr]) -> Expr:
        """Draw one by one; an empty pile is an event of its own, the moment it is empty."""
        self.refuse_asking("deck-empty", "while cards are being drawn")
        before: Expr = 0
        if self.handlers.get("card-drawn"):
            before = self.hold("held", Load("hand_size", args[1]), ctx)
        left = Var(self.fresh("left"))
        ctx.emit(p.Assign(left.name, args[0]))
        inner = ctx.inner()
        empty = inner.inner()
        self.fire("deck-empty", [], empty)
        none_left = op("==", Load("pile_size", 0), 0)
        if empty.out:  # the pile may have been empty for some time, with nothing to shuffle
            inner.emit(p.If(none_left, tuple(empty.out)))
        inner.emit(p.If(none_left, (p.Break(),)))
        barred = self.forbidden("card-drawn", [args[1]], inner)
        if barred != 0:  # asked for each card
            inner.emit(p.If(barred, (p.Break(),)))
        inner.emit(p.Run(p.Call("take_card", (args[1],))))
        inner.emit(p.Assign(left.name, op("-", left, 1)))
        if empty.out:
            inner.emit(p.If(none_left, tuple(empty.out)))
        ctx.emit(p.While(op(">", left, 0), tuple(inner.out)))
        if self.handlers.get("card-drawn"):
            more = op(">", Load("hand_size", args[1]), before)
            self._only_if(
                more, ("card-drawn",), ctx, lambda c: self.fire("card-drawn", [args[1]], c)
            )
        return 0

    def _plays(self, ctx: Context, args: list[Expr]) -> Expr:
        actor = Load("actor", 0)
        ctx.emit(p.Run(p.Call("lay_down", (args[0], actor))))
        self.fire("card-played", [actor, args[0]], ctx)
        return 0

    def _discards_hand(self, ctx: Context, args: list[Expr]) -> Expr:
        ctx.emit(p.Run(p.Call("lay_down_hand", (args[0],))))
        self.fire("hand-discarded", [args[0]], ctx)
        return 0

    def _rolls(self, ctx: Context, args: list[Expr]) -> Expr:
        ctx.store("roll", op("+", p.Call("random", (self.shape.die,)), 1))
        self.fire("die-rolled", [Load("actor", 0)], ctx)
        return 0

    def _do_place(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        on, who = args["on"], args["owner"]
        if terms["on"].type == "space":
            on = self.top(on)
        on = self._once(on, ctx)
        body = (
            p.Store("cell", on, op("+", Load("cell", on), self.one(who))),
            p.Store("wizards", who, op("+", Load("wizards", who), 1)),
        )
        ctx.emit(p.If(op("and", op(">=", on, 0), self.has_wizard_in_box(who)), body))

    def _once(self, value: Expr, ctx: Context) -> Expr:
        if isinstance(value, int | Var):
            return value
        name = self.fresh("x")
        ctx.emit(p.Assign(name, value))
        return Var(name)

    def _do_lift(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        """Looking changes nothing; that everybody saw it is not part of the state."""

    def _do_add(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        memory = terms["to"]
        assert isinstance(memory, m.Recall)
        name = f"memory.{memory.id}"
        index = self.expr(memory.of, ctx) if memory.of is not None else 0
        ctx.add(name, args["what"], index)

    def _do_take(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        who = args["player"]
        ctx.add("empty", op("max", 0, args["amount"]), who)

    def _do_empty(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        self._turn(args, "full", "empty", ctx)

    def _do_recover(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        self._turn(args, "spent", "empty", ctx)

    def _turn(self, args: dict[str, Expr], old: str, new: str, ctx: Context) -> None:
        who = args["player"]
        n = self._once(op("max", 0, op("min", args["amount"], Load(old, who))), ctx)
        ctx.store(old, op("-", Load(old, who), n), who)
        ctx.add(new, n, who)
        self._tell("empty" if old == "full" else "recover", op(">", n, 0), [who], ctx)

    def _do_give_flasks(
        self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context
    ) -> None:
        who, to = args["player"], args["to"]
        n = self._once(op("max", 0, op("min", args["amount"], Load("full", who))), ctx)
        ctx.store("full", op("-", Load("full", who), n), who)
        ctx.add("full", n, to)
        self._tell("give flasks", op(">", n, 0), [to], ctx)

    def _do_discard(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        card, actor = args["what"], Load("actor", 0)

        def lay_down(c: Context) -> None:
            c.emit(p.Run(p.Call("lay_down", (card, actor))))
            self.fire("card-discarded", [actor, card], c)

        self._only_if(self.may_discard(card, ctx), EVENTS["discard"], ctx, lay_down)

    def _do_hand_over(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        card, to, actor = args["what"], args["to"], Load("actor", 0)
        mine, theirs = self._held(actor, card), self._held(to, card)
        body = (
            p.Store("hand", mine, op("-", Load("hand", mine), 1)),
            p.Store("hand_size", actor, op("-", Load("hand_size", actor), 1)),
            p.Store("hand", theirs, op("+", Load("hand", theirs), 1)),
            p.Store("hand_size", to, op("+", Load("hand_size", to), 1)),
        )

        def hand_over(c: Context) -> None:
            c.emit(*body)
            self.fire("card-received", [to, card], c)

        self._only_if(self.may_hand_over(card, to, ctx), EVENTS["hand over"], ctx, hand_over)

    def _do_reshuffle(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        ctx.emit(p.Run(p.Call("reshuffle", ())))

    def _do_lay_out(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        self._lay(args["what"], 1, ctx)

    def _do_take_back_spell(
        self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context
    ) -> None:
        self._lay(args["what"], 0, ctx)

    def _lay(self, spell: Expr, value: int, ctx: Context) -> None:
        spell = self._once(spell, ctx)
        ctx.emit(p.If(op(">=", spell, 0), (p.Store("laid_out", spell, value),)))

    def _do_declare(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        ctx.store("winner", 1, args["player"])

    def _do_score(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        who = args["player"]
        ctx.add("points", args["amount"], who)
        self._tell("score", 1, [who], ctx)

    def hold(self, stem: str, value: Expr, ctx: Context) -> Expr:
        """Keep a value for later, where this context keeps its variables."""
        raise NotImplementedError

    def uses_arrivals(self) -> bool:
        """Return whether some rule asks who arrived together."""
        raise NotImplementedError


_SIMPLE = (
    "place", "lift", "add", "take", "empty", "recover", "give flasks", "discard",
    "hand over", "reshuffle", "lay out", "take back spell", "declare", "score",
)  # fmt: skip
