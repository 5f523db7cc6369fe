"""Results that are kept between runs: bytes in files of the user's cache folder.

A name, a key and a function that makes the bytes come in; the bytes go out, from the cache if it has
them. A cache that is missing, damaged, foreign or not writable costs time and nothing else; an entry
under the name of another one counts as damaged.
`WTRULES_CACHE=off` turns it off; any other value names the folder to use.
"""

import hashlib
import os
import stat
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

_MAX_ENTRIES = 8  # of one name by default; older ones belong to versions no longer in use
_DIGEST = hashlib.sha256().digest_size


def cached_bytes(name: str, key: str, make: Callable[[], bytes]) -> bytes:
    """Return what *make* returns, or what it returned under the same name and key before.

    The key is a hexadecimal hash of everything the bytes depend on.
    """
    found = load(name, key)
    if found is not None:
        return found
    data = make()
    store(name, key, data)
    return data


def load(name: str, key: str) -> bytes | None:
    """Return an entry, or None if it is missing, damaged, another one or not private."""
    folder = cache_folder()
    return None if folder is None else _read(folder / f"{name}-{key}")


def store(name: str, key: str, data: bytes, keep: int = _MAX_ENTRIES) -> None:
    """Store an entry if that is possible; of a name, at most *keep* stay, the newest."""
    folder = cache_folder()
    if folder is not None and _prepare(folder):
        _write(folder / f"{name}-{key}", data)
        _prune(folder, name, keep)


def load_shipped(folder: Path, name: str, key: str) -> bytes | None:
    """Return an entry of a folder that is part of the program; None if it is missing or damaged."""
    path = folder / f"{name}-{key}"
    try:
        return _checked(path, path.read_bytes())
    except OSError:
        return None


def packed(name: str, key: str, data: bytes) -> tuple[str, bytes]:
    """Return an entry as a file to ship: its name and its content."""
    path = Path(f"{name}-{key}")
    return path.name, _digest(path, data) + data


def code_key(paths: Iterable[Path]) -> str:
    """Return a text that changes with one of these source files, for the keys of their results.

    A wheel has a hash of all its files, so that files made from it have the same key wherever it
    is unpacked. The files of a checkout change, so their times are used.
    """
    build = _build()
    if build:
        return build
    from wtrules.version import __version__

    stamps = []
    for path in paths:
        try:
            about = os.stat(path)
        except OSError:  # inside an archive; then the version must be enough
            continue
        stamps.append((path.name, about.st_size, about.st_mtime_ns))
    return f"{__version__} {stamps}"


@cache
def _build() -> str:
    """Return the hash of an installed wheel; "" in a checkout."""
    try:
        return Path(__file__).with_name("_build.txt").read_text("ascii")
    except OSError:
        return ""


def cache_folder() -> Path | None:
    """The folder for cached files, which need not exist yet; None when caching is off."""
    wanted = os.environ.get("WTRULES_CACHE", "")
    if wanted.lower() in ("off", "0", "no"):
        return None
    if wanted:
        return Path(wanted).absolute()
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return Path(base, "wtrules")
    try:
        if sys.platform == "win32":
            local = os.environ.get("LOCALAPPDATA")
            return Path(local or Path.home() / "AppData/Local", "wtrules", "Cache")
        if sys.platform == "darwin":
            return Path.home() / "Library/Caches/wtrules"
        return Path.home() / ".cache/wtrules"
    except RuntimeError:  # no home
        return None


def _prepare(folder: Path) -> bool:
    """Make the folder and return whether it is private to the user."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return False
    return _is_private_folder(folder)


def _is_private_folder(folder: Path) -> bool:
    try:
        about = os.lstat(folder)
    except OSError:
        return False
    if not stat.S_ISDIR(about.st_mode):
        return False
    return not hasattr(os, "geteuid") or _is_private(about)


def _is_private(about: os.stat_result) -> bool:
    return about.st_uid == os.geteuid() and not about.st_mode & 0o022


def _read(path: Path) -> bytes | None:
    if not _is_private_folder(path.parent):
        return None
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0))
        with open(descriptor, "rb") as stream:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode):
                return None
            if hasattr(os, "geteuid") and not _is_private(about):
                return None
            content = stream.read()
    except OSError:
        return None
    return _checked(path, content)


def _checked(path: Path, content: bytes) -> bytes | None:
    """Return the data of an entry, or None if it is damaged or another one."""
    digest, data = content[:_DIGEST], content[_DIGEST:]
    return data if _digest(path, data) == digest else None


def _digest(path: Path, data: bytes) -> bytes:
    """Return the checksum of an entry; its name, which has the key, is part of it."""
    return hashlib.sha256(path.name.encode() + b"\0" + data).digest()


def _write(path: Path, data: bytes) -> None:
    """Write an entry so that a reader sees all of it or nothing."""
    from wtrules.files import replacing  # imported only to write

    with suppress(OSError), replacing(path, private=True) as temporary:
        temporary.write_bytes(_digest(path, data) + data)


def _prune(folder: Path, name: str, keep: int) -> None:
    """Delete all but the newest entries of one name if there are too many of them.

    Some room is made for more, so that a store that is full is not sorted for each new entry.
    """
    with suppress(OSError):
        names = [entry.name for entry in os.scandir(folder) if entry.name.startswith(f"{name}-")]
        if len(names) > keep:
            entries = sorted(
                (folder / each for each in names), key=lambda path: path.stat().st_mtime
            )
            for path in entries[: keep // 8 - keep]:
                path.unlink(missing_ok=True)
