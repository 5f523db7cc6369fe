"""A stranger's rules cannot keep a comparison busy: work grows no faster than they do, or is left out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.validation.bombs import BOMBS, ruleset
from wtrules.diagnostics import suggest
from wtrules.editions import sides
from wtrules.editions.budget import Budget, search_work, size
from wtrules.editions.changes import Grade
from wtrules.editions.compare import compare
from wtrules.editions.differences import Report
from wtrules.editions.judge import effects, evidence, judge, mixtures
from wtrules.editions.report.as_json import to_json
from wtrules.editions.report.text import text
from wtrules.editions.search.witness import TOO_MUCH
from wtrules.editions.sides import Side, open_side, shared_modes
from wtrules.game.load import load
from wtrules.program import from_rules
from wtrules.resolve.model import Rules
from wtrules.sidebyside import lockstep
from wtrules.source import SourceFile


def house(text: str) -> Side:
    """Return a rule file as a side."""
    return open_side(SourceFile("bomb.wtr", text))


def compared(text: str, jobs: int = 1) -> Report:
    """Compare a rule file with what it is built on."""
    side = house(text)
    return compare(side.base(), side, jobs=jobs)


def counted(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[tuple[object, ...]]:
    """Return a list that gets the arguments of all calls of a function."""
    calls: list[tuple[object, ...]] = []
    function: Callable[..., Any] = getattr(module, name)

    def noting(*arguments: object) -> object:
        calls.append(arguments)
        return function(*arguments)

    monkeypatch.setattr(module, name, noting)
    return calls


def test_each_definition_is_asked_once_what_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who uses each of many definitions is looked up: nobody looks through all rules each time."""
    rules = house(BOMBS["labelled_memories"].make(50)).rules
    asked = counted(monkeypatch, effects, "names_in")
    found = {key: list(effects.users(key, rules)) for key in rules.entries}

    assert len(asked) <= len(rules.entries)
    assert [("rule", "r")] == found["memory", "m7"]


def test_the_users_of_a_table_use_its_columns() -> None:
    """A rule that reads a column uses the table, and not a table whose name begins with the same letters."""
    rules = house(
        ruleset(
            "table prices {\n n | v\n 0 | 1\n}",
            "table prices2 {\n n | v\n 0 | 1\n}",
            "rule r { on turn begins do score prices.v at 0 }",
        )
    ).rules

    assert [("rule", "r")] == list(effects.users(("table", "prices"), rules))
    assert [] == list(effects.users(("table", "prices2"), rules))


@pytest.mark.slow
def test_games_that_lack_something_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule needs each memory that it changes: what explains a position is found without leaving
    out one memory after the other."""
    made = counted(monkeypatch, mixtures, "mixed_game")
    [found] = [d for d in compared(BOMBS["memories_of_wizards"].make(40)).differences if d.witness]

    assert len(made) < 20
    assert {"rule r", *(f"memory m{i}" for i in range(40))} == set(found.because)


def test_nobody_reads_suggestions_for_mixtures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that are missing in a mixture of two rulesets are not compared with all others."""
    side = house(ruleset("memory mm = 0", "rule r { on turn begins do score mm }"))
    one, two = side.base().game(), side.game()
    assert one is not None
    assert two is not None
    mixed = mixtures.Mixtures(one, two, tuple(effects.differing_keys(one.rules, two.rules)))
    compared = counted(monkeypatch, suggest, "_row")

    assert mixed.game([("rule", "r")]) is None
    assert [] == compared


# --- what is left out, and said to be ---


CAPACITY = ruleset("override board.capacity = 4")
NOTHING = ruleset("rule r { on turn begins when home of active > 90 do score 1 }")
SIZE = size(load("en-capstone"))


@cache
def searched_fully() -> tuple[Report, int]:
    """Return a report about a rule that never acts, and how many ways were tried to show it."""
    with pytest.MonkeyPatch.context() as patch:
        begun = counted(patch, evidence, "searching")
        return compared(NOTHING), len(begun)


def test_all_that_is_allowed_before_the_first_refusal() -> None:
    """The last piece may use up all that is left; after a refusal even a small one is refused."""
    budget = Budget(10)

    assert [True, True, False, False] == [budget.allows(work) for work in (4, 6, 1, 0)]
    assert 0 == budget.left


