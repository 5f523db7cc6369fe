"""Passages of manuals: sections found by their headings, sentences by their words, marked where they differ.

All texts here are made up.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from wtrules.editions.changes import Grade, Wording
from wtrules.editions.compare import quoting
from wtrules.editions.differences import Difference, Report
from wtrules.editions.phrasing import PhrasingChanged
from wtrules.editions.printed.choose import Chooser
from wtrules.editions.printed.marks import marked
from wtrules.editions.printed.passage import Run
from wtrules.editions.printed.sections import find_sections
from wtrules.editions.report.as_json import to_json
from wtrules.editions.report.html import html
from wtrules.editions.report.markdown import markdown
from wtrules.editions.report.text import text
from wtrules.editions.sides import open_side

BOOKLET = """\
# Making Tea

Fill the kettle with fresh water. Switch it on, i.e. press
the button, and wait until the wa-
ter boils.

- Warm the pot before you pour.
- Use 2 spoons of leaves for each guest!

SERV1NG  T E A *
Guests are served clockwise.

Washing Up

Washing Up
WHO WASHES
The player who drank least washes the cups.
Nobody washes the pot.

Making Tea continued

Green tea needs cooler water.
"""
TITLES = ("Making tea", "Serving Tea", "Washing up", "Storing cups")


def test_sections_are_found_by_similar_headings():
    """Capitals, Markdown, misread letters and doubled headings do not matter; what is absent is absent."""
    found = find_sections(BOOKLET.replace("SERV1NG  T E A *", "SERV1NG TEA @"), TITLES)

    assert {"Making tea", "Serving Tea", "Washing up"} == set(found)
    assert "SERV1NG TEA @" == found["Serving Tea"].heading
    assert ["Guests are served clockwise."] == [x for x in found["Serving Tea"].lines if x]
    assert "WHO WASHES" == found["Washing up"].lines[0]  # below the second of the two headings
    assert "Green tea needs cooler water." in found["Making tea"].lines


@pytest.mark.parametrize(
    ("section", "looked_for", "expected"),
    [
        ("Making tea", "Warm up the teapot first.", "Warm the pot before you pour."),
        ("Making tea", "For every guest, take two spoons.", "Use 2 spoons of leaves for each guest!"),
        ("Making tea", "The water has to boil.",
         "Switch it on, i.e. press the button, and wait until the water boils."),
        ("Washing up", "The mugs are washed by somebody.", "The player who drank least washes the cups."),
    ],
)  # fmt: skip
def test_sentences_are_found_by_their_words(section: str, looked_for: str, expected: str):
    """Other forms of words, numbers in figures, broken lines and words of the manual's own are found."""
    found = find_sections(BOOKLET, TITLES)
    chooser = Chooser(found.values(), {"big mugs": "cups"})
    assert [expected] == chooser.choose(found[section], [looked_for])


def test_a_section_without_a_fitting_sentence_is_shown_whole():
    """It has its small headings too."""
    found = find_sections(BOOKLET, TITLES)
    chooser = Chooser(found.values(), {})
    assert None is chooser.choose(found["Washing up"], ["Bears like honey."])
    assert "WHO WASHES:" == chooser.whole(found["Washing up"])[0]


def test_words_that_differ_are_marked():
    """Word by word, whatever their case and the signs around them."""
    one, two = marked("You must warm the pot.", "The guest may warm the pot!")
    assert (Run("You must", True), Run(" warm the pot.")) == one
    assert (Run("The guest may", True), Run(" warm the pot!")) == two


def test_nothing_is_marked_if_nearly_everything_differs():
    """Marks on every word would only be hard to read."""
    one, two = marked("Warm the pot well.", "Whoever lost has to clean all of it in the end.")
    assert [False, False] == [run.is_marked for run in (*one, *two)]


# --- in a report -----------------------------------------------------------------------------------

SECTIONS = {"en": "Course of the game", "de": "Spielablauf"}
SAYS = {
    "en": "The player who moves is the active player.",
    "de": "Wer zieht, ist der aktive Spieler.",
}
HOSTILE = "The \x1b[31m<script>alert(1)</script> active ::error::boo ]]> `x` \u202e player moves."


