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
    page.mouse.move(0, 0)  # away from the last choice: a second click there would be a double click
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


def link(page: Any) -> str:
    """Return the link that the page offers, with this page as the published one."""
    page.get_by_role("button", name="Share", exact=True).click()
    base = page.get_by_label("Address of the published page")
    box = page.get_by_label("Link", exact=True)
    base.or_(box).first.wait_for()
    if base.is_visible():
        base.fill(page.url.split("#")[0])
        page.get_by_role("button", name="Use this address").click()
    box.wait_for()
    page.wait_for_function("() => document.querySelector('textarea.copy').value.includes('#1')")
    found: str = box.input_value()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    return found


def position(page: Any) -> None:
    """Open the position editor, with all that the game hides."""
    tab(page, "Position")
    page.get_by_role("button", name="Show everything").click()
    page.locator("#position-line").wait_for()
