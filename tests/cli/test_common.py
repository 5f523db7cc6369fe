"""Options that all commands share: how much is written, in which colour, in which format."""

import xml.etree.ElementTree as tree
from pathlib import Path

import pytest
import xmlschema

from wtrules.cli import main
from wtrules.cli.app import COMMANDS, load
from wtrules.cli.common import FORMAT_VARIABLE, FORMATS, WITH_FINDINGS

CASES = Path(__file__).parent.parent / "cases/playthroughs"
SCHEMA = Path(__file__).parent.parent / "diagnostics/junit-subset.xsd"
GOOD = 'ruleset good {\n  title    en "Good" de "Gut"\n  extends  en-capstone\n  override board.capacity = 4\n}\n'
BAD = GOOD.replace("good", "bad").replace("capacity", "capacty")
UNTIDY = GOOD.replace("\n  ", "\n ")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three rule files: without mistakes, with one, and not formatted."""
    for name, text in {"good": GOOD, "bad": BAD, "untidy": UNTIDY}.items():
        (tmp_path / f"{name}.wtr").write_text(text)
    monkeypatch.chdir(tmp_path)
    for name in (FORMAT_VARIABLE, "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_every_command_has_the_shared_options() -> None:
    """They need not be declared, and the formats known are those that the commands take."""
    formats: set[str] = set()
    for name in COMMANDS:
        options = {text: one for one in load(name).params for text in one.opts}
        assert {"--quiet", "-q", "--verbose", "-v", "--color"} <= set(options)
        assert ("--exit-zero" in options) == (name in WITH_FINDINGS)
        if "--output-format" in options:
            formats |= set(options["--output-format"].type.choices)
    assert formats == FORMATS


def test_quiet_writes_findings_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    """A valid file gives no output at all; a mistake is shown without summary and hint."""
    assert main(["validate", "good.wtr", "-q"]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["validate", "bad.wtr", "-q", "--output-format", "concise"]) == 1
    out, err = capsys.readouterr()
    assert (1, "") == (len(out.splitlines()), err)
    assert main(["fmt", "good.wtr", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_verbose_says_what_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    """Each file, and how the command ended, on standard error."""
    assert main(["fmt", "good.wtr", "untidy.wtr", "--check", "-v"]) == 1
    out, err = capsys.readouterr()
    assert out == "untidy.wtr\n"
    assert "good.wtr is formatted" in err
    assert "with exit code 1" in err.splitlines()[-1]


def test_quiet_and_verbose_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    """Whichever comes first, it is wrong usage."""
    for order in (["-q", "-v"], ["-v", "-q"]):
        assert main(["validate", "good.wtr", *order]) == 2
        assert "--quiet or --verbose" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("colour", "variable", "expected"),
    [("always", "NO_COLOR", True), ("never", "FORCE_COLOR", False), ("auto", "FORCE_COLOR", True)],
)
def test_color_decides_over_the_environment(
    colour: str,
    variable: str,
    expected: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`auto` leaves it to NO_COLOR and FORCE_COLOR; the next command starts anew."""
    monkeypatch.setenv(variable, "1")
    main(["validate", "bad.wtr", "--color", colour])
    assert expected == ("\x1b[" in capsys.readouterr().out)
    main(["validate", "bad.wtr"])
    assert (variable == "FORCE_COLOR") == ("\x1b[" in capsys.readouterr().out)


def test_exit_zero_changes_only_the_code_for_findings(capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be read is still an error."""
    assert main(["validate", "bad.wtr", "--exit-zero"]) == 0
    assert "error[unknown-override]" in capsys.readouterr().out
    assert main(["fmt", "untidy.wtr", "--check", "--exit-zero"]) == 0
    assert main(["validate", "missing.wtr", "--exit-zero"]) == 2


def test_the_environment_sets_the_format(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An option wins over it, a command without that format has its own, a wrong name is an error."""
    monkeypatch.setenv(FORMAT_VARIABLE, "github")
    assert main(["validate", "bad.wtr"]) == 1
    assert capsys.readouterr().out.startswith("::error file=bad.wtr")
    assert main(["validate", "bad.wtr", "--output-format", "concise"]) == 1
    assert capsys.readouterr().out.startswith("bad.wtr:4:")
    assert main(["show", "en-capstone", "--rule", "board.capacity"]) == 0
    assert "board.capacity" in capsys.readouterr().out
    assert main(["fmt", "good.wtr"]) == 0  # not --check: nothing to list
    monkeypatch.setenv(FORMAT_VARIABLE, "githbu")
    assert main(["validate", "bad.wtr"]) == 2
    assert FORMAT_VARIABLE in capsys.readouterr().err


def test_the_ending_of_a_file_wins_over_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`-o coverage.html` is a page whatever the environment says."""
    monkeypatch.setenv(FORMAT_VARIABLE, "json")
    assert main(["coverage", "-o", "coverage.html", "-q"]) == 0
    assert (folder / "coverage.html").read_text().lstrip().startswith("<!")


def _tests(text: str) -> dict[str, bool]:
    """Return the tests of a JUnit report by name, and whether each fails."""
    xmlschema.XMLSchema(SCHEMA).validate(text)
    root = tree.fromstring(text.encode())
    cases = list(root.iter("testcase"))
    assert str(len(cases)) == root.get("tests")
    assert str(sum(len(case.findall("failure")) for case in cases)) == root.get("failures")
    return {f"{c.get('classname')}: {c.get('name')}": c.find("failure") is not None for c in cases}


def test_junit_of_validate(capsys: pytest.CaptureFixture[str]) -> None:
    """A file is a suite; a mistake is a test that fails, and a valid file one that passes."""
    assert main(["validate", "good.wtr", "bad.wtr", "--output-format", "junit"]) == 1
    found = _tests(capsys.readouterr().out)
    assert found == {
        "good.wtr: no problems found": False,
        "bad.wtr: bad.wtr:4:12: error[unknown-override] `core` has no setting called `board.capacty`": True,
    }


def test_junit_of_fmt(capsys: pytest.CaptureFixture[str]) -> None:
    """Each file is a test."""
    assert main(["fmt", "good.wtr", "untidy.wtr", "--check", "--output-format", "junit"]) == 1
    assert {"good.wtr: format": False, "untidy.wtr: format": True} == _tests(
        capsys.readouterr().out
    )
    assert main(["fmt", "good.wtr", "--output-format", "junit"]) == 2
    assert "--check" in capsys.readouterr().err


def test_junit_of_replay(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game file is a test, which fails if a move is illegal."""
    lines = (CASES / "abacus-2p.game").read_text().splitlines(keepends=True)
    (folder / "as-played.game").write_text("".join(lines))
    assert main(["replay", "as-played.game", "--output-format", "junit"]) == 0
    assert {"as-played.game: replay": False} == _tests(capsys.readouterr().out)
    options = ["--assume", "board.capacity=1", "--output-format", "junit"]
    assert main(["replay", "as-played.game", *options]) == 1
    assert {"as-played.game: replay": True} == _tests(capsys.readouterr().out)
