"""A report as one page that needs nothing else, for the screen, the phone and the printer."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from wtrules.editions.changes import Grade, type_name
from wtrules.editions.compare import Matrix
from wtrules.editions.differences import Difference, Report
from wtrules.editions.phrasing import Phrasing
from wtrules.editions.report.change_text import change_text
from wtrules.editions.report.choice_text import chosen_text, set_up_text
from wtrules.editions.report.phrasing_text import note_texts
from wtrules.editions.report.text import (
    answer_text,
    given_text,
    labels,
    literal_text,
    none_text,
    searched_text,
    table_lines,
    visible_differences,
)
from wtrules.editions.report.titles import because_text
from wtrules.editions.report.why import why
from wtrules.editions.search.choices import Choice
from wtrules.editions.search.witness import Witness
from wtrules.game.picture import picture
from wtrules.notebook import output
from wtrules.templates import render_template
from wtrules.texts import Texts
from wtrules.version import __version__

_FOLDER = Path(__file__).parent


@frozen
class Picture:
    """A board with what one side makes of it."""

    side: str
    svg: str
    text: str
    reasons: tuple[str, ...]
    line: tuple[str, ...] = ()


def html(report: Report, lang: str = "en") -> str:
    """Return a report as a page."""
    words = Texts(lang)
    return render_template(
        _FOLDER / "report.html.jinja",
        report=report,
        none=none_text(report, words),
        t=words,
        grades=list(Grade),
        view=_View(report, words),
        version=__version__,
    )


def notebook_html(report: Report, lang: str = "en") -> str:
    """Return a report as the output of a cell: shorter than the page, and without scripts."""
    words = Texts(lang)
    return output(
        _FOLDER / "notebook.html.jinja",
        report=report,
        none=none_text(report, words),
        t=words,
        grades=list(Grade),
        view=_View(report, words),
    )


def matrix_html(matrix: Matrix, lang: str = "en") -> str:
    """Return all manuals against one another as a page."""
    return render_template(
        _FOLDER / "matrix.html.jinja",
        matrix=matrix,
        t=Texts(lang),
        grades=list(Grade),
        version=__version__,
        view=_View,
    )


class _View:
    """What a page asks about a report."""

    def __init__(self, report: Report, words: Texts) -> None:
        self.report = report
        self.words = words

    def anchor(self, difference: Difference) -> str:
        """Return the place of a difference on the page."""
        return f"d-{difference.fingerprint}"

    def changes(self, difference: Difference) -> list[tuple[str, str]]:
        """Return the raw changes of a difference and its parts."""
        found = [(type_name(c), change_text(c, self.words)) for c in difference.changes]
        for part in difference.parts:
            found += [
                (type_name(c), f"{part.address}: {change_text(c, self.words)}")
                for c in part.changes
            ]
        return found

    def phrasing(self, phrasing: Phrasing) -> tuple[str, str]:
        """Return how each of the two manuals puts an aspect."""
        return note_texts(phrasing, self.words)

    def literal(self, difference: Difference) -> str:
        """Return which readings are shown where two manuals are read literally."""
        return literal_text(self.report, difference, self.words)

    def given(self, witness: Witness) -> str:
        """Return a position in words."""
        return given_text(witness, self.words)

    def table(self, witness: Witness) -> list[str]:
        """Return what else is on the table."""
        return list(table_lines(witness, self.words))

    def choice(self, choice: Choice) -> tuple[str, list[Picture]]:
        """Return what can be chosen on one side only, and both sides of it."""
        sides = ((self.report.one, choice.one), (self.report.two, choice.two))
        pictures = [
            Picture(
                name,
                picture(state, self.words.language) if state is not None else "",
                set_up_text(choice, state, self.words),
                (),
            )
            for name, state in sides
        ]
        return chosen_text(choice, self.words), pictures

    def because(self, difference: Difference) -> str:
        """Return the rules that explain a witness."""
        return because_text(difference, self.words)

    def searched(self, difference: Difference) -> str:
        """Return how far the search went."""
        return searched_text(difference, self.words)

    def pictures(self, difference: Difference) -> list[Picture]:
        """Return both sides of a witness, each with its board."""
        witness = difference.witness
        assert witness is not None
        names = visible_differences(witness)
        one, two = labels(self.report, difference, self.words)
        sides = ((one, witness.one, witness.only_one), (two, witness.two, witness.only_two))
        reasons = why(difference, witness, self.words)
        return [
            Picture(
                name,
                picture(answer.state, self.words.language, show_hidden=True),
                answer_text(witness, answer, own, names, self.words),
                reasons[i],
                answer.line,
            )
            for i, (name, answer, own) in enumerate(sides)
        ]
