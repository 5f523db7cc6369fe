"""What a manual states is stated in the book of its edition; what it leaves open is marked, everywhere alike."""

from __future__ import annotations

from functools import cache

import pytest

from wtrules.game.load import load_atlas
from wtrules.pipeline import open_ruleset
from wtrules.rulebook import Book, rulebook
from wtrules.rulebook.parts import Question
from wtrules.rules.clauses import covered
from wtrules.rules.coverage import coverage
from wtrules.rules.ledger import ledger_of, stated

EDITIONS = ("en-capstone", "en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30")


@cache
def book(ruleset: str, *variants: str) -> Book:
    """Return a rulebook in English, without pictures."""
    return rulebook(ruleset, variants, "en", pictures=False)


def questions(found: Book) -> set[str]:
    """Return the open questions that a book lists."""
    blocks = (block for chapter in found.chapters for block in chapter.blocks)
    return {block.id for block in blocks if isinstance(block, Question)}


# Read in the five manuals: question, and the editions whose manual answers it in so many words.
STATED = {
    "amb.capacity.level": {"en-capstone"},
    "amb.castle.covered_ground": {"en-capstone"},
    "amb.dice.piece_first": {"en-capstone"},
    "amb.discard.decline_step": set(EDITIONS),
    "amb.discard.then_spell": {"en-capstone", "de-abacus-24", "de-abacus-30"},
    "amb.free.choice": set(EDITIONS),
    "amb.free.reward": {"en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30"},
    "amb.lock.own": {"en-capstone"},
    "amb.lock.optional": set(),
    "amb.spell.no_effect": set(),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_the_manual_states_is_not_open(edition: str):
    """Each book asks only what its own manual leaves open."""
    asked = questions(book(edition))

    assert set() == {id for id, stated in STATED.items() if edition in stated} & asked
    always = {"amb.free.reward", "amb.lock.own", "amb.lock.optional", "amb.spell.no_effect"}
    assert {id for id in always if edition not in STATED[id]} <= asked


def test_another_reading_is_open_again():
    """A reading that contradicts the manual is not what the manual states."""
    opened = open_ruleset("en-capstone")
    entry = ledger_of(opened.compile().rules, opened.library)["amb.lock.own"]
    assert ["lock.own_wizards"] == covered(entry)
    for assumed, places in ((), 1), ((("amb.lock.own", "b"),), 0):
        rules = opened.compile((), assumed).rules
        assert places == len(stated(entry, rules, coverage(load_atlas(), [rules])))


def test_the_ledger_covers_topics_of_the_atlas():
    """A mistyped topic would leave a question open for ever."""
    opened = open_ruleset("en-capstone")
    topics = {entry.id for entry in load_atlas().of_kind("topic")}
    ledger = ledger_of(opened.compile().rules, opened.library)

    assert set() == {id for entry in ledger.values() for id in covered(entry)} - topics
