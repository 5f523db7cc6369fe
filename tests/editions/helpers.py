"""Rulesets with one change, and what two readings of the manuals must differ in."""

from __future__ import annotations

from pathlib import Path

from wtrules import resources
from wtrules.editions.sides import Side
from wtrules.game.load import load
from wtrules.rules.library import Library, LoadedFile
from wtrules.source import SourceFile
from wtrules.syntax.parse import parse

PAIRS = Path(__file__).with_name("pairs.txt")


def expected_statements() -> dict[tuple[str, str], dict[str, set[str]]]:
    """Return what stands in `pairs.txt`: topics by pair of manuals and grade."""
    found: dict[tuple[str, str], dict[str, set[str]]] = {}
    grade = ""
    for line in PAIRS.read_text("utf-8").splitlines()[4:]:
        if line.startswith("# "):
            one, two = line[2:].split()
            found[one, two] = {}
        elif line.strip():
            head, rest = line[:11].strip(), line[11:]
            grade = head or grade
            found[one, two].setdefault(grade, set()).update(rest.split())
    return found


def mutant(file: str, old: str, new: str) -> Side:
    """Return the Capstone game with one place of a core file changed."""
    path = resources.rulesets_folder() / "core" / file
    text = path.read_text("utf-8")
    assert 1 == text.count(old), f"`{old}` should stand once in {file}"
    changed, _ = parse(SourceFile(f"rulesets/core/{file}", text.replace(old, new)))
    loaded = LoadedFile(path, resources.rulesets_folder(), True, changed)
    library = Library(files={path.resolve(): loaded})
    return Side("mutant", load("en-capstone", library=library).rules)
