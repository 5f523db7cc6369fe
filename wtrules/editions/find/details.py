"""What exactly changed in a rule: conditions, statements, names, words, sources.

Two entries of one id come in, typed changes go out. Conditions are compared as conditions: one that
asks for more than before is stronger, one that asks for less is weaker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from wtrules.editions.changes import (
    CitationChanged,
    ConditionChanged,
    NameChanged,
    SaysChanged,
    StatementChanged,
)
from wtrules.node import rewrite
from wtrules.rules.changes import ClauseChanged, text
from wtrules.rules.clauses import texts
from wtrules.rules.model import Entry
from wtrules.rules.uses import inner_blocks
from wtrules.syntax import nodes as n
from wtrules.value_classes import evolve

_ABOUT = (
    *n.DESCRIPTIONS, n.Cost, n.Code, n.PieceOn, n.Trigger, n.Forbid, n.RuleAfter,
)  # fmt: skip


def detailed(change: ClauseChanged, old: object, new: object) -> Iterator[ClauseChanged]:
    """Yield a change of a clause as what it is, with the texts of both sides."""
    kind, id = change.kind, change.id
    match change.what:
        case "name":
            before, after = texts(old, n.NameClause), texts(new, n.NameClause)
            for language in dict.fromkeys([*before, *after]):
                a, b = before.get(language), after.get(language)
                if a != b:
                    yield NameChanged(kind, id, "name", a, b, language)
        case "says":
            yield SaysChanged(kind, id, "says")
        case "when" | "body":
            pass  # compared together, by `statement_changes`
        case "meaning" if isinstance(old, n.Define) and isinstance(new, n.Define):
            if old.more or new.more:
                yield change
            else:
                parts = _conjuncts(old.value), _conjuncts(new.value)
                yield from _condition(kind, id, "means", *parts)
        case "on" | "forbid" | "after":
            types = {"on": n.Trigger, "forbid": n.Forbid, "after": n.RuleAfter}[change.what]
            a, b = (_clause_text(side, types, change.what) for side in (old, new))
            yield evolve(change, old=a, new=b)
        case _:
            yield change


def statement_changes(old: Entry, new: Entry) -> Iterator[ClauseChanged]:
    """Yield what changed in the conditions and statements of a rule, card or spell."""
    yield from _block_changes(new.kind, new.id, _statements(old), _statements(new))


def citation_changes(old: Entry, new: Entry) -> Iterator[CitationChanged]:
    """Yield whether an entry rests on something else."""
    a, b = (_sources(entry) for entry in (old, new))
    if a != b:
        yield CitationChanged(new.kind, new.id, "cites", "; ".join(a), "; ".join(b))


def cited(node: object) -> list[str]:
    """Return the places in manuals that a definition goes back to."""
    grounds = (*getattr(node, "clauses", ()), *getattr(node, "grounds", ()))
    grounds += tuple(getattr(node, "members", ()))
    return [cite_text(ground) for ground in grounds if isinstance(ground, n.Cites)]


def cite_text(clause: n.Cites) -> str:
    """Return `en-capstone "Setup" p3`."""
    section = f'"{clause.section}"' if clause.section else None
    return " ".join(part for part in (clause.manual.id, section, clause.page) if part)


def _sources(entry: Entry) -> list[str]:
    node = entry.node
    grounds = (*getattr(node, "clauses", ()), *getattr(node, "grounds", ()))
    assumed = [name.id for g in grounds if isinstance(g, n.Assumed) for name in g.entries]
    return [*cited(node), *sorted(assumed)]


def _statements(entry: Entry) -> list[n.Statement]:
    return [clause for clause in entry.clauses() if not isinstance(clause, _ABOUT)]


def _clause_text(node: object, kind: type, word: str) -> str | None:
    """Return what the clauses of a kind say, without the word they begin with."""
    clauses: Sequence[n.Clause] = getattr(node, "clauses", ())
    found = [text(c.span).removeprefix(f"{word} ") for c in clauses if isinstance(c, kind)]
    return "; ".join(found) or None


# --- statements ------------------------------------------------------------------------------------


def _block_changes(
    kind: str, id: str, old: Sequence[n.Statement], new: Sequence[n.Statement]
) -> Iterator[ClauseChanged]:
    whens = [[s for s in block if isinstance(s, n.When)] for block in (old, new)]
    if whens[0] != whens[1]:
        conditions = [_conjuncts(*(w.condition for w in block)) for block in whens]
        yield from _condition(kind, id, "when", *conditions)
    rest = [[s for s in block if not isinstance(s, n.When)] for block in (old, new)]
    if rest[0] == rest[1]:
        return
    matcher = SequenceMatcher(None, rest[0], rest[1], autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            continue
        before, after = rest[0][i:j], rest[1][k:m]
        if len(before) == len(after):
            for a, b in zip(before, after, strict=True):
                yield from _pair(kind, id, a, b)
        else:
            yield _does(kind, id, before, after)


def _pair(kind: str, id: str, a: n.Statement, b: n.Statement) -> Iterator[ClauseChanged]:
    if type(a) is not type(b):
        yield _does(kind, id, [a], [b])
        return
    if isinstance(a, n.If) and isinstance(b, n.If) and a.condition != b.condition:
        yield from _condition(kind, id, "if", _conjuncts(a.condition), _conjuncts(b.condition))
        b = evolve(b, condition=a.condition)
    elif isinstance(a, n.Choose) and isinstance(b, n.Choose) and len(a.queries) == len(b.queries):
        queries = []
        for x, y in zip(a.queries, b.queries, strict=True):
            if x.where != y.where and evolve(y, where=x.where) == x:
                wheres = (_conjuncts(*([q.where] if q.where is not None else [])) for q in (x, y))
                yield from _condition(kind, id, f"choose {x.kind} where", *wheres)
                y = x
            queries.append(y)
        b = evolve(b, queries=tuple(queries))
    inner = inner_blocks(a), inner_blocks(b)
    if len(inner[0]) == len(inner[1]) and inner[0]:
        empty = n.Block((), span=a.span)
        without_blocks = [
            rewrite(each, lambda part: empty if isinstance(part, n.Block) else None)
            for each in (a, b)
        ]
        if without_blocks[0] == without_blocks[1]:
            for before, after in zip(*inner, strict=True):
                yield from _block_changes(kind, id, before.statements, after.statements)
            return
    if a != b:
        yield _does(kind, id, [a], [b])


def _does(
    kind: str, id: str, old: Sequence[n.Statement], new: Sequence[n.Statement]
) -> StatementChanged:
    a, b = ("; ".join(text(s.span) for s in block) or None for block in (old, new))
    return StatementChanged(kind, id, "does", a, b)


# --- conditions ------------------------------------------------------------------------------------


def _condition(
    kind: str, id: str, what: str, old: list[n.Expr], new: list[n.Expr]
) -> Iterator[ConditionChanged]:
    a = [c for c in old if c not in new]
    b = [c for c in new if c not in old]
    if not a and not b:  # in another order
        return
    before, after = (" and ".join(text(c.span) for c in side) or "nothing" for side in (old, new))
    yield ConditionChanged(kind, id, what, before, after, _strength(a, b))


def _strength(gone: list[n.Expr], come: list[n.Expr]) -> str:
    if not gone:
        return "stronger"
    if not come:
        return "weaker"
    if len(gone) == len(come) == 1:
        return _compared(gone[0], come[0])
    return "other"


def _compared(old: n.Expr, new: n.Expr) -> str:
    """Compare two questions about one amount: `x > 1` asks for less than `x > 2`."""
    if not isinstance(old, n.Binary) or not isinstance(new, n.Binary) or old.left != new.left:
        return "other"
    if not isinstance(old.right, n.Number) or not isinstance(new.right, n.Number):
        return "other"
    before, after = old.right.value, new.right.value
    # Where both set a least or a greatest amount, count `x > 1` as `x >= 2`.
    for strict, loose, more in ((">", ">=", 1), ("<", "<=", -1)):
        if {old.operator, new.operator} <= {strict, loose}:
            gain = more * (after - before) + (new.operator == strict) - (old.operator == strict)
            return "stronger" if gain > 0 else "weaker" if gain < 0 else "other"
    return "other"


def _conjuncts(*conditions: n.Expr) -> list[n.Expr]:
    found: list[n.Expr] = []
    stack = list(reversed(conditions))
    while stack:
        condition = stack.pop()
        if isinstance(condition, n.Binary) and condition.operator == "and":
            stack += [condition.right, condition.left]
        else:
            found.append(condition)
    return found
