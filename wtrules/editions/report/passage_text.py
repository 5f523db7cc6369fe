"""Passages of the manuals, in reports as text; differing words are in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.editions.differences import Report
from wtrules.editions.printed.passage import Gap, Passage
from wtrules.texts import Texts

_MOST_LETTERS = 300  # of a whole section; the other formats have all of it


def passage_lines(sides: Sequence[tuple[str, Passage | None]], words: Texts) -> Iterator[str]:
    """Yield what each manual prints, if its text is at hand."""
    for name, passage in sides:
        if passage is not None:
            yield f"{printed_text(name, passage, words)}: {words('report.quote', text=_bracketed(passage))}"


def printed_text(side: str, passage: Passage, words: Texts) -> str:
    """Return whose words a passage has, and which section it is from."""
    key = "report.printed_whole" if passage.is_whole else "report.printed"
    return words(key, side=side, heading=passage.heading)


def _bracketed(passage: Passage) -> str:
    if passage.is_whole and len(passage.text) > _MOST_LETTERS:
        return passage.text[:_MOST_LETTERS].rsplit(" ", 1)[0] + " …"
    return "".join(f"[{run.text}]" if run.is_marked else run.text for run in passage.runs)


def has_marks(report: Report) -> bool:
    """Whether words of some passage are marked."""
    wordings = [w for d in report.differences for w in (d.one, d.two)]
    wordings += [w for d in report.differences for s in d.statements for w in (s.one, s.two)]
    passages = [wording.passage for wording in wordings if wording.passage is not None]
    return any(run.is_marked for passage in passages for run in passage.runs)


def gap_text(gap: Gap, words: Texts) -> str:
    """Return in a sentence what is missing of the text of a manual."""
    sections = ", ".join(words("report.quote", text=title) for title in gap.sections)
    return words(f"report.gap.{gap.problem}", manual=gap.manual, file=gap.file, sections=sections)
