"""Checks of a resolved ruleset: what would go wrong at the table, found before game night.

Rules come in, diagnostics go out. Each module holds one check, the codes it reports and the manual
page of each; `CHECKS` lists the checks in the order they run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType

from wtrules.checks import (
    board,
    box,
    choices,
    clauses,
    codes,
    colours,
    conditions,
    deck,
    examples,
    grounds,
    lookalikes,
    numbers,
    order,
    prices,
    required,
    suppressions,
    tables,
    unreachable,
    unused,
    variants,
    wording,
)
from wtrules.checks.suppressions import apply_suppressions
from wtrules.diagnostics import Diagnostic
from wtrules.rules.model import Rules

Check = Callable[[Rules], Iterator[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    required.check,
    numbers.check,
    tables.check,
    board.check,
    colours.check,
    deck.check,
    box.check,
    prices.check,
    codes.check,
    clauses.check,
    choices.check,
    conditions.check,
    unreachable.check,
    order.check,
    variants.check,
    grounds.check,
    wording.check,
    lookalikes.check,
    examples.check,
    unused.check,
)

# The modules with manual pages; suppressions are applied after all checks have run.
CHECK_MODULES: tuple[ModuleType, ...] = (
    required, numbers, tables, board, colours, deck, box, prices, codes, clauses, choices,
    conditions, unreachable, order, variants, grounds, wording, lookalikes, examples, unused, suppressions,
)  # fmt: skip


def run_checks(rules: Rules) -> list[Diagnostic]:
    """Return everything the checks find, in the order they run."""
    return [diagnostic for check in CHECKS for diagnostic in check(rules)]


__all__ = ["CHECKS", "CHECK_MODULES", "Check", "apply_suppressions", "run_checks"]
