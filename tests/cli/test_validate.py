"""`wtrules validate`: what it checks, what it reports, and its exit codes."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import wtrules
from wtrules.cli import main
from wtrules.diagnostics import manual

ROOT = Path(wtrules.__file__).parent.parent
CLEAN = "ruleset clean {\n  extends en-capstone\n  override board.capacity = 4\n}\n"
FAULTY = "ruleset faulty {\n  extends en-capstone\n  override board.capacty = 4\n}\n"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in, without colours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def test_a_clean_house_rule_tells_what_it_changes(capsys: Capture):
    """The last thing a player reads is what the rule does to the game."""
    Path("late.wtr").write_text(
        "ruleset late { extends en-capstone override board.capacity = 4 remove spell swap_towers }"
    )

    assert 0 == main(["validate", "late.wtr"])
    assert (
        "late.wtr: late extends en-capstone\n"
        "  board.capacity       6 → 4\n"
        "  spell swap_towers    removed\n"
        "No problems found.\n"
    ) == capsys.readouterr().out


@pytest.mark.slow
def test_reports_in_german(capsys: Capture):
    """With `--lang de`, everything people read is German: mistakes, changes, hints, manual pages."""
    Path("faulty.wtr").write_text(FAULTY)
    Path("clean.wtr").write_text(CLEAN)

    assert 1 == main(["validate", "faulty.wtr", "--lang", "de"])
    shown = capsys.readouterr()
    assert "Fehler[unknown-override]: `setting board.capacty` gibt es in `core` nicht" in shown.out
    assert "= Hilfe: schreib `override board.capacity`" in shown.out
    assert "1 Fehler in 1 Datei." in shown.out
    assert 0 == main(["validate", "clean.wtr", "--lang", "de"])
    assert "Keine Fehler gefunden." in capsys.readouterr().out
    assert 0 == main(["explain", "unknown-override", "--lang", "de"])
    assert "Schwere: Fehler" in capsys.readouterr().out
    assert 2 == main(["render", "K/x b", "--lang", "de"])
    assert "`x` ist kein Teil des Spiels" in capsys.readouterr().err


def test_an_example_is_checked_by_its_name(capsys: Capture):
    """From any folder, and with the name people know it by."""
    assert 0 == main(["validate", "friday"])
    assert capsys.readouterr().out.startswith("examples/friday.wtr: friday extends en-capstone\n")


def test_the_changes_can_be_left_out(capsys: Capture):
    """`--no-changes` leaves the verdict."""
    assert 0 == main(["validate", "friday", "--no-changes"])
    assert "No problems found.\n" == capsys.readouterr().out


def test_a_rule_that_changes_nothing_says_so(capsys: Capture):
    """A forgotten change is noticed."""
    Path("idle.wtr").write_text("ruleset idle { extends friday }")

    assert 0 == main(["validate", "idle.wtr"])
    assert "idle.wtr: idle extends friday and changes nothing\n" in capsys.readouterr().out


def test_many_changes_of_one_thing_stand_below_one_another(capsys: Capture):
    """A long list is a column, not a line that runs out of the window."""
    Path("short.wtr").write_text(
        "ruleset short { extends en-capstone override table supply {\n"
        "players | wizards | flasks\n 2 | 4 | 5\n 3, 4 | 3 | 4\n 5, 6 | 2 | 3 } }"
    )

    assert 0 == main(["validate", "short.wtr"])
    assert (
        "  table supply    wizards at 2: 5 → 4\n                  flasks at 2: 6 → 5\n"
    ) in capsys.readouterr().out


def test_faults_are_told_with_place_and_help(capsys: Capture):
    """A typing mistake leads to the name that was meant: exit code 1."""
    Path("faulty.wtr").write_text(FAULTY)

    assert 1 == main(["validate", "faulty.wtr"])
    shown = capsys.readouterr()
    assert "error[unknown-override]" in shown.out
    assert "--> faulty.wtr:3:12" in shown.out
    assert "write `override board.capacity`" in shown.out
    assert shown.out.endswith("1 error in 1 file.\n")
    assert "1 can be fixed with `--fix`.\n" == shown.err


def test_all_files_are_checked_in_one_run(capsys: Capture):
    """A folder is searched, hidden folders are not; every fault of every file is reported."""
    for name in ("a/one.wtr", "a/b/two.wtr", ".hidden/three.wtr"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(FAULTY.replace("faulty", Path(name).stem))
    Path("clean.wtr").write_text(CLEAN)

    assert 1 == main(["validate", "--output-format", "concise"])
    lines = capsys.readouterr().out.split("\n")
    assert "clean.wtr: clean extends en-capstone" == lines[0]
    assert ["a/b/two.wtr:3:12", "a/one.wtr:3:12"] == [
        line.split(": ")[0] for line in lines if "unknown-override" in line
    ]
    assert "2 errors in 2 files." == lines[-2]


def test_parts_are_checked_with_the_file_that_includes_them(capsys: Capture):
    """A file without a ruleset is fine if another one of the set includes it."""
    Path("main.wtr").write_text('ruleset main { extends core includes "parts/hand.wtr" }')
    Path("parts").mkdir()
    Path("parts/hand.wtr").write_text("override hand.size = 4\n")

    assert 0 == main(["validate", "."])
    assert "hand.size    3 → 4" in capsys.readouterr().out
    assert 0 == main(["validate", "parts/hand.wtr"])
    assert "main.wtr: main extends core" in capsys.readouterr().out


def test_a_part_of_the_shipped_rules_alone(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """Checking a part of a ruleset checks the ruleset that includes it."""
    from wtrules.resources import rulesets_folder

    monkeypatch.chdir(rulesets_folder())

    assert 0 == main(["validate", "core/board.wtr"])
    assert "no-ruleset" not in capsys.readouterr().out


def test_a_file_that_belongs_to_nothing_is_told(capsys: Capture):
    """Rules that no ruleset includes would never be played."""
    Path("alone.wtr").write_text("rule a { end turn }\n")

    assert 1 == main(["validate", "."])
    assert "error[no-ruleset]" in capsys.readouterr().out


def test_faults_of_a_part_are_told_once(capsys: Capture):
    """A part and the file that includes it do not both report the same mistake."""
    Path("main.wtr").write_text('ruleset main { extends core includes "part.wtr" }')
    Path("part.wtr").write_text("override hand.sise = 4\n")

    assert 1 == main(["validate", "main.wtr", "part.wtr", "."])
    assert "1 error in 1 file.\n" in capsys.readouterr().out


def test_two_files_may_miss_the_same_one(capsys: Capture):
    """A missing file is reported everywhere it is used."""
    for name in ("one", "two"):
        Path(f"{name}.wtr").write_text(f'ruleset {name} {{ extends core includes "gone.wtr" }}')

    assert 1 == main(["validate", "one.wtr", "two.wtr", "--output-format", "concise"])
    assert 2 == capsys.readouterr().out.count("error[missing-file]")


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """What an editor holds unsaved is checked as if it stood in the file."""
    Path("part.wtr").write_text("override hand.size = 4\n")
    text = 'ruleset friday { extends en-capstone includes "part.wtr" override board.capacty = 4 }'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    assert 1 == main(["validate", "-", "--stdin-filename", "friday.wtr"])
    assert "--> friday.wtr:1:67" in capsys.readouterr().out


def test_standard_input_that_is_no_text(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """Anything can come through a pipe: exit code 2."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\0")))

    assert 2 == main(["validate", "-"])
    assert "error[wrong-encoding]: `<stdin>`" in capsys.readouterr().out
    assert 2 == main(["validate", "-", "--watch"])
    assert "cannot be watched" in capsys.readouterr().err


