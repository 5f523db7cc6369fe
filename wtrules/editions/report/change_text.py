"""A single change as text, in the language of the report."""

from __future__ import annotations

from wtrules.editions.changes import (
    Change,
    ConditionChanged,
    NameChanged,
    StanceChanged,
    TellingChanged,
)
from wtrules.editions.report.texts import Texts
from wtrules.rules.changes import Added, Removed, ValueChanged

_ENGLISH = Texts("en")


def change_text(change: Change, words: Texts = _ENGLISH) -> str:
    """Return what happened, without what it happened to; rules are quoted as they are written."""
    match change:
        case StanceChanged() | TellingChanged() | ValueChanged():
            return f"{change.old} → {change.new}"
        case Added():
            return words("added_there") + (f": {change.value}" if change.value is not None else "")
        case Removed():
            return words("removed")
        case NameChanged():
            return f"{words.part('name')} {change.language} “{change.old}” → “{change.new}”"
    what = words.part(change.what)
    if isinstance(change, ConditionChanged) and change.strength != "other":
        what = f"{what} {words(change.strength)}:"
    elif change.old is None and change.new is None:
        return f"{what} {words('changed')}"
    elif change.old is None:
        return f"{what} {change.new} {words('added_there')}"
    elif change.new is None:
        return f"{what} {change.old} {words('removed')}"
    return f"{what} {change.old} → {change.new}"
