"""Lowering of loops: `repeat` and `each`."""

from __future__ import annotations

from wtrules.meaning import nodes as m
from wtrules.meaning.decks import is_private
from wtrules.program import program as p
from wtrules.program.lower import held_cards, piles, queries
from wtrules.program.lower.code import Code, plain
from wtrules.program.lower.lowering import PieceList
from wtrules.program.program import Expr, Load, Var, op

MOST_TURNS = 10_000  # of a loop that asks no player; a longer one is assumed never to end


def _body(body: m.Body, end: int, code: Code) -> None:
    """Write the body of a loop made of blocks; `stop` goes to the block *end*."""
    stop, code.stop = code.stop, (p.Goto(end),)
    with code.followed_by(body):
        code.write_block(body)
    code.stop = stop


def repeat(statement: m.Repeat, code: Code) -> None:
    """Write a `repeat`."""
    low = code.low
    term = code.expr(statement.term) if statement.term is not None else 1
    if code.asks(statement.body):
        _repeat_in_blocks(statement, term, code)
        return
    inner = code.inner()
    inner.stop, inner.more = (p.Break(),), True
    inner.write_body(statement.body)
    if statement.mode == "times":
        code.write(p.For(low.fresh("i"), 0, term, tuple(inner.out)))
    else:
        turns = Var(low.fresh("turns"))
        endless = p.If(op(">", turns, MOST_TURNS), (p.Run(p.Call("endless", ())), *code.leave))
        count = p.Assign(turns.name, op("+", turns, 1))
        code.write(p.Assign(turns.name, 0))
        code.write(p.While(term, (count, endless, *inner.out)))


def _repeat_in_blocks(statement: m.Repeat, term: Expr, code: Code) -> None:
    low = code.low
    head, end = low.new_block("repeat"), low.new_block("end repeat")
    counter = None
    if statement.mode == "times":
        counter = low.new_variable("times")
        code.store(counter, term)
        match statement.body:
            case (m.Scope(word=word),) if isinstance(term, int):
                low.numbered[word] = p.Numbered(counter, term)
    code.go_on(head)
    if counter is not None:
        code.write(p.If(op("<=", Load(counter, 0), 0), (p.Goto(end),)))
        code.store(counter, op("-", Load(counter, 0), 1))
    elif statement.mode == "while" and statement.term is not None:
        code.write(p.If(op("not", code.expr(statement.term)), (p.Goto(end),)))
    _body(statement.body, end, code)
    code.goto(head)
    code.begin(end)
    if counter is not None:
        code.store(counter, 0)


def each(statement: m.Each, code: Code) -> None:
    """Write an `each`."""
    query = statement.query
    if query.kind in ("wizard", "tower", "piece"):
        _each_piece(statement, code)
    elif code.asks(statement.body):
        _each_in_blocks(statement, code)
    else:

        def visit(inner: Code, _: Expr, __: Expr) -> None:
            inner.stop, inner.more = (p.Break(),), True
            inner.write_body(statement.body)

        queries.loop(query, code, visit)


def _each_in_blocks(statement: m.Each, code: Code) -> None:
    low, query = code.low, statement.query
    head, next_, end = (low.new_block(f"each {query.kind}") for _ in range(3))
    first, size = 0, low.layout.radix(query.kind if query.kind != "place" else "space")
    if query.kind == "card":
        first, size = piles.asked_about(query, low)
    holder = None
    if query.kind == "card":  # they are counted themselves
        variable = counter = low.new_variable(plain(query.variable), "card")
        if is_private(query) and low.secretly is None:
            low.from_hands.add(query.variable)
            holder = held_cards.note_holder(Load(counter, 0), (first, size), code)
    else:
        counter = low.new_variable("i", span=(0, size))
    origin = None
    if query.origin is not None:
        origin = code.keep("from", code.expr(query.origin), query.origin.type)
    if query.kind != "card":
        variable = low.new_variable(plain(query.variable), query.kind)
    start: Expr = first
    stop: Expr = size
    if query.kind == "number":  # what the loop does changes nothing about its range
        start, stop = queries.numbers(query, code)
        stop = code.keep("stop", stop)
    code.store(counter, start)
    code.go_on(head)
    i = Load(counter, 0)
    if origin is not None and query.kind in ("space", "place"):
        stop = queries.length(query, origin, low)
    code.write(p.If(op(">=", i, stop), (p.Goto(end),)))
    it: Expr = i if origin is None else queries.around(query, origin, i, low)
    if query.kind == "place":
        it = low.board.top(it)
    if variable != counter:
        code.store(variable, it)
    env = dict(code.env)
    code.env[query.variable] = Load(variable, 0)
    is_there: Expr = 1
    conditions = [*queries.relations(query, low), *low.conjuncts(query.where)]
    if query.kind == "card":
        is_there = op(">", piles.copies(Load(variable, 0), query, conditions, code), 0)
    is_there = code.all_true(conditions, is_there)
    if is_there != 1:
        code.write(p.If(op("not", is_there), (p.Goto(next_),)))
    _body(statement.body, end, code)
    code.env = env
    code.go_on(next_)
    code.store(counter, op("+", i, 1))
    code.goto(head)
    code.begin(end)
    kept = [stop.array] if query.kind == "number" and isinstance(stop, Load) else []
    for name in dict.fromkeys((counter, variable, *([holder] if holder else []), *kept)):
        code.store(name, 0)


