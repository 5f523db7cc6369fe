"""The rule files that an editor has open, with the files on the disk around them.

What an editor shows counts, saved or not. Shipped files are read once. A file is parsed and resolved
again only if a text that it was made from has changed.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from attrs import define, field

from wtrules import resources
from wtrules.diagnostics import Diagnostic, from_source_error
from wtrules.pipeline import OpenedRuleset
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.library import Library, LoadedFile
from wtrules.resolve.model import Rules
from wtrules.services.index import Index, index_of
from wtrules.source import SourceError, SourceFile, Span, read_source, read_stream
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

MOST_FILES = 500  # of a workspace that are looked at
_MOST_KEPT = 12
_SKIPPED = {"node_modules", "__pycache__"}

_T = TypeVar("_T")


@define(eq=False, repr=False)
class Document:
    """A rule file, with the rules of the ruleset it belongs to; what is made of it is made once."""

    path: Path
    root: Path  # the file of the ruleset: the file itself, or the one that includes it
    source: SourceFile
    file: n.File
    opened: OpenedRuleset
    stamps: dict[Path, object]
    fallback: Callable[[], Rules | None]
    _made: dict[str, object] = field(factory=dict)

    def once(self, key: str, make: Callable[[], _T]) -> _T:
        """Return what *make* returns, or what it returned under this key before."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]  # type: ignore[return-value]  # one key, one type

    @property
    def rules(self) -> Rules | None:
        """The rules, or the default ones if what it extends is not written yet."""
        made = self.once("rules", lambda: self.opened.compile(self.opened.chosen))
        if made is None or (len(made.rules.layers) < 2 and not is_shipped(self.root)):
            return self.fallback()
        return made.rules

    @property
    def index(self) -> Index:
        """The names of the file."""
        return self.once("index", lambda: index_of(self.file, self.rules))

    def real_path(self, source: SourceFile) -> Path:
        """Return where a file really is that is part of the ruleset."""
        return self._paths.get(source.path, self.path)

    @property
    def _paths(self) -> dict[str, Path]:
        files = self.opened.library.files_read()
        return self.once("paths", lambda: {f.source.path: at for at, f in files.items()})

    def is_shipped(self, span: Span) -> bool:
        """Whether a place is in a file of the program."""
        return is_shipped(self.real_path(span.source)) and self.real_path(span.source) != self.path


def is_shipped(path: Path) -> bool:
    """Whether a file belongs to the program."""
    folders = (resources.rulesets_folder(), resources.examples_folder())
    return any(path.is_relative_to(os.path.realpath(folder)) for folder in folders)


