"""How fast the web page is: the exported page in Chromium, beside the same work on the desktop, in one run.

    python benchmarks/web.py [--rounds 9] [--games 1000]

Prints a table with what is to be reached. Times are what a clock on the wall shows; on a busy machine they
are too long, so the script also prints how much longer the desktop's part took than it computed. Needs Chromium, playwright and Pyodide (`npm ci` in web/).
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import statistics
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import wtrules
from wtrules.resources import examples_folder
from wtrules.simulate.simulation import planned
from wtrules.web.api import Api
from wtrules.web.export import export

CHROMIUM = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip
READY = "() => document.querySelector('.engine-state')?.textContent === ''"
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  for (;;) {
    if ((await (await caches.open("wtrules.memory")).keys()).length) return;
    await new Promise((next) => setTimeout(next, 200));
  }
}"""
# An engine of our own beside the page's: the worker of the site, asked one call after the other.
WORKER = """async () => {
  const config = await (await fetch("engine.json")).json();
  const worker = new Worker("worker.js", { type: "module" });
  const heard = () => new Promise((next) => (worker.onmessage = ({ data }) => next(data)));
  worker.postMessage({ config, base: document.baseURI, keep: false });
  for (let said = await heard(); !("ready" in said); said = await heard());
  window.ask = async (name, argument) => {
    const began = performance.now();
    worker.postMessage({ id: 1, name, argument });
    let said = await heard();
    const first = performance.now() - began;
    while (!("value" in said)) said = await heard();
    return { first, ms: performance.now() - began, value: said.value };
  };
}"""
# Native games alone, with Python's own clock, in a worker that this script adds to the site.
PLAYOUTS = """
import time, wtrules
native = wtrules.load("friday").native(2)
native.finals(seed=1, games=100)
def playouts(games):
    began = time.perf_counter()
    _, lengths = native.finals(seed=7, games=games)
    return sum(lengths) / (time.perf_counter() - began)
"""
PLAYER = f"""
import {{ loadPyodide }} from "./pyodide/pyodide.mjs";
const unpacked = async (name) => {{
  const data = await (await fetch(name)).blob();
  return new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}};
const config = await (await fetch("engine.json")).json();
const stdLibURL = URL.createObjectURL(new Blob([await unpacked(config.library)]));
const python = await loadPyodide({{ indexURL: new URL("pyodide/", location.href).href, stdLibURL }});
for (const name of config.packages) python.unpackArchive(await unpacked(name), "zip", {{ extractDir: "/lib/ours" }});
python.runPython("import sys; sys.path.insert(0, '/lib/ours')");
python.runPython({PLAYOUTS!r});
self.onmessage = ({{ data }}) => self.postMessage(python.runPython(`playouts(${{data}})`));
self.postMessage("ready");
"""
PLAY = """async () => {
  const worker = new Worker("bench-player.js", { type: "module" });
  const heard = () => new Promise((next) => (worker.onmessage = ({ data }) => next(data)));
  await heard();
  window.playouts = (games) => (worker.postMessage(games), heard());
}"""
WATCH = """() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
  }).observe({ type: "longtask" });
}"""


class Host(SimpleHTTPRequestHandler):
    """A host of static files."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass


def transfer(folder: Path) -> float:
    """Return how many bytes a visitor receives if the host compresses, in MB."""
    names = [path for path in folder.rglob("*") if path.is_file() and "licence" not in path.name]
    sizes = (min(len(gzip.compress(path.read_bytes(), 9)), path.stat().st_size) for path in names)
    return sum(sizes) / 1e6


def opened(context: Any, url: str) -> tuple[Any, float, float]:
    """Open the page; returns it and the seconds until the board is there and until its engine is ready."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator(".board > svg").wait_for(state="attached")
    board = time.perf_counter() - began
    page.wait_for_function(READY)
    spent = time.perf_counter() - began
    page.keyboard.press("Escape")
    return page, board, spent


def friday(round: int) -> dict[str, Any]:
    """Return the example with another number, so that nothing is known about it yet."""
    text = (examples_folder() / "friday.wtr").read_text("utf-8")
    return {"files": {"friday.wtr": f"{text}# {round}\n"}, "main": "friday.wtr"}


def typing(page: Any, rounds: int) -> tuple[float, float]:
    """Return the median from key to diagnostics, and the longest task meanwhile, in ms."""
    text = (examples_folder() / "friday.wtr").read_text("utf-8")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.get_by_role("heading", name="Friday night").wait_for()
    page.wait_for_timeout(2000)
    page.keyboard.press("Control+End")
    page.evaluate(WATCH)
    page.evaluate("() => (window.wtrulesTiming.checks.length = 0)")
    for _ in range(rounds):
        page.keyboard.press("#")
        page.wait_for_timeout(700)
    return statistics.median(page.evaluate("window.wtrulesTiming.checks")), page.evaluate(
        "window.longest"
    )


