"""A report as one page that needs nothing else, for the screen, the phone and the printer."""

from __future__ import annotations

from pathlib import Path

from wtrules.editions.changes import Grade
from wtrules.editions.compare import Matrix
from wtrules.editions.differences import Report
from wtrules.editions.report.links import Links
from wtrules.editions.report.matrix import MatrixView
from wtrules.editions.report.view import View
from wtrules.notebook import output
from wtrules.templates import render_template
from wtrules.texts import Texts
from wtrules.version import __version__

_FOLDER = Path(__file__).parent


def html(report: Report, lang: str = "en", links: Links | None = None) -> str:
    """Return a report as a page."""
    words = Texts(lang)
    view = View(report, words, links)
    return render_template(
        _FOLDER / "report.html.jinja",
        report=report,
        t=words,
        grades=[grade for grade in Grade if report.of_grade(grade)],
        view=view,
        long=list(view.long()),
        version=__version__,
    )


def notebook_html(report: Report, lang: str = "en") -> str:
    """Return a report as the output of a cell: shorter than the page, and without scripts."""
    words = Texts(lang)
    return output(
        _FOLDER / "notebook.html.jinja",
        report=report,
        t=words,
        grades=list(Grade),
        view=View(report, words),
    )


def matrix_html(matrix: Matrix, lang: str = "en") -> str:
    """Return all manuals against one another as a page."""
    words = Texts(lang)
    return render_template(
        _FOLDER / "matrix.html.jinja",
        matrix=matrix,
        t=words,
        grades=list(Grade),
        version=__version__,
        view=MatrixView(matrix, words),
    )
