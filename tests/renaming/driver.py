"""Runs commands of `wtrules` one after the other in one process, for `test_renaming.py`.

Reads a list of argument lists as JSON; writes a list of what each has written and its exit code.
"""

import contextlib
import io
import json
import sys

from wtrules.cli import main


def run(arguments: list[str]) -> tuple[str, int]:
    """Return what a command writes, and its exit code."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written), contextlib.redirect_stderr(written):
        try:
            code = main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
    return written.getvalue(), code


if __name__ == "__main__":
    commands = json.load(sys.stdin)
    json.dump([run(arguments) for arguments in commands], sys.stdout)
