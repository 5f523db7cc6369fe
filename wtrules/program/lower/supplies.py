"""Lowering of actions on flasks, cards, spells, memories and points."""

from __future__ import annotations

from attrs import define

from wtrules.program import program as p
from wtrules.program.lower.context import Context
from wtrules.program.lower.events import EVENTS, Telling
from wtrules.program.program import Expr, Load, Var, op
from wtrules.rules import meaning as m


@define
class Supplies(Telling):
    """Writes what becomes of flasks, cards, spells, memories and points."""

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

    def _taken_card(self, ctx: Context, args: list[Expr]) -> Expr:
        card, who = args
        held = self._held(who, card)
        ctx.store("discard", op("-", Load("discard", card), 1), card)
        ctx.store("discard_size", op("-", Load("discard_size", 0), 1))
        ctx.store("hand", op("+", Load("hand", held), 1), held)
        ctx.store("hand_size", op("+", Load("hand_size", who), 1), who)
        self.fire("card-received", [who, card], ctx)
        return 0

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
        n = self._name(ctx, op("max", 0, op("min", args["amount"], Load(old, who))))
        ctx.store(old, op("-", Load(old, who), n), who)
        ctx.add(new, n, who)
        self._tell("empty" if old == "full" else "recover", op(">", n, 0), [who], ctx)

    def _do_give_flasks(
        self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context
    ) -> None:
        who, to = args["player"], args["to"]
        n = self._name(ctx, op("max", 0, op("min", args["amount"], Load("full", who))))
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
        spell = self._name(ctx, spell)
        ctx.emit(p.If(op(">=", spell, 0), (p.Store("laid_out", spell, value),)))

    def _do_declare(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        ctx.store("winner", 1, args["player"])

    def _do_score(self, args: dict[str, Expr], terms: dict[str, m.Term], ctx: Context) -> None:
        who = args["player"]
        ctx.add("points", args["amount"], who)
        self._tell("score", 1, [who], ctx)
