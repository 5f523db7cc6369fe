"""Spells that are never laid out, so that nobody can cast them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.checks.survey import Survey, survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import append
from wtrules.meaning import nodes as m
from wtrules.meaning.evaluate import Evaluator
from wtrules.meaning.references import PERFORMS, READS
from wtrules.node import Node, parts_in, walk
from wtrules.resolve.model import Entry

_LAY_OUT = "lay out"


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find spells of a house rule that no rule lays out or names."""
    rules = meaning.resolved
    if rules.layers[-1].shipped:  # they are there for house rules to lay out
        return
    seen = survey(rules)
    own = [entry for entry in rules.of_kind("spell") if seen.is_own(entry.span)]
    unnamed = [entry for entry in own if not _is_named(entry, seen)]
    if not unnamed:
        return
    lists: list[str] = []
    for query in _laid_out(meaning):
        named = query.where is not None and next(_lists(query.where), None)
        if not named:
            return  # any spell may be laid out
        lists.append(named)
    for entry in unnamed:
        yield _never(entry, next(iter(lists), None))


def _is_named(entry: Entry, seen: Survey) -> bool:
    """Whether a list, a rule or a variant names a spell."""
    return seen.is_used("spell", entry.id, READS, PERFORMS)


def _laid_out(meaning: m.Meaning) -> Iterator[m.Query]:
    """Yield the searches for spells in rules that lay out spells, as far as the settings allow."""
    values = Evaluator(meaning, is_settled=True)

    def inside(node: Node) -> Sequence[object]:
        if isinstance(node, m.If) and (truth := values.truth(node.condition)) is not None:
            return node.then if truth else node.otherwise
        return parts_in(node)

    for body in meaning.bodies:
        nodes = list(walk(body, inside=inside))
        if any(isinstance(node, m.Act) and node.verb == _LAY_OUT for node in nodes):
            yield from (x for x in nodes if isinstance(x, m.Query) and x.kind == "spell")


def _lists(where: m.Term) -> Iterator[str]:
    """Yield the lists that a condition asks for: `s in spells.laid_out`."""
    return (x.setting for x in walk(where) if isinstance(x, m.Among) and x.setting is not None)


def _never(entry: Entry, listed: str | None) -> Diagnostic:
    line = f"\n\n{' ' * (entry.node.span.column - 1)}add to {listed} = {entry.id}"
    is_new = listed and entry.chain[-1].verb == "defined"
    return report(
        "never-laid-out.listed" if listed else "never-laid-out",
        entry.name_span if is_new else entry.span,
        append(entry.node.span, line) if is_new else None,
        id=entry.id,
        listed=listed,
    )
