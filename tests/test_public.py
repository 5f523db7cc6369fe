"""The names that `import wtrules` offers, and their types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import wtrules

ROOT = Path(__file__).parents[1]


def test_only_public_names_are_listed():
    """`dir` and `import *` show what is offered; the machinery stays out of sight."""
    given: dict[str, object] = {}
    exec("from wtrules import *", given)

    assert sorted([*wtrules.__all__, "__version__"]) == dir(wtrules)
    assert set(wtrules.__all__) == given.keys() - {"__builtins__"}
    assert set(wtrules.__all__) == set(wtrules._HOMES)


def test_an_unknown_name_is_an_attribute_error():
    """As with any module."""
    with pytest.raises(AttributeError, match="has no attribute 'lod'"):
        _ = wtrules.lod


@pytest.mark.parametrize("name", wtrules.__all__)
def test_every_public_name_is_documented(name: str):
    """The guide for Python names it, and it says itself what it is."""
    page = (ROOT / "docs" / "python.md").read_text("utf-8")

    assert f"`{name}" in page
    assert getattr(wtrules, name).__doc__


@pytest.mark.slow
def test_public_types_are_seen():
    """A typed program that uses the package passes `mypy --strict`."""
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "tests/cases/typed/agent.py"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert "Success: no issues found in 1 source file\n" == result.stdout
    assert (ROOT / "wtrules" / "py.typed").is_file()
