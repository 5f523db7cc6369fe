"""The page in a browser, used as a person uses it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import DESKTOP, PHONE
from tests.web.person import (
    HOUSE,
    alone,
    choose_first,
    findings,
    link,
    pane,
    position,
    ready,
    tab,
    write,
)

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]


@pytest.mark.slow
def test_from_the_welcome_to_an_example_on_the_board(visit: Visit) -> None:
    """A new reader picks an example, and it can be played."""
    page = visit(welcome=True)
    page.get_by_role("button", name=re.compile("Try an example")).click()
    page.get_by_label("Search the examples").fill("friday")
    page.get_by_role("button", name=re.compile("Friday night")).click()
    page.get_by_role("heading", name="Friday night").wait_for()
    ready(page)
    assert page.get_by_label("What this changes").get_by_role("listitem").count() >= 4
    assert page.locator(".board > svg").is_visible()


@pytest.mark.slow
def test_a_new_house_rule_is_written_by_ticking(visit: Visit) -> None:
    """The wizard writes a rule file that has no problems and plays."""
    page = visit(welcome=True)
    page.get_by_role("button", name=re.compile("Start a house rule")).click()
    page.get_by_label("What is it called?").fill("Crowded evening")
    page.get_by_role("checkbox").nth(0).check()
    page.get_by_role("button", name="Write it").click()
    page.get_by_role("heading", name="Crowded evening").wait_for()
    ready(page)
    assert "board.capacity" in page.get_by_label("What this changes").inner_text()


def test_a_mistake_is_underlined_and_fixed_with_a_click(visit: Visit) -> None:
    """A misspelled name is reported as it is typed; the offered fix is one click."""
    page = visit()
    ready(page)
    write(page, HOUSE.replace("capacity", "capacty"))
    problem = page.locator(".problem.error").first
    problem.wait_for()
    assert "capacty" in problem.inner_text()
    assert page.locator(".cm-lintRange-error").count() >= 1
    problem.get_by_role("button", name="What does this mean?").click()
    assert page.get_by_role("dialog").locator("pre").count() >= 1
    page.keyboard.press("Escape")
    problem.locator(".fix").first.click()
    ready(page)
    assert "override board.capacity = 5" in page.locator(".cm-content").inner_text()


@pytest.mark.slow
@pytest.mark.engines("server")
def test_format(visit: Visit) -> None:
    """The format button lays the text out as `wtrules fmt` does."""
    page = visit()
    ready(page)
    write(page, HOUSE.replace("  title    en", "title en"))
    page.get_by_role("button", name="Format").click()
    page.wait_for_function(
        "() => document.querySelector('.cm-content').innerText.includes('  title ')"
    )
    lines = page.locator(".cm-content").inner_text().splitlines()
    assert HOUSE.splitlines() == [line.rstrip() for line in lines if line.strip()]


@pytest.mark.slow
def test_moves_can_be_made_taken_back_and_tried_differently(visit: Visit) -> None:
    """Card and piece are chosen with clicks; undo, another choice, and both lines are kept."""
    page = visit()
    ready(page)
    choose_first(page)
    assert "Move 1 of 1" == page.locator(".timeline .count").inner_text()
    page.get_by_role("button", name="Undo").click()
    page.locator(".timeline .count", has_text="Start").wait_for()
    page.locator(".turn .card.offered").nth(1).click()
    page.get_by_role("button", name="2 variations").click()
    assert 2 == page.get_by_role("dialog").locator(".option").count()
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Moves").click()
    assert 1 == page.get_by_label("Moves so far").get_by_role("listitem").count()


@pytest.mark.engines("server")
def test_a_hand_is_covered_when_the_device_is_passed_on(visit: Visit) -> None:
    """Nobody sees a hand before the next player has said that they hold the device."""
    page = visit()
    ready(page)
    alone(page)
    page.get_by_role("button", name=re.compile("I am blue", re.I)).click()
    page.locator(".cover").wait_for(state="detached")
    for _ in range(12):
        page.locator(".cover, .turn .card.offered, .turn .option").first.wait_for()
        if page.locator(".cover").count():
            break
        choose_first(page)
    assert "yellow" in page.locator(".cover h2").inner_text().lower()
    assert 0 == page.locator(".card:not(.back)").count()
    page.locator(".cover button").click()
    page.locator(".turn .card.offered").first.wait_for()


def test_a_game_with_the_keyboard_alone(visit: Visit) -> None:
    """Enter chooses what has the focus, and the focus goes on to the next choice."""
    page = visit()
    ready(page)
    page.locator(".turn .card.offered").first.focus()
    for _ in range(2):
        before = page.locator(".timeline .count").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "old => document.querySelector('.timeline .count').innerText !== old", arg=before
        )
        assert page.evaluate("document.querySelector('.turn').contains(document.activeElement)")
    page.locator("body").press("ArrowLeft")
    page.locator(".timeline .count", has_text="Move 1 of 2").wait_for()


def test_a_reload_loses_nothing(visit: Visit) -> None:
    """Text, game and place in the game are as they were."""
    page = visit()
    ready(page)
    write(page, HOUSE)
    page.get_by_role("heading", name="A long evening").wait_for()
    ready(page)
    choose_first(page)
    choose_first(page)
    page.reload()
    ready(page)
    assert "A long evening" == page.locator("h1").inner_text()
    assert "Move 2 of 2" == page.locator(".timeline .count").inner_text()
    assert "board.capacity = 5" in page.locator(".cm-content").inner_text()


def test_a_link_holds_text_and_moves(visit: Visit) -> None:
    """Another reader opens the link and sees the same rules at the same move."""
    page = visit()
    ready(page)
    write(page, HOUSE)
    page.get_by_role("heading", name="A long evening").wait_for()
    ready(page)
    choose_first(page)
    words = page.locator(".turn h2").inner_text()
    other = visit(fragment="#" + link(page).partition("#")[2])
    other.locator(".timeline .count", has_text="Move 1 of 1").wait_for()
    assert "A long evening" == other.locator("h1").inner_text()
    assert words == other.locator(".turn h2").inner_text()


@pytest.mark.engines("server")
def test_a_damaged_link_is_reported(visit: Visit) -> None:
    """A link that was cut off says so, and the page works."""
    page = visit(fragment="#1abcdefghijk")
    page.get_by_text("This link is damaged").wait_for()
    ready(page)
    assert "ruleset" in page.locator(".cm-content").inner_text()


@pytest.mark.engines("server")
def test_a_store_that_refuses_is_reported(visit: Visit) -> None:
    """A private window or a full store is no reason to lose work without a word."""
    page = visit(before="IDBFactory.prototype.open = () => { throw new Error('full') }")
    page.get_by_text("does not let this page save anything").wait_for()
    ready(page)
    assert page.locator(".turn .card.offered").count()


def test_german_from_the_start_and_by_switching(visit: Visit) -> None:
    """The browser's language decides, until the reader does."""
    page = visit(lang="de-DE")
    ready(page)
    assert "Meine erste Hausregel" == page.locator("h1").inner_text()
    assert "de" == page.locator("html").get_attribute("lang")
    page.get_by_role("button", name="English").click()
    page.get_by_role("tab", name="Changes").wait_for()
    page.get_by_role("heading", name="My first house rule").wait_for()
    page.reload()
    page.get_by_role("tab", name="Changes").wait_for()


