"""Text is data: nothing in a rule file, a file name or an argument is more than text in any output.

Every command runs in every format, with the shipped rule files and with a copy in which all texts
are hostile. Where an output has a structure, it is the same for both.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import xml.etree.ElementTree as tree
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from markdown_it import MarkdownIt

import wtrules
from tests.hostile.world import CONTROL, FILE_NAME, HIDDEN, PAYLOAD, copy_data, hostile_file
from tests.sampling import drawn

DRIVER = Path(__file__).with_name("driver.py")
ROOT = Path(wtrules.__file__).parent.parent
# A house rule with a difference in play that is found quickly, and a spell.
HOUSE = """ruleset house {
  title    en "House rules" de "Hausregeln"
  extends  en-capstone
  override board.capacity = 4
  add to spells.laid_out = second_wind
  spell second_wind {
    name   en "Second Wind" de "Zweite Luft"
    says   en "Draw two cards." de "Ziehe zwei Karten."
    cost   1
    when   spell.moment is before
    do     draw 2 cards for actor
  }
}
"""
BOARD = "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././. y"


@frozen
class Written:
    """What a command has written."""

    arguments: list[str]
    out: str
    err: str
    code: int
    file: str


def run(
    folder: Path, data: Path | None, *commands: list[str] | tuple[list[str], str]
) -> list[Written]:
    """Run commands in a folder; a pair is a command and what is typed into it."""
    wanted = [one if isinstance(one, tuple) else (one, "") for one in commands]
    done = subprocess.run(
        [sys.executable, DRIVER],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "NO_COLOR": "1",
            **({"WTRULES_DATA": str(data)} if data is not None else {}),
        },
        input=json.dumps(wanted),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [
        Written(arguments, *result)
        for (arguments, _), result in zip(wanted, json.loads(done.stdout), strict=True)
    ]


# --- what must not be in an output -------------------------------------------------------------


def obeyed(line: str) -> bool:
    """Whether a build service takes a line for a command: GitHub both ways, Azure, TeamCity."""
    start = line.lstrip()
    return (start.startswith("::") and not start.startswith(":::")) or re.search(
        r"##\w*\[", line
    ) is not None


def hidden(text: str) -> set[str]:
    """Return the characters of a text that a terminal obeys or that change how it looks."""
    controls = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))} - {"\n", "\t"}
    marks = {*"\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e", *"\u2066\u2067\u2068\u2069"}
    return set(text) & (controls | marks | set(HIDDEN))


def is_plain(text: str, commands: int = 0) -> None:
    """Check that nothing in a text is obeyed, apart from a number of commands of our own."""
    assert set() == hidden(text)
    lines = [line for line in re.split("[\n\r\x85\u2028\u2029]", text) if obeyed(line)]
    assert commands == len(lines), lines[:5]


def all_plain(written: Written) -> None:
    """Check everything that a command has written."""
    assert written.code in (0, 1, 2), (written.arguments, written.err[-2000:])
    assert "Traceback" not in written.err
    for text in (written.out, written.err, written.file):
        is_plain(text)


class _Page(HTMLParser):
    """The elements of a page with the names of their attributes, and the targets of its links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.targets: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, *(name for name, _ in attrs)))
        self.targets += [value or "" for name, value in attrs if name in ("href", "src")]


def markdown_shape(text: str) -> list[str]:
    """Return the parts of a Markdown page: headings, lists, cells, emphasis, code, but no words."""
    shape: list[str] = []
    for token in (
        MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(text)
    ):
        shape.append(token.type)
        for inner in token.children or ():
            if inner.type == "html_inline":
                shape.append(inner.content)
            elif inner.type not in ("text", "softbreak"):
                shape.append(inner.type)
    return shape


def keys(document: object) -> object:
    """Return a JSON document without its values."""
    if isinstance(document, dict):
        return {key: keys(value) for key, value in document.items()}
    return [keys(value) for value in document] if isinstance(document, list) else None


# --- hostile rule files ------------------------------------------------------------------------