def test_unreadable_input_is_told_apart_from_findings(capsys: Capture):
    """A missing file gives exit code 2, and the others are still checked."""
    Path("faulty.wtr").write_text(FAULTY)

    assert 2 == main(["validate", "gone.wtr", "nobody", "faulty.wtr"])
    shown = capsys.readouterr().out
    assert "error[missing-file]: there is no file `gone.wtr`" in shown
    assert "error[unknown-ruleset]: there is no ruleset and no file called `nobody`" in shown
    assert "error[unknown-override]" in shown


def test_a_folder_without_rules(capsys: Capture):
    """Checking nothing is not the same as finding nothing."""
    assert 2 == main(["validate"])
    shown = capsys.readouterr()
    assert "" == shown.out
    assert "there are no rule files in `.`" in shown.err


def test_warnings_count_if_asked(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    """`--strict` is for those who publish rules."""
    from wtrules import checks
    from wtrules.diagnostics import Diagnostic, Severity

    warning = Diagnostic("odd", "this is odd", severity=Severity.WARNING)
    monkeypatch.setattr(checks, "CHECKS", (*checks.CHECKS, lambda meaning: iter([warning])))

    assert 0 == main(["validate", "friday"])
    assert "1 warning." in capsys.readouterr().out
    assert 1 == main(["validate", "friday", "--strict"])


def test_json_holds_every_fault(capsys: Capture):
    """Programs get the same findings, and nothing but them."""
    Path("faulty.wtr").write_text(FAULTY)
    Path("clean.wtr").write_text(CLEAN)

    assert 1 == main(["validate", ".", "--output-format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert 2 == document["summary"]["files_checked"]
    assert ["unknown-override"] == [fault["code"] for fault in document["diagnostics"]]


@pytest.mark.parametrize(
    ("output_format", "words"),
    [("github", "::error file=faulty.wtr,line=3,"), ("sarif", '"ruleId": "unknown-override"')],
)
def test_formats_for_other_programs(output_format: str, words: str, capsys: Capture):
    """Services that show findings beside the lines get what they read."""
    Path("faulty.wtr").write_text(FAULTY)

    assert 1 == main(["validate", "faulty.wtr", "--output-format", output_format])
    assert words in capsys.readouterr().out


def test_sarif_explains_a_code_with_the_text_of_its_page(capsys: Capture):
    """The help of a SARIF rule starts with what is wrong, not with the title of the manual page."""
    Path("faulty.wtr").write_text(FAULTY)

    assert 1 == main(["validate", "faulty.wtr", "--output-format", "sarif"])
    [run] = json.loads(capsys.readouterr().out)["runs"]
    [rule] = run["tool"]["driver"]["rules"]
    page = manual.page("unknown-override")
    assert page is not None
    assert rule["help"]["text"].startswith(page.summary[:20])


def test_an_unknown_format_is_a_usage_error(capsys: Capture):
    """The message lists the formats."""
    assert 2 == main(["validate", "friday", "--output-format", "xml"])
    assert "sarif" in capsys.readouterr().err


def test_watching_checks_again_on_a_change(folder: Path):
    """Saving the file is enough; the second run finds the mistake."""
    path = folder / "clean.wtr"
    path.write_text(CLEAN)
    process = subprocess.Popen(
        [sys.executable, "-m", "wtrules", "validate", path.name, "-w", "--watch-cycles", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    seen = []
    for line in process.stdout:
        seen.append(line)
        if "waiting for changes" in line and path.read_text() == CLEAN:
            path.write_text(FAULTY)
    assert 0 == process.wait(300)
    shown = "".join(seen)
    assert "No problems found." in shown
    assert "error[unknown-override]" in shown
    assert 2 == shown.count("waiting for changes, Ctrl-C stops")


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent otherwise there")
def test_watching_ends_with_an_interrupt(folder: Path):
    """Ctrl-C is how one stops watching, so it is no failure."""
    (folder / "clean.wtr").write_text(CLEAN)
    process = subprocess.Popen(
        [sys.executable, "-m", "wtrules", "validate", "clean.wtr", "--watch"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stderr is not None
    assert "waiting for changes" in process.stderr.readline()
    process.send_signal(signal.SIGINT)

    assert 0 == process.wait(300)
    assert "" == process.stderr.read()


def test_what_an_override_leaves_out_is_listed(folder: Path, capsys: Capture):
    """Conditions, events and steps that an override does not repeat are gone, and listed so."""
    (folder / "base.wtr").write_text(
        """ruleset base {
  extends en-capstone
  rule storm.calm { do roll die }
  rule storm.rises {
    on wizard w lands on p or round begins
    when home of active > 1 and players > 2
    choose tower t where topmost and t is shielded
    else { }
    do move t clockwise 1
    perform storm.calm
  }
}
"""
    )
    (folder / "house.wtr").write_text(
        """ruleset house {
  extends base
  override rule storm.rises {
    on round begins
    when players > 2
    choose tower x where x is shielded
    else { }
    do move x clockwise 2
  }
  remove rule storm.calm
}
"""
    )

    assert 0 == main(["validate", "house.wtr"])
    assert [
        "  rule storm.rises    on changed, when changed, body changed",
        "                      no longer reacts to: wizard w lands on p",
        "                      no longer requires: home of active > 1",
        "                      no longer requires of a chosen tower: topmost",
        "                      no longer performs: storm.calm",
        "                      no longer does: do move t clockwise 1",
        "                      now does: do move x clockwise 2",
    ] == [
        line
        for line in capsys.readouterr().out.split("\n")
        if "no longer" in line or "now does" in line or "storm.rises" in line
    ]


def test_an_override_that_repeats_everything_lists_nothing_lost(folder: Path, capsys: Capture):
    """Other names for the same pieces, and a condition in another place, are no loss."""
    (folder / "house.wtr").write_text(
        """ruleset house {
  extends en-capstone
  override rule lock.reward {
    says en "Locking up wizards fills two flasks."
    on   tower x hides q
    if any wizard on q {
      do fill 2 flasks of actor
    }
  }
}
"""
    )

    assert 0 == main(["validate", "house.wtr"])
    shown = capsys.readouterr().out
    assert "rule lock.reward" in shown
    assert "no longer requires" not in shown
    assert "no longer reacts" not in shown


def _no_tower_on_top(condition: str) -> str:
    return f"""ruleset house {{
  extends en-capstone
  override rule castle.no_tower_on_top {{
    forbid tower t lands on s
    when {condition}
  }}
}}
"""


@pytest.mark.parametrize(
    "condition",
    [
        "not (castle is not on s)",
        "castle is on s and castle is on s",
        "castle is on s and 2 > 1",
        "not (castle is not on s or 2 < 1)",
    ],
)
def test_another_way_to_write_a_condition_is_no_change(
    condition: str, folder: Path, capsys: Capture
):
    """The castle is on a space if it is not true that it is not there."""
    (folder / "house.wtr").write_text(_no_tower_on_top(condition))

    assert 0 == main(["validate", "house.wtr"])
    shown = capsys.readouterr().out
    assert "house extends en-capstone and changes nothing" in shown
    assert "no longer" not in shown


@pytest.mark.parametrize(
    ("condition", "is_lost"),
    [
        ("castle is not on s", True),
        ("not (castle is on s)", True),
        ("castle is on s or any wizard on top of s", True),
        ("not (castle is not on s and no wizard on top of s)", True),
        ("castle is on s and any wizard on top of s", False),
        ("not (castle is not on s or no wizard on top of s)", False),
    ],
)
def test_what_a_condition_no_longer_asks_for(
    condition: str, is_lost: bool, folder: Path, capsys: Capture
):
    """A condition that is only one of two, or must not be, is not required; one of more still is."""
    (folder / "house.wtr").write_text(_no_tower_on_top(condition))

    assert 0 == main(["validate", "house.wtr"])
    shown = capsys.readouterr().out
    assert "when changed" in shown
    assert is_lost == ("no longer requires: castle is on s" in shown)


def test_a_ruleset_has_the_name_of_its_file(folder: Path, capsys: Capture):
    """Another name gets a note, which is no reason to fail."""
    (folder / "house.wtr").write_text("ruleset friday { extends en-capstone }\n")

    assert 0 == main(["validate", "house.wtr", "--strict"])
    shown = capsys.readouterr().out
    assert "note[misnamed-file]: the ruleset `friday` is in a file called `house.wtr`" in shown
    assert "call it `ruleset house`, or rename the file to `friday.wtr`" in shown
    (folder / "house.wtr").write_text("ruleset house { extends en-capstone }\n")
    assert 0 == main(["validate", "house.wtr"])
    assert "misnamed-file" not in capsys.readouterr().out
