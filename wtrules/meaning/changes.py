"""What a ruleset changes compared with the one it extends, as a list of typed changes.

Found by comparing the resolved rules, not by reading `override` and `remove`: an override that
changes nothing is no change, a table with its rows written differently is the same table, and so is a
condition that is written differently and means the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import frozen

from wtrules.meaning.normal_form import normal_form
from wtrules.meaning.sentences import sentences
from wtrules.meaning.values import NotConstant, setting_value, table_value
from wtrules.resolve.citations import Citation
from wtrules.resolve.model import KINDS, Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.value import Value


@frozen
class ValueChanged(Value):
    """A setting, memory or allowance, or the number of players, has another value."""

    path: str
    old: str
    new: str


@frozen
class Added(Value):
    """Something the base does not have; a setting, memory or allowance with its value."""

    kind: str
    id: str
    value: str | None = None


@frozen
class Removed(Value):
    """Something only the base has."""

    kind: str
    id: str


@frozen
class ClauseChanged(Value):
    """A part of a definition is different; short parts have their texts."""

    kind: str
    id: str
    what: str
    old: str | None = None
    new: str | None = None


@frozen
class CellChanged(ClauseChanged):
    """A column of a table is different in some rows."""

    column: str = ""
    keys: tuple[str, ...] = ()


@frozen
class NameChanged(ClauseChanged):
    """A card, spell, outcome or variant has another name in one language."""

    language: str = ""


@frozen
class ConditionChanged(ClauseChanged):
    """A condition asks for more, for less, or for something else."""

    strength: str = "other"  # stronger, weaker, other


Source: TypeAlias = Citation | str  # a place in a manual, or the id of an assumption


@frozen
class CitationChanged(ClauseChanged):
    """A definition goes back to other places in the manuals, or to other assumptions."""

    before: tuple[Source, ...] = ()
    after: tuple[Source, ...] = ()


Change: TypeAlias = ValueChanged | Added | Removed | ClauseChanged


def changes(rules: Rules, base: Rules | None = None) -> tuple[Change, ...]:
    """Return what *rules* changes compared with *base*; without a base everything is added."""
    return tuple(_changes(rules, base))


def _changes(rules: Rules, base: Rules | None) -> Iterator[Change]:
    if base is not None and rules.players != base.players:
        yield ValueChanged("players", number_list(base.players), number_list(rules.players))
    for kind in KINDS:
        old = {entry.id: entry for entry in base.of_kind(kind)} if base is not None else {}
        new = {entry.id: entry for entry in rules.of_kind(kind)}
        for id in dict.fromkeys([*old, *new]):
            if id not in new:
                yield Removed(kind, id)
            elif id not in old:
                yield Added(kind, id, _value(new[id]))
            elif not means_the_same(old[id].node, new[id].node):
                assert base is not None
                yield from _entry_changes(rules, new[id], base, old[id])
    yield from _variant_changes(rules, base)


def _variant_changes(rules: Rules, base: Rules | None) -> Iterator[Change]:
    old = base.variants if base is not None else {}
    for id in dict.fromkeys([*old, *rules.variants]):
        if id not in rules.variants:
            yield Removed("variant", id)
        elif id not in old:
            yield Added("variant", id)
        elif old[id].node != rules.variants[id].node:
            yield ClauseChanged("variant", id, "definition")


def _entry_changes(rules: Rules, new: Entry, base: Rules, old: Entry) -> Iterator[Change]:
    match old.node, new.node:
        case n.Setting() as a, n.Setting() as b:
            if a.value != b.value and not _same_constant(rules, new, base, old):
                yield ValueChanged(new.id, value_text(a.value), value_text(b.value))
        case ((n.Memory() | n.Allowance() as a), (n.Memory() | n.Allowance() as b)):
            yield ValueChanged(new.id, amount_text(a), amount_text(b))
        case n.Define() as a, n.Define() as b:
            yield ClauseChanged("define", new.id, "meaning", meaning_text(a), meaning_text(b))
        case n.Table(), n.Table():
            yield from _table_changes(old, new)
        case n.Deck() as a, n.Deck() as b:
            yield from _deck_changes(new.id, a, b)
        case ((n.Rule() | n.Card() | n.Spell() | n.Outcome() | n.Piece()), _):
            yield from _clause_changes(rules, new, base, old)
        case _:
            yield ClauseChanged(new.kind, new.id, "definition")


def means_the_same(one: object, two: object) -> bool:
    """Whether two definitions, or clauses, are the same but for how their conditions are written."""
    return one == two or normal_form(one) == normal_form(two)


def _value(entry: Entry) -> str | None:
    match entry.node:
        case n.Setting() as setting:
            return value_text(setting.value)
        case n.Memory() | n.Allowance() as node:
            return amount_text(node)
        case n.Piece() as node:
            return piece_text(node) or None
        case n.Table():
            return _table_text(entry)
        case _:
            return None


def _same_constant(rules: Rules, new: Entry, base: Rules, old: Entry) -> bool:
    """Whether two settings have the same value, as `4` and `3 + 1` have."""
    try:
        return setting_value(rules, new) == setting_value(base, old)
    except NotConstant:
        return False


# --- rules, cards, spells ---

_ROWS = 6  # of a new table that are shown

# In the order of the report; the sources of a rule (cites, covers …) change nothing in play.
_WHAT: dict[type, str] = {
    n.NameClause: "name",
    n.Says: "says",
    n.Code: "code",
    n.Goal: "goal",
    n.PieceOn: "on",
    n.Cost: "cost",
    n.Worth: "worth",
    n.Trigger: "on",
    n.Forbid: "forbid",
    n.RuleAfter: "after",
    n.When: "when",
}
_SHORT = {"cost", "code", "goal", "worth"}


def _clause_changes(rules: Rules, new: Entry, base: Rules, old: Entry) -> Iterator[Change]:
    if getattr(old.node, "parameters", ()) != getattr(new.node, "parameters", ()):
        yield ClauseChanged(new.kind, new.id, "parameters")
    numbers = [str(getattr(entry.node, "number", None) or "") for entry in (old, new)]
    if numbers[0] != numbers[1]:
        yield ClauseChanged(new.kind, new.id, "number", numbers[0] or None, numbers[1] or None)
    before, after = _by_kind(old.clauses()), _by_kind(new.clauses())
    for what in dict.fromkeys([*_WHAT.values(), "body"]):
        a, b = before.get(what, []), after.get(what, [])
        if means_the_same(tuple(a), tuple(b)) or (
            what == "says" and _say_the_same(rules, new, base, old)
        ):
            continue
        if what in _SHORT and len(a) <= 1 and len(b) <= 1:
            yield ClauseChanged(new.kind, new.id, what, _operand(a), _operand(b))
        else:
            yield ClauseChanged(new.kind, new.id, what)


def _say_the_same(rules: Rules, new: Entry, base: Rules, old: Entry) -> bool:
    """Whether two entries read the same, whatever conditions and blanks their sentences have."""
    return sentences(rules, new.node) == sentences(base, old.node)


def _by_kind(clauses: Iterable[n.Clause]) -> dict[str, list[n.Clause]]:
    found: dict[str, list[n.Clause]] = {}
    for clause in clauses:
        what = _WHAT.get(type(clause), "body")
        if what == "body" and isinstance(clause, n.DESCRIPTIONS):
            continue
        # Only a `when` before everything else is a condition of the whole rule.
        what = "body" if what == "when" and "body" in found else what
        found.setdefault(what, []).append(clause)
    return found


def _operand(clauses: list[n.Clause]) -> str | None:
    match clauses:
        case [n.Cost() | n.Worth() as number]:
            return text(number.value.span)
        case [n.Code() as code]:
            return code.name.id
        case [n.Goal() as goal]:
            return goal.word
        case _:
            return None


# --- tables and decks ---


def _table_changes(old: Entry, new: Entry) -> Iterator[Change]:
    before, after = _rows(old), _rows(new)
    for key in before:
        if key not in after:
            yield ClauseChanged("table", new.id, "row", _row_text(key, before[key]), None)
    grouped: dict[tuple[str, str | None, str | None], list[str]] = {}
    for key in (key for key in before if key in after):
        for column in dict.fromkeys([*before[key], *after[key]]):
            a, b = before[key].get(column), after[key].get(column)
            if a != b:
                grouped.setdefault((column, a, b), []).append(key)
    for (column, was, now), keys in grouped.items():
        what = f"{column} at {', '.join(keys)}:"
        yield CellChanged("table", new.id, what, was, now, column, tuple(keys))
    for key in after:
        if key not in before:
            yield ClauseChanged("table", new.id, "row", None, _row_text(key, after[key]))
    # Words are in the order of the file (the colours, for example), numbers in their own.
    words = [[key for key in rows if not key.isdigit()] for rows in (before, after)]
    if sorted(words[0]) == sorted(words[1]) and words[0] != words[1]:
        yield ClauseChanged("table", new.id, "order of rows")


def _rows(entry: Entry) -> Mapping[str, Mapping[str, str]]:
    """Return the cells of a table by key and column, with ranges of keys expanded."""
    table = table_value(entry)
    found: dict[str, Mapping[str, str]] = {}
    for row in table.rows:
        cells = dict(zip(table.columns, map(cell_text, row.cells), strict=False))
        for key in (k for cell in row.keys for k in _keys(cell)):
            found.setdefault(key, cells)  # the first matching row counts
    return found


def _row_text(key: str, cells: Mapping[str, str]) -> str:
    return " | ".join([key, *cells.values()])


def _table_text(entry: Entry) -> str:
    """Return the rows of a table on one line: `5 | 9; 15 | none`."""
    rows = [text(row.span) for row in entry.node_as(n.Table).rows[1:]]
    return "; ".join([*rows[:_ROWS], *(["…"] if len(rows) > _ROWS else [])])


def _keys(cell: n.Cell) -> list[str]:
    if cell.low is None or cell.high is None or cell.high - cell.low > 64 or cell.coming_from:
        return [cell_text(cell)]
    return [str(number) for number in range(cell.low, cell.high + 1)]


def _deck_changes(id: str, old: n.Deck, new: n.Deck) -> Iterator[Change]:
    if old.copies != new.copies:
        yield ClauseChanged("deck", id, "size", str(old.copies), str(new.copies))
    before, after = copies_of(old), copies_of(new)
    for card in dict.fromkeys([*before, *after]):
        if before[card] != after[card]:
            yield ClauseChanged("deck", id, f"{card}:", str(before[card]), str(after[card]))


def copies_of(deck: n.Deck) -> Counter[str]:
    """Return how many copies of each card are in a deck, in the order of its lines."""
    found: Counter[str] = Counter()
    for line in deck.lines:
        found[card_text(line)] += line.copies
    return found


# --- values as text ---


def value_text(value: n.Value) -> str:
    """Return the value of a setting as in a rule file."""
    entries = ", ".join(text(entry.span) for entry in value.entries)
    return f"from {value.first}: {entries}" if value.first is not None else entries


def meaning_text(node: n.Define) -> str:
    """Return what a word means, with what layers have added to it: `n, and added 1`."""
    parts = (node.value, *(addition.value for addition in node.more))
    return ", and added ".join(text(part.span) for part in parts)


def amount_text(node: n.Memory | n.Allowance) -> str:
    """Return the first value of a memory or allowance as in a rule file."""
    amount = text((node.value if isinstance(node, n.Memory) else node.amount).span)
    if isinstance(node, n.Memory) and node.secret:
        amount = f"secret {amount}"
    return f"{amount} {unit_text(node.unit)}" if node.unit is not None else amount


def piece_text(node: n.Piece) -> str:
    """Return how many pieces there are and where they start: `2 on spaces 3, 7`."""
    starts = (text(clause.span) for clause in node.clauses if isinstance(clause, n.PieceOn))
    return " ".join([*([str(node.number)] if node.number is not None else []), *starts])


def unit_text(unit: n.Unit) -> str:
    """Return `per turn for each player`, or the part of it that is given."""
    per = f"per {unit.scope}" if unit.scope else ""
    return f"{per} for each {unit.each}".strip() if unit.each else per


def cell_text(cell: n.Cell) -> str:
    """Return a table cell as in a rule file, without the quotes of a text."""
    if cell.text is not None:
        return cell.text
    if cell.is_about_ways:
        return text(cell.span)
    if cell.low is None:
        return f"<{cell.high + 1}" if cell.high is not None else ""
    if cell.high is None:
        return f">{cell.low - 1}"
    return str(cell.low) if cell.low == cell.high else f"{cell.low}..{cell.high}"


def card_text(line: n.DeckLine) -> str:
    """Return what is printed on a card: `tower die rolls 2`."""
    faces = [
        f"{face.kind.id} {'die' if face.die else face.value if face.value is not None else ''}"
        for face in line.faces
    ]
    card = " or ".join(face.strip() for face in faces)
    return f"{card} rolls {line.rolls}" if line.rolls is not None else card


def number_list(numbers: Iterable[int]) -> str:
    """Return numbers with ranges: `2..4, 6`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in runs) or "none"


def text(span: Span) -> str:
    """Return the text of a span, on one line and without comments."""
    return " ".join(_COMMENT.sub(lambda m: m[1] or " ", span.text).split())


_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|#[^\n]*')
