"""Checks of a resolved ruleset that find mistakes before game night.

Rules come in, diagnostics go out. Each module holds one check; `CHECKS` lists them in the order they
run. `survey`, `setting_uses` and `possible_values` are what several checks know about the rules,
`assumptions` checks open questions, and `suppressions` applies `suppress` to what all of them find.
The manual page of each code is in `diagnostics/pages/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wtrules.checks import (
    acting,
    after_clauses,
    board,
    book,
    box,
    card_codes,
    choices,
    clauses,
    colours,
    conditions,
    confusing_names,
    costs,
    covered,
    dealing,
    deck,
    earlier_conditions,
    empty_blocks,
    events,
    examples,
    hidden,
    last_conditions,
    lookalikes,
    lost_values,
    names,
    never_set,
    not_rolled,
    numbers,
    phrasing,
    pieces,
    points,
    required,
    scopes,
    seen_anyway,
    sentences,
    sources,
    spells,
    tables,
    too_early,
    track,
    unreachable,
    unused,
    variants,
    ways,
    wording,
)
from wtrules.diagnostics import Diagnostic
from wtrules.rules.model import Rules

Check = Callable[[Rules], Iterator[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    required.check,
    numbers.check,
    tables.check,
    track.check,
    names.check,
    confusing_names.check,
    ways.check,
    pieces.check,
    board.check,
    covered.check,
    seen_anyway.check,
    colours.check,
    deck.check,
    dealing.check,
    box.check,
    costs.check,
    spells.check,
    card_codes.check,
    clauses.check,
    choices.check,
    conditions.check,
    earlier_conditions.check,
    last_conditions.check,
    events.check,
    too_early.check,
    not_rolled.check,
    scopes.check,
    lost_values.check,
    never_set.check,
    acting.check,
    points.check,
    unreachable.check,
    empty_blocks.check,
    after_clauses.check,
    variants.check,
    sources.check,
    phrasing.check,
    wording.check,
    book.check,
    sentences.check,
    lookalikes.check,
    hidden.check,
    examples.check,
    unused.check,
)


def run_checks(rules: Rules) -> list[Diagnostic]:
    """Return everything the checks find, in the order they run."""
    return [diagnostic for check in CHECKS for diagnostic in check(rules)]
