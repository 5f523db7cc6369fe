"""Actions of rules, by kind."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from wtrules.language.verbs import KINDS, kind_of
from wtrules.program.program import Expr
from wtrules.rules import meaning as m


@frozen
class Action:
    """An action with the values of its parts."""

    kind: str
    act: m.Act
    values: Mapping[str, Expr]  # by label; groups have none

    def __getitem__(self, label: str) -> Expr:
        return self.values[label]

    def term(self, label: str) -> m.Term:
        """Return a part as the rule has it."""
        term = self.act.part(label)
        assert term is not None
        return term

    @property
    def events(self) -> tuple[str, ...]:
        """The events the action can cause, in the order they happen."""
        return KINDS[self.kind].events


def kind_of_act(act: m.Act) -> str:
    """Return the kind of an action."""
    what = act.part("what")
    return kind_of(act.verb, what.type if what is not None else None)


def events_of(act: m.Act) -> tuple[str, ...]:
    """Return the events an action can cause, in the order they happen."""
    return KINDS[kind_of_act(act)].events
