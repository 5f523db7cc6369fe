"""The file that the page was opened with: reading it, and saving it when the person asks for it.

This is the only file that is ever written, and never over a change that was made meanwhile: a save names
the content that was read last, by its hash.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from wtrules.diagnostics import BrokenRules, from_source_error
from wtrules.files import write_whole
from wtrules.pipeline import OpenedRuleset
from wtrules.resolve.library import Library
from wtrules.source import SourceError, SourceFile, decode_source, read_source
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.limits import MOST_TEXT


class Conflict(Refused):
    """The file has changed since it was read."""

    code = "conflict"

    def __init__(self, name: str, now: dict[str, Any]) -> None:
        super().__init__("web.conflict", file=name)
        self.now = now

    def details(self, language: str) -> dict[str, Any]:
        """Return what the file contains now."""
        return self.now


class Unsaved(Refused):
    """The file could not be written."""

    code = "unsaved"


class OpenFile:
    """A rule file on the disk, and the other files it names."""

    def __init__(self, path: Path) -> None:
        """Raises BrokenRules if the file cannot be read."""
        self.path = path
        self.name = path.name
        try:
            read_source(path)
        except SourceError as error:
            raise BrokenRules([from_source_error(error)]) from None

    def read(self) -> tuple[SourceFile, str]:
        """Return the text and the hash of the content. Raises OSError and SourceError."""
        data = self.path.read_bytes()
        return decode_source(data, self.name), _hash(data)

    def opened(self) -> dict[str, Any]:
        """Return the project of the file, and what to name when it is saved."""
        source, hash = self.read()
        files = {self.name: source.text} | self._others()
        return {
            "project": {"files": files, "main": self.name},
            "saved": {"file": self.name, "hash": hash},
        }

    def _others(self) -> dict[str, str]:
        """Return the texts of the other files that it needs, by their paths from its folder."""
        library = Library()
        loaded = library.open_path(self.path, self.name)
        OpenedRuleset(library, loaded).compile()
        folder = self.path.resolve().parent
        return {
            path.relative_to(folder).as_posix(): file.source.text
            for path, file in library.own_files().items()
            if path.is_relative_to(folder) and path != self.path.resolve()
        }

    def save(self, argument: Arguments) -> dict[str, Any]:
        """Write a text, unless the file is no longer what was read; return the new hash."""
        text, known = argument.text("text", most=MOST_TEXT), argument.text("hash")
        try:
            data = self.path.read_bytes()
        except OSError:
            data = b""
        if _hash(data) != known:
            now = {"text": data.decode("utf-8", "replace"), "hash": _hash(data)}
            raise Conflict(self.name, now)
        new = _like(data, text)
        try:
            write_whole(self.path, new)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise Unsaved("web.unsaved", file=self.name, reason=reason) from None
        return {"hash": _hash(new)}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _like(old: bytes, text: str) -> bytes:
    """Return a text as bytes with the line endings and the byte order mark of the old content."""
    mark = b"\xef\xbb\xbf" if old.startswith(b"\xef\xbb\xbf") else b""
    ending = b"\r\n" if b"\r\n" in old else b"\n"
    return mark + text.encode("utf-8", "replace").replace(b"\n", ending)
