"""One rule changed at a time: the comparison names exactly that rule, and finds where it shows."""

import pytest

from tests.editions.helpers import mutant
from wtrules.editions.changes import Grade, type_name
from wtrules.editions.compare import compare
from wtrules.editions.sides import open_side

# The file, what stands there, what stands there instead; the rule, the kind of change, how it shows.
MUTANTS = [
    (
        "castle.wtr",
        "put castle on next place clockwise",
        "put castle on next place counterclockwise",
        ("rule castle.move", "statement-changed", "result"),
    ),
    # Only six players have so many wizards that the seventh tower gets a second one.
    (
        "board.wtr",
        "3, 3, 3, 2, 2, 2, 1, 1, 1",
        "3, 3, 3, 2, 2, 2, 2, 1, 1",
        ("board.lights", "value-changed", "setup"),
    ),
    ("turn.wtr", "actions 2", "actions 3", ("turn.actions", "value-changed", "result")),
    # Two have finished in one round: the one with fewer flasks wins.
    (
        "end.wtr",
        "highest full_flasks",
        "lowest full_flasks",
        ("rule end.winner", "condition-changed", "outcome"),
    ),
    # This spell is not even laid out in the ordinary game.
    (
        "spells.wtr",
        "do     move t counterclockwise 2",
        "do     move t counterclockwise 3",
        ("spell headwind_tower", "statement-changed", "moves"),
    ),
    (
        "setup.wtr",
        "5, 6    | 3       | 4",
        "5, 6    | 3       | 3",
        ("table supply", "cell-changed", "setup"),
    ),
    (
        "towers.wtr",
        "  when   any wizard on p\n",
        "  when   any wizard on p and number of wizards on p < 3\n",
        ("rule lock.reward", "condition-stronger", "result"),
    ),
    (
        "movement.wtr",
        "number of wizards on p + group > board.capacity",
        "number of wizards on p + group > board.capacity - 1",
        ("rule move.wizard.capacity", "condition-changed", "moves"),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new", "expected"), MUTANTS, ids=[m[3][0] for m in MUTANTS]
)
def test_one_changed_rule_is_named_and_shown(
    file: str, old: str, new: str, expected: tuple[str, str, str]
):
    """Nothing but the changed rule is named, and a position shows that play changes."""
    report = compare(open_side("en-capstone"), mutant(file, old, new), jobs=1)

    (difference,) = report.differences
    assert difference.witness is not None
    kind = type_name(difference.changes[0])
    assert expected == (difference.address, kind, difference.witness.kind)
    assert (difference.address,) == difference.because


@pytest.mark.slow
def test_another_way_to_say_the_same_is_no_difference():
    """A condition with its parts in another order is the same condition."""
    same = mutant("spells.wtr", "s is laid_out and cost of s", "cost of s")
    assert compare(open_side("en-capstone"), same, jobs=1).differences
    turned = mutant(
        "movement.wtr",
        "castle is not on p and number of wizards on p + group > board.capacity",
        "number of wizards on p + group > board.capacity and castle is not on p",
    )

    assert () == compare(open_side("en-capstone"), turned, jobs=1).differences


@pytest.mark.slow
def test_a_change_that_no_game_shows_is_unsettled():
    """No surface under the castle is ever crowded, so it needs no exception; the search finds nothing."""
    report = compare(
        open_side("en-capstone"),
        mutant("movement.wtr", "castle is not on p and number of wizards", "number of wizards"),
        jobs=1,
    )

    (difference,) = report.differences
    assert ("rule move.wizard.capacity", "unsettled") == (difference.address, difference.grade)
    assert "condition-weaker" == type_name(difference.changes[0])
    assert difference.searched is not None
    assert difference.searched.games > 0
    assert 15 == difference.searched.boards / 2  # all spaces but the castle's, forth and back


def test_other_words_are_wording():
    """A paraphrase that is put differently changes nothing in play."""
    report = compare(
        open_side("en-capstone"),
        mutant(
            "castle.wtr",
            "No tower may land on the castle, but towers may move past it.",
            "The castle bears no tower.",
        ),
    )

    (difference,) = report.differences
    assert ("rule castle.no_tower_on_top", "wording") == (difference.address, difference.grade)
    assert difference.witness is None


@pytest.mark.slow
def test_another_track_is_behaviour():
    """The physics reads the table of the track, so it acts without any rule that names it."""
    report = compare(open_side("en-capstone"), open_side("rope-bridge"), jobs=1)
    found = {one.id: one.grade for one in report.differences}

    assert Grade.BEHAVIOUR is found["track"]
