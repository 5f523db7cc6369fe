"""Numbers of cards that are asked for before the die is rolled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.helpers import validate_file
from wtrules.diagnostics import Diagnostic

DECK = "override deck { 20 x wizard 1 20 x tower 2 }"
NAMED = """card gust(number n) { do score n }
  deck weather { 4 x gust %s }
  rule blow { on turn begins do reveal weather perform revealed of weather }
  rule calm { on card c revealed when value of c = 2 do score 1 }"""


def too_early(body: str, folder: Path) -> list[Diagnostic]:
    """Return the warnings about a house rule that ask for a number too early."""
    path = folder / "part.wtr"
    path.write_text(f"ruleset part {{ extends en-capstone\n{body}\n}}\n")
    return [fault for fault in validate_file(path) if fault.code == "too-early"]


FIVE = "when value of c = 5 do score 1 for p"


@pytest.mark.parametrize(
    ("body", "count"),
    [
        (f"rule x {{ on player p plays c {FIVE} }}", 1),
        (f"rule x {{ on player p plays c {FIVE} }}\n{DECK}", 0),  # no card has a die
        (f"rule x {{ on player p receives c {FIVE} }}", 1),
        (f"rule x {{ on player p plays c when rolls of c = 0 {FIVE} }}", 0),
        ("rule x { on player p plays c do roll die do score value of c for p }", 0),
        ("rule x { on player p rolls die when roll = 5 do score 1 for p }", 0),
        ("rule x { forbid player p plays c when value of c = 5 }", 1),
        ("rule x { on turn begins do score number of cards c where value of c = 5 }", 1),
        # In a word or rule that another one uses, the place is where the card is known.
        ("define d of card c = value of c > 3\nrule x { on player p plays c when d of c do score 1 }", 1),
        ("define d(number n, card c) = value of c > n\n"
         "rule x { on player p plays c when d(2, c) do score 1 }", 1),
        ("rule x { on player p plays c perform y(c) }\nrule y(card c) { do score value of c }", 1),
        ("rule x { on player p plays c perform y(c) }\n"
         "rule y(card c) { do roll die do score value of c }", 0),
        # The cards of a named deck may have dice, or not.
        (NAMED % "2", 0),
        (NAMED % "die", 1),
    ],
)  # fmt: skip
def test_where_a_number_is_not_known_yet(body: str, count: int, tmp_path: Path) -> None:
    """Each use before the roll is reported, and none after it or of cards without a die."""
    assert count == len(too_early(body, tmp_path))


def test_the_event_to_use_instead(tmp_path: Path) -> None:
    """Where the number is known later, the warning names the event; where it never is, it does not."""
    event = "`on player p rolls die`"
    played, barred = (
        " ".join(map(str, too_early(f"rule x {{ {rule} }}", tmp_path)[0].help))
        for rule in (f"on player p plays c {FIVE}", "forbid player p plays c when value of c = 5")
    )

    assert event in played
    assert event not in barred
    assert "`rolls of c = 0 and …`" in barred
