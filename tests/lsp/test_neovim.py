"""Neovim, without a screen: it opens a file with mistakes, shows them, applies a fix, renames, formats."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("neovim.lua")
WAIT = 60_000  # milliseconds; a busy machine must not fail the test

BEFORE = """ruleset house {
  title    en "House" de "Haus"
  extends  en-capstone

  override board.capacty = 4

  spell second_wind {
    says   en "Draw."
           de "Ziehe."
    cost 1
    when   spell.moment is before
    do     draw 2 cards for actr
  }

  add to spells.laid_out = second_wind
}
"""
AFTER = """ruleset house {
  title    en "House" de "Haus"
  extends  en-capstone

  override board.capacity = 4

  spell breath {
    says   en "Draw."
           de "Ziehe."
    cost   1
    when   spell.moment is before
    do     draw 2 cards for actor
  }

  add to spells.laid_out = breath
}
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nvim") is None, reason="needs Neovim (package neovim)")
def test_a_house_rule_is_corrected_in_neovim(tmp_path: Path) -> None:
    """Two mistakes, one fixed by the server and one by hand, a new name, and the usual layout."""
    file, out = tmp_path.resolve() / "house.wtr", tmp_path / "out.txt"
    file.write_text(BEFORE, "utf-8")
    environment = {
        **os.environ,
        "WTRULES_COMMAND": json.dumps([sys.executable, "-P", "-m", "wtrules", "lsp"]),
        "WTRULES_FILE": str(file),
        "WTRULES_OUT": str(out),
        "WTRULES_WAIT": str(WAIT),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    command = ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {SCRIPT}", "-c", "qa!"]
    found = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    said = out.read_text("utf-8").splitlines() if out.exists() else [found.stderr]
    assert [
        "shows unknown-name unknown-override",
        "fixed unknown-name",
        "renamed",
        "clean",
        "formatted",
    ] == said
    assert AFTER == file.read_text("utf-8")
