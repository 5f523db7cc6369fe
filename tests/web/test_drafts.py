"""Nothing that was typed is ever lost: drafts, undo, other tabs, links and the way back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import DESKTOP, PHONE
from tests.web.person import HOUSE, choose_first, link, menu, pane, ready, write

pytestmark = [pytest.mark.slow, pytest.mark.engines("server")]

Visit = Callable[..., Any]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


# Ends when a text is in the browser's store. `wait_for_function` does not wait for promises.
UNTIL_KEPT = """async (text) => {
  const base = await new Promise((done) => {
    const request = indexedDB.open("wtrules");
    request.onsuccess = () => done(request.result);
  });
  const end = performance.now() + 60_000;
  for (;;) {
    const all = await new Promise((done) => {
      const request = base.transaction("drafts").objectStore("drafts").getAll();
      request.onsuccess = () => done(request.result);
    });
    if (JSON.stringify(all.map((kept) => kept.project)).includes(text)) return base.close();
    if (performance.now() > end) throw new Error(`not kept: ${text}`);
    await new Promise((next) => setTimeout(next, 20));
  }
}"""


# Lets a test hold back what the page does after a time.
HOLD_TIMERS = """
window.holding = false;
window.held = [];
const later = setTimeout;
window.setTimeout = (run, ...rest) => later(() => (window.holding ? window.held.push(run) : run()), ...rest);
"""


def wait_until_kept(page: Any, text: str) -> None:
    """Wait until a text is in the browser's store."""
    page.evaluate(UNTIL_KEPT, text)


def written(page: Any, text: str = HOUSE) -> None:
    """Write a text, and wait until it is checked."""
    pane(page, "Rules")
    write(page, text)
    page.get_by_role("heading", name="A long evening").wait_for()


def shown(page: Any) -> str:
    text: str = page.locator(".cm-content").inner_text()
    return text


def example(page: Any, name: str) -> None:
    """Open an example."""
    menu(page, "Examples")
    page.locator(f"[data-example={name}]").click()
    page.get_by_role("dialog").wait_for(state="detached")


def my_rules(page: Any) -> list[str]:
    """Open the list of drafts and return their names."""
    menu(page, "My rules")
    page.locator(".draft").first.wait_for()
    names: list[str] = page.locator(".draft strong").all_inner_texts()
    return names


@SIZES
def test_every_replacement_is_kept_and_can_be_undone(visit: Visit, size: dict[str, int]) -> None:
    """Examples, a printed edition and a link take the place of a draft, which is found again each time."""
    page = visit(size)
    ready(page)
    written(page)
    for name in ("dragon", "friday"):
        example(page, name)
        page.locator(".cm-line", has_text=f"ruleset {name}").wait_for()
        if name == "dragon":  # the draft was typed, so undo is offered
            page.get_by_role("status").get_by_role("button", name="Undo").click()
            page.locator(".cm-line", has_text="A long evening").wait_for()
    assert "A long evening" in my_rules(page)
    page.locator(".draft", has_text="A long evening").click()
    page.locator(".cm-line", has_text="board.capacity = 5").wait_for()
    menu(page, "New game")
    page.locator("#game-rules").select_option("de-abacus-24")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".turn .card.offered").first.wait_for()
    assert "A long evening" in my_rules(page)
    page.locator(".draft", has_text="A long evening").click()
    page.locator(".cm-line", has_text="board.capacity = 5").wait_for(state="attached")


def test_a_reload_right_after_a_key_loses_nothing(visit: Visit) -> None:
    """What was typed is kept when the page goes, however soon that is."""
    page = visit()
    ready(page)
    written(page)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# the last key\n")
    page.reload()
    page.locator(".cm-line", has_text="# the last key").wait_for()


def test_two_tabs_follow_each_other(visit: Visit) -> None:
    """A draft that is open twice is the same in both; what is typed in both at once is kept twice."""
    one = visit()
    ready(one)
    written(one)
    one.reload()
    ready(one)
    two = one.context.new_page()
    two.add_init_script(HOLD_TIMERS)
    two.goto(one.url.split("#")[0])
    two.locator(".cm-line", has_text="A long evening").wait_for()
    one.get_by_text("Also open in another tab").wait_for()
    written(two, HOUSE.replace("= 5", "= 3"))
    one.locator(".cm-line", has_text="board.capacity = 3").wait_for()
    one.locator(".cm-content").click()
    one.keyboard.press("Control+z")  # the old text is one key away
    one.locator(".cm-line", has_text="board.capacity = 5").wait_for()
    two.locator(".cm-line", has_text="board.capacity = 5").wait_for()
    # Both type before either hears of the other: what the second one does after a pause has to wait.
    two.evaluate("holding = true")
    write(two, HOUSE.replace("= 5", "= 1"))
    written(one, HOUSE.replace("= 5", "= 2"))
    wait_until_kept(one, "board.capacity = 2")
    two.evaluate("holding = false; held.forEach((one) => one())")
    two.get_by_text("changed in another tab").wait_for()
    for number in "12":
        wait_until_kept(two, f"board.capacity = {number}")
    two.locator(".cm-line", has_text="board.capacity = 1").wait_for()
    names = my_rules(two)
    assert ["A long evening", "A long evening (copy)"] == sorted(names)
    two.close()


