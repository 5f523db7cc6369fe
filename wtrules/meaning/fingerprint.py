"""What decides how rules play, as text in a canonical form, and its hash: the fingerprint of rules.

Comes in: resolved rules and their meaning. Goes out: a text that is the same for all rules that play
alike for the same reasons, however they are written. `docs/reference/fingerprints.md` describes it.

What reads rules for play and is not in the form makes two games with one fingerprint: a test compares
the form with what the lowering reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, get_args

from attrs import evolve

from wtrules.canonical import FORM, Writer, canonical, fingerprint, inline
from wtrules.language import physical
from wtrules.meaning import nodes as m
from wtrules.meaning import values
from wtrules.meaning.changes import copies_of
from wtrules.meaning.pieces import PieceKind, piece_kinds
from wtrules.meaning.track import track
from wtrules.node import Node, rewrite, walk
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n

_HEADER = (
    f"form {FORM}",
    f"physics {physical.VERSION}",
    # The version of the language will be here.
)


def rules_fingerprint(rules: Rules, meaning: m.Meaning) -> str:
    """Return a hash of all that decides how rules play; layout, comments and texts do not matter."""
    return fingerprint(canonical_form(rules, meaning))


def changes_fingerprint(items: Sequence[n.Item]) -> str:
    """Return a hash of what some definitions change in play; texts of any kind do not matter.

    The items of a reading have no meaning without the rules that they change, so their form is that
    of the syntax.
    """
    return fingerprint(canonical(*rewrite(tuple(items), _without_texts)))


def _without_texts(node: object) -> Node | None:
    if isinstance(node, n.Phrase):
        return evolve(node, text="", blanks=())
    if isinstance(node, n.Rule | n.Card | n.Spell | n.Outcome | n.Piece):
        acts = tuple(c for c in node.clauses if not isinstance(c, n.DESCRIPTIONS))
        if acts != node.clauses:
            bare: Node = rewrite(evolve(node, clauses=acts), _without_texts)
            return bare
    return None


# --- the form --------------------------------------------------------------------------------------


def canonical_form(rules: Rules, meaning: m.Meaning) -> str:
    """Return what decides how rules play, as text."""
    writer = _RulesWriter(meaning)
    acting = [
        *_by_id(meaning.memories.values()),  # one can only begin with others that are before it
        *_by_id(meaning.allowances.values()),
        *meaning.cards.values(),  # in the order of their options
        *meaning.spells.values(),
    ]
    read = _Read(meaning, (*acting, *meaning.acting_rules))
    writer.lines += [*_HEADER, f"players {' '.join(map(str, sorted(rules.players)))}"]
    _write_settings(rules, read.lists, writer)
    _write_tables(rules, read.columns, writer)
    _write_decks(rules, writer)
    for kind in piece_kinds(rules):
        writer.write(kind)
    for one in (*acting, *_by_id(read.defines), *_by_id(meaning.acting_rules)):
        writer.define(one)
    _write_order(meaning, writer)
    return writer.text


def _by_id(definitions: Iterable[Any]) -> list[Any]:
    """Return definitions in an order of their own: that of the file means nothing."""
    return sorted(definitions, key=lambda one: one.id)


class _Read:
    """What definitions read besides memories: defined words, lists, and columns of tables."""

    def __init__(self, meaning: m.Meaning, definitions: Iterable[Node]) -> None:
        self.lists: set[str] = set()
        self.columns: set[tuple[str, str]] = set()
        found: dict[str, m.Define] = {}
        waiting: list[object] = [tuple(definitions)]
        while waiting:
            for node in walk(waiting.pop()):
                match node:
                    case m.Meant() if node.id not in found:
                        found[node.id] = meaning.defines[node.id]
                        waiting.append(found[node.id])
                    case m.ListAt():
                        self.lists.add(node.id)
                    case m.Column():
                        self.columns.add((node.table, node.column))
        self.defines = found.values()


def _write_settings(rules: Rules, lists: Collection[str], writer: _RulesWriter) -> None:
    """Write the settings that the physics reads and those that are lists; others are in the terms."""
    for id in sorted({*physical.PHYSICAL["setting"], *physical.READ_BY_NAME, *lists}):
        value = values.list_of(rules, id)
        if value is not None:
            writer.write(value, f"setting {id}: ")


def _write_tables(rules: Rules, columns: set[tuple[str, str]], writer: _RulesWriter) -> None:
    """Write the columns of tables that are read."""
    players = {
        (id, column) for id in physical.PHYSICAL["table"] for column in ("letter", "wizards")
    }
    for id, column in sorted(columns | players):
        table = values.table(rules, id)
        if table is not None:
            writer.lines.append(f"table {id}: column {column}")
            for row in table.rows:
                keys = " ".join(map(_key, row.keys))
                writer.write(table.in_row(row, column), f"{keys}: ", 1)
    shape = track(rules)
    if not shape.is_ring:
        writer.write(shape)


def _key(cell: n.Cell) -> str:
    if cell.text is not None:
        return inline(cell.text)
    if cell.low == cell.high:
        return str(cell.low)
    return f"{'' if cell.low is None else cell.low}..{'' if cell.high is None else cell.high}"


def _write_decks(rules: Rules, writer: _RulesWriter) -> None:
    """Write the decks with their cards; both orders decide how they are shuffled."""
    decks = {entry.id: copies_of(entry.node_as(n.Deck)) for entry in rules.of_kind("deck")}
    # The main deck is the first, wherever it is defined.
    for id in dict.fromkeys((physical.MAIN_DECK, *decks)):
        writer.lines.append(f"deck {id}")
        writer.lines += [
            f"  {number} x {card}" for card, number in decks.get(id, Counter()).items()
        ]


def _write_order(meaning: m.Meaning, writer: _RulesWriter) -> None:
    """Write in which order rules react to an event, if there are several."""
    acting = {rule.id for rule in meaning.acting_rules}
    reacting: dict[str, list[str]] = {}
    for rule in meaning.rules_in_order:
        for reaction in rule.on:
            if rule.id in acting:
                reacting.setdefault(reaction.event, []).append(rule.id)
    for event, ids in sorted(reacting.items()):
        if len(ids) > 1:
            writer.lines.append(f"on {event}: {' '.join(ids)}")


_VARIABLES = {
    m.Local: "name", m.Query: "variable", m.Let: "name", m.Parameter: "name", m.Reaction: "names",
}  # fmt: skip


class _RulesWriter(Writer):
    """Writes definitions, with numbers instead of the names of variables."""

    words: ClassVar[Mapping[type, str]] = {
        m.AllowanceCell: "allowance",
        m.Argument: "part",
        m.MemoryCell: "memory",
        PieceKind: "piece",
        values.ListValue: "list",
    }
    left_out: ClassVar[Mapping[type, frozenset[str]]] = {
        m.Option: frozenset({"texts"}),
        m.Rule: frozenset({"after"}),  # it is in the order of reactions
        # The type of a term follows from its parts, except for a number.
        **{kind: frozenset({"type"}) for kind in get_args(m.Term) if kind is not m.Const},
        m.Define: frozenset({"type"}),
        m.Among: frozenset({"type", "setting"}),
    }

    def __init__(self, meaning: m.Meaning) -> None:
        super().__init__()
        self._names = {"symbol": meaning.symbols, "spell": tuple(meaning.spells)}
        self._variables: dict[str, str] = {}

    def define(self, definition: Node) -> None:
        """Write a definition, which has variables of its own."""
        self._variables = {}
        self.write(definition)

    def write(self, value: Any, label: str = "", depth: int = 0) -> None:
        """Write a value; what is known before the game is written as a constant."""
        if isinstance(value, m.Setting | m.Calc) and (known := m.constant(value)) is not None:
            value = m.Const(value.type, known, span=value.span)
        super().write(value, label, depth)

    def plain(self, value: Any, name: str, part: Any) -> str:
        kind = type(value)
        if name == _VARIABLES.get(kind):
            if isinstance(part, str):
                return self._variable(part)
            return f"[{' '.join(map(self._variable, part))}]"
        if kind is m.Act and name == "verb":
            part = value.name
        if kind is m.Const and part in range(len(self._names.get(value.type, ()))):
            part = self._names[value.type][part]
        return super().plain(value, name, part)

    def _variable(self, name: str) -> str:
        return self._variables.setdefault(name, f"${len(self._variables) + 1}")
