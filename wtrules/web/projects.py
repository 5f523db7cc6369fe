"""Projects: rule files given as texts. Nothing of a project is read from the disk.

Shipped files are read once and shared by all projects. A project that comes again, as it does when
one game is played move by move, is not compiled again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TypeVar

from attrs import define, field, frozen

from wtrules.diagnostics import Diagnostic, from_source_error
from wtrules.game.game import Game
from wtrules.game.load import load_opened
from wtrules.pipeline import OpenedRuleset
from wtrules.resolve.choices import pairs_of
from wtrules.resolve.library import Library, LoadedFile
from wtrules.source import SourceError, SourceFile, decode_source
from wtrules.value import Value

# Rule files are looked up in this folder, which cannot exist: it is inside a file.
_FOLDER = Path(os.path.realpath(__file__)) / "project"
_MOST_PROJECTS = 8

_T = TypeVar("_T")


@frozen
class Project(Value):
    """Rule files by name, and what is to be checked or played.

    `main` is the name of one of the files, or of shipped rules; `+variant` may follow.
    """

    files: dict[str, str] = field(eq=False, repr=False)
    main: str
    _texts: tuple[tuple[str, str], ...] = field(init=False, repr=False)

    @_texts.default
    def _sorted(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(self.files.items()))


@define(eq=False, repr=False)
class OpenProject:
    """A project that has been read; what is made of it is made once."""

    project: Project
    opened: OpenedRuleset
    sources: dict[str, SourceFile]
    _again: Callable[[], OpenedRuleset]  # read it once more
    _made: dict[Hashable, object] = field(factory=dict)

    def once(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """Return what *make* returns, or what it returned under this key before."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]  # type: ignore[return-value]  # one key, one type

    def game(self, settings: dict[str, str] | None = None) -> Game:
        """Return the game, with settings chosen before it. Raises RulesetError."""
        chosen = pairs_of(settings or {})
        if not chosen:
            return self.once("game", lambda: load_opened(self.opened))
        # Mistakes in the settings must not count as mistakes of the project.
        return self.once(("game", chosen), lambda: load_opened(self._again(), (), chosen))


class Projects:
    """Reads projects, and keeps the ones used last."""

    def __init__(self) -> None:
        self._open: dict[Project, OpenProject] = {}

    def open(self, project: Project) -> OpenProject:
        """Return a project that has been read; its mistakes are in `opened.diagnostics`."""
        found = self._open.pop(project, None) or self._read(project)
        self._open[project] = found
        if len(self._open) > _MOST_PROJECTS:
            del self._open[next(iter(self._open))]
        return found

    def _read(self, project: Project) -> OpenProject:
        faults: list[Diagnostic] = []
        sources: dict[str, SourceFile] = {}
        for name, text in project.files.items():
            try:
                # Half of a wide character counts as one unit, and so does what replaces it.
                sources[name] = decode_source(text.encode("utf-8", "replace"), name)
            except SourceError as error:
                faults.append(from_source_error(error))
        opened = self._opened(project, sources, faults)
        return OpenProject(project, opened, sources, lambda: self._opened(project, sources, faults))

    def _opened(
        self, project: Project, sources: dict[str, SourceFile], faults: list[Diagnostic]
    ) -> OpenedRuleset:
        texts = {Path(os.path.realpath(_FOLDER / name)): one for name, one in sources.items()}
        library = Library(list(faults), texts=texts)
        name, *variants = project.main.split("+")
        loaded: LoadedFile | None
        if name in sources:
            loaded = library.open_path(_FOLDER / name, name)
        elif name in project.files:
            loaded = None  # not a text, which is reported already
        else:
            loaded = library.open_shipped(name)
        return OpenedRuleset(library, loaded, tuple(variants))
