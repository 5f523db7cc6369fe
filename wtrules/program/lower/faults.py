"""Rules that are sound one by one but cannot be compiled together."""

from __future__ import annotations

from collections.abc import Mapping

from wtrules.diagnostics import Diagnostic, Label
from wtrules.rules import meaning as m


class CannotCompile(Exception):
    """Rules that cannot be compiled; carries the diagnostic."""

    def __init__(self, fault: Diagnostic) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        return self.fault.message


def endless_rule(ring: list[str], rules: Mapping[str, m.Rule]) -> CannotCompile:
    """Return the fault of a rule that performs itself by way of the others in *ring*."""
    first, *others = dict.fromkeys(ring)
    return CannotCompile(
        Diagnostic(
            "endless-rule",
            f"`{first}` performs itself: {' → '.join(ring)}",
            Label(rules[first].span, "never comes to an end"),
            related=tuple(
                Label(rules[other].span, "on the way") for other in others if other in rules
            ),
            help=("use `repeat` for what is to happen several times",),
        )
    )


def cannot_ask_here(rule: m.Rule, moment: str) -> CannotCompile:
    """Return the fault of a rule that needs a decision at a moment that allows none."""
    return CannotCompile(
        Diagnostic(
            "cannot-ask-here",
            f"`{rule.id}` asks a player {moment}",
            Label(rule.span, "cannot wait for an answer here"),
            help=("remember what happened with `set`, and ask when the turn ends",),
        )
    )
