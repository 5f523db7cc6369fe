"""A browser, and the page served to it. Where there is no browser, these tests are skipped."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import drawn
from wtrules.web.api import Api
from wtrules.web.export import export

WEB = Path(__file__).parents[2] / "web"
STATIC = Path(__file__).parents[2] / "wtrules" / "web" / "static"
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


class Site(SimpleHTTPRequestHandler):
    """The built page, with the calls answered in this process."""

    api = Api()
    turn = threading.Lock()

    def log_message(self, *_: object) -> None:
        pass

    def handle(self) -> None:
        """Answer a page, unless it is gone."""
        with suppress(BrokenPipeError):
            super().handle()

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


class StaticSite(SimpleHTTPRequestHandler):
    """Files of an exported page, as any host sends them."""

    def log_message(self, *_: object) -> None:
        pass


def served(handler: type[SimpleHTTPRequestHandler], folder: Path) -> Iterator[str]:
    """Serve a folder while it is needed; yields the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the page with the calls answered in this process."""
    yield from served(Site, STATIC)


@pytest.fixture(scope="session")
def static_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page as `wtrules web --export` writes it."""
    if not (WEB / "node_modules/pyodide/pyodide.mjs").is_file():
        pytest.skip("needs Pyodide: `npm ci` in web/")
    folder = tmp_path_factory.mktemp("export") / "site"
    export(folder)
    yield from served(StaticSite, folder)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, as the machine has it."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no chromium on this machine")
    with driver.sync_playwright() as playwright:
        # Pages of one reader share a process, which has read the scripts of the page already.
        found = playwright.chromium.launch(executable_path=path, args=["--process-per-site"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def reader(browser: Any, site: str) -> Iterator[Any]:
    """A browser that has read the page before, to which a new reader comes: `forget` takes care of that.

    A page of it stays open, and with it the process that the page of each test runs in.
    """
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(60_000)
    context.new_page().goto(f"{site}licences.txt")
    yield context
    context.close()


def forget(context: Any, address: str) -> None:
    """Close all pages of a browser but the first one, and delete what they have kept."""
    first, *others = context.pages
    for page in others:
        page.close()
    session = context.new_cdp_session(first)
    origin = {"origin": address.rstrip("/"), "storageTypes": "all"}
    session.send("Storage.clearDataForOrigin", origin)
    session.detach()


@pytest.fixture(scope="session")
def static_context(browser: Any, static_site: str) -> Iterator[Any]:
    """A browser that has visited the exported page, so that Python starts from kept memory."""
    context = browser.new_context(viewport=DESKTOP, locale="en-GB")
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(static_site)
    page.evaluate(WAIT_UNTIL_KEPT)
    page.close()
    yield context
    context.close()


# The second worker keeps the memory, and the service worker keeps all files.
WAIT_UNTIL_KEPT = """async () => {
  const end = performance.now() + 240_000;
  await navigator.serviceWorker.ready;
  for (;;) {
    if (performance.now() > end) throw new Error(`the page kept no memory; it shows: ${document.body.innerText}`);
    const names = await caches.keys();
    if (names.includes("wtrules.memory") && (await (await caches.open("wtrules.memory")).keys()).length) return;
    await new Promise((next) => setTimeout(next, 200));
  }
}"""


# Notes what workers are asked.
NOTE_QUESTIONS = """
window.asked = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  if (message.name) window.asked.push(JSON.stringify(message.argument));
  return post.call(this, message, ...rest);
};
"""


def wait_until_asked(page: Any, text: str) -> None:
    """Wait until a worker works on something with a text in it; needs NOTE_QUESTIONS."""
    page.wait_for_function("text => window.asked.some((one) => one.includes(text))", arg=text)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test of the page with one of both engines, with `--long` with both, unless it names those it is about.

    One test of four, drawn anew in each run, takes the exported page, whose Python takes longest to start.
    """
    if "engine" in metafunc.fixturenames:
        named = metafunc.definition.get_closest_marker("engines")
        is_static = [0] == drawn(range(4), 1, of=metafunc.definition.nodeid)
        either = [
            engine
            if is_static == (engine == "static")
            else pytest.param(engine, marks=pytest.mark.long)
            for engine in ("server", "static")
        ]
        metafunc.parametrize("engine", named.args if named else either)


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, browser: Any, engine: str
) -> Iterator[Callable[..., Any]]:
    """Opens the page as a new reader; the test fails if the page reports a mistake of its own."""
    contexts, pages, mistakes = [], [], []
    is_static = engine == "static"
    address: str = request.getfixturevalue("static_site" if is_static else "site")
    reader = None if is_static else request.getfixturevalue("reader")
    # Starting Python anew for each reader would take too long, so they share what the browser keeps.
    shared = request.getfixturevalue("static_context") if is_static else None

    def open_page(
        size: dict[str, int] = DESKTOP,
        *,
        lang: str = "en-GB",
        scheme: str = "light",
        welcome: bool = False,
        fragment: str = "",
        before: str = "",
    ) -> Any:
        context = shared
        if reader is not None and not pages and lang == "en-GB":
            context = reader
        elif context is None:
            context = browser.new_context(locale=lang)
            context.set_default_timeout(60_000)
            contexts.append(context)
        page = context.new_page()
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if shared is not None:
            # Only once: what the page saves must be there after a reload.
            page.add_init_script(
                "if (!sessionStorage.visited) { localStorage.clear(); sessionStorage.visited = 1 }"
                f"Object.defineProperty(navigator, 'language', {{ value: '{lang}' }})"
            )
        pages.append(page)
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.on(
            "console",
            lambda said: (
                said.type == "error"
                # Playwright looks into the rulebook, too, a frame that may run no scripts.
                and "Blocked script execution in 'about:srcdoc'" not in said.text
                and mistakes.append(said.text)
            ),
        )
        page.on(
            "request",
            lambda sent: (
                sent.url.startswith((address, "data:", "blob:")) or mistakes.append(sent.url)
            ),
        )
        if before:
            page.add_init_script(before)
        page.goto(address + fragment)
        if not welcome and not fragment:
            page.get_by_role("dialog").wait_for()
            page.keyboard.press("Escape")
            page.get_by_role("dialog").wait_for(state="detached")
        return page

    yield open_page
    for opened in (*pages, *contexts):
        opened.close()
    if reader is not None:
        forget(reader, address)
    assert [] == mistakes


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A fast run starts no browser."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
