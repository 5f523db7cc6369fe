"""Towers that a rule moves or takes away in the middle of a move, of which events still come.

After `tower t lands on s` comes `tower t hides p`. A rule that reacts to the first and takes the tower
away does not prevent the second, so wizards are locked up by a tower that is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.language.events import matching_event
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import listed
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry
from wtrules.syntax import nodes as n

_FIRST, _LAST = "tower-lands", "tower-hides"
_MOVES = ("move", "put", "swap")


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Find rules that move or take away a tower when it lands."""
    rules = meaning.resolved
    seen = survey(rules)
    later = [entry.id for entry in rules.of_kind("rule") if any(_events(entry, _LAST))]
    for entry in rules.of_kind("rule"):
        others = [id for id in later if id != entry.id]
        for event in _events(entry, _FIRST) if others else ():
            for node in seen.nodes["rule", entry.id].of(n.Do):
                if seen.is_own(node.span) and _takes_away(node, event):
                    rest = listed(f"`{id}`" for id in others)
                    yield report(
                        "too-early", node.span, rest=rest, list=", ".join(others), event=event.span
                    )


def _events(entry: Entry, name: str) -> Iterator[n.Event]:
    for trigger in clauses_of(entry.node, n.Trigger):
        for event in trigger.events:
            found = matching_event(event.words)
            if found is not None and found[0].id == name:
                yield event


def _takes_away(node: n.Do, event: n.Event) -> bool:
    """Whether an action takes away the tower of an event, or any tower of a space."""
    what: Any = node.part("what")
    if node.verb in _MOVES:
        return isinstance(what, n.Name) and what.id == event.words[1]
    if node.verb != "take back":
        return False
    if isinstance(what, n.Name):
        return what.id == event.words[1]
    return isinstance(what, n.Ask) and what.query.kind == "tower"
