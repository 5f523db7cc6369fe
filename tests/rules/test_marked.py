"""Mistakes beside what only looks like them: each line of a file is marked with what is wrong there.

A line of `cases/marked/` ends with `# ! CODE` for each mistake; all other lines are fine.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rules.helpers import ROOT, check, library, plain
from wtrules.resolve.from_syntax import resolve

FILES = sorted((ROOT / "tests" / "cases" / "marked").glob("*.wtr"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_wrong_and_nothing_else(path: Path, tmp_path: Path):
    """Every mistake is reported at its line, and no line that is fine."""
    text = path.read_text("utf-8")
    (tmp_path / path.name).write_text(text, "utf-8")
    (tmp_path / "plain.wtr").write_text(plain(), "utf-8")
    books = library()
    loaded = books.open_path(tmp_path / path.name, path.name)
    assert loaded is not None
    rules = resolve(books, loaded)
    assert rules is not None
    found = {
        (fault.primary.span.line, fault.code)
        for fault in check(rules, books.diagnostics)
        if fault.primary is not None and fault.primary.span.source.path == path.name
    }
    assert set(_marks(text)) == found


def _marks(text: str) -> list[tuple[int, str]]:
    return [
        (number, code)
        for number, row in enumerate(text.splitlines(), 1)
        for mark in re.findall(r"# ! (.*)", row)
        for code in mark.split(", ")
    ]
