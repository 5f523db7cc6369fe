"""The calls of the page are described once: their answers are as described, and so are the page's types."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tests.web.contract import faults
from wtrules.web.shapes import Chances, Failure, ReportRow

WEB = Path(__file__).parents[2] / "web"
MOVE = {"move": "pass", "words": "pass", "chance": 0.5, "low": 0, "high": 1.0}
ROW = {"id": "turns", "group": "", "label": "", "unit": "%", "changed": "1", "base": "2"}


def test_the_types_of_the_page_are_up_to_date() -> None:
    """`python web/shapes.py` would write what is there."""
    made = runpy.run_path(str(WEB / "shapes.py"))
    assert made["written"]() == made["FILE"].read_text("utf-8")


@pytest.mark.parametrize(
    ("shape", "value", "is_right"),
    [
        (Chances, {"moves": [MOVE], "games": 3}, True),
        (Chances, {"moves": [MOVE]}, False),
        (Chances, {"moves": [MOVE], "games": 3, "more": 1}, False),
        (Chances, {"moves": [MOVE], "games": True}, False),
        (Chances, {"moves": [MOVE | {"chance": None}], "games": 3}, False),
        (Chances, {"moves": {}, "games": 3}, False),
        (ReportRow, ROW, True),
        (ReportRow, ROW | {"difference": None, "clear": False}, True),
        (ReportRow, ROW | {"unit": "pp"}, False),
        (ReportRow, ROW | {"difference": "1"}, False),
        (ReportRow, None, False),
        (Failure, {"code": "argument", "message": "No."}, True),
        (Failure, {"code": "argument", "words": "No."}, False),
    ],
)
def test_answers_are_checked(shape: type, value: object, is_right: bool) -> None:
    """Objects, what may be missing, lists, words and either of two."""
    assert is_right == (not [*faults(value, shape)])
