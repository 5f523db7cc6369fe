"""Towers that a rule moves or takes away in the middle of a move, of which events still come.

After `tower t lands on s` comes `tower t hides p`. A rule that reacts to the first and takes the tower
away does not prevent the second, so wizards are locked up by a tower that is gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.phrase import listed

_FIRST, _LAST = "tower-lands", "tower-hides"
_MOVES = ("move", "put", "swap")


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find rules that move or take away a tower when it lands."""
    is_own = survey(meaning.resolved).is_own
    later = [rule.id for rule in meaning.rules.values() if rule.reaction(_LAST) is not None]
    for rule in meaning.rules.values():
        event, others = rule.reaction(_FIRST), [id for id in later if id != rule.id]
        if event is None or not others:
            continue
        for act in walk(rule.body):
            if isinstance(act, m.Act) and is_own(act.span) and _takes_away(act, event.names[0]):
                rest = listed(f"`{id}`" for id in others)
                yield report(
                    "too-early", act.span, rest=rest, list=", ".join(others), event=event.span
                )


def _takes_away(act: m.Act, tower: str) -> bool:
    """Whether an action takes away the tower of an event, or any tower of a space."""
    match act.part("what"):
        case m.Local(name=name):
            return name == tower and act.verb in (*_MOVES, "take back")
        case m.Search(query=query):
            return act.verb == "take back" and query.kind == "tower"
    return False
