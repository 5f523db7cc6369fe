"""Python knows no name that a rule file defines: other names give the same results.

Every command runs twice, with the shipped rule files and with a copy in which all names are new.
What it writes about the copy is the same once the old names are put back. Only the layout, because
the new names are longer, and the fingerprints of rules differ.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.renaming.renamer import copy_renamed, move_renamed, renamed, restored
from tests.sampling import drawn
from wtrules import resources
from wtrules.pipeline import load_rules
from wtrules.resolve.model import VariantInfo
from wtrules.syntax import nodes as n


def variants_of(edition: str) -> Iterable[tuple[str, VariantInfo]]:
    """Return the variants of an edition by name."""
    rules, _ = load_rules(edition)
    assert rules is not None
    return rules.variants.items()


DRIVER = Path(__file__).with_name("driver.py")
# What is written, and what is in each file, with old and with new names.
Results = tuple[dict[str, str], dict[str, str]]
EXAMPLES = sorted(path.stem for path in resources.examples_folder().glob("*.wtr"))
EDITIONS_WITH_VARIANTS = [
    (edition.stem, id)
    for edition in sorted((resources.rulesets_folder() / "editions").glob("*-*.wtr"))
    for id, variant in variants_of(edition.stem)
    if not variant.names(n.Needs)
]

# In a command, {…} are names of rule files and <…> is a move; ` && ` joins commands that need each other.
MOVES = """
moves
moves "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. b" --card w3
moves "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. y" --card tdwd --roll 4
moves "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. y" --card wd2 --roll 3
moves "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. y" --card w2 --spell {piggyback} --with {nasty}
moves "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. y" --spell {swap_towers}
moves "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. y" --spell {move_castle} --output-format json
moves --with {team} --players 4 --output-format json
moves --with {solo},{solo_spells}
moves "K/Rbbbbbbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. b" --card w3
moves -r {there-is-no-such-ruleset}
"""
EXPLANATIONS = """
explain "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. b" "wizard s1b" --card w3
explain "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. b" "wizard s1y" --card w3
explain "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. b" "tower s1" --card w3
explain "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. b" "<discard>" --card w3
explain "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. b" "<cast move_tower tower s1>" --card w3
explain "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. b" "<cast swap_towers tower s1>" --lang de
"""
GAMES = """
play {friday} --players 3 --seats greedy,greedy,random --seed 3 --save friday.game && replay friday.game --show positions
play {en-capstone} --with {nasty} --players 2 --seats random,random --seed 1 --lang de --save n.game && replay n.game --show moves --output-format json
play {de-abacus-24} --with {nasty} --with {team} --players 4 --seats random,random,random,random --seed 2 --save t.game && replay t.game
simulate {en-abacus-24}+{nasty} --games 10 --players 2 --jobs 1 --output-format json
simulate {friday} --against {en-capstone} --games 10 --players 2 --jobs 1
perft --depth 3 --divide
perft --depth 2 -r {en-abacus-24}+{nasty} --divide
"""
RULES = """
show
show {friday} --rule board.capacity
show {en-capstone} --rule {spell.window}
show {en-capstone} --kind spell --lang de
show {friday} --output-format json
show {en-capstone} --program --players 2
assumptions {en-abacus-24}+{nasty} --players 2 --details --lang de
assumptions {en-abacus-24} --mode {nasty} --players 2 --kind question --confidence low
coverage {friday} --games 1 --output-format json
coverage {de-abacus-24} --lang de
validate {en-capstone}+{nasty} {de-abacus-30}+{team}
validate {core} --deep
"""
DIFF = """
diff {en-abacus-24} {de-abacus-24} --jobs 1 --output-format json
diff {open-gates} --jobs 1
"""
RULEBOOK = """
rulebook {en-capstone} -o -
rulebook {de-abacus-24} --with {nasty} --lang de -o book.md
rulebook {friday} -o book.html
rulebook {en-capstone} --with {solo} -o -
rulebook {en-capstone} --with {coop},{coop_spells} --lang de -o -
rulebook {en-abacus-30} --with {team} -o -
"""


EVERYTHING = "\n".join(
    [
        *(f"moves -r {{{edition}}}+{{{id}}}" for edition, id in drawn(EDITIONS_WITH_VARIANTS, 2)),
        *(f"moves -r {{{name}}}" for name in drawn(EXAMPLES, 3)),
        f"validate {' '.join(f'{{{name}}}' for name in drawn(EXAMPLES, 2))}",
    ]
)


def some(commands: str, count: int) -> list[str]:
    """Return *count* of the commands, with those that they need before them."""
    chosen = drawn(commands.strip().split("\n"), count)
    return [line for each in chosen for line in each.split(" && ")]


COMMANDS = {
    "moves": some(MOVES, 4),
    "explanations": some(EXPLANATIONS, 3),
    "beginnings": some(EVERYTHING, 100),
    "games": some(GAMES, 2),
    "rules": some(RULES, 4),
    "differences": some(DIFF, 1),
    "books": some(RULEBOOK, 1),
}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What all commands write with old and with new names, each in one process."""
    folder, copy = tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("renamed")
    copy_renamed(copy)
    lines = [line for commands in COMMANDS.values() for line in commands]
    old = started([words(line, new=False) for line in lines], folder / "old", None)
    new = started([words(line, new=True) for line in lines], folder / "new", copy)
    return answers(old, folder / "old", lines), answers(new, folder / "new", lines)


