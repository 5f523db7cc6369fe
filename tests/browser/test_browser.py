"""A web page sees what the desktop sees: the parts it needs run without threads, processes and wasmtime."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.browser.tour import tour

ROOT = Path(__file__).parents[2]
NEEDED = ("attr", "attrs", "jinja2", "markupsafe")  # besides wtrules itself


@cache
def desktop() -> dict[str, Any]:
    """Return what the desktop sees, as JSON can say it."""
    seen: dict[str, Any] = json.loads(json.dumps(tour()))
    return seen


@pytest.mark.slow
def test_nothing_that_a_browser_lacks_is_needed() -> None:
    """Check, play, bots, simulate, diff, rulebook, explain and fmt work, and see the same."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.browser.tour", "browser"],
        cwd=ROOT,
        env={**os.environ, "WTRULES_CACHE": "off"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    seen = json.loads(done.stdout)

    assert "Inline" == seen.pop("workers")
    assert "Threads" == desktop()["workers"]
    assert {key: value for key, value in desktop().items() if key != "workers"} == seen


def test_the_tour_sees_something() -> None:
    """The checks, the games and the comparison have the results that they should have."""
    seen = desktop()
    assert [[], ["unknown-override"]] == seen["findings"]
    assert ["hand.size"] == seen["shown"]
    assert 100 == seen["chunks"]
    assert seen["cancelled"]
    assert seen["endless"].startswith("endless: the rules never reach another decision")
    assert ["behaviour", ["hand.size"]] == seen["compared"]


def pyodide() -> Path | None:
    """Return the folder of Pyodide, from npm, if there is one."""
    found = Path(os.environ.get("WTRULES_PYODIDE") or ROOT / "web/node_modules/pyodide")
    return found if (found / "pyodide.mjs").is_file() else None


def archive(path: Path, folders: dict[str, Path]) -> Path:
    """Pack Python files, as a wheel does."""
    with zipfile.ZipFile(path, "w") as made:
        for name, folder in folders.items():
            for file in sorted(folder.rglob("*.py")):
                made.write(file, Path(name, file.relative_to(folder)))
    return path


@pytest.mark.long  # in the normal run, the exported page is tried in Chromium, with the same Python
@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.skipif(pyodide() is None, reason="needs Pyodide: `npm install` in web/")
def test_pyodide_sees_the_same(tmp_path: Path) -> None:
    """The wheel, in a real Python for browsers on its WebAssembly, plays the same games."""
    command = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        tmp_path,
        ROOT,
    ]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    needed = {name: Path(import_module(name).__file__ or "").parent for name in NEEDED}
    packages = archive(tmp_path / "packages.zip", needed)
    tour_file = archive(tmp_path / "tour.zip", {"tests/browser": Path(__file__).parent})
    done = subprocess.run(
        [
            "node",
            Path(__file__).with_name("pyodide.mjs"),
            str(pyodide()),
            wheel,
            packages,
            tour_file,
        ],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])

    assert "Inline" == found["seen"].pop("workers")
    assert {key: value for key, value in desktop().items() if key != "workers"} == found["seen"]