def test_the_position_stays_when_the_rules_change(visit: Visit) -> None:
    """A rule is edited in the middle of a game, and the game goes on from the same board."""
    page = visit()
    ready(page)
    choose_first(page)
    choose_first(page)
    board = page.locator(".board > svg desc").first.text_content()
    write(page, HOUSE)
    page.get_by_role("heading", name="A long evening").wait_for()
    ready(page)
    assert board == page.locator(".board > svg desc").first.text_content()
    assert "Move 2 of 2" == page.locator(".timeline .count").inner_text()


def test_broken_rules_leave_the_game_alone(visit: Visit) -> None:
    """While the text has errors, the last version without is played."""
    page = visit()
    ready(page)
    write(page, HOUSE + "}")
    page.get_by_text("The board keeps playing the last version").wait_for()
    choose_first(page)
    assert page.locator(".problem.error").count()


def test_a_position_is_checked_and_played(visit: Visit) -> None:
    """The position editor explains what is wrong with a board, and plays it once it is right."""
    page = visit()
    ready(page)
    position(page)
    line = page.get_by_label("Position as one line")
    assert "K/" in line.input_value()
    page.get_by_text("Spaces as letters").click()
    page.get_by_label("Space 5", exact=True).fill("KK")
    page.locator(".position-problems .bad").first.wait_for()
    assert page.get_by_role("button", name="Play from here").is_disabled()
    line.fill("K/Ry/N/Ry/N/R/N/R/N/R/./././././b b")
    page.locator(".position-problems .good").wait_for()
    page.get_by_role("button", name="Play from here").click()
    page.locator(".timeline .count", has_text="Start").wait_for()


