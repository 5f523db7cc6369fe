"""From the texts of two manuals to the passages in a report.

A folder has the texts, called like the manuals: `en-capstone.txt` or `en-capstone.md`. A passage is
found by the section that the atlas cites, and in it by what the topic says.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from attrs import evolve, frozen

from wtrules.editions.changes import Statement, Wording
from wtrules.editions.differences import Difference, Report
from wtrules.editions.find.diff import manual_readings
from wtrules.editions.printed.choose import Chooser
from wtrules.editions.printed.marks import marked
from wtrules.editions.printed.passage import Gap, Passage, Run
from wtrules.editions.printed.sections import Section, find_sections
from wtrules.editions.sides import Side, manuals
from wtrules.language.phrasing import ASPECTS
from wtrules.resolve.clauses import covered, texts
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

_ENDINGS = (".txt", ".md")
_MOST_BYTES = 1024 * 1024

_About = TypeVar("_About", Difference, Statement)


@frozen
class PrintedManual(Value):
    """The text of a manual, by its sections."""

    sections: Mapping[str, Section]
    chooser: Chooser
    names: Mapping[str, tuple[str, ...]]  # of what covers each topic, in the manual's language

    def passage(self, about: Difference | Statement, wording: Wording) -> Passage | None:
        """Return what the manual prints about something; None if the section is not in the text."""
        section = next((s for s in map(self.sections.get, wording.sections) if s is not None), None)
        if section is None:
            return None
        names = self.names.get(about.topic or "", ())
        chosen = self.chooser.choose(section, [*_looked_for(wording), *names])
        text = " ".join(self.chooser.whole(section) if chosen is None else chosen)
        return Passage((Run(text),), section.heading, chosen is None) if text else None


def with_passages(report: Report, folder: Path, sides: tuple[Side, Side]) -> Report:
    """Return a report with the passages of two manuals, and with what of them is missing."""
    gaps: list[Gap] = []
    printed: list[PrintedManual | None] = []
    for number, side in enumerate(sides):
        manual, titles = side.manual, _titles(report, number)
        found = _read(folder, manual, side.rules) if manual is not None and titles else None
        if isinstance(found, Gap):
            gaps.append(found)
        elif found is not None and manual is not None:
            absent = tuple(title for title in titles if title not in found.sections)
            gaps += [Gap(manual, "no_section", sections=absent)] if absent else []
        printed.append(found if isinstance(found, PrintedManual) else None)
    return evolve(
        report,
        differences=tuple(_attached(difference, printed) for difference in report.differences),
        gaps=tuple(dict.fromkeys(gaps)),
    )


def _attached(difference: Difference, printed: list[PrintedManual | None]) -> Difference:
    statements = tuple(_with(statement, printed) for statement in difference.statements)
    # The statements say the same in more detail.
    whole = difference if statements else _with(difference, printed)
    return evolve(whole, statements=statements)


def _with(about: _About, printed: list[PrintedManual | None]) -> _About:
    sides = (about.one, about.two)
    passages = [
        manual.passage(about, wording) if manual is not None else None
        for manual, wording in zip(printed, sides, strict=True)
    ]
    one, two = passages
    if one is not None and two is not None and about.one.language == about.two.language:
        if not (one.is_whole or two.is_whole):
            first, second = marked(one.text, two.text)
            passages = [evolve(one, runs=first), evolve(two, runs=second)]
    a, b = (evolve(w, passage=p) for w, p in zip(sides, passages, strict=True))
    return evolve(about, one=a, two=b)


def _titles(report: Report, side: int) -> list[str]:
    """Return the sections that the wordings of a side cite."""
    wordings = [
        (each.one, each.two)[side]
        for difference in report.differences
        for each in difference.statements or (difference,)
    ]
    return list(dict.fromkeys(title for wording in wordings for title in wording.sections))


def _looked_for(wording: Wording) -> list[str]:
    """Return what a passage is likely to contain: what the topic says, and the manual's own words."""
    language = wording.language or ""
    said = [wording.says]
    for aspect, note in wording.phrased.items():
        if ASPECTS[aspect].is_quoted and not isinstance(note, str):
            said.append(note)
    return [text[language] for text in said if language in text]


def _names(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    """Return what spells, variants and other things are called, by the topics they cover."""
    language = rules.language or ""
    found: dict[str, tuple[str, ...]] = {}
    nodes = [entry.node for entry in rules.entries.values()]
    for node in (*nodes, *(variant.node for variant in rules.variants.values())):
        name = texts(node, n.NameClause).get(language)
        for topic in covered(node) if name else ():
            found[topic] = (*found.get(topic, ()), name or "")
    return found


def _read(folder: Path, manual: str, rules: Rules) -> PrintedManual | Gap:
    path = next((p for e in _ENDINGS if (p := folder / f"{manual}{e}").is_file()), None)
    if path is None:
        return Gap(manual, "no_file", str(folder))
    try:
        with path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            return Gap(manual, "too_large", str(path))
        text = data.decode("utf-8-sig")
    except OSError:
        return Gap(manual, "unreadable", str(path))
    except UnicodeDecodeError:
        return Gap(manual, "not_utf8", str(path))
    # A section ends where the next one begins, whether this report cites it or not.
    titles = dict.fromkeys(r.section for r in manual_readings(manual).values() if r.section)
    sections = find_sections(text, titles)
    chooser = Chooser(sections.values(), _synonyms(manual, rules.language))
    return PrintedManual(sections, chooser, _names(rules))


def _synonyms(manual: str, language: str | None) -> Mapping[str, str]:
    """Return what other manuals call things, each with what this one calls it."""
    own = manual_readings(manual)
    found: dict[str, str] = {}
    for other in manuals():
        for topic, reading in manual_readings(other).items():
            for aspect, note in reading.phrased.items():
                there = own[topic].phrased.get(aspect, "")
                if not ASPECTS[aspect].is_quoted or isinstance(note, str) or isinstance(there, str):
                    continue
                found.setdefault(note.get(language or "", ""), there.get(language or "", ""))
    return found
