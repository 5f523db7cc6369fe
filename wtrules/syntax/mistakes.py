"""Syntax errors by diagnostic code: what is reported when one is found.

The modules in `recovery/` find out which error it is; the messages are in `mistakes.toml`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from attrs import frozen

from wtrules.diagnostics import Diagnostic, Label, Severity, TextEdit
from wtrules.diagnostics.fix import fix
from wtrules.phrase import Phrase
from wtrules.value import Value

MAX_FAULTS = 30  # reported per file; further ones would mostly be consequences of these


@frozen
class Mistake(Value):
    """A syntax error: its message and help, with names in braces to be filled in."""

    code: str
    message: str
    help: str


def _load() -> dict[str, Mistake]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {code: Mistake(code, **texts) for code, texts in table.items()}


SYNTAX_MISTAKES: dict[str, Mistake] = _load()


def report(
    code: str,
    label: Label | None,
    related: tuple[Label, ...] = (),
    edits: tuple[TextEdit, ...] = (),
    *,
    is_safe: bool = False,
    **words: Any,
) -> Diagnostic:
    """Return the diagnostic for a syntax error, with *words* filled into its texts.

    *edits* do what the help says, if they are known.
    """
    mistake = SYNTAX_MISTAKES[code]
    message, help = Phrase(mistake.message, words), Phrase(mistake.help, words)
    severity = Severity.NOTE if code == "too-many-faults" else Severity.ERROR
    fixes = (fix(edits, help, is_safe),) if edits else ()
    return Diagnostic(code, message, label, related, (help,), severity, fixes)