@pytest.mark.engines("server")
def test_the_phone_shows_one_part_at_a_time(visit: Visit) -> None:
    """On a phone a bar at the bottom leads to rules, board and the rest; nothing is wider than the screen."""
    page = visit(PHONE)
    ready(page)
    bar = page.get_by_role("navigation")
    for name, part in (("Rules", ".cm-editor"), ("Board", ".board > svg"), ("More", ".tabs")):
        bar.get_by_role("button", name=name).click()
        assert page.locator(part).is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for name in ("Changes", "Moves", "Measure", "Compare", "Position"):
        page.get_by_role("tab", name=name).click()
        panel = page.get_by_role("tabpanel")
        assert panel.evaluate("one => one.scrollWidth <= one.clientWidth"), name
    bar.get_by_role("button", name="Rules").click()
    write(page, HOUSE.replace("board.capacity", "board.capacitys"))
    page.locator(".fix").first.wait_for()
    assert page.locator(".problems").evaluate("one => one.scrollWidth <= one.clientWidth")
    write(page, HOUSE)
    bar.get_by_role("button", name="Board").click()
    ready(page)
    choose_first(page)


@pytest.mark.slow
@pytest.mark.engines("server")
def test_accessibility(visit: Visit) -> None:
    """No part of the page breaks the rules of WCAG that a program can check, by day, at night, on a phone."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    page = visit(welcome=True)
    page.get_by_role("dialog").wait_for()
    found = {f"welcome: {one}" for one in findings(axe, page, "dialog")}
    page.keyboard.press("Escape")
    ready(page)
    for size, scheme in ((DESKTOP, "light"), (DESKTOP, "dark"), (PHONE, "dark"), (PHONE, "light")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        where = f"{size['width']}, {scheme}"
        # What is around the tabs is the same for all of them.
        for part in ("Rules", "Board") if size == PHONE else ("Rules",):
            pane(page, part)
            found.update(f"{where}: {one}" for one in findings(axe, page))
        for name in ("Changes", "Moves", "Measure", "Compare", "Position"):
            tab(page, name)
            panel = "[role=tabpanel]:not([hidden])"
            found.update(f"{where}, {name}: {one}" for one in findings(axe, page, panel))
    assert set() == found


@pytest.mark.engines("server")
def test_pieces_are_dragged_in_the_position_editor(visit: Visit) -> None:
    """A tower is dragged to another space with the wizards on it, and the line follows."""
    page = visit(DESKTOP)
    ready(page)
    position(page)
    line = page.get_by_label("Position as one line")
    line.fill("K/Ryy/N/R/N/R/N/R/N/R/./././././b b")
    page.locator(".position-problems .good").wait_for()
    preview = page.locator(".position-preview")
    preview.scroll_into_view_if_needed()
    tower = preview.locator("[data-kind=tower][data-space='1']")
    target = preview.locator("[data-key='space:12']")
    tower.drag_to(target)
    assert line.input_value().startswith("K/./N/R/N/R/N/R/N/R/././Ryy/././b b")


def test_a_position_that_is_no_longer_possible(visit: Visit) -> None:
    """If the changed rules do not allow the position, the page says why and offers a way on."""
    page = visit()
    ready(page)
    choose_first(page)
    # The board on the table has 16 spaces.
    write(page, HOUSE.replace("board.capacity = 5", "board.spaces = 17"))
    page.get_by_role("heading", name="A long evening").wait_for()
    page.locator(".failure").wait_for()
    assert "not possible" in page.locator(".failure h2").inner_text()
    # An edit that allows it again brings the game back.
    write(page, HOUSE)
    page.locator(".failure").wait_for(state="detached")
    ready(page)
    assert "Move 1 of 1" == page.locator(".timeline .count").inner_text()


@pytest.mark.slow
def test_measuring_shows_differences(visit: Visit) -> None:
    """Bots play games of both rules, and the table has a row for each difference."""
    page = visit()
    ready(page)
    page.get_by_role("tab", name="Measure").click()
    page.locator("#measure-games").select_option("200")
    page.get_by_role("button", name="Play the games").click()
    page.get_by_text("200 games of each").wait_for()
    assert 1 <= page.locator(".headline").count() <= 3
    page.get_by_text("All figures").click()
    assert page.locator("table.bars tbody tr").first.is_visible()


def test_a_hint_and_the_chances_of_each_move(visit: Visit) -> None:
    """The strongest bot names a move; each move gets its chance of winning."""
    page = visit()
    ready(page)
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("The strongest bot would choose").wait_for()
    page.get_by_role("button", name="Chances").click()
    page.locator(".turn .chance").first.wait_for()
    page.get_by_role("button", name="Chances").wait_for()
    assert page.locator(".turn .chance").count() >= 3
