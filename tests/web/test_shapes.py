"""The calls of the page are described once, and the types of the page are made from that."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from wtrules.web.api import Api
from wtrules.web.shapes import CALLS

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_page_are_up_to_date() -> None:
    """`python web/shapes.py` would write what is there."""
    made = runpy.run_path(str(WEB / "shapes.py"))
    assert made["written"]() == made["FILE"].read_text("utf-8")


GAME = {"project": "en-capstone", "players": 2, "seed": 1, "moves": []}


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("catalog", {}),
        ("choices", {"project": "en-capstone"}),
        ("view", {"game": GAME}),
        ("lesson", {"project": "en-capstone"}),
    ],
)
def test_answers_have_the_fields_of_their_type(name: str, argument: dict[str, Any]) -> None:
    """mypy checks it of every answer; that it does so is checked here."""
    found = Api().answer(name, argument | {"lang": "de"})
    assert found is not None
    assert set(get_type_hints(CALLS[name].answer)) == set(found)
