"""How manuals put the same thing: aspect by aspect, as a grade of its own."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve

from wtrules.editions.accept import Accepted, accept
from wtrules.editions.changes import Grade
from wtrules.editions.compare import at_least, compare
from wtrules.editions.differences import Report
from wtrules.editions.find import diff
from wtrules.editions.phrasing import compare_phrasing
from wtrules.editions.report.as_json import to_json
from wtrules.editions.report.html import html
from wtrules.editions.report.markdown import markdown
from wtrules.editions.report.text import as_junit, text
from wtrules.editions.sides import open_side
from wtrules.resolve.coverage import Note, Reading

pytestmark = pytest.mark.slow  # all look at comparisons or books that take seconds to make

ONE, TWO = "en-abacus-24", "en-abacus-30"  # two printings of one manual, which play alike
STATED, ORDER, OMITTED = "turn.active", "turn.order", "setup.unused"
NOTES: dict[str, dict[str, dict[str, Note]]] = {
    ONE: {
        STATED: {
            "modality": "must",
            "actor": "you",
            "term": {"en": "kettle", "de": "Kessel"},
            "order": {"en": "first", "de": "zuerst"},
        },
        ORDER: {"modality": "must"},
        OMITTED: {"modality": "must"},
    },
    TWO: {
        STATED: {
            "modality": "may",
            "actor": "you",
            "term": {"en": "teapot", "de": "Kessel"},
            "order": {"en": "first", "de": "am Anfang"},
        },
        ORDER: {"modality": "may"},
        OMITTED: {"modality": "may"},
    },
}


@pytest.fixture(scope="module")
def report() -> Report:
    """Two manuals with other notes than they have: one topic each stated, implied and left out."""
    shipped = diff.manual_readings

    def made_up(manual: str) -> Mapping[str, Reading]:
        notes = NOTES[manual]
        found = {
            topic: evolve(reading, phrased=notes.get(topic, {}))
            for topic, reading in shipped(manual).items()
        }
        if manual == TWO:
            found[ORDER] = evolve(found[ORDER], stance="implies")
            found[OMITTED] = evolve(found[OMITTED], stance="omits")
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(diff, "manual_readings", made_up)
        return compare(open_side(ONE), open_side(TWO), jobs=1)


def test_equal_notes_are_no_difference():
    """Nothing is reported where both manuals put it in the same way."""
    notes: dict[str, Note] = {"modality": "must", "term": {"en": "wizard", "de": "Magier"}}
    assert () == compare_phrasing(notes, dict(notes), ("en", "de"))


def test_an_aspect_that_one_note_lacks_says_nothing():
    """An empty side is never shown; the atlas itself is checked for such gaps."""
    assert () == compare_phrasing({"modality": "must"}, {"actor": "you"}, ("en", "en"))


def test_terms_are_compared_in_the_language_of_the_manuals():
    """Two English words differ even if they have one translation; translations alone do not."""
    one: dict[str, Note] = {"term": {"en": "kettle", "de": "Kessel"}}
    two: dict[str, Note] = {"term": {"en": "teapot", "de": "Kessel"}}
    assert 1 == len(compare_phrasing(one, two, ("en", "en")))
    assert () == compare_phrasing(one, two, ("de", "de"))
    assert () == compare_phrasing(one, two, ("en", "de"))


def test_a_phrasing_difference_lists_the_aspects_that_differ(report: Report):
    """Each aspect with both values is a line; what is equal is left out."""
    found = {d.id: d for d in report.of_grade(Grade.PHRASING)}

    assert [STATED] == list(found)
    assert ["term", "modality"] == [p.aspect for p in found[STATED].phrasings]
    assert "term: “kettle” / “teapot”" in text(report)
    assert "modality: must / may" in text(report)
    assert "Verbindlichkeit: muss / darf" in text(report, "de")
    assert "Begriff: „kettle“ („Kessel“) / „teapot“ („Kessel“)" in text(report, "de")


def test_stated_against_implied_stays_wording(report: Report):
    """One topic is one difference: the phrasing is shown inside the more serious one."""
    found = [d for d in report.differences if d.id == ORDER]

    assert [Grade.WORDING] == [d.grade for d in found]
    assert ["modality"] == [p.aspect for p in found[0].phrasings]


def test_what_one_manual_omits_has_no_phrasing(report: Report):
    """There is nothing to compare its words with."""
    (found,) = [d for d in report.differences if d.id == OMITTED]

    assert Grade.SILENCE is found.grade
    assert () == found.phrasings


@pytest.mark.parametrize("abacus", ["en-abacus-24", "en-abacus-30", "de-abacus-24", "de-abacus-30"])
def test_offering_a_card_is_put_differently(abacus: str):
    """In Abacus the partner can also offer a card (p6), in Capstone your teammate may (p~7)."""
    found = diff.find(open_side(abacus), open_side("en-capstone"))
    (offer,) = (each for each in found.phrasings if each.topic == "team.card.offer")

    (modality,) = (each for each in offer.phrasings if each.aspect == "modality")
    assert ("can", "may") == (modality.one, modality.two)


def test_the_grade_is_between_wording_and_components():
    """A report of wording leaves it out; one of components has it."""
    assert Grade.WORDING.reaches(Grade.PHRASING)
    assert Grade.PHRASING.reaches(Grade.COMPONENTS)
    assert not Grade.PHRASING.reaches(Grade.WORDING)


def test_it_can_be_hidden_and_accepted(report: Report):
    """`--min-grade` and `--accept` treat it like any other difference."""
    (found,) = report.of_grade(Grade.PHRASING)
    without, unused = accept(report, [Accepted(found.fingerprint, found.address, "known")])

    assert 0 == at_least(report, Grade.WORDING).counts()[Grade.PHRASING]
    assert ((found, "known"),) == without.accepted
    assert () == unused


def test_other_formats_have_it(report: Report):
    """JSON has the values, the others both sides in words."""
    (found,) = [d for d in to_json(report)["differences"] if d["grade"] == "phrasing"]
    assert {"aspect": "modality", "one": "must", "two": "may"} in found["phrasings"]
    assert "phrasing-changed" == found["changes"][0]["type"]
    assert 1 == to_json(report)["counts"]["phrasing"]
    for made in (markdown(report), as_junit(report, ()), html(report)):
        assert "teapot" in made
