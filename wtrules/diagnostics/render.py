"""Diagnostics as text: for people (full, concise) and for programs (json, github, sarif, junit).

The one place where diagnostics are worded for an output; nothing is printed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from wtrules.diagnostics.diagnostic import Diagnostic, Label, Severity, sort_key
from wtrules.diagnostics.fix import Fix
from wtrules.diagnostics.in_language import translated
from wtrules.phrase import commas, numbered, phrase
from wtrules.safe_text import Medium, json_text, safe
from wtrules.source import Position, Span
from wtrules.texts.phrases import in_language
from wtrules.version import __version__

if TYPE_CHECKING:
    from wtrules.diagnostics.snippet import Mark, Row, Snippet

JSON_SCHEMA_VERSION = 1

_Paint = Callable[[str, str], str]

_STYLES = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "gutter": "\x1b[1;34m",
    "bold": "\x1b[1m",
}
_RESET = "\x1b[0m"


class OutputFormat(StrEnum):
    """How diagnostics are written."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"


def render(
    diagnostics: Iterable[Diagnostic],
    output_format: OutputFormat | str = OutputFormat.FULL,
    colour: bool = False,
    *,
    files_checked: int | None = None,
    manual: Mapping[str, str] | None = None,
    with_summary: bool = True,
    checked: Sequence[str] = (),
    failing: frozenset[Severity] = frozenset({Severity.ERROR}),
    language: str = "en",
) -> str:
    """Return *diagnostics*, sorted and without duplicates, in the wanted format and language.

    The formats for people end with a summary line unless told otherwise. *manual* holds the page of
    each code, which SARIF carries along. JUnit names the files that were *checked*; a severity among
    *failing* makes a test fail.
    """
    ordered = sorted(dict.fromkeys(diagnostics), key=sort_key)
    ordered = [translated(diagnostic, language) for diagnostic in ordered]
    match OutputFormat(output_format):
        case OutputFormat.FULL:
            parts = [render_full(diagnostic, colour, language) for diagnostic in ordered]
            last = [summary(ordered, files_checked, language) + "\n"] if with_summary else []
            return "\n".join([*parts, *last])
        case OutputFormat.CONCISE:
            lines = [render_concise(diagnostic) for diagnostic in ordered]
            lines += [summary(ordered, files_checked, language)] if with_summary else []
            return "".join(f"{line}\n" for line in lines)
        case OutputFormat.GITHUB:
            return "".join(f"{render_github(diagnostic)}\n" for diagnostic in ordered)
        case OutputFormat.JSON:
            return render_json(ordered, files_checked)
        case OutputFormat.SARIF:
            return render_sarif(ordered, manual or {})
        case OutputFormat.JUNIT:
            return render_junit(ordered, checked, failing, language)


def summary(
    diagnostics: Sequence[Diagnostic], files_checked: int | None = None, language: str = "en"
) -> str:
    """Return the last line for people: `2 errors, 1 warning in 3 files.`"""
    counts = _counts(diagnostics)
    found = [
        numbered(number, f"{{n}} {severity.value}", f"{{n}} {severity.value}s")
        for severity, number in counts.items()
        if number
    ]
    files = len(_files(diagnostics)) if found else files_checked or 0
    start = commas(found) if found else "No problems found"
    where = numbered(files, " in {n} file", " in {n} files") if files else ""
    return in_language(phrase("{start}{where}.", start=start, where=where), language)


def render_full(diagnostic: Diagnostic, colour: bool = False, language: str = "en") -> str:
    """Return a diagnostic with the places it speaks of, underlined, and its help."""
    paint = _painter(colour)
    severity = diagnostic.severity.value
    heading = paint(severity, f"{in_language(severity, language)}[{diagnostic.code}]")
    lines = [heading + paint("bold", f": {diagnostic.message}")]
    from wtrules.diagnostics.snippet import snippets  # many files have no mistakes

    shown = snippets(diagnostic.primary, diagnostic.related, language)
    width = max((len(str(snippet.last_number)) for snippet in shown), default=1)
    bar = paint("gutter", " " * (width + 1) + "|")
    for index, snippet in enumerate(shown):
        arrow = paint("gutter", " " * width + (":::" if index else "-->"))
        lines += [bar] if index else []
        lines += [f"{arrow} {_place(snippet)}", bar]
        for row in snippet.rows:
            lines += _row_lines(row, width, severity, paint)
    if diagnostic.help and shown:
        lines.append(bar)
    sign = paint("gutter", " " * (width + 1) + "=")
    head = paint("bold", in_language("help:", language))
    lines += [f"{sign} {head} {text}" for text in diagnostic.help]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def render_concise(diagnostic: Diagnostic) -> str:
    """Return a diagnostic on one line: `file:line:column: severity[code] message`."""
    what = f"{diagnostic.severity.value}[{diagnostic.code}] {diagnostic.message}"
    if diagnostic.primary is None:
        return what
    span = diagnostic.primary.span
    return f"{span.source.path}:{span.line}:{span.column}: {what}"


