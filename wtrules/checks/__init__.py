"""Checks of what rules mean that find mistakes before game night.

Meaning comes in, diagnostics go out. Each module holds one check; `CHECKS` lists them in the order
they run. A check of what rules do reads what they mean; one of how definitions are written, such as the
rows of a table or the chapters of the rulebook, reads `meaning.resolved`. `survey` and `setting_uses` are what several checks know about the rules, `limits` how large
numbers may be, `words` how to put numbers into words. `assumptions` checks open questions, and
`suppressions` applies `suppress` to what all of them find.
The texts and the manual of each code are on its page, in `diagnostics/pages/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from wtrules.checks import (
    acting,
    after_clauses,
    board,
    book,
    box,
    card_codes,
    chance,
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
    hidden_definitions,
    last_conditions,
    late_questions,
    leaked_secrets,
    lookalikes,
    lost_values,
    missing_values,
    names,
    never_set,
    not_rolled,
    numbers,
    options,
    phrasing,
    pieces,
    points,
    required,
    scopes,
    secrecy,
    seen_anyway,
    sentences,
    sources,
    spells,
    stale_says,
    tables,
    too_early,
    track,
    unperformed_cards,
    unreachable,
    unused,
    variants,
    ways,
    wrong_deck,
)
from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic
from wtrules.meaning.nodes import Meaning

Check = Callable[[Meaning], Iterator[Diagnostic]]

# Rules in which these find something cannot be played.
SENSE: tuple[Check, ...] = (missing_values.check, wrong_deck.check, chance.check)

CHECKS: tuple[Check, ...] = (
    *SENSE,
    required.check,
    numbers.check,
    tables.check,
    track.check,
    names.check,
    confusing_names.check,
    hidden_definitions.check,
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
    options.check,
    conditions.check,
    earlier_conditions.check,
    last_conditions.check,
    events.check,
    too_early.check,
    not_rolled.check,
    scopes.check,
    late_questions.check,
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
    stale_says.check,
    book.check,
    sentences.check,
    lookalikes.check,
    hidden.check,
    secrecy.check,
    leaked_secrets.check,
    examples.check,
    unused.check,
    unperformed_cards.check,
)


def run_checks(meaning: Meaning, checks: Sequence[Check]) -> list[Diagnostic]:
    """Return everything that some checks find, in the order they run.

    A mistake that involves two places is reported at the one in the user's own file.
    """
    own_first = survey(meaning.resolved).own_first
    return [own_first(diagnostic) for check in checks for diagnostic in check(meaning)]
