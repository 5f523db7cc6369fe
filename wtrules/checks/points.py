"""Points that decide the game: somebody must score, and before the winner is declared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.checks.survey import Survey, survey
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.diagnostics.fix import append
from wtrules.meaning.nodes import Meaning
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n

_END = ("game", "ends")


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check what reads the points of players."""
    rules = meaning.resolved
    if any(id == "points" for _, id in rules.entries):
        return  # the rules give the word a meaning of their own
    seen = survey(rules)
    scoring = [rules.entries[key] for key in rules.entries if _does(seen, key, "score")]
    read = {key: at for key in rules.entries if (at := _points(seen, key)) is not None}
    if not scoring:
        for at in read.values():
            if seen.is_own(at.span):
                yield report("no-points", at.span)
                return
    late = [entry for entry in scoring if _reacts_to_end(entry)]
    for entry in rules.of_kind("rule"):
        key = (entry.kind, entry.id)
        if key in read and _reacts_to_end(entry) and _does(seen, key, "declare"):
            for other in late:
                if other is not entry and not _comes_first(rules, other, entry):
                    if seen.is_own(other.name_span) or seen.is_own(entry.name_span):
                        yield _too_late(entry, other, seen)


def _does(seen: Survey, key: tuple[str, str], verb: str) -> bool:
    return any(node.verb == verb for node in seen.nodes[key].of(n.Do))


def _points(seen: Survey, key: tuple[str, str]) -> n.Name | None:
    """Return where an entry asks for points."""
    names = (x.property for x in seen.nodes[key].of(n.PropertyOf))
    return next((name for name in names if name.id == "points"), None)


def _reacts_to_end(entry: Entry) -> bool:
    triggers = clauses_of(entry.node, n.Trigger)
    return any(event.words == _END for on in triggers for event in on.events)


def _comes_first(rules: Rules, first: Entry, second: Entry) -> bool:
    """Whether a rule reacts to the end of the game before another one."""
    waiting = [entry for entry in rules.of_kind("rule") if _reacts_to_end(entry)]
    while waiting:
        names = {entry.id for entry in waiting}
        ready = next((x for x in waiting if not names & set(_after(x)) - {x.id}), waiting[0])
        if ready in (first, second):
            return ready is first
        waiting.remove(ready)
    return True


def _after(entry: Entry) -> Sequence[str]:
    clauses = clauses_of(entry.node, n.RuleAfter)
    return [name.id for clause in clauses for name in clause.rules]


def _too_late(entry: Entry, other: Entry, seen: Survey) -> Diagnostic:
    """Return the diagnostic of points that are counted after the winner was declared."""
    here, there = other.name_span, entry.name_span
    says = next(iter(clauses_of(entry.node, n.Says)), None)
    fixable = says is not None and seen.is_own(says.span)
    return report(
        "points-too-late",
        here,
        append(says.span, f"\n    after  {other.id}")
        if says is not None and fixable
        else wording("points-too-late.added", other=other.id, id=entry.id),
        other=other.id,
        id=entry.id,
        there=there,
    )
