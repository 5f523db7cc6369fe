"""Rule files and game files name only what is in their own folder and below, or shipped."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wtrules
from wtrules.cli import main

Capture = pytest.CaptureFixture[str]
ROOT = Path(wtrules.__file__).parent.parent
LIMIT = 300  # seconds; what is asserted is that there is an answer at all
SECRET = "correct horse battery staple"
TIGHT = "ruleset tight { extends en-capstone override board.capacity = 3 }"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs links")


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a stranger, with a secret file and a ruleset outside of it."""
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "secret.wtr").write_text(f"ruleset {SECRET}\n")
    (tmp_path / "tight.wtr").write_text(TIGHT)
    folder = tmp_path / "inside"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def game(ruleset: str, name: str = "a.game") -> str:
    """Write a game file without moves that names a ruleset; return its name."""
    Path(name).write_text(f"ruleset: {ruleset}\nplayers: 2\nseed: 1\n")
    return name


def bad(clause: str) -> str:
    """Write a rule file with a clause in line 2; return its name."""
    Path("bad.wtr").write_text(f"ruleset bad {{\n{clause}\n}}\n")
    return "bad.wtr"


# --- rule files ---


@pytest.mark.parametrize("clause", ["extends secret", "extends core, secret"])
def test_a_name_that_leads_out(clause: str, inside: Path, capsys: Capture):
    """A link of the name of a ruleset shows nothing of the file outside."""
    (inside / "secret.wtr").symlink_to(inside.parent / "secret.wtr")

    assert 1 == main(["validate", bad(clause)])
    out = capsys.readouterr().out
    assert SECRET not in out
    assert "`secret.wtr` is a link to a file outside the folder of this rule file" in out
    assert "put a copy of the file there" in out
    assert "bad.wtr:2:" in out
    assert "1 error in 1 file" in out


def test_a_link_in_a_folder_above(inside: Path, capsys: Capture):
    """The folders on the way to a file may be links too."""
    (inside / "parts").symlink_to(inside.parent)

    for clause in ('extends "parts/tight.wtr"', 'extends core includes "parts/secret.wtr"'):
        assert 1 == main(["validate", bad(clause)])
        assert "error[outside-folder]" in capsys.readouterr().out


@pytest.mark.parametrize(
    "written",
    ["C:/secret.wtr", "C:secret.wtr", "//host/share/secret.wtr", "/proc/self/cwd/../secret.wtr"],
)
def test_paths_of_other_systems(written: str, inside: Path, capsys: Capture):
    """They are refused everywhere, so that a rule file means the same on every system."""
    (inside / "C:secret.wtr").symlink_to(inside.parent / "tight.wtr")

    assert 1 == main(["validate", bad(f'extends "{written}"')])
    out = capsys.readouterr().out
    assert f"error[outside-folder]: `{written}` is outside the folder" in out
    assert SECRET not in out


@pytest.mark.parametrize("clause", ["extends odd", 'extends "odd.wtr"', 'includes "odd.wtr"'])
@pytest.mark.parametrize("target", ["/dev/zero", "pipe", "/dev/stdin", "/proc/self/fd/0"])
def test_pipes_and_devices(clause: str, target: str, inside: Path):
    """They are neither read nor waited for."""
    os.mkfifo(inside / "pipe")
    (inside / "odd.wtr").symlink_to(target)
    bad(clause)
    code = "import sys; from wtrules.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "validate", "bad.wtr"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )

    assert 1 == done.returncode
    assert "bad.wtr:2:" in done.stdout
    assert "error[outside-folder]" in done.stdout or "error[not-a-file]" in done.stdout
    assert "unknown-ruleset" not in done.stdout


def test_links_that_stay_inside(inside: Path, capsys: Capture):
    """A link within the folder is followed, and so is one to a shipped ruleset."""
    (inside / "below").mkdir()
    (inside / "below" / "real.wtr").write_text(TIGHT)
    (inside / "tight.wtr").symlink_to("below/real.wtr")
    (inside / "base.wtr").symlink_to(ROOT / "rulesets" / "editions" / "en-capstone.wtr")

    for clause in ("extends tight", 'extends "below/real.wtr"', 'extends "base.wtr"'):
        assert 0 == main(["validate", bad(clause)]), capsys.readouterr().out


