"""What a person does on the page, for the tests."""

from __future__ import annotations

from typing import Any

HOUSE = """ruleset my-first-rule {
  title    en "A long evening"
  extends  en-capstone
  override board.capacity = 5
}
"""


def ready(page: Any) -> None:
    """Wait until the first rules are checked and the board is set up."""
    page.locator(".problems-summary .good").wait_for(state="attached")
    page.locator(".turn .card.offered, .turn .option").first.wait_for(state="attached")


def write(page: Any, text: str) -> None:
    """Replace the text of the open file."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def choose_first(page: Any) -> None:
    """Choose the first thing that is offered, and wait for the answer."""
    before = page.locator(".timeline .count").inner_text()
    page.locator(".turn .card.offered, .turn .option").first.click()
    page.wait_for_function(
        "old => document.querySelector('.timeline .count').innerText !== old", arg=before
    )


def alone(page: Any, people: int = 2) -> None:
    """Start a game in which people sit at all seats."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="New game").click()
    for seat in range(people):
        page.get_by_label(f"Seat {seat + 1}").select_option("person")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".cover, .turn .card.offered").first.wait_for()


def findings(axe: Any, page: Any, part: str | None = None) -> list[str]:
    """Return what axe finds on the page or in a part of it, one line each."""
    found = axe.Axe().run(
        page, context=part, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
    )
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found.response["violations"]]


def pane(page: Any, name: str) -> None:
    """Go to a part of the page; where all are shown at once, nothing is to do."""
    button = page.get_by_role("navigation").get_by_role("button", name=name)
    if button.is_visible():
        button.click()


def tab(page: Any, name: str) -> None:
    """Open a tab."""
    pane(page, "More")
    page.get_by_role("tab", name=name).click()


def menu(page: Any, name: str) -> None:
    """Choose something in the menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name=name).click()
