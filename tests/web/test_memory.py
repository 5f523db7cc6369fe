"""A worker of the local server may have only so much memory."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

CODE = """
import json
from wtrules.web import checking
from wtrules.web.api import Api
from wtrules.web.limits import MOST_MEMORY
from wtrules.web.worker import limit_memory

limit_memory()
api = Api()
game = {"project": "en-capstone", "players": 2, "seed": 1, "moves": []}
played = api.answer("hint", {"game": game, "bot": "greedy"})  # natively
checking.check = lambda *_: {"value": len(bytearray(MOST_MEMORY))}
print(json.dumps([played, api.answer("check", {}), api.answer("check", {"lang": "de"})]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory in other ways")
def test_memory_beyond_the_limit_is_refused_and_the_worker_goes_on() -> None:
    """Games are played within the limit; a call that needs more gets an error, and so does the next."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    played, first, second = json.loads(done.stdout)
    assert played["move"]
    assert {"code": "memory", "message": "the rules need more memory than they may have"} == first[
        "error"
    ]
    assert "memory" == second["error"]["code"]
