"""The atlas checked against manuals, rules and examples: nothing is missing, nothing is invented."""

from __future__ import annotations

from functools import cache

import pytest

from tests.rules.atlas_table import IDS
from wtrules.game.load import load
from wtrules.pipeline import load_rules
from wtrules.resolve.coverage import STANCES, Coverage, coverage
from wtrules.resolve.library import Library

MANUALS = ("en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30", "en-capstone")


@cache
def found(ruleset: str = "en-capstone", *variants: str) -> Coverage:
    """Return the coverage of a ruleset and of some of its variants, each by itself."""
    atlas, faults = load_rules("atlas")
    assert atlas is not None
    assert () == faults
    chosen = [(), *((variant,) for variant in variants)]
    games = [load(ruleset, names, library=Library(with_examples=True)) for names in chosen]
    return coverage(atlas, [game.rules for game in games])


def test_no_rule_of_the_atlas_is_missing():
    """All 262 topics are in the table, in order, each with all five manuals."""
    topics = found().topics

    assert IDS == [topic.id for topic in topics]
    assert MANUALS == found().manuals
    assert all(list(MANUALS) == list(topic.readings) for topic in topics)


@pytest.mark.parametrize("manual", MANUALS)
def test_the_totals_add_up(manual: str):
    """Each topic is stated, implied, left out or lost, in every manual."""
    totals = found().totals(manual)

    assert 262 == sum(totals[stance] for stance in STANCES)
    assert totals["states"] > totals["implies"] > 0


def test_section_and_page_of_a_topic():
    """A statement of a manual has a place; if the manual says something else, that is shown too."""
    topic = next(t for t in found().topics if t.id == "scope.age")

    assert ("states", "Wandering Towers", "p~1") == (
        topic.readings["en-capstone"].stance,
        topic.readings["en-capstone"].section,
        topic.readings["en-capstone"].page,
    )
    assert {
        "en": "The game is recommended for ages ten and up.",
        "de": "Ab zehn Jahren.",
    } == topic.readings["en-capstone"].differs
    assert not topic.alike


def test_what_covers_a_topic():
    """Settings, rules, spells and variants are named by kind and id."""
    covered = {topic.id: topic.covered_by for topic in found().topics}

    assert ("setting board.spaces", "rule setup.track") == covered["mat.track.spaces"]
    assert "rule castle.move" in covered["castle.move.target"]
    assert "spell piggyback" in covered["spell.piggyback.forced"]
    assert "variant team" in covered["team.seating"]


def test_a_variant_covers_more():
    """A rule that only a variant has counts when the variant is included, and names it."""
    alone, both = found(), found("en-capstone", "team")

    assert "team.card.exchange" in alone.uncovered
    assert "team.card.exchange" not in both.uncovered
    clause = next(c for c in both.clauses if c.id == "team.give_back")
    assert ("team",) == clause.variants


def test_examples_of_topics_and_rules():
    """An example shows the topics it covers, the rules that cover them, and what it is forbidden by."""
    topic = next(t for t in found().topics if t.id == "castle.no_tower_on_top")
    clause = next(c for c in found().clauses if c.id == "castle.no_tower_on_top")
    shown = next(e for e in found().examples if e.id == "tower.not_on_castle")

    assert "tower.not_on_castle" in topic.examples
    assert "tower.not_on_castle" in clause.examples
    assert ("en-capstone",) == shown.cites
    assert "castle.no_tower_on_top" not in found().without_example
    assert "scope.age" in found().without_example


def test_games_are_counted_for_what_can_do_something():
    """A rule that only has a text cannot fire; the others have the number of their games."""
    counted = found().with_games(9, {"castle.move": 7, "spell.move_tower": 3})
    fired = {(c.kind, c.id): c.fired for c in counted.clauses}

    assert 7 == fired["rule", "castle.move"]
    assert 3 == fired["spell", "move_tower"]
    assert 0 == fired["spell", "piggyback"]
    assert fired["rule", "facts.age"] is None
    assert () == found().never_fired
    assert "piggyback" in [c.id for c in counted.never_fired]


def test_json_has_the_promised_shape():
    """The fields are those the module describes."""
    document = found().to_json()

    assert 1 == document["schema"]
    assert {
        "schema", "ruleset", "variants", "manuals", "topics", "rules", "examples", "uncovered",
        "without_example", "games",
    } == set(document)  # fmt: skip
    assert {"id", "chapter", "says", "readings", "alike", "covered_by", "examples"} == set(
        document["topics"][0]
    )
    assert {"stance", "section", "page", "differs", "phrased"} == set(
        document["topics"][0]["readings"]["en-capstone"]
    )
    assert {"kind", "id", "variants", "covers", "examples", "fired"} == set(document["rules"][0])
    assert {"id", "covers", "cites", "variants"} == set(document["examples"][0])
    assert set(document["uncovered"]) <= set(IDS)
