"""`end game TABLE.COLUMN at N`: a table says how the game ends."""

from __future__ import annotations

from functools import cache

import pytest

from tests.backends.trails import Trails
from wtrules.diagnostics import Diagnostic
from wtrules.diagnostics.fix import apply
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.pipeline import open_ruleset
from wtrules.rulebook import markdown, rulebook
from wtrules.services.index import index_of
from wtrules.services.rename import rename, renaming_at
from wtrules.source import SourceFile
from wtrules.validation import validate_opened

TABLE = """
  table grades {
    turns | mark | grade
    0, 1  | 6    | quick
    2..3  | 4    | steady
    5     | 1    | slow
  }
  outcome quick { name en "quick" }
  outcome steady { name en "steady" }
  outcome slow { name en "slow" }
  memory turns = 0
"""
END = "end game grades.grade at turns"


def file(last: str, end: str = END, table: str = TABLE) -> SourceFile:
    """Return a house rule in which the game is over after a number of turns."""
    rule = f"rule count {{ on turn ends set turns = turns + 1 when turns = {last} {end} }}"
    return SourceFile("graded.wtr", f"ruleset graded {{ extends en-capstone\n{table}\n{rule}\n}}")


def faults(source: SourceFile) -> list[Diagnostic]:
    """Return everything that is wrong with a house rule."""
    return list(validate_opened(open_ruleset(source))[1])


@cache
def game(last: str) -> Game:
    """Return the game that is over after a number of turns."""
    return load(file(last))


@pytest.mark.parametrize(
    ("last", "outcome"),
    [("1", "quick"), ("2", "steady"), ("3", "steady"), ("4", None), ("5", "slow"), ("6", None)],
)
def test_the_row_names_the_outcome(last: str, outcome: str | None):
    """The game ends with the outcome in the row that applies, and with none if no row does."""
    state = game(last).start(2, seed=1)
    while not state.is_over:
        state = state.play(state.legal_moves[-1])

    assert outcome == state.result.outcome


def test_both_back_ends_agree():
    """Both back ends play the same moves to the same end."""
    trails = Trails(game("3").engine(2))

    assert [None] * 3 == [trails.first_difference(seed, 100) for seed in range(3)]


def test_the_first_rule_that_ends_the_game_names_the_outcome():
    """An outcome that a table names does not replace an earlier one."""
    more = f'{TABLE} outcome first {{ name en "first" }} rule a {{ on turn ends end game first }}'
    state = load(file("1", table=more)).start(2, seed=1)
    while not state.is_over:
        state = state.play(state.legal_moves[-1])

    assert "first" == state.result.outcome


def test_outcomes_in_a_table_are_used():
    """Outcomes that only a table names are not reported as unused; others are."""
    unused = TABLE + 'outcome other { name en "other" }'

    assert [] == faults(file("3"))
    assert ["outcome `other` is never used"] == [
        fault.message for fault in faults(file("3", table=unused))
    ]


def test_a_word_that_is_no_outcome():
    """The cell with the word is pointed at, and where the game ends with it."""
    table = TABLE.replace('outcome steady { name en "steady" }', "")
    (fault,) = faults(file("3", table=table))

    assert ("unknown-name", "there is no outcome called `steady`") == (fault.code, fault.message)
    assert "steady" == fault.primary.span.text
    assert [END] == [label.span.text for label in fault.related]


@pytest.mark.parametrize(
    ("end", "code", "message"),
    [
        (
            "end game grades.mark at turns",
            "type-error",
            "expected an outcome, but `grades.mark at turns` is not one",
        ),
        (
            "end round grades.grade at turns",
            "unknown-name",
            "only `end game` takes an outcome, not `end round`",
        ),
        (
            "end game grades.great at turns",
            "unknown-column",
            "table `grades` has no column `great`",
        ),
    ],
)
def test_what_is_no_outcome(end: str, code: str, message: str):
    """Numbers, other scopes and unknown columns are errors."""
    found = [(fault.code, fault.message) for fault in faults(file("3", end))]

    assert (code, message) in found


def test_renaming():
    """An outcome is renamed in the column that the game ends with too, also in added rows."""
    more = "add to table grades { 7 | 0 | steady }"
    source = file("3", table=f"{TABLE.replace('| mark |', '| steady |')}\n{more}")
    opened = open_ruleset(source)
    made = opened.compile()
    assert made is not None
    assert opened.loaded is not None
    own = opened.loaded.file
    use = index_of(own, made.rules).at(source.text.index("outcome steady") + 9)
    edits = rename(renaming_at(use, lambda span: False), "even", [(own, made.rules)])

    expected = source.text.replace("4    | steady", "4    | even")
    expected = expected.replace("0 | steady", "0 | even").replace("outcome steady", "outcome even")
    assert expected == apply(source, edits).text


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_the_book_lists_the_outcomes(mode: str):
    """The rulebook prints the grades of both modes as the table of the manual lists them."""
    grades = [
        "fewer than 20 cards: exceptional",
        "20 to 23 cards: brilliant",
        "24 to 27 cards: very good",
        "28 to 30 cards: well done, goal reached",
        "31 to 35 cards: a near miss",
        "36 to 40 cards: keep at it",
        "41 to 45 cards: practice helps",
        "more than 45 cards: look and learn",
    ]

    book = markdown(rulebook("en-capstone", (mode,), pictures=False))

    assert grades == [line[2:] for line in book.splitlines() if line[2:] in grades]