TEXT = [
    ["validate", "house", "en-capstone"],
    ["validate", "house.wtr", "--output-format", "concise"],
    ["fmt", "--diff", "house.wtr"],
    ["fmt", "--check", "house.wtr"],
    ["fmt", "--check", "house.wtr", "--output-format", "junit"],
    ["diff", "house", "--output-format", "junit"],
    ["show"],
    ["show", "house"],
    ["show", "en-capstone", "--lang", "de"],
    ["show", "en-capstone", "--rule", "castle.entry"],
    ["show", "en-capstone", "--rule", "board.capacity"],
    ["show", "house", "--rule", "second_wind"],
    ["show", "en-capstone", "--rule", "colours"],
    ["show", "en-capstone", "--program", "--players", "2"],
    ["explain", BOARD, "wizard s1b", "--card", "w3"],
    ["explain", BOARD, "tower s1", "--card", "w3", "--lang", "de"],
    ["explain", BOARD, "cast move_tower tower s1"],
    ["explain", "hidden-character"],
    ["assumptions", "en-capstone", "--lang", "de"],
    ["assumptions", "en-capstone", "--details"],
    ["moves", BOARD, "--card", "w3"],
    ["moves", "--players", "3"],
    ["perft", "--depth", "2", "--divide"],
    ["render"],
    ["render", "--players", "3", "-o", "start.txt"],
    ["render", "--example", "castle.entry"],
    ["diff", "en-capstone", "house", "--lang", "de"],
    ["diff", "house", "--write-accept", "known.toml"],
    ["diff", "house", "--accept", "known.toml"],
    ["diff", "house", "--write-examples", "witnesses.wtr"],
    ["play", "house", "--players", "3", "--seats", "greedy,greedy,random", "--seed", "3", "--save", "a.game"],
    ["replay", "a.game", "--show", "moves"],
    ["replay", "a.game", "--ruleset", "en-capstone", "--show", "positions"],
    ["simulate", "house", "--against", "en-capstone", "--games", "5", "--players", "2", "--bots", "greedy"],
    ["coverage", "house", "--games", "1"],
    ["new", "mine"],
]  # fmt: skip
TYPED = (
    ["play", "en-capstone", "--players", "2", "--seats", "human,human", "--seed", "1"],
    f"help\nboard\nmoves\nwhy\nwhy 1\n1\n1\n1\nhint\nundo\n{PAYLOAD}\nsave {PAYLOAD[:3]}\nquit\n",
)
JSON = [
    ["validate", "house.wtr", "--output-format", "json"],
    ["validate", "house.wtr", "--output-format", "sarif"],
    ["show", "--output-format", "json"],
    ["show", "house", "--output-format", "json"],
    ["show", "house", "--rule", "second_wind", "--output-format", "json"],
    ["assumptions", "--output-format", "json"],
    ["moves", BOARD, "--card", "w3", "--output-format", "json"],
    ["perft", "--depth", "2", "--divide", "--output-format", "json"],
    ["diff", "house", "--output-format", "json"],
    ["replay", "b.game", "--output-format", "json", "--show", "moves"],
    ["simulate", "house", "--games", "5", "--players", "2", "--bots", "greedy", "--output-format", "json"],
    ["coverage", "house", "--output-format", "json"],
]  # fmt: skip
PAGES = [
    ["diff", "en-capstone", "house", "-o", "diff.html"],
    ["rulebook", "house", "-o", "book.html"],
    ["rulebook", "en-capstone", "--lang", "de", "-o", "buch.html"],
    ["coverage", "house", "-o", "coverage.html"],
]
MARKDOWN = [
    ["diff", "en-capstone", "house", "--output-format", "markdown"],
    ["diff", "house", "--accept", "known.toml", "--output-format", "markdown"],
    ["rulebook", "house"],
    ["rulebook", "en-capstone", "--lang", "de", "--with", "nasty"],
]
GAME = [
    "play",
    "house",
    "--players",
    "2",
    "--seats",
    "random,random",
    "--seed",
    "1",
    "--save",
    "b.game",
]
ACCEPT = ["diff", "house", "--write-accept", "known.toml"]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, tuple[Path, Path]]:
    """A folder to work in and a folder of data, by whether its texts are hostile."""
    found = {}
    for is_hostile in (False, True):
        folder, data = tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("data")
        copy_data(data, is_hostile)
        (folder / "house.wtr").write_text(hostile_file(HOUSE) if is_hostile else HOUSE, "utf-8")
        found[is_hostile] = folder, data
    return found


GITHUB = [["validate", "house.wtr", "--output-format", "github"]]
SVG = [
    ["render", "--players", "3", "-o", "start.svg"],
    ["render", "--example", "spell.swap", "-o", "swap.svg"],
]
SIMULATION = [
    ["simulate", "house", "--games", "20", "--players", "2", "--bots", "greedy", "--data", "results"],
    ["simulate", "report", "results", "-o", "report.html"],
    ["simulate", "report", "results", "-o", "report.svg"],
]  # fmt: skip
SHOWN, MARKED = drawn(TEXT, 5), drawn(MARKDOWN, 1)
FIRST = [ACCEPT] if any("--accept" in command for command in (*SHOWN, *MARKED)) else []
ONE = {"text": [*SHOWN, TYPED], "github": GITHUB, "svg": SVG}  # with hostile texts only
BOTH = {
    "json": [GAME, *drawn(JSON, 3)],
    "pages": drawn(PAGES, 1),
    "markdown": [*FIRST, *MARKED],
    "simulation": SIMULATION,
}
Answers = dict[str, list[tuple[Written, Written]]]


