"""Finding rule files: by ruleset name, or by a path inside a file's own folder tree.

Each file is read and parsed once. Nothing outside the allowed folders is ever opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from attrs import define, evolve, field, frozen

from wtrules import resources
from wtrules.diagnostics import Diagnostic, Label, error, from_source_error, name_hint
from wtrules.rules.clauses import clauses_of
from wtrules.source import SourceError, SourceFile, Span, read_source
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

# A shipped name, a path, the name of a file in this folder, or a text; `NAME+variant+variant`
# means with these variants.
RulesetName = str | Path | SourceFile


@frozen
class LoadedFile:
    """A parsed rule file, and the folder in which it may refer to others."""

    path: Path | None
    root: Path | None
    shipped: bool
    file: n.File

    @property
    def source(self) -> SourceFile:
        """The text it was read from."""
        return self.file.span.source

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


@define(eq=False)
class Library:
    """Reads each rule file once and collects the diagnostics."""

    diagnostics: list[Diagnostic] = field(factory=list)
    with_examples: bool = False  # also read the files that `examples` names
    _files: dict[Path, LoadedFile | None] = field(factory=dict)

    def report(
        self,
        code: str,
        message: str,
        at: Span,
        label: str,
        *help: str | None,
        related: Iterable[Label] = (),
    ) -> None:
        """Report a mistake."""
        self.diagnostics.append(error(code, message, at, label, *help, related=related))

    def open(self, ruleset: RulesetName) -> tuple[LoadedFile | None, tuple[str, ...]]:
        """Return the file that *ruleset* means, None if it cannot be read, and its `+variants`."""
        if isinstance(ruleset, SourceFile):
            path = Path(ruleset.path)
            return evolve(self.open_source(ruleset, path.parent), path=path), ()
        if isinstance(ruleset, Path) or _exists(Path(ruleset)):
            return self.open_path(Path(ruleset)), ()
        name, *variants = ruleset.split("+")
        if "/" in name or "\\" in name or name.endswith(".wtr"):
            return self.open_path(Path(name)), tuple(variants)
        if _exists(Path(f"{name}.wtr")):
            return self.open_path(Path(f"{name}.wtr")), tuple(variants)
        # No file system has names as long as that.
        found = self.find_ruleset(name) if len(name) < 200 else None
        if found is None:
            self.diagnostics.append(_unknown(name))
        return found, tuple(variants)

    def open_path(self, path: Path, shown: str | None = None) -> LoadedFile | None:
        """Read a file named on the command line; its folder is the tree it may refer to."""
        shipped = _is_shipped(path)
        root = resources.rulesets_folder() if shipped else path.parent
        return self._open(path, shown or str(path), root, shipped=shipped)

    def open_source(self, source: SourceFile, folder: Path | None = None) -> LoadedFile:
        """Take a text that is already in memory, for instance from standard input."""
        file, faults = parse(source)
        self.diagnostics += faults
        return LoadedFile(None, folder, False, file)

    def open_relative(self, text: n.Text | n.Reference, origin: LoadedFile) -> LoadedFile | None:
        """Read a file named inside another one, if it is in the same folder tree."""
        written = text.value if isinstance(text, n.Text) else text.name
        target = self._inside(written, text.span, origin)
        if target is None:
            return None
        shown = _beside(origin.source.path, written)
        return self._open(target, shown, origin.root, shipped=origin.shipped, at=text.span)

    def find_ruleset(self, name: str, origin: LoadedFile | None = None) -> LoadedFile | None:
        """Return the file of a ruleset by name: next to *origin*, shipped, or among the examples."""
        for path, shown in candidates(name, origin):
            if path.is_file() or path in self._files:  # read in its place
                root = path.parent if not _is_shipped(path) else resources.rulesets_folder()
                return self._open(path, shown, root, shipped=_is_shipped(path))
        return None

    def _inside(self, written: str, span: Span, origin: LoadedFile) -> Path | None:
        pure = PurePosixPath(written)
        where, inside = None, False
        if origin.path is not None and origin.root is not None:
            try:
                where = (origin.path.parent / pure).resolve()
                inside = where.is_relative_to(origin.root.resolve())
            except (OSError, RuntimeError, ValueError):
                pass
        if pure.is_absolute() or not inside or "\\" in written or "\0" in written:
            self.report(
                "outside-folder",
                f"`{written}` is outside the folder of this rule file",
                span,
                "outside the folder",
                "move the file into the same folder, or name a ruleset instead of a path",
            )
            return None
        return where

    def _open(
        self, path: Path, shown: str, root: Path | None, *, shipped: bool, at: Span | None = None
    ) -> LoadedFile | None:
        try:
            key = path.resolve()
        except (OSError, RuntimeError):
            key = path.absolute()
        if key in self._files:
            return self._files[key]
        self._files[key] = None
        try:
            source = read_source(path, shown)
        except SourceError as reason:
            fault = from_source_error(reason)
            if at is not None and fault.primary is None:
                fault = evolve(fault, primary=Label(at, "named here"))
            self.diagnostics.append(fault)
            return None
        file, faults = parse(source)
        self.diagnostics += faults
        loaded = LoadedFile(path, root, shipped, file)
        self._files[key] = loaded
        return loaded


def candidates(name: str, origin: LoadedFile | None) -> Iterator[tuple[Path, str]]:
    """Yield the paths a ruleset of this name may have, nearest first."""
    if "/" in name or "\\" in name or name.startswith(".") or len(name) > 200:
        return
    file = f"{name}.wtr"
    if origin is not None and origin.path is not None and not origin.shipped:
        yield origin.path.parent / file, _beside(origin.source.path, file)
    rulesets = resources.rulesets_folder()
    yield rulesets / name / file, f"rulesets/{name}/{file}"
    for folder in ("editions", "variants"):
        yield rulesets / folder / file, f"rulesets/{folder}/{file}"
    yield resources.examples_folder() / file, f"examples/{file}"


def ruleset_names(origin: LoadedFile | None = None) -> list[str]:
    """Return the names of all rulesets that `extends` can find, for did-you-mean."""
    rulesets = resources.rulesets_folder()
    names = {path.stem for path in rulesets.glob("editions/*.wtr")}
    names |= {
        path.parent.name for path in rulesets.glob("*/*.wtr") if path.stem == path.parent.name
    }
    names |= {path.stem for path in resources.examples_folder().glob("*.wtr")}
    if origin is not None and origin.path is not None:
        names |= {path.stem for path in origin.path.parent.glob("*.wtr")}
    return sorted(names)


def _unknown(name: str) -> Diagnostic:
    names = [*ruleset_names(), *(path.stem for path in Path().glob("*.wtr"))]
    return Diagnostic(
        "unknown-ruleset",
        f"there is no ruleset and no file called `{name}`",
        help=(name_hint(name, names) or "`wtrules show` lists the shipped rulesets",),
    )


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


def _is_shipped(path: Path) -> bool:
    try:
        return path.resolve().is_relative_to(resources.rulesets_folder().resolve())
    except (OSError, RuntimeError):
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
