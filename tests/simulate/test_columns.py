"""The page about simulations shows how to ask saved games."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import copy

import pytest

from wtrules.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_example_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its command is run, then its code; that for polars too, if it is installed."""
    pytest.importorskip("duckdb", reason="the extra `sim` is not installed")
    page = (ROOT / "docs" / "simulate.md").read_text("utf-8")
    section = page.partition("### Asking the games\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    [command] = [text for language, text in blocks if language == "sh"]
    [shown] = [text for language, text in blocks if language == "text"]
    programs = {text.split()[1]: text for language, text in blocks if language == "python"}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").mkdir()
    copy(ROOT / "examples" / "friday.wtr", tmp_path / "examples")
    assert 0 == main(shlex.split(command)[1:])

    assert ["duckdb", "polars"] == list(programs)
    for library, program in programs.items():
        if find_spec(library) is None:
            continue
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONUTF8": "1"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert "" == done.stderr
        assert (shown if library == "duckdb" else done.stdout) == done.stdout != ""
