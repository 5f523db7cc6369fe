"""A report as one page that needs nothing else, for the screen, the phone and the printer."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from wtrules.board.svg import svg
from wtrules.editions.changes import Grade, type_name
from wtrules.editions.differences import Difference, Report
from wtrules.editions.report.change_text import change_text
from wtrules.editions.report.matrix import Matrix
from wtrules.editions.report.text import (
    answer_text,
    given_text,
    moves_text,
    none_text,
    searched_text,
    table_lines,
    taken_text,
    told_names,
)
from wtrules.editions.report.why import why
from wtrules.editions.search.witness import Witness
from wtrules.game.game import State
from wtrules.texts import Texts
from wtrules.version import __version__


@frozen
class Picture:
    """A board with what one side makes of it."""

    side: str
    svg: Markup
    text: str
    moves: str
    reasons: tuple[str, ...]


def html(report: Report, lang: str = "en") -> str:
    """Return a report as a page."""
    words = Texts(lang)
    return (
        _environment()
        .get_template("report.html.jinja")
        .render(
            report=report,
            none=none_text(report, words),
            t=words,
            grades=list(Grade),
            view=_View(report, words),
            version=__version__,
        )
    )


def matrix_html(matrix: Matrix, lang: str = "en") -> str:
    """Return all manuals against one another as a page."""
    return (
        _environment()
        .get_template("matrix.html.jinja")
        .render(matrix=matrix, t=Texts(lang), grades=list(Grade), version=__version__, view=_View)
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

    def taken(self, difference: Difference) -> str:
        """Return which readings are shown where two manuals are read literally."""
        return taken_text(self.report, difference, self.words)

    def given(self, witness: Witness) -> str:
        """Return a position in words."""
        return given_text(witness, self.words)

    def table(self, witness: Witness) -> list[str]:
        """Return what else is on the table."""
        return list(table_lines(witness, self.words))

    def searched(self, difference: Difference) -> str:
        """Return how far the search went."""
        return searched_text(difference, self.words)

    def pictures(self, difference: Difference) -> list[Picture]:
        """Return both sides of a witness, each with its board."""
        witness = difference.witness
        assert witness is not None
        names = told_names(witness)
        sides = (
            (self.report.one, witness.one, witness.only_one),
            (self.report.two, witness.two, witness.only_two),
        )
        reasons = why(difference, witness, self.words)
        return [
            Picture(
                name,
                _drawn(answer.state, self.words.language),
                answer_text(witness, answer, own, names, self.words),
                moves_text(answer.moves, self.words) if witness.kind == "moves" else "",
                reasons[i],
            )
            for i, (name, answer, own) in enumerate(sides)
        ]


def _drawn(state: State, lang: str) -> Markup:
    drawn = svg(
        state.board,
        ground_shields=state.program.ground_shields,
        letters=state.program.letters,
        show_hidden=True,
        lang=lang,
    )
    # It fills the width it is given; what people wrote in it is escaped already.
    fluid = re.sub(r'(<svg[^>]*?) width="\d+" height="\d+"', r"\1", drawn, count=1)
    return Markup(fluid)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["bare"] = _bare
    return environment


def _bare(text: Any) -> str:
    return str(text).replace("`", "")
