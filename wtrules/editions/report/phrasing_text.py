"""A single change in the language of the report: of rules, and of how manuals put something."""

from __future__ import annotations

from wtrules.editions.changes import Change, StanceChanged, TellingChanged
from wtrules.editions.phrasing import Phrasing, PhrasingChanged
from wtrules.language.phrasing import ASPECTS
from wtrules.resolve.coverage import Note
from wtrules.say.changes import change_text
from wtrules.texts import Texts

_ENGLISH = Texts("en")


def difference_text(change: Change, words: Texts = _ENGLISH) -> str:
    """Return what differs, without what it is about."""
    match change:
        case StanceChanged() | TellingChanged():
            return f"{change.old} → {change.new}"
        case PhrasingChanged():
            return "; ".join(phrasing_text(each, words) for each in change.phrasings)
    return change_text(change, words)


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
