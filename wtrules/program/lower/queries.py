"""Lowering of queries: loops over pieces and places.

Questions about many things (`number of`, `any`, `next` …) become functions with a loop; what they
use of the rule around them is handed to them as arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve, frozen

from wtrules.meaning import nodes as m
from wtrules.meaning.relations import relate
from wtrules.node import rewrite
from wtrules.program import program as p
from wtrules.program.lower import figures, piles
from wtrules.program.lower.board import crowd
from wtrules.program.lower.code import Code, free_names, function
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.nothing import depends_on, may_be_nothing, named
from wtrules.program.program import Expr, Load, Op, Var, op
from wtrules.value import Value

# Writes the code for one thing found: where to write, the thing, how many there are of it.
Visit = Callable[[Code, Expr, Expr], None]


def search(term: m.Search, code: Code) -> Expr:
    """Return the answer to `number of`, `any`, `no`, `first`, `next` or `random`."""
    query = term.query
    plain = _plain_crowd(term, code)
    if plain is not None:
        return plain

    def body(inner: Code) -> None:
        match term.word:
            case "number of":
                inner.write(p.Assign("n", 0))
                loop(query, inner, _count_up)
                inner.write(p.Return(Var("n")))
            case "any" | "no":
                answer = int(term.word == "any")
                loop(query, inner, lambda c, _, __: c.write(p.Return(answer)))
                inner.write(p.Return(1 - answer))
            case "first" | "next":
                skip = int(term.word == "next")
                loop(query, inner, lambda c, it, _: c.write(p.Return(it)), skip=skip)
                inner.write(p.Return(-1))
            case _:
                _random(query, inner)

    return function(f"{term.word.split()[0]}_{query.kind}", [term], code, body)


def _plain_crowd(term: m.Search, code: Code) -> Expr | None:
    """Return the answer to a question about all wizards of a surface, which needs no loop."""
    query = term.query
    if query.kind != "wizard" or query.where is not None or len(query.relations) != 1:
        return None
    word, target = query.relations[0]
    if word != "on" or target.type != "place":
        return None
    cell = code.expr(target)
    match term.word:
        case "number of":
            return crowd(cell)
        case "any":
            return op("!=", Load("cell", cell), 0)
        case "no":
            return op("==", Load("cell", cell), 0)
    return None


def _random(query: m.Query, code: Code) -> None:
    code.write(p.Assign("n", 0))
    loop(query, code, lambda c, _, __: c.write(p.Assign("n", op("+", Var("n"), 1))))
    code.write(p.If(op("==", Var("n"), 0), (p.Return(-1),)))
    code.write(p.Assign("k", p.Call("random", (Var("n"),))))

    def pick(c: Code, it: Expr, _: Expr) -> None:
        c.write(p.If(op("==", Var("k"), 0), (p.Return(it),)))
        c.write(p.Assign("k", op("-", Var("k"), 1)))

    loop(query, code, pick)
    code.write(p.Return(-1))


def best(term: m.Best, code: Code) -> Expr:
    """Return the `highest`, `lowest` or `total` of a term over what a query finds."""

    def body(inner: Code) -> None:
        inner.write(p.Assign("n", 0), p.Assign("seen", 0))

        def visit(c: Code, _: Expr, weight: Expr) -> None:
            value = c.expr(term.value)
            if term.word == "total":
                value = op("clamp", op("*", value, weight))
                c.write(p.Assign("n", op("clamp", op("+", Var("n"), value))))
                return
            sign = ">" if term.word == "highest" else "<"
            better = op("or", op("==", Var("seen"), 0), Op(sign, (value, Var("n"))))
            c.write(p.If(better, (p.Assign("n", value), p.Assign("seen", 1))))

        loop(term.query, inner, visit)
        inner.write(p.Return(Var("n")))

    return function(f"{term.word}_{term.query.kind}", [term], code, body)


def loop(query: m.Query, code: Code, visit: Visit, *, skip: int = 0, options: bool = False) -> None:
    """Write loops over what a query finds; *visit* writes the code for each.

    *skip* leaves out the place where the search begins. Wizards of one player on one surface
    are found once, with their number. If they can be told apart, they are found one by one;
    as *options*, those with equal values only once.
    """
    doubtful = [part for part in depends_on(query) if may_be_nothing(part, code.low)]
    if not doubtful:
        conditions = [*relations(query, code.low), *code.low.conjuncts(query.where)]
        _Loop(query, conditions, visit, skip, options).write(code)
        return
    change, env = named(doubtful, code, lambda _, value, __: code.name(value))
    exists: Expr = 1
    for value in env.values():
        exists = op("and", exists, op(">=", value, 0))
    with code.when(exists) as inner:
        inner.env |= env
        loop(rewrite(query, change), inner, visit, skip=skip, options=options)


def relations(query: m.Query, low: Lowering) -> Iterator[m.Term]:
    """Yield the relations of a query (`on p`, `beneath t`) as conditions on its variable."""
    subject = m.Local(query.kind, query.variable, span=query.span)
    for word, target in query.relations:
        if word == "from":  # the loop is over this deck alone
            continue
        condition = relate(word, subject, target, query.span)
        assert condition is not None
        yield from low.conjuncts(condition)


def around(query: m.Query, origin: Expr, step: Expr, low: Lowering) -> Expr:
    """Return the player or space so many steps from the origin of a query."""
    onwards = query.direction == "clockwise"
    if query.kind == "player":
        return op("%", op("+" if onwards else "-", origin, step), low.layout.players)
    assert query.direction is not None
    return low.board.search(origin, step, query.direction)


def length(query: m.Query, origin: Expr | None, low: Lowering) -> Expr:
    """Return how many players or spaces a query goes through."""
    if query.kind == "player":
        return low.layout.players
    if origin is None:
        return low.layout.board.spaces
    assert query.direction is not None
    return low.board.reach(origin, query.direction)


def numbers(query: m.Query, code: Code) -> tuple[Expr, Expr]:
    """Return the first number of a query for numbers, and the one after its last."""
    assert query.low is not None
    assert query.high is not None
    most = code.low.layout.radix("number")
    start = op("max", 0, code.expr(query.low))
    return start, op("min", op("+", code.expr(query.high), 1), most)


@frozen
class _Loop(Value):
    """A loop over what a query finds; conditions that shorten the loop are taken out."""

    query: m.Query
    conditions: list[m.Term]
    visit: Visit
    skip: int
    options: bool

    def write(self, code: Code) -> None:
        """Write the loop."""
        low = code.low
        match self.query.kind:
            case "player":
                self._players(code)
            case "space":
                for inner, space in self._spaces(code):
                    self._found(space, inner)
            case "place":
                for inner, space in self._spaces(code):
                    self._found(inner.name(low.board.top(space)), inner)
            case "tower":
                self._towers(code)
            case "wizard":
                self._wizards(code)
            case "piece":
                self._pieces(code)
            case "card":
                self._cards(code)
            case "number":
                self._numbers(code)
            case "spell":
                k = low.fresh("k")
                with code.loop(k, 0, len(low.layout.spells)) as inner:
                    self._found(Var(k), inner)

    def _found(self, it: Expr, code: Code, weight: Expr = 1) -> None:
        """Write the rest of the conditions around what *visit* writes."""
        code.env[self.query.variable] = it
        code.found = code.found | {name for name, value in code.env.items() if value is it}
        condition = code.all_true(self.conditions)
        code.only_if(condition, lambda inner: self.visit(inner, it, weight))

    def _found_figure(self, code: Code, wizard: Expr, once: figures.Once) -> None:
        """Write the rest for a wizard that can be told apart from others."""
        if not self.options:
            self._found(wizard, code)
            return

        def visit(inner: Code, it: Expr, weight: Expr) -> None:
            once(inner, lambda first: self.visit(first, it, weight))

        evolve(self, visit=visit)._found(wizard, code)

    def _fixed(self, op_: str, code: Code) -> Expr | None:
        """Take out a condition `op of variable = …` and return what it must be."""
        for condition in self.conditions:
            if isinstance(condition, m.Calc) and condition.op == "=":
                for one, other in (condition.args, condition.args[::-1]):
                    if (
                        self._asks(one, op_)
                        and self.query.variable not in free_names([other])
                        and not may_be_nothing(other, code.low)
                    ):
                        self.conditions.remove(condition)
                        return code.expr(other)
        return None

    def _take(self, op_: str) -> bool:
        """Take out a condition `variable is op`."""
        for condition in self.conditions:
            if self._asks(condition, op_):
                self.conditions.remove(condition)
                return True
        return False

    def _asks(self, term: m.Term, op_: str) -> bool:
        """Return whether a term is this question about the variable of the query."""
        match term:
            case m.Prim(op=key, args=(m.Local(name=name),)):
                return key == op_ and name == self.query.variable
        return False

    def _players(self, code: Code) -> None:
        i = code.low.fresh("i")
        with code.loop(i, self.skip, code.low.layout.players) as inner:
            it: Expr = Var(i)
            if self.query.origin is not None:
                origin = code.expr(self.query.origin)
                it = inner.name(around(self.query, origin, it, code.low))
            self._found(it, inner)

    def _spaces(self, code: Code) -> Iterator[tuple[Code, Expr]]:
        """Write the loop over spaces around what the caller writes into the inner code."""
        low = code.low
        fixed = self._fixed(f"space:{self.query.kind}", code)
        if fixed is not None:
            space = code.name(fixed)
            inner = code.inner()
            yield inner, space
            # A loop all the same, so that `stop` has something to leave.
            code.write(p.For(low.fresh("once"), 0, 1, tuple(inner.out)))
            return
        i = low.fresh("s")
        space = Var(i)
        origin = None
        if self.query.origin is not None:
            origin = code.name(code.expr(self.query.origin))
        with code.loop(i, self.skip, low.layout.board.spaces) as inner:
            if origin is None:
                yield inner, space
                return
            spaces = length(self.query, origin, low)
            with inner.when(
                1 if spaces == low.layout.board.spaces else op("<", Var(i), spaces)
            ) as held:
                yield held, held.name(around(self.query, origin, Var(i), low))

    def _towers(self, code: Code) -> None:
        board = code.low.board
        topmost = self._take("topmost:tower")
        for inner, space in self._spaces(code):
            height = Load("height", space)
            if topmost:
                with inner.when(op(">", height, 0)) as held:
                    self._found(held.name(board.top(space)), held)
                continue
            level = code.low.fresh("t")
            stop = op("+", board.top(space), 1)
            with inner.loop(level, board.surface(space, 1), stop) as held:
                self._found(Var(level), held)

    def _pieces(self, code: Code) -> None:
        """Write the loop over the pieces on the board, space by space."""
        low = code.low
        for inner, space in self._spaces(code):
            i = low.fresh("x")
            with inner.loop(i, 0, low.layout.board.piece_count) as held:
                here = low.board.space_of(low.board.place_of_piece(Var(i)))
                with held.when(op("==", here, space)) as there:
                    self._found(Var(i), there)

    def _wizards(self, code: Code) -> None:
        board = code.low.board
        owner = self._fixed("owner:wizard", code)
        cell = self._fixed("place:wizard", code)
        visible = self._take("visible:wizard")
        if owner is not None:
            owner = code.name(owner)
        if cell is not None:
            if visible:
                with code.when(board.is_top(cell)) as inner:
                    self._colours(inner, cell, owner)
            else:
                self._colours(code, cell, owner)
            return
        for inner, space in self._spaces(code):
            if visible:
                self._colours(inner, inner.name(board.top(space)), owner)
                continue
            level = code.low.fresh("c")
            stop = op("+", board.top(space), 1)
            with inner.loop(level, board.surface(space, 0), stop) as held:
                self._colours(held, Var(level), owner)

    def _colours(self, code: Code, cell: Expr, owner: Expr | None) -> None:
        """Write the loop over the colours on one surface."""
        low = code.low
        cell = code.name(cell)
        name = low.fresh("p") if owner is None else ""
        player = Var(name) if owner is None else owner
        inner = code.inner()
        weight = inner.name(low.board.count(cell, player))
        with inner.when(weight) as held:
            if low.board.tells_apart:
                figures.visit_each(held, cell, player, self._found_figure)
            else:
                self._found(held.name(low.board.wizard(cell, player)), held, weight)
        if owner is None:
            loop = p.For(name, 0, low.layout.players, tuple(inner.out))
            code.write(p.If(op("!=", Load("cell", cell), 0), (loop,)))
        else:
            code.write(*inner.out)

    def _cards(self, code: Code) -> None:
        """Write the loop over the kinds of cards in the actor's hand, discarded or face up."""
        low = code.low
        k = low.fresh("k")
        with code.loop(k, *piles.asked_about(self.query, low)) as inner:
            copies = inner.name(piles.copies(Var(k), self.query, self.conditions, inner))
            with inner.when(op(">", copies, 0)) as held:
                self._found(Var(k), held, copies)

    def _numbers(self, code: Code) -> None:
        k = code.low.fresh("k")
        inner = code.inner()
        self._found(Var(k), inner)
        code.write(p.For(k, *numbers(self.query, code), tuple(inner.out)))


def _count_up(code: Code, _: Expr, weight: Expr) -> None:
    code.write(p.Assign("n", op("+", Var("n"), weight)))
