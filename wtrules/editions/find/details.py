"""What exactly changed in a rule: conditions, statements, names, words, sources.

Two entries of one id come in, typed changes go out. Conditions are compared as conditions: one that
asks for more than before is stronger, one that asks for less is weaker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from attrs import evolve

from wtrules.editions.changes import (
    SaysChanged,
    StatementChanged,
)
from wtrules.meaning.changes import (
    CitationChanged,
    ClauseChanged,
    ConditionChanged,
    NameChanged,
    Source,
    means_the_same,
    text,
)
from wtrules.meaning.normal_form import conjuncts, implies, normal_form, required
from wtrules.node import rewrite
from wtrules.resolve.citations import citations_of
from wtrules.resolve.clauses import texts
from wtrules.resolve.model import Entry
from wtrules.syntax import nodes as n

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
                parts = conjuncts(old.value), conjuncts(new.value)
                yield from _condition(kind, id, "means", *parts)
        case "on" | "forbid" | "after":
            types = {"on": n.Trigger, "forbid": n.Forbid, "after": n.RuleAfter}[change.what]
            a, b = (_clause_text(side, types, change.what) for side in (old, new))
            yield evolve(change, old=a, new=b)
        case _:
            yield change


def statement_changes(old: Entry, new: Entry) -> Iterator[ClauseChanged]:
    """Yield what changed in the conditions and statements of a rule, card or spell."""
    before, after = _statements(old), _statements(new)
    found = list(_block_changes(new.kind, new.id, before, after))
    yield from found
    # A condition in another place, for example: each part is still there.
    if not found and not means_the_same(tuple(before), tuple(after)):
        yield _does(new.kind, new.id, before, after)


def citation_changes(old: Entry, new: Entry) -> Iterator[CitationChanged]:
    """Yield whether an entry rests on something else."""
    a, b = (tuple(_sources(entry)) for entry in (old, new))
    if tuple(map(str, a)) != tuple(map(str, b)):  # how certain they are is reported elsewhere
        yield CitationChanged(new.kind, new.id, "cites", before=a, after=b)


def _sources(entry: Entry) -> Iterator[Source]:
    node = entry.node
    grounds = (*getattr(node, "clauses", ()), *getattr(node, "grounds", ()))
    assumed = [name.id for g in grounds if isinstance(g, n.Assumed) for name in g.entries]
    yield from citations_of(node)
    yield from sorted(assumed)


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
    conditions = [conjuncts(*(w.condition for w in block)) for block in whens]
    yield from _condition(kind, id, "when", *conditions)
    rest = [[s for s in block if not isinstance(s, n.When)] for block in (old, new)]
    meant = [normal_form(tuple(block)) for block in rest]
    matcher = SequenceMatcher(None, meant[0], meant[1], autojunk=False)
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
    if isinstance(a, n.If) and isinstance(b, n.If):
        yield from _condition(kind, id, "if", conjuncts(a.condition), conjuncts(b.condition))
        b = evolve(b, condition=a.condition)
    elif isinstance(a, n.Choose) and isinstance(b, n.Choose) and len(a.queries) == len(b.queries):
        queries = []
        for x, y in zip(a.queries, b.queries, strict=True):
            if x.where != y.where and evolve(y, where=x.where) == x:
                wheres = (conjuncts(*([q.where] if q.where is not None else [])) for q in (x, y))
                yield from _condition(kind, id, f"choose {x.kind} where", *wheres)
                y = x
            queries.append(y)
        b = evolve(b, queries=tuple(queries))
    inner = n.inner_blocks(a), n.inner_blocks(b)
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
    if not means_the_same(a, b):
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
    asked = [required(*side) for side in (old, new)]
    stronger, weaker = _all_implied(*asked), _all_implied(*asked[::-1])
    if stronger and weaker:  # written differently
        return
    before, after = (" and ".join(text(c.span) for c in side) or "nothing" for side in (old, new))
    strength = "stronger" if stronger else "weaker" if weaker else "other"
    yield ConditionChanged(kind, id, what, before, after, strength)


def _all_implied(conditions: list[n.Expr], by: list[n.Expr]) -> bool:
    """Whether conditions are true if all those of another list are."""
    return all(any(implies(one, condition) for one in by) for condition in conditions)
