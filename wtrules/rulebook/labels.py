"""Settings, allowances and tables in words, with the names that rule files give them."""

from __future__ import annotations

from collections.abc import Sequence

from wtrules.meaning import values
from wtrules.meaning.changes import number_list
from wtrules.meaning.chapters import label_of
from wtrules.resolve.model import Rules
from wtrules.rulebook.parts import LabelledValue
from wtrules.say.describe import name_of, value_words
from wtrules.say.voice import as_words
from wtrules.texts import Texts, capitalised


def label(rules: Rules, id: str, texts: Texts) -> str:
    """Return what a setting, allowance or table is called; a part of its id if it has no label."""
    return texts.phrase(label_of(rules, id).name) or capitalised(as_words(id))


def card_name(rules: Rules, id: str, texts: Texts) -> str:
    """Return the name of a kind of cards."""
    entry = rules.get("card", id)
    return (name_of(entry.node, texts) if entry is not None else "") or id


def changed_value(id: str, before: Rules, now: Rules, texts: Texts) -> LabelledValue | None:
    """Return a setting or allowance that two rulesets have; None if one of them lacks it."""
    for kind in ("setting", "allowance"):
        old, new = before.get(kind, id), now.get(kind, id)
        if old is not None and new is not None:
            words = value_words(now, new, texts)
            return LabelledValue(label(now, id, texts), words, value_words(before, old, texts))
    return None


def column_titles(rules: Rules, id: str, texts: Texts) -> tuple[str, ...]:
    """Return the titles of the columns of a table or list; nothing if it has none."""
    columns = label_of(rules, id).columns
    return columns.get(texts.language) or next(iter(columns.values()), ())


def amounts_by_players(rules: Rules, id: str, counts: Sequence[int], texts: Texts) -> str | None:
    """Return a table of amounts by player count in words: `2: 5 wizards and 6 flasks; …`.

    None if the table is not of that form, or its columns have no titles.
    """
    table = values.table(rules, id)
    titles = column_titles(rules, id, texts)
    if table is None or table.key != "players" or len(titles) != len(table.columns) + 1:
        return None
    groups: dict[str, list[int]] = {}
    for count in counts:
        cells = [
            (title, table.cell(count, column))
            for column, title in zip(table.columns, titles[1:], strict=True)
        ]
        parts = [
            f"{cell or texts('rulebook.none_of')} {title}"
            for title, cell in cells
            if cell is not None
        ]
        groups.setdefault(texts.join(parts), []).append(count)
    if len(groups) == 1:
        return next(iter(groups))
    runs = {words: number_list(those).replace("..", "–") for words, those in groups.items()}
    return "; ".join(f"{run}: {words}" for words, run in runs.items())
