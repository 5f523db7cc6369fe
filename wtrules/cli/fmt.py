"""`wtrules fmt`: rule files in the one layout, written in place."""

from __future__ import annotations

import io
import os
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import define, field

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE
from wtrules.cli.common import is_typed
from wtrules.cli.options import OUTPUT_FORMAT, DiffOption, StdinFilenameOption
from wtrules.cli.terminal import detail, note, say, use_colour, write_data, write_unchanged
from wtrules.cli.usage import UsageError, complain
from wtrules.files import write_whole
from wtrules.safe_text import Medium, safe
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.diagnostics import Diagnostic
    from wtrules.source import SourceFile


class CheckFormat(StrEnum):
    """How the files that would change are listed."""

    TEXT = "text"
    GITHUB = "github"
    JUNIT = "junit"


def fmt(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATHS]...",
            help="Rule files, folders of them, or `-` for standard input. If omitted, the current "
            "folder.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change no file; list those that would change.")
    ] = False,
    diff: DiffOption = False,
    output_format: Annotated[
        CheckFormat, OUTPUT_FORMAT.option("For the list of --check.")
    ] = CheckFormat.TEXT,
    stdin_filename: StdinFilenameOption = "<stdin>",
) -> int:
    """Format rule files: indentation, columns, tables, line breaks.

    The meaning, comments and line endings are kept. A file with syntax errors is reported and not
    changed. The exit code is 1 if there are such files or if --check or --diff found something to
    change, and 2 if a file cannot be read or written.

    Examples:
      wtrules fmt friday.wtr
      wtrules fmt rulesets/ examples/ --check
      wtrules fmt --check --output-format github
      wtrules fmt --diff
      cat friday.wtr | wtrules fmt - > tidy.wtr
    """
    from wtrules.cli.validate import rule_files

    if output_format is not CheckFormat.TEXT and (diff or not check):
        if is_typed(context, "output_format"):
            raise UsageError("usage.fmt.format_needs_check")
        output_format = CheckFormat.TEXT
    run = _Run(not (check or diff), check and not diff, diff, output_format)
    seen: set[str] = set()
    wanted = paths or ["."]
    for name in wanted:
        if name == "-":
            run.format_input(stdin_filename)
            continue
        found = list(rule_files(name))
        if not found:
            run.complain("usage.no_rule_files", folder=name)
        for file in found:
            real = os.path.realpath(file)
            if real in seen or (os.path.isdir(name) and not _is_within(real, name)):
                continue
            seen.add(real)
            run.format_file(file)
    run.report()
    if wanted != ["-"]:
        note(run.summary())
    return run.exit_code()


def _is_within(real: str, folder: str) -> bool:
    """Whether a file found in a folder is really there, and not linked from elsewhere."""
    root = os.path.realpath(folder)
    return os.path.commonpath([real, root]) == root


