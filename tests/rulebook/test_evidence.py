"""What a manual states is stated in the book of its edition; what it leaves open is marked, everywhere alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from attrs import evolve

from wtrules.game.load import load_atlas
from wtrules.pipeline import open_ruleset
from wtrules.resolve.clauses import covered
from wtrules.resolve.coverage import coverage
from wtrules.resolve.ledger import ledger_of, stated
from wtrules.rulebook import Book, html, markdown, rulebook
from wtrules.rulebook.parts import Block, Paragraph, Question, Table, Variant, paragraphs_of
from wtrules.rulebook.printed import printed_topics

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


# --- the variants on offer ------------------------------------------------------------------------


def variants(found: Book) -> dict[str, Variant]:
    """Return the variants on offer by id."""
    blocks = (block for chapter in found.chapters for block in chapter.blocks)
    offered = (block for block in blocks if isinstance(block, Variant))
    return {block.paragraph.id.removeprefix("variant "): block for block in offered}


def marked(paragraph: Paragraph) -> set[str]:
    """Return the open questions with which a paragraph is marked; `assumed` if no manual has it."""
    asked = {each.id for each in paragraph.notes.asked}
    return asked or ({"assumed"} if paragraph.notes.is_assumed else set())


def test_guesses_about_variants_are_marked():
    """Capstone does not say how partners sit, nor whether you may discard alone."""
    found = variants(book("en-capstone"))
    team = {each.id: each for each in found["team"].rules}
    nasty = {each.id: each for each in found["nasty"].rules}

    assert {"amb.team.seating", "amb.team.combine"} <= marked(found["team"].paragraph)
    assert {"assumed"} == marked(team["team.before_end"])
    assert "amb.nasty.multi_targets" in marked(nasty["spell.offer"])
    assert {"amb.nasty.prevented"} == marked(nasty["card.tower.move"])
    assert set() == marked(nasty["spell.priority"])
    (barred,) = (value for value in found["solo"].values if value.notes.asked)
    assert ("not allowed", "amb.solo.discard_option") == (barred.value, barred.notes.asked[0].id)


@pytest.mark.parametrize("printed", [html, markdown])
def test_a_mark_leads_to_its_question(printed: Callable[[Book], str]):
    """Every question that a variant is marked with is answered in the book."""
    found = book("en-capstone")
    text = printed(found)
    asked = {id for offer in variants(found).values() for p in offer.rules for id in marked(p)}

    assert asked - {"assumed"} <= questions(found)
    for id in asked - {"assumed"}:
        assert f"#question-{id}" in text, id


def test_manuals_for_thirty_wizards_leave_more_open():
    """Only those for twenty-four say that everybody may cast on every turn, and against others."""
    asked = {"amb.nasty.off_turn_30", "amb.nasty.against_30", "amb.nasty.during_30"}

    assert asked <= questions(book("de-abacus-30"))
    assert asked <= questions(book("en-abacus-30", "nasty"))
    assert set() == asked & questions(book("en-abacus-24", "nasty"))


def test_a_question_is_about_a_rule_of_the_book():
    """The manuals for thirty wizards do not say that spells are for your own benefit."""
    for edition in EDITIONS:
        assert edition.endswith("30") == ("amb.spell.benefit" not in questions(book(edition)))


# --- what belongs into a book ---------------------------------------------------------------------

GRADES = (
    "fewer than 20 cards: exceptional",
    "20 to 23 cards: brilliant",
    "24 to 27 cards: very good",
    "28 to 30 cards: well done, goal reached",
    "31 to 35 cards: a near miss",
    "36 to 40 cards: keep at it",
    "41 to 45 cards: practice helps",
    "more than 45 cards: look and learn",
)


def test_the_grades_are_printed():
    """In the book of the game as in that of the variant, and nothing but the grades."""
    offered = variants(book("en-capstone"))
    for offer, rule in ("solo", "solo.end"), ("coop", "coop.end"):
        assert GRADES == next(p for p in offered[offer].rules if p.id == rule).items
        (end,) = (p for p in paragraphs(book("en-capstone", offer)) if p.id == rule)
        assert GRADES == end.items


def paragraphs(found: Book) -> list[Paragraph]:
    """Return the paragraphs outside the variants on offer."""
    blocks = (block for chapter in found.chapters for block in chapter.blocks)
    return [p for block in blocks if block.kind != "variant" for p in paragraphs_of(block)]


def without(found: Book, change: Callable[[Block], Block | None]) -> Book:
    """Return a book in which some blocks are other ones, or missing."""
    chapters = (
        evolve(chapter, blocks=tuple(b for block in chapter.blocks if (b := change(block))))
        for chapter in found.chapters
    )
    return evolve(found, chapters=tuple(chapters))


MUTANTS: dict[str, tuple[tuple[str, ...], Callable[[Block], Block | None], str]] = {
    "the grades of solo play": (
        ("solo",),
        lambda b: evolve(b, items=()) if isinstance(b, Paragraph) else b,
        "solo.score.lt20",
    ),
    "the last grade": (
        ("coop",),
        lambda b: evolve(b, items=b.items[:-1]) if isinstance(b, Paragraph) else b,
        "coop.end",
    ),
    "what everybody gets": (
        (),
        lambda b: None if isinstance(b, Table) and b.caption == "What everybody gets" else b,
        "setup.flasks.per_player",
    ),
    "the rows of what everybody gets": (
        (),
        lambda b: evolve(b, rows=()) if isinstance(b, Table) else b,
        "setup.wizards.per_player",
    ),
    "the numbers of lights": (
        (),
        lambda b: evolve(b, tables=()) if isinstance(b, Paragraph) else b,
        "setup.place.fill_sequence",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_topic_is_printed_only_with_its_table(name: str):
    """A sentence that refers to a table does not count without it."""
    chosen, change, topic = MUTANTS[name]
    rules = open_ruleset("en-capstone").compile(chosen).rules
    found = book("en-capstone", *chosen)

    assert topic in printed_topics(found, rules)
    assert topic not in printed_topics(without(found, change), rules)


def test_who_can_play():
    """The cover counts the variants on offer, as the box of Capstone does: one to six players."""
    assert book("en-capstone").subtitle.startswith("For 1 to 6 players")
    assert book("en-abacus-24").subtitle.startswith("For 2 to 6 players")
    assert book("en-capstone", "team").subtitle.startswith("For 4 and 6 players")
    three = rulebook("en-capstone", (), "en", 3, pictures=False)
    assert three.subtitle.startswith("For 3 players")
    text = markdown(three).partition("## Sources")[0]
    assert "Solo mode" not in text
    assert "play alone" not in text


def test_the_box_has_everything():
    """Four tiles form the track, and a token shows who begins (Capstone p. ~2, Abacus p. 2)."""
    for edition in EDITIONS:
        box = next(
            block
            for chapter in book(edition).chapters
            for block in chapter.blocks
            if isinstance(block, Table) and block.caption == "In the box"
        )
        assert ("4", "landscape tiles") in box.rows
        assert ("1", "starting player's token in the shape of a raven shield") in box.rows
        assert "" == next(number for number, name in box.rows if name.startswith("the track"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_team_wins_with_all_wizards_of_both(edition: str):
    """In the book of teams, nobody wins with their own wizards alone."""
    goal = book(edition, "team").chapters[0]
    said = " ".join(p.text for block in goal.blocks for p in paragraphs_of(block))

    assert said.startswith("You win as a team")
    assert "wizards of both partners" in said
    assert "all your wizards" not in said


def test_a_house_rule_marks_every_sentence_it_changes():
    """Also one in which only a number is another; and a new spell says when you may cast it."""
    found = {p.id: p for p in paragraphs(book("friday"))}

    assert "changed" == found["move.wizard.capacity"].mark
    assert "changed" == found["setup.spells.base_pair"].mark
    assert found["turn.discard"].mark is None
    assert "before you play a card" in found["spell second_wind"].text


@pytest.mark.parametrize("edition", EDITIONS)
def test_german_books_say_du(edition: str):
    """Rules and open questions speak to the reader."""
    text = markdown(rulebook(edition, (), "de", pictures=False))

    assert [] == re.findall(
        r"[^.\n]*\b(?:[Mm]an|ein(?:en|es) von beiden|[Ll][aä]ss\w* sich)\b.*", text
    )


def test_a_spell_after_the_tower_step():
    """Capstone allows it, Abacus does not; neither book says both."""
    for variants in (), ("nasty",), ("team",):
        said = " ".join(p.text for p in paragraphs(book("en-capstone", *variants)))
        assert "one space clockwise. Then your turn is over" not in said
    assert "may cast a spell in such a turn as well, but only before the tower moves" in " ".join(
        p.text for p in paragraphs(book("en-abacus-24"))
    )
