"""Diagnostics in the language of the reader.

Messages are made in English where a mistake is found. All who show them to people, the commands, the
page, editors, ask here for the same diagnostics in another language.
"""

from __future__ import annotations

from attrs import evolve

from wtrules.diagnostics.diagnostic import Diagnostic, Label
from wtrules.diagnostics.fix import Fix
from wtrules.texts.phrases import in_language


def translated(diagnostic: Diagnostic, language: str) -> Diagnostic:
    """Return a diagnostic with all its texts in a language; nothing else changes."""
    if language == "en":
        return diagnostic
    primary = diagnostic.primary
    return evolve(
        diagnostic,
        message=in_language(diagnostic.message, language),
        primary=_label(primary, language) if primary is not None else None,
        related=tuple(_label(label, language) for label in diagnostic.related),
        help=tuple(dict.fromkeys(in_language(text, language) for text in diagnostic.help)),
        fixes=tuple(_fix(fix, language) for fix in diagnostic.fixes),
    )


def _label(label: Label, language: str) -> Label:
    return evolve(label, message=in_language(label.message, language))


def _fix(fix: Fix, language: str) -> Fix:
    return evolve(fix, title=in_language(fix.title, language), help=in_language(fix.help, language))
