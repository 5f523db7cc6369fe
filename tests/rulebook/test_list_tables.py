"""Lists with a number for each place, as tables in a book."""

import pytest

from wtrules.pipeline import load_rules
from wtrules.rulebook.box import list_table
from wtrules.rulebook.marks import Marks
from wtrules.source import SourceFile
from wtrules.texts import Texts

# The ghost lights of the Capstone manual, p. 3.
LIGHTS = (("1–3", "3"), ("4–6", "2"), ("7–9", "1"))
RENAMED = 'override label board.lights { name en "Lights" }'
ONE_TITLE = 'override label board.lights { name en "Lights" columns en "Space" }'


@pytest.mark.parametrize(
    ("clauses", "header"),
    [
        ("", ("Space", "Wizards, at most")),
        (RENAMED, ("Space", "Wizards, at most")),
        (ONE_TITLE, ("Number", "Value")),
    ],
)
def test_a_list_has_two_columns(clauses: str, header: tuple[str, str]):
    """They are called as its label says; places with the same value share a row."""
    rules, _ = load_rules(
        SourceFile("house.wtr", f"ruleset house {{ extends en-capstone {clauses} }}")
    )
    assert rules is not None
    entry, texts = rules.get("setting", "board.lights"), Texts("en")
    assert entry is not None
    table = list_table(rules, entry, texts, Marks(rules, None, texts, (2,)))
    assert table is not None
    assert (header, LIGHTS) == (table.header, table.rows)
