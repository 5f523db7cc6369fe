"""The page as static files in a browser: without a network, after a rule file that takes for ever, from kept memory."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.conftest import NOTE_QUESTIONS, WAIT_UNTIL_KEPT, wait_until_asked
from tests.web.test_page import HOUSE, Visit, choose_first, ready, tab, write

pytestmark = [pytest.mark.slow, pytest.mark.engines("static")]

# Typing so much text takes a browser minutes, whatever the page does.
PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  document.querySelector(".cm-content").dispatchEvent(event);
}"""


def test_without_a_network(visit: Visit, static_context: Any) -> None:
    """After one visit the page opens, checks and plays with the network cut."""
    static_context.set_offline(True)
    try:
        page = visit()
        ready(page)
        choose_first(page)
        page.reload()
        ready(page)
        write(page, HOUSE)
        page.get_by_role("heading", name="A long evening").wait_for()
        choose_first(page)
    finally:
        static_context.set_offline(False)


def test_a_rule_file_that_takes_for_ever(visit: Visit) -> None:
    """Its worker is stopped, the text stays, and the next text is checked by a new worker."""
    page = visit(before=NOTE_QUESTIONS)
    page.clock.install()
    ready(page)
    rules = "\n".join(
        f"  rule r{i} {{ on turn begins when home of active > {i} do score 1 for active }}"
        for i in range(6_000)
    )
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.evaluate(PASTE, HOUSE.replace("\n}", f"\n{rules}\n}}"))
    wait_until_asked(page, "rule r5999")  # the check takes seconds
    page.clock.fast_forward(9_000)
    page.get_by_text(re.compile("need more than 8 seconds to check")).first.wait_for()
    page.keyboard.press("Control+End")
    page.locator(".cm-line", has_text="rule r5999").wait_for(state="attached")
    write(page, HOUSE)
    page.get_by_role("heading", name="A long evening").wait_for()
    ready(page)
    choose_first(page)


def test_the_rulebook_and_a_comparison(visit: Visit) -> None:
    """Both are made in the browser: the pages of a changed rule, and what differs from its base."""
    page = visit()
    ready(page)
    page.locator(".changed-pages").get_by_text("four").first.wait_for(state="attached")
    tab(page, "Compare")
    page.locator("#compare-left").select_option("")
    page.locator("#compare-right").select_option("en-capstone")
    page.get_by_role("button", name="Compare", exact=True).click()
    page.locator(".difference-item").first.wait_for(state="attached")


@pytest.mark.long
def test_damaged_memory_costs_time_only(visit: Visit) -> None:
    """A memory that cannot be restored is thrown away, and Python starts from nothing."""
    page = visit()
    page.evaluate(
        """async () => {
          const store = await caches.open("wtrules.memory");
          for (const key of await store.keys()) await store.put(key, new Response("damaged"));
        }"""
    )
    page.reload()
    ready(page)
    choose_first(page)
    page.evaluate(WAIT_UNTIL_KEPT)
    assert page.evaluate("async () => (await caches.has('wtrules.memory'))")
