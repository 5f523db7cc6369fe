"""Rulesets with one change, and what two readings of the manuals must differ in."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import field, frozen

from wtrules import resources
from wtrules.editions.compare import compare
from wtrules.editions.differences import Report
from wtrules.editions.sides import Side, open_side
from wtrules.game.load import load
from wtrules.resolve.library import Library, LoadedFile
from wtrules.source import SourceFile
from wtrules.syntax.parse import parse

PAIRS = Path(__file__).with_name("pairs.txt")


Pages = tuple[str | None, str | None]
_LISTS = ("modes", "named", "literally", "alike")  # all others list topics and what is said of them


@frozen
class Expected:
    """What was read in two manuals: what plays differently, and what they say differently."""

    plays: dict[str, dict[str, Pages]] = field(factory=dict)
    lists: dict[str, set[str]] = field(factory=dict)
    says: dict[str, set[str]] = field(factory=dict)


def expected_pairs() -> dict[tuple[str, str], Expected]:
    """Return the content of `pairs.txt`, by pair of manuals."""
    found: dict[tuple[str, str], Expected] = {}
    _, *sections = PAIRS.read_text("utf-8").split("\n# ")
    for section in sections:
        name, *lines = section.splitlines()
        one, two = name.split()
        pair = found[one, two] = Expected()
        group = address = ""
        for line in filter(None, lines):
            group = line[:11].strip() or group
            if group == "plays":
                address = line[11:46].strip() or address
                topic, *pages = line[46:].split()
                first, second = (page if page != "-" else None for page in pages)
                pair.plays.setdefault(address, {})[topic] = (first, second)
            elif group in _LISTS:
                names = (x.strip() for x in line[11:].split(","))
                pair.lists.setdefault(group, set()).update(filter(None, names))
            else:
                pair.says.setdefault(group, set()).update(line[11:].split())
    return found


def mutant(file: str, old: str, new: str) -> Side:
    """Return the Capstone game with one place of a core file changed."""
    path = resources.rulesets_folder() / "core" / file
    text = path.read_text("utf-8")
    assert 1 == text.count(old), f"`{old}` should stand once in {file}"
    changed, _ = parse(SourceFile(f"rulesets/core/{file}", text.replace(old, new)))
    loaded = LoadedFile(path, resources.rulesets_folder(), True, changed)
    library = Library(files={path.resolve(): loaded})
    return Side("mutant", load("en-capstone", library=library))


@cache
def side(name: str) -> Side:
    """Return an edition, opened once for all tests of a process."""
    return open_side(name)


@cache
def report(one: str, two: str) -> Report:
    """Return the comparison of two editions, made once for all tests of a process."""
    return compare(side(one), side(two), jobs=1)
