"""The table on the page: what is chosen before a game, why something is not possible, hands and spells."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import DESKTOP, PHONE
from tests.web.person import choose_first, findings, menu, pane, position, ready, tab, write

pytestmark = pytest.mark.slow

Visit = Callable[..., Any]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])

# Two rounds: over soon, and everything of a game is in it.
SHORT = """ruleset my-first-rule {
  title    en "A short evening"
  extends  en-capstone
  players  2
  memory rounds = 0
  outcome dawn { name en "at dawn" }
  rule short.dawn {
    says   en "The game lasts two rounds."
    on     round begins
    do     add 1 to rounds
    if rounds = 3 {
      end game dawn
    }
  }
}
"""


@pytest.mark.slow
@SIZES
def test_everything_is_chosen_before_a_game(visit: Visit, size: dict[str, int]) -> None:
    """Variants, colours and settings: five spells are drawn, and red plays against green."""
    page = visit(size)
    ready(page)
    menu(page, "New game")
    page.get_by_label("Random spells").check()
    page.get_by_label("Colour of player 1").select_option("red")
    page.get_by_label("Colour of player 2").select_option("red")  # the other one changes
    page.get_by_label("Colour of player 2").select_option("green")
    page.get_by_text("More to choose").click()
    page.get_by_label("Number of spells laid out").fill("5")
    page.get_by_label("The hands are").select_option("open")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".spells .spell").nth(4).wait_for(state="attached")
    assert 5 == page.locator(".spells .spell").count()
    names = page.locator(".player h3").all_text_contents()
    assert "Green" == names[1]
    assert names[0] != names[1]
    # The settings belong to the game: they are there after a reload.
    page.reload()
    ready(page)
    pane(page, "Board")
    page.locator(".spells .spell").nth(4).wait_for(state="attached")
    assert names == page.locator(".player h3").all_text_contents()


@pytest.mark.engines("server")
def test_variants_need_and_exclude_each_other(visit: Visit) -> None:
    """Solo with spells needs the solo mode, which is for one player; the team variant is in its way."""
    page = visit()
    ready(page)
    menu(page, "New game")
    page.get_by_label("Team variant").check()
    assert page.locator("input[value=solo_spells]").is_disabled()
    page.locator("input[value=team]").uncheck()
    page.get_by_label("Solo with spells").check()
    assert page.locator("input[value=solo]").is_checked()
    assert page.locator("input[value=team]").is_disabled()
    page.wait_for_function("() => document.querySelector('#game-players').value === '1'")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".player").nth(1).wait_for(state="detached")
    page.locator(".turn .card.offered, .turn .option").first.wait_for()
    assert 1 == page.locator(".player").count()


@pytest.mark.slow
@SIZES
def test_what_is_not_possible_says_why(visit: Visit, size: dict[str, int]) -> None:
    """A card first; then a wizard that may not move says which rule is in the way, with its page and text."""
    page = visit(size)
    ready(page)
    pane(page, "Board")
    wizard = page.locator(".board [data-kind=wizard][data-letter=y]").last
    wizard.dispatch_event("click")
    page.get_by_text("Choose a card first").wait_for()
    page.locator(".turn .card.offered").first.click()
    page.get_by_role("heading", name="Choose a piece").wait_for()
    page.locator(".board [data-kind=wizard][data-letter=y]").last.dispatch_event("click")
    why = page.locator(".why")
    why.wait_for()
    why.locator(".rule").click()
    dialog = page.get_by_role("dialog")
    assert "Capstone" in dialog.inner_text()
    dialog.get_by_role("button", name="Read it in the rules").click()
    page.locator(".file-tab.open.read-only").wait_for()
    assert page.locator(".cm-editor").is_visible()


@pytest.mark.engines("server")
def test_the_table_shows_piles_and_spells(visit: Visit) -> None:
    """The draw pile and the last discard are in the middle of the ring; a spell tile says what it does."""
    page = visit()
    ready(page)
    assert ["84", "0"] == page.locator(".wt-count").all_text_contents()
    choose_first(page)
    assert ["84", "1"] == page.locator(".wt-count").all_text_contents()
    page.locator(".spell").first.click()
    assert "clockwise" in page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")
    tab(page, "Moves")
    page.get_by_label("Moves so far").get_by_role("button", name="turn.action").click()
    assert "face up on the discard pile" in page.get_by_role("dialog").inner_text()


@SIZES
def test_hands_flasks_and_spells_are_set_up(visit: Visit, size: dict[str, int]) -> None:
    """In the position editor, a hand gets a card, a flask is filled, a spell is laid out; the line follows."""
    page = visit(size)
    ready(page)
    position(page)
    line = page.get_by_label("Position as one line")
    page.get_by_label("Add a card … yellow").wait_for()
    page.get_by_label("Add a card … yellow").select_option("w1")
    assert re.search(r"hands=\S+,\S+\.w1 ", line.input_value())
    blue = page.get_by_role("group", name="Blue")
    blue.get_by_label("full").fill("2")
    assert "flasks=6.2.0," in line.input_value()
    page.get_by_label("Piggyback").check()
    assert "spells=move_wizard,move_tower,piggyback" in line.input_value()
    blue.get_by_role("button", name=re.compile("out of the hand")).first.click()
    page.locator(".position-problems .good").wait_for()
    page.get_by_role("button", name="Play from here").click()
    page.locator(".spells .spell").nth(2).wait_for(state="attached")


@pytest.mark.slow
@pytest.mark.engines("server")
def test_a_whole_game_against_a_bot_by_keyboard_alone(visit: Visit) -> None:
    """From the first Tab to the result: nothing but Tab and Enter is pressed."""
    page = visit()
    ready(page)
    write(page, SHORT)
    page.get_by_role("heading", name="A short evening").wait_for()
    ready(page)
    menu(page, "New game")
    page.keyboard.press("Enter")
    page.locator("dialog").wait_for(state="detached")
    page.locator(".turn .card.offered").first.wait_for()
    page.reload()
    ready(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to the board
    for _ in range(100):
        page.wait_for_function(
            "() => document.querySelector('.result') ||"
            " document.activeElement.matches('.turn .card.offered, .turn .option')"
        )
        if page.locator(".result").count():
            break
        before = page.locator(".timeline .count").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "old => document.querySelector('.timeline .count').innerText !== old", arg=before
        )
    assert "at dawn" in page.locator(".result h2").inner_text()


@pytest.mark.slow
@pytest.mark.engines("server")
@pytest.mark.parametrize(
    ("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"]
)
def test_dialogs_are_accessible(visit: Visit, size: dict[str, int], scheme: str) -> None:
    """No dialog breaks the rules of WCAG that a program can check."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    page = visit(size, scheme=scheme)
    ready(page)
    found: set[str] = set()
    for name in ("New house rule", "Examples", "New game", "Share and save", "Keys and help"):
        menu(page, name)
        page.get_by_role("dialog").wait_for()
        if name == "New game":
            page.get_by_text("More to choose").click()
            page.get_by_label("Cards in hand").wait_for()
        found.update(f"{name}: {one}" for one in findings(axe, page, "dialog"))
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    pane(page, "Board")
    page.locator(".turn .rule").click()
    found.update(findings(axe, page, "dialog"))
    page.get_by_role("button", name="Read it in the rules").click()
    page.locator(".file-tab.open.read-only").wait_for()
    found.update(findings(axe, page, ".rules-pane"))
    assert set() == found
