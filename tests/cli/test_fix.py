"""`wtrules validate --fix` and `--diff`: what is changed, and what is left alone."""

import json
import os
from pathlib import Path

import pytest

from wtrules import resources
from wtrules.cli import main

Capture = pytest.CaptureFixture[str]

FAULTY = """\
ruleset house {
  extends en-capstone

  override board.capacty == 4   # not six
  rule house.welcome {
    on  wizard w enters castle
    fill 1 flasks of owner of w
  }
}
"""
FIXED = FAULTY.replace("capacty == 4", "capacity = 4").replace("fill 1", "do fill 1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in, without colours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def test_fix_changes_the_file(folder: Path, capsys: Capture):
    """All safe fixes are applied, over as many rounds as it takes, and each is reported."""
    (folder / "house.wtr").write_text(FAULTY)

    assert 0 == main(["validate", "house.wtr", "--fix"])

    shown = capsys.readouterr()
    assert FIXED == (folder / "house.wtr").read_text()
    assert "No problems found." in shown.out
    assert [
        "fixed house.wtr:4:12 unknown-override: replace `board.capacty` with `board.capacity`",
        "fixed house.wtr:4:26 wrong-operator: replace `==` with `=`",
        "fixed house.wtr:7:5 missing-do: add `do`",
    ] == sorted(shown.err.splitlines())
    assert ["house.wtr"] == os.listdir(folder)


def test_diff_changes_nothing(folder: Path, capsys: Capture):
    """The difference is shown; the file stays, and there is something to do."""
    (folder / "house.wtr").write_text(FAULTY)

    assert 1 == main(["validate", "house.wtr", "--diff"])

    shown = capsys.readouterr()
    assert FAULTY == (folder / "house.wtr").read_text()
    assert "-  override board.capacty == 4   # not six\n" in shown.out
    assert "+  override board.capacity = 4   # not six\n" in shown.out
    assert "3 problems would be fixed\n" == shown.err


def test_nothing_to_fix(folder: Path, capsys: Capture):
    """A file without faults is not touched."""
    (folder / "house.wtr").write_text(FIXED)
    before = (folder / "house.wtr").stat()

    assert 0 == main(["validate", "house.wtr", "--fix"])
    assert 0 == main(["validate", "house.wtr", "--diff"])
    after = (folder / "house.wtr").stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_what_is_not_safe_is_left(folder: Path, capsys: Capture):
    """A fix that needs a decision is not applied, only offered."""
    text = "ruleset house {\n  extends en-capstone\n  spell a { when yes do roll die }\n}\n"
    (folder / "house.wtr").write_text(text)

    assert 1 == main(["validate", "house.wtr", "--fix"])
    assert text == (folder / "house.wtr").read_text()
    main(["validate", "house.wtr", "--output-format", "json"])
    faults = json.loads(capsys.readouterr().out.partition("\n{")[2].join(["{", ""]))["diagnostics"]
    cost = next(fault for fault in faults if fault["code"] == "missing-cost")
    assert [("add `cost 1`", False), ("add `cost 0`", False)] == [
        (fix["title"], fix["safe"]) for fix in cost["fixes"]
    ]


def test_line_endings_and_permissions_stay(folder: Path):
    """Only what is wrong changes: not the line endings, the byte order mark or the permissions."""
    file = folder / "house.wtr"
    file.write_bytes(b"\xef\xbb\xbf" + FAULTY.replace("\n", "\r\n").encode())
    file.chmod(0o600)

    assert 0 == main(["validate", "house.wtr", "--fix", "--no-changes"])
    assert b"\xef\xbb\xbf" + FIXED.replace("\n", "\r\n").encode() == file.read_bytes()
    assert 0o600 == file.stat().st_mode & 0o777


@pytest.mark.slow
def test_parts_are_fixed_and_bases_are_not(folder: Path):
    """A file that the user named is fixed with the parts that it includes; what it extends is not."""
    part, base = "rule a.b {\n  on round begins\n  roll die\n}\n", FAULTY.replace("house", "base")
    (folder / "part.wtr").write_text(part)
    (folder / "base.wtr").write_text(base)
    (folder / "house.wtr").write_text('ruleset house { extends base includes "part.wtr"; }\n')

    assert 1 == main(["validate", "house.wtr", "--fix"])
    assert part.replace("roll", "do roll") == (folder / "part.wtr").read_text()
    assert ";" not in (folder / "house.wtr").read_text()
    assert base == (folder / "base.wtr").read_text()
    assert 0 == main(["validate", ".", "--fix"])
    assert base != (folder / "base.wtr").read_text()


def test_a_file_that_cannot_be_written(folder: Path, capsys: Capture):
    """That is reported, and no fix is."""
    if os.geteuid() == 0:
        pytest.skip("the superuser may write every file")
    (folder / "house.wtr").write_text(FAULTY)
    (folder / "house.wtr").chmod(0o400)

    assert 2 == main(["validate", "house.wtr", "--fix"])
    assert "house.wtr" in capsys.readouterr().err
    assert FAULTY == (folder / "house.wtr").read_text()


def test_shipped_files_are_never_changed(folder: Path, capsys: Capture):
    """For a fault in a shipped file no fix is offered; examples change only if named as files."""
    # The towers of the shipped board do not fit on this ring.
    text = "ruleset house { extends en-capstone override board.spaces = 8 }\n"
    (folder / "house.wtr").write_text(text)

    main(["validate", "house.wtr", "--output-format", "json"])
    faults = json.loads(capsys.readouterr().out)["diagnostics"]
    assert "too-many-towers" in {fault["code"] for fault in faults}
    edits = [edit for fault in faults for fix in fault["fixes"] for edit in fix["edits"]]
    assert {"house.wtr"} >= {edit["file"] for edit in edits}
    before = {path: path.read_bytes() for path in resources.examples_folder().glob("*.wtr")}
    main(["validate", "friday", "--fix"])
    assert before == {path: path.read_bytes() for path in before}


@pytest.mark.parametrize("options", [["-", "--fix"], ["-", "--diff"], ["--fix", "--watch"]])
def test_options_that_do_not_fit(options: list[str], capsys: Capture):
    """Standard input cannot be changed, and a watched file changes by other hands."""
    assert 2 == main(["validate", *options])
    assert "`--fix`" in capsys.readouterr().err


def test_the_report_says_what_can_be_fixed(folder: Path, capsys: Capture):
    """After the summary: how many of the faults have a safe fix."""
    (folder / "house.wtr").write_text(FAULTY)

    assert 1 == main(["validate", "house.wtr"])
    assert "3 can be fixed with `--fix`.\n" == capsys.readouterr().err
