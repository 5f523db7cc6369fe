"""A single change as text, in the language of the report."""

from __future__ import annotations

from wtrules.editions.changes import (
    Change,
    ConditionChanged,
    NameChanged,
    StanceChanged,
    TellingChanged,
)
from wtrules.editions.phrasing import PhrasingChanged
from wtrules.editions.report.phrasing_text import phrasing_text
from wtrules.rules.changes import Added, Removed, ValueChanged
from wtrules.texts import Texts

_ENGLISH = Texts("en")


def change_text(change: Change, words: Texts = _ENGLISH) -> str:
    """Return what happened, without what it happened to; rules are quoted as they are written."""
    match change:
        case StanceChanged() | TellingChanged() | ValueChanged():
            return f"{change.old} → {change.new}"
        case PhrasingChanged():
            return "; ".join(phrasing_text(each, words) for each in change.phrasings)
        case Added():
            return words("report.change.added") + (
                f": {change.value}" if change.value is not None else ""
            )
        case Removed():
            return words("report.change.removed")
        case NameChanged():
            return f"{words('report.part.name')} {change.language} “{change.old}” → “{change.new}”"
    what = _part(change.what, words)
    if isinstance(change, ConditionChanged) and change.strength != "other":
        what = f"{what} {words(f'report.strength.{change.strength}')}:"
    elif change.old is None and change.new is None:
        return f"{what} {words('report.change.changed')}"
    elif change.old is None:
        return f"{what} {change.new} {words('report.change.added')}"
    elif change.new is None:
        return f"{what} {change.old} {words('report.change.removed')}"
    return f"{what} {change.old} → {change.new}"


def _part(name: str, words: Texts) -> str:
    """Return the name of a part of a rule; keywords of the rule language are not translated."""
    key = f"report.part.{name.replace(' ', '_')}"
    return words(key) if key in words else name
