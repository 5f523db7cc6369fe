"""A change of the rules as players read it: titles and sentences rather than names."""

from __future__ import annotations

from wtrules.meaning.sentences import sentence
from wtrules.resolve.model import Rules
from wtrules.rulebook.labels import changed_value, label
from wtrules.say.changes import Changed
from wtrules.say.in_words import name_of
from wtrules.texts import Texts


def in_words(one: Changed, rules: Rules, base: Rules, texts: Texts) -> tuple[str, str, str]:
    """Return what a changed thing is called, its old and new value, and what it says now.

    Each is empty if the rules do not say it.
    """
    value = changed_value(one.id, base, rules, texts)
    if value is not None:
        return value.label, f"{value.was} → {value.value}", ""
    now = rules.get(one.kind, one.id)
    entry = now or base.get(one.kind, one.id)
    if entry is None:
        return "", "", ""
    title = label(rules, one.id, texts)
    name = name_of(entry.node, texts) or (title if title != one.id else "")
    return name, "", sentence(rules if now is not None else base, entry.node, texts.language)
