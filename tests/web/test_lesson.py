"""What the page shows before a move, and the first turn that it teaches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.contract import CheckedApi

EXAMPLES = Path(__file__).parents[2] / "examples"


def game(project: object, *moves: str) -> dict[str, Any]:
    return {"project": project, "players": 2, "seed": 1, "moves": list(moves)}


def example(name: str) -> dict[str, Any]:
    text = (EXAMPLES / f"{name}.wtr").read_text("utf-8")
    return {"files": {f"{name}.wtr": text}, "main": f"{name}.wtr"}


def at_home(view: dict[str, Any]) -> int:
    return sum(player["home"] for player in view["players"])


def test_a_preview_says_where_pieces_go() -> None:
    """A tower takes along who is on it; in this position the castle is far away."""
    api = CheckedApi()
    moves = api.answer("view", {"game": game("en-capstone")})["options"]
    card = next(one["move"] for one in moves if one["move"].startswith("card t"))
    steps = int(card[6])
    found = api.answer("previews", {"game": game("en-capstone", card)})["moves"]
    tower = found["tower s1"]
    assert {(1, 1 + steps)} == {(one["from"], one["to"]) for one in tower}
    assert {"tower", "wizard"} == {one["key"].split(":")[0] for one in tower}


def test_a_preview_tells_nothing_that_is_up_to_chance() -> None:
    """Cards are drawn at the end of a turn; what a die will show is not known before it is rolled."""
    api = CheckedApi()
    moves = api.answer("view", {"game": game("en-capstone")})["options"]
    found = api.answer("previews", {"game": game("en-capstone")})["moves"]
    assert moves
    assert {} == found  # no card alone moves a piece


def test_the_lesson_is_a_first_turn() -> None:
    """A card, then a wizard, a tower, a flask and the castle, each as one legal move of an example."""
    api = CheckedApi()
    for lang in ("en", "de"):
        steps = api.answer("lesson", {"project": "en-capstone", "lang": lang})["steps"]
        assert 5 == len(steps)
        assert [] == steps[0]["moves"]
        for step in steps[1:]:
            assert step["says"]
            after = game("en-capstone") | {"position": step["position"]}
            before = api.answer("view", {"game": after, "lang": lang})
            played = api.answer("play", {"game": after, "move": step["moves"][0], "lang": lang})
            assert "error" not in played
    assert 1 + at_home(before) == at_home(played)


def test_the_lesson_of_a_house_rule_ends_with_its_own_examples() -> None:
    """What the house rule changes is part of it."""
    project = example("second-wind")
    steps = CheckedApi().answer("lesson", {"project": project})["steps"]
    plain = CheckedApi().answer("lesson", {"project": "en-capstone"})["steps"]
    assert len(steps) > len(plain)
