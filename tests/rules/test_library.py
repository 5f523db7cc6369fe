"""Libraries: rule files are read once, and two libraries can share what was read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from wtrules import resources
from wtrules.diagnostics import has_errors
from wtrules.pipeline import open_ruleset
from wtrules.resolve import library as libraries
from wtrules.resolve.library import Library
from wtrules.source import SourceFile

HOUSE = "ruleset house {{ extends en-capstone override hand.size = {} }}"


def test_two_libraries_share_shipped_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second library parses only the text that is new, and starts without diagnostics."""
    wrong = open_ruleset(SourceFile("house.wtr", HOUSE.format("pebbles {")), Library())
    wrong.compile()
    assert wrong.diagnostics

    parsed = []
    monkeypatch.setattr(
        libraries,
        "parse",
        lambda source, real=libraries.parse: parsed.append(source.path) or real(source),
    )
    shared = wrong.library.shipped_files()
    right = open_ruleset(SourceFile("house.wtr", HOUSE.format(4)), Library(files=shared))
    made = right.compile()

    assert made is not None
    assert () == right.diagnostics
    assert ["house.wtr"] == parsed
    assert not has_errors(made.diagnostics)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped rulesets, in their place."""
    folder = tmp_path / "rulesets"
    shutil.copytree(resources.rulesets_folder(), folder)
    monkeypatch.setattr(resources, "rulesets_folder", lambda: folder)
    return folder


def cards_in_hand() -> str:
    """Return the value of a setting of the core rules, as it is compiled now."""
    made = open_ruleset("en-capstone").compile()
    assert made is not None
    return repr(made.rules.by_id("hand.size")[0].node)


def test_a_shipped_file_that_changes_is_read_again(shipped: Path) -> None:
    """A process that goes on sees the new file, and everything that is built on it."""
    before = cards_in_hand()
    assert before == cards_in_hand()
    (file,) = [path for path in shipped.rglob("*.wtr") if "\nhand {" in path.read_text("utf-8")]
    text = file.read_text("utf-8")
    assert 1 == text.count("  size       3 ")
    file.write_text(text.replace("  size       3 ", "  size       4  "), "utf-8")

    assert before != cards_in_hand()


def test_a_ruleset_reads_what_it_needs_whatever_was_read_before(shipped: Path) -> None:
    """What was compiled from one library brings no files along that another ruleset needed there."""
    library = Library()
    for name in ("en-abacus-24", "en-capstone"):
        open_ruleset(name, library).compile()
    later = Library()
    open_ruleset("en-capstone", later).compile()

    names = {path.relative_to(shipped).as_posix() for path in later.files_read()}
    assert {"core/core.wtr", "editions/en-capstone.wtr"} <= names
    assert not {name for name in names if "abacus" in name}


def test_a_text_in_place_of_a_shipped_file_stays_with_its_library(shipped: Path) -> None:
    """An editor shows what its own text means; for everybody else nothing has changed."""
    before = cards_in_hand()
    path = shipped / "editions" / "en-capstone.wtr"
    text = path.read_text("utf-8").rstrip().removesuffix("}") + "  override hand.size = 5\n}\n"
    library = Library(texts={path: SourceFile(str(path), text)})
    made = open_ruleset("en-capstone", library).compile()

    assert made is not None
    assert before != repr(made.rules.by_id("hand.size")[0].node)
    assert before == cards_in_hand()


def test_a_file_with_mistakes_reports_them_to_every_library(shipped: Path) -> None:
    """What is wrong with a shipped file is not forgotten when it is opened again."""
    path = shipped / "editions" / "en-capstone.wtr"
    path.write_text(path.read_text("utf-8") + "?\n", "utf-8")

    first, second = (open_ruleset("en-capstone").diagnostics for _ in range(2))
    assert first == second != ()


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "a/" * 3000 + "b"])
def test_what_cannot_be_the_name_of_a_file_is_none(name: str):
    """The system refuses to look for it; that is as if it were not there."""
    library = Library()

    assert library.find_ruleset(name) is None
    loaded, _ = library.open(name)
    assert loaded is None
    assert {"unknown-ruleset", "missing-file"} & {fault.code for fault in library.diagnostics}
