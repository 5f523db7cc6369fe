"""Finding rule files: by ruleset name, or by a path inside a file's own folder tree.

Each file is read and parsed once. The user may name any file. A rule file or game file may come from a
stranger, so it may name only what `permitted` permits; nothing else is ever opened for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from os.path import lexists, realpath
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from attrs import define, evolve, field, frozen

from wtrules import resources
from wtrules.diagnostics import (
    Advice,
    Diagnostic,
    Fix,
    Label,
    from_source_error,
    name_hint,
    report,
)
from wtrules.resolve.clauses import clauses_of
from wtrules.source import SourceError, SourceFile, Span, read_source
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse
from wtrules.value import Value

# A shipped name, a path, the name of a file in this folder, or a text; `NAME+variant+variant`
# means with these variants.
RulesetName = str | Path | SourceFile

_VARIANT = re.compile(r"^[ \t]*variant[ \t]+([^\s{]+)", re.MULTILINE)
_LONGEST = 200  # characters of a name; no file system has longer ones


@frozen
class Origin(Value):
    """A file that names rule files: where it is, and its name and kind in messages."""

    folder: Path  # names and paths are looked up from here
    root: Path  # it may name only files in this folder and below
    shown: str
    kind: str = "rule file"
    shipped: bool = False
    named: tuple[str, ...] = ()  # files that the user has named; it may name them too
    instead: str = "name a ruleset instead of a path"  # the fix if a file is not permitted


@frozen
class LoadedFile(Value):
    """A parsed rule file, and the folder in which it may refer to others.

    If the user named a link, this is the folder of the link, not that of the file it points to.
    """

    path: Path
    root: Path
    shipped: bool
    file: n.File
    is_text: bool = False  # given as a text, so its path is only a name to show
    # The layers of the ruleset, applied, for libraries with and without examples.
    applied: dict[bool, object] = field(init=False, factory=dict, eq=False, repr=False)
    # What was compiled last from a shipped ruleset, by the choices of variants and readings.
    compiled: dict[object, object] = field(init=False, factory=dict, eq=False, repr=False)

    @property
    def source(self) -> SourceFile:
        """The text it was read from."""
        return self.file.span.source

    @property
    def origin(self) -> Origin:
        """Where the files that it names are looked for."""
        return Origin(self.path.parent, self.root, self.source.path, shipped=self.shipped)

    def rulesets(self) -> list[n.Ruleset]:
        """The `ruleset` blocks of the file."""
        return list(clauses_of(self.file, n.Ruleset))

    def base(self) -> tuple[str, LoadedFile] | None:
        """Return what the ruleset extends, in words and as a file without rules of its own."""
        block = next(iter(self.rulesets()), None)
        extends = tuple(clauses_of(block, n.Extends))
        if block is None or not extends:
            return None
        bare = evolve(self.file, members=(evolve(block, members=extends),))
        return ", ".join(map(_in_words, extends)), evolve(self, file=bare)


# Shipped files that this process has read, by where they are and the names shown for them.
_SHIPPED: dict[tuple[Path, str], tuple[object, LoadedFile]] = {}


def _stamp(path: Path) -> object:
    """Return a value that changes when a file does; None if it is not there."""
    try:
        about = os.stat(path)
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size, about.st_ino


@define(eq=False, repr=False)
class Library:
    """Reads each rule file once and collects the diagnostics.

    A process reads a shipped file once, too, as long as it does not change.
    *files* are files that have been read already, by their real path: with
    `Library(files=other.shipped_files())` two libraries share them.
    """

    diagnostics: list[Diagnostic] = field(factory=list)
    of_texts: list[Diagnostic] = field(factory=list, init=False)  # those that concern any choice
    with_examples: bool = False  # also read the files that `examples` names
    _files: dict[Path, LoadedFile | None] = field(factory=dict)
    texts: Mapping[Path, SourceFile] = field(factory=dict)  # in place of what is on the disk
    _names: dict[Path, list[str]] = field(factory=dict, init=False)
    _asked: dict[Path, LoadedFile] = field(factory=dict, init=False)

    @contextmanager
    def noting_files(self, loaded: LoadedFile) -> Iterator[dict[Path, LoadedFile]]:
        """Note a file and those it needs, whether they are read meanwhile or were before."""
        outer = self._asked
        self._asked = {at: file for at, file in self.files_read().items() if file is loaded}
        try:
            yield self._asked
        finally:
            outer |= self._asked
            self._asked = outer

    def report(self, name: str, at: Span | None, /, *advice: Advice, **values: Any) -> None:
        """Report a mistake."""
        self.diagnostics.append(report(name, at, *advice, **values))

    def without_shipped_fixes(self, faults: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return diagnostics without the fixes that would change a shipped file."""
        shipped = {file.source.path for file in self._files.values() if file and file.shipped}

        def is_own(fix: Fix) -> bool:
            return all(edit.span.source.path not in shipped for edit in fix.edits)

        return tuple(
            evolve(fault, fixes=tuple(filter(is_own, fault.fixes))) if fault.fixes else fault
            for fault in faults
        )

    def open(self, ruleset: RulesetName) -> tuple[LoadedFile | None, tuple[str, ...]]:
        """Return the file that *ruleset* means, None if it cannot be read, and its `+variants`."""
        if isinstance(ruleset, SourceFile):
            path = Path(ruleset.path)
            return LoadedFile(path, path.parent, False, self._parse(ruleset), is_text=True), ()
        if isinstance(ruleset, Path) or _exists(Path(ruleset)):
            return self.open_path(Path(ruleset)), ()
        name, *variants = ruleset.split("+")
        if "/" in name or "\\" in name or name.endswith(".wtr"):
            return self.open_path(Path(name)), tuple(variants)
        if _exists(Path(f"{name}.wtr")):
            return self.open_path(Path(f"{name}.wtr")), tuple(variants)
        return self.open_shipped(name, _names_in(Path())), tuple(variants)

    def open_shipped(self, name: str, others: Iterable[str] = ()) -> LoadedFile | None:
        """Read a shipped ruleset or example by its name; *others* are names that may be meant."""
        if not self.has_ruleset(name, None):
            self.diagnostics.append(_unknown(name, [*ruleset_names(), *others]))
        return self.find_ruleset(name)

    def shipped_files(self) -> dict[Path, LoadedFile]:
        """Return the shipped files read so far, for another library."""
        return {path: file for path, file in self._files.items() if file and file.shipped}

    def reads(self, files: Mapping[Path, LoadedFile]) -> bool:
        """Whether this library reads these very files; then they count as read."""
        is_unchanged = all(
            (self._files[path] if path in self._files else self._kept(path, file.source.path))
            is file
            for path, file in files.items()
        )
        if is_unchanged:
            self._files |= files
            self._asked |= files
        return is_unchanged

    def _kept(self, real: Path, shown: str) -> LoadedFile | None:
        """Return a shipped file that this process has read, if it is still the same."""
        stamp, file = _SHIPPED.get((real, shown), (None, None))
        return file if file and real not in self.texts and _stamp(real) == stamp else None

    def files_read(self) -> dict[Path, LoadedFile]:
        """Return all files read so far, by where they really are."""
        return {path: file for path, file in self._files.items() if file is not None}

    def own_files(self) -> dict[Path, LoadedFile]:
        """Return the files read so far that are not shipped, by where they really are."""
        examples = realpath(resources.examples_folder())
        return {
            path: file
            for path, file in self._files.items()
            if file and not file.shipped and not path.is_relative_to(examples)
        }

    def open_path(self, path: Path, shown: str | None = None) -> LoadedFile | None:
        """Read a file named on the command line; its folder is the tree it may refer to."""
        return self._open(path, shown or str(path), path.parent)

    def open_reference(self, written: str, origin: Origin) -> LoadedFile | None:
        """Read the rule file that a game names: by path, or by the name of a ruleset."""
        if "/" in written or "\\" in written or written.endswith(".wtr"):
            return self.open_relative(written, origin)
        if not self.has_ruleset(written, origin):
            self.diagnostics.append(_unknown(written, self.names(origin)))
        return self.find_ruleset(written, origin)

    def open_relative(
        self, written: str, origin: Origin, at: Span | None = None
    ) -> LoadedFile | None:
        """Read a file that another one names by its path, if it may."""
        target = permitted(written, origin)
        if target is None:
            self._refuse(written, origin, at)
            return None
        return self._open_real(target, target, _beside(origin.shown, written), origin.root, at)

    def find_ruleset(
        self, name: str, origin: Origin | None = None, at: Span | None = None
    ) -> LoadedFile | None:
        """Return the file of a ruleset by name: next to *origin*, shipped, or among the examples."""
        if origin is not None and self._is_nearby(name, origin):
            return self.open_relative(f"{name}.wtr", origin, at)
        place = self.shipped_path(name)
        return self._open(*place, place[0].parent) if place is not None else None

    def names(self, origin: Origin) -> list[str]:
        """Return the names of all rulesets that *origin* could name; each folder is listed once."""
        if origin.folder not in self._names:
            here = realpath(origin.folder)
            texts = {path.stem for path in self.texts if str(path.parent) == here}
            self._names[origin.folder] = sorted({*ruleset_names(origin), *texts})
        return self._names[origin.folder]

    def has_ruleset(self, name: str, origin: Origin | None) -> bool:
        """Whether there is a file for a ruleset of this name, readable or not."""
        nearby = origin is not None and self._is_nearby(name, origin)
        return nearby or self.shipped_path(name) is not None

    def _is_nearby(self, name: str, origin: Origin) -> bool:
        """Whether a file, or anything else, of that name is beside the file that names it."""
        if origin.shipped or not _is_plain(name):
            return False
        beside = origin.folder / f"{name}.wtr"
        return lexists(beside) or Path(realpath(beside)) in self.texts

    def shipped_path(self, name: str) -> tuple[Path, str] | None:
        """Return the file of a shipped ruleset or example, and the name to show for it."""
        if not _is_plain(name):
            return None
        rulesets, file = resources.rulesets_folder(), f"{name}.wtr"
        places = [
            (rulesets / name / file, f"rulesets/{name}/{file}"),
            (rulesets / "editions" / file, f"rulesets/editions/{file}"),
            (rulesets / "variants" / file, f"rulesets/variants/{file}"),
            (resources.examples_folder() / file, f"examples/{file}"),
        ]
        # A file that was read before may be gone: an older version takes its place.
        return next((at for at in places if at[0].is_file() or at[0] in self._files), None)

    def _refuse(self, written: str, origin: Origin, at: Span | None) -> None:
        """Report a file that may not be named, without a word of what is in it."""
        linked = not _is_foreign(written) and ".." not in PurePosixPath(written).parts
        self.report(
            "outside-folder.link" if linked else "outside-folder",
            at,
            written=written,
            kind=origin.kind,
            instead=origin.instead,
        )

    def _open(self, path: Path, shown: str, root: Path) -> LoadedFile | None:
        return self._open_real(Path(realpath(path)), path, shown, root)

    def _open_real(
        self, real: Path, path: Path, shown: str, root: Path, at: Span | None = None
    ) -> LoadedFile | None:
        loaded = self._opened(real, path, shown, root, at)
        if loaded is not None:
            self._asked[real] = loaded
        return loaded

    def _opened(
        self, real: Path, path: Path, shown: str, root: Path, at: Span | None
    ) -> LoadedFile | None:
        if real in self._files:
            return self._files[real]
        shipped = real.is_relative_to(_real(resources.rulesets_folder()))
        if shipped and (kept := self._kept(real, shown)) is not None:
            self._files[real] = kept
            return kept
        self._files[real] = None
        stamp, before = _stamp(real), len(self.diagnostics)
        try:
            source = self.texts.get(real) or read_source(path, shown)
        except SourceError as reason:
            fault = from_source_error(reason)
            if at is not None and fault.primary is None:
                fault = evolve(fault, primary=Label(at, "named here"))
            self.diagnostics.append(fault)
            return None
        file = self._parse(source)
        if shipped:
            path, root = real, resources.rulesets_folder()
        loaded = LoadedFile(path, root, shipped, file)
        self._files[real] = loaded
        if shipped and real not in self.texts and len(self.diagnostics) == before:
            _SHIPPED[real, shown] = stamp, loaded
        return loaded

    def _parse(self, source: SourceFile) -> n.File:
        file, faults = parse(source)
        self.diagnostics += faults
        self.of_texts += faults
        return file