@pytest.fixture(scope="module")
def answers(worlds: dict[bool, tuple[Path, Path]]) -> Answers:
    """What the commands of each group write with the shipped texts, and with hostile ones.

    All run in one process for each. Where only hostile texts matter, both are the same.
    """
    shared = [command for commands in BOTH.values() for command in commands]
    alone = [command for commands in ONE.values() for command in commands]
    clean = run(*worlds[False], *shared)
    bad = run(*worlds[True], *shared, *alone)
    each = iter([*zip(clean, bad, strict=False), *((one, one) for one in bad[len(clean) :])])
    groups: dict[str, list[Any]] = {**BOTH, **ONE}
    return {group: list(islice(each, len(commands))) for group, commands in groups.items()}


@pytest.mark.slow
def test_text(answers: Answers):
    """No line of a report is a command, and no character can be taken for one."""
    found = [written for _, written in answers["text"]]
    for written in found:
        all_plain(written)
    assert any("alert(1)" in one.out + one.err + one.file for one in found)


@pytest.mark.slow
def test_github(answers: Answers):
    """Annotations are the only commands, one for each diagnostic."""
    ((_, written),) = answers["github"]
    lines = written.out.splitlines()

    assert lines
    assert all(re.match(r"::warning file=house.wtr,line=\d+,", line) for line in lines)
    is_plain(written.out.replace("::warning file=", "file="))


@pytest.mark.slow
def test_json(answers: Answers):
    """JSON is valid and has the same keys, whatever the texts are."""
    for clean, bad in answers["json"][1:]:
        all_plain(bad)
        documents = [json.loads(written.out) for written in (clean, bad)]
        # Effects of readings are shipped for the shipped rules only.
        if not {"validate", "perft", "assumptions"} & set(bad.arguments):
            assert keys(documents[0]) == keys(documents[1]), bad.arguments


@pytest.mark.slow
def test_pages(answers: Answers):
    """A page has the same elements and attributes, whatever the texts are."""
    for clean, bad in answers["pages"]:
        all_plain(bad)
        pages = [_Page(written.file) for written in (clean, bad)]
        assert pages[0].elements
        assert set(pages[0].elements) == set(pages[1].elements), bad.arguments
        for tag in ("script", "style", "a", "td", "svg"):
            counts = [sum(one[0] == tag for one in page.elements) for page in pages]
            assert counts[0] == counts[1], (bad.arguments, tag)
        assert all(target.startswith("#") for target in pages[1].targets)


@pytest.mark.long
def test_what_takes_long(worlds: dict[bool, tuple[Path, Path]]):
    """The same is true for all manuals on one page, and for reports after many games."""
    commands = [
        ["diff", "--matrix", "-o", "matrix.html"],
        ["assumptions", "house", "--measure", "--games", "10"],
        ["validate", "house", "--deep"],
    ]
    page, *rest = run(*worlds[True], *commands)
    for written in (page, *rest):
        all_plain(written)
    assert 1 > sum(
        "onclick" in element or "img" in element for element in _Page(page.file).elements
    )


_SUMMARY = re.compile(
    r"^## \d+ (The rules on one page|Die Regeln auf einen Blick).*?(?=^## )",
    re.DOTALL | re.MULTILINE,
)


@pytest.mark.slow
def test_markdown(answers: Answers):
    """A Markdown page has the same headings, cells, blocks and marks, whatever the texts are."""
    for clean, bad in answers["markdown"]:
        all_plain(bad)
        if bad.arguments == ACCEPT:
            continue
        # What the summary of a book has room for depends on how long the texts are.
        shapes = [markdown_shape(_SUMMARY.sub("", written.out)) for written in (clean, bad)]
        assert len(shapes[0]) > 10
        assert shapes[0] == shapes[1], bad.arguments  # a book has links, to its own pages
        assert "{{" not in re.sub(r"(`{3,})text\n.*?\n\1", "", bad.out, flags=re.DOTALL)


