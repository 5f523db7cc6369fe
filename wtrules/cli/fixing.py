"""Applying fixes to rule files: in memory, round after round, and only then on the disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from wtrules.cli.terminal import note
from wtrules.cli.usage import UsageError
from wtrules.diagnostics import Diagnostic, Fix, in_order
from wtrules.diagnostics.fix import apply_to_bytes, compatible
from wtrules.files import require_writable, write_whole
from wtrules.texts import Texts
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.source import SourceFile

ROUNDS = 10  # what is fixed may bring another mistake to light, but not forever


@frozen
class Applied(Value):
    """A fix that was applied, and the mistake it removes."""

    fault: Diagnostic
    fix: Fix


@define(eq=False, repr=False)
class Fixer:
    """Files that change, as bytes, so that line endings and everything else stay as they are."""

    old: dict[Path, bytes] = field(factory=dict)
    new: dict[Path, bytes] = field(factory=dict)
    texts: dict[Path, SourceFile] = field(factory=dict)  # the new texts, to be checked again
    applied: list[Applied] = field(factory=list)

    def apply(self, faults: Iterable[Diagnostic], files: Mapping[str, Path]) -> bool:
        """Apply the safe fixes that can be applied together; return whether there were any.

        *files* are those that may change, by the names that messages show.
        """
        wanted = [Applied(fault, fix) for fault, fix in safe_fixes(faults, files)]
        chosen = compatible(one.fix for one in wanted)
        done: list[Fix] = []
        for shown, path in files.items():
            done += self._change(shown, path, [fix for fix in chosen if _file(fix) == shown])
        applied = {id(fix) for fix in done}
        self.applied += [one for one in wanted if id(one.fix) in applied]
        return bool(done)

    def _change(self, shown: str, path: Path, fixes: list[Fix]) -> list[Fix]:
        """Apply fixes to one file and return those that were applied."""
        if not fixes:
            return []
        data = self.new[path] if path in self.new else path.read_bytes()
        if _decoded(data, shown) != fixes[0].edits[0].span.source:
            return []  # somebody else has changed the file
        before = _mistakes(data, shown)
        fixes = _sound(data, shown, fixes, before)
        if not fixes or _mistakes(_with(data, fixes), shown) > before:
            return []
        self.old.setdefault(path, data)
        self.new[path] = _with(data, fixes)
        self.texts[path] = _decoded(self.new[path], shown)
        return fixes

    def difference(self, files: Mapping[str, Path]) -> str:
        """Return what changes, as a unified diff."""
        from difflib import unified_diff

        lines: list[str] = []
        for shown, path in files.items():
            if path in self.new:
                old = _decoded(self.old[path], shown).text.splitlines()
                new = self.texts[path].text.splitlines()
                lines += unified_diff(old, new, shown, shown, lineterm="")
        return "".join(f"{line}\n" for line in lines)


def write_fixes(fixer: Fixer) -> None:
    """Write the files that have changed, each whole or not at all, and report what was fixed.

    If one of them is write-protected, none is written.
    """
    path = Path()
    try:
        for path in fixer.new:
            require_writable(path)
        for path, data in fixer.new.items():
            write_whole(path, data)
    except OSError as error:
        raise UsageError("usage.cannot_write", file=path, reason=error.strerror) from None
    for one in fixer.applied:
        assert one.fault.primary is not None
        span = one.fault.primary.span
        place = f"{span.source.path}:{span.line}:{span.column}"
        note(Texts("en")("usage.fix.fixed", place=place, code=one.fault.code, what=one.fix.title))


def safe_fixes(
    faults: Iterable[Diagnostic], files: Mapping[str, Path]
) -> Iterator[tuple[Diagnostic, Fix]]:
    """Yield for each mistake its first safe fix, if it changes one of the files."""
    for fault in in_order(faults):
        fix = next((fix for fix in fault.fixes if fix.is_safe), None)
        if fix is not None and _file(fix) in files:
            yield fault, fix


def _file(fix: Fix) -> str | None:
    """Return the only file that a fix changes."""
    names = {edit.span.source.path for edit in fix.edits}
    return names.pop() if len(names) == 1 else None


def _with(data: bytes, fixes: Iterable[Fix]) -> bytes:
    return apply_to_bytes(data, [edit for fix in fixes for edit in fix.edits])


def _sound(data: bytes, shown: str, fixes: list[Fix], before: int) -> list[Fix]:
    """Return the fixes after which a file can be read as well as before: a bug in one must not damage it.

    A file that can be read with many of them can be read with each, so thousands need few attempts; but
    if it could not be read before, one of them may make up for another.
    """
    if (before == 0 or len(fixes) == 1) and _mistakes(_with(data, fixes), shown) <= before:
        return fixes
    if len(fixes) <= 1:
        return []
    middle = len(fixes) // 2
    halves = fixes[:middle], fixes[middle:]
    return [fix for half in halves for fix in _sound(data, shown, half, before)]


def _mistakes(data: bytes, shown: str) -> int:
    """Return how many mistakes there are in the text of a file, not counting those of its rules."""
    from wtrules.syntax.parse import parse

    return len(parse(_decoded(data, shown))[1])


def _decoded(data: bytes, shown: str) -> SourceFile:
    from wtrules.source import decode_source

    return decode_source(data, shown)
