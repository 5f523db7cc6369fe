"""Entries of a ruleset as text: names, paraphrases, values, definitions and what they cite."""

from __future__ import annotations

import textwrap

from wtrules.meaning import values
from wtrules.meaning.changes import (
    amount_text,
    card_text,
    cell_text,
    meaning_text,
    piece_text,
    value_text,
)
from wtrules.meaning.chapters import label_of
from wtrules.meaning.evaluate import Players
from wtrules.meaning.pieces import piece_kinds
from wtrules.meaning.sentences import sentence
from wtrules.resolve.clauses import by_language, covered, in_language, phrases_in
from wtrules.resolve.clauses import texts as phrases_of
from wtrules.resolve.model import Entry, Origin, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.texts import Texts


def said(rules: Rules, entry: Entry, lang: str, players: Players = None) -> str:
    """Return the paraphrase of an entry."""
    return sentence(rules, entry.node, lang, players)


def piece_names(rules: Rules, lang: str) -> dict[str, str]:
    """Return the names of the pieces beside wizards, towers and the castle, by their letters."""
    return {kind.letter: piece_name(rules, kind.id, lang) for kind in piece_kinds(rules)}


def piece_looks(rules: Rules) -> dict[str, str]:
    """Return what these pieces look like, by their letters; those with a picture only."""
    return {kind.letter: kind.look for kind in piece_kinds(rules) if kind.look}


def piece_nouns(rules: Rules, lang: str) -> dict[str, str]:
    """Return the names of these pieces as rules give them, with an article or without, by their ids."""
    return {kind.id: _noun(rules, kind.id, lang) for kind in piece_kinds(rules)}


def colour_names(rules: Rules, lang: str) -> dict[str, str]:
    """Return what people call the colours of the wizards, by their letters."""
    return {letter: colour_name(rules, id, lang) for id, letter in values.letters(rules).items()}


def colour_name(rules: Rules, id: str, lang: str) -> str:
    """Return what people call a colour; its id if the rules have no name for it."""
    colours = values.table(rules, "colours")
    name = colours.cell(id, lang) if colours is not None else None
    return name if isinstance(name, str) else id


def names_of(rules: Rules, kind: str, id: str) -> dict[str, str]:
    """Return the name of a definition by language; nothing if it has none."""
    entry = rules.get(kind, id)
    return by_language(phrases_in(entry.node, n.NameClause)) if entry is not None else {}


def piece_name(rules: Rules, id: str, lang: str) -> str:
    """Return what people call a piece, as it is in a list; its id if the rules have no name for it."""
    return Texts(lang).without_article(_noun(rules, id, lang))


def _noun(rules: Rules, id: str, lang: str) -> str:
    entry = rules.get("piece", id)
    assert entry is not None
    return in_language(phrases_in(entry.node, n.NameClause), lang) or id


def entry_of(rules: Rules, rule: str) -> Entry | None:
    """Return the entry of a rule as moves name it: `turn.action`, `spell.piggyback`, `card.tower`."""
    kind, _, id = rule.partition(".")
    return rules.get("rule", rule) or rules.get(kind, id)


def find(rules: Rules, id: str) -> list[Entry]:
    """Return the entries with an id, removed ones too; else those that cover it as a topic.

    The id may be written as commands print it: with its kind (`spell move_tower`), as moves name it
    (`card.wizard`), or with a column of its table (`supply.wizards`).
    """
    removed = [entry for entry in rules.removed.values() if entry.id == id]
    if found := [*rules.by_id(id), *removed]:
        return found
    everything = {**rules.removed, **rules.entries}
    parts = id.split() if " " in id else id.split(".", 1)
    table, _, _ = id.rpartition(".")
    for key in ((parts[0], parts[-1]), ("table", table)):
        if len(parts) == 2 and key in everything:
            return [everything[key]]
    return [entry for entry in rules.entries.values() if id in covered(entry.node)]


