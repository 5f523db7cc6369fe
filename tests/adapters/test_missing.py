"""A framework that is not installed is named in one line, with what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

CASES = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "open_spiel": "open_spiel"}


@pytest.mark.parametrize("adapter", CASES)
def test_what_is_missing_is_said(adapter: str) -> None:
    """Nothing but the framework of the adapter is asked for."""
    module = "pyspiel" if adapter == "open_spiel" else adapter
    code = f"import sys; sys.modules[{module!r}] = None; import wtrules.adapters.{adapter}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert 1 == done.returncode
    message = f'this adapter needs {CASES[adapter]}: pip install "wtrules[rl]" {CASES[adapter]}'
    assert done.stderr.splitlines()[-1].endswith(message)