def test_a_reload_while_something_is_kept_loses_nothing(visit: Visit) -> None:
    """What the browser has begun to keep is kept again if the page goes before it is done."""
    page = visit()
    ready(page)
    written(page)
    # The browser never answers what is there, so nothing that is begun from now on is ever done.
    page.evaluate("IDBObjectStore.prototype.get = () => ((window.begun = true), {})")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("# the last key\n")
    page.wait_for_function("() => window.begun")
    page.reload()
    page.locator(".cm-line", has_text="# the last key").wait_for()


@SIZES
def test_the_address_is_a_link(visit: Visit, size: dict[str, int]) -> None:
    """Copying the address shares the rules and the game; opening it again is no second copy."""
    page = visit(size)
    ready(page)
    written(page)
    ready(page)
    page.wait_for_function("() => location.hash.length > 40")
    before = page.url
    pane(page, "Board")
    choose_first(page)
    page.wait_for_function("old => location.href !== old", arg=before)
    address = page.url
    page.reload()
    page.locator(".timeline .count", has_text="Move 1 of 1").wait_for()
    assert address == page.url
    assert 1 == len(my_rules(page))
    page.keyboard.press("Escape")
    other = visit(size, fragment="#" + address.partition("#")[2])
    other.locator(".timeline .count", has_text="Move 1 of 1").wait_for()
    assert "A long evening" == other.locator("h1").inner_text()


def test_a_link_pasted_over_a_draft_keeps_it(visit: Visit) -> None:
    """A link that is opened in a tab with work in it does not replace the work."""
    page = visit()
    ready(page)
    shared = link(page)
    written(page)
    page.evaluate("text => { location.hash = text }", shared.partition("#")[2])
    page.locator(".cm-line", has_text="my-first-rule").wait_for()
    page.locator(".cm-line", has_text="board.capacity = 4").wait_for()
    assert "A long evening" in my_rules(page)


@SIZES
def test_language_and_colours_change_nothing_else(visit: Visit, size: dict[str, int]) -> None:
    """The text keeps its undo, its cursor and its focus."""
    page = visit(size)
    ready(page)
    written(page)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("# end")
    page.get_by_role("button", name="Dark colours").click()
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("button", name="Helle Farben").wait_for()
    page.locator(".cm-content").focus()
    page.keyboard.type("!")
    assert "# end!" in shown(page)
    page.keyboard.press("Control+z")
    if "# end" in shown(page):  # what was typed before and after may be undone together
        page.keyboard.press("Control+z")
    assert "# end" not in shown(page)
    assert "A long evening" in shown(page)


@SIZES
def test_back_closes_a_dialog_and_leads_to_the_view_before(
    visit: Visit, size: dict[str, int]
) -> None:
    """The browser's way back stays on the page as long as there is something to go back to."""
    page = visit(size)
    ready(page)
    start = page.url
    menu(page, "Share and save")
    page.get_by_role("dialog").wait_for()
    page.wait_for_function("() => history.state.dialogs === 1")
    page.go_back()
    page.get_by_role("dialog").wait_for(state="detached")
    assert start.split("#")[0] == page.url.split("#")[0]
    menu(page, "Share and save")
    page.wait_for_function("() => history.state.dialogs === 1")
    page.get_by_role("button", name="Close").first.click()
    page.wait_for_function("() => history.state.dialogs === 0")
    pane(page, "More")
    page.get_by_role("tab", name="Moves").click()
    page.wait_for_function("() => history.state.tab === 'log'")
    page.get_by_role("tab", name="Measure").click()
    page.wait_for_function("() => history.state.tab === 'measure'")
    page.go_back()
    page.locator("#tab-log[aria-selected=true]").wait_for()
    if size == PHONE:
        pane(page, "Rules")
        page.wait_for_function("() => history.state.pane === 'rules'")
        page.go_back()
        page.locator(".tabs").wait_for()


def test_the_draft_of_an_earlier_version_is_found_again(visit: Visit) -> None:
    """Before there were several drafts, there was one in another store."""
    old = {"project": {"files": {"old.wtr": HOUSE}, "main": "old.wtr"}, "file": "old.wtr"}
    page = visit(
        fragment="?old",
        before=f"if (!localStorage.length) localStorage.setItem('wtrules.saved.1', JSON.stringify({old}))",
    )
    page.locator(".cm-line", has_text="A long evening").wait_for()
    assert ["A long evening"] == my_rules(page)


def test_a_link_with_far_too_many_moves_is_cut(visit: Visit) -> None:
    """20,000 moves are no reason for an error that nobody understands."""
    page = visit()
    ready(page)
    packed = page.evaluate(
        """async () => {
          const moves = Array.from({ length: 20000 }, () => "discard");
          const text = JSON.stringify({ files: {}, main: "en-capstone", players: 2, seed: 1, moves });
          const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
          const data = new Uint8Array(await new Response(stream).arrayBuffer());
          const binary = String.fromCharCode(...data);
          return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
        }"""
    )
    other = visit(fragment=f"#1{packed}")
    other.get_by_text("more moves than a game can have").wait_for()
    other.locator(".failure").wait_for()  # the second discard is not legal, which is said as such
    assert re.search("Move 2|move 2|discard", other.locator(".failure").inner_text())
