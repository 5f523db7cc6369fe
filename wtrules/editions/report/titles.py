"""What people call a thing that differs, if the rules have a name for it."""

from __future__ import annotations

from collections.abc import Iterable

from wtrules.editions.differences import Difference
from wtrules.rules.chapters import label_of
from wtrules.rules.clauses import in_language, phrases_in
from wtrules.rules.describe import find
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

_LABELLED = ("setting", "allowance", "table", "deck")
# These serve other entries, which explain more.
_SERVING = ("memory", "define")


def title_of(kind: str, id: str, sides: Iterable[Rules], words: Texts) -> str | None:
    """Return the name of an entry; None if it has none."""
    for rules in sides:
        for entry in find(rules, id):
            name = in_language(phrases_in(entry.node, n.NameClause), words.language)
            if name and entry.kind == kind:
                return name
        if kind in _LABELLED and (label := words.phrase(label_of(rules, id).name)):
            return label
    return None


def because_text(difference: Difference, words: Texts) -> str:
    """Return the rules that explain a witness, by their names where they have one."""
    witness = difference.witness
    assert witness is not None
    sides = [answer.state.game.rules for answer in (witness.two, witness.one)]
    shown = []
    for address in difference.because:
        kind, _, id = address.rpartition(" ")
        title = title_of(kind or "setting", id, sides, words)
        if kind not in _SERVING:
            shown.append(f"{title} ({address})" if title else address)
    return ", ".join(shown or difference.because)
