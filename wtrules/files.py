"""Writing files whole or not at all: the only place that writes any.

The new content is written beside the file and then takes its place. If the disk is full, or the user
stops the program, the old file is still there and nothing else is left behind.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL


def write_whole(path: str | Path, data: bytes, *, overwrite: bool = True) -> None:
    """Write a file so that readers see the old or the new content, never a part; raises OSError."""
    with replacing(path, overwrite=overwrite) as temporary, open(temporary, "wb") as stream:
        stream.write(data)
        stream.flush()
        if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            os.fsync(stream.fileno())


@contextmanager
def replacing(path: str | Path, *, overwrite: bool = True, private: bool = False) -> Iterator[Path]:
    """Yield a file to write, which takes the place of *path* if no exception is raised.

    A link is followed: the file it points to is replaced, and the link stays. The permissions and, if
    possible, the owner of a replaced file are kept. A pipe or a device cannot be replaced, so it is
    yielded itself. A *private* file is always new, and for the user alone. Raises FileExistsError if
    there is something already and *overwrite* is false.
    """
    if not overwrite and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    target = os.path.abspath(path) if private else os.path.realpath(path)
    old = None if private else _about(target)
    if old is not None and not stat.S_ISREG(old.st_mode):
        yield Path(target)
        return
    # Not named after the file: that name may be as long as names can be.
    temporary = os.path.join(os.path.dirname(target), f".wtrules-{os.urandom(8).hex()}.tmp")
    left = [temporary]
    try:
        os.close(os.open(temporary, _NEW, 0o600 if private or old is not None else 0o666))
        yield Path(temporary)
        if old is not None:
            _copy_permissions(old, temporary)
        if not overwrite:
            os.close(os.open(target, _NEW))  # now nobody else can create it
            left.append(target)
        os.replace(temporary, target)
        left.clear()
    finally:
        for path in left:
            with suppress(OSError):
                os.unlink(path)


def _about(target: str) -> os.stat_result | None:
    """Return what is known about a file that may be overwritten; None if there is none."""
    try:
        about = os.stat(target)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), target)
    if not os.access(target, os.W_OK):  # replacing it would not ask
        raise PermissionError(errno.EACCES, "it is write-protected", target)
    return about


def _copy_permissions(old: os.stat_result, path: str) -> None:
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(path, old.st_uid, old.st_gid)
    os.chmod(path, stat.S_IMODE(old.st_mode))
