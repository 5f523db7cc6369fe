"""What each command answers to what is typed: little work, and all that can be typed wrongly."""

from __future__ import annotations

import io
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.test_bad_input import run
from tests.cli.test_options import type_name
from wtrules.cli import app
from wtrules.version import __version__

ANSWERS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("answers.toml").read_text("utf-8"))
WHOLE: dict[str, str] = ANSWERS.pop("whole")
FILES = {
    "house.wtr": """\
ruleset house {
  title en "House" de "Haus"
  extends en-capstone
  override board.capacity = 4
}
""",
    "broken.wtr": """\
ruleset broken {
  extends en-capstone
  override turn.action = 1
  remove spell swap_tower
}
""",
    "untidy.wtr": "ruleset untidy   { extends en-capstone }\n\n\noverride board.capacity =  4\n",
    "slip.wtr": "ruleset slip { extends en-capstone; }\n",
    "empty/note.txt": "",
    "bad.game": "ruleset house.wtr\nplayers two\n",
    "good.game": "ruleset: en-capstone\nplayers: 2\nseed: 3\n\ncard w3\nwizard s1b\n",
    "wrong.game": "ruleset: en-capstone\nplayers: 2\nseed: 3\n\ncard w9\n",
}
MOST = 14  # lines of one answer


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with rule files and games; one rule comes in, and lines have 100 characters."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"rule a { stop; }\n"), "utf-8"))
    return tmp_path


def lasting(text: str, folder: Path) -> list[str]:
    """Return what stays as it is if shipped rules get other lines, and the program another version."""
    text = text.replace(str(folder), "FOLDER").replace(__version__, "VERSION")
    text = re.sub(r"1:[0-9a-f]{16}", "HASH", text)
    text = re.sub(r"(rulesets/[^ :]+\.wtr):\d+(:\d+)?", r"\1:…", text)
    text = re.sub(r'"(line|column)": \d+', r'"\1": …', text)
    return [row.rstrip() for row in text.splitlines()]


def shown(text: str, mark: str, folder: Path) -> list[str]:
    rows = lasting(text, folder)
    more = [f"… {len(rows) - MOST} more"] if len(rows) > MOST else []
    return [f"{mark} {row}".rstrip() for row in [*rows[:MOST], *more]]


def test_every_command_is_asked():
    """A new command needs answers."""
    assert {"wtrules", *app.COMMANDS} == {*ANSWERS}


@pytest.mark.parametrize("command", ANSWERS)
def test_answers(command: str, folder: Path, snapshot: SnapshotAssertion):
    """`|` is printed, `!` is said beside it, and at the end is the exit code."""
    rows = []
    for typed in ANSWERS[command]:
        words = shlex.split(typed) if command == "wtrules" else [command, *shlex.split(typed)]
        done = run(folder, *words)
        rows += [f"$ wtrules {command.replace('wtrules', '')} {typed}".replace("  ", " ").rstrip()]
        rows += shown(done.stdout, "|", folder) + shown(done.stderr, "!", folder)
        rows += [f"exit {done.returncode}", ""]
    assert snapshot == "\n".join(rows)


@pytest.mark.parametrize("name", WHOLE)
def test_whole_answers(name: str, folder: Path, snapshot: SnapshotAssertion):
    """All of an answer, to its last line."""
    done = run(folder, *shlex.split(WHOLE[name]))
    rows = [f"$ wtrules {WHOLE[name]}", *lasting(done.stdout, folder), f"exit {done.returncode}"]
    assert snapshot == "\n".join(rows) + "\n"


@pytest.mark.parametrize("command", app.COMMANDS)
def test_options(command: str, snapshot: SnapshotAssertion):
    """What each command can be given, with what it is without."""
    rows = []
    for param in app.load(command).params:
        names = " ".join([*param.opts, *param.secondary_opts])
        kind = getattr(param.type, "choices", None) or type_name(param)
        limits = [str(getattr(param.type, end, None)) for end in ("min", "max")]
        limited = f" from {limits[0]} to {limits[1]}" if limits != ["None", "None"] else ""
        ways = [
            way
            for way in ("required", "multiple", "hidden", "is_flag", "count", "is_eager")
            if getattr(param, way, False)
        ]
        default = "" if callable(param.default) else f" = {param.default!r}"
        rows.append(f"{names}: {kind}{limited}{default} {' '.join(ways)}".rstrip())
    assert snapshot == "\n".join(rows) + "\n"
