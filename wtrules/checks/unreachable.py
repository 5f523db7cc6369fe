"""Statements that can never be reached."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from attrs import define, field

from wtrules.checks.survey import own_bodies, survey
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import delete
from wtrules.meaning import nodes as m
from wtrules.node import Node, parts_in, walk


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find statements after one that always leaves the block."""
    is_own = survey(meaning.resolved).is_own
    leaving = _Leaving(meaning)
    for _, body in own_bodies(meaning):
        for before, after in itertools.pairwise(body):
            if leaving.leaves(before) and is_own(after.span):
                yield report(
                    "unreachable",
                    after.span,
                    delete(after.span),
                    opening=_opening(before),
                    before=before.span,
                )
                break


def _opening(statement: m.Statement) -> str:
    return " ".join(str(statement.span.text).split("{")[0].split())


@define(eq=False, repr=False)
class _Leaving:
    """Knows which statements always leave their block."""

    meaning: m.Meaning
    _rules: dict[str, bool] = field(factory=dict)  # whether performing a rule always ends something

    def leaves(self, statement: m.Statement) -> bool:
        """Whether a statement always leaves its block."""
        match statement:
            case m.As():
                return self._always(statement.body)
            case m.Perform():
                return self._performed(statement.rule)
            case m.End() | m.Stop():
                return True
            case m.If() | m.Either(otherwise=None):
                return all(map(self._always, m.inner_bodies(statement)[: _branches(statement)]))
            case m.Repeat(mode="forever"):
                inside = walk(statement.body, inside=_outside_loops)
                return not any(isinstance(part, m.Stop) for part in inside)
            case _:
                return False

    def _performed(self, id: str) -> bool:
        if id not in self._rules:
            self._rules[id] = False  # for a rule that performs itself
            self._rules[id] = self._always(self.meaning.rules[id].body)
        return self._rules[id]

    def _always(self, body: m.Body) -> bool:
        """Whether some statements always leave the block around them."""
        for statement in body:
            # After these, the rest may be skipped.
            if isinstance(statement, m.When | m.Choose):
                return False
            if self.leaves(statement):
                return True
        return False


def _branches(statement: m.If | m.Either) -> int:
    """Return in how many blocks a statement goes on: either has an empty one for no `else`."""
    return 2 if isinstance(statement, m.If) else len(statement.branches)


def _outside_loops(node: Node) -> Sequence[object]:
    return () if isinstance(node, m.Repeat | m.Each | m.Secretly) else parts_in(node)
