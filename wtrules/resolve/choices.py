"""Values of settings that are chosen before a game, by name: `spells.number=5`.

A choice is one more layer on top of the ruleset, its variants and readings, so it is resolved and
checked like the `override` it stands for. Who plays is chosen by the rows of the table that has one for
each player: those named come first, and there are as many players.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import evolve

from wtrules.language.physical import PHYSICAL
from wtrules.resolve.layering import Layering
from wtrules.resolve.model import Layer
from wtrules.source import SourceFile, Span
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

_SEPARATORS = re.compile(r"[\s,+]+")
_PATH = "--set"


def pairs_of(settings: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Return settings with their values as text; the entries of a list are joined by `+`."""
    return tuple((id, _text(value)) for id, value in settings.items())


def _text(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "+".join(map(str, value))
    return "+".join(part for part in _SEPARATORS.split(str(value)) if part)


def is_choice(layering: Layering, id: str) -> bool:
    """Return whether a value can be chosen for this name: for settings, and for the players."""
    return ("setting", id) in layering.entries or _lists_players(layering, id)


def _lists_players(layering: Layering, id: str) -> bool:
    """Return whether this is the table with a row for each player."""
    return id in PHYSICAL["table"] and ("table", id) in layering.entries


def apply_choice(layering: Layering, id: str, value: str, below: set[str]) -> None:
    """Apply the chosen value of a setting, or the rows of those who play, in turn order."""
    words = [word for word in _SEPARATORS.split(value) if word]
    source = SourceFile(_PATH, f"override {id} = {', '.join(words)}\n")
    span = Span(source, len("override "), len("override ") + len(id))
    items: tuple[n.Item, ...]
    if _lists_players(layering, id):
        table = _table_of(layering, id, words, source)
        items = (n.Override(table, span=span),) if table is not None else ()
        layering.seats = len(words)
    else:
        file, faults = parse(source)
        layering.library.diagnostics += faults
        items = tuple(item for item in file.members if isinstance(item, n.Override))
    layer = Layer(f"{id}={'+'.join(words)}", "reading", False, span)
    layering.apply(layer, items, below)


def _table_of(layering: Layering, id: str, words: list[str], source: SourceFile) -> n.Table | None:
    """Return a table that begins with the named rows; None if a name is wrong."""
    table = layering.entries["table", id].node_as(n.Table)
    head, *rows = table.rows
    named = {row.keys[0].text or "": row for row in rows if row.keys}
    wrong = [word for i, word in enumerate(words) if word not in named or word in words[:i]]
    for word in wrong:
        at = source.text.rindex(word)
        layering.library.report(
            "unknown-name.row-twice" if word in named else "unknown-name.row",
            Span(source, at, at + len(word)),
            word=word,
            id=id,
            list=", ".join(f"`{name}`" for name in named),
        )
    if wrong:
        return None
    first = [named[word] for word in words]
    return evolve(table, rows=(head, *first, *(row for row in rows if row not in first)))
