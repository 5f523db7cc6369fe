"""Terms that may find nothing: `first tower where …`, a memory of a piece that is still empty.

Nothing is the number -1. A question about nothing has the answer nothing, 0 or no; an action on
nothing does nothing. The other parts of the lowering need no special cases: such terms are given a
name first, and what depends on them is written behind a test of the name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wtrules.language.things import THINGS
from wtrules.meaning import nodes as m
from wtrules.node import Change
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr


def may_be_nothing(term: m.Term, low: Lowering) -> bool:
    """Return whether a term may be nothing."""
    if term.type not in THINGS:
        return False
    match term:
        case m.Const():
            return term.value < 0
        case m.Local():
            return term.name in low.uncertain
        case m.Conditional():
            return any(may_be_nothing(x, low) for x in (term.value, term.otherwise))
        case m.Recall():
            return True
        case m.Search():
            query = term.query
            found_anyway = query.kind in ("player", "space") and term.word != "next"
            return not found_anyway or bool(query.relations) or query.where is not None
        case m.Prim(op="revealed:deck" | "place:piece" | "space:piece"):
            return True
        case m.Prim() if term.op.startswith("boxed:"):
            return True
        case m.Calc(op="space+" | "space-") if low.board.has_dead_end:
            return True
        case m.Calc(op="space"):  # every number is that of a space
            return False
        case m.Prim() | m.Calc():
            return any(may_be_nothing(arg, low) for arg in term.args)
        case m.Meant():
            return _word_may_be_nothing(term, low)
    return False


def is_current(term: m.Term, low: Lowering) -> bool:
    """Return whether a place, if it is something, certainly exists: it is looked for just now."""
    match term:
        case m.Local():
            return term.name in low.current_places
        case m.Prim(op="top:space" | "ground:space" | "place:castle" | "place:piece"):
            return True
    return isinstance(term, m.Search)


def _word_may_be_nothing(term: m.Meant, low: Lowering) -> bool:
    """Return whether a defined word may be nothing; worked out once for each word."""
    uncertain = tuple(may_be_nothing(arg, low) for arg in term.args)
    key = (term.id, uncertain)
    if key not in low.doubtful:
        define = low.meaning.defines[term.id]
        pairs = zip(define.parameters, uncertain, strict=True)
        things = {parameter.name for parameter, doubtful in pairs if doubtful}
        low.uncertain |= things
        low.doubtful[key] = may_be_nothing(define.value, low)
        low.uncertain -= things
    return low.doubtful[key]


def note_uncertain(name: str, value: m.Term, low: Lowering) -> None:
    """Remember that a variable may hold nothing, if its value may."""
    if may_be_nothing(value, low):
        low.uncertain.add(name)


def named(
    parts: list[m.Term], code: Code, keep: Callable[[str, Expr, str], Expr]
) -> tuple[Change, dict[str, Expr]]:
    """Return a change that replaces these very parts by names, and the values of the names."""
    low = code.low
    names = [m.Local(t.type, low.fresh("it"), span=t.span) for t in parts]
    pairs = zip(names, parts, strict=True)
    for name, term in pairs:
        if is_current(term, low):
            low.current_places.add(name.name)
        if isinstance(term, m.Local):
            low.stands_for[name.name] = term.name
    env = {
        name.name: keep(name.name, code.expr(term), term.type)
        for name, term in zip(names, parts, strict=True)
    }

    def change(part: object) -> m.Term | None:
        return next((n for n, t in zip(names, parts, strict=True) if t is part), None)

    return change, env


def depends_on(term: m.Term | m.Query) -> Iterator[m.Term]:
    """Yield the things a term needs: if one of them is nothing, there is no answer."""
    match term:
        case m.Recall():
            if term.of is not None:
                yield from _keys(term.of)
        case m.Column() | m.ListAt():
            if term.key is not None:
                yield term.key
        case m.Prim():
            if not term.op.startswith("known:"):
                yield from term.args
        case m.Calc(op="space+" | "space-"):
            yield term.args[0]
        case m.Calc(op="pair"):
            yield from term.args
        case m.Search() | m.Best():
            yield from depends_on(term.query)
        case m.Possible():
            yield from (part for _, part in term.action.parts if part.type in THINGS)
        case m.Query():
            yield from (target for _, target in term.relations)
            if term.origin is not None:
                yield term.origin


def _keys(of: m.Term) -> tuple[m.Term, ...]:
    """Return the things that a value of a memory is kept for: one, or two."""
    return of.args if isinstance(of, m.Calc) and of.op == "pair" else (of,)


def done_with(statement: m.Statement) -> Iterator[m.Term]:
    """Yield the terms a statement needs once, before it does anything."""
    match statement:
        case m.Act():
            for _, part in statement.parts:
                if isinstance(part, m.Recall) and (
                    statement.verb == "add" or part.type == "secret"
                ):
                    yield from depends_on(part)
                elif part.type != "group":
                    yield part
        case m.Perform():
            yield from statement.args
        case m.PerformSpell():
            yield statement.spell
        case m.PerformCard():
            yield statement.card
        case m.SetMemory():
            if statement.of is not None:
                yield from _keys(statement.of)
        case m.As() | m.Scope():
            if statement.player is not None:
                yield statement.player
        case m.Each():
            yield from depends_on(statement.query)
