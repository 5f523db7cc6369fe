"""The language reference: every piece of rules it shows can be read, and its tables are whole."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from wtrules.backends.reference import Reference
from wtrules.checks import run_checks
from wtrules.diagnostics import Diagnostic, Severity
from wtrules.game.examples import run_example
from wtrules.game.game import Game
from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.reference import updated
from wtrules.language.verbs import VERBS
from wtrules.pipeline import Compilation
from wtrules.program.from_rules import program
from wtrules.rules.elaborate import elaborate
from wtrules.rules.from_syntax import resolve
from wtrules.rules.library import Library
from wtrules.rules.model import Rules
from wtrules.source import SourceFile
from wtrules.syntax.parse import parse

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "grammar" / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```wtr\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"(?:#.*\n)*ruleset ([\w-]+)")
FILES = {found[1]: block for block in BLOCKS if (found := _NAME.match(block))}
FRAGMENTS = [block for block in BLOCKS if not _NAME.match(block)]

# A random game that takes longer than this many decisions is given up, which is no fault.
PATIENCE = 3000

# What a fragment may stand in: things of every kind that a statement or term can speak of.
_RULE = "rule fragment(wizard w, tower t, place p, space s, player q, card c, number n) {{\n{}\n}}"


def section(number: int) -> str:
    """Return one section of the page."""
    found = re.search(rf"^## {number}\. .*?(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


def rows(text: str, header: str) -> list[list[str]]:
    """Return the cells of the table whose header begins with *header*, without backquotes."""
    _, _, behind = text.partition(f"\n| {header} |")
    lines = behind.split("\n\n")[0].split("\n")[2:]
    return [
        [cell.strip().replace("`", "") for cell in line.strip("| ").split(" | ")] for line in lines
    ]


def ways(fragment: str) -> list[str]:
    """Return the ways to read a fragment: definitions, statements, or a term on each line."""
    lines = [line for line in fragment.splitlines() if line.strip()]
    terms = "\n".join(f"let x{i} = ({line})" for i, line in enumerate(lines))
    return [fragment, _RULE.format(fragment), _RULE.format(terms)]


def understood(fragment: str) -> str | None:
    """Return the fragment in the way it can be read, None if there is none."""
    for text in ways(fragment):
        if not parse(SourceFile("fragment.wtr", text))[1]:
            return text
    return None


def errors(found: list[Diagnostic] | tuple[Diagnostic, ...]) -> list[str]:
    """Return what is wrong with a text of the page; the shipped rulesets have their own tests."""
    return [
        f"{fault.code}: {fault.message}"
        for fault in found
        if fault.severity is Severity.ERROR
        and (fault.primary is None or "rulesets" not in fault.primary.span.source.path)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all complete files of the page."""
    made = tmp_path_factory.mktemp("page")
    for name, text in FILES.items():
        (made / f"{name}.wtr").write_text(text, "utf-8")
    return made


@cache
def resolved(path: Path) -> Rules:
    """Return the rules of a file."""
    library = Library()
    loaded = library.open_path(path)
    assert loaded is not None
    rules = resolve(library, loaded)
    assert [] == errors(library.diagnostics)
    assert rules is not None
    return rules


@pytest.mark.parametrize("name", FILES)
def test_a_complete_file_makes_a_game(name: str, folder: Path):
    """A file that is shown whole has no fault, compiles and can be played."""
    rules = resolved(folder / f"{name}.wtr")
    meaning, faults = elaborate(rules)
    assert [] == errors([*faults, *run_checks(rules)])

    engine = Reference(program(rules, meaning, min(rules.players)))
    chance = random.Random(name)
    state, options = engine.start(7)
    for _ in range(PATIENCE):
        if not options:
            break
        options = engine.play(state, chance.choice(options))


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda text: text.split("\n")[0][:40])
def test_a_fragment_makes_sense(fragment: str, tmp_path: Path):
    """A piece of rules can be read, and means something on top of an edition."""
    text = understood(fragment)
    assert text is not None, "neither definitions nor statements nor terms"

    path = tmp_path / "fragment.wtr"
    path.write_text(f"ruleset fragment {{ extends en-capstone }}\n{text}", "utf-8")
    rules = resolved(path)
    made = Compilation(rules)
    assert [] == errors(made.elaborated[1])

    for entry in rules.of_kind("example"):
        assert () == run_example(Game(made), entry).failures


def test_the_tables_are_current():
    """Sections 7 to 9 are what `python -m wtrules.language.reference` makes of the records."""
    assert updated(PAGE) == PAGE


def test_the_actions_are_all_there():
    """Section 7 lists exactly the verbs of the language."""
    assert [verb.shown for verb in VERBS.values()] == [row[0] for row in rows(section(7), "`do …`")]


def test_the_events_are_all_there():
    """Section 8 lists exactly the events, with the kinds they name and whether to forbid them."""
    expected = []
    for event in EVENTS.values():
        kinds = f" ({', '.join(event.types)})" if event.types else ""
        expected.append([" ".join(event.words) + kinds, event.forbiddable])
    actual = [[row[0], "yes" in row[2:]] for row in rows(section(8), "event")]

    assert expected == actual


def test_the_properties_predicates_and_constants_are_all_there():
    """Section 9 lists exactly the words that can be asked, said, or stand for themselves."""
    properties = [[p.name, p.subject, p.result] for p in PROPERTIES]
    predicates = [[p.name, p.subject] for p in PREDICATES]
    constants = [[c.name, c.type] for c in CONSTANTS.values()]

    assert properties == [row[:3] for row in rows(section(9), "property")]
    assert predicates == [row[:2] for row in rows(section(9), "predicate")]
    assert constants == [row[:2] for row in rows(section(9), "word")]


def test_the_map_names_everything_in_core():
    """Section 13 names everything that can be overridden."""
    rules = resolved(ROOT / "rulesets" / "core" / "core.wtr")
    shown = set(re.findall(r"`([^`\s]+)`", section(13)))
    kinds = (
        "rule",
        "setting",
        "table",
        "memory",
        "allowance",
        "define",
        "card",
        "spell",
        "outcome",
    )
    missing = [e.id for kind in kinds for e in rules.of_kind(kind) if e.id not in shown]

    assert [] == missing


def test_the_map_names_nothing_else():
    """What section 13 calls a rule is one."""
    rules = resolved(ROOT / "rulesets" / "core" / "core.wtr")
    named = {
        name
        for table in re.findall(r"^\| rule \|.*?(?=\n\n)", section(13), re.MULTILINE | re.DOTALL)
        for line in table.split("\n")[2:]
        for name in re.findall(r"`([^`]+)`", line.split("|")[1])
    }

    assert set() == named - {entry.id for entry in rules.of_kind("rule")}


def test_there_is_something_to_test():
    """An edit of the page cannot silently switch these tests off."""
    assert 15 <= len(re.findall(r"^ruleset ", section(14), re.MULTILINE))
    assert 20 <= len(FRAGMENTS)