def started(commands: list[list[str]], folder: Path, data: Path | None) -> subprocess.Popen[str]:
    """Begin to run commands in a folder of their own, perhaps with other rule files."""
    environment = os.environ | {"COLUMNS": "100"} | ({"WTRULES_DATA": str(data)} if data else {})
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, str(DRIVER)],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(commands))
    process.stdin.close()
    process.stdin = None
    return process


def answers(process: subprocess.Popen[str], folder: Path, commands: list[str]) -> dict[str, str]:
    """Return what each command has written, and what is in the files it leaves."""
    written, _ = process.communicate(timeout=590)
    found = dict(
        zip(commands, (f"{code}\n{text}" for text, code in json.loads(written)), strict=True)
    )
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return found | {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


def words(command: str, *, new: bool) -> list[str]:
    """Return the arguments of a command, with old or new names."""
    command = re.sub(r"<(.*?)>", lambda m: move_renamed(m[1]) if new else m[1], command)
    command = re.sub(r"\{(.*?)\}", lambda m: renamed(m[1]) if new else m[1], command)
    return shlex.split(command)


def plain(text: str) -> list[str]:
    """Return a text without what names may change: layout, columns and fingerprints; a sentence a line."""
    text = re.sub(r"(?<!rng=)\b(?:[0-9a-f]{16}|[0-9a-f]{12})\b", "FINGERPRINT", text)
    text = re.sub(r"(\.wtr:\d+):\d+", r"\1", text)
    text = re.sub(r"[-─═━]{3,}", "---", text)
    return re.sub(r"\s+", " ", text).replace(". ", ".\n").replace(", ", ",\n").split("\n")


def check(what: Iterable[str], results: Results) -> None:
    """Check that what some commands write, or some files, are the same with old and with new names."""
    expected, actual = results
    for name in what:
        old, new = plain(expected[name]), plain(restored(actual[name]))
        assert [] == list(unified_diff(old, new, lineterm="", n=1))[:40], name


@pytest.mark.slow
def test_legal_moves(results: Results):
    """A position has the same legal moves, whatever the rules are called."""
    check(COMMANDS["moves"], results)


@pytest.mark.slow
def test_explanations(results: Results):
    """A move is legal, or forbidden, for the same reasons."""
    check(COMMANDS["explanations"], results)


@pytest.mark.slow
def test_every_edition_variant_and_example(results: Results):
    """Every edition with every variant begins the same way, and so does every example."""
    check(COMMANDS["beginnings"], results)
    assert [] == [name for name in COMMANDS["beginnings"] if not results[0][name].startswith("0\n")]


@pytest.mark.slow
def test_games(results: Results):
    """Games take the same course, are replayed alike, and give the same statistics."""
    check(COMMANDS["games"], results)


@pytest.mark.slow
def test_rules(results: Results):
    """The rules say the same, answer the same questions and pass the same checks."""
    check(COMMANDS["rules"], results)


@pytest.mark.slow
def test_differences(results: Results):
    """Two rulesets differ in the same rules, with the same grades and positions."""
    check(COMMANDS["differences"], results)


@pytest.mark.slow
def test_rulebook(results: Results):
    """The rulebook has the same chapters, sentences and tables."""
    check(COMMANDS["books"], results)


@pytest.mark.slow
def test_files(results: Results):
    """Saved games and books are the same files."""
    commands = {line for lines in COMMANDS.values() for line in lines}
    assert results[0].keys() == results[1].keys()
    check(results[0].keys() - commands, results)