class Workspace:
    """Reads documents, and keeps the ones used last."""

    def __init__(self) -> None:
        self.texts: dict[Path, SourceFile] = {}
        self.faults: dict[Path, Diagnostic] = {}  # texts that cannot be rule files
        self.folders: tuple[Path, ...] = ()
        self._given: dict[str, str] = {}
        self._shipped: dict[Path, LoadedFile] = {}
        self._kept: dict[Path, Document] = {}
        self._trees: dict[Path, n.File] = {}
        self._named: dict[Path, tuple[object, frozenset[Path]]] = {}

    def update(self, texts: Mapping[str, str], folders: Iterable[str]) -> None:
        """Take over what the editor has open."""
        self.folders = tuple(Path(folder) for folder in folders)
        if texts == self._given:
            return
        old, self._given = self.texts, dict(texts)
        self.texts, self.faults = {}, {}
        for name, text in texts.items():
            path = Path(name)
            try:
                # Half of a wide character counts as one unit, and so does what replaces it.
                source = read_stream(io.BytesIO(text.encode("utf-8", "replace")), name)
            except SourceError as error:
                self.faults[path] = from_source_error(error)
                source = SourceFile(name, "")
            self.texts[path] = old[path] if old.get(path) == source else source

    # --- one document ---

    def open(self, path: Path) -> Document:
        """Return a document; its mistakes are in `opened.diagnostics`."""
        found = self._kept.pop(path, None)
        if found is None or any(self._stamp(p) != stamp for p, stamp in found.stamps.items()):
            found = self._read(path)
        self._kept[path] = found
        if len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def _read(self, path: Path) -> Document:
        root = self.root_of(path)
        named = {root, path, root.parent, *self._references(root)}  # whether they exist or not
        stamps = {p: self._stamp(p) for p in named}
        library = self._library()
        loaded = library.open_path(root, str(root))
        opened = OpenedRuleset(library, loaded)
        opened.compile(opened.chosen)
        for at in library.files_read():
            if at not in self._shipped:
                stamps[at] = self._stamp(at)
        self.keep_shipped(library)
        file = library.files_read().get(path)
        if file is not None:
            return Document(path, root, file.source, file.file, opened, stamps, self._default)
        source = self.source(path)
        return Document(path, root, source, parse(source)[0], opened, stamps, self._default)

    def keep_shipped(self, library: Library) -> None:
        """Share the shipped files that a library has needed."""
        self._shipped |= {p: f for p, f in library.shipped_files().items() if p not in self.texts}

    def _library(self) -> Library:
        own = {p: source for p, source in self.texts.items() if not self._is_unchanged(p, source)}
        files = {p: file for p, file in self._shipped.items() if p not in own}
        return Library(files=dict(files), texts=own)

    def _is_unchanged(self, path: Path, source: SourceFile) -> bool:
        """Whether a shipped file is only being read."""
        return path in self._shipped and self._shipped[path].source.text == source.text

    @cached_property
    def _default_rules(self) -> Rules | None:
        library = Library(files=dict(self._shipped))
        loaded = library.open_shipped(resources.default_ruleset())
        made = OpenedRuleset(library, loaded).compile()
        self.keep_shipped(library)
        return made.rules if made is not None else None

    def _default(self) -> Rules | None:
        return self._default_rules

    def warm_up(self) -> None:
        """Read the shipped files, so that the first real call is quick."""
        assert self._default_rules is not None

    def source(self, path: Path) -> SourceFile:
        """Return the text of a file; an empty one if it cannot be read."""
        if path in self.texts:
            return self.texts[path]
        try:
            return read_source(path)
        except SourceError:
            return SourceFile(str(path), "")

    def _stamp(self, path: Path) -> object:
        """Return a value that changes when a file does."""
        if path in self.texts:
            return self.texts[path].text
        try:
            about = os.stat(path)
        except OSError:
            return None
        return about.st_mtime_ns, about.st_size

    # --- several documents ---

    def root_of(self, path: Path) -> Path:
        """Return the file of the ruleset that a file is part of: itself, or one that includes it."""
        file = self._tree(path)
        if any(True for _ in clauses_of(file, n.Ruleset)):
            return path
        return next((one for one in self.files(path) if path in self._included(one)), path)

    def files(self, path: Path) -> Iterator[Path]:
        """Yield the rule files of the workspace, and of the folder of a file."""
        folders = [path.parent, *self.folders]
        seen = dict.fromkeys([*self.texts])
        for folder in dict.fromkeys(folders):
            for at, inner, names in os.walk(folder):
                inner[:] = sorted(x for x in inner if x[0] != "." and x not in _SKIPPED)
                for name in sorted(names):
                    if name.endswith(".wtr") and len(seen) < MOST_FILES:
                        seen.setdefault(Path(os.path.realpath(os.path.join(at, name))))
                if len(seen) >= MOST_FILES or (folder == path.parent and not self.folders):
                    break
        yield from seen

    def dependents(self, path: Path) -> list[Path]:
        """Return the rulesets of the workspace that are built on a file, directly or not."""
        naming: dict[Path, list[Path]] = {}
        for one in self.files(path):
            for named in self._references(one):
                naming.setdefault(named, []).append(one)
        found: dict[Path, None] = {}
        waiting = [path]
        while waiting:
            for one in naming.get(waiting.pop(), ()):
                if one not in found and one != path:
                    found[one] = None
                    waiting.append(one)
        return [one for one in found if not is_shipped(one) or one in self.texts]

    def _references(self, path: Path) -> frozenset[Path]:
        """Return the files beside it that a file names."""
        stamp = self._stamp(path)
        known = self._named.get(path)
        if known is None or known[0] != stamp:
            known = self._named[path] = stamp, frozenset(self._named_in(path))
        return known[1]

    def _named_in(self, path: Path) -> Iterator[Path]:
        file = self._tree(path)
        yield from self._parts(path, file)
        for block in clauses_of(file, n.Ruleset):
            for extends in clauses_of(block, n.Extends):
                for base in extends.bases:
                    name = base.name if base.is_path else f"{base.name}.wtr"
                    yield _beside(path, name)

    def _included(self, path: Path) -> set[Path]:
        return set(self._parts(path, self._tree(path)))

    def _tree(self, path: Path) -> n.File:
        """Return the tree of a file, parsed again only if its text is another one."""
        source = self.source(path)
        known = self._trees.get(path)
        if known is None or known.span.source != source:
            known = self._trees[path] = parse(source)[0]
        return known

    def _parts(self, path: Path, file: n.File) -> Iterator[Path]:
        for block in clauses_of(file, n.Ruleset):
            parts = [text for clause in clauses_of(block, n.Includes) for text in clause.paths]
            parts += [text for clause in clauses_of(block, n.Examples) for text in clause.paths]
            yield from (_beside(path, text.value) for text in parts)


def _beside(path: Path, name: str) -> Path:
    try:
        return Path(os.path.realpath(path.parent / name))
    except ValueError:  # no file can have such a name
        return path
