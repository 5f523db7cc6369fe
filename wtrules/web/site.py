"""The Python part of the static site: one archive with the program, its rules and what it needs.

The page's worker unpacks it and imports `wtrules.web.api` from it. It holds what a wheel holds, without
what a browser cannot use, and the parsed trees of the shipped rules, which take longest to make.

An archive is a zip file whose entries are not compressed, compressed as a whole (gzip): browsers
decompress that natively and take the files out of it as they are, in far less time than
Python needs for it there.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from wtrules import resources
from wtrules.source import read_source
from wtrules.syntax import tree_cache
from wtrules.syntax.parse import parse
from wtrules.value import Value

_PACKAGE = Path(resources.__file__).resolve().parent
# Parts of the program that a browser cannot use.
_LEFT_OUT = ("cli/", "lsp/", "lanes.py", "adapters/", "web/static/", "_", "__main__.py")
_SERVER = {f"web/{name}.py" for name in ("server", "lanes", "worker", "saving", "site", "export")}
# Importable name -> the project that licenses it.
_NEEDED = {"attr": "attrs", "attrs": "attrs", "jinja2": "jinja2", "markupsafe": "markupsafe"}
_MOMENT = (1980, 1, 1, 0, 0, 0)  # of all files, so that equal content is an equal archive


# Parts of Python's library that nothing on the page can need: tools for developers, mail, servers.
_NEVER_USED = (
    "_pyrepl/", "bdb.py", "cProfile.py", "curses/", "dbm/", "doctest.py",
    "ensurepip/", "ftplib.py", "idlelib/", "imaplib.py", "lib2to3/", "mailbox.py", "pdb.py",
    "pickletools.py", "poplib.py", "profile.py", "pstats.py", "pydoc.py", "pydoc_data/", "rlcompleter.py",
    "smtplib.py", "sqlite3/", "timeit.py", "tkinter/", "trace.py", "turtle.py", "unittest/", "venv/",
    "wsgiref/", "xmlrpc/",
)  # fmt: skip


@frozen
class Archive(Value):
    """The archive, its hash, and the licences of what it contains beside wtrules."""

    data: bytes
    build: str
    licences: str


def archive() -> Archive:
    """Return the Python part of the site."""
    content = {**dict(_program()), **dict(_others())}
    build = _hash(content)
    content["wtrules/_build.txt"] = build.encode()
    for path in sorted(resources.rulesets_folder().rglob("*.wtr")):
        file, faults = parse(read_source(path))
        if not faults:
            name, data = tree_cache.pack(file, build)
            content[f"wtrules/_trees/{name}"] = data
    return Archive(_packed(content), build, "\n".join(_licences()))


def smaller(library: bytes) -> bytes:
    """Return Python's library without what a page never needs, packed; anything else as it is."""
    try:
        with zipfile.ZipFile(io.BytesIO(library)) as packed:
            names = [name for name in packed.namelist() if not name.startswith(_NEVER_USED)]
            return _packed({name: packed.read(name) for name in names})
    except zipfile.BadZipFile:
        return library


def _program() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the program and its rules."""
    for path in _files(_PACKAGE):
        inside = path.relative_to(_PACKAGE).as_posix()
        if not inside.startswith(_LEFT_OUT) or inside == "__init__.py":
            if inside not in _SERVER:
                yield f"wtrules/{inside}", path.read_bytes()
    for name in ("grammar", "rulesets", "examples"):
        folder = getattr(resources, f"{name}_folder")()
        for path in _files(folder):
            yield f"wtrules/_{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _others() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the packages that the program needs; compiled parts are not for a browser."""
    for name in _NEEDED:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parent
        for path in _files(folder):
            if path.suffix in (".py", ".typed"):
                yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _licences() -> Iterator[str]:
    for project in dict.fromkeys(_NEEDED.values()):
        yield f"{project}\n"
        try:
            found = files(project) or []
        except PackageNotFoundError:
            found = []
        for path in found:
            if path.name.lower().startswith(("license", "copying")):
                yield path.read_text("utf-8")
    yield "Pyodide is under the Mozilla Public License 2.0: https://pyodide.org"
    yield "Python is under the PSF License: https://docs.python.org/3/license.html"


def _files(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    )


def _hash(content: dict[str, bytes]) -> str:
    found = hashlib.sha256()
    for name in sorted(content):
        found.update(f"{name}\0{len(content[name])}\0".encode() + content[name])
    return found.hexdigest()


def _packed(content: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(content):
            packed.writestr(zipfile.ZipInfo(name, _MOMENT), content[name])
    return gzip.compress(made.getvalue(), 9, mtime=0)
