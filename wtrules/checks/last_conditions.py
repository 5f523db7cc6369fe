"""A `when` with nothing after it, which stops nothing: `do fill 1 flask  when home of p > 1`."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import own_bodies, survey
from wtrules.diagnostics import Advice, Diagnostic, Fix, TextEdit, report, wording
from wtrules.diagnostics.fix import deletion
from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.resolve.model import Entry
from wtrules.source import Span

# What has no effect that a `when` before it could stop. A block of nothing else is reported as empty,
# and in front of a mere option a `when` says whether it is offered.
_IDLE = (m.When, m.Let, m.Option)


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find conditions at the end of the blocks of rules, cards and spells."""
    is_own = survey(meaning.resolved).is_own
    for entry, body in own_bodies(meaning):
        if entry.kind == "rule" and meaning.rules[entry.id].forbids:
            continue  # all its conditions count, wherever they are
        for before, when in _last(body):
            if is_own(when.span):
                yield _useless(entry, before, when)


def _last(body: m.Body) -> Iterator[tuple[m.Body, m.When]]:
    """Yield each `when` after the last statement with an effect, with what comes before it."""
    effects = [i for i, one in enumerate(body) if not isinstance(one, _IDLE)]
    if not effects:
        return
    after = effects[-1] + 1
    if any(isinstance(one, m.Option) for one in body[after:]):
        return
    for i, one in enumerate(body[after:], after):
        if isinstance(one, m.When):
            yield body[:i], one


def _useless(entry: Entry, before: m.Body, when: m.When) -> Diagnostic:
    last = next(one for one in reversed(before) if not isinstance(one, _IDLE))
    added = next((o.span for o in entry.chain if _within(when.span, o.span)), None)
    place = _place(before, when)
    help: Advice = None
    if added is not None and not _within(last.span, added):
        help = wording("useless-when.added", kind=entry.kind, id=entry.id)
    elif place is not None:
        help = _moved(
            when.span, place.span, wording("useless-when.before", opening=_opening(place))
        )
    return report("useless-when", when.span, help, last=last.span)


def _place(before: m.Body, when: m.When) -> m.Statement | None:
    """Return the statement that is probably meant: the last one, with the choice just before it.

    None if the condition is about something that is only named behind it.
    """
    used = {part.name for part in walk(when.condition) if isinstance(part, m.Local)}
    found: m.Statement | None = None
    for statement in reversed(before):
        if isinstance(statement, m.Let | m.Choose):
            if used & set(_named_by(statement)):
                break
        elif found is not None:
            break
        if not isinstance(statement, _IDLE):
            found = statement
    return found


def _named_by(statement: m.Let | m.Choose) -> Iterator[str]:
    """Yield the variables that a statement defines for those after it."""
    if isinstance(statement, m.Let):
        yield statement.name
    else:
        yield from (query.variable for query in statement.queries)


def _moved(when: Span, place: Span, help: str) -> Fix:
    """Return the fix that moves a `when` before a statement."""
    source = place.source
    line = source.text.rfind("\n", 0, place.start) + 1
    indent = source.text[line : place.start]
    gap = f"\n{indent}" if not indent.strip() else " "
    text = TextEdit(Span(source, place.start, place.start), when.text + gap)
    return Fix(wording("useless-when.move"), (text, deletion(when)), help=help)


def _opening(node: m.Statement) -> str:
    return " ".join(node.span.text.split("{")[0].split())


def _within(inner: Span, outer: Span) -> bool:
    return inner.source.path == outer.source.path and outer.start <= inner.start < outer.end