def permitted(written: str, origin: Origin) -> Path | None:
    """Return where a file that *origin* names really is, or None if it must not be read.

    This is the only place that decides it. A file may name what is in its own folder tree, shipped
    files, and files that the user has named. Links are followed before the folders are compared.
    """
    if _is_foreign(written):
        return None
    try:
        real = Path(realpath(origin.folder / written))
    except ValueError:  # no file can have such a name
        return None
    shipped = map(_real, (resources.rulesets_folder(), resources.examples_folder()))
    if any(map(real.is_relative_to, shipped)) or real.is_relative_to(realpath(origin.root)):
        return real
    return real if str(real) in map(realpath, origin.named) else None


@cache
def _real(shipped: Path) -> str:
    """Return where a shipped folder really is; unlike the folders of users, it never moves."""
    return realpath(shipped)


def _is_foreign(written: str) -> bool:
    """Whether a path is absolute, or means a file only on some systems."""
    windows = PureWindowsPath(written)
    return bool(windows.drive or windows.root) or "\\" in written


def _is_plain(name: str) -> bool:
    """Whether a file of this folder can have this name."""
    if set("/\\\0") & set(name) or name.startswith(".") or len(name) > _LONGEST:
        return False
    return not any("\ud800" <= letter <= "\udfff" for letter in name)  # half of a character


