"""How manuals put something, in the language of the report."""

from __future__ import annotations

from wtrules.editions.phrasing import Phrasing
from wtrules.language.phrasing import ASPECTS
from wtrules.rules.coverage import Note
from wtrules.texts import Texts


def phrasing_text(phrasing: Phrasing, words: Texts) -> str:
    """Return one aspect with both sides: `modality: must / may`."""
    one, two = note_texts(phrasing, words)
    return f"{aspect_text(phrasing, words)}: {one} / {two}"


def aspect_text(phrasing: Phrasing, words: Texts) -> str:
    """Return the name of an aspect."""
    return words(f"report.aspect.{phrasing.aspect}")


def note_texts(phrasing: Phrasing, words: Texts) -> tuple[str, str]:
    """Return how each of the two manuals puts an aspect."""
    own, other = phrasing.languages
    aspect = phrasing.aspect
    return _note(aspect, phrasing.one, own, words), _note(aspect, phrasing.two, other, words)


def _note(aspect: str, note: Note, language: str | None, words: Texts) -> str:
    if isinstance(note, str):
        return words(f"report.aspect.{aspect}.{note}")
    text = words.phrase(note)
    if not ASPECTS[aspect].is_quoted:
        return text
    printed = note.get(language or "", text)
    if printed == text:
        return words("report.term", term=printed)
    return words("report.term_translated", term=printed, translation=text)
