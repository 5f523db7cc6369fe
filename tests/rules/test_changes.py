"""What one ruleset changes compared with another, in words."""

from wtrules.meaning.changes import ValueChanged, changes
from wtrules.pipeline import load_rules
from wtrules.resolve.model import Rules
from wtrules.say.changes import change_text, title_of
from wtrules.source import SourceFile
from wtrules.texts import Texts


def rules(clauses: str) -> Rules:
    """Return the rules of a house rule."""
    found, faults = load_rules(
        SourceFile("house.wtr", f"ruleset house {{ extends core {clauses} }}")
    )
    assert found is not None, faults
    return found


def test_variants_are_compared():
    """A new variant, one that is gone and one that has changed; one that is the same says nothing."""
    old = rules("""
      variant hurry { override turn.actions = 3 }
      variant rush { override hand.size = 5 }
      variant calm { override hand.size = 2 }
    """)
    new = rules("""
      variant hurry { override turn.actions = 4 }
      variant calm { override hand.size = 2 }
      variant storm { override hand.size = 4 }
    """)
    assert [
        ("variant hurry", "definition changed"),
        ("variant rush", "removed"),
        ("variant storm", "added"),
    ] == [(title_of(change), change_text(change, Texts("en"))) for change in changes(new, old)]


def test_changes_have_their_kinds():
    """A setting shows its value before and after; what is new has its kind, and its value if it has one."""
    old = rules("override hand.size = 4 allowance visit = 1 per turn")
    new = rules("override hand.size = 5 allowance visitor = 2 per turn")
    assert [
        ("hand.size", "4 → 5"),
        ("allowance visit", "removed"),
        ("allowance visitor", "added: 2 per turn"),
    ] == [(title_of(change), change_text(change, Texts("en"))) for change in changes(new, old)]


def test_for_how_many_players_is_a_change():
    """It has the name of the clause, and both values."""
    old, new = rules("players 2..4"), rules("players 3..5")
    assert [ValueChanged("players", "2..4", "3..5")] == [
        change for change in changes(new, old) if "players" in title_of(change)
    ]
