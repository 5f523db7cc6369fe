"""A stranger's rules cannot keep a comparison busy: work grows no faster than they do, or is left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.validation.bombs import BOMBS, ruleset
from wtrules.diagnostics import suggest
from wtrules.editions.compare import compare
from wtrules.editions.differences import Report
from wtrules.editions.judge import effects, mixtures
from wtrules.editions.sides import Side, open_side
from wtrules.source import SourceFile


def house(text: str) -> Side:
    """Return a rule file as a side."""
    return open_side(SourceFile("bomb.wtr", text))


def compared(text: str) -> Report:
    """Compare a rule file with what it is built on, in this process."""
    side = house(text)
    return compare(side.base(), side, jobs=1)


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
