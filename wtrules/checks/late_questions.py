"""Questions that are not asked if what was done before them has ended the turn.

A rule that reacts may end the turn, as the shipped one does when a wizard comes home. What is being
carried out is then finished, but nobody is asked any more.
"""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.language.verbs import KINDS
from wtrules.meaning import nodes as m

_QUESTIONS = (m.Choose, m.May, m.Either)


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find each question after something that may end the turn, in files of one's own."""
    is_own = survey(meaning.resolved).is_own
    ending = _Ending(meaning)
    for body in meaning.bodies:
        for act, question in ending.late_in(body, None):
            if is_own(question.span):
                yield report("asked-too-late", question.span, act=act.span)


class _Ending:
    """What may end a turn, a round or an action because a rule reacts to it."""

    def __init__(self, meaning: m.Meaning) -> None:
        self._rules: set[str] = set()  # that end something
        self._events: set[str] = set()  # to which such a rule reacts
        waiting = list(meaning.rules.values())
        while True:
            found = [rule for rule in waiting if any(map(self._ends, m.statements_in(rule.body)))]
            if not found:
                return
            self._rules |= {rule.id for rule in found}
            self._events |= {reaction.event for rule in found for reaction in rule.on}
            waiting = [rule for rule in waiting if rule.id not in self._rules]

    def _ends(self, statement: m.Statement) -> bool:
        match statement:
            case m.End(scope=scope):
                return scope not in ("setup", "game")
            case m.Perform(rule=id):
                return id in self._rules
            case m.Act():
                return self._causes_end(statement)
        return False

    def _causes_end(self, act: m.Act) -> bool:
        kind = KINDS.get(act.kind)
        return kind is not None and not self._events.isdisjoint(kind.events)

    def late_in(
        self, body: m.Body, act: m.Act | None
    ) -> Iterator[tuple[m.Act, m.Choose | m.May | m.Either]]:
        """Yield the questions of a body with what may end the turn before them; *act*: so does this."""
        for statement in body:
            if act is not None and isinstance(statement, _QUESTIONS):
                yield act, statement
                return
            if isinstance(statement, m.Act) and self._causes_end(statement):
                act = statement
            elif not isinstance(statement, m.Scope):
                for inner in m.inner_bodies(statement):
                    yield from self.late_in(inner, act)
