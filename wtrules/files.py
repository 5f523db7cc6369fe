"""Writing files whole or not at all, by one process at a time: the only place that writes any.

The new content is written beside the file and then takes its place. If the disk is full, or the user
stops the program, the old file is still there and nothing else is left behind. A file with several
names (hard links) keeps all of them: it is overwritten, and gets its old content back if that fails.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_LOCK = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL}


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

    A link is followed: the file it points to is replaced, and the link stays. All names of a file, its
    permissions and, if possible, its owner are kept. A pipe or a device cannot be replaced, so it is
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
        if old is not None and old.st_nlink > 1:
            _overwrite(target, Path(temporary).read_bytes())
            return
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


def require_writable(path: str | Path) -> None:
    """Raise OSError if a file is there but may not be overwritten."""
    _about(os.path.realpath(path))


class Lock:
    """A lock that one process has at a time, on a file that is made for it and stays.

    The lock belongs to the process and not to the file: the system ends it with the process, even if that
    is killed, so no old lock can be in the way. Raises BlockingIOError if it is taken, or OSError.
    """

    def __init__(self, path: str | Path) -> None:
        self._file: int | None = os.open(path, _LOCK, 0o666)
        self.works = True  # some network drives have no locks
        try:
            _lock(self._file)
        except BlockingIOError:
            self.release()
            raise
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                self.release()
                raise
            self.works = False

    def release(self) -> None:
        """Let others have the lock."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def __del__(self) -> None:
        if hasattr(self, "_file"):  # it could be opened
            self.release()


def _lock(file: int) -> None:
    """Lock an open file; raises BlockingIOError if another process has locked it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EDEADLK):
                raise
            raise BlockingIOError(errno.EWOULDBLOCK, error.strerror) from error
    else:
        import fcntl

        # Unlike `lockf`, this also works between two places of one process.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _overwrite(target: str, data: bytes) -> None:
    """Write a file in place, or leave it as it was."""
    with open(target, "r+b", buffering=0) as stream:
        old = stream.read()
        try:
            _fill(stream, data)
        except BaseException:
            with suppress(OSError):
                _fill(stream, old)
            raise


def _fill(stream: io.FileIO, data: bytes) -> None:
    stream.seek(0)
    left = memoryview(data)
    while left:
        left = left[stream.write(left) :]
    stream.truncate()
    os.fsync(stream.fileno())


def _about(target: str) -> os.stat_result | None:
    """Return what is known about a file that may be overwritten; None if there is none."""
    try:
        about = os.stat(target)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), target)
    # Replacing it would not ask; and what is protected is protected from the administrator too.
    if not about.st_mode & _WRITABLE or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected", target)
    return about


def _copy_permissions(old: os.stat_result, path: str) -> None:
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(path, old.st_uid, old.st_gid)
    os.chmod(path, stat.S_IMODE(old.st_mode))
