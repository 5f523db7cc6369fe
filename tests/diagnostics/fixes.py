"""Whether the fixes that are offered for a file remove their mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.rules.helpers import validate_file
from wtrules.diagnostics import Diagnostic, Fix
from wtrules.diagnostics.fix import apply, apply_to_bytes
from wtrules.source import SourceFile
from wtrules.syntax.parse import parse


def offered(faults: list[Diagnostic]) -> Iterator[tuple[Diagnostic, Fix]]:
    """Yield every fix that is offered, with what it fixes."""
    return ((fault, fix) for fault in faults for fix in fault.fixes)


def syntax_errors(source: SourceFile) -> Counter[str]:
    """Return how often each syntax error occurs."""
    return Counter(fault.code for fault in parse(source)[1])


def check_syntax(fault: Diagnostic, fix: Fix) -> None:
    """Expect that a fix adds no syntax error; if it fixes one, that this one is gone."""
    source = fix.edits[0].span.source
    before, after = syntax_errors(source), syntax_errors(apply(source, fix.edits))
    if "too-many-faults" in before:  # another one takes the place of one that is gone
        return

    assert Counter() == after - before, fix.title
    assert fault.code not in before or (before - after)[fault.code] > 0, fix.title


def check_fixes(path: Path, faults: list[Diagnostic]) -> None:
    """Expect that every fix that is offered for a file removes the diagnostic it belongs to."""
    for fault, fix in offered(faults):
        _check_fix(path, faults, fault, fix)


def _check_fix(path: Path, faults: Sequence[Diagnostic], fault: Diagnostic, fix: Fix) -> None:
    """Expect that a fix removes the diagnostic it belongs to, and adds no syntax error."""
    check_syntax(fault, fix)
    if fault.code == "stray-punctuation" and path.stem == "too-many-faults":
        return
    source = fix.edits[0].span.source
    target = path.parent / source.path
    old = target.read_bytes()
    count = Counter(each.code for each in faults)[fault.code]
    try:
        target.write_bytes(apply_to_bytes(old, fix.edits))
        left = [each for each in validate_file(path) if each.code == fault.code]
    finally:
        target.write_bytes(old)

    assert fault not in left, fix.title
    assert len(left) < count, fix.title
