"""The diagnostic: one mistake in a rule file, as a value.

It is made where the mistake is found, returned beside the result, and rendered in `render.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from attrs import field, frozen

from wtrules.diagnostics.fix import Fix, TextEdit, fix
from wtrules.phrase import shown
from wtrules.source import SourceError, Span
from wtrules.value import Value


class Severity(Enum):
    """How much a diagnostic matters: errors stop the game, warnings and notes do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


_RANK = {severity: rank for rank, severity in enumerate(Severity)}


def _safe_texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(shown, texts))


@frozen
class Label(Value):
    """A place in a rule file, and what to say about it, which may be nothing."""

    span: Span
    message: str = field(default="", converter=shown)


@frozen
class Diagnostic(Value):
    """One mistake: what is wrong, where, which other places are involved, what to do next.

    `fixes` are changes to rule files, each of which removes the mistake, best first. `primary` is None only when there is no text to point at, as with a missing file. Messages repeat
    names and texts from outside, so each is made safe: it is one line.
    """

    code: str
    message: str = field(converter=shown)
    primary: Label | None = None
    related: tuple[Label, ...] = ()
    help: tuple[str, ...] = field(default=(), converter=_safe_texts)
    severity: Severity = Severity.ERROR
    fixes: tuple[Fix, ...] = ()

    @property
    def file(self) -> str | None:
        """The file with the mistake, as it is shown in messages."""
        return self.primary.span.source.path if self.primary else None


def sort_key(diagnostic: Diagnostic) -> tuple[str, int, int, str]:
    """Order diagnostics by file, place, severity and code; those without a place come first."""
    span = diagnostic.primary.span if diagnostic.primary else None
    return (
        span.source.path if span else "",
        span.start if span else -1,
        _RANK[diagnostic.severity],
        diagnostic.code,
    )


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics by file and place, each once."""
    found: dict[object, Diagnostic] = {}
    for fault in diagnostics:
        at = fault.primary.span if fault.primary is not None else None
        found.setdefault((fault.code, fault.message, at), fault)
    return tuple(sorted(found.values(), key=sort_key))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of the diagnostics is an error."""
    return any(fault.severity is Severity.ERROR for fault in diagnostics)


def from_source_error(error: SourceError) -> Diagnostic:
    """Return the diagnostic for a file that cannot be read."""
    span = error.span
    fixes = (fix((TextEdit(span),), error.help[0]),) if span and error.code == "not-text" else ()
    primary = Label(span) if span else None
    return Diagnostic(error.code, error.message, primary, help=error.help, fixes=fixes)
