"""Lowering of loops: `repeat` and `each`."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.variables import plain
from wtrules.program.program import Expr, Load, Var, op
from wtrules.rules import meaning as m

MOST_TURNS = 10_000  # of a loop that asks no player; a longer one is assumed never to end


class Loops:
    """Writes loops; one that may need a decision is made of blocks."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering

    def _asks(self, body: m.Body, code: Code) -> bool:
        return code.asking and self._lowering.analysis.body_asks(body)

    def _body(self, body: m.Body, end: int, code: Code) -> None:
        """Write the body of a loop made of blocks; `stop` goes to the block *end*."""
        loops, code.loops = code.loops, (*code.loops, end)
        self._lowering.statements.block(body, code)
        code.loops = loops

    def repeat(self, statement: m.Repeat, code: Code) -> None:
        """Write a `repeat`."""
        terms = self._lowering.terms
        term = terms.expr(statement.term, code) if statement.term is not None else 1
        if self._asks(statement.body, code):
            self._repeat_in_blocks(statement, term, code)
            return
        inner = code.inner()
        inner.loops = (*code.loops, None)
        self._lowering.statements.body(statement.body, inner)
        if statement.mode == "times":
            code.write(p.For(self._lowering.fresh("i"), 0, term, tuple(inner.out)))
        else:
            turns = Var(self._lowering.fresh("turns"))
            endless = p.If(op(">", turns, MOST_TURNS), (p.Run(p.Call("endless", ())), *code.leave))
            count = p.Assign(turns.name, op("+", turns, 1))
            code.write(p.Assign(turns.name, 0))
            code.write(p.While(term, (count, endless, *inner.out)))

    def _repeat_in_blocks(self, statement: m.Repeat, term: Expr, code: Code) -> None:
        low, blocks = self._lowering, self._lowering.blocks
        head, end = blocks.new("repeat"), blocks.new("end repeat")
        counter = None
        if statement.mode == "times":
            counter = low.procedures.variable("times")
            code.store(counter, term)
        blocks.go_on(head, code)
        if counter is not None:
            code.write(p.If(op("<=", Load(counter, 0), 0), (p.Goto(end),)))
            code.store(counter, op("-", Load(counter, 0), 1))
        elif statement.mode == "while" and statement.term is not None:
            code.write(p.If(op("not", low.terms.expr(statement.term, code)), (p.Goto(end),)))
        self._body(statement.body, end, code)
        blocks.goto(head, code)
        blocks.begin(end, code)
        if counter is not None:
            code.store(counter, 0)

    def each(self, statement: m.Each, code: Code) -> None:
        """Write an `each`."""
        query = statement.query
        if query.kind in ("wizard", "tower"):
            self._each_piece(statement, code)
        elif self._asks(statement.body, code):
            self._each_in_blocks(statement, code)
        else:

            def visit(inner: Code, _: Expr, __: Expr) -> None:
                inner.loops = (*code.loops, None)
                self._lowering.statements.body(statement.body, inner)

            self._lowering.queries.loop(query, code, visit)

    def _each_in_blocks(self, statement: m.Each, code: Code) -> None:
        low, blocks, query = self._lowering, self._lowering.blocks, statement.query
        head, next_, end = (blocks.new(f"each {query.kind}") for _ in range(3))
        counter = low.procedures.variable("i")
        origin = None
        if query.origin is not None:
            origin = low.variables.keep("from", low.terms.expr(query.origin, code), code)
        variable = low.procedures.variable(plain(query.variable), query.kind)
        code.store(counter, 0)
        blocks.go_on(head, code)
        size = low.layout.radix(query.kind if query.kind != "place" else "space")
        i = Load(counter, 0)
        code.write(p.If(op(">=", i, size), (p.Goto(end),)))
        it: Expr = i if origin is None else low.queries.around(query, origin, i)
        if query.kind == "place":
            it = low.board.top(it)
        code.store(variable, it)
        env = dict(code.env)
        code.env[query.variable] = Load(variable, 0)
        found: Expr = 1
        if query.kind == "card":
            held = low.board.in_hand(Load("actor", 0), Load(variable, 0))
            found = op(">", Load("hand", held), 0)
        conditions = [*low.queries.relations(query), *low.terms.conjuncts(query.where)]
        found = low.terms.all_true(conditions, code, found)
        if found != 1:
            code.write(p.If(op("not", found), (p.Goto(next_),)))
        self._body(statement.body, end, code)
        code.env = env
        blocks.go_on(next_, code)
        code.store(counter, op("+", i, 1))
        blocks.goto(head, code)
        blocks.begin(end, code)
        code.store(counter, 0)
        code.store(variable, 0)

    def _each_piece(self, statement: m.Each, code: Code) -> None:
        """Write a loop over pieces, listed first so that none is found twice after it was moved."""
        low, blocks, query = self._lowering, self._lowering.blocks, statement.query
        size = sum(low.layout.box) if query.kind == "wizard" else len(low.layout.towers)
        name = low.fresh("list")
        listed, count = f"frame.{name}", f"frame.{name}.count"
        low.layout.add(listed, size, p.FieldRole.FRAME)
        low.layout.add(count, 1, p.FieldRole.FRAME)
        code.store(count, 0)

        def note(inner: Code, it: Expr, weight: Expr) -> None:
            body = (
                p.Store(listed, Load(count, 0), it),
                p.Store(count, 0, op("+", Load(count, 0), 1)),
            )
            room = p.If(op("<", Load(count, 0), size), body)
            inner.write(room if weight == 1 else p.For(low.fresh("i"), 0, weight, (room,)))

        listing = code.inner()
        low.queries.loop(query, listing, note)
        code.write(*listing.out)
        turn = f"frame.{name}.turn"
        low.layout.add(turn, 1, p.FieldRole.FRAME)
        code.store(turn, 0)
        more = op("<", Load(turn, 0), Load(count, 0))
        step = p.Store(turn, 0, op("+", Load(turn, 0), 1))
        forget = (
            *(p.Store(listed, i, 0) for i in range(size)),
            p.Store(count, 0, 0),
            p.Store(turn, 0, 0),
        )
        if not self._asks(statement.body, code):
            inner = code.inner()
            inner.loops = (*code.loops, None)
            variable = low.fresh(query.variable)
            inner.write(p.Assign(variable, Load(listed, Load(turn, 0))), step)
            inner.env[query.variable] = Var(variable)
            low.statements.body(statement.body, inner)
            code.write(p.While(more, tuple(inner.out)), *forget)
            return
        head, end = blocks.new(f"each {query.kind}"), blocks.new("end each")
        variable = low.procedures.variable(plain(query.variable), query.kind)
        blocks.go_on(head, code)
        code.write(p.If(op("not", more), (p.Goto(end),)))
        code.store(variable, Load(listed, Load(turn, 0)))
        code.write(step)
        env = dict(code.env)
        code.env[query.variable] = Load(variable, 0)
        self._body(statement.body, end, code)
        code.env = env
        blocks.goto(head, code)
        blocks.begin(end, code)
        code.write(*forget)
        code.store(variable, 0)
