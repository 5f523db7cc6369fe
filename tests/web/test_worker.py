"""The page with Python in a worker: what happens when the worker hangs. The worker here is made up, and so are its answers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.conftest import DESKTOP, NOTE_QUESTIONS, wait_until_asked

pytestmark = pytest.mark.slow

CONFIG = {"engine": "worker", "pyodide": "none/", "packages": [], "build": "test"}
# Checks every text at once, unless it contains the word "endless": then it never comes back.
WORKER = """
self.onmessage = ({ data }) => {
  if (data.config) return self.postMessage({ ready: 1 });
  const answers = {
    catalog: { version: "0", rulesets: [], examples: [], bots: [], words: {} },
    check: { diagnostics: [], changes: [], playable: false, players: [], title: "Checked", ms: 1 },
  };
  if (JSON.stringify(data.argument).includes("endless")) for (;;);
  self.postMessage({ id: data.id, value: answers[data.name] ?? { error: { code: "no", message: "no" } } });
};
"""


def test_a_worker_that_hangs_is_replaced_and_the_text_stays(browser: Any, site: str) -> None:
    """A check without end is stopped after its limit; meanwhile and afterwards the editor works."""
    context = browser.new_context(viewport=DESKTOP, locale="en-GB", service_workers="block")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.route("**/engine.json", lambda route: route.fulfill(body=json.dumps(CONFIG)))
    page.route(
        "**/worker.js",
        lambda route: route.fulfill(body=WORKER, content_type="text/javascript"),
    )
    page.add_init_script(NOTE_QUESTIONS)
    page.clock.install()
    page.goto(site)
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Checked").wait_for()
    text = page.locator(".cm-content")
    text.click()
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text("# endless\n")
    wait_until_asked(page, "endless")
    page.keyboard.insert_text("# typed meanwhile\n")
    assert "typed meanwhile" in text.inner_text()
    page.clock.fast_forward(9_000)
    page.get_by_text("the rules engine was stopped and started again").wait_for()
    page.locator(".problem.error").wait_for()
    assert "more than 8 seconds" in page.locator(".problem.error").inner_text()
    page.keyboard.press("Control+Home")
    for _ in "# endless":
        page.keyboard.press("Delete")
    page.locator(".problems-summary .good").wait_for()
    assert "typed meanwhile" in text.inner_text()
    context.close()