@define
class _Run:
    """Formats files one after another and counts the results."""

    write: bool
    list_names: bool
    show_changes: bool
    output_format: CheckFormat = CheckFormat.TEXT
    tidy: dict[str, bool] = field(factory=dict)  # whether a file has the layout already
    changed: int = 0
    unchanged: int = 0
    faulty: int = 0
    failed: bool = False
    faults: list[Diagnostic] = field(factory=list)

    def format_input(self, shown: str) -> None:
        """Format standard input to standard output."""
        from wtrules.source import MAX_BYTES, SourceError, read_stream

        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        try:
            source = read_stream(io.BytesIO(data), shown)
        except SourceError as error:
            self._unreadable(error)
            return
        text = self._formatted(source)
        if text is None:
            return
        if self.write:
            write_unchanged(text)
        else:
            self._compare(source, data, text)

    def format_file(self, path: str) -> None:
        """Format a file in place, or say what that would change."""
        from wtrules.source import SourceError, read_source

        try:
            source = read_source(path)
            with open(path, "rb") as stream:
                data = stream.read()
        except SourceError as error:
            self._unreadable(error)
            return
        except OSError as error:
            self.complain("usage.cannot_read", file=path, reason=_reason(error))
            return
        text = self._formatted(source)
        if text is None:
            return
        new = self._compare(source, data, text)
        if new is not None and self.write:
            try:
                write_whole(path, new)
            except OSError as error:
                self.changed -= 1
                self.complain("usage.cannot_write", file=path, reason=_reason(error))

    def _formatted(self, source: SourceFile) -> str | None:
        """Return the text in its new layout, or None if it cannot be read as rules."""
        from wtrules.services.layout import tidied

        text, faults = tidied(source)
        self.faults += faults
        self.faulty += text is None
        return text

    def _compare(self, source: SourceFile, data: bytes, text: str) -> bytes | None:
        """Return the bytes to write, or None if the file has them already."""
        new = text.replace("\n", _newline(data)).encode()
        self.tidy[source.path] = new == data
        key = "usage.fmt.is_tidy" if new == data else "usage.fmt.is_untidy"
        detail(Texts("en")(key, file=source.path))
        if new == data:
            self.unchanged += 1
            return None
        self.changed += 1
        if self.list_names and self.output_format is CheckFormat.TEXT:
            write_data(f"{source.path}\n")
        if self.show_changes:
            write_data(_difference(source, text))
        return new

    def _unreadable(self, error: Exception) -> None:
        from wtrules.diagnostics import from_source_error
        from wtrules.source import SourceError

        assert isinstance(error, SourceError)
        self.faults.append(from_source_error(error))
        self.failed = True

    def complain(self, key: str, /, **parts: object) -> None:
        """Report what could not be done."""
        complain(key, "en", **parts)
        self.failed = True

    def report(self) -> None:
        """Show the faults that kept files from being formatted, and what a build service reads."""
        from wtrules.diagnostics import render

        if self.output_format is CheckFormat.GITHUB:
            shown = render(self.faults, "github") if self.faults else ""
            write_data(shown + "".join(_annotation(file) for file in self._untidy()), Medium.GITHUB)
        elif self.output_format is CheckFormat.JUNIT:
            write_data(self._junit(), Medium.XML)
        if self.faults and self.output_format is not CheckFormat.GITHUB:
            say(render(self.faults, colour=use_colour(sys.stderr)))

    def _untidy(self) -> list[str]:
        return [file for file, tidy in self.tidy.items() if not tidy]

    def _junit(self) -> str:
        from wtrules.diagnostics.render import render_concise, render_full
        from wtrules.junit import Case, Suite, junit

        suites = [
            Suite(file, (Case("format", "" if tidy else _would_change(file), kind="format"),))
            for file, tidy in self.tidy.items()
        ]
        for fault in self.faults:
            case = Case(render_concise(fault), fault.message, render_full(fault), fault.code)
            suites.append(Suite(fault.file or "wtrules", (case,)))
        return junit(suites)

    def summary(self) -> str:
        """Return what happened in one line."""
        texts = Texts("en")
        key = "usage.fmt.reformatted" if self.write else "usage.fmt.would_reformat"
        parts = [texts(key, n=self.changed), texts("usage.fmt.unchanged", n=self.unchanged)]
        if self.faulty:
            parts.append(texts("usage.fmt.faulty", n=self.faulty))
        return ", ".join(parts)

    def exit_code(self) -> int:
        """Return 2 if something could not be read or written, 1 if there are findings."""
        if self.failed:
            return EXIT_USAGE
        return EXIT_FINDINGS if self.faulty or (self.changed and not self.write) else EXIT_CLEAN


def _would_change(file: str) -> str:
    return Texts("en")("usage.fmt.is_untidy", file=file)


def _annotation(file: str) -> str:
    """Return what makes GitHub show a file that would change."""
    about = f"file={safe(file, Medium.GITHUB_PROPERTY)},line=1,title=wtrules fmt"
    return f"::error {about}::{safe(_would_change(file), Medium.GITHUB)}\n"


def _reason(error: OSError) -> str:
    reason = error.strerror or Texts("en")("usage.unknown_reason")
    return f"{reason[0].lower()}{reason[1:]}"


def _newline(data: bytes) -> str:
    """Return the line ending most lines of a file have."""
    windows = data.count(b"\r\n")
    return "\r\n" if windows > data.count(b"\n") - windows else "\n"


def _difference(source: SourceFile, text: str) -> str:
    from difflib import unified_diff

    old, new = source.text.split("\n"), text.split("\n")
    lines = unified_diff(old, new, source.path, source.path, lineterm="")
    shown = "".join(f"{line}\n" for line in lines)
    # Line endings are not part of the lines; say so if nothing else changes.
    return shown or f"{Texts('en')('usage.fmt.line_endings', file=source.path)}\n"
