"""Examples decide what chance brings: rolls, cards, picks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.helpers import report, validate_files

RULES = """
  deck weather 8 { 4 x gale 4 x lull }
  card gale { name en "gale" says en "A point." do score 1 }
  card lull { name en "lull" says en "Nothing." }
  rule weather.changes { on turn ends do reveal weather perform revealed of weather }
  rule gust {
    on   player p rolls n
    when n = 1
    let  w = random wizard where visible
    do   put w on space 12
  }
"""
GIVEN = 'given "K/R/N/R/b/R/N/R/N/R/y/r/./././. b flasks=6.0.0,6.0.0,6.0.0 hands=td2,w1,w2"'


def played(tmp_path: Path, *clauses: str) -> str:
    """Return what `validate` says of an example with these clauses."""
    example = "\n".join(("example a {", *clauses, "}"))
    text = f"ruleset a {{ extends en-capstone {RULES} {example} }}"
    return report(validate_files({"a.wtr": text}, tmp_path))


@pytest.mark.parametrize(
    "clauses",
    [
        ('when "card td2" roll 3', "then roll = 3", 'when "reroll" roll 5', "then roll = 5"),
        ('when "card td2" by chance', "then any wizard w on space 12 where owner of w is r"),
        ('when "card td2" by chance', "then roll = 2", 'when "reroll" by chance', "then roll = 6"),
        ("with next_cards of weather = lull.gale", 'when "discard"', 'when "tower s1"',
         "then revealed of weather is lull, points of b = 0"),
        ("with next_cards of weather = gale.lull", 'when "discard"', 'when "tower s1"',
         "then revealed of weather is gale, points of b = 1"),
    ],
)  # fmt: skip
def test_chance_is_set(tmp_path: Path, clauses: tuple[str, ...]):
    """Each of these examples is true."""
    assert "No problems found." in played(tmp_path, GIVEN, *clauses)


@pytest.mark.parametrize(
    ("clauses", "said"),
    [
        (('when "card td2" roll 3', "then roll = 4"), "`roll` is 3"),
        (('when "card td2" roll 9', "then roll = 3"), "the die shows 1 to 6, not 9"),
        (('when "discard" roll 3', "then roll = 3"), "does not roll the die, but a roll is set"),
        (('when "card td2 roll=3"', "then roll = 3"), 'write `when "card td2" roll 3`'),
        (('when "card td2" by chance', "then roll = 7"), "in 500 tries"),
        (("with next_cards of weather = storm", 'when "discard"', "then roll = 0"), "gale, lull"),
    ],
)
def test_what_cannot_be(tmp_path: Path, clauses: tuple[str, ...], said: str):
    """The report says why chance cannot bring that."""
    assert said in played(tmp_path, GIVEN, *clauses)