def test_a_link_that_the_user_names(inside: Path, capsys: Capture):
    """It may lead anywhere; the files it names are those beside the link."""
    (inside.parent / "house.wtr").write_text('ruleset house { extends "below/base.wtr" }')
    (inside / "below").mkdir()
    (inside / "below" / "base.wtr").write_text("ruleset base { extends en-capstone }")
    (inside / "house.wtr").symlink_to(inside.parent / "house.wtr")

    assert 0 == main(["validate", "house.wtr"]), capsys.readouterr().out


def test_a_folder_with_a_link_that_leads_out(inside: Path, capsys: Capture):
    """Who names the folder has not named the file; who names the link has."""
    (inside / "secret.wtr").symlink_to(inside.parent / "secret.wtr")
    (inside / "tight.wtr").symlink_to(inside.parent / "tight.wtr")
    (inside / "own.wtr").write_text("ruleset own { extends en-capstone }")

    assert 2 == main(["validate", "."])
    out = capsys.readouterr().out
    assert SECRET not in out
    assert "`secret.wtr` is a link to a file outside the folder `.`" in out
    assert "name the link itself: `wtrules validate secret.wtr`" in out
    assert 0 == main(["validate", "tight.wtr"])


@pytest.mark.slow
def test_a_link_in_an_older_version(inside: Path, capsys: Capture):
    """A link that leads out is left out, and the rest is compared."""
    (inside / "secret.wtr").symlink_to("/etc/passwd")
    (inside / "house.wtr").write_text("ruleset house { extends en-capstone }")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *arguments], check=True)

    assert 0 == main(["diff", "house.wtr", "--against", "git:HEAD"]), capsys.readouterr().err


# --- game files ---


@pytest.mark.parametrize(
    "written",
    ["../secret.wtr", "secret.wtr", "secret", "../secret", "ABSOLUTE", "folder/secret.wtr"],
)
@pytest.mark.parametrize(
    "command", [["replay"], ["replay", "--output-format", "json"], ["play", "--load"]]
)
def test_a_game_that_names_a_file_outside(
    written: str, command: list[str], inside: Path, capsys: Capture
):
    """Nothing of the file is shown, and the message says how to name the rules yourself."""
    (inside / "secret.wtr").symlink_to(inside.parent / "secret.wtr")
    (inside / "folder").symlink_to(inside.parent)
    written = written.replace("ABSOLUTE", str(inside.parent / "secret.wtr"))

    assert 2 == main([*command, game(written)])
    out, err = capsys.readouterr()
    assert SECRET not in out + err
    assert "outside the folder of this game file" in out + err
    if "json" not in command:
        assert "a.game:1: these rules cannot be played" in err
        assert "name the rules yourself" in err


def test_a_game_in_another_folder(inside: Path, capsys: Capture):
    """It is the folder of the game file that counts, not the one the user is in."""
    (inside / "games").mkdir()
    (inside / "tight.wtr").write_text(TIGHT)
    (inside / "games" / "below").mkdir()
    (inside / "games" / "below" / "tight.wtr").write_text(TIGHT)

    assert 2 == main(["replay", game("tight", "games/a.game")])
    assert "there is no ruleset and no file called `tight`" in capsys.readouterr().err
    assert 2 == main(["replay", game("tight.wtr", "games/a.game")])
    assert "there is no file `games/tight.wtr`" in capsys.readouterr().err
    assert 0 == main(["replay", game("below/tight.wtr", "games/a.game")])
    assert 0 == main(["replay", game("en-capstone", "games/a.game")])
    assert 0 == main(["replay", game("friday", "games/a.game")])  # a shipped example


def test_rules_that_the_user_names(inside: Path, capsys: Capture):
    """They may be anywhere."""
    name = game("../tight.wtr")

    assert 2 == main(["replay", name])
    assert 0 == main(["replay", name, "--ruleset", "../tight.wtr"])
    assert "tight, 2 players" in capsys.readouterr().out


def test_a_question_that_names_a_file_outside(
    inside: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    """The lines that `moves` answers are no better than game files."""
    (inside / "near.wtr").write_text(TIGHT.replace("tight", "near"))
    board = "K/Rb/Ny/R/N/R/N/R/N/R/./././././."
    names = ["../secret.wtr", "../tight.wtr", "/etc/passwd", "a\0b/c", "near.wtr", "friday"]
    (inside / "lines").write_text(
        "".join(json.dumps({"board": board, "seat": "b", "ruleset": n}) + "\n" for n in names)
    )
    with open("lines") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert 1 == main(["moves", "-"])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    codes = [answer.get("error", {}).get("code") for answer in answers]

    assert ["outside-folder"] * 4 + [None] * 2 == codes
    assert SECRET not in json.dumps(answers)
