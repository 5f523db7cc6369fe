"""What is wrong with a rule file, as values, and how people and programs get to see it."""

from wtrules.diagnostics.diagnostic import (
    Diagnostic,
    Label,
    Severity,
    error,
    from_source_error,
    note,
    sort_key,
    warning,
)
from wtrules.diagnostics.render import OutputFormat, render, summary
from wtrules.diagnostics.suggest import closest, looks_like, name_hint

__all__ = [
    "Diagnostic",
    "Label",
    "Severity",
    "error",
    "from_source_error",
    "note",
    "sort_key",
    "warning",
    "OutputFormat",
    "render",
    "summary",
    "closest",
    "looks_like",
    "name_hint",
]
