"""Comparing two rulesets: graded differences, with positions that show them."""

from __future__ import annotations

from wtrules.editions.compare import compare
from wtrules.editions.differences import Difference, Report
from wtrules.editions.judge.judge import Step
from wtrules.editions.report.phrasing_text import difference_text
from wtrules.editions.report.text import shown_changes, witness_lines
from wtrules.editions.report.view import Side, View
from wtrules.editions.search.witness import Witness
from wtrules.editions.sides import Side as Compared
from wtrules.editions.sides import side_of
from wtrules.web import shapes
from wtrules.web.arguments import Arguments
from wtrules.web.calls import Call


def diff(argument: Arguments, call: Call) -> shapes.Diff:
    """Return what differs between two rulesets; what is known so far is reported."""
    left, right = (_given(argument, name, call) for name in ("left", "right"))
    view = View(Report(left.name, right.name, (), rules=(left.rules, right.rules)), call.texts)
    known: dict[tuple[str, ...], shapes.DiffItem] = {}

    def note(step: Step) -> None:
        one = step.difference
        known[one.kind, one.id, *one.mode] = _item(view, one)
        answer: shapes.Diff = {"items": list(known.values()), "done": step.done, "of": step.of}
        call.report(answer)

    def is_cancelled() -> bool:
        call.pause()
        return False

    made = compare(left, right, note=note, is_cancelled=is_cancelled)
    items = [_item(view, one) for one in made.differences]
    return {"items": items, "done": len(items), "of": len(items)}


def _given(argument: Arguments, name: str, call: Call) -> Compared:
    given = argument.project(name)
    return side_of(call.projects.open(given).opened, given.main)


def _item(view: View, one: Difference) -> shapes.DiffItem:
    grade, texts = str(one.grade), view.words
    mode = f" ({view.mode(one.mode)})" if one.mode else ""
    pair = view.wording(one)
    item: shapes.DiffItem = {
        "id": one.address,
        "title": view.heading(one) + mode,
        "grade": texts(f"report.grade.{grade}"),
        "grade_id": grade,
        "about": texts(f"report.about.{grade}"),
        "summary": "; ".join(difference_text(change, texts) for change in shown_changes(one)),
        "left": _side(pair.sides[0]),
        "right": _side(pair.sides[1]),
    }
    if one.phrasings:
        both = zip(pair.sides[0].put, pair.sides[1].put, strict=True)
        item["phrasings"] = [
            {"aspect": aspect, "left": left, "right": right} for (aspect, left), (_, right) in both
        ]
    if one.taken is not None:
        item["reading"] = view.literal(one)
    if one.witness is not None:
        item["witness"] = _witness(view, one, one.witness)
    return item


def _side(side: Side) -> shapes.DiffSide:
    return {"says": side.says or side.said, "cites": list(side.cites)}


def _witness(view: View, one: Difference, witness: Witness) -> shapes.Witness:
    lines = [line.strip() for line in witness_lines(view, one)]
    first, second = (str(state) for state in witness.before)
    return {
        "position": first,
        "positions": [first, second],
        "moves": list(witness.line),
        "players": witness.before[0].players,
        "variants": list(witness.mode),
        "caption": "\n".join(lines),
    }
