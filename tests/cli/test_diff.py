"""`wtrules diff`: what it prints, how it ends, and what it says about bad input."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from wtrules import resources
from wtrules.cli import main
from wtrules.editions.changes import Grade
from wtrules.editions.compare import compare
from wtrules.editions.differences import Report
from wtrules.editions.sides import Side

Capture = pytest.CaptureFixture[str]

CROWDED = "ruleset crowded {\n  extends en-capstone\n  override board.capacity = 3\n}\n"


@pytest.fixture
def crowded(tmp_path: Path) -> str:
    """A house rule with one change."""
    path = tmp_path / "crowded.wtr"
    path.write_text(CROWDED)
    return str(path)


def test_a_ruleset_is_like_itself(capsys: Capture):
    """The same ruleset twice: no difference, and exit code 0 whatever is asked for."""
    assert 0 == main(["diff", "en-capstone", "en-capstone", "--fail-on", "components"])
    assert "No difference." in capsys.readouterr().out


@pytest.mark.slow
def test_a_house_rule_against_its_base(crowded: str, capsys: Capture):
    """With one argument a house rule is compared with what it is built on."""
    assert 1 == main(["diff", crowded, "--fail-on", "behaviour", "--output-format", "json"])
    report = json.loads(capsys.readouterr().out)

    assert ("en-capstone", "crowded") == (report["one"], report["two"])
    (difference,) = report["differences"]
    assert ("setting", "board.capacity") == (difference["kind"], difference["id"])
    assert "behaviour" == difference["grade"]
    assert {"type": "value-changed", "text": "6 → 3", "old": "6", "new": "3"} == (
        difference["changes"][0]
    )
    assert ["board.capacity"] == difference["because"]
    # Six fit here and three there: only side one lets a fourth wizard in.
    assert difference["witness"]["one"]["only"]
    assert [] == difference["witness"]["two"]["only"]


@pytest.mark.slow
def test_what_is_not_shown_fails_all_the_same(capsys: Capture):
    """Two manuals that play the same but differ in their words, whatever is shown of it."""
    arguments = ["diff", "de-abacus-24", "en-abacus-24", "--min-grade", "behaviour"]

    assert 0 == main([*arguments, "--fail-on", "behaviour"])
    assert 1 == main([*arguments, "--fail-on", "letter"])
    out = capsys.readouterr().out
    assert "lock.visible" not in out
    assert "Nothing of this grade" in out
    assert "No difference" not in out


@pytest.mark.slow
def test_a_text_is_short_unless_all_of_it_is_wanted(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    """The terminal gets what plays differently, by name; --all and a file have every difference."""
    compared: list[Report] = []

    def once(*sides: Side, **options: Any) -> Report:
        if not compared:
            compared.append(compare(*sides, **options))
        return compared[0]

    monkeypatch.setattr("wtrules.editions.compare.compare", once)
    rulesets, file = ["en-abacus-30", "en-capstone"], tmp_path / "report.txt"

    assert 1 == main(["diff", *rulesets, "--fail-on", "phrasing"])  # counts what is not listed
    short = capsys.readouterr().out
    assert 0 == main(["diff", *rulesets, "--all"])
    full = capsys.readouterr().out
    assert 0 == main(["diff", *rulesets, "-o", str(file)])
    assert full == file.read_text("utf-8")
    assert 0 == main(["diff", *rulesets, "--min-grade", "letter"])
    higher = capsys.readouterr().out
    assert 0 == main(["diff", *rulesets, "--all", "--min-grade", "letter"])
    full_higher = capsys.readouterr().out

    [report] = compared
    found = len(report.differences)
    listed = {
        grade: len(report.of_grade(grade)) for grade in Grade if grade.reaches(Grade.BEHAVIOUR)
    }
    assert f"\n{found - sum(listed.values())} more: `--all` lists them.\n" in short
    assert 200 > short.count("\n") < full.count("\n") / 3
    grades = re.compile(r"^([a-z ]+) \(\d+\): ", re.MULTILINE)
    assert ["behaviour"] == grades.findall(short)
    assert ["behaviour", "literal reading"] == grades.findall(higher) == grades.findall(full_higher)
    assert 5 == len(grades.findall(full))
    assert "more: `--all`" not in higher + full
    # By name, without what is for programs: no fingerprints, no rules as they are written.
    assert "\n  Whose wizard ends the turn\n" in short
    assert all(each not in short for each in (" 1:", "castle.entry", "is active", "spell."))
    assert full.count(" 1:") == full_higher.count(" 1:") == len(report.of_grade(Grade.LETTER)) + 11
    # The game itself comes before its variants.
    names = re.findall(r"^  (\S.*)$", short, re.MULTILINE)
    assert names.index("Whose wizard ends the turn") < names.index("Random spells")
    assert names.index("Whose wizard ends the turn") < names.index(
        "Teams: when the game ends (Team variant)"
    )


@pytest.mark.slow
def test_a_comparison_in_colour(crowded: str, capsys: Capture):
    """Colour only marks what is there: without it, the text is the same; a file has none."""
    colour = re.compile(r"\x1b\[[\d;]*m")

    assert 0 == main(["diff", crowded, "--color", "always"])
    coloured = capsys.readouterr().out
    assert 0 == main(["diff", crowded])
    plain = capsys.readouterr().out
    assert plain == colour.sub("", coloured)
    assert "\x1b[1;31mbehaviour (" in coloured
    assert "\x1b" not in plain


@pytest.mark.slow
def test_nothing_in_behaviour_is_said(capsys: Capture):
    """Where only words differ, the short text says how many differences there are."""
    assert 0 == main(["diff", "de-abacus-24", "en-abacus-24", "--lang", "de"])

    out = capsys.readouterr().out
    assert "Von diesen Stufen wurde nichts gefunden: `--all` nennt die 35 Unterschiede." in out
    assert 12 > out.count("\n")


@pytest.mark.slow
def test_what_is_unsettled_fails_like_behaviour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    """No surface under the castle is ever crowded, so no position shows that it needs no exception."""
    house = tmp_path / "house.wtr"
    text = (resources.rulesets_folder() / "core" / "movement.wtr").read_text("utf-8")
    rule = text[text.index("rule move.wizard.capacity {") :].partition("\n}\n")[0]
    other = rule.replace("castle is not on p and ", "")
    house.write_text(f"ruleset house {{\n  extends en-capstone\n  override {other}\n}}\n}}\n")
    arguments = ["diff", str(house), "--min-grade", "behaviour", "--fail-on", "behaviour"]
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q"], check=True)
    who = ["-c", "user.name=anna", "-c", "user.email=anna@example.org"]
    commit = ["commit", "-q", "--allow-empty", "-m", "nothing"]
    subprocess.run(["git", *who, *commit], check=True)
    assert 1 == main(["changes", "house.wtr", "--fail-on", "behaviour"])
    assert "unsettled" in capsys.readouterr().out

    assert 1 == main([*arguments, "--all"])
    out = capsys.readouterr().out
    assert "unsettled (1)" in out
    assert "rule move.wizard.capacity" in out
    assert "no position found" in out


@pytest.mark.slow
def test_known_differences_are_accepted(crowded: str, tmp_path: Path, capsys: Capture):
    """Differences accepted with a reason do not fail; entries that match nothing are reported."""
    known = tmp_path / "known.toml"
    assert 0 == main(["diff", crowded, "--write-accept", str(known), "--reason", "we like it"])
    assert 'reason = "we like it"' in known.read_text()
    known.write_text(
        known.read_text()
        + '\n[[accept]]\nfingerprint = "1:000000000000"\nreason = "gone"\n'
        + '\n[[accept]]\nfingerprint = "3f2a9c01b7de"\nrule = "deck"\nreason = "old"\n'
    )
    capsys.readouterr()

    assert 0 == main(["diff", crowded, "--accept", str(known), "--fail-on", "components"])
    captured = capsys.readouterr()
    assert "No differences except the accepted ones." in captured.out
    assert "Accepted: 1" in captured.out
    assert "we like it" in captured.out
    assert "accepted difference 1:000000000000 was not found" in captured.err
    assert "difference 3f2a9c01b7de (deck) has a fingerprint of another version" in captured.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "accepts nothing"),
        pytest.param("#" * ((1 << 20) + 1), "is too large: it may have up to 1 MiB", id="large"),
        ("accept = [", "is not TOML"),
        ("[[accept]]\nfingerprint = 'abc'\n", "has no reason"),
        ("[[accept]]\nreason = 'why not'\n", "has no fingerprint"),
        ("[[accept]]\nfingerprint = 'abc'\nreason = 'x'\nuntil = 'May'\n", "holds `until`"),
        ("[accepted]\nx = 1\n", "only `[[accept]]` entries"),
    ],
)
def test_a_file_that_accepts_nothing(
    content: str, message: str, crowded: str, tmp_path: Path, capsys: Capture
):
    """A malformed file of accepted differences is reported, and nothing is compared."""
    known = tmp_path / "known.toml"
    known.write_text(content)

    assert 2 == main(["diff", crowded, "--accept", str(known)])
    captured = capsys.readouterr()
    assert "" == captured.out
    assert message in captured.err


def test_a_side_that_cannot_be_read_is_no_side_without_differences(tmp_path: Path, capsys: Capture):
    """Faulty, missing and unknown rulesets: exit code 2, a reason, and nothing on standard output."""
    faulty = tmp_path / "faulty.wtr"
    faulty.write_text(CROWDED.replace("capacity", "capacty"))
    for arguments, message in (
        (["diff", str(faulty)], "nothing here to override"),
        (["diff", "en-capstone", str(tmp_path / "none.wtr")], "nothing was compared"),
        (["diff", "en-capston", "en-capstone"], "did you mean `en-capstone`?"),
        (["diff", "en-capstone+solo", "en-abacus-24+solo"], "solo"),
        (["diff", "core"], "extends no ruleset"),
        (["diff"], "name a ruleset to compare"),
        (["diff", "a", "b", "--against", "git:HEAD"], "give only one of them"),
        (["diff", "friday", "--against", "HEAD"], "must be git:REF"),
        (["diff", "friday", "-o", "report.pdf"], "must end in .html"),
        (["diff", "friday", "--page", "https://a.example"], "need a report with links"),
        (["diff", "friday", "--page", "a", "-o", "report.html"], "not the address of a page"),
        (["diff", "friday", "--rulebooks", "--output-format", "html"], "name it with --output"),
        (["diff", "friday", "--impact", "--bots", "gredy"], "greedy"),
        (["diff", "--matrix", "friday"], "takes no rulesets"),
        (["diff", "--matrix", "--fail-on", "behaviour"], "--matrix works only with --output"),
        (["diff", "--matrix", "--texts", str(tmp_path)], "--matrix works only with --output"),
        (["diff", "en-capstone", "core", "--texts", str(faulty)], "there is no folder"),
    ):
        assert 2 == main(arguments), arguments
        captured = capsys.readouterr()
        assert "" == captured.out
        assert message in captured.err


@pytest.mark.slow
def test_texts_of_the_manuals(tmp_path: Path, capsys: Capture):
    """A report of a grade shows passages of what is in it; a text that is missing is one line."""
    text = (
        "VARIANT FOR MASTER WIZARDS\n\nA spell may be cast against another player. Tea is served.\n"
    )
    (tmp_path / "en-abacus-24.md").write_text(text)
    options = ["--texts", str(tmp_path), "--min-grade", "wording", "--jobs", "1"]

    assert 0 == main(["diff", "en-abacus-24", "en-abacus-30", *options])
    captured = capsys.readouterr()
    assert "“A spell may be cast against another player.”" in captured.out
    assert 1 == captured.out.count("No passages of en-abacus-30")
    assert "" == captured.err


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True)


@pytest.fixture
def no_outer_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git sees nothing but what a test makes."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))


@pytest.mark.slow
@pytest.mark.usefixtures("no_outer_git")
def test_versions_of_a_shipped_ruleset(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    """A shipped ruleset is compared with an earlier version in a checkout; elsewhere, an error says why not."""
    shipped = tmp_path / "rulesets"
    shutil.copytree(resources.rulesets_folder(), shipped)
    monkeypatch.setattr(resources, "rulesets_folder", lambda: shipped)
    assert 2 == main(["diff", "en-capstone", "--against", "git:HEAD"])
    assert "the shipped rulesets are not kept in git here" in capsys.readouterr().err
    git(tmp_path, "init", "-q")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "nothing yet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "rules")
    turn = shipped / "core" / "turn.wtr"
    turn.write_text(turn.read_text("utf-8").replace("  actions 2", "  actions 3"), "utf-8")
    capsys.readouterr()

    assert 0 == main(["diff", "en-capstone+nasty", "--against", "git:HEAD", "--all"])
    out = capsys.readouterr().out
    assert "Capstone + Nasty variant at HEAD compared with Capstone + Nasty variant" in out
    assert "en-capstone+nasty at HEAD · en-capstone+nasty" in out
    assert "1 difference: behaviour 1" in out
    assert "changes: 2 → 3" in out
    assert 2 == main(["diff", "en-capstone", "--against", "git:HEAD~1"])
    assert "did not exist yet" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("no_outer_git")
def test_versions_in_git(tmp_path: Path, capsys: Capture):
    """A file is compared with its earlier version; an unknown git reference or folder is reported."""
    file = tmp_path / "crowded.wtr"
    file.write_text(CROWDED)
    assert 2 == main(["diff", str(file), "--against", "git:HEAD"])
    assert "is not in a git repository" in capsys.readouterr().err

    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "crowded")
    file.write_text(CROWDED.replace("= 3", "= 4"))
    capsys.readouterr()

    assert 0 == main(["diff", str(file), "--against", "git:HEAD", "--all"])
    out = capsys.readouterr().out
    assert "crowded at HEAD compared with crowded" in out
    assert "changes: 3 → 4" in out
    assert 2 == main(["diff", str(file), "--against", "git:elsewhere"])
    assert "there is no git reference `elsewhere`" in capsys.readouterr().err
    new = tmp_path / "new.wtr"
    new.write_text(CROWDED.replace("crowded", "new"))
    assert 2 == main(["diff", str(new), "--against", "git:HEAD"])
    assert "did not exist yet" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--output", "--write-accept", "--write-examples"])
def test_files_that_cannot_be_written_are_told_before_the_work(
    option: str, crowded: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    """A missing folder, a folder, a file that exists: nothing is compared and nothing overwritten."""
    monkeypatch.setattr("wtrules.editions.compare.compare", None)  # would fail if it were called
    there = tmp_path / "there.json"
    there.write_text("mine")
    (tmp_path / "folder.json").mkdir()
    for path, message in (
        (there, "already exists; --force overwrites it"),
        (tmp_path / "folder.json", "is a folder"),
        (tmp_path / "nowhere" / "report.json", "there is no folder"),
    ):
        assert 2 == main(["diff", crowded, option, str(path)])
        assert message in capsys.readouterr().err
    assert "mine" == there.read_text()


@pytest.mark.slow
def test_a_side_that_never_asks_anybody_is_told(tmp_path: Path, capsys: Capture):
    """Rules that only draw cards, turn by turn, do not play like others: there is just nothing to show."""
    path = tmp_path / "nobody.wtr"
    path.write_text(
        "ruleset nobody {\n  extends en-capstone\n  override rule game {\n"
        "    perform setup\n    repeat { round { each player p { turn of p { do draw 1 cards } } } }\n"
        "  }\n}\n"
    )

    assert 1 == main(["diff", str(path), "--fail-on", "behaviour"])
    assert "continues there forever without a decision" in capsys.readouterr().out


@pytest.mark.slow
def test_games_of_another_size(tmp_path: Path, capsys: Capture):
    """A longer ring shows in the set-up; other numbers of players are listed, not compared."""
    long = tmp_path / "long.wtr"
    long.write_text(
        "ruleset long {\n  extends en-capstone\n  players 2\n  override board.spaces = 20\n}\n"
    )

    assert 0 == main(["diff", str(long), "--all"])
    out = capsys.readouterr().out
    assert "changes: 16 → 20" in out
    assert "position: the set-up for 2 players" in out
    assert "before the game: 3, 4, 5 or 6 players" in out
    assert "long: Not offered." in out


@pytest.mark.slow
def test_a_report_with_pictures_and_rulebooks(crowded: str, tmp_path: Path, capsys: Capture):
    """Markdown has its pictures beside it, and links into both rulebooks that it writes."""
    report = tmp_path / "report.md"

    assert 0 == main(["diff", crowded, "--rulebooks", "-o", str(report)])
    text = report.read_text("utf-8")
    pictures = sorted(path.name for path in (tmp_path / "report-files").iterdir())
    assert 3 == len(pictures)  # before, and after on both sides
    assert all(f"(report-files/{name})" in text for name in pictures)
    for ruleset in ("en-capstone", "crowded"):
        book = f"report-{ruleset}.html"
        anchors = re.findall(rf"\({book}#([^)]+)\)", text)
        page = (tmp_path / book).read_text("utf-8")
        assert all(f'id="{anchor}"' in page for anchor in anchors)
    assert 2 == main(["diff", crowded, "-o", str(report)])
    assert "already exists" in capsys.readouterr().err


LISTED = "/proc/{0}/task/{0}/children"


@pytest.mark.slow
@pytest.mark.skipif(
    not Path(LISTED.format(os.getpid())).exists(), reason="processes are listed otherwise there"
)
def test_ctrl_c_ends_all_processes():
    """Interrupted while others search for it: exit code 130, not a word, and nobody is left."""
    process = subprocess.Popen(
        [sys.executable, "-m", "wtrules", "diff", "en-abacus-24", "en-capstone", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    listed = Path(LISTED.format(process.pid))
    while process.poll() is None and not (children := listed.read_text().split()):
        time.sleep(0.001)
    os.killpg(process.pid, signal.SIGINT)

    assert ("", "") == process.communicate(timeout=300)
    assert 130 == process.returncode
    assert children
    for _ in range(3000):
        left = [child for child in children if Path(f"/proc/{child}").exists()]
        if not left:
            break
        time.sleep(0.1)
    assert [] == left


@pytest.mark.slow
def test_examples_run_under_both_rulesets(tmp_path: Path, capsys: Capture):
    """What was found is written as examples: on each side exactly those of the other fail."""
    found = tmp_path / "found.wtr"
    pair = ["en-abacus-24", "en-abacus-30"]
    assert 0 == main(["diff", *pair, "--write-examples", str(found), "--min-grade", "behaviour"])
    for ruleset, other in zip(pair, ("two", "one"), strict=True):
        file = tmp_path / f"try-{ruleset}.wtr"
        file.write_text(f'ruleset try-{ruleset} {{ extends {ruleset} examples "found.wtr" }}')
        capsys.readouterr()

        assert 1 == main(["validate", str(file), "--output-format", "concise"])
        out = capsys.readouterr().out
        assert f"example `diff.nasty.free.timing.{other}` has a different result" in out
        assert "1 error in 1 file." in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--reason", "house rules"], "--reason needs --write-accept"),
        (["--games", "300"], "--games needs --impact"),
        (["--bots", "greedy"], "--bots needs --impact"),
    ],
)
def test_an_option_that_would_change_nothing(
    words: list[str], message: str, crowded: str, capsys: pytest.CaptureFixture[str]
):
    """It is refused before anything is compared, even if it is the default."""
    assert 2 == main(["diff", crowded, *words])
    assert message in capsys.readouterr().err
