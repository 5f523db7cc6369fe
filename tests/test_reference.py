"""The language reference and the guides: every piece of rules they show can be read, and the tables
are whole."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from tests.pages import FILE
from wtrules.backends.reference import Reference
from wtrules.checks import CHECKS, run_checks
from wtrules.diagnostics import Diagnostic, Severity
from wtrules.game.examples import run_example
from wtrules.game.game import Game
from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.reference import samples, updated
from wtrules.language.verbs import VERBS
from wtrules.meaning.elaborate import elaborate
from wtrules.pipeline import Compilation
from wtrules.program.from_rules import program
from wtrules.resolve.from_syntax import resolve
from wtrules.resolve.library import Library
from wtrules.resolve.model import Rules
from wtrules.source import SourceFile
from wtrules.syntax.parse import parse

ROOT = Path(__file__).parent.parent
PAGES = {
    str(path.relative_to(ROOT / "docs")): path.read_text("utf-8")
    for path in sorted((ROOT / "docs").rglob("*.md"))
}
REFERENCE = {name: text for name, text in PAGES.items() if name.startswith("reference/")}
_BLOCK = re.compile(r"(<!-- faulty -->\n)?^```wtr\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"(?:#.*\n)*ruleset ([\w-]+)")
# A block after `<!-- faulty -->` is meant to be wrong: the page shows what `validate` prints.
BLOCKS = [
    (name, block)
    for name, text in PAGES.items()
    for faulty, block in _BLOCK.findall(text)
    if not faulty
]
# All complete files go into one folder, so that one can extend another; where a page shows a file
# step by step, the others see its last version.
VERSIONS: list[tuple[str, str]] = []
FILES: dict[str, str] = {}
FRAGMENTS = []
for _page, _block in BLOCKS:
    _named = FILE.match(_block)
    if _named and _named[2]:
        _file = _named[1].removesuffix(".wtr")
        FILES[_file] += f"\n{_block}"
    elif _found := _NAME.match(_block):
        _file = _found[1]
        FILES[_file] = _block
    else:
        FRAGMENTS.append((_page, _block))
        continue
    VERSIONS.append((_file, FILES[_file]))

# A random game that takes longer than this many decisions is given up, which is no fault.
PATIENCE = 3000

# What a fragment may stand in: things of every kind that a statement or term can speak of.
_RULE = "rule fragment(wizard w, tower t, place p, space s, player q, card c, number n) {{\n{}\n}}"

# The named decks that samples speak of.
_DECKS = """deck weather { 6 x gale }
card gale { says en "The wind blows." }
deck objectives { 6 x hermit }
card hermit { says en "Three points." do score 3 }"""

# Only what is performed is lowered.
_CALL = """rule call{0} {{
  on      turn begins
  let     c = first card
  perform sample{0}(first wizard, first tower, top of space 1, space 1, active, c, 1)
}}"""


def rows(text: str, header: str) -> list[list[str]]:
    """Return the cells of the table whose header begins with *header*, without backquotes."""
    _, _, behind = text.partition(f"\n| {header} |")
    lines = behind.split("\n\n")[0].split("\n")[2:]
    return [[cell.strip().replace("`", "") for cell in line.split("|")[1:-1]] for line in lines]


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


def borrowed(text: str) -> str:
    """Return the memories of other blocks that a piece of rules uses."""
    lines = {
        found[2]: found[0]
        for _, block in BLOCKS
        for found in re.finditer(r"^((?:secret )?memory ([\w.]+) = .*)$", block, re.MULTILINE)
    }
    own = set(re.findall(r"\bmemory ([\w.]+) =", text))
    used = set(re.findall(r"(?:set|to|reveal|hide|show) ([\w.]+)", text)) - own
    return "".join(f"{line}\n" for name, line in lines.items() if name in used)


def errors(
    found: list[Diagnostic] | tuple[Diagnostic, ...],
    counted: tuple[Severity, ...] = (Severity.ERROR,),
) -> list[str]:
    """Return what is wrong with a text of the page; the shipped rulesets have their own tests."""
    return [
        f"{fault.code}: {fault.message}"
        for fault in found
        if fault.severity in counted
        and (fault.primary is None or "rulesets" not in fault.primary.span.source.path)
    ]


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


@pytest.mark.parametrize(("name", "text"), VERSIONS, ids=lambda part: part[:12].split("\n")[0])
def test_a_complete_file_makes_a_game(name: str, text: str, tmp_path: Path):
    """A file that is shown whole has no fault, compiles and can be played; its examples are true."""
    for other, block in {**FILES, name: text}.items():
        (tmp_path / f"{other}.wtr").write_text(block, "utf-8")
    rules = resolved(tmp_path / f"{name}.wtr")
    meaning, faults = elaborate(rules)
    assert [] == errors([*faults, *run_checks(meaning, CHECKS)], tuple(Severity))

    for entry in rules.of_kind("example"):
        if str(tmp_path) in entry.span.source.path:
            assert () == run_example(Game(Compilation(rules)), entry).failures

    engine = Reference(program(rules, meaning, min(rules.players)))
    chance = random.Random(name)
    state, options = engine.start(7)
    for _ in range(PATIENCE):
        if not options:
            break
        options = engine.play(state, chance.choice(options))


@pytest.mark.parametrize(("page", "fragment"), FRAGMENTS, ids=lambda text: text.split("\n")[0][:40])
def test_a_fragment_makes_sense(page: str, fragment: str, tmp_path: Path):
    """A piece of rules can be read, and means something on top of an edition."""
    text = understood(fragment)
    assert text is not None, "neither definitions nor statements nor terms"

    path = tmp_path / "fragment.wtr"
    path.write_text(f"ruleset fragment {{ extends en-capstone }}\n{borrowed(text)}{text}", "utf-8")
    rules = resolved(path)
    made = Compilation(rules)
    assert [] == errors(made.elaborated[1])

    for entry in rules.of_kind("example"):
        assert () == run_example(Game(made), entry).failures


@pytest.mark.parametrize("page", PAGES)
def test_the_tables_are_current(page: str):
    """The tables are what `python -m wtrules.syntax` makes of the records."""
    assert updated(PAGES[page]) == PAGES[page]


def test_every_page_of_the_reference_is_listed():
    """The first page leads to all others."""
    index = REFERENCE["reference/README.md"]
    others = [Path(name).name for name in REFERENCE if name != "reference/README.md"]

    assert [] == [name for name in others if f"]({name})" not in index]


def test_the_actions_are_all_there():
    """The page about actions lists exactly the verbs of the language."""
    table = rows(REFERENCE["reference/actions.md"], "`do …`, and an example")

    assert [verb.shown for verb in VERBS.values()] == [row[0].split("<br>")[0] for row in table]


def test_the_events_are_all_there():
    """The page about events lists exactly the events, with the kinds they name and whether to forbid them."""
    expected = []
    for event in EVENTS.values():
        kinds = f" ({', '.join(event.types)})" if event.types else ""
        expected.append(["<br>".join(event.patterns) + kinds, event.forbiddable])
    actual = [[row[0], row[2] == "yes"] for row in rows(REFERENCE["reference/events.md"], "event")]

    assert expected == actual


def test_the_properties_predicates_and_constants_are_all_there():
    """The page about properties lists exactly the words that can be asked, said, or stand for themselves."""
    page = REFERENCE["reference/properties.md"]
    properties = [[f"{p.name} of a {p.subject}", p.result] for p in PROPERTIES]
    predicates = [[p.name, p.subject] for p in PREDICATES]
    constants = [[c.name, c.type] for c in CONSTANTS.values()]

    assert properties == [
        [row[0].split("<br>")[0], row[1]] for row in rows(page, "property, and an example")
    ]
    assert predicates == [row[:2] for row in rows(page, "predicate")]
    assert constants == [row[:2] for row in rows(page, "word")]


def test_every_word_has_a_sample():
    """`samples.toml` has one for each record of the language, and no others."""
    words = {
        "verbs": list(VERBS),
        "events": list(EVENTS),
        "properties": [p.op for p in PROPERTIES],
        "predicates": [p.op for p in PREDICATES],
        "constants": list(CONSTANTS),
    }

    assert {kind: sorted(names) for kind, names in words.items()} == {
        kind: sorted(found) for kind, found in samples().items()
    }


@pytest.mark.parametrize("kind", samples())
def test_a_sample_compiles(kind: str, tmp_path: Path):
    """Each sample is a rule, or a part of one, and can be compiled."""
    parts = ["ruleset samples { extends en-capstone }", _DECKS, "piece dragon on space 8"]
    parts.append("secret memory role = one of loyal, traitor for each player")
    for number, text in enumerate(samples()[kind].values()):
        if text.startswith(("on ", "forbid ")):
            parts.append(f"rule sample{number} {{\n{text}\n}}")
        else:
            parts.append(_RULE.format(text).replace("fragment", f"sample{number}"))
            parts.append(_CALL.format(number))
    path = tmp_path / "samples.wtr"
    path.write_text("\n".join(parts), "utf-8")
    rules = resolved(path)
    meaning, faults = elaborate(rules)

    assert [] == errors([*faults, *run_checks(meaning, CHECKS)])
    program(rules, meaning, 3)


def test_the_map_names_everything_in_core():
    """The page about the shipped rules names everything that can be overridden."""
    rules = resolved(ROOT / "rulesets" / "core" / "core.wtr")
    shown = set(re.findall(r"`([^`\s]+)`", REFERENCE["reference/shipped-rules.md"]))
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
    """What the page about the shipped rules calls a rule is one."""
    rules = resolved(ROOT / "rulesets" / "core" / "core.wtr")
    named = {
        name
        for table in re.findall(
            r"^\| rule \|.*?(?=\n\n)",
            REFERENCE["reference/shipped-rules.md"],
            re.MULTILINE | re.DOTALL,
        )
        for line in table.split("\n")[2:]
        for name in re.findall(r"`([^`]+)`", line.split("|")[1])
    }

    assert set() == named - {entry.id for entry in rules.of_kind("rule")}


def test_there_is_something_to_test():
    """An edit of the pages cannot silently switch these tests off."""
    assert 15 <= len(re.findall(r"^ruleset ", PAGES["cookbook.md"], re.MULTILINE))
    assert 20 <= len(FRAGMENTS)
