"""Advice on the board: chances where moves lead, and where a finished game turned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import DESKTOP, PHONE
from tests.web.person import menu, pane, ready
from tests.web.test_long_calls import WINNING, game, with_pile
from wtrules.web.api import Api

Visit = Callable[..., Any]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def test_bad_decisions_are_where_a_game_turned() -> None:
    """Blue could come home with the last wizard and win at once, but discards whenever possible; Yellow wins."""
    api = Api()
    where = game(position=with_pile(WINNING))
    moves, view = [], api.answer("view", {"game": where})
    assert "card w1" in [one["move"] for one in view["options"]]
    while view["result"] is None:
        options = [one["move"] for one in view["options"]]
        away = [move for move in options if "s15b" not in move] or options
        if view["to_act"] == 0:
            move = "discard" if "discard" in options else away[0]
        else:
            move = api.answer("hint", {"game": {**where, "moves": moves}, "bot": "greedy"})["move"]
        view = api.answer("play", {"game": {**where, "moves": moves}, "move": move})
        moves.append(view["event"]["move"])
    assert [1] == view["result"]["winners"]
    seen = api.answer("view", {"game": {**where, "moves": moves}, "seat": 0})
    assert view["result"] == seen["result"]  # also through the eyes of one player
    parts: list[Any] = []
    asked = {"game": {**where, "moves": moves}, "seat": 0, "budget": 1200, "lang": "de"}
    answer = api.answer("turning", asked, parts.append)
    assert answer["of"] == len(answer["points"]) == len(parts)
    assert all(0 <= point["chance"] <= 1 for point in answer["points"])
    assert 1 <= len(answer["turns"]) <= 3
    losses = [turn["betterChance"] - turn["chance"] for turn in answer["turns"]]
    assert sorted(losses, reverse=True) == losses
    assert min(losses) > 0
    for turn in answer["turns"]:
        assert moves[turn["at"]] == turn["move"] != turn["better"]
        assert turn["words"] != turn["betterWords"]


def test_a_player_without_a_choice_has_no_turn() -> None:
    """Nobody has decided anything yet; a seat that is not there is refused."""
    empty = Api().answer("turning", {"game": game(), "seat": 1})
    assert {"points": [], "turns": [], "of": 0} == empty
    assert "error" in Api().answer("turning", {"game": game(), "seat": 2})


@pytest.mark.slow
@pytest.mark.engines("server")
@SIZES
def test_chances_are_on_the_board(visit: Visit, size: dict[str, int]) -> None:
    """Each space that a move leads to shows the best chance, the best of all stands out; arrows lead there."""
    page = visit(size)
    ready(page)
    pane(page, "Board")
    page.locator(".turn .card.offered").first.click()
    page.locator(".turn .option.kind-piece").first.wait_for()
    few = {"budget": 60}  # games are enough here
    page.route(
        "**/chances",
        lambda route: route.continue_(post_data={**route.request.post_data_json, **few}),
    )
    page.get_by_role("button", name="Chances").click()
    badges = page.locator(".wt-chance")
    badges.first.wait_for(state="attached")
    page.get_by_role("button", name="Chances").wait_for()  # all games are played
    assert 1 == page.locator(".wt-chance.best").count()
    assert badges.count() >= 5
    assert 3 == page.locator(".wt-chances .wt-arrow").count()
    best = page.locator(".turn .option .value").first.inner_text().split("%")[0]
    assert f"{best}%" == page.locator(".wt-chance.best text").text_content()
    # The list is sorted, too, and the chances go with the position.
    page.locator(".turn .option.kind-piece").first.click()
    page.locator(".timeline .count", has_text="Move 2").wait_for()
    page.locator(".wt-chance").first.wait_for(state="detached")


TURNING = {
    "points": [{"at": 0, "chance": 0.6}, {"at": 1, "chance": 0.2}, {"at": 4, "chance": 0.1}],
    "turns": [
        {
            "at": 1,
            "move": "discard",
            "words": "discard the hand",
            "chance": 0.2,
            "better": "discard",
            "betterWords": "play a card",
            "betterChance": 0.6,
        }
    ],
    "of": 3,
}


@pytest.mark.slow
@pytest.mark.engines("server")
@SIZES
def test_the_end_of_a_game_and_where_it_turned(visit: Visit, size: dict[str, int]) -> None:
    """Who has won, three figures, another game; and a way to the decision that cost the most."""
    page = visit(size)
    ready(page)
    menu(page, "Examples")
    page.locator("[data-example=first-home]").click()
    page.locator(".cm-content", has_text="first-home").wait_for(state="attached")
    ready(page)
    menu(page, "Settings")
    page.get_by_label("Bots move").select_option("skip")
    page.keyboard.press("Escape")
    menu(page, "New game")
    page.get_by_label("Seat 1").select_option("greedy")
    page.get_by_label("Seat 2").select_option("random")
    page.get_by_role("button", name="Start the game").click()
    pane(page, "Board")
    result = page.locator(".result")
    result.wait_for(timeout=120_000)
    assert "wins" in result.locator("h2").inner_text()
    assert 3 == result.locator(".figures strong").count()
    assert result.get_by_role("button", name="Play again").is_visible()
    for part in ("h2", ".figures", ".row"):
        box, outside = (page.locator(one).bounding_box() for one in (f".result {part}", ".side"))
        assert box["x"] + box["width"] <= outside["x"] + outside["width"], part

    page.route("**/turning", lambda route: route.fulfill(json=TURNING))
    result.get_by_role("button", name="Where did it turn?").click()
    page.locator(".course-line polyline").wait_for(state="attached")
    page.locator("[data-turn='1']").click()
    here = page.locator(".turned-here")
    here.wait_for()
    assert "Move 1 of" in page.locator(".timeline .count").inner_text()
    assert "20%" in here.inner_text()
    assert "60%" in here.inner_text()
    here.get_by_role("button", name="To the end").click()
    result.wait_for()
