"""A process that answers calls for the server: one line of JSON for each call and each answer.

It reads `{"name": …, "argument": …}` from standard input and writes `{"progress": …}` lines and then
`{"value": …}` to standard output, until its input ends. The server stops it if a call takes too long.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from typing import Any, BinaryIO

from wtrules.web.api import Api


def main() -> None:
    """Answer calls until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    # Nothing else may write between the lines: what is printed goes to standard error.
    lines = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    gc.set_threshold(50_000, 20, 100)  # as in the command line
    api = Api()
    api.warm_up()
    _send(lines, {"ready": True})
    for line in sys.stdin.buffer:
        call = json.loads(line)
        answer = api.answer(
            call["name"], call["argument"], lambda part: _send(lines, {"progress": part})
        )
        _send(lines, {"value": answer})


def _send(lines: BinaryIO | Any, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[lines.write(data) :]


if __name__ == "__main__":
    main()
