"""`wtrules changes`: which rulesets a change in a git repository touches."""

import subprocess
from pathlib import Path

import pytest

from wtrules.cli import main
from wtrules.editions.since import changed_files, compare_since

HOUSE = 'ruleset {} {{\n  extends  en-capstone\n  includes "part.wtr"\n}}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two rulesets that share a part, one without it, and one commit."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.wtr").write_text(HOUSE.format(name))
    (tmp_path / "part.wtr").write_text("override board.capacity = 5\n")
    (tmp_path / "other.wtr").write_text("ruleset other {\n  extends  en-capstone\n}\n")
    monkeypatch.chdir(tmp_path)
    who = ["-c", "user.name=anna", "-c", "user.email=anna@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "rules"]):
        subprocess.run(["git", *who, *command], check=True)
    return tmp_path


def test_nothing_changed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A clean checkout has nothing to report."""
    assert main(["changes"]) == 0
    assert capsys.readouterr().out == "Rules changed since HEAD\nNo ruleset has changed.\n"
    assert main(["changes", "--output-format", "markdown", "--lang", "de"]) == 0
    assert "Kein Regelwerk hat sich geändert." in capsys.readouterr().out


def test_a_part_touches_every_ruleset_with_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rulesets that include a changed file are compared, the others are not; parts never are."""
    import wtrules.editions.since as since

    monkeypatch.setattr(since, "_report", lambda *_: None)
    (folder / "part.wtr").write_text("override board.capacity = 4\n")
    (folder / "new.wtr").write_text("ruleset new {\n  extends  en-capstone\n}\n")
    changed = changed_files(folder, "HEAD")
    files = ["new.wtr", "one.wtr", "other.wtr", "part.wtr", "two.wtr"]
    found = compare_since(files, changed, "HEAD")
    assert [("new.wtr", True), ("one.wtr", False), ("two.wtr", False)] == [
        (one.file, one.is_new) for one in found
    ]


def test_what_cannot_be_compared_is_a_finding(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A ruleset with mistakes never looks like one without changes; removed files are listed."""
    (folder / "other.wtr").write_text("ruleset other {\n  extends  en-capston\n}\n")
    (folder / "two.wtr").unlink()
    assert main(["changes", "--output-format", "markdown"]) == 1
    out = capsys.readouterr().out
    assert "| `other.wtr` | cannot be compared: " in out
    assert "| `two.wtr` | removed |" in out
    assert main(["changes", "--exit-zero"]) == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--since", "nowhere"], "nowhere"),
        (["--since", "--output=x"], "--output=x"),
        (["missing"], "missing"),
        (["-o", "no/where.md"], "no"),
    ],
)
def test_wrong_usage(
    arguments: list[str], expected: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unknown reference, path or folder is named."""
    assert main(["changes", *arguments]) == 2
    assert expected in capsys.readouterr().err


def test_outside_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without git there is nothing to compare with."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    assert main(["changes"]) == 2
    assert "wtrules: " in capsys.readouterr().err
