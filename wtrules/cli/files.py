"""Writing files: new ones that overwrite nothing, and old ones that are replaced as a whole."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from wtrules.cli import EXIT_CLEAN, EXIT_USAGE
from wtrules.cli.terminal import say


def can_write(path: Path, force: bool) -> bool:
    """Whether a file could be written, said before long work; if not, why."""
    if path.is_dir():
        say(f"wtrules: `{path}` is a folder; name a file")
        return False
    if path.exists() and not force:
        say(f"wtrules: `{path}` exists already; --force writes over it")
        return False
    if not path.parent.is_dir():
        say(f"wtrules: cannot write `{path}`: there is no folder `{path.parent}`")
        return False
    return True


def write_file(path: Path, text: str, force: bool) -> int:
    """Write a file; one that exists stays as it is unless *force* says otherwise."""
    try:
        with open(path, "w" if force else "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        say(f"wtrules: `{path}` exists already; --force writes over it")
        return EXIT_USAGE
    except OSError as error:
        say(f"wtrules: cannot write `{path}`: {error.strerror}")
        return EXIT_USAGE
    say(f"wtrules: wrote {path}")
    return EXIT_CLEAN


def replace_file(target: str, data: bytes) -> None:
    """Write a file that exists so that at any moment the old or the new one is there, whole."""
    mode = os.stat(target).st_mode & 0o7777
    descriptor, temporary = tempfile.mkstemp(prefix=".wtrules-", dir=os.path.dirname(target))
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
