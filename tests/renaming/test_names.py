"""No string in Python is a name that a shipped rule file defines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import wtrules
from tests.renaming.renamer import LANGUAGE
from wtrules import resources
from wtrules.language.events import EVENTS
from wtrules.language.physical import DEAD_END, PHYSICAL, READ_BY_NAME, TABLES_READ_BY_NAME
from wtrules.node import walk
from wtrules.program.program import FieldRole
from wtrules.source import read_source
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

PACKAGE = Path(wtrules.__file__).parent

# Words that Python uses for something of its own, and a rule file for something else.
OWN_WORDS = {
    "accept": "a key of files with known differences",
    "atlas": "a key of shipped.json, a file of the grammar",
    "before": "a name of code that is written",
    "board": "a key of positions in JSON",
    "card.": "the address of what a card does: `card.KIND`",
    "colour": "the noun in messages about the table `colours`",
    "components": "a grade of differences",
    "drawn": "a name of code that is written",
    "dragon": "one of the figures that `picture` can name",
    "goal": "a part of a rulebook that a chapter can show",
    "least": "a key of what the page offers before a game",
    "more": "a name of code that is written",
    "most": "a key of what the page offers before a game",
    "none": "a word in messages",
    "open": "a field of the state; a value of `hand.visibility`, which the physics reads",
    "own": "a text of the page `missing-name`",
    "questions": "a part of a rulebook that a chapter can show",
    "role": "a key of the layout of vectors in JSON",
    "setup": "the part of a game that witnesses look at",
    "spell.": "the address of what a spell does: `spell.NAME`",
    "uses": "a key of what `show` writes as JSON",
    "stride": "how many numbers an array has for each game",
    "variants": "a field of nodes and of saved games",
    "visits": "a field of the tree that mcts grows",
    "wolf": "one of the figures that `picture` can name",
}

DEFINITIONS = (
    n.Rule | n.Card | n.Spell | n.Define | n.Memory | n.Allowance | n.Outcome | n.Variant | n.Topic
    | n.Manual | n.Chapter | n.Ruleset | n.Assumption | n.Table | n.Group
)  # fmt: skip


def rule_files() -> Iterator[n.File]:
    """Yield the shipped rule files and examples."""
    for folder in (resources.rulesets_folder(), resources.examples_folder()):
        for path in sorted(folder.rglob("*.wtr")):
            yield parse(read_source(path, str(path)))[0]


def defined() -> Iterator[str]:
    """Yield the names that rule files define."""
    for node in (node for file in rule_files() for node in walk(file)):
        match node:
            case n.Group():
                yield node.id.id
                yield from (f"{node.id.id}.{setting.key.id}" for setting in node.settings)
            case n.Table():
                yield node.id.id
                header = node.rows[0]
                yield from (cell.text or "" for cell in (*header.keys, *header.cells))
            case n.Value():
                yield from (name.id for name in node.choices)
            case n.OneOf():
                yield from (name.id for name in node.names)
            case n.Option():
                yield node.name.id
            case node if isinstance(node, DEFINITIONS):
                yield node.id.id


def language_words() -> set[str]:
    """Return the words that the language itself has: of its grammar and of its records."""
    grammar = "".join(path.read_text("utf-8") for path in resources.grammar_folder().glob("*.lark"))
    words = set(re.findall(r'"(\w+)"', grammar)) | LANGUAGE
    words |= {word for event in EVENTS.values() for word in event.words}
    return (
        words
        | {*READ_BY_NAME, *TABLES_READ_BY_NAME, DEAD_END}
        | {id for ids in PHYSICAL.values() for id in ids}
    )


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings of a Python file that are no docstrings, with their lines."""
    tree = ast.parse(path.read_text("utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


@pytest.mark.slow
def test_python_knows_no_name_of_a_rule_file():
    """No string is a name that a rule file defines, or the beginning of one up to a dot."""
    names = set(defined()) - language_words()
    wanted = names | {name[: dot.end()] for name in names for dot in re.finditer(r"\.", name)}
    roles = {role.value for role in FieldRole}
    home = "/".join(FieldRole.__module__.split(".")[1:]) + ".py"
    found: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        file = path.relative_to(PACKAGE).as_posix()
        exempt = OWN_WORDS.keys() | (roles if file == home else set())
        if hits := {text for _, text in strings(path) if text in wanted and text not in exempt}:
            found[file] = hits
    assert {} == found


@pytest.mark.slow
def test_exempt_words_are_needed():
    """Every word that is exempt is in a rule file and in Python."""
    used = {text for path in PACKAGE.rglob("*.py") for _, text in strings(path)}
    names = set(defined())
    dotted = {name[: dot.end()] for name in names for dot in re.finditer(r"\.", name)}
    assert OWN_WORDS.keys() <= used & (names | dotted)
