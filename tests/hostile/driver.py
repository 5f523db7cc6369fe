"""Runs commands of `wtrules` one after the other in one process, for `test_hostile_text.py`.

Reads pairs of arguments and standard input as JSON; writes what each command has written to standard
output and standard error, and its exit code. A fourth value is the file that `-o` or `--save` names.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

from wtrules.cli import main


def run(arguments: list[str], typed: str) -> tuple[str, str, int, str]:
    """Return what a command writes, its exit code, and the text of the file it makes."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    written = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]
    made = Path(arguments[-1])
    text = ""
    if len(arguments) > 1 and arguments[-2] in (
        "-o",
        "--save",
        "--write-accept",
        "--write-examples",
    ):
        text = made.read_text("utf-8") if made.is_file() else ""
    return written[0], written[1], code, text


if __name__ == "__main__":
    commands = json.loads(sys.stdin.read())
    results = [run(arguments, typed) for arguments, typed in commands]
    print(json.dumps(results))
