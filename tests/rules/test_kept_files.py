"""What was valid once stays valid: old rule files, `cases/kept/`, are read, checked and played as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules import kept_files
from tests.rules.helpers import validate_file
from tests.sampling import sampled
from wtrules.diagnostics import Severity
from wtrules.source import SourceFile
from wtrules.syntax.format import format_file
from wtrules.syntax.parse import _parse

KEPT = kept_files.kept()
GAMES = kept_files.recorded()


def test_every_file_has_a_record():
    """If this fails: python -m tests.rules.kept_files"""
    assert [*KEPT] == [*GAMES]


@pytest.mark.parametrize("name", sampled(KEPT, 40))
def test_old_files_are_valid(name: str):
    """They may get warnings of checks that are new, but no error."""
    faults = [f for f in validate_file(KEPT[name]) if f.severity is Severity.ERROR]

    assert [] == [(fault.code, str(fault.message)) for fault in faults]


@pytest.mark.parametrize("name", sampled(KEPT, 40, "games"))
def test_old_files_play_the_same_games(name: str):
    """The moves of two games and the positions at their ends are what they were."""
    assert GAMES[name] == kept_files.played(KEPT[name])


@pytest.mark.parametrize("path", [*KEPT.values(), *kept_files.only_read()], ids=str)
def test_old_files_are_read(path: Path):
    """They are read without a mistake, and what `fmt` makes of them is read as the same."""
    file, faults = _parse(SourceFile(path.name, path.read_text("utf-8")))
    again, more = _parse(SourceFile(path.name, format_file(file)))

    assert ([], []) == (faults, more)
    assert file.members == again.members
