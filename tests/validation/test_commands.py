"""Every command ends in an orderly way, whatever names and pieces a rule file chooses."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.sampling import sampled
from tests.validation.bombs import BOMBS, COMMANDS, ruleset, write
from wtrules.cli import main

GAMES = {
    "colours_by_number": BOMBS["colours_by_number"].make(6),
    "colours_of_their_own": BOMBS["colours_of_their_own"].make(2),
    "pieces": ruleset(
        "piece goblin 3 { code G }",
        "rule s { on game begins each piece x { do place x on space 3 } }",
        "rule r { on turn begins may { choose piece a do move a clockwise 1 } }",
    ),
    "no_pieces": ruleset(
        "rule s { on game begins each piece x { do put x on space 3 } }",
        "rule r { on turn begins choose piece a else { } do move a clockwise 1 }",
    ),
}


@pytest.mark.parametrize("way", sampled(product(GAMES, COMMANDS), 5), ids="-".join)
def test_no_command_has_an_internal_error(
    way: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It exits with 0, 1 for faults that it reports, or 2 for rules that it cannot use."""
    name, command = way
    file = write(GAMES[name], tmp_path)
    monkeypatch.chdir(tmp_path)
    arguments = [part.format(file=file, folder=tmp_path) for part in COMMANDS[command]]

    assert main(arguments) in (0, 1, 2)
