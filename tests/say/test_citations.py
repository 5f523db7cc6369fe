"""Places in manuals: values, as rule files write them, and in words."""

from __future__ import annotations

import pytest

from wtrules.resolve.citations import Citation
from wtrules.say.citations import citation_texts
from wtrules.texts import Texts

SETUP = Citation("en-capstone", "Setup", "p~3", "implies")
CASTING = Citation("en-capstone", "Casting a Spell", "p7", "states")
ZAUBERN = Citation("de-abacus-24", "Zaubern", "p6")


@pytest.mark.parametrize(
    ("cited", "written"),
    [
        (SETUP, 'en-capstone "Setup" p~3'),
        (Citation("en-capstone", "Setup"), 'en-capstone "Setup"'),
        (Citation("en-capstone", page="p3"), "en-capstone p3"),
        (Citation("en-capstone"), "en-capstone"),
    ],
)
def test_a_place_as_rule_files_write_it(cited: Citation, written: str):
    """What is not known is left out."""
    assert written == str(cited)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        (
            "en",
            [
                "en-capstone: “Setup”, about p. 3 (implied); “Casting a Spell”, p. 7",
                "de-abacus-24: “Zaubern”, p. 6",
            ],
        ),
        (
            "de",
            [
                "en-capstone: „Setup“, etwa S. 3 (sinngemäß); „Casting a Spell“, S. 7",
                "de-abacus-24: „Zaubern“, S. 6",
            ],
        ),
    ],
)
def test_places_in_words(lang: str, expected: list[str]):
    """Those of one manual are together; a page that is inferred, and a place that implies it, say so."""
    assert expected == list(citation_texts((SETUP, ZAUBERN, CASTING, SETUP), Texts(lang)))


def test_what_a_manual_is_called():
    """A report names the manuals, but not the one that it is about."""
    names = {"en-capstone": "Capstone", "de-abacus-24": "Abacus 24"}
    found = list(citation_texts((CASTING, ZAUBERN), Texts("en"), names.__getitem__, "en-capstone"))

    assert ["“Casting a Spell”, p. 7", "Abacus 24: “Zaubern”, p. 6"] == found
    bare = Citation("en-capstone")
    assert ["Capstone"] == list(citation_texts([bare], Texts("en"), names.get, "en-capstone"))
