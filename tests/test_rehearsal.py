"""Playing a house rule before game night finds what its text does not show."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from wtrules.diagnostics import Severity
from wtrules.diagnostics.manual import page
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile
from wtrules.validation.rehearsal import play_games, rehearse


def found(body: str, base: bool = True) -> list[tuple[str, Severity]]:
    """Return what a few games for two players find, without the variants on offer."""
    text = f"ruleset odd {{ extends en-capstone  players 2\n{body}\n}}"
    game = load(SourceFile("odd.wtr", text))

    def as_it_stands(variants: Sequence[str]) -> Game | None:
        return None if variants else game

    base_game = load("en-capstone") if base else None
    faults = rehearse(game.rules, as_it_stands, base_game, lambda _: None, games=30)
    return [(fault.code, fault.severity) for fault in faults]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", []),
        ("rule r { on turn begins  do score 1 for active }", []),
        (
            "remove rule end.finish_round  remove rule end.stalled",
            [("game-without-end", Severity.ERROR)],
        ),
        ("remove rule end.winner", [("no-winner", Severity.WARNING)]),
        (
            "rule r { on turn begins  when home of active > 90  do score 1 for active }",
            [("idle-rule", Severity.WARNING)],
        ),
        (
            'spell unseen { name en "Unseen"  cost 1  when castable_now  do draw 1 cards for actor }',
            [("idle-rule", Severity.WARNING)],
        ),
        (
            "override rule game { perform setup  repeat { round { do score 1 for active } } }",
            [("never-asks", Severity.ERROR)],
        ),
    ],
)
def test_what_playing_finds(body: str, expected: list[tuple[str, Severity]]) -> None:
    """Endless games, games nobody wins and idle rules are found; a sound rule gives no report."""
    assert expected == found(body)


def test_what_is_usual_is_not_reported() -> None:
    """Random players lose the solo game; a house rule is not to blame for it."""
    solo = load("en-capstone", ["solo"])
    faults = list(rehearse(solo.rules, lambda _: solo, solo, lambda _: None, games=20))

    assert play_games(solo, 1, 20).often_unwon
    assert [] == faults


@pytest.mark.parametrize("code", ["game-without-end", "never-asks", "idle-rule", "no-winner"])
def test_pages(code: str) -> None:
    """Each finding can be looked up; an error cannot be suppressed."""
    found = page(code)
    assert found is not None
    assert found.needs_play == (code != "never-asks")  # a short game finds that, too
    assert found.can_be_suppressed == (code != "never-asks")
