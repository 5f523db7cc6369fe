"""Libraries: rule files are read once, and two libraries can share what was read."""

from __future__ import annotations

import pytest

from wtrules.diagnostics import has_errors
from wtrules.pipeline import open_ruleset
from wtrules.rules import library as libraries
from wtrules.rules.library import Library
from wtrules.source import SourceFile

HOUSE = "ruleset house {{ extends en-capstone override hand.size = {} }}"


def test_two_libraries_share_shipped_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second library parses only the text that is new, and starts without diagnostics."""
    wrong = open_ruleset(SourceFile("house.wtr", HOUSE.format("pebbles {")), Library())
    wrong.compile()
    assert wrong.diagnostics

    parsed = []
    monkeypatch.setattr(
        libraries,
        "parse",
        lambda source, real=libraries.parse: parsed.append(source.path) or real(source),
    )
    shared = wrong.library.shipped_files()
    right = open_ruleset(SourceFile("house.wtr", HOUSE.format(4)), Library(files=shared))
    made = right.compile()

    assert made is not None
    assert () == right.diagnostics
    assert ["house.wtr"] == parsed
    assert not has_errors(made.diagnostics)
