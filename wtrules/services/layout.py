"""The layout of rule files, for the command, editors and the page."""

from __future__ import annotations

from wtrules.diagnostics import Diagnostic
from wtrules.source import SourceFile
from wtrules.syntax.format import format_file
from wtrules.syntax.parse import parse


def tidied(source: SourceFile) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """Return a file in its layout, and its mistakes; without a text if it has some.

    A bug in the formatter must never damage a rule file, so the text is read again.
    """
    file, faults = parse(source)
    if faults:
        return None, tuple(faults)
    text = format_file(file)
    again, more = parse(SourceFile(source.path, text))
    if more or again != file or len(again.comments) != len(file.comments):
        raise AssertionError(f"formatting {source.path} would change what it says")
    return text, ()
