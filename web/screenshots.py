"""Write the pictures of the page that README and docs show: `python web/screenshots.py`.

It serves the page as `wtrules web` does and needs playwright and Chromium.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "examples" / "friday.wtr"
# A game in which something is going on; the seed decides what.
MOVES = 26


def served() -> tuple[subprocess.Popen[str], str]:
    """Return a server and the address of its page."""
    command = [sys.executable, "-m", "wtrules", "web", str(RULES), "--no-browser"]
    server = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://\S+", line):
            return server, found[0]
    raise SystemExit("the server did not start")


def play(page: Page) -> None:
    """Play some moves: each time the first card, then the first piece that lights up."""
    for _ in range(MOVES):
        card = page.locator(".card.offered, .option").first
        card.wait_for()
        page.mouse.move(0, 0)  # a second click on the same spot would be a double click
        card.click()
        page.wait_for_timeout(500)
    page.mouse.move(0, 0)
    page.wait_for_timeout(2_000)


def shot(browser: Any, address: str, name: str, moves: bool, **how: Any) -> None:
    """Write one picture."""
    context = browser.new_context(**how)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(address)
    page.wait_for_selector(".board > svg, .bottom-bar")
    page.wait_for_timeout(3_000)
    page.keyboard.press("Escape")
    board = page.locator(".bottom-bar button").nth(1)
    if board.is_visible():
        board.click()
    if moves:
        play(page)
    page.wait_for_timeout(1_000)
    page.screenshot(path=str(ROOT / "docs" / name))
    context.close()


def main() -> None:
    """Write all pictures."""
    server, address = served()
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"))
            wide, phone = {"width": 1280, "height": 800}, {"width": 390, "height": 800}
            shot(browser, address, "page.png", True, viewport=wide)
            shot(
                browser,
                address,
                "phone.png",
                True,
                viewport=phone,
                color_scheme="dark",
                has_touch=True,
            )
            browser.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
