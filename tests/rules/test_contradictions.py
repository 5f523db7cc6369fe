"""Conditions that contradict themselves: found for exactly those that no number makes true."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from tests.rules.helpers import library
from wtrules.checks.conditions import contradiction
from wtrules.meaning import nodes as m
from wtrules.meaning.binder import Binder, binder_of
from wtrules.pipeline import load_rules
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "=": operator.eq, "!=": operator.ne,
}  # fmt: skip
NUMBERS = range(-3, 9)
PARTS = [(sign, number) for sign in COMPARED for number in (2, 3)]


@cache
def binder() -> Binder:
    """Return what binds conditions of the Capstone game."""
    rules, _ = load_rules("en-capstone", library=library())
    assert rules is not None
    return binder_of(rules)


def bound(text: str) -> m.Term:
    """Return a condition."""
    file, faults = parse(SourceFile("term.wtr", f'rule x {{ says when {text} en "Yes." }}'))
    assert () == faults
    (rule,) = file.members
    assert isinstance(rule, n.Rule)
    return binder().condition(rule.clauses[0])


def conflict(text: str, known: str = "", holds: bool = True) -> tuple[str, str] | None:
    """Return the two parts that contradict each other, as they are written."""
    before = [(bound(known), holds)] if known else []
    found = contradiction(bound(text), before)
    return (found[0][0].text, found[1][0].text) if found is not None else None


@pytest.mark.parametrize(
    ("form", "is_first_so"),
    [
        ("roll {} {} and roll {} {}", True),
        ("{1} {0} roll and roll {2} {3}", True),  # from the other side
        ("not roll {} {} and roll {} {}", False),
        ("not (roll {} {} or not roll {} {})", False),
        ("hand.size = 3 and not (not roll {} {} or not roll {} {})", True),
    ],
)
def test_comparisons_of_a_number(form: str, is_first_so: bool):
    """Two comparisons contradict each other if no number meets both, however they are written."""
    mirrored = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
    wrong = []
    for (one, a), (two, b) in product(PARTS, PARTS):
        sign = mirrored.get(one, one) if form.startswith("{1}") else one
        possible = any(COMPARED[one](x, a) == is_first_so and COMPARED[two](x, b) for x in NUMBERS)
        if (conflict(form.format(sign, a, two, b)) is None) != possible:
            wrong.append((one, a, two, b))
    assert [] == wrong


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("roll > 3 and players = 2 and roll < 2", ("roll > 3", "roll < 2")),
        ("roll > 1 and roll < 5 and roll > 4", ("roll < 5", "roll > 4")),
        ("roll = 1 and (roll = 2 or players = 3)", None),
        ("players = 3 or roll = 1 and roll = 2", ("roll = 1", "roll = 2")),
        ("roll = 1 and roll = 1", None),
        ("roll = 1 and players = 2", None),
        ("any tower and no tower", ("any tower", "no tower")),
        ("no tower and not any tower", None),
        ("any tower and not no tower", None),
        ("roll = players and roll != players", ("roll = players", "roll != players")),
        ("roll < players and roll >= players", ("roll < players", "roll >= players")),
        ("roll > players and players >= roll", ("roll > players", "players >= roll")),
        ("roll > players and players < roll", None),
        ("roll < players and players < roll", None),
    ],
)  # fmt: skip
def test_the_parts_that_contradict_each_other(text: str, parts: tuple[str, str] | None):
    """The later part is at fault, and the nearest one before it is named."""
    assert parts == conflict(text)


@pytest.mark.parametrize(
    ("known", "holds", "text", "is_so"),
    [
        ("roll = 1", True, "roll = 2", True),
        ("roll = 1", False, "roll = 2", False),
        ("roll = 1", False, "roll = 1", True),
        ("roll > 2", False, "roll > 3", True),
        ("roll = 1 or players = 2", False, "roll = 1", True),
        ("roll = 1 and players = 2", False, "roll = 1", False),
    ],
)
def test_what_is_known_before(known: str, holds: bool, text: str, is_so: bool):
    """A condition contradicts what is true, or false, at this moment."""
    assert is_so == (conflict(text, known, holds) is not None)
