"""Tables and decks as lines of text."""

from wtrules.pipeline import load_rules
from wtrules.say.describe import drawn
from wtrules.source import SourceFile

HOUSE = """ruleset house {
  extends core
  table wind {
    number | long_name | x
    1, 2   | 5         | 10
    3..6   | 12
  }
  override deck 17 {
    4 x wizard 1
    12 x tower 2
    1 x tower die rolls 2
  }
}
"""


def test_columns_are_as_wide_as_their_widest_cell():
    """Cells are to the left, numbers of cards to the right; a row that is short ends early."""
    rules, _ = load_rules(SourceFile("house.wtr", HOUSE))
    assert rules is not None
    table, deck = rules.get("table", "wind"), next(iter(rules.of_kind("deck")))
    assert table is not None

    assert [
        "number | long_name | x",
        "1, 2   | 5         | 10",
        "3..6   | 12        |",
    ] == drawn(table)
    assert [" 4 x wizard 1", "12 x tower 2", " 1 x tower die rolls 2"] == drawn(deck)
