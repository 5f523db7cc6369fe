"""`wtrules changes`: what has changed in the rules since a git reference."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_FINDINGS
from wtrules.cli.diff import GradeName
from wtrules.cli.files import expect_writable, write_file, write_output, writing
from wtrules.cli.options import (
    FAIL_ON,
    OUTPUT,
    OUTPUT_FORMAT,
    ForceOption,
    JobsOption,
    Language,
    LanguageOption,
)
from wtrules.cli.terminal import detail
from wtrules.cli.usage import UsageError
from wtrules.safe_text import Medium, guarded
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.editions.since import Comparison


class ChangesFormat(StrEnum):
    """How the changes are written."""

    TEXT = "text"
    MARKDOWN = "markdown"


def changes(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATHS]...",
            help="Rule files, or folders of them. If omitted, the current folder.",
        ),
    ] = None,
    since: Annotated[
        str, typer.Option("--since", metavar="REF", help="A git reference: HEAD, main, v1.")
    ] = "HEAD",
    fail_on: Annotated[
        GradeName | None,
        FAIL_ON.option(),
    ] = None,
    output_format: Annotated[ChangesFormat, OUTPUT_FORMAT.option()] = ChangesFormat.TEXT,
    output: Annotated[str | None, OUTPUT.option("If omitted, write to standard output.")] = None,
    pages: Annotated[
        Path | None,
        typer.Option(
            "--pages",
            metavar="FOLDER",
            help="Also write a web page for each ruleset that has changed, with pictures.",
        ),
    ] = None,
    lang: LanguageOption = Language.EN,
    jobs: JobsOption = None,
    force: ForceOption = False,
) -> int:
    """Show what has changed in the rules since a git reference, committed or not.

    A ruleset is compared with its version at the reference if one of its files has changed. A new
    ruleset is compared with the one it extends.

    Examples:
      wtrules changes
      wtrules changes rules/ --since main
      wtrules changes --since main --output-format markdown -o report.md --force
      wtrules changes --since v1 --fail-on behaviour --pages reports/
    """
    from wtrules.cli.validate import rule_files
    from wtrules.editions.changes import Grade
    from wtrules.editions.report.since import since_markdown, since_text
    from wtrules.editions.since import changed_files, compare_since

    wanted = paths or ["."]
    for name in wanted:
        if not Path(name).exists():
            raise UsageError("usage.no_path", path=name)
    if output not in (None, "-"):
        expect_writable(Path(str(output)), force)
    first = Path(wanted[0]).resolve()
    files = list(dict.fromkeys(file for name in wanted for file in rule_files(name)))
    changed = changed_files(first if first.is_dir() else first.parent, since)
    found: list[Comparison] = []
    for one in compare_since(files, changed, since, jobs):
        found.append(one)
        detail(Texts(lang)("usage.compared", file=one.file))
    roots = [Path(name).resolve() for name in wanted]
    removed = sorted(
        _shown(path) for path in changed.removed if any(path.is_relative_to(root) for root in roots)
    )
    if output_format is ChangesFormat.MARKDOWN:
        text, medium = since_markdown(since, found, removed, lang), Medium.MARKDOWN
    else:
        text, medium = since_text(since, found, removed, lang), Medium.TERMINAL
    write_output(output, text, medium, force, lang)
    if pages is not None:
        _write_pages(pages, found, force, lang)
    if any(one.error is not None for one in found):
        return EXIT_FINDINGS  # what cannot be compared may hide anything
    if fail_on is None:
        return EXIT_CLEAN
    reports = [one.report for one in found if one.report is not None]
    grades = [each.grade for report in reports for each in report.differences]
    failed = any(grade.reaches(Grade(fail_on)) for grade in grades)
    return EXIT_FINDINGS if failed else EXIT_CLEAN


def _write_pages(folder: Path, found: list[Comparison], force: bool, lang: str) -> None:
    """Write a page for each report."""
    from wtrules.editions.report.html import html

    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    taken: set[str] = set()
    for one in found:
        if one.report is None:
            continue
        stem = name = Path(one.file).stem
        number = 1
        while name in taken:  # files of one name in several folders
            number += 1
            name = f"{stem}-{number}"
        taken.add(name)
        made = guarded(html(one.report, lang), Medium.HTML)
        write_file(folder / f"{name}.html", made, force, lang)


def _shown(path: Path) -> str:
    """Return a path as the user would write it here."""
    here = Path.cwd().resolve()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
