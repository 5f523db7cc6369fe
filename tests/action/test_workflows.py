"""The workflows of this repository call commands that exist."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

WORKFLOWS = Path(__file__).parents[2] / ".github" / "workflows"


def _long_runs() -> list[str]:
    file = yaml.safe_load((WORKFLOWS / "long.yml").read_text("utf-8"))
    return [each["run"] for each in file["jobs"]["long"]["strategy"]["matrix"]["include"]]


@pytest.mark.parametrize("command", _long_runs())
def test_the_long_run_calls_what_there_is(command: str):
    """Each command and each of its options is known, and the seed of the run is given to it."""
    python, dash, module, *arguments = shlex.split(command)
    options = [word for word in arguments if word.startswith("--")]
    helped = subprocess.run(
        [sys.executable, "-m", module, "--help"], capture_output=True, text=True, check=True
    )

    assert ("python", "-m") == (python, dash)
    assert "--seed $SEED" in command
    assert [] == [o for o in options if not re.search(rf"{o}\b", helped.stdout)]


def _actions() -> list[str]:
    files = [*WORKFLOWS.glob("*.yml"), WORKFLOWS.parents[1] / "action.yml"]
    used = re.findall(r"uses: (.*)", "\n".join(file.read_text("utf-8") for file in files))
    return sorted({each for each in used if each != "./"})


@pytest.mark.parametrize("action", _actions())
def test_actions_of_others_are_pinned(action: str):
    """A tag can be moved, a hash cannot; the version is beside it, for people."""
    assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", action)
