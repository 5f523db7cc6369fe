"""A copy of the shipped rule files in which every name that they define is another one.

`spell.window` becomes `zqxspell0qz.zqxwindow0qz`. The new names sort like the old ones, and an old
name is never the beginning, the end or the whole of a new one. `restored` takes the additions off
a text again, so that what a program says about the copy can be compared with what it says about
the files themselves.

The tree says what a name is; a name inside a text (the move of an example) is found there
by what comes before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import define, field

from wtrules import resources
from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS
from wtrules.language.physical import PHYSICAL, READ_BY_NAME, TABLES_READ_BY_NAME
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.things import THINGS
from wtrules.language.verbs import VERBS
from wtrules.node import walk
from wtrules.source import Span, read_source
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

BEFORE, BEHIND = "zqx", "0qz"  # no underscore: Markdown escapes it

# Words the language knows before it reads a rule. A rule file may use one as a value as well
# (`casters one of active, everyone`); then only its place says which of the two is meant.
LANGUAGE = frozenset(
    word
    for name in (*(x.name for x in (*PROPERTIES, *PREDICATES)), *CONSTANTS)
    for word in (name, f"{name}s")
) | frozenset(THINGS)

# What the physics reads, and so cannot be renamed: see "What the physics reads" in the reference.
_SETTINGS = frozenset((*PHYSICAL["setting"], *READ_BY_NAME))
_GROUPS = frozenset(id.partition(".")[0] for id in _SETTINGS)
_TABLES = frozenset((*PHYSICAL["table"], *TABLES_READ_BY_NAME))
_RULES = frozenset(PHYSICAL["rule"])
_DECKS = frozenset(PHYSICAL["deck"])
_VALUES = frozenset({"raven", "plain", "open"})  # of `board.towers`, `hand.visibility`
_KINDS = frozenset(THINGS)


def renamed(name: str) -> str:
    """Return the new name for a name, dotted or not."""
    if name in _SETTINGS:
        return name
    first, *rest = name.split(".")
    first = first if rest and first in _GROUPS else _word(first)
    return ".".join([first, *map(_word, rest)])


def _word(word: str) -> str:
    return f"{BEFORE}{word}{BEHIND}"


def restored(text: str) -> str:
    """Return a text with the old names."""
    in_markdown = BEFORE.replace("_", r"\_")
    return text.replace(BEFORE, "").replace(in_markdown, "").replace(BEHIND, "")


@define
class _File:
    """The names of one file: where they are, and what is to be there instead."""

    path: Path
    tree: n.File
    edits: dict[tuple[int, int], str] = field(factory=dict)

    def put(self, span: Span, text: str) -> None:
        self.edits[span.start, span.end] = text

    def text(self) -> str:
        text = self.tree.span.source.text
        for (start, end), new in sorted(self.edits.items(), reverse=True):
            text = text[:start] + new + text[end:]
        return text


def copy_renamed(target: Path) -> None:
    """Write `rulesets` and `examples` with new names into a folder."""
    files = [
        _File(path, parse(read_source(path, str(path)))[0])
        for folder in (resources.rulesets_folder(), resources.examples_folder())
        for path in sorted(folder.rglob("*.wtr"))
    ]
    rulesets = {ruleset.id.id for file in files for ruleset in _nodes(file, n.Ruleset)}
    known = frozenset(word for file in files for word in _bare_names(file)) - LANGUAGE
    for file in files:
        _rename(file, known)
        top = resources.rulesets_folder().parent
        if not file.path.is_relative_to(resources.rulesets_folder()):
            top = resources.examples_folder().parent
        parts = file.path.relative_to(top).with_suffix("").parts
        is_ruleset = any(True for _ in _nodes(file, n.Ruleset))
        # A file is called like its ruleset, and so may be the folder around it.
        names = [
            renamed(part) if part in rulesets and (is_ruleset or i < len(parts) - 1) else part
            for i, part in enumerate(parts)
        ]
        path = target.joinpath(*names).with_suffix(".wtr")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text(), "utf-8")
    shipped = json.loads((resources.rulesets_folder() / "shipped.json").read_text("utf-8"))
    for key in ("default", "atlas"):
        shipped[key] = renamed(shipped[key])
    (target / "rulesets" / "shipped.json").write_text(json.dumps(shipped), "utf-8")


def _nodes(file: _File, kind: type) -> Iterator:
    return (node for node in walk(file.tree) if isinstance(node, kind))


# --- what is defined -------------------------------------------------------------------------


def _bare_names(file: _File) -> Iterator[str]:
    """Yield the names that are used as they are, in terms: variables, values, defines …"""
    for node in walk(file.tree):
        match node:
            case (
                n.Define()
                | n.Spell()
                | n.Card()
                | n.Outcome()
                | n.Memory()
                | n.Allowance()
                | n.Piece()
                | n.Variant()  # sentences can be for a variant
            ):
                yield node.id.id
            case n.Deck(id=n.Name() as name):
                yield name.id
            case n.Parameter():
                yield node.name.id
            case n.Let():
                yield node.name.id
            case n.Query(variable=n.Name() as variable):
                yield variable.id
            case n.Value():
                yield from (name.id for name in node.choices)
                yield from (x.id for x in node.entries if isinstance(x, n.Name))
            case n.OneOf():
                yield from (name.id for name in node.names)
            case n.Table():
                if node.id.id not in _TABLES:
                    yield from (cell.text for cell in _cells(node) if cell.text and not cell.quoted)


def _cells(table: n.Table) -> Iterator[n.Cell]:
    for row in table.rows:
        yield from (*row.keys, *row.cells)


# --- renaming ----------------------------------------------------------------------------------


def _rename(file: _File, known: frozenset[str]) -> None:
    typed: set[int] = set()  # names whose place says what they are

    def always(*names: n.Name | None) -> None:
        for name in names:
            if name is not None:
                typed.add(id(name))
                file.put(name.span, renamed(name.id))

    def leave(*names: n.Name | None) -> None:
        typed.update(id(name) for name in names if name is not None)

    for node in walk(file.tree):
        match node:
            case n.Rule():
                (leave if node.id.id in _RULES else always)(node.id)
            case n.Group():
                (leave if node.id.id in _GROUPS else always)(node.id)
                for setting in node.settings:
                    path = f"{node.id.id}.{setting.key.id}"
                    (leave if path in _SETTINGS else always)(setting.key)
            case n.Card() | n.Spell() | n.Variant() | n.Ruleset() | n.Manual():
                always(node.id)
            case n.Piece() | n.Outcome() | n.Topic() | n.Assumption() | n.Example():
                always(node.id)
            case n.Table():
                if node.id.id in _TABLES:
                    leave(node.id)
                    _rename_keys(file, node.rows[1:])
                else:
                    always(node.id)
                    for cell in node.rows[0].cells:  # columns; the key may be a word like `players`
                        file.put(cell.span, renamed(cell.text or ""))
                    _rename_rows(file, node.rows, known)
            case n.Add(kind="table", id=n.Name() as name):
                rows = [row for row in node.members if isinstance(row, n.Row)]
                if name.id in _TABLES:
                    leave(name)
                    _rename_keys(file, rows)
                else:
                    always(name)
                    _rename_rows(file, rows, known)
            case n.Add() | n.Remove():
                if node.id is not None:
                    exempt = {"table": _TABLES, "rule": _RULES}.get(node.kind, ())
                    (leave if node.id.id in exempt else always)(node.id)
            case n.Face():
                always(node.kind)
            case n.Deck():
                always(node.id)
            case n.Option():
                always(node.name)
            case n.Cites():
                always(node.manual)
            case n.Chapter():
                always(node.id)
            case n.InChapter():
                always(node.name)
            case n.Holds():  # first parts of names
                for name in node.ids:
                    (leave if name.id in _GROUPS | _RULES else always)(name)
            case n.Shows():
                for name in node.ids:  # settings, or parts of a book
                    (always if "." in name.id else leave)(name)
            case n.Label():
                (leave if node.id.id in _TABLES else always)(node.id)
            case n.End(outcome=n.Name() as outcome):
                always(outcome)
            case n.Extends():
                for base in node.bases:
                    if not base.is_path:
                        file.put(base.span, renamed(base.name))
                always(*node.variants)
            case n.Needs() | n.Excludes():
                always(*node.variants)
            case n.ExampleWith() | n.Then(facts=(_, *_)):
                if isinstance(node, n.ExampleWith):
                    always(*node.variants)
                # Players are written by their letters, which can be names of variables elsewhere.
                leave(*(x for x in walk(node) if isinstance(x, n.Name) and len(x.id) == 1))
            case n.Listing() if "spells" not in node.target.span.text:
                leave(*node.entries)  # cards, by their codes
            case n.Binary(operator="=", left=n.Name(id="revealed"), right=n.Name() as cards):
                leave(cards)  # of the main deck, by their codes
            case n.LayerAfter():
                always(*node.layers)
            case n.ReadingBody():
                always(*node.rulesets, *node.variants)
            case n.DefaultReading() | n.LetterReading():
                always(node.name, *node.rulesets, *node.variants)
            case n.Reading():
                always(node.name)
            case n.Assumed():
                always(*node.entries)
            case n.Covers() | n.Affects():
                for name in node.ids:
                    (leave if name.id in _DECKS else always)(name)
            case n.ManualLine():
                always(node.topic)
            case n.Perform(target=n.Name() as target):
                (leave if target.id in _RULES else always)(target)
            case n.RuleAfter():
                for name in node.rules:
                    (leave if name.id in _RULES else always)(name)
            case n.Illustrates():
                (leave if node.name.id in _RULES else always)(node.name)
            case n.Code() | n.Confidence() | n.QuestionKind() | n.Suppress():
                leave(node.code if isinstance(node, n.Suppress) else node.name)
            case n.Event():
                _rename_words(file, node.span, known - set(_event_words()))
            case n.Given(spell=str(spell)):
                _rename_words(file, node.span, frozenset({spell}))
            case n.Given(board=n.Text() as board):
                file.put(board.span, f'"{line_renamed(board.value)}"')
            case n.Then(what="forbidden" | "game_over", value=str(name)):
                _rename_words(file, node.span, frozenset({name}))
            case n.WhenMove():
                file.put(node.move.span, f'"{move_renamed(node.move.value)}"')
    for node in walk(file.tree):
        if isinstance(node, n.Name) and id(node) not in typed:
            if "." in node.id or node.id in known - _VALUES:
                file.put(node.span, renamed(node.id))


def _event_words() -> Iterable[str]:
    return (word for event in EVENTS.values() for word in event.words)


def _rename_rows(file: _File, rows: Iterable[n.Row], known: frozenset[str]) -> None:
    for row in rows:
        for cell in (*row.keys, *row.cells):
            if cell.text in known and not cell.quoted:
                file.put(cell.span, renamed(cell.text))


def _rename_keys(file: _File, rows: Iterable[n.Row]) -> None:
    """Rename the rows of a table that the physics reads: the colours; spaces are numbers."""
    for row in rows:
        for cell in row.keys:
            if cell.text is not None:
                file.put(cell.span, renamed(cell.text))


def _rename_words(file: _File, span: Span, words: frozenset[str]) -> None:
    for match in re.finditer(r'"[^"]*"|[^\W\d][\w.-]*', span.text):
        if match[0] in words:
            start = span.start + match.start()
            file.put(Span(span.source, start, start + len(match[0])), renamed(match[0]))


def move_renamed(text: str) -> str:
    """Return a move with new names: the words before the first piece are options and spells.

    What is remembered of a wizard comes behind a colon, and the verb of a spell without targets behind
    its name.
    """
    words = re.sub(r":(\w+)", lambda value: f":{renamed(value[1])}", text).split(" ")
    for i, word in enumerate(words):
        if word in _KINDS or word == "number" or (words[0] == "cast" and word in VERBS):
            break
        if word not in ("cast", "pass", "card"):
            words[i] = renamed(word)
    return " ".join(words)


def line_renamed(text: str) -> str:
    """Return a position with new names: spells, and the fields of named decks with their cards."""

    def field(match: re.Match[str]) -> str:
        key, deck, player, value = match.groups()
        if key == "spells" or (deck and deck not in _DECKS):
            value = re.sub(r"[^\W\d]{2,}", lambda name: renamed(name[0]), value)
        if deck and deck not in _DECKS:
            deck = renamed(deck)
        return f"{key}{'.' + deck if deck else ''}{'.' + player if player else ''}={value}"

    return re.sub(r"\b(\w+)(?:\.(\w+))?(?:\.([a-z]))?=(\S+)", field, text)