def ruleset_names(origin: Origin | None = None) -> list[str]:
    """Return the names of all rulesets that `extends` can find, for did-you-mean."""
    rulesets = resources.rulesets_folder()
    names = {path.stem for path in rulesets.glob("editions/*.wtr")}
    names |= {
        path.parent.name for path in rulesets.glob("*/*.wtr") if path.stem == path.parent.name
    }
    names |= {path.stem for path in resources.examples_folder().glob("*.wtr")}
    if origin is not None:
        names.update(_names_in(origin.folder))
    return sorted(names)


@cache
def shipped_variants() -> frozenset[str]:
    """Return the names of the variants in all shipped rulesets."""
    paths = resources.rulesets_folder().rglob("*.wtr")
    return frozenset(name for path in paths for name in _VARIANT.findall(path.read_text("utf-8")))


def _names_in(folder: Path) -> Iterator[str]:
    """Yield the names of the rule files in a folder; there may be many, so without paths."""
    with suppress(OSError):
        yield from (name[:-4] for name in os.listdir(folder) if name.endswith(".wtr"))


def _unknown(name: str, names: list[str]) -> Diagnostic:
    return report("unknown-ruleset.file", None, name_hint(name, names), name=name)


def _in_words(clause: n.Extends) -> str:
    """Return `en-capstone with nasty` for an `extends` clause."""
    bases = ", ".join(f'"{base.name}"' if base.is_path else base.name for base in clause.bases)
    chosen = ", ".join(name.id for name in clause.variants)
    return f"{bases} with {chosen}" if chosen else bases


def _exists(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _beside(shown: str, written: str) -> str:
    """Return the path to show for a file that the file *shown* names."""
    folder = PurePosixPath(shown).parent
    parts: list[str] = []
    for part in (folder / written).parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        else:
            parts.append(part)
    return str(PurePosixPath(*parts)) if parts else written
