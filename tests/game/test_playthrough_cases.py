"""Recorded games come out as they did: every position, every option, every result."""

from functools import cache

import pytest

from tests.playthrough_cases import (
    Case,
    fingerprint,
    line,
    load_case,
    read_cases,
    ruleset_path,
)
from tests.record_playthroughs import RECORDINGS
from wtrules import resources
from wtrules.game.game import Game
from wtrules.game.playthrough import replay
from wtrules.resolve.library import ruleset_names

CASES = list(read_cases())


@cache
def game(ruleset: str, variants: tuple[str, ...]) -> Game:
    """The game of some cases, made once."""
    return load_case(ruleset, variants)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_recorded_game(case: Case):
    """A recorded game can be played again, through the same positions to the same end."""
    played = replay(game(case.playthrough.ruleset, case.playthrough.variants), case.playthrough)

    assert played.stop is None
    assert case.ends_at == line(played.states[-1])
    assert case.positions == fingerprint(played.states)
    assert played.agrees


def test_files_are_the_recordings():
    """The folder holds what the script records, no more and no less."""
    assert {recording.name for recording in RECORDINGS} == {case.name for case in CASES}


def shipped() -> list[str]:
    """The shipped rulesets that can be played, without the example house rules."""
    others = {path.stem for path in resources.examples_folder().glob("*.wtr")} | {"atlas"}
    return [name for name in ruleset_names() if name not in others]


def test_every_shipped_ruleset_has_a_game():
    """Each ruleset is played by itself and with each of its variants."""
    recorded = {(case.playthrough.ruleset, v) for case in CASES for v in case.playthrough.variants}
    recorded |= {
        (case.playthrough.ruleset, None) for case in CASES if not case.playthrough.variants
    }
    wanted = {(name, None) for name in shipped()} | {
        (name, variant) for name in shipped() for variant in game(name, ()).rules.variants
    }

    assert set() == wanted - recorded


def test_recorded_rulesets_exist():
    """A case names a shipped ruleset or one of the tests' own."""
    own = {case.playthrough.ruleset for case in CASES} - set(shipped())

    assert own == {name for name in own if ruleset_path(name) != name}


def test_somebody_wins():
    """Some recorded games are whole."""
    results = {(case.playthrough.result or "").split()[0] for case in CASES}

    assert {"open", "won", "lost"} <= results
