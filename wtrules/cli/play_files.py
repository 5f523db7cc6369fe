"""Where a game is kept while it is played: whole files, written at one stroke, nobody else's."""

from __future__ import annotations

import os
from pathlib import Path

from attrs import define, field

from wtrules.cli.files import replace_file


class NotSaved(Exception):
    """Why a file was not written: the name of a sentence, and what goes into its blanks."""

    def __init__(self, key: str, **parts: object) -> None:
        super().__init__(key)
        self.key = key
        self.parts = parts


@define
class Files:
    """Writes games whole or not at all, and never over a file that is not this session's own."""

    _own: dict[str, bytes] = field(factory=dict)

    def adopt(self, path: Path, content: bytes) -> None:
        """Take over a file that was read, as long as it stays as it is."""
        self._own[os.path.realpath(path)] = content

    def write(self, path: Path, text: str) -> None:
        """Write a game; raises NotSaved and changes nothing then."""
        target = os.path.realpath(path)
        content = text.encode()
        try:
            if not self._is_own(target):
                # Taking the name first: nobody else can have made the file in between.
                os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            replace_file(target, content)
        except FileExistsError:
            raise NotSaved("exists", file=path) from None
        except FileNotFoundError:
            raise NotSaved("no_folder", folder=path.parent) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise NotSaved("cannot_write", file=path, reason=reason) from error
        self._own[target] = content

    def _is_own(self, target: str) -> bool:
        if target not in self._own:
            return False
        try:
            now = Path(target).read_bytes()
        except FileNotFoundError:
            return False
        if now != self._own[target]:
            raise NotSaved("changed", file=target)
        return True
