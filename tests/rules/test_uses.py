"""Which names a rule uses."""

from wtrules.checks.survey import survey
from wtrules.node import walk
from wtrules.pipeline import load_rules
from wtrules.rules.uses import walk_uses
from wtrules.syntax import nodes as n


def test_names_that_are_only_defined_are_not_uses():
    """A walk over the uses leaves out the name of a `let`, and keeps its value."""
    rules, _ = load_rules("en-capstone")
    assert rules is not None
    lets = [x for entry in rules.entries.values() for x in walk(entry.node) if type(x) is n.Let]

    assert lets
    for let in lets:
        assert any(part is let.name for part in walk(let))
        assert not any(part is let.name for part in walk_uses(let))
        assert any(part is let.value for part in walk_uses(let))


def test_one_survey_for_all_checks():
    """The survey of some rules is made once."""
    rules, _ = load_rules("en-capstone")
    assert rules is not None

    assert survey(rules) is survey(rules)
