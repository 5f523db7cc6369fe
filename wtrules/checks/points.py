"""Points that decide the game: somebody must score, and before the winner is declared."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import Survey, survey
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.diagnostics.fix import append
from wtrules.meaning.nodes import Meaning
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry
from wtrules.syntax import nodes as n

_POINTS = "points"
_END = "game-ends"


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check what reads the points of players."""
    rules = meaning.resolved
    if any(id == _POINTS for _, id in rules.entries):
        return  # the rules give the word a meaning of their own
    seen = survey(rules)
    # What each definition names first for a reason, by the kind and the id of what it names.
    named = {
        key: {(one.kind, one.id): one.span for one in reversed(meaning.references.get(key, ()))}
        for key in rules.entries
    }
    if not any(("verb", "score") in names for names in named.values()):
        asked = [
            names["property", _POINTS] for names in named.values() if ("property", _POINTS) in names
        ]
        yield from [report("no-points", at) for at in asked if seen.is_own(at)][:1]
    ending = [rule.id for rule in meaning.rules_in_order if rule.reaction(_END) is not None]
    for place, id in enumerate(ending):
        names = named["rule", id]
        if ("property", _POINTS) not in names or ("verb", "declare") not in names:
            continue
        for other in ending[place + 1 :]:
            if ("verb", "score") in named["rule", other]:
                yield from _too_late(rules.entries["rule", id], rules.entries["rule", other], seen)


def _too_late(entry: Entry, other: Entry, seen: Survey) -> Iterator[Diagnostic]:
    """Report points that are counted after the winner was declared."""
    here, there = other.name_span, entry.name_span
    if not (seen.is_own(here) or seen.is_own(there)):
        return
    says = next(clauses_of(entry.node, n.Says), None)
    yield report(
        "points-too-late",
        here,
        append(says.span, f"\n    after  {other.id}")
        if says is not None and seen.is_own(says.span)
        else wording("points-too-late.added", other=other.id, id=entry.id),
        other=other.id,
        id=entry.id,
        there=there,
    )
