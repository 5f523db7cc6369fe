"""Comparing two rulesets: graded differences, with positions that show them."""

from __future__ import annotations

from typing import Any

from wtrules.editions.changes import Wording
from wtrules.editions.compare import compare
from wtrules.editions.differences import Difference, Report
from wtrules.editions.judge.judge import Step
from wtrules.editions.phrasing import Phrasing
from wtrules.editions.report.change_text import change_text
from wtrules.editions.report.phrasing_text import aspect_text, note_texts
from wtrules.editions.report.text import literal_text, shown_changes, witness_lines
from wtrules.editions.report.titles import title_of
from wtrules.editions.search.witness import Witness
from wtrules.editions.sides import Side, side_of
from wtrules.texts import Texts
from wtrules.web.arguments import Arguments
from wtrules.web.calls import Answer, Call


def diff(argument: Arguments, call: Call) -> Answer:
    """Return what differs between two rulesets; what is known so far is reported."""
    left, right = (_side(argument, name, call) for name in ("left", "right"))
    report = Report(left.name, right.name, ())
    known: dict[tuple[str, ...], dict[str, Any]] = {}

    def note(step: Step) -> None:
        one = step.difference
        known[one.kind, one.id, *one.mode] = _item(report, one, left, right, call.texts)
        answer = {"items": list(known.values()), "done": step.done, "of": step.of}
        call.report(answer)

    def is_cancelled() -> bool:
        call.pause()
        return False

    made = compare(left, right, note=note, is_cancelled=is_cancelled)
    items = [_item(made, one, left, right, call.texts) for one in made.differences]
    return {"items": items, "done": len(items), "of": len(items)}


def _side(argument: Arguments, name: str, call: Call) -> Side:
    given = argument.project(name)
    return side_of(call.projects.open(given).opened, given.main)


def _item(report: Report, one: Difference, left: Side, right: Side, texts: Texts) -> dict[str, Any]:
    grade = str(one.grade)
    item: dict[str, Any] = {
        "id": one.address,
        "title": title_of(one.kind, one.id, (right.rules, left.rules), texts) or one.address,
        "grade": texts(f"report.grade.{grade}"),
        "grade_id": grade,
        "about": texts(f"report.about.{grade}"),
        "summary": "; ".join(change_text(change, texts) for change in shown_changes(one)),
        "left": _wording(one.one, texts),
        "right": _wording(one.two, texts),
    }
    if one.phrasings:
        item["phrasings"] = [_phrasing(phrasing, texts) for phrasing in one.phrasings]
    if one.taken is not None:
        item["reading"] = literal_text(report, one, texts)
    if one.witness is not None:
        item["witness"] = _witness(report, one, one.witness, texts)
    return item


def _phrasing(phrasing: Phrasing, texts: Texts) -> dict[str, str]:
    left, right = note_texts(phrasing, texts)
    return {"aspect": aspect_text(phrasing, texts), "left": left, "right": right}


def _wording(wording: Wording, texts: Texts) -> dict[str, Any]:
    return {"says": texts.phrase(wording.says) or wording.value or "", "cites": list(wording.cites)}


def _witness(report: Report, one: Difference, witness: Witness, texts: Texts) -> dict[str, Any]:
    lines = [line.strip() for line in witness_lines(report, one, witness, texts)]
    first, second = (str(state) for state in witness.before)
    return {
        "position": first,
        "positions": [first, second],
        "moves": list(witness.line),
        "players": witness.before[0].players,
        "variants": list(witness.mode),
        "caption": "\n".join(lines),
    }