def _each_piece(statement: m.Each, code: Code) -> None:
    """Write a loop over pieces, listed first so that none is found twice after it was moved.

    If the loop moves pieces, those in the list are followed, and those that are gone are skipped.
    """
    low, query = code.low, statement.query
    moves = low.analysis.body_moves(statement.body)
    size = {
        "wizard": sum(low.layout.board.box),
        "tower": len(low.layout.board.towers),
        "piece": low.layout.board.piece_count,
    }[query.kind]
    name = low.fresh("list")
    listed, count = f"frame.{name}", f"frame.{name}.count"
    low.layout.add(listed, size, p.FieldRole.FRAME, type=query.kind)
    low.layout.add(count, 1, p.FieldRole.FRAME, span=(0, size))
    code.store(count, 0)

    def note(inner: Code, it: Expr, weight: Expr) -> None:
        body = (
            p.Store(listed, Load(count, 0), it),
            p.Store(count, 0, op("+", Load(count, 0), 1)),
        )
        room = p.If(op("<", Load(count, 0), size), body)
        inner.write(room if weight == 1 else p.For(low.fresh("i"), 0, weight, (room,)))

    listing = code.inner()
    queries.loop(query, listing, note)
    code.write(*listing.out)
    turn = f"frame.{name}.turn"
    low.layout.add(turn, 1, p.FieldRole.FRAME, span=(0, size))
    if moves:
        low.piece_lists.append(PieceList(query.kind, listed, size, count, turn))
    code.store(turn, 0)
    more = op("<", Load(turn, 0), Load(count, 0))
    step = p.Store(turn, 0, op("+", Load(turn, 0), 1))
    forget = (
        *(p.Store(listed, i, 0) for i in range(size)),
        p.Store(count, 0, 0),
        p.Store(turn, 0, 0),
    )
    if not code.asks(statement.body):
        inner = code.inner()
        inner.stop, inner.more = (p.Break(),), True
        variable = low.fresh(query.variable)
        inner.write(p.Assign(variable, Load(listed, Load(turn, 0))), step)
        inner.env[query.variable] = Var(variable)
        there = _is_there(query.kind, Var(variable), code) if moves else 1
        inner.only_if(there, lambda inside: inside.write_body(statement.body))
        code.write(p.While(more, tuple(inner.out)), *forget)
        return
    head, end = low.new_block(f"each {query.kind}"), low.new_block("end each")
    variable = low.new_variable(plain(query.variable), query.kind)
    code.go_on(head)
    code.write(p.If(op("not", more), (p.Goto(end),)))
    code.store(variable, Load(listed, Load(turn, 0)))
    code.write(step)
    if moves:
        gone = op("not", _is_there(query.kind, Load(variable, 0), code))
        code.write(p.If(gone, (p.Goto(head),)))
    env = dict(code.env)
    code.env[query.variable] = Load(variable, 0)
    _body(statement.body, end, code)
    code.env = env
    code.goto(head)
    code.begin(end)
    code.write(*forget)
    code.store(variable, 0)


def _is_there(kind: str, piece: Expr, code: Code) -> Expr:
    """Return whether a listed piece is still on the board when its turn comes."""
    return code.low.board.is_in_play(piece) if kind == "piece" else op(">=", piece, 0)
