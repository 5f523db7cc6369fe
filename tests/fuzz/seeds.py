"""What is changed at random: rule files cut into pieces by their trees.

A `Piece` is a text with the places of its nodes. A rule file that is made up consists of whole
pieces, such as rules and settings, and its nodes are replaced by those of the same group found in
other files, so that most results can be parsed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import UnionType
from typing import get_args

from attrs import evolve, frozen

from tests.diagnostics.samples import samples
from wtrules import resources
from wtrules.diagnostics.manual import all_codes
from wtrules.node import Node, walk
from wtrules.resolve.library import Library
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

HERE = Path(__file__).parent
CASES = HERE.parent / "cases"
SMALL = HERE / "small.wtr"


def _group(name: str, union: object, but: tuple[type, ...] = ()) -> dict[type, str]:
    assert isinstance(union, UnionType)
    return {kind: name for kind in get_args(union) if kind not in but}


# Nodes of one group can stand for each other, as can nodes of one class that is in no group.
GROUPS: dict[type, str] = {
    **_group("item", n.RulesetMember),
    **_group("clause", n.Clause),
    **_group("statement", n.Statement),
    **_group("term", n.Expr, but=(n.Name,)),
    n.Name: "name",
    n.Ruleset: "item",
}
# Groups whose members can be left out, doubled and moved.
LISTED = {"item", "clause", "statement", "Row", "DeckLine", "Phrase", "Setting", "Query", "Face"}


@frozen
class Place:
    """Where a node is in the text of a piece."""

    start: int
    end: int
    group: str

    def moved(self, by: int) -> Place:
        """Return the place in a text in which *by* more characters come first."""
        return Place(self.start + by, self.end + by, self.group)


@frozen
class Piece:
    """A text, and the places of the nodes in it."""

    text: str
    places: tuple[Place, ...]


@frozen
class Seeds:
    """Everything to choose from; `terms` and the like are texts of nodes by group."""

    files: tuple[Piece, ...]  # whole files
    items: tuple[Piece, ...]  # members of rulesets, to make a file from
    texts: dict[str, tuple[str, ...]]
    names: tuple[str, ...]


def _places(root: Node, start: int = 0) -> tuple[Place, ...]:
    found = []
    for node in walk(root):
        span = node.span
        if span.start < span.end:
            group = GROUPS.get(type(node), type(node).__name__)
            found.append(Place(span.start - start, span.end - start, group))
    return tuple(found)


def _piece(node: Node) -> Piece:
    return Piece(node.span.text, _places(node, node.span.start))


def piece(text: str) -> Piece:
    """Return a text cut into nodes; one with mistakes has only those that the parser could save."""
    file, _ = parse(SourceFile("seed.wtr", text))
    return Piece(text, _places(file))


@cache
def house_seeds() -> Seeds:
    """Return house rules for the shipped games: examples, test cases, samples of manual pages."""
    texts = [path.read_text("utf-8", "replace") for path in sorted(_house_rules())]
    for code in all_codes():
        for heading in ("Faulty", "Fixed"):
            texts += [sample.text for sample in samples(code, heading, "wtr")]
    short = [text for text in texts if len(text) < 6000]
    shipped = [path.read_text("utf-8") for path in sorted(_shipped())]
    return _seeds(short, [*short, *shipped])


@cache
def small_seeds() -> Seeds:
    """Return the small game and changes to it."""
    text = SMALL.read_text("utf-8")
    extra = (HERE / "changes.wtr").read_text("utf-8")
    constructs = [path.read_text("utf-8") for path in sorted((CASES / "good").glob("*.wtr"))]
    made = _seeds([text, extra], [text, extra, *constructs])
    game, _ = parse(SourceFile("small.wtr", text))
    items = [node.span.text for node in _items(game)]
    changes = [f"override {item}" for item in items if _REDEFINED.match(item)]
    # The same once more under another name.
    changes += [_NAMED.sub(r"\1 another_\2", item) for item in items if _NAMED.match(item)]
    for group in walk(game):
        if isinstance(group, n.Group):
            for setting in group.settings:
                name, held = f"{group.id.id}.{setting.key.id}", setting.value.span.text
                changes.append(f"override {name} = {held}")
    added, _ = parse(SourceFile("seed.wtr", extra))
    changed, _ = parse(SourceFile("seed.wtr", "ruleset house {\n" + "\n".join(changes) + "\n}"))
    return evolve(made, items=tuple(map(_piece, (*_items(added), *_items(changed)))))


_HEAD = ("title", "players", "extends", "language", "includes", "examples", "ruleset")
_REDEFINED = re.compile(r"(rule|card|spell|table|deck|define|memory|outcome)\b")
_NAMED = re.compile(r"(rule|spell|define|memory|allowance|outcome|variant) +(\w)")


def _items(file: n.File) -> Iterator[Node]:
    """Yield what a ruleset consists of, without its head."""
    for member in file.members:
        for node in member.members if isinstance(member, n.Ruleset) else (member,):
            if not node.span.text.startswith(_HEAD):
                yield node


def _seeds(files: list[str], sources: list[str]) -> Seeds:
    texts: defaultdict[str, set[str]] = defaultdict(set)
    names: set[str] = set()
    items: list[Piece] = []
    for text in sources:
        file, _ = parse(SourceFile("seed.wtr", text))
        for node in walk(file):
            if node.span.start == node.span.end or len(node.span.text) > 1500:
                continue
            texts[GROUPS.get(type(node), type(node).__name__)].add(node.span.text)
            if isinstance(node, n.Name):
                names.add(node.id)
        items += [_piece(node) for node in _items(file) if len(node.span.text) < 3000]
    return Seeds(
        tuple(map(piece, files)),
        tuple(items),
        {group: tuple(sorted(found)) for group, found in sorted(texts.items())},
        tuple(sorted(names)),
    )


def _house_rules() -> list[Path]:
    folders = (resources.examples_folder(), CASES / "good", CASES / "bad", CASES / "rulesets")
    return [path for folder in folders for path in folder.rglob("*.wtr")]


def _shipped() -> list[Path]:
    folder = resources.rulesets_folder()
    return [
        path for part in ("core", "editions", "variants") for path in folder.glob(f"{part}/*.wtr")
    ]


@cache
def library_files() -> dict[Path, object]:
    """Return the files that most rule files build on, read once for all cases."""
    library = Library()
    for path in (SMALL, *sorted(resources.rulesets_folder().glob("**/*.wtr"))):
        library.open_path(path)
    assert not library.diagnostics
    return dict(library._files)