def simulating(page: Any, games: int) -> tuple[float, float]:
    """Return the seconds for games of the rules against their base, and the longest task, in ms."""
    page.evaluate("() => (window.longest = 0)")
    page.get_by_role("tab", name="Measure").click()
    page.locator("#measure-games").select_option(str(games))
    began = time.perf_counter()
    page.get_by_role("button", name="Play the games").click()
    page.get_by_text(f"{games:,} games of each").wait_for()
    return time.perf_counter() - began, page.evaluate("window.longest")


def calls(page: Any, rounds: int) -> dict[str, list[float]]:
    """Take turns between browser and desktop; returns milliseconds by what was done."""
    page.evaluate(WORKER)
    desktop = Api()
    desktop.warm_up()
    found: dict[str, list[float]] = {"waiting": []}

    def browser(name: str, argument: dict[str, Any]) -> float:
        said = page.evaluate("([name, argument]) => ask(name, argument)", [name, argument])
        assert "error" not in said["value"], said["value"]
        return float(said["ms"])

    def here(name: str, argument: dict[str, Any]) -> float:
        began, computed = time.perf_counter(), time.process_time()
        answer = desktop.answer(name, argument)
        assert answer is not None
        assert "error" not in answer, answer
        spent = time.perf_counter() - began
        found["waiting"].append(spent / (time.process_time() - computed))
        return 1000 * spent

    for round in range(rounds):
        project = friday(round)
        game = {"project": project, "players": 2, "seed": 1, "moves": []}
        for side, ask in (("browser", browser), ("desktop", here)):
            checked = ask("check", {"project": project, "lang": "en"})
            found.setdefault(f"check {side}", []).append(checked)
            # The bot plays natively: the rules are compiled, and its move is the first one.
            moved = ask("hint", {"game": game, "bot": "greedy", "lang": "en"})
            found.setdefault(f"first {side}", []).append(checked + moved)
    return found


def playouts(page: Any, rounds: int, games: int) -> tuple[float, float]:
    """Return native decisions per second in the browser and on the desktop, taking turns."""
    page.evaluate(PLAY)
    here: dict[str, Any] = {}
    exec(PLAYOUTS, here)
    pairs = [
        (page.evaluate("(games) => playouts(games)", games), here["playouts"](games))
        for _ in range(rounds)
    ]
    return max(one for one, _ in pairs), max(other for _, other in pairs)


def main() -> None:
    """Export, measure, and print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--games", type=int, default=1000)
    given = options.parse_args()
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name, "site")
        export(folder)
        size = transfer(folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(CHROMIUM)
        )
        context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
        context.set_default_timeout(120_000)
        page, board, cold = opened(context, url)
        page.evaluate(KEPT)
        page.close()
        warm = []
        for _ in range(3):
            page, _, spent = opened(context, url)
            warm.append(spent)
            page.wait_for_timeout(6000)  # the second worker starts
            page.close()
        page, *_ = opened(context, url)
        page.wait_for_timeout(6000)
        key, while_typing = typing(page, given.rounds)
        good, while_simulating = simulating(page, 1000)
        page.close()
        page, *_ = opened(context, url)
        times = {name: statistics.median(each) for name, each in calls(page, given.rounds).items()}
        (folder / "bench-player.js").write_text(PLAYER, "utf-8")
        native = playouts(page, given.rounds, given.games)
        chromium.close()
        server.shutdown()

    began = time.perf_counter()
    sides = (wtrules.load("friday"), wtrules.load("en-capstone"))
    planned(sides, (2,), ("greedy",), games=1000).run()
    good_here = time.perf_counter() - began

    rows = [
        ("key to diagnostics, `friday.wtr`", f"{key:.0f} ms", f"{times['check desktop']:.0f} ms (check alone; in the browser {times['check browser']:.0f})", "100 ms"),
        ("text to first native move, the check included", f"{times['first browser']:.0f} ms", f"{times['first desktop']:.0f} ms", "250 ms"),
        ("native playouts, best of the rounds", f"{native[0] / 1e6:.2f} million decisions/s", f"{native[1] / 1e6:.2f} million decisions/s ({native[0] / native[1]:.2f})", "0.9 of the desktop"),
        ("1,000 games with greedy players against the base", f"{good:.1f} s", f"{good_here:.1f} s", "10 s"),
        ("board to be seen, first visit", f"{board:.1f} s", "", "1 s"),
        ("engine ready, first visit", f"{cold:.1f} s", "", "5 s"),
        ("engine ready, later visits", f"{statistics.median(warm):.1f} s", "", "1.5 s"),
        ("transfer, compressed", f"{size:.1f} MB", "", "8 MB"),
        ("longest task of the page while typing", f"{while_typing:.0f} ms", "", "50 ms"),
        ("longest task of the page while simulating", f"{while_simulating:.0f} ms", "", "50 ms"),
    ]  # fmt: skip
    print("| what | static page | desktop | to reach |\n| --- | --- | --- | --- |")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print(
        f"\nOn this machine, 1 ms of computing took {times['waiting']:.1f} ms (1.0: it was idle)."
    )


if __name__ == "__main__":
    main()