def test_work_grows_with_games_and_positions() -> None:
    """Each of the games counts, and a position as much as 750 numbers and those of its state."""
    game = load("en-capstone")
    program = game.program(2)
    numbers = sum(field.size for field in program.fields.values())

    assert 120 * SIZE == search_work((game, game), program, 0)
    assert 120 * SIZE + 750 + numbers == search_work((game, game), program, 250)


@pytest.mark.slow
def test_modes_are_left_out_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two modes of both sides are compared, and the report names the five that are not."""
    monkeypatch.setattr(sides, "MOST_CHOSEN", 4 * SIZE)
    report = compared(CAPACITY)

    assert (2, 5) == (len(report.modes), len(report.left_out))
    assert ("coop",) == report.left_out[-2]
    assert ["coop", "coop+coop_spells"] == to_json(report)["modes_left_out"][-2:]
    assert "Too many to compare: also with " in text(report)
    assert "Zu viele zum Vergleichen: auch mit " in text(report, "de")


@pytest.mark.slow
def test_no_mode_of_a_shipped_game_is_left_out() -> None:
    """There is room for all of them, and nothing is said about it."""
    report = compared(CAPACITY)

    assert (7, ()) == (len(report.modes), report.left_out)
    assert "modes_left_out" not in to_json(report)
    assert "Too many" not in text(report)


@pytest.mark.slow
def test_variants_are_not_tried_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three variants are set up; the others are differences, too, and the report says that it
    goes no further."""
    monkeypatch.setattr(judge, "MOST_CHOSEN", 3 * SIZE)
    report = compared(BOMBS["many_variants"].make(5))
    left_out = [d.id for d in report.differences if d.searched and d.searched.reason == TOO_MUCH]

    assert 5 == len(report.of_grade(Grade.BEHAVIOUR))
    assert ["v0", "v1", "v2"] == [d.id for d in report.differences if d.choice is not None]
    assert ["v3", "v4"] == left_out
    assert 2 == text(report).count("not searched: the changes before this one")
    assert 2 == text(report, "de").count("nicht gesucht: Die Änderungen davor")


@pytest.mark.slow
def test_variants_are_compiled_for_the_fewest_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is enough to know that both sides can be played with them."""
    side = house(BOMBS["many_spells"].make(12))
    base = side.base()
    calls = counted(monkeypatch, from_rules, "program")
    modes, _ = shared_modes(base, side)
    compiled = [(rules.chosen, players) for rules, _, players in calls if isinstance(rules, Rules)]
    with_variants = [(chosen, players) for chosen, players in compiled if chosen]

    assert ("team",) in modes
    assert (("team",), 4) in with_variants
    assert len(with_variants) == len({chosen for chosen, _ in with_variants})


@pytest.mark.slow
def test_changes_are_not_searched_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first two changes use up the work; the others are unsettled, in any number of processes."""
    monkeypatch.setattr(judge, "MOST_SEARCHED", 1)
    rules = BOMBS["many_spells"].make(4)
    reports = [compared(rules, jobs) for jobs in (1, 2)]
    searched = [d.id for d in reports[0].differences if d.witness is not None]
    left_out = [d for d in reports[0].differences if d.searched and d.searched.reason == TOO_MUCH]

    assert text(reports[0]) == text(reports[1])
    assert 2 == len(searched)
    assert 3 == len(left_out)  # two spells, and which spells are laid out
    assert {Grade.UNSETTLED} == {d.grade for d in left_out}


@pytest.mark.slow
def test_one_change_cannot_take_all_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a search has taken too much, no other way to show the change is tried."""
    _, ways = searched_fully()
    begun = counted(monkeypatch, evidence, "searching")
    monkeypatch.setattr(evidence, "MOST_FOR_ONE", 1)
    [found] = compared(NOTHING).differences

    assert 1 == len(begun) < ways
    assert Grade.UNSETTLED is found.grade
    assert found.searched is not None
    assert 0 < found.searched.positions


@pytest.mark.slow
def test_as_many_positions_as_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """With little room fewer positions are played on, and no small board counts as checked."""
    [plenty] = searched_fully()[0].differences
    monkeypatch.setattr(lockstep, "LARGEST", 100_000)
    [little] = compared(NOTHING).differences

    assert plenty.searched is not None
    assert little.searched is not None
    assert little.searched.positions < plenty.searched.positions
    assert (True, 0) == (plenty.searched.boards > 0, little.searched.boards)
