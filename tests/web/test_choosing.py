"""Choosing on the board: what lights up, what is shown beforehand, what a second click means; and learning it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import DESKTOP, PHONE
from tests.web.person import HOUSE, choose_first, menu, pane, ready, tab, write

pytestmark = [pytest.mark.slow, pytest.mark.engines("server")]

Visit = Callable[..., Any]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
PIECES = ".board .offered:not([data-kind=space])"


@SIZES
def test_all_pieces_that_may_move_light_up(visit: Visit, size: dict[str, int]) -> None:
    """Also after a card was chosen with the keyboard; pointing at a move shows its target and hides none."""
    page = visit(size)
    ready(page)
    pane(page, "Board")
    page.locator(".turn .card.offered").first.focus()
    page.keyboard.press("Enter")
    page.locator(".turn .option.kind-piece").first.wait_for()
    moves = page.locator(".turn .option.kind-piece").count()
    assert moves >= 9
    lit = page.locator(PIECES).count()
    assert lit >= moves
    option = page.locator(".turn .option.kind-piece[data-move^=tower]").first
    option.focus()
    page.locator(".wt-preview .wt-arrow").wait_for(state="attached")
    assert page.locator(".wt-preview .wt-ghost").count() >= 1
    assert lit == page.locator(PIECES).count()
    page.locator(".timeline button").first.focus()
    page.locator(".wt-preview").wait_for(state="detached")


def test_a_piece_that_the_mouse_is_on_shows_its_target(visit: Visit) -> None:
    """Hovering over the board is as good as over the list."""
    page = visit()
    ready(page)
    choose_first(page)
    page.locator(".turn .option.kind-piece").first.wait_for()
    page.locator(".board [data-kind=tower].offered").last.hover()
    page.locator(".wt-preview .wt-arrow").wait_for(state="attached")
    page.mouse.move(2, 2)
    page.locator(".wt-preview").wait_for(state="detached")


@SIZES
def test_a_double_click_is_one_choice(visit: Visit, size: dict[str, int]) -> None:
    """The second click, 450 ms later on the same spot, plays nothing."""
    page = visit(size)
    ready(page)
    pane(page, "Board")
    box = page.locator(".turn .card.offered").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.locator(".timeline .count", has_text="Move 1 of 1").wait_for()
    page.mouse.click(x, y, delay=10)
    page.locator(".turn .option.kind-piece").first.wait_for()
    assert "Move 1 of 1" == page.locator(".timeline .count").inner_text()


@SIZES
def test_impossible_combinations_cannot_be_ticked(visit: Visit, size: dict[str, int]) -> None:
    """Solo with spells is for one, the cooperative game for more: the reason is beside the box."""
    page = visit(size)
    ready(page)
    menu(page, "New game")
    page.get_by_label("Solo with spells").check()
    assert page.locator("input[value=solo]").is_checked()
    other = page.locator("input[value=coop]")
    assert other.is_disabled()
    assert "Not together with" in page.locator("label", has=other).inner_text()
    assert page.get_by_role("button", name="Start the game").is_enabled()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".turn .card.offered, .turn .option").first.wait_for()
    assert 1 == page.locator(".player").count()


def test_just_play_is_the_printed_game(visit: Visit) -> None:
    """Somebody who only wants to play gets no house rule."""
    page = visit(welcome=True)
    page.get_by_role("button", name="Just play").click()
    page.locator("#game-rules").wait_for()
    assert "en-capstone" == page.locator("#game-rules").input_value()


def test_secrets_stay_secret_beside_the_board(visit: Visit) -> None:
    """The position editor shows no hand of a game unless somebody asks, and none while the device is passed on."""
    page = visit()
    ready(page)
    tab(page, "Position")
    panel = page.locator("#panel-position")
    panel.get_by_role("button", name="Show everything").wait_for()
    assert "hands=" not in panel.inner_html()
    menu(page, "New game")
    page.get_by_label("Seat 2").select_option("person")
    page.get_by_label("Seat 1").select_option("person")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".cover").wait_for()
    panel.get_by_text("covered until").wait_for()
    assert not panel.get_by_role("button", name="Show everything").count()
    assert "hands=" not in panel.inner_html()


@SIZES
def test_a_mistake_moves_nothing(visit: Visit, size: dict[str, int]) -> None:
    """When an error is found and when it is gone, what is on the screen stays where it is."""
    page = visit(size)
    ready(page)
    pane(page, "Rules")
    page.evaluate(
        """() => {
          window.shift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shift += entry.value;
          }).observe({ type: "layout-shift", buffered: false });
        }"""
    )
    write(page, HOUSE + "}")
    page.locator(".problem.error").first.wait_for()
    write(page, HOUSE)
    page.locator(".problems-summary .good").wait_for()
    assert page.evaluate("shift") < 0.05


@SIZES
def test_the_lesson(visit: Visit, size: dict[str, int]) -> None:
    """Step by step: a card, a wizard, a tower, a flask, the castle; then the game is there as before."""
    page = visit(size, welcome=True)
    page.get_by_role("button", name="Learn in a minute").click()
    lesson = page.locator(".lesson")
    lesson.wait_for()
    steps = int(lesson.locator(".who").inner_text().split()[-1])
    assert steps >= 4
    for number in range(1, steps + 1):
        page.get_by_text(f"Step {number} of {steps}").wait_for()
        page.mouse.move(0, 0)
        page.locator(".turn .card.offered, .turn .option").first.click()
        if number == steps:  # a wizard comes home; the castle moves by itself
            page.locator(".narration", has_text="The castle moves from").wait_for()
        page.get_by_role("button", name="Play" if number == steps else "Next", exact=True).click()
    lesson.wait_for(state="detached")
    page.locator(".timeline .count", has_text="Start").wait_for()


def test_a_change_is_tried_with_it_and_without(visit: Visit) -> None:
    """From the list of changes to a position in which it matters, in one click."""
    page = visit()
    ready(page)
    page.get_by_role("button", name="Try it").first.click()
    page.get_by_text("You are looking at a position under My first house rule").wait_for()
    page.get_by_role("button", name="Without the change").click()
    page.get_by_role("button", name="With the change").wait_for()
    page.get_by_role("button", name="Back to the game").click()
    page.locator(".ribbon").wait_for(state="detached")


@pytest.mark.parametrize(
    ("width", "height"), [(390, 844), (844, 390), (768, 1024), (1280, 800)], ids=str
)
def test_the_board_is_in_view_with_what_can_be_chosen(
    visit: Visit, width: int, height: int
) -> None:
    """On every screen the whole board, the question, a choice and the cards are visible at once."""
    page = visit({"width": width, "height": height}, lang="de-DE")
    ready(page)
    pane(page, "Spielplan")
    page.locator(".turn .card.offered").first.click()
    page.locator(".turn .option.kind-piece").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for part in (".board", ".turn h2", ".turn .option", ".turn .hand .card"):
        box = page.locator(part).first.bounding_box()
        assert box["x"] >= 0, part
        assert box["y"] >= 0, part
        assert box["y"] + min(box["height"], 30) <= height, part
    board = page.locator(".board").bounding_box()
    assert board["height"] >= 0.38 * height


@SIZES
def test_examples_are_played_together(visit: Visit, size: dict[str, int]) -> None:
    """Two are ticked: the page says that they go together, and what they do; then one game has both."""
    page = visit(size)
    ready(page)
    menu(page, "Examples")

    def tick(name: str, is_on: bool = True) -> None:
        card = page.locator("li", has=page.locator(f"[data-example={name}]"))
        card.get_by_label("Combine").set_checked(is_on)

    for name in ("dragon", "second-wind"):
        tick(name)
    page.get_by_text("They go together. Games").wait_for()
    tick("long-ring")  # which has no eight
    tick("figure-eight")
    page.get_by_text("They do not go together.").wait_for()
    assert page.locator(".trial li").count() >= 1
    assert page.get_by_role("button", name="Play 4 together").is_disabled()
    tick("long-ring", False)
    tick("figure-eight", False)
    page.get_by_text("They go together. Games").wait_for()
    page.get_by_role("button", name="Play 2 together").click()
    page.get_by_role("heading", name="A mixed evening").wait_for()
    ready(page)
    assert page.locator(".board [data-kind=piece]").count() == 1
    assert "Second Wind" in page.locator(".spells").inner_text()
