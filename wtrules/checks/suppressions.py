"""`suppress`: warnings that the author has accepted, with a reason."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from attrs import define

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Severity, name_fix, report
from wtrules.diagnostics.fix import delete
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n


@define(eq=False, repr=False)
class _Suppression:
    """A clause, the regions it applies to (None: everywhere), and what it has suppressed."""

    node: n.Suppress
    regions: tuple[Span, ...] | None
    suppressed: int = 0
    errors: int = 0


def apply_suppressions(rules: Rules, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return *diagnostics* without the suppressed ones, and what is wrong with the suppressions."""
    found = list(_suppressions(rules))
    if not found:
        return list(diagnostics)
    index = _Index(found)
    kept = []
    for diagnostic in diagnostics:
        suppressed = False
        for suppression in index.about(diagnostic):
            if diagnostic.severity is Severity.ERROR:
                suppression.errors += 1
            else:
                suppression.suppressed += 1
                suppressed = True
        if not suppressed:
            kept.append(diagnostic)
    for suppression in found:
        kept += _judge(rules, suppression)
    return kept


def without_premature_warnings(faults: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Leave out warnings while there are syntax errors: what seems missing may be in the error."""
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if not errors:
        return faults
    from wtrules.diagnostics import manual

    return errors if any(manual.is_syntax(fault.code) for fault in errors) else faults


class _Index:
    """Finds the suppressions for a place, in less than linear time."""

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
        for node in clauses_of(entry.node, n.Suppress):
            yield _Suppression(node, _regions(entry))


def _regions(entry: Entry) -> tuple[Span, ...]:
    """Return the regions of text that define an entry: its item, and what others added to it."""
    item = entry.node.span
    spans = [origin.span for origin in entry.chain] + [clause.span for clause in entry.clauses()]
    elsewhere = (
        span
        for span in spans
        if span.source is not item.source or not item.start <= span.start < item.end
    )
    return (item, *elsewhere)


def _judge(rules: Rules, suppression: _Suppression) -> Iterator[Diagnostic]:
    node = suppression.node
    code = node.code.id
    if not node.reason.strip():
        yield report("empty-reason", node.span, code=code)
    from wtrules.diagnostics import manual  # few rulesets suppress anything

    page = manual.page(code)
    if suppression.errors or (page is not None and not page.can_be_suppressed):
        yield report("suppress-error", node.code.span, code=code)
    elif page is None:
        yield report(
            "unknown-code", node.code.span, name_fix(node.code.span, manual.all_codes()), code=code
        )
    elif not suppression.suppressed and survey(rules).is_own(node.span) and not page.needs_play:
        yield report("unused-suppression", node.span, delete(node.span, is_safe=True), code=code)
