"""Writing files: new ones without overwriting, existing ones atomically."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.terminal import say, write_data
from wtrules.cli.usage import usage_error
from wtrules.texts import Texts


def can_write(path: Path, force: bool, lang: str = "en") -> bool:
    """Whether a file can be written, checked before long work; reports why not."""
    if path.is_dir():
        usage_error("usage.is_a_folder", lang, file=path)
    elif path.exists() and not force:
        usage_error("usage.exists", lang, file=path)
    elif not path.parent.is_dir():
        usage_error("usage.no_folder", lang, file=path, folder=path.parent)
    else:
        return True
    return False


def write_file(path: Path, text: str | bytes, force: bool, lang: str = "en") -> int:
    """Write a file and report it; an existing file is overwritten only with *force*."""
    data = text.encode() if isinstance(text, str) else text
    try:
        with open(path, "wb" if force else "xb") as stream:
            stream.write(data)
    except FileExistsError:
        return usage_error("usage.exists", lang, file=path)
    except OSError as error:
        return usage_error("usage.cannot_write", lang, file=path, reason=error.strerror)
    say(f"wtrules: {Texts(lang)('usage.wrote', file=path)}")
    return EXIT_CLEAN


def write_output(output: str | Path | None, text: str, force: bool, lang: str = "en") -> int:
    """Write a result to a file, or to standard output if there is none or it is `-`."""
    if output is not None and str(output) != "-":
        return write_file(Path(output), text, force, lang)
    write_data(text)
    return EXIT_CLEAN


def replace_file(target: str, data: bytes) -> None:
    """Replace an existing file atomically: readers see the old or the new content, never a part."""
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
