"""Lowering of terms: from what rules mean to expressions of the program form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_
from typing import Any

from attrs import define, evolve, field

from wtrules.language.things import THINGS
from wtrules.node import Node, parts_of, walk
from wtrules.program import program as p
from wtrules.program.layout import Layout
from wtrules.program.lower.context import Context
from wtrules.program.lower.nothing import NOTHING, depends_on, may_be_nothing
from wtrules.program.program import Expr, Load, Var, op
from wtrules.rules import meaning as m
from wtrules.rules import values
from wtrules.rules.model import Rules


@define
class Terms:
    """Lowers terms for one ruleset and number of players."""

    rules: Rules
    meaning: m.Meaning
    shape: Layout
    functions: dict[str, p.Function] = field(factory=dict)
    tables: dict[str, tuple[int, ...]] = field(factory=dict)
    counter: int = 0
    unsure: set[str] = field(factory=set)  # variables that may hold nothing

    def fresh(self, stem: str) -> str:
        """Return a name nobody else has."""
        self.counter += 1
        return f"{stem}_{self.counter}"

    def place(self, space: Expr, level: Expr) -> Expr:
        return op("+", op("*", space, self.shape.levels), level)

    def top(self, space: Expr) -> Expr:
        return self.place(space, Load("height", space))

    def space_of(self, cell: Expr) -> Expr:
        return op("//", cell, self.shape.levels)

    def ring(self, space: Expr, by: Expr) -> Expr:
        return op("%", op("+", space, by), self.shape.spaces)

    def wizard_cell(self, wizard: Expr) -> Expr:
        return op("//", wizard, self.shape.players)

    def wizard_owner(self, wizard: Expr) -> Expr:
        return op("%", wizard, self.shape.players)

    def wizard(self, cell: Expr, player: Expr) -> Expr:
        return op("+", op("*", cell, self.shape.players), player)

    def count(self, cell: Expr, player: Expr) -> Expr:
        shift = op("*", player, self.shape.bits)
        return op("&", op(">>", Load("cell", cell), shift), self.shape.mask)

    def one(self, player: Expr) -> Expr:
        """Return one wizard of a player as it counts in a cell."""
        return op("<<", 1, op("*", player, self.shape.bits))

    def crowd(self, cell: Expr) -> Expr:
        """Return the number of wizards on a surface."""
        name = "crowd"
        if name not in self.functions:
            total: Expr = 0
            here = Var("n")
            for player in range(self.shape.players):
                part = op("&", op(">>", here, player * self.shape.bits), self.shape.mask)
                total = op("+", total, part)
            body = (p.Assign("n", Load("cell", Var("c"))), p.Return(total))
            self.functions[name] = p.Function(name, ("c",), body)
        return p.Call(name, (cell,))

    def expr(self, term: m.Term, ctx: Context) -> Expr:
        """Return the expression that gives a term's value."""
        doubtful = [part for part in depends_on(term) if self.may_be_nothing(part)]
        if doubtful:
            return self._if_known(term, doubtful, ctx)
        match term:
            case m.Const():
                return p.clamp(term.value)
            case m.Local():
                return ctx.env[term.name]
            case m.Recall():
                index = self.expr(term.of, ctx) if term.of is not None else 0
                return Load(f"memory.{term.id}", index)
            case m.Column():
                return self.column(term, ctx)
            case m.ListAt():
                return self.list_at(term, ctx)
            case m.Among():
                item = self.expr(term.item, ctx)
                found: Expr = 0
                for value in term.values:
                    found = op("or", found, op("==", item, value))
                return found
            case m.Prim():
                return self.prim(term, ctx)
            case m.Calc():
                return self.calc(term, ctx)
            case m.Meant():
                return self.expr(self.unfold(term), ctx)
            case m.Search():
                return self.search(term, ctx)
            case m.Best():
                return self.best(term, ctx)
            case m.Conditional():
                return self.conditional(term, ctx)
            case m.Possible():
                return self.possible(term.action, ctx)

    def may_be_nothing(self, term: m.Term) -> bool:
        """Return whether a term may find nothing."""
        return may_be_nothing(term, self.unsure, self.unfold)

    def note_unsure(self, name: str, value: m.Term) -> None:
        """Remember that a variable may hold nothing, if its value may."""
        if self.may_be_nothing(value):
            self.unsure.add(name)

    def named(
        self, parts: list[m.Term], ctx: Context, hold: Callable[[str, Expr], Expr]
    ) -> tuple[Change, dict[str, Expr]]:
        """Return a change that puts names for these very parts, and what the names stand for."""
        names = [m.Local(t.type, self.fresh("it"), span=t.span) for t in parts]
        env = {
            name.name: hold(name.name, self.expr(term, ctx))
            for name, term in zip(names, parts, strict=True)
        }

        def change(part: object) -> m.Term | None:
            return next((n for n, t in zip(names, parts, strict=True) if t is part), None)

        return change, env

    def _if_known(self, term: m.Term, doubtful: list[m.Term], ctx: Context) -> Expr:
        """Return the value of a term, or nothing if there is nothing to ask it of."""
        change, env = self.named(doubtful, ctx, lambda _, value: value)
        asked: m.Term = rewrite(term, change)

        def body(inner: Context) -> None:
            for name in env:
                inner.emit(p.If(op("<", inner.env[name], 0), (p.Return(_of_nothing(term)),)))
            inner.emit(p.Return(self.expr(asked, inner)))

        outer = evolve(ctx, env={**ctx.env, **env})
        return self.function("if_known", [asked], outer, body)

    def function(
        self, stem: str, terms: list[m.Term], ctx: Context, body: Callable[[Context], None]
    ) -> Expr:
        """Write a function around *terms* and return the call of it from here; the queries know."""
        raise NotImplementedError

    def conditional(self, term: m.Conditional, ctx: Context) -> Expr:
        def body(inner: Context) -> None:
            value = (p.Return(self.expr(term.value, inner)),)
            inner.emit(p.If(self.expr(term.condition, inner), value))
            inner.emit(p.Return(self.expr(term.otherwise, inner)))

        return self.function("conditional", [term], ctx, body)

    def possible(self, act: m.Act, ctx: Context) -> Expr:
        """Return whether an action could be done; the actions know."""
        raise NotImplementedError

    def search(self, term: m.Search, ctx: Context) -> Expr:
        """Return the answer to a question about many things; the queries know."""
        raise NotImplementedError

    def best(self, term: m.Best, ctx: Context) -> Expr:
        """Return the highest, lowest or total of a term; the queries know."""
        raise NotImplementedError

    def column(self, term: m.Column, ctx: Context) -> Expr:
        table = values.table(self.rules, term.table)
        assert table is not None
        symbols = {name: i for i, name in enumerate(self.meaning.symbols)}

        def number(key: int | str) -> int:
            cell = table.cell(key, term.column)
            return symbols.get(cell, 0) if isinstance(cell, str) else cell or 0

        if term.key is None:
            return number(self.shape.players)
        name = f"table_{term.table}_{term.column}"
        if term.key.type == "symbol":
            self.tables[name] = tuple(number(word) for word in self.meaning.symbols)
            return p.Entry(name, self.expr(term.key, ctx))
        most = max((c.high or c.low or 0 for row in table.rows for c in row.keys), default=0)
        self.tables[name] = tuple(number(key) for key in range(most + 2))
        return p.Entry(name, op("max", 0, op("min", self.expr(term.key, ctx), most + 1)))

    def list_at(self, term: m.ListAt, ctx: Context) -> Expr:
        value = values.list_of(self.rules, term.id)
        assert value is not None
        name = "list_" + term.id.replace(".", "_")
        length = max(self.shape.spaces, value.first + len(value.entries))
        entries = [value.at(i) for i in range(length)]
        symbols = {word: i for i, word in enumerate(self.meaning.symbols)}
        nothing = -1 if term.type == "symbol" else 0
        self.tables[name] = tuple(
            symbols.get(e, 0) if isinstance(e, str) else e if isinstance(e, int) and e else nothing
            for e in entries
        )
        key = self.expr(term.key, ctx)
        if isinstance(key, int):
            return self.tables[name][key] if 0 <= key < length else 0
        if term.key.type != "space":
            key = op("max", 0, op("min", key, length - 1))
        return p.Entry(name, key)

    def calc(self, term: m.Calc, ctx: Context) -> Expr:
        args = [self.expr(arg, ctx) for arg in term.args]
        match term.op:
            case "space+":
                return self.ring(args[0], args[1])
            case "space-":
                return op("%", op("-", args[0], args[1]), self.shape.spaces)
            case "=":
                return op("==", *args)
            case "/":
                return op("//", args[0], op("max", 1, args[1]))
            case "mod":
                return op("%", args[0], op("max", 1, args[1]))
            case "+" | "-" | "*":
                return op("clamp", op(term.op, *args))
            case _:
                return op(term.op, *args)

    def prim(self, term: m.Prim, ctx: Context) -> Expr:
        args = [self.expr(arg, ctx) for arg in term.args]
        first: Expr = args[0] if args else 0
        shape = self.shape
        match term.op:
            case "active" | "actor" | "roll":
                return Load(term.op, 0)
            case "players":
                return shape.players
            case "draw_pile":
                return Load("pile_size", 0)
            case "discard_pile":
                return Load("discard_size", 0)
            case "group":
                return ctx.group
            case "castle":
                return 0
            case "owner:wizard":
                return self.wizard_owner(first)
            case "place:wizard":
                return self.wizard_cell(first)
            case "space:wizard":
                return op("//", first, shape.players * shape.levels)
            case "level:wizard":
                return op("%", self.wizard_cell(first), shape.levels)
            case "space:tower" | "space:place":
                return self.space_of(first)
            case "space:castle":
                return Load("castle", 0)
            case "place:castle":
                return self.top(Load("castle", 0))
            case "place:tower":
                return first
            case "floor:tower":
                return op("-", first, 1)
            case "top:space":
                return self.top(first)
            case "ground:space":
                return self.place(first, 0)
            case "height:space":
                return Load("height", first)
            case "height:tower":
                above = op("-", Load("height", self.space_of(first)), op("%", first, shape.levels))
                return op("+", above, 1)
            case "level:tower" | "level:place":
                return op("%", first, shape.levels)
            case "index:space" | "seat:player":
                return first
            case "next_player:player":
                return op("%", op("+", first, 1), shape.players)
            case "previous_player:player":
                return op("%", op("+", first, shape.players - 1), shape.players)
            case "opposite:player":
                return op("%", op("+", first, shape.players // 2), shape.players)
            case "wizards:player" | "home:player" | "hand_size:player" | "points:player":
                return Load(term.op.partition(":")[0], first)
            case "empty_flasks:player" | "full_flasks:player" | "spent_flasks:player":
                return Load(term.op.partition("_")[0], first)
            case "cost:spell":
                return self.by_spell(first, ctx)
            case "rolls:card":
                self.tables["card_rolls"] = tuple(card.rolls for card in shape.cards)
                return p.Entry("card_rolls", first)
            case "value:card":
                return self.card_value(first)
            case "visible:wizard":
                cell = self.wizard_cell(first)
                return op("==", op("%", cell, shape.levels), Load("height", self.space_of(cell)))
            case "hidden:wizard":
                cell = self.wizard_cell(first)
                return op("!=", op("%", cell, shape.levels), Load("height", self.space_of(cell)))
            case "topmost:tower" | "uppermost:place":
                return op("==", op("%", first, shape.levels), Load("height", self.space_of(first)))
            case "shielded:place" | "shielded:tower":
                bits = Load("shields", self.space_of(first))
                return op("&", op(">>", bits, op("%", first, shape.levels)), 1)
            case "laid_out:spell":
                return Load("laid_out", first)
            case "discarded:card":
                return op(">", Load("discard", first), 0)
            case "winner:player":
                return Load("winner", first)
        name, _, rest = term.op.partition(":")
        if name == "known":
            return op(">=", first, 0)
        if name == "left":
            return self.left(rest, ctx)
        if name == "face":
            return self.has_face(first, rest)
        raise NotImplementedError(term.op)

    def left(self, id: str, ctx: Context) -> Expr:
        cell = self.meaning.allowances[id]
        index: Expr = Load("actor", 0) if cell.each else 0
        used = Load(f"used.{id}", index)
        return op("max", 0, op("-", self.expr(cell.amount, ctx), used))

    def by_spell(self, spell: Expr, ctx: Context) -> Expr:
        costs = [self.expr(s.cost, ctx) for s in self.meaning.spells.values()]
        if isinstance(spell, int):
            return costs[spell]
        if all(isinstance(cost, int) for cost in costs):
            self.tables["spell_cost"] = tuple(c for c in costs if isinstance(c, int))
            return p.Entry("spell_cost", spell)
        total: Expr = 0
        for i, cost in enumerate(costs):
            total = op("+", total, op("*", cost, op("==", spell, i)))
        return total

    def card_value(self, card: Expr, kind: str | None = None, which: int = 0) -> Expr:
        """Return the number a card shows for a kind of card, by the die where it shows one.

        *which* of its halves of that kind is meant, if it has several.
        """
        numbers = []
        for held in self.shape.cards:
            faces = [f.value for f in held.faces if kind is None or f.kind == kind]
            numbers.append(faces[which] if which < len(faces) else 0)
        name = f"{kind or 'first'}{which or ''}"
        if not any(number < 0 for number in numbers):
            return self._card_table(f"card_value_{name}", numbers, card)
        fixed = self._card_table(f"card_value_{name}", [max(0, number) for number in numbers], card)
        by_die = self._card_table(f"card_die_{name}", [int(number < 0) for number in numbers], card)
        return op("+", fixed, op("*", by_die, Load("roll", 0)))

    def has_face(self, card: Expr, kind: str, which: int = 0) -> Expr:
        """Return whether a card can be used as a kind of card, in more than *which* ways."""
        flags = [int(sum(f.kind == kind for f in held.faces) > which) for held in self.shape.cards]
        return self._card_table(f"card_is_{kind}{which or ''}", flags, card)

    def _card_table(self, name: str, numbers: list[int], card: Expr) -> Expr:
        if isinstance(card, int):
            return numbers[card]
        if len(set(numbers)) == 1:
            return numbers[0]
        self.tables[name] = tuple(numbers)
        return p.Entry(name, card)

    def unfold(self, term: m.Meant) -> m.Term:
        """Return what a defined word means, with the thing it is asked of put in."""
        define = self.meaning.defines[term.id]
        if define.parameter is None:
            return define.value
        return substitute(define.value, define.parameter[0], term.args[0])

    def conjuncts(self, term: m.Term | None) -> Iterator[m.Term]:
        """Yield the conditions that must all hold, defined words unfolded."""
        match term:
            case None:
                return
            case m.Calc(op="and"):
                for arg in term.args:
                    yield from self.conjuncts(arg)
            case m.Meant():
                yield from self.conjuncts(self.unfold(term))
            case _:
                yield term


def _of_nothing(term: m.Term) -> int:
    """Return the answer to a question about nothing."""
    if term.type in THINGS or term.type == "symbol":
        return NOTHING
    return int(isinstance(term, m.Search) and term.word == "no")


# --- walking terms ---------------------------------------------------------------------------


Change = Callable[[object], "m.Term | None"]


def rewrite(whole: object, change: Change) -> Any:
    """Return terms, statements or tuples of them with parts replaced, where *change* gives any."""
    if isinstance(whole, tuple):
        made = tuple([rewrite(part, change) for part in whole])
        return whole if all(map(is_, made, whole)) else made
    if not isinstance(whole, Node):
        return whole
    new = change(whole)
    if new is not None:
        return new
    changed: dict[str, object] = {}
    for name in parts_of(type(whole)):
        old = getattr(whole, name)
        if isinstance(old, Node | tuple):
            made = rewrite(old, change)
            if made is not old:
                changed[name] = made
    return evolve(whole, **changed) if changed else whole  # type: ignore[misc]


def substitute(term: m.Term, name: str, value: m.Term) -> m.Term:
    """Return *term* with a variable replaced by another term."""

    def change(part: object) -> m.Term | None:
        return value if isinstance(part, m.Local) and part.name == name else None

    made: m.Term = rewrite(term, change)
    return made


def free_names(terms: object) -> set[str]:
    """Return the variables that occur in terms, statements or tuples of them."""
    return {part.name for part in walk(terms) if isinstance(part, m.Local)}
