"""What the tests of the syntax share: the rule files there are, and reading a text."""

from __future__ import annotations

from pathlib import Path

from wtrules import resources
from wtrules.diagnostics import Diagnostic
from wtrules.source import SourceFile, read_source
from wtrules.syntax.nodes import File
from wtrules.syntax.parse import parse

GOOD = sorted((Path(__file__).parents[1] / "cases" / "good").glob("*.wtr"))
SHIPPED = sorted(
    [*resources.rulesets_folder().rglob("*.wtr"), *resources.examples_folder().rglob("*.wtr")]
)
FILES = [*GOOD, *SHIPPED]


def read(path: Path) -> SourceFile:
    """Return a rule file by a short name."""
    return read_source(path, path.name)


def parse_text(text: str) -> tuple[File, tuple[Diagnostic, ...]]:
    """Return the tree of a text and its faults."""
    return parse(SourceFile("test.wtr", text))


def codes(text: str) -> list[str]:
    """Return the codes of the faults of a text, in order."""
    return [fault.code for fault in parse_text(text)[1]]


def places(text: str) -> list[tuple[str, int]]:
    """Return the codes and lines of the faults of a text, in order."""
    found = parse_text(text)[1]
    return [(fault.code, fault.primary.span.line if fault.primary else 0) for fault in found]
