"""What other readings do to games, and the file of what has been measured."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from tests.sampling import sampled
from wtrules.game.assumptions import OpenQuestions
from wtrules.game.load import load
from wtrules.meaning.fingerprint import changes_fingerprint
from wtrules.simulate.readings import (
    Effect,
    Measuring,
    effect_key,
    known,
    known_effects,
    measured_effects,
)
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def measuring() -> Measuring:
    """Some games for two by the rules of the default ruleset."""
    return Measuring(load("en-capstone"), 2, 30)


def read_as(measuring: Measuring, id: str, reading: str) -> Effect:
    """Return what another reading does to these games."""
    return measuring.effect(load("en-capstone", assume={id: reading}))


@pytest.mark.slow
def test_what_cannot_happen_has_no_effect(measuring: Measuring):
    """Spells that are not laid out can cost what they like."""
    effect = read_as(measuring, "fact.cost.swap", "b")
    assert (0.0, 0.0) == (effect.comes_up.value, effect.size)


def test_bots_that_take_the_goal_for_another_one_do_not_count(measuring: Measuring):
    """Who wins when nobody can finish matters in no game in which somebody finishes."""
    effect = read_as(measuring, "amb.lock.dead_end", "b")
    assert (0.0, None) == (effect.comes_up.value, effect.size)


@pytest.mark.slow
def test_what_nobody_wants_by_our_reading(measuring: Measuring):
    """A reward for covering hidden wizards makes players cover them; it is no other goal."""
    effect = read_as(measuring, "amb.lock.hidden", "b")
    assert effect.comes_up.value > 0.5
    assert effect.size is not None


def test_what_happens_in_every_game(measuring: Measuring):
    """A tower spell that costs more is cast less often."""
    effect = read_as(measuring, "fact.cost.move_tower", "b")
    assert 1.0 == effect.comes_up.value
    assert effect.size is not None
    assert effect.size > 0
    assert effect.casts is not None
    assert effect.casts.high < 0


def test_knowing_more_is_a_difference(measuring: Measuring):
    """With open hands nothing else is legal, but everybody plays differently."""
    assert read_as(measuring, "amb.hand.secret", "b").comes_up.value > 0.9


@pytest.mark.slow
def test_alone_nobody_sees_more():
    """Whether hands are open matters to nobody who plays alone."""
    alone = Measuring(load("en-capstone", ["solo"]), 1, 6)
    effect = alone.effect(load("en-capstone", ["solo"], assume={"amb.hand.secret": "b"}))
    assert (0.0, 0.0) == (effect.comes_up.value, effect.size)


def test_it_can_be_written_down(measuring: Measuring):
    """An effect is the same after it was written and read."""
    effect = read_as(measuring, "amb.lock.own", "b")
    again = Effect.from_json(effect.to_json())
    assert effect.to_json() == again.to_json()
    nothing = Effect(effect.comes_up, None, None, None)
    assert None is Effect.from_json(nothing.to_json()).size


@pytest.mark.slow
def test_the_number_of_processes_makes_no_difference():
    """Results are the same with one process and with two."""
    questions = OpenQuestions(load("en-capstone"), "en-capstone")
    some = [one for one in questions.listed() if one.id in ("amb.lock.own", "amb.card.decline")]
    found = [measured_effects(questions, some, 2, games=10, jobs=jobs) for jobs in (1, 2)]
    assert found[0] == found[1]
    assert {("amb.lock.own", "b"), ("amb.card.decline", "b")} == set(found[0])


# --- the file ------------------------------------------------------------------------------------


def script() -> ModuleType:
    """Return the script that writes the file."""
    spec = importlib.util.spec_from_file_location("readings", ROOT / "benchmarks" / "readings.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def wanted() -> list[tuple[OpenQuestions, int, dict[str, tuple[str, str]]]]:
    """Return what the script measures, found once for both tests."""
    return list(script().wanted())


@pytest.mark.slow
def test_every_reading_of_every_manual_is_measured():
    """If not, the rules have changed: `python benchmarks/readings.py` measures what is missing."""
    missing = [
        (questions.game.name, reading)
        for questions, _, readings in wanted()
        for key, reading in readings.items()
        if not questions.game.rules.chosen and key not in known().effects
    ]
    assert [] == missing


@pytest.mark.slow
def test_nothing_out_of_date_is_kept():
    """What has been measured belongs to the rules as they are, with some variant or without."""
    keys = {key for _, _, readings in wanted() for key in readings}
    assert set() == set(known().effects) - keys


@pytest.mark.slow
@pytest.mark.parametrize(
    "reading",
    sampled(["amb.castle.buried_shield b", "amb.lock.own b", "fact.cost.move_tower b"], 1),
)
def test_what_is_measured_is_still_true(reading: str):
    """Played again, games are what the file says; if not, the bots or the engine have changed."""
    id, name = reading.split()
    questions = OpenQuestions(load("en-capstone"), "en-capstone")
    [one] = [one for one in questions.listed() if one.id == id]
    written = known_effects(questions.game, [one], 3)[id, name]
    again = measured_effects(questions, [one], 3, games=known().games, seed=known().seed)[id, name]

    assert written is not None
    assert again is not None
    for a, b in ((written.comes_up, again.comes_up), (written.result, again.result)):
        assert a is not None
        assert b is not None
        assert a.low <= b.value <= a.high


def items(text: str) -> tuple[n.Item, ...]:
    """Return the definitions in a reading."""
    source = f'assumption amb.x {{ says en "?" reading a en "!" {{ {text} }} default a }}'
    [entry] = parse(SourceFile("x.wtr", source))[0].members
    assert isinstance(entry, n.Assumption)
    [reading] = [clause for clause in entry.clauses if isinstance(clause, n.Reading)]
    return tuple(reading.bodies[0].items)


def test_words_do_not_count():
    """A better sentence makes no measurement stale; another number does."""
    rule = 'rule x { says en "%s" on turn ends either { option a en "%s" do fill %d flask of active } }'
    one, words, number = (
        changes_fingerprint(items(rule % parts))
        for parts in (("One.", "a", 1), ("Another.", "b", 1), ("One.", "a", 2))
    )
    assert one == words
    assert one != number


def test_what_an_effect_belongs_to():
    """Other rules, or another number of players, are other games."""
    questions = OpenQuestions(load("en-capstone"), "en-capstone")
    reading = next(reading for one in questions.listed() for reading in one.others)
    other = load("en-capstone", assume={"amb.lock.own": "b"})
    keys = {
        effect_key(questions.game, 3, reading),
        effect_key(questions.game, 2, reading),
        effect_key(other, 3, reading),
    }
    assert 3 == len(keys)
