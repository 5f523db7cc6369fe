"""`wtrules web --export`: the page as static files that anyone can host.

The files of the page, Pyodide, the program as an archive, and `start.json`: what the page shows before
Python is ready. A list of the files is kept in the folder, so that the next export can replace them; a
folder with anything else in the way is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from wtrules.files import write_whole
from wtrules.safe_text import Medium, safe
from wtrules.texts import LANGUAGES, TextError
from wtrules.web.api import answer
from wtrules.web.site import archive, smaller

STATIC = Path(__file__).with_name("static")
LIST = "wtrules-site.json"
_CHECKOUT = Path(__file__).resolve().parents[2] / "web"
STANDARD_LIBRARY = "python_stdlib.zip"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STANDARD_LIBRARY, "pyodide-lock.json")  # fmt: skip
# It is compressed already:
# its ending is not one that servers or browsers compress or decompress.
_LIBRARY = "pyodide/python_stdlib.pack"
_SERVICE_WORKER = "sw.js"
_PREVIEW = "preview.png"  # what a messenger shows of a link


class CannotExport(TextError):
    """The site cannot be written; the message says why."""


def export(folder: Path, pyodide: Path | None = None, page: str | None = None) -> list[str]:
    """Write the site and return the names of its files. Raises CannotExport and OSError.

    *page* is the address at which it will be published; a preview of a link needs it.
    """
    found = pyodide if pyodide is not None else _CHECKOUT / "node_modules" / "pyodide"
    for name in PYODIDE:
        if not (found / name).is_file():
            key = "usage.no_pyodide" if pyodide is None else "usage.not_pyodide"
            raise CannotExport(key, folder=found, file=name)
    if not (STATIC / "index.html").is_file():
        raise CannotExport("usage.page_not_built")
    old = _own(folder)
    content = dict(_content(found, page))
    for name in content:
        if name not in old and (folder / name).exists():
            raise CannotExport("usage.not_own_site", folder=folder, file=name)
    for name in old - set(content):
        with suppress(OSError):
            (folder / name).unlink()
    for name in sorted({str(PurePosixPath(name).parent) for name in content}):
        (folder / name).mkdir(parents=True, exist_ok=True)
    names = sorted(content)
    # The list comes first: if something goes wrong, the next export knows what is its own.
    write_whole(folder / LIST, _json(sorted({*names, *(n for n in old if (folder / n).exists())})))
    for name in names:
        write_whole(folder / name, content[name])
    write_whole(folder / LIST, _json(names))
    return names


def _own(folder: Path) -> set[str]:
    """Return the files of an earlier export; raises CannotExport if the folder holds other things."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise CannotExport("usage.not_a_folder", folder=folder)
    there = [path.name for path in folder.iterdir()]
    if not there:
        return set()
    try:
        names = json.loads((folder / LIST).read_text("utf-8"))
        safe = all(isinstance(name, str) and _is_inside(name) for name in names)
    except (OSError, ValueError):
        safe, names = False, []
    if not safe or not isinstance(names, list):
        raise CannotExport("usage.not_own_site", folder=folder, file=sorted(there)[0])
    return set(names)


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name


def _content(pyodide: Path, page: str | None) -> Iterator[tuple[str, bytes]]:
    made = archive()
    build = hashlib.sha256(made.build.encode() + _front_end().encode()).hexdigest()[:12]
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if path.name == _SERVICE_WORKER:  # a browser must see that any part of the site is new
                data = data.replace(_front_end()[:12].encode(), build.encode())
            if path.name == "index.html" and page is not None:
                whole = safe(f"{page.rstrip('/')}/{_PREVIEW}", Medium.HTML)
                data = data.replace(f'content="{_PREVIEW}"'.encode(), f'content="{whole}"'.encode())
            yield path.relative_to(STATIC).as_posix(), data
    for name in PYODIDE:
        data = (pyodide / name).read_bytes()
        if name == STANDARD_LIBRARY:
            yield _LIBRARY, smaller(data)
        else:
            yield f"pyodide/{name}", data
    program = f"wtrules-{made.build[:12]}.pack"
    yield program, made.data
    yield "licences-python.txt", made.licences.encode()
    yield "start.json", _json(start())
    config = {
        "engine": "worker",
        "pyodide": "pyodide/",
        "library": _LIBRARY,
        "packages": [program],
        "build": build,
        "start": "start.json",
    }
    yield "engine.json", _json(config | ({"share": page} if page is not None else {}))
    yield ".nojekyll", b""  # GitHub's pages would leave out some files


def _front_end() -> str:
    """Return the hash of the front end's sources."""
    built: dict[str, str] = json.loads((STATIC / "build.json").read_text("utf-8"))
    return built["sources"]


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


# --- what is shown before Python is ready ----------------------------------------------------------


FIRST = Path(__file__).parent / "static" / "first.wtr"  # the page has the same text
_NAME = "my-first-rule.wtr"
_PLAYERS, _SEED, _SEAT = 2, 1, 0  # as the page begins its first game


def start() -> dict[str, Any]:
    """Return the answers to the first calls of a new reader, by language."""
    return {lang: _in_language(lang) for lang in LANGUAGES}


def _in_language(lang: str) -> dict[str, Any]:
    project = {"files": {_NAME: FIRST.read_text("utf-8")}, "main": _NAME}
    game = {"project": project, "players": _PLAYERS, "seed": _SEED, "moves": []}
    return {
        "catalog": answer("catalog", {"lang": lang}),
        "project": project,
        "check": answer("check", {"project": project, "lang": lang}),
        "view": answer("view", {"game": game, "lang": lang, "seat": _SEAT}),
    }
