"""Statements that can never be reached."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from wtrules.checks.survey import blocks, survey
from wtrules.diagnostics import Diagnostic, Label, warning
from wtrules.diagnostics.fix import delete
from wtrules.phrase import phrase
from wtrules.rules.model import Rules
from wtrules.rules.uses import inner_blocks, walk_outside_loops
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Find statements after one that always leaves the block."""
    seen = survey(rules)
    for kind in ("rule", "card", "spell"):
        for entry in rules.of_kind(kind):
            for statements, _ in blocks(entry):
                for before, after in itertools.pairwise(statements):
                    if _leaves(before, rules) and seen.is_own(after.span):
                        yield warning(
                            "unreachable",
                            phrase(
                                "nothing after `{opening}` is reached", opening=_opening(before)
                            ),
                            after.span,
                            "never reached",
                            delete(after.span, "move it before that, or remove it"),
                            related=(Label(before.span, "leaves here"),),
                        )
                        break


def _opening(node: Any) -> str:
    return " ".join(str(node.span.text).split("{")[0].split())


def _leaves(node: Any, rules: Rules, depth: int = 0) -> bool:
    """Whether a statement always leaves its block."""
    if depth > 50:
        return False
    match node:
        case n.As():
            return _always_leaves(node.body.statements, rules, depth)
        case n.Perform():
            target = node.target
            return isinstance(target, n.Name) and _performed_leaves(target.id, rules, depth)
        case n.End() | n.Stop():
            return True
        case n.If(otherwise=None):
            return False
        case n.If() | n.Either(otherwise=None):
            return all(
                _always_leaves(block.statements, rules, depth) for block in inner_blocks(node)
            )
        case n.Repeat(mode="forever"):
            return not _stops(node.body)
        case _:
            return False


class _Leaving:
    """The key for which rules always end something."""


def _performed_leaves(id: str, rules: Rules, depth: int) -> bool:
    """Whether performing a rule always ends something; known once for all that perform it."""
    known: dict[str, bool] = rules.computed.setdefault(_Leaving, {})
    if id not in known:
        known[id] = False  # for a rule that performs itself
        rule = rules.get("rule", id)
        known[id] = rule is not None and _always_leaves(rule.statements(), rules, depth)
    return known[id]


def _always_leaves(statements: Sequence[n.Statement], rules: Rules, depth: int) -> bool:
    """Whether some statements always leave the block around them."""
    for statement in statements:
        # After these, the rest may be skipped.
        if isinstance(statement, n.When | n.Choose):
            return False
        if _leaves(statement, rules, depth + 1):
            return True
    return False


def _stops(block: n.Block) -> bool:
    """Whether a `stop` in the block leaves the loop that contains the block."""
    return any(isinstance(node, n.Stop) for node in walk_outside_loops(block))