def render_github(diagnostic: Diagnostic) -> str:
    """Return a diagnostic as a workflow command, which GitHub shows beside the changed line."""
    properties = {"title": f"wtrules {diagnostic.code}"}
    if diagnostic.primary is not None:
        span = diagnostic.primary.span
        end = span.end_position
        properties = {
            "file": span.source.path,
            "line": str(span.line),
            "col": str(span.column),
            "endLine": str(end.line),
            **({"endColumn": str(end.column)} if end.line == span.line else {}),
            **properties,
        }
    level = "notice" if diagnostic.severity is Severity.NOTE else diagnostic.severity.value
    details = ",".join(
        f"{key}={safe(value, Medium.GITHUB_PROPERTY)}" for key, value in properties.items()
    )
    label = diagnostic.primary.message if diagnostic.primary else ""
    lines = [
        diagnostic.message + (f": {label}" if label else ""),
        *(f"help: {text}" for text in diagnostic.help),
    ]
    return f"::{level} {details}::{'%0A'.join(safe(line, Medium.GITHUB) for line in lines)}"


def render_json(diagnostics: Sequence[Diagnostic], files_checked: int | None = None) -> str:
    """Return diagnostics as JSON; `schema.json` beside this file describes it.

    Lines and columns count from 1, offsets from 0, all in characters; ends are exclusive.
    """
    counts = _counts(diagnostics)
    document = {
        "schema": JSON_SCHEMA_VERSION,
        "tool": {"name": "wtrules", "version": __version__},
        "summary": {
            "errors": counts[Severity.ERROR],
            "warnings": counts[Severity.WARNING],
            "notes": counts[Severity.NOTE],
            "files_with_findings": len(_files(diagnostics)),
            "files_checked": files_checked,
        },
        "diagnostics": [
            {
                "code": diagnostic.code,
                "severity": diagnostic.severity.value,
                "message": diagnostic.message,
                "primary": _json_label(diagnostic.primary) if diagnostic.primary else None,
                "related": [_json_label(label) for label in diagnostic.related],
                "help": list(diagnostic.help),
                "fixes": [_json_fix(fix) for fix in diagnostic.fixes],
            }
            for diagnostic in diagnostics
        ],
    }
    return json_text(document)


