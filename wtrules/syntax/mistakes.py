"""Syntax errors as diagnostics.

The modules in `recovery/` find out which error it is; the texts are on the page of its code.
"""

from __future__ import annotations

from typing import Any

from wtrules import diagnostics
from wtrules.diagnostics import Diagnostic, Label, TextEdit
from wtrules.diagnostics.fix import fix

MAX_FAULTS = 30  # reported per file; further ones would mostly be consequences of these


def report(
    name: str,
    label: Label,
    related: tuple[Label, ...] = (),
    edits: tuple[TextEdit, ...] = (),
    *,
    is_safe: bool = False,
    **values: Any,
) -> Diagnostic:
    """Return the diagnostic for a syntax error; *edits* do what the help says, if they are known."""
    change = fix(edits, is_safe=is_safe) if edits else None
    return diagnostics.report(
        name, label.span, change, label=label.message, related=related, **values
    )