def origin_verb(origin: Origin, texts: Texts) -> str:
    """Return what a layer did to an entry, in words."""
    return texts(f"show.verb.{origin.verb.replace(' ', '_')}")


def origin_lines(entry: Entry, texts: Texts) -> list[str]:
    """Return the history of an entry: `core defined rulesets/core/board.wtr:16`."""
    return [
        f"{one.layer} {origin_verb(one, texts)} {one.span.source.path}:{one.span.line}"
        for one in entry.chain
    ]


def value_of(entry: Entry) -> str | None:
    """Return the value of a setting, memory, allowance or definition on one line; else None."""
    match entry.node:
        case n.Setting() as node:
            return value_text(node.value)
        case n.Memory() | n.Allowance() as node:
            return amount_text(node)
        case n.Define() as node:
            return meaning_text(node)
        case n.Piece() as node:
            return piece_text(node) or None
        case _:
            return None


def drawn(entry: Entry) -> list[str]:
    """Return a table or a deck as lines in columns."""
    match entry.node:
        case n.Table() as table:
            rows = [
                [", ".join(map(cell_text, row.keys)), *map(cell_text, row.cells)]
                for row in table.rows
            ]
            columns = max(map(len, rows), default=0)
            rows = [[*row, *[""] * (columns - len(row))] for row in rows]
            widths = [max(len(row[column]) for row in rows) for column in range(columns)]
            return [
                " | ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip()
                for row in rows
            ]
        case n.Deck() as deck:
            width = max((len(str(line.copies)) for line in deck.lines), default=1)
            return [f"{line.copies:>{width}} x {card_text(line)}" for line in deck.lines]
        case _:
            return []


def definition(entry: Entry) -> str:
    """Return the text of a definition after all layers.

    Text from several layers is combined clause by clause.
    """
    clauses = entry.clauses()
    if clauses and len(entry.chain) > 1:
        lines = [line for clause in clauses for line in _source(clause.span).split("\n")]
        head = f"{entry.kind} {entry.id}{parameters(entry.node)}"
        return "\n".join([f"{head} {{", *(f"  {line}" for line in lines), "}"])
    if len(entry.chain) > 1 and (lines := drawn(entry)):
        return "\n".join(lines)
    added = entry.node.more if isinstance(entry.node, n.Define) else ()
    return "\n".join(_source(part.span) for part in (entry.node, *added))


def _source(span: Span) -> str:
    """Return the text of a span without its indentation."""
    return textwrap.dedent(" " * (span.column - 1) + span.text)


def parameters(node: object) -> str:
    """Return the parameters of a rule or card as it writes them: `(tower t)`."""
    found = getattr(node, "parameters", ())
    return f"({', '.join(f'{p.kind} {p.name.id}' for p in found)})" if found else ""


# --- names and values in the words of a reader -----------------------------------------------------


def name_of(node: object, texts: Texts) -> str:
    """Return the name that a definition gives itself; nothing if it has none."""
    return texts.phrase(phrases_of(node, n.NameClause))


def value_words(rules: Rules, entry: Entry, texts: Texts) -> str:
    """Return the value of a setting or an allowance in words."""
    node = entry.node
    if isinstance(node, n.Allowance):
        if not isinstance(node.amount, n.Number):
            return amount_text(node)
        amount = texts(f"rulebook.per.{node.unit.scope or 'game'}", n=node.amount.value)
        return texts("rulebook.per.each", amount=amount) if node.unit.each else amount
    if not isinstance(node, n.Setting):
        return ""
    held = values.entries_of(rules, entry.id)
    if not held:
        return value_text(node.value)
    return ", ".join(_word(rules, entry.id, item, texts) for item in held)


def _word(rules: Rules, setting: str, item: values.Constant, texts: Texts) -> str:
    if not isinstance(item, str):
        return str(item)
    spell = rules.get("spell", item)
    if spell is not None:
        return name_of(spell.node, texts) or item
    return texts.phrase(label_of(rules, setting).words.get(item, {})) or item