def render_sarif(diagnostics: Sequence[Diagnostic], manual: Mapping[str, str] | None = None) -> str:
    """Return diagnostics as a SARIF 2.1.0 log; *manual* holds the page of each code."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    rules = [_sarif_rule(code, diagnostics, manual or {}) for code in codes]
    results = [
        {
            "ruleId": diagnostic.code,
            "ruleIndex": codes.index(diagnostic.code),
            "level": diagnostic.severity.value,
            "message": {"text": "\n".join([diagnostic.message, *diagnostic.help])},
            "locations": [_sarif_location(diagnostic.primary)] if diagnostic.primary else [],
            "relatedLocations": [
                {"id": number, **_sarif_location(label)}
                for number, label in enumerate(diagnostic.related, start=1)
            ],
            **(
                {"fixes": [_sarif_fix(fix) for fix in diagnostic.fixes]} if diagnostic.fixes else {}
            ),
        }
        for diagnostic in diagnostics
    ]
    driver = {"name": "wtrules", "semanticVersion": __version__, "rules": rules}
    document = {
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }
    return json_text(document)


def render_junit(
    diagnostics: Sequence[Diagnostic],
    checked: Sequence[str] = (),
    failing: frozenset[Severity] = frozenset({Severity.ERROR}),
    language: str = "en",
) -> str:
    """Return diagnostics as JUnit XML: a suite per file, and a test per diagnostic in it.

    A file without findings is a suite with one test that passes.
    """
    from wtrules.junit import Case, Suite, junit

    by_file: dict[str, list[Case]] = {name: [] for name in checked}
    for diagnostic in diagnostics:
        fails = diagnostic.severity in failing
        by_file.setdefault(diagnostic.file or "wtrules", []).append(
            Case(
                name=render_concise(diagnostic),
                failure=diagnostic.message if fails else "",
                details=render_full(diagnostic, language=language).rstrip("\n"),
                kind=diagnostic.code,
            )
        )
    return junit(
        [
            Suite(name, tuple(cases) or (Case("no problems found"),))
            for name, cases in by_file.items()
        ]
    )


def _place(snippet: Snippet) -> str:
    span = snippet.head.span
    return f"{span.source.path}:{span.line}:{span.column}"


def _row_lines(row: Row, width: int, severity: str, paint: _Paint) -> list[str]:
    if row.number is None:
        return [paint("gutter", "...")]
    lines = [f"{paint('gutter', f'{row.number:>{width}} |')} {row.text}"]
    bar = paint("gutter", " " * (width + 1) + "|")
    lines += [f"{bar} {' ' * mark.column}{_underline(mark, severity, paint)}" for mark in row.marks]
    return lines


def _underline(mark: Mark, severity: str, paint: _Paint) -> str:
    sign = "^" if mark.primary else "-"
    line = f"{sign * mark.width} {mark.message}".rstrip()
    return paint(severity if mark.primary else "gutter", line)


def _painter(colour: bool) -> _Paint:
    if not colour:
        return lambda _, text: text
    return lambda style, text: f"{_STYLES[style]}{text}{_RESET}"


def _counts(diagnostics: Iterable[Diagnostic]) -> dict[Severity, int]:
    counts = dict.fromkeys(Severity, 0)
    for diagnostic in diagnostics:
        counts[diagnostic.severity] += 1
    return counts


def _files(diagnostics: Iterable[Diagnostic]) -> set[str]:
    return {diagnostic.file for diagnostic in diagnostics if diagnostic.file is not None}


def _json_label(label: Label) -> dict[str, Any]:
    span = label.span
    return {
        "file": span.source.path,
        "start": _json_position(span.start_position, span.start),
        "end": _json_position(span.end_position, span.end),
        "message": label.message,
    }


def _json_fix(fix: Fix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "safe": fix.is_safe,
        "edits": [
            {
                "file": edit.span.source.path,
                "start": _json_position(edit.span.start_position, edit.span.start),
                "end": _json_position(edit.span.end_position, edit.span.end),
                "text": edit.text,
            }
            for edit in fix.edits
        ],
    }


def _json_position(position: Position, offset: int) -> dict[str, int]:
    return {"line": position.line, "column": position.column, "offset": offset}


def _sarif_rule(
    code: str, diagnostics: Iterable[Diagnostic], manual: Mapping[str, str]
) -> dict[str, Any]:
    example = next(diagnostic for diagnostic in diagnostics if diagnostic.code == code)
    words = code.replace("-", " ")
    page = manual.get(code)
    help_text = page or "\n".join(example.help) or f"Run `wtrules explain {code}` for more."
    return {
        "id": code,
        "name": words.title().replace(" ", ""),
        "shortDescription": {"text": words.capitalize() + "."},
        "help": {"text": help_text, **({"markdown": page} if page else {})},
        "defaultConfiguration": {"level": example.severity.value},
    }


def _sarif_location(label: Label) -> dict[str, Any]:
    span = label.span
    location: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(span.source.path)},
            "region": _sarif_region(span),
        }
    }
    if label.message:
        location["message"] = {"text": label.message}
    return location


def _sarif_fix(fix: Fix) -> dict[str, Any]:
    changes: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        changes.setdefault(edit.span.source.path, []).append(
            {
                "deletedRegion": _sarif_region(edit.span),
                "insertedContent": {"text": edit.text},
            }
        )
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            {"artifactLocation": {"uri": _uri(path)}, "replacements": replacements}
            for path, replacements in changes.items()
        ],
        "properties": {"safe": fix.is_safe},
    }


def _sarif_region(span: Span) -> dict[str, int]:
    start, end = span.start_position, span.end_position
    return {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }


def _uri(path: str) -> str:
    if PurePosixPath(path).is_absolute():
        return "file://" + quote(path)
    if PureWindowsPath(path).is_absolute():
        return "file:///" + quote(PureWindowsPath(path).as_posix(), safe="/:")
    return quote(path.replace("\\", "/"))
