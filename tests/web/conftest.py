"""A browser, and the page served to it. Where there is no browser, these tests are skipped."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from wtrules.web.api import Api

STATIC = Path(__file__).parents[2] / "wtrules" / "web" / "static"
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


class Site(SimpleHTTPRequestHandler):
    """The built page, with the calls answered in this process."""

    api = Api()
    turn = threading.Lock()

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        """Answer a call; all parts of a long answer come in one piece."""
        argument = json.loads(self.rfile.read(int(self.headers["content-length"])))
        parts: list[Any] = []
        with self.turn:
            answer = self.api.answer(self.path.rpartition("/")[2], argument, parts.append)
        lines = [{"progress": part} for part in parts] + [{"value": answer}]
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        self.send_response(200)
        self.send_header("content-type", "application/x-ndjson")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Site, directory=str(STATIC)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, as the machine has it."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no chromium on this machine")
    with driver.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path)
        yield found
        found.close()


@pytest.fixture
def visit(browser: Any, site: str) -> Iterator[Callable[..., Any]]:
    """Opens the page as a new reader; the test fails if the page reports a mistake of its own."""
    contexts, mistakes = [], []

    def open_page(
        size: dict[str, int] = DESKTOP,
        *,
        lang: str = "en-GB",
        scheme: str = "light",
        welcome: bool = False,
        fragment: str = "",
        before: str = "",
    ) -> Any:
        context = browser.new_context(
            viewport=size, locale=lang, color_scheme=scheme, reduced_motion="reduce"
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.on("console", lambda said: said.type == "error" and mistakes.append(said.text))
        page.on(
            "request",
            lambda sent: sent.url.startswith((site, "data:", "blob:")) or mistakes.append(sent.url),
        )
        if before:
            page.add_init_script(before)
        page.goto(site + fragment)
        if not welcome and not fragment:
            page.keyboard.press("Escape")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [] == mistakes
