"""Which syntax error it is, at the place where the parser stopped.

Explanations are tried in order, from the specific to the vague: the first that is sure of itself
is reported. A repair is only proposed if the file can be parsed further with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from wtrules.syntax.recovery import clauses, missing, names, phrases, signs
from wtrules.syntax.recovery.place import Finding, Place

Explanation: TypeAlias = Callable[[Place], Finding | None]

# If the first word of a clause is not accepted.
_AT_THE_START: tuple[Explanation, ...] = (
    clauses.stray_else,
    clauses.block_without_header,
    clauses.missing_do,
    clauses.missing_keyword,
    phrases.other_words,
    phrases.impossible,
    clauses.missing_copies,
    clauses.misplaced_clause,
    clauses.foreign_clause,
    clauses.notion_of_another_game,
    clauses.misspelt_clause,
    signs.stray_punctuation,
    clauses.unknown_clause,
)

# If a later word of a clause is not accepted.
_INSIDE: tuple[Explanation, ...] = (
    names.keyword_as_name,
    phrases.other_player,
    clauses.missing_do_after_event,
    clauses.start_before_braces,
    phrases.then_after_if,
    phrases.other_words,
    phrases.impossible,
    clauses.foreign_clause,
    clauses.notion_of_another_game,
    clauses.clauses_among_settings,
    phrases.repeated_word,
    phrases.unit,
    phrases.missing_kind,
    signs.block_behind_clause,
    signs.ways_on,
    signs.sum_without_parentheses,
    signs.comma_for_and,
    signs.range_after_in,
    signs.trailing_comma,
    signs.second_operator,
    signs.chained_comparison,
    signs.negative_number,
    signs.stray_punctuation,
    signs.parenthesis,
    missing.language_of_text,
    signs.missing_equals,
    clauses.group_header,
    clauses.missing_copies,
    names.reserved_word,
    names.dotted_name,
    names.split_name,
    phrases.action_of_another_game,
    clauses.misspelt_word,
    phrases.unknown_action,
    phrases.unknown_quantity,
    phrases.filler_word,
    phrases.kind_before_name,
    phrases.named_piece,
    signs.missing_bar,
    signs.missing_comma,
    signs.missing_brace,
    missing.missing_amount,
    names.missing_name,
    missing.missing_number,
    missing.missing_text,
    missing.missing_value,
    missing.missing_word,
)


def diagnose(place: Place) -> Finding:
    """Return what is wrong at a place: the first explanation that applies."""
    for explain in _AT_THE_START if place.at == place.begin else _INSIDE:
        finding = explain(place)
        if finding is not None:
            return finding
    return missing.unexplained(place)
