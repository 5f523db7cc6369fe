"""The rule atlas: every rule has an address, and every manual has a line for each of them."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.rules.atlas_table import EXPECTED, IDS, MANUALS
from wtrules import resources
from wtrules.checks import phrasing
from wtrules.meaning.elaborate import elaborate
from wtrules.node import walk
from wtrules.resolve.from_syntax import resolve
from wtrules.resolve.library import Library
from wtrules.resolve.model import Rules
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

CHAPTERS = {
    "materials": 24,
    "goal": 4,
    "setup": 24,
    "turn": 20,
    "cards": 18,
    "wizards": 9,
    "castle": 22,
    "towers": 8,
    "locking": 14,
    "spells": 12,
    "spell_list": 32,
    "end": 8,
    "team": 17,
    "nasty": 14,
    "solo": 19,
    "solo_spells": 7,
    "cooperative": 10,
}
# Only the Capstone manual has these modes.
ALONE = ("solo.", "solospell.", "coop.")


@cache
def atlas() -> Rules:
    """Return the resolved atlas, read once; it is free of faults."""
    library = Library()
    loaded = library.open_path(resources.rulesets_folder() / "atlas" / "atlas.wtr")
    assert loaded is not None
    rules = resolve(library, loaded)
    assert [] == library.diagnostics
    assert rules is not None
    return rules


def topics() -> list[n.Topic]:
    """Return the topics in the order of the file."""
    return [entry.node for entry in atlas().entries.values() if isinstance(entry.node, n.Topic)]


def manual(name: str) -> n.Manual:
    """Return what one manual does with the topics."""
    node = atlas().entries["manual", name].node
    assert isinstance(node, n.Manual)
    return node


def only(topic: n.Topic, kind: type[n.Says] | type[n.InChapter]) -> n.Says | n.InChapter:
    """Return the one clause of its kind."""
    (clause,) = [clause for clause in topic.clauses if isinstance(clause, kind)]
    return clause


def test_there_are_262_topics() -> None:
    """The atlas holds 262 topics, in a fixed order, each of them once."""
    assert 262 == len(set(IDS))
    assert IDS == [topic.id.id for topic in topics()]


def test_every_topic_belongs_to_a_chapter() -> None:
    """Each chapter has its topics together, in the order of the game."""
    chapters = [only(topic, n.InChapter).name.id for topic in topics()]
    assert CHAPTERS == dict(Counter(chapters))
    assert list(CHAPTERS) == list(dict.fromkeys(chapters))
    assert chapters == sorted(chapters, key=list(CHAPTERS).index)


def test_every_topic_is_in_two_languages() -> None:
    """A topic says its rule once in English and once in German, as a sentence."""
    for topic in topics():
        phrases = only(topic, n.Says).phrases
        assert ["en", "de"] == [phrase.language for phrase in phrases], topic.id.id
        assert all(phrase.text.endswith(".") for phrase in phrases), topic.id.id


def test_no_two_topics_say_the_same() -> None:
    """Every topic has words of its own, so that it can be read without its address."""
    for language in ("en", "de"):
        said = Counter(
            phrase.text
            for topic in topics()
            for phrase in only(topic, n.Says).phrases
            if phrase.language == language
        )
        assert [] == [text for text, times in said.items() if times > 1]


def test_all_five_manuals_are_there() -> None:
    """The atlas reads five printed manuals."""
    kinds = [entry.id for entry in atlas().entries.values() if entry.kind == "manual"]
    assert list(MANUALS) == kinds


@pytest.mark.parametrize("name", MANUALS)
def test_a_manual_has_one_line_for_each_topic(name: str) -> None:
    """A manual has exactly one line for each topic, in the order of the topics."""
    assert IDS == [line.topic.id for line in manual(name).lines]


@pytest.mark.parametrize("name", MANUALS)
def test_each_line_is_what_the_manual_has(name: str) -> None:
    """Stance, section and page are those that were read from the manual."""
    found = {
        line.topic.id: (line.stance, bool(line.differs), line.section or "", line.page or "")
        for line in manual(name).lines
    }
    assert EXPECTED[name] == found


@pytest.mark.parametrize("name", MANUALS)
def test_a_difference_is_in_two_languages(name: str) -> None:
    """Where a manual says something else, that is said in English and in German."""
    for line in manual(name).lines:
        if line.differs:
            assert line.stance in ("states", "implies"), line.topic.id
            assert ["en", "de"] == [phrase.language for phrase in line.differs], line.topic.id


@pytest.mark.parametrize("name", MANUALS)
def test_only_one_manual_has_solo_and_cooperative_play(name: str) -> None:
    """Only the Capstone booklet has solo and cooperative play."""
    stances = {line.stance for line in manual(name).lines if line.topic.id.startswith(ALONE)}
    assert {"states" if name == "en-capstone" else "omits"} == stances


def test_how_manuals_put_things_can_be_compared() -> None:
    """Each note has known words, texts in both languages, and its like in every manual that says it."""
    assert [] == [fault.message for fault in phrasing.check(elaborate(atlas())[0])]
    for name in MANUALS:
        for line in manual(name).lines:
            for aspect in line.phrased:
                languages = [phrase.language for phrase in aspect.phrases]
                assert languages == ([] if aspect.word else ["en", "de"]), line.topic.id


def test_rules_cite_sections_on_their_pages() -> None:
    """A rule that cites a section of a manual gives the page on which the manual has it."""
    known = {
        (name, section, page)
        for name, lines in EXPECTED.items()
        for _, _, section, page in lines.values()
    }
    for path in sorted(resources.rulesets_folder().rglob("*.wtr")):
        tree, _ = parse(SourceFile(path.name, path.read_text("utf-8")))
        cited = [node for node in walk(tree) if isinstance(node, n.Cites)]
        places = [(node.manual.id, node.section, node.page) for node in cited]
        assert [] == [place for place in places if place not in known], path.name
