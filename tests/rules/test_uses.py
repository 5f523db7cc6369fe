"""What definitions use: the references that binding records."""

import pytest

from wtrules.checks.survey import survey
from wtrules.meaning.references import PERFORMS, READS, WRITES
from wtrules.pipeline import load_rules, open_ruleset
from wtrules.resolve.model import Rules
from wtrules.services.index import index_of
from wtrules.source import SourceFile


def rules_of(text: str) -> Rules:
    """Return a house rule."""
    rules, faults = load_rules(
        SourceFile("own.wtr", f"ruleset own {{ extends en-capstone\n{text}\n}}")
    )
    assert rules is not None
    assert () == faults
    return rules


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("rule r { on turn ends do add 1 to tally }", {WRITES}),
        ("rule r { on turn ends set tally = tally + 1 }", {WRITES}),
        ("rule r { on turn ends set tally = 1 when tally > 3 }", {READS, WRITES}),
        ("rule r { on turn ends if tally > 3 { set tally = 0 } }", {READS, WRITES}),
        ('rule r { says en "Not yet." on turn ends do draw tally cards }', {READS}),
        ("rule r { on turn ends let tally = 1 do draw 1 card }", set()),
        ("variant v { rule r { on turn ends do draw tally cards } }", {READS}),
        ("variant v { memory other = 0 rule r { on turn ends set tally = other } }", {WRITES}),
        ("example e { given start for 2 players then tally = 0 }", set()),
    ],
)
def test_how_a_memory_is_used(text: str, uses: set[str]):
    """To make it larger is not yet to use it; variants count that are not chosen, examples do not."""
    seen = survey(rules_of(f"memory tally = 0\n{text}"))

    assert uses == {x.use for _, x in seen.references("memory", "tally", READS, WRITES)}


def test_a_rule_that_only_a_variant_performs():
    """It is performed, though nobody has chosen the variant."""
    seen = survey(
        rules_of("rule r { do draw 1 card } variant v { rule s { on turn ends perform r } }")
    )

    assert [("variant", "v")] == [key for key, _ in seen.references("rule", "r", PERFORMS)]


def test_what_is_bound_apart_changes_nothing():
    """An editor may ask for the names of a file before the rules are checked."""
    text = "memory a = 0 define odd = nowhere rule r { on turn ends do draw 1 card when odd }"
    source = SourceFile("own.wtr", f"ruleset own {{ extends en-capstone\n{text}\n}}")
    asked, checked = (open_ruleset(source) for _ in range(2))
    made = asked.compile(), checked.compile()
    assert asked.loaded is not None
    assert made[0] is not None
    assert made[1] is not None
    index_of(asked.loaded.file, made[0].rules)

    assert made[1].elaborated == made[0].elaborated
    assert made[1].elaborated[1]


def test_one_survey_for_all_checks():
    """The survey of some rules is made once."""
    rules = rules_of("")

    assert survey(rules) is survey(rules)