@pytest.mark.slow
def test_svg(answers: Answers):
    """A picture is well-formed and contains shapes and words only."""
    for _, written in answers["svg"]:
        all_plain(written)
        tags = {element.tag.partition("}")[2] for element in ET.fromstring(written.file).iter()}
        assert tags <= {
            "svg",
            "title",
            "desc",
            "style",
            "defs",
            "use",
            "rect",
            "g",
            "path",
            "circle",
            "ellipse",
            "text",
        }


@pytest.mark.slow
def test_simulation_report(answers: Answers):
    """The page and the charts of a simulation contain no elements from rule texts."""
    pytest.importorskip("vl_convert")
    pytest.importorskip("duckdb")
    (_, page, picture) = answers["simulation"]
    for written in (page[1], picture[1]):
        assert 0 == written.code, written.err
        all_plain(written)
    clean, bad = (_Page(written.file) for written in page)
    assert set(clean.elements) == set(bad.elements)
    ET.fromstring(picture[1].file)
    assert "<script" not in picture[1].file


# --- line breaks in texts ----------------------------------------------------------------------


def test_a_text_has_no_line_breaks(tmp_path: Path):
    """A backslash cannot put a line break into a text, so no text can end its line."""
    broken = HOUSE.replace("Second Wind", r"Second\n::error::Wind\r\x1b[2J")
    (tmp_path / "house.wtr").write_text(broken, "utf-8")

    commands = [
        "validate",
        "fmt --check",
        "show",
        "diff",
        "play",
        "rulebook",
        "simulate",
        "coverage",
    ]
    found = run(tmp_path, None, *([*command.split(), "house.wtr"] for command in commands))

    for command, written in zip(commands, found, strict=True):
        all_plain(written)
        assert written.code != 0, command
        assert "unknown-escape" in written.out + written.err or command == "show", command


# --- hostile names and arguments ---------------------------------------------------------------


def named(folder: Path) -> tuple[str, str]:
    """Make a folder and a rule file with hostile names; return the path of the file and the folder."""
    place = folder / f"folder{CONTROL}{HIDDEN}"
    place.mkdir()
    path = place / f"{FILE_NAME}.wtr"
    path.write_text(HOUSE + "\noverride board.capacty = 3\n", "utf-8")
    good = place / "house.wtr"
    good.write_text(HOUSE, "utf-8")
    (place / f"{FILE_NAME}.game").write_text(f"ruleset: {good}\nplayers: 2\n", "utf-8")
    return str(path), str(place)


def test_hostile_file_names_in_diagnostics(tmp_path: Path):
    """A file name stays on its line in every format of diagnostics."""
    path, place = named(tmp_path)
    missing = f"{place}/missing{CONTROL}.wtr"

    forms = ("full", "concise", "json", "github", "sarif", "junit")
    commands = [
        ["validate", what, "--output-format", form]
        for form in forms
        for what in (path, place, missing)
    ]
    for written in run(tmp_path, None, *commands):
        form = written.arguments[-1]
        if form == "github":
            lines = written.out.splitlines()
            assert all(re.match("::(error|notice) ", line) for line in lines)
            is_plain(re.sub("^::(error|notice) ", "", written.out, flags=re.MULTILINE))
        else:
            all_plain(written)
        if form in ("json", "sarif"):
            json.loads(written.out)
        if form == "junit":
            tree.fromstring(written.out.encode())


