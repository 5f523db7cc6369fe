"""Statements that can never be reached."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from wtrules.checks.survey import blocks, survey
from wtrules.diagnostics import Diagnostic, Label, warning
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
                    if _leaves(before) and seen.is_own(after.span):
                        yield warning(
                            "unreachable",
                            f"nothing after `{_opening(before)}` is reached",
                            after.span,
                            "never reached",
                            "move it before that, or remove it",
                            related=(Label(before.span, "leaves here"),),
                        )
                        break


def _opening(node: Any) -> str:
    return " ".join(str(node.span.text).split("{")[0].split())


def _leaves(node: Any, depth: int = 0) -> bool:
    """Whether a statement always leaves its block."""
    if depth > 50:
        return False
    match node:
        case n.End() | n.Stop():
            return True
        case n.If(otherwise=None):
            return False
        case n.If() | n.Either(otherwise=None):
            return all(
                any(_leaves(inner, depth + 1) for inner in block.statements)
                and not any(isinstance(inner, n.When) for inner in block.statements)
                for block in inner_blocks(node)
            )
        case n.Repeat(mode="forever"):
            return not _stops(node.body)
        case _:
            return False


def _stops(block: n.Block) -> bool:
    """Whether a `stop` in the block leaves the loop that contains the block."""
    return any(isinstance(node, n.Stop) for node in walk_outside_loops(block))
