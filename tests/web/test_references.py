"""What the page shows of a rule that a move or a decision names."""

from pathlib import Path

from wtrules.game.load import load
from wtrules.web.references import rule_reference

SMALL = Path(__file__).parents[1] / "fuzz" / "small.wtr"


def test_a_rule_says_what_it_says():
    """Its sentence in the language of the reader, its name if it has one, and where it is."""
    game = load(SMALL)
    found = rule_reference(game, "turn.refill", "de")
    assert ("turn.refill", "turn.refill", []) == (found["id"], found["title"], found["cites"])
    assert "Fülle deine Hand auf." == found["says"]
    assert "place" in found
    assert "Refill your hand." == rule_reference(game, "turn.refill", "en")["says"]
    assert found is rule_reference(game, "turn.refill", "de")


def test_an_unknown_rule_has_only_its_name():
    """A recorded game may name a rule that is no longer there."""
    nothing = {"id": "gone", "title": "gone", "says": "", "cites": []}
    assert nothing == rule_reference(load(SMALL), "gone", "en")
