"""`suppress`: warnings that somebody has read and means to keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from wtrules.diagnostics import Diagnostic, Severity, name_hint
from wtrules.rules.checks.report import error, warning
from wtrules.rules.checks.survey import survey
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
    errors: list[Diagnostic] = field(factory=list)

    def covers(self, span: Span) -> bool:
        return self.regions is None or any(
            region.source is span.source
            and region.start <= span.start < max(region.end, region.start + 1)
            for region in self.regions
        )


def apply_suppressions(rules: Rules, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return *diagnostics* without the suppressed ones, and what is wrong with the suppressions."""
    found = list(_suppressions(rules))
    if not found:
        return list(diagnostics)
    by_code: dict[str, list[_Suppression]] = {}
    for suppression in found:
        by_code.setdefault(suppression.node.code.id, []).append(suppression)
    kept = []
    for diagnostic in diagnostics:
        if not _silence(diagnostic, by_code.get(diagnostic.code, ())):
            kept.append(diagnostic)
    for suppression in found:
        kept += _judge(rules, suppression)
    return kept


def _silence(diagnostic: Diagnostic, candidates: Iterable[_Suppression]) -> bool:
    if diagnostic.primary is None:
        return False
    silenced = False
    for suppression in candidates:
        if not suppression.covers(diagnostic.primary.span):
            continue
        if diagnostic.severity is Severity.ERROR:
            suppression.errors.append(diagnostic)
        else:
            suppression.silenced += 1
            silenced = True
    return silenced


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
    """Return every stretch of text that had a say in an entry."""
    return (
        entry.node.span,
        *(origin.span for origin in entry.chain),
        *(clause.span for clause in entry.clauses()),
    )


def _judge(rules: Rules, suppression: _Suppression) -> Iterator[Diagnostic]:
    from wtrules.rules.checks.pages import all_codes, can_be_suppressed

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
    elif not suppression.silenced and survey(rules).is_own(node.span):
        yield warning(
            "unused-suppression",
            f"`suppress {code}` silences nothing",
            node.span,
            "nothing to suppress",
            "remove it",
        )
