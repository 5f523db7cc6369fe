"""How fast the language server is: start, diagnostics after a change, hover, completion.

    python benchmarks/lsp.py

A client of its own speaks the protocol with `wtrules lsp`, as an editor would. Times are those of the
clock, so other work on the machine counts; the smallest and the middle of several are printed, beside
what is to be reached, with the time of a loop of plain Python for scale.
"""

from __future__ import annotations

import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from wtrules import resources

ROUNDS = 20
TARGETS = {"start": 600, "diagnostics": 50, "hover": 30, "completion": 30}


class Client:
    """Speaks the protocol, one message after the other."""

    def __init__(self) -> None:
        command = [sys.executable, "-P", "-m", "wtrules", "lsp"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.numbers = itertools.count(1)

    def send(self, method: str, params: Any, id: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        data = json.dumps(message | ({"id": id} if id is not None else {})).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        found: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return found

    def ask(self, method: str, params: Any) -> Any:
        id = next(self.numbers)
        self.send(method, params, id)
        while (message := self.read()).get("id") != id:
            pass
        return message.get("result")

    def end(self) -> None:
        self.ask("shutdown", None)
        self.send("exit", None)
        self.process.wait()

    def published(self, version: int) -> list[Any]:
        while True:
            message = self.read()
            if message.get("method") == "textDocument/publishDiagnostics":
                if message["params"].get("version") == version:
                    found: list[Any] = message["params"]["diagnostics"]
                    return found


def ms(work: Any) -> float:
    """Return how long something takes, in milliseconds."""
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def plain_loop() -> None:
    """Something that always takes the same time, on an idle machine."""
    sum(i * i for i in range(100_000))


def main() -> None:
    """Measure, and print a table."""
    found: dict[str, list[float]] = {name: [] for name in TARGETS}
    initialize = {"capabilities": {}, "processId": None, "rootUri": None}
    for _ in range(3):
        start = time.perf_counter()
        client = Client()
        client.ask("initialize", initialize)
        found["start"].append(1000 * (time.perf_counter() - start))
        client.end()
    client = Client()
    client.ask("initialize", initialize)
    client.send("initialized", {})
    text = (resources.examples_folder() / "friday.wtr").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        uri = (Path(folder).resolve() / "friday.wtr").as_uri()
        about = {"uri": uri, "languageId": "wtr", "version": 1, "text": text}
        client.send("textDocument/didOpen", {"textDocument": about})
        client.published(1)
        line = text[: text.index("board.capacity")].count("\n")
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 15}}
        for version in range(2, ROUNDS + 2):
            changed = text.replace("= 4", f"= {3 + version % 2}")
            change = {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"text": f"{changed}# {version}\n"}],
            }

            def type_(change: Any = change, version: int = version) -> None:
                client.send("textDocument/didChange", change)
                client.published(version)

            found["diagnostics"].append(ms(type_))
            found["hover"].append(ms(lambda: client.ask("textDocument/hover", place)))
            found["completion"].append(ms(lambda: client.ask("textDocument/completion", place)))
            time.sleep(0.6)  # until the examples are played, as between two words
        client.end()
    loop = min(ms(plain_loop) for _ in range(5))
    print(f"{'':<12} {'smallest':>9} {'middle':>9} {'target':>9}")
    for name, times in found.items():
        print(
            f"{name:<12} {min(times):>6.0f} ms {statistics.median(times):>6.0f} ms {TARGETS[name]:>6} ms"
        )
    print(f"for scale: summing 100,000 squares takes {loop:.0f} ms")


if __name__ == "__main__":
    main()
