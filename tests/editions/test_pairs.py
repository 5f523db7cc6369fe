"""The five manuals against one another: nothing missing, nothing invented.

What must come out was read in the manuals: `pairs.txt` for what they say, the tables below for what
plays differently, with the pages. The program is asked afterwards.
"""

from functools import cache

import pytest

from tests.editions.helpers import expected_statements
from tests.modes import EDITIONS, modes
from wtrules import resources
from wtrules.editions.changes import Difference, Grade, Report, StanceChanged
from wtrules.editions.compare import compare
from wtrules.editions.diff import find
from wtrules.editions.examples import example_pair, failures
from wtrules.editions.sides import Side, open_side

EXPECTED = expected_statements()
ABACUS = ("en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30")

# What plays differently between the printings for 24 and for 30 wizards: only the German and English
# manuals for 24 say, on page 7, that freeing a wizard is bound to no moment.
PRINTINGS = {"free.timing (+nasty)": {"spell.free.any_time": ("p7", None)}}

# What plays differently between Abacus and Capstone, with the pages of both.
CAPSTONE = {
    # New cards at once and a step that may be left out, against a refill as the very last step and
    # a step that belongs to it. The German text alone ends the turn with the step.
    "rule turn.discard": {
        "turn.discard.draw_timing": ("p~4", "p~4"),
        "turn.discard.tower_optional": ("p~4", "p~4"),
        "turn.discard.spell_after": ("p~4", "p~4"),
    },
    # A spell ends the turn with an own wizard only, against with any wizard that enters.
    "rule castle.entry.ends_turn": {"spell.castle.whose": ("p~6", "p5")},
    # The game ends at once, against after the round.
    "team.end (+team)": {"team.end.timing": ("p6", "p~7")},
    # Master wizards draw the spells; in the nasty variant that is for the ordinary set-up to say.
    "spells.setup (+nasty)": {"nasty.setup.random": ("p~6", "p~3")},
    # One spell per action for the table, against one for each player.
    "allowance spell.casting (+nasty)": {"nasty.limit.shared": ("p~6", "p~7")},
    # Four flasks move one wizard two spaces, against casting twice; so with every spell that can be
    # repeated (swapping towers back and forth cannot).
    "rule spell.offer (+nasty)": {"nasty.multi.form": ("p~6", "p~7")},
    "spell move_wizard (+nasty)": {},
    "spell headwind_wizard (+nasty)": {},
    "spell move_tower (+nasty)": {},
    "spell headwind_tower (+nasty)": {},
    "spell move_castle (+nasty)": {},
    "spell piggyback (+nasty)": {},
    "spell free_wizard (+nasty)": {},
}


def rulesets() -> list[str]:
    """Every edition, the one with most modes in each of them, and every example."""
    played = ["+".join(["en-capstone", *chosen]) for chosen in modes("en-capstone") if chosen]
    examples = (path.stem for path in sorted(resources.examples_folder().glob("*.wtr")))
    return [*EDITIONS, *played, *examples]


@cache
def side(name: str) -> Side:
    return open_side(name)


def test_every_pair_is_expected():
    """Ten pairs of five manuals."""
    assert 10 == len(EXPECTED)


@pytest.mark.parametrize("pair", EXPECTED, ids=" ".join)
def test_what_two_manuals_say_differently(pair: tuple[str, str]):
    """Every statement that two manuals treat differently is found, and no other."""
    findings = find(side(pair[0]), side(pair[1]))
    found: dict[str, set[str]] = {"lost": set(findings.lost)}
    for statement in findings.statements:
        change = statement.change
        if not isinstance(change, StanceChanged):
            grade = "components" if statement.topic.startswith("mat.") else "letter"
        else:
            grade = "silence" if "omits" in (change.old, change.new) else "wording"
        found.setdefault(grade, set()).add(statement.topic)
        for telling in (statement.one, statement.two):
            assert telling.stance == "omits" or telling.cites, statement.topic

    assert EXPECTED[pair] == {grade: topics for grade, topics in found.items() if topics}


def behaviour(found: Report) -> dict[str, dict[str, tuple[str | None, str | None]]]:
    """Return what plays differently: the statements behind it, with their pages."""
    return {
        difference.address: {
            s.topic: (page(s.one.cites), page(s.two.cites)) for s in difference.statements
        }
        for difference in found.of_grade(Grade.BEHAVIOUR)
    }


def page(cites: tuple[str, ...]) -> str | None:
    return cites[0].split()[-1] if cites else None


def test_twenty_four_against_thirty_wizards():
    """The printings differ in play with master wizards only, and in what is in the box."""
    found = compare(side("en-abacus-24"), side("en-abacus-30"), jobs=2)

    assert PRINTINGS == behaviour(found)
    boxes = {d.address for d in found.of_grade(Grade.COMPONENTS)}
    assert {"table colours", "mat.wizards.total", "mat.wizards.per_colour"} == boxes
    _is_shown(found)


def test_abacus_against_capstone():
    """What plays differently between the German printing for 30 and the Capstone game."""
    found = compare(side("de-abacus-30"), side("en-capstone"), jobs=2)

    assert CAPSTONE == behaviour(found)
    letter = {d.address for d in found.of_grade(Grade.LETTER) if d.kind != "topic"}
    assert set() == letter  # nothing is merely written otherwise
    modes = {d.address for d in found.of_grade(Grade.SILENCE) if d.kind != "topic"}
    assert {"variant solo", "variant solo_spells", "variant coop", "variant coop_spells"} == modes
    _is_shown(found)
    # What explains a difference in play is not told again among the manuals' words.
    told = [d.id for d in found.differences if d.kind == "topic"]
    told += [s.topic for d in found.differences for s in d.statements]
    grades = EXPECTED["de-abacus-30", "en-capstone"].items()
    assert sorted(t for grade, topics in grades if grade != "lost" for t in topics) == sorted(told)


def _is_shown(found: Report) -> None:
    """Each has a position, a rule that explains it, and examples that hold on their own side."""
    for difference in found.of_grade(Grade.BEHAVIOUR):
        witness = difference.witness
        assert witness is not None, difference.address
        assert any(difference.id in name for name in difference.because), difference.address
        if witness.kind not in ("setup", "outcome"):
            _runs_as_examples(difference)


def _runs_as_examples(difference: Difference) -> None:
    pair = example_pair(difference)
    assert pair is not None, difference.address
    assert difference.witness is not None
    one, two = (state.game for state in difference.witness.before)
    assert [] == list(failures(pair.one, one))
    assert [] == list(failures(pair.two, two))
    if " to move" in pair.one:  # a short position can be set up on both sides
        assert list(failures(pair.one, two))
        assert list(failures(pair.two, one))


@pytest.mark.parametrize("name", [*rulesets()])
def test_every_ruleset_is_like_itself(name: str):
    """No edition, mode or example differs from itself."""
    found = compare(open_side(name), open_side(name), jobs=1)

    assert () == found.differences
    assert () == found.lost
