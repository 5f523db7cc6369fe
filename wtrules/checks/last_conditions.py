"""A `when` with nothing after it, which stops nothing: `do fill 1 flask  when home of p > 1`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.checks.survey import blocks, survey, variables_of
from wtrules.diagnostics import Diagnostic, Label, warning
from wtrules.diagnostics.fix import Fix, TextEdit, deletion
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.model import Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n

# What has no effect that a `when` before it could stop. A block of nothing else is reported as empty,
# and in front of a mere option a `when` says whether it is offered.
_IDLE = (n.When, n.Let, n.Option)


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Find conditions at the end of the blocks of rules, cards and spells."""
    seen = survey(rules)
    for kind in ("rule", "card", "spell"):
        for entry in rules.of_kind(kind):
            if any(clauses_of(entry.node, n.Forbid)):
                continue  # all its conditions count, wherever they are
            for statements, _ in blocks(entry):
                for before, when in _last(statements):
                    if seen.is_own(when.span):
                        yield _useless(entry, before, when)


def _last(
    statements: Sequence[n.Statement],
) -> Iterator[tuple[Sequence[n.Statement], n.When]]:
    """Yield each `when` after the last statement with an effect, with what comes before it."""
    effects = [i for i, one in enumerate(statements) if not isinstance(one, _IDLE)]
    if not effects:
        return
    after = effects[-1] + 1
    if any(isinstance(one, n.Option) for one in statements[after:]):
        return
    for i, one in enumerate(statements[after:], after):
        if isinstance(one, n.When):
            yield statements[:i], one


def _useless(entry: Entry, before: Sequence[n.Statement], when: n.When) -> Diagnostic:
    last = next(one for one in reversed(before) if not isinstance(one, _IDLE))
    added = next((o.span for o in entry.chain if _within(when.span, o.span)), None)
    place = _place(before, when)
    help: str | Fix
    if added is not None and not _within(last.span, added):
        help = phrase(
            "`add to` puts it after the statements that are there already: write `override "
            "{kind} {id} {{ … }}` with all of them, and this `when` before them",
            kind=entry.kind,
            id=entry.id,
        )
    elif place is None:
        help = "a `when` stops what comes after it: write what happens then, or remove it"
    else:
        help = phrase(
            "a `when` stops what comes after it: put it before `{opening}`", opening=_opening(place)
        )
        help = _moved(when.span, place.span, help)
    return warning(
        "useless-when",
        "nothing comes after this `when`, so it stops nothing",
        when.span,
        "no effect",
        help,
        related=(Label(last.span, "happens before it"),),
    )


def _place(before: Sequence[n.Statement], when: n.When) -> n.Statement | None:
    """Return the statement that is probably meant: the last one, with the choice just before it.

    None if the condition is about something that is only named behind it.
    """
    used = {node.id for node in walk(when.condition) if isinstance(node, n.Name)}
    found: n.Statement | None = None
    for statement in reversed(before):
        if isinstance(statement, n.Let | n.Choose):
            named = {name for node in walk(statement) for name in variables_of(node)}
            if used & {*named, "it"}:
                break
        elif found is not None:
            break
        if not isinstance(statement, _IDLE):
            found = statement
    return found


def _moved(when: Span, place: Span, help: str) -> Fix:
    """Return the fix that moves a `when` before a statement."""
    source = place.source
    line = source.text.rfind("\n", 0, place.start) + 1
    indent = source.text[line : place.start]
    gap = f"\n{indent}" if not indent.strip() else " "
    text = TextEdit(Span(source, place.start, place.start), when.text + gap)
    return Fix("move the `when`", (text, deletion(when)), help=help)


def _opening(node: n.Statement) -> str:
    return " ".join(node.span.text.split("{")[0].split())


def _within(inner: Span, outer: Span) -> bool:
    return inner.source.path == outer.source.path and outer.start <= inner.start < outer.end
