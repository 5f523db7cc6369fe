"""`suppress`: warnings that somebody has read and means to keep."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from attrs import define

from wtrules.checks.report import error, warning
from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Severity, name_hint
from wtrules.rules.model import Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n

CODES = ("suppress-error", "empty-reason", "unknown-code", "unused-suppression")
WARNINGS = ("unused-suppression",)

PAGES = {
    "suppress-error": """\
`suppress` names an error, and errors cannot be silenced.

A ruleset with an error has no game to play. Warnings and notes can be suppressed.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  spell shove {
    suppress missing-cost "it is free"
    cost   0
    choose tower t
    do     move t clockwise 1
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  spell shove {
    cost   0
    choose tower t
    do     move t clockwise 1
  }
}
```
""",
    "empty-reason": """\
`suppress` gives no reason.

Whoever reads the rules next year wants to know why a warning was silenced.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule gust {
    suppress unhandled-choice ""
    on     turn begins
    choose wizard w where own and visible
    do     move w clockwise 1
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule gust {
    suppress unhandled-choice "a turn only begins with a visible wizard"
    on     turn begins
    choose wizard w where own and visible
    do     move w clockwise 1
  }
}
```
""",
    "unknown-code": """\
`suppress` names something that is never reported.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule gust {
    suppress unhandled-choise "a turn only begins with a visible wizard"
    on     turn begins
    choose wizard w where own and visible
    else   { }
    do     move w clockwise 1
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule gust {
    suppress unhandled-choice "a turn only begins with a visible wizard"
    on     turn begins
    choose wizard w where own and visible
    do     move w clockwise 1
  }
}
```
""",
    "unused-suppression": """\
`suppress` silences nothing.

What it was written for has been mended, or stands elsewhere: inside a rule, card or spell it
speaks of that one only, at the level of the ruleset of all.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  suppress unused-definition "used by the next one"
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
}
```
""",
}


@define
class _Suppression:
    """A clause, the places it speaks of (None: all of them), and what it has silenced."""

    node: n.Suppress
    regions: tuple[Span, ...] | None
    silenced: int = 0
    errors: int = 0


def apply_suppressions(rules: Rules, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return *diagnostics* without the suppressed ones, and what is wrong with the suppressions."""
    found = list(_suppressions(rules))
    if not found:
        return list(diagnostics)
    index = _Index(found)
    kept = []
    for diagnostic in diagnostics:
        silenced = False
        for suppression in index.about(diagnostic):
            if diagnostic.severity is Severity.ERROR:
                suppression.errors += 1
            else:
                suppression.silenced += 1
                silenced = True
        if not silenced:
            kept.append(diagnostic)
    for suppression in found:
        kept += _judge(rules, suppression)
    return kept


class _Index:
    """Finds the suppressions that speak of a place, however many there are."""

    def __init__(self, suppressions: Iterable[_Suppression]) -> None:
        self.everywhere: dict[str, list[_Suppression]] = {}
        # By code and file: where items begin and end. Items do not overlap.
        self.items: dict[tuple[str, str], list[tuple[int, int, _Suppression]]] = {}
        for suppression in suppressions:
            code = suppression.node.code.id
            if suppression.regions is None:
                self.everywhere.setdefault(code, []).append(suppression)
            for region in suppression.regions or ():
                places = self.items.setdefault((code, region.source.path), [])
                places.append((region.start, region.end, suppression))
        for places in self.items.values():
            places.sort(key=lambda place: place[:2])

    def about(self, diagnostic: Diagnostic) -> Iterator[_Suppression]:
        """Yield the suppressions of a diagnostic's code at its place."""
        if diagnostic.primary is None:
            return
        span = diagnostic.primary.span
        yield from self.everywhere.get(diagnostic.code, ())
        places = self.items.get((diagnostic.code, span.source.path), [])
        nearest = bisect_right(places, span.start, key=lambda place: place[0]) - 1
        if nearest >= 0 and span.start < places[nearest][1]:
            yield places[nearest][2]


def _suppressions(rules: Rules) -> Iterator[_Suppression]:
    for node in rules.suppressions:
        yield _Suppression(node, None)
    for entry in rules.entries.values():
        nodes = [clause for clause in entry.clauses() if isinstance(clause, n.Suppress)]
        if nodes:
            regions = _regions(entry)
            for node in nodes:
                yield _Suppression(node, regions)


def _regions(entry: Entry) -> tuple[Span, ...]:
    """Return the stretches of text an entry is made of: its item, and what others added to it."""
    item = entry.node.span
    spans = [origin.span for origin in entry.chain] + [clause.span for clause in entry.clauses()]
    return (
        item,
        *(
            span
            for span in spans
            if span.source is not item.source or not item.start <= span.start < item.end
        ),
    )


def _judge(rules: Rules, suppression: _Suppression) -> Iterator[Diagnostic]:
    from wtrules.checks.pages import all_codes, can_be_suppressed
    from wtrules.validation import rehearsal

    node = suppression.node
    code = node.code.id
    if not node.reason.strip():
        yield error(
            "empty-reason",
            f"`suppress {code}` gives no reason",
            node.span,
            "why is this meant?",
            f'write `suppress {code} "because …"`',
        )
    if suppression.errors or (code in all_codes() and not can_be_suppressed(code)):
        yield error(
            "suppress-error",
            f"`{code}` is an error and cannot be suppressed",
            node.code.span,
            "only warnings and notes can be",
            f"mend it; `wtrules explain {code}` shows how",
        )
    elif code not in all_codes():
        yield error(
            "unknown-code",
            f"nothing is ever reported as `{code}`",
            node.code.span,
            "no such code",
            name_hint(code, all_codes()) or "`wtrules explain` lists all codes",
        )
    elif (
        not suppression.silenced
        and survey(rules).is_own(node.span)
        and code not in rehearsal.PAGES  # that shows only when it is played
    ):
        yield warning(
            "unused-suppression",
            f"`suppress {code}` silences nothing",
            node.span,
            "nothing to suppress",
            "remove it",
        )