def passages(folder: Path, one: str, two: str, **texts: str) -> Report:
    """Return a report about one topic, with the passages of texts that are written into a folder."""
    for manual, written in texts.items():
        (folder / f"{manual.replace('_', '-')}.txt").write_text(written, "utf-8")
    sides = open_side(one), open_side(two)
    first, second = (
        Wording(SAYS, stance="states", language=language, sections=(SECTIONS[language],))
        for language in (one[:2], two[:2])
    )
    change = PhrasingChanged("turn.active", ())
    difference = Difference("topic", "turn.active", (change,), Grade.PHRASING, first, second)
    return quoting(Report(one, two, (difference,)), folder, *sides)


def course(name: str, heading: str = "COURSE OF THE GAME") -> str:
    """Return a manual with one section."""
    return f"{heading}\n\nThe player who moves is called the {name} player. Tea is served.\n"


def test_both_passages_are_shown_with_marks(tmp_path: Path):
    """Beside each other, the differing word in brackets, and a line that says so."""
    made = passages(
        tmp_path, "en-abacus-24", "en-abacus-30",
        en_abacus_24=course("active"), en_abacus_30=course("current"),
    )  # fmt: skip
    shown = text(made)

    assert "“The player who moves is called the [active] player.”" in shown
    assert "“The player who moves is called the [current] player.”" in shown
    assert "in [brackets]" in shown
    assert "<mark>current</mark>" in html(made)
    (found,) = to_json(made)["differences"]
    assert "COURSE OF THE GAME" == found["two"]["passage"]["heading"]
    assert {"text": "current", "is_marked": True} in found["two"]["passage"]["runs"]


def test_two_languages_are_not_compared_word_by_word(tmp_path: Path):
    """They are only side by side."""
    german = "SPIELABLAUF\n\nWer zieht, heißt aktiver Spieler.\n"
    made = passages(
        tmp_path, "de-abacus-24", "en-abacus-24", de_abacus_24=german, en_abacus_24=course("active")
    )
    assert "„Wer zieht, heißt aktiver Spieler.“" in text(made, "de")
    assert "[" not in text(made).split("turn.active")[1].partition("]")[2]


def test_a_missing_text_is_one_line(tmp_path: Path):
    """The other manual is still shown."""
    made = passages(tmp_path, "en-abacus-24", "en-capstone", en_abacus_24=course("active"))
    assert "is called the active player" in text(made)
    assert 1 == sum("No passages of en-capstone" in line for line in text(made).splitlines())
    assert "No passages of en-capstone" in html(made)
    assert ["no_file"] == [gap["problem"] for gap in to_json(made)["gaps"]]


def test_a_section_that_is_not_found_is_one_line(tmp_path: Path):
    """It is named."""
    made = passages(
        tmp_path, "en-abacus-24", "en-abacus-30",
        en_abacus_24=course("active"), en_abacus_30=course("current", "HOW TO MAKE TEA"),
    )  # fmt: skip
    assert "Sections that are not in the text of en-abacus-30: “Course of the game”." in text(made)


def test_a_text_in_another_encoding_is_one_line(tmp_path: Path):
    """The line says what to do."""
    (tmp_path / "en-abacus-24.txt").write_bytes("Türme".encode("latin-1"))
    (tmp_path / "en-abacus-30.md").write_bytes(b"x" * 2**20 + b"y")
    made = text(passages(tmp_path, "en-abacus-24", "en-abacus-30"))
    assert "is not UTF-8" in made
    assert "is larger than 1 MiB" in made


def test_a_text_is_shown_and_never_obeyed(tmp_path: Path):
    """Neither a terminal nor a page nor a build service does what a text says."""
    made = passages(
        tmp_path, "en-abacus-24", "en-abacus-30",
        en_abacus_24=f"COURSE OF THE GAME\n\n{HOSTILE}\n", en_abacus_30=course("active"),
    )  # fmt: skip
    for shown in (text(made), markdown(made), html(made)):
        assert "active" in shown
        assert not {"\x1b", "\u202e"} & set(shown)
    assert "<script>alert" not in html(made)
