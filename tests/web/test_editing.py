"""The text on the page: names explained, names suggested, shipped files to read, and what is changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import DESKTOP, PHONE
from tests.web.person import HOUSE, pane, ready, tab, write

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]


def _comes(tip: Any) -> bool:
    from playwright.sync_api import TimeoutError as TooLate

    try:
        tip.wait_for(timeout=12_000)
    except TooLate:
        return False
    return True


def test_a_name_says_what_it_is_and_leads_to_its_definition(visit: Visit) -> None:
    """The mouse on a setting shows its title, value and origin; a click opens the shipped file, to read."""
    page = visit()
    ready(page)
    box = page.locator(".cm-line", has_text="board.capacity").bounding_box()
    tip = page.locator(".hover-tip")
    for nudge in range(9):  # a tip goes when the text is checked just then
        page.mouse.move(box["x"] + 120 + nudge % 2, box["y"] + 8)
        if _comes(tip):
            break
    assert "board.capacity = 4" in tip.inner_text()
    assert "Wizards on a space or tower, at most" in tip.inner_text()
    assert "rulesets/core/board.wtr" in tip.inner_text()
    tip.get_by_role("button", name="Go to where it is defined").click()
    page.get_by_role("button", name="board.wtr", exact=True).wait_for()
    assert "capacity" == page.evaluate("getSelection().toString()")
    page.keyboard.type("x")
    assert "capacity 6" in page.locator(".cm-content").inner_text()
    page.get_by_role("button", name="Remove board.wtr").click()
    page.locator(".cm-content", has_text="ruleset my-first-rule").wait_for()


@pytest.mark.engines("server")
def test_suggestions_know_where_they_are(visit: Visit) -> None:
    """After `remove spell` the spells are suggested in the order of the rules, with what they say."""
    page = visit()
    page.clock.install()
    ready(page)
    write(page, HOUSE.replace("  override board.capacity = 5", "  remove spell "))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete li", has_text="piggyback").wait_for()
    assert 8 == page.locator(".cm-tooltip-autocomplete li").count()
    info = page.locator(".cm-completionInfo")
    info.wait_for()
    assert "Move any visible wizard" in info.inner_text()
    assert info.bounding_box()["width"] > 200
    page.clock.fast_forward(100)  # the list ignores Enter at first, in case it was not seen
    page.keyboard.press("Enter")
    page.locator(".cm-line", has_text="remove spell move_wizard").wait_for()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_changes_in_the_readers_language(visit: Visit, size: dict[str, int]) -> None:
    """Each change has its title, leads to its text and to the printed rule; the book is beside it."""
    page = visit(size, lang="de-DE")
    ready(page)
    if size == PHONE:
        page.get_by_role("navigation").get_by_role("button", name="Mehr").click()
    changes = page.get_by_label("Was das ändert", exact=True)
    assert "Magier auf einem Feld oder Turm, höchstens" in changes.inner_text()
    assert "6 → 4" in changes.inner_text()
    page.locator(".changed-pages", has_text="Platz").wait_for()
    changes.locator("button.change").click()
    page.wait_for_function("getSelection().toString().startsWith('board.capacity')")
    assert page.locator(".cm-editor").is_visible()
    if size == PHONE:
        page.get_by_role("navigation").get_by_role("button", name="Mehr").click()
    page.get_by_role("button", name="Was vorher galt").click()
    page.get_by_role("button", name="board.wtr", exact=True).wait_for()
    assert page.get_by_text("kannst sie lesen").is_visible()


@pytest.mark.slow
@pytest.mark.engines("server")
def test_a_house_rule_on_top_of_another_one(visit: Visit) -> None:
    """A file that the rules extend is written beside them; the list of files leads to it."""
    page = visit()
    ready(page)
    page.get_by_role("button", name="Add a file").click()
    page.get_by_label("Name of the file").fill("base.wtr")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator(".file-tab.open", has_text="base.wtr").wait_for()
    write(
        page,
        HOUSE.replace("my-first-rule", "base").replace("capacity = 5", "capacity = 3"),
    )
    page.get_by_role("button", name="my-first-rule.wtr").click()
    write(page, HOUSE.replace("en-capstone", "base"))
    ready(page)
    page.locator(".changes", has_text="3 → 5").wait_for()


@pytest.mark.slow
@pytest.mark.engines("server")
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everything_can_be_taken_along(visit: Visit, size: dict[str, int]) -> None:
    """The rules, the game, the picture and the rulebook are files to save."""
    page = visit(size)
    ready(page)
    page.get_by_role("button", name="Share", exact=True).click()
    for name, ending in (
        ("my-first-rule.wtr", "my-first-rule.wtr"),
        ("Game", ".game.json"),
        ("Picture of the board", ".svg"),
    ):
        with page.expect_download() as saved:
            page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
        assert saved.value.suggested_filename.endswith(ending)
    page.get_by_role("button", name="Rulebook", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a web page").click()
    assert saved.value.suggested_filename.endswith(".html")


@pytest.mark.slow
@pytest.mark.engines("server")
def test_compare_sets_a_position_up(visit: Visit) -> None:
    """A difference between two rulesets is shown on the board, under either, and the game comes back."""
    page = visit()
    ready(page)
    tab(page, "Compare")
    page.locator("#compare-left").select_option("")
    page.locator("#compare-right").select_option("en-capstone")
    page.locator("#panel-compare").get_by_role("button", name="Compare").click()
    item = page.locator(
        ".difference-item", has=page.locator("button", has_text="Show on the board")
    )
    item.first.wait_for(state="attached")
    item.first.locator("summary").click()
    item.first.get_by_role("button", name="Show on the board").last.click()
    page.get_by_text("You are looking at a position under Wandering Towers, Capstone").wait_for()
    page.get_by_role("button", name="Back to the game").click()
    page.get_by_text("You are looking at").wait_for(state="detached")
    pane(page, "Board")
    assert re.search("to act", page.locator(".turn").inner_text())
