"""Older versions of rulesets: a file of your own, or a shipped ruleset, at a git reference.

Shipped rulesets have older versions if their files are in a git checkout. The running version of
wtrules reads them.
"""

from __future__ import annotations

import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from os.path import realpath
from pathlib import Path

from wtrules import resources
from wtrules.editions.sides import Side, SideError, open_side
from wtrules.pipeline import open_ruleset
from wtrules.resolve.library import Library, LoadedFile
from wtrules.source import SourceError, read_source
from wtrules.syntax.parse import parse


class _NoRepository(SideError):
    """A folder that is not in a git repository."""


@contextmanager
def at_revision(ruleset: str, reference: str) -> Iterator[Side]:
    """Open a ruleset as it was at a git reference; raises SideError if there is none."""
    opened = open_ruleset(ruleset)
    loaded, chosen = opened.loaded, opened.chosen
    if loaded is None:
        raise SideError("report.error.unreadable", opened.diagnostics, name=ruleset)
    path = loaded.path.resolve()
    name = f"{'+'.join([path.stem, *chosen])} at {reference}"
    # With everything beside and below it, which it may refer to.
    folder = resources.rulesets_folder().resolve() if loaded.shipped else path.parent
    with tempfile.TemporaryDirectory() as place:
        there = _unpack(folder, reference, Path(place), shipped=loaded.shipped)
        then = there / path.relative_to(folder)
        if not then.is_file():
            raise SideError("report.error.not_yet", name=ruleset, reference=reference)
        if loaded.shipped:
            yield open_side(ruleset, name, Library(files=_read(there, folder)))
            return
        side = open_side(then, name)
        with_chosen = side.with_variants(chosen) if chosen else side
        if with_chosen is None:
            mode = "+".join(chosen)
            raise SideError("report.error.no_mode", name=ruleset, mode=mode, reference=reference)
        yield with_chosen


def _unpack(folder: Path, reference: str, place: Path, *, shipped: bool) -> Path:
    """Write a folder as it was to another place, and return where it is there."""
    if shipped and not _is_kept(folder):
        raise SideError("report.error.shipped_without_git")
    top = Path(git(folder, "rev-parse", "--show-toplevel").decode().strip()).resolve()
    commit = commit_of(folder, reference)
    inside = folder.relative_to(top).as_posix()
    try:
        packed = git(top, "archive", "--format=tar", commit, "--", inside)
    except SideError:
        packed = b""
    if packed:
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            _extract(archive, place)
    return place / inside


def commit_of(folder: Path, reference: str) -> str:
    """Return the commit that a git reference names; raises SideError if there is none."""
    if reference.startswith("-"):
        raise SideError("report.error.no_reference", reference=reference)
    try:
        found = git(folder, "rev-parse", "--verify", "--quiet", f"{reference}^{{commit}}")
    except _NoRepository:
        raise
    except SideError:
        raise SideError("report.error.unknown_reference", reference=reference) from None
    return found.decode().strip()


def _extract(archive: tarfile.TarFile, place: Path) -> None:
    """Write what is in an archive, without links that lead outside: no rule file may name such a link.

    The filters of `tarfile` do that only from Python 3.11.4 on.
    """
    inside = realpath(place)
    for member in archive:
        target = place / member.name
        leads_to = target.parent / member.linkname if member.issym() else target
        if not all(Path(realpath(path)).is_relative_to(inside) for path in (target, leads_to)):
            continue
        folder = target if member.isdir() else target.parent
        folder.mkdir(parents=True, exist_ok=True)
        if member.issym():
            target.symlink_to(member.linkname)
        elif (content := archive.extractfile(member)) is not None:
            target.write_bytes(content.read())


def _is_kept(folder: Path) -> bool:
    """Whether git knows the files of a folder, not just the folder around them."""
    try:
        return bool(git(folder, "ls-files", "--", "."))
    except _NoRepository:
        return False


def _read(there: Path, folder: Path) -> dict[Path, LoadedFile | None]:
    """Return the rule files of an older folder as if they were where they are today."""
    files: dict[Path, LoadedFile | None] = dict.fromkeys(folder.rglob("*.wtr"))
    for path in sorted(there.rglob("*.wtr")):
        inside = path.relative_to(there)
        try:
            file, _ = parse(read_source(path, f"{folder.name.lstrip('_')}/{inside.as_posix()}"))
        except SourceError as error:
            raise SideError("report.error.unreadable_file", file=inside, why=error) from None
        files[folder / inside] = LoadedFile(folder / inside, folder, True, file)
    return files


def git(folder: Path, *arguments: str) -> bytes:
    """Run git and return what it prints; raises SideError where it cannot."""
    quiet = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, env=quiet, timeout=60
        )
    except FileNotFoundError:
        raise SideError("report.error.git_missing") from None
    except subprocess.TimeoutExpired:
        raise SideError("report.error.git_silent") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        if any("not a git repository" in line for line in said):
            raise _NoRepository("report.error.no_repository", folder=folder)
        why = said[-1] if said else str(done.returncode)
        raise SideError("report.error.git_failed", command=arguments[0], why=why)
    return done.stdout