@pytest.mark.slow
def test_hostile_names_and_arguments(tmp_path: Path):
    """Whatever message repeats an argument or a path, it stays on its line."""
    path, place = named(tmp_path)
    good, bad = f"{place}/house.wtr", f"x{CONTROL}{PAYLOAD}"
    commands: list[list[str] | tuple[list[str], str]] = [
        ["validate", good],
        ["validate", bad],
        ["validate", f"{bad}+{bad}"],
        ["validate", good, "--assume", bad],
        ["validate", good, "--assume", f"{bad}={bad}"],
        (["validate", "-", "--stdin-filename", bad], "ruleset x {"),
        ["fmt", "--check", path],
        ["fmt", "--diff", good],
        ["fmt", place],
        ["fmt", bad],
        ["changes", "--since", bad],
        ["changes", bad],
        ["show", path],
        ["show", good, "--rule", bad],
        ["show", bad],
        ["explain", bad],
        ["explain", bad, bad],
        ["explain", BOARD, bad],
        ["explain", BOARD, "wizard s1b", "--card", bad],
        ["moves", bad],
        ["moves", BOARD, "--card", bad],
        ["moves", BOARD, "--seat", bad],
        ["moves", BOARD, "--spell", bad],
        ["moves", BOARD, "--with", bad],
        ["moves", BOARD, "-r", path],
        ["moves", f"board={bad}"],
        (["moves", "--stdin"], json.dumps({"board": bad, "seat": bad})),
        ["perft", bad],
        ["perft", "--depth", bad],
        ["render", bad],
        ["render", "-o", f"{bad}.png"],
        ["render", "-o", f"{place}/{FILE_NAME}.txt"],
        ["render", "-o", f"{place}/{FILE_NAME}.txt"],
        ["render", "-o", f"{place}/missing/{CONTROL}.txt"],
        ["play", bad],
        ["play", good, "--players", "2", "--seats", bad],
        ["play", good, "--players", "2", "--seats", "random,random", "--save", f"{place}/{CONTROL}.game"],
        (["play", "--players", "2"], f"{bad}\nsave {place}/{CONTROL}x\nload {bad}\nwhy {bad}\nquit\n"),
        ["play", "--load", f"{place}/{FILE_NAME}.game"],
        ["replay", f"{place}/{CONTROL}.game"],
        ["replay", f"{place}/{FILE_NAME}.game"],
        ["replay", bad],
        ["replay", f"{place}/{CONTROL}.game", "--ruleset", bad],
        (["replay", "-"], f"ruleset: {PAYLOAD}\nplayers: 2\nseed: 1\nhash: {PAYLOAD}\n\n{PAYLOAD}\n"),
        (["replay", "-"], f"ruleset: en-capstone\nplayers: 2\nseed: 1\nhash: {HIDDEN}\n\n{HIDDEN} ::error::x\n"),
        (["replay", "-"], f"{PAYLOAD}: {PAYLOAD}\nplayers: {PAYLOAD}\n"),
        ["diff", bad, bad],
        ["diff", path, good],
        ["diff", good, "--against", f"git:{bad}"],
        ["diff", good, "--accept", bad],
        ["diff", good, "-o", bad],
        ["diff", "en-capstone", good, "-o", f"{place}/{FILE_NAME}.md"],
        ["simulate", bad],
        ["simulate", good, "--bots", bad],
        ["simulate", good, "--until", bad],
        ["simulate", good, "--players", bad],
        ["simulate", good, "--games", "5", "--players", "2"],
        ["simulate", "report", bad, "-o", f"{bad}.html"],
        ["simulate", good, bad],
        ["simulate", good, "--bots", f"{bad}.json"],
        ["train", good, bad],
        ["train", good, "-o", bad],
        ["train", good, "-o", f"{bad}.json", "--time", bad],
        ["train", "report", bad],
        ["rulebook", bad],
        ["rulebook", good, "--with", bad],
        ["rulebook", good, "-o", bad],
        ["coverage", bad],
        ["coverage", good, "-o", f"{place}/{FILE_NAME}.html"],
        ["assumptions", bad],
        ["new", bad],
        ["new", "mine", "--extends", bad],
        ["new", f"{place}/mine.wtr"],
        [bad],
        ["validate", f"--{bad}"],
        ["validate", "--output-format", bad],
        ["moves", BOARD, bad, bad],
    ]  # fmt: skip

    for written in run(tmp_path, None, *drawn(commands, 15)):
        all_plain(written)
        for text in (written.out, written.err):
            lines = [line for line in text.splitlines() if re.match(r"\s*\\x3a:", line)]
            assert [] == lines, (written.arguments, "only the last guard has caught this")


@pytest.mark.long
def test_accepted_reasons(tmp_path: Path):
    """A reason in a file of accepted differences stays on its line in every report."""
    known = tmp_path / "known.toml"
    (tmp_path / "house.wtr").write_text(HOUSE, "utf-8")
    bare = ["diff", "en-capstone", "house"]
    run(tmp_path, None, [*bare, "--write-accept", "known.toml"])
    reason = '"' + "".join(f"\\U{ord(c):08x}" for c in f"x{CONTROL}```{HIDDEN}") + '"'
    text = re.sub(
        r'^reason = ".*"$', lambda _: f"reason = {reason}", known.read_text("utf-8"), flags=re.M
    )
    known.write_text(text, "utf-8")

    for written in run(
        tmp_path,
        None,
        [*bare, "--accept", "known.toml"],
        [*bare, "--accept", "known.toml", "--output-format", "markdown"],
        [*bare, "--accept", "known.toml", "--output-format", "json"],
        [*bare, "--accept", "known.toml", "-o", "report.html"],
    ):
        all_plain(written)
        assert 0 == written.code, written.err
        assert "five" in written.out + written.file
