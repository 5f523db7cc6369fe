"""What has changed in the rules since a git reference: every ruleset that a changed file is part of.

A file may be part of several rulesets, and a ruleset need not be touched itself to play differently;
so each ruleset is opened, and compared with its older version if one of its files has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from wtrules.editions.compare import compare
from wtrules.editions.differences import Report
from wtrules.editions.revisions import at_revision, commit_of, git
from wtrules.editions.sides import SideError, open_side
from wtrules.pipeline import open_ruleset
from wtrules.resolve.library import Library, LoadedFile
from wtrules.value import Value


@frozen
class Comparison(Value):
    """A ruleset that has changed, and how; or why it cannot be compared."""

    file: str
    report: Report | None = None
    is_new: bool = False  # then it is compared with what it extends
    error: SideError | None = None


@frozen
class Changed(Value):
    """The rule files that differ from a reference, by their real paths."""

    present: frozenset[Path]
    removed: frozenset[Path]
    before: frozenset[Path]  # all that were there


def changed_files(folder: Path, reference: str) -> Changed:
    """Return the rule files that have changed in the repository around a folder; raises SideError."""
    top = Path(git(folder, "rev-parse", "--show-toplevel").decode().strip()).resolve()
    commit = commit_of(top, reference)

    def names(*arguments: str) -> frozenset[Path]:
        found = git(top, *arguments, "-z", "--", "*.wtr").decode("utf-8", "surrogateescape")
        return frozenset(top / name for name in found.split("\0") if name)

    differing = names("diff", "--name-only", "--no-renames", commit)
    differing |= names("ls-files", "--others", "--exclude-standard")
    before = frozenset(
        top / name
        for name in git(top, "ls-tree", "-r", "-z", "--name-only", commit)
        .decode("utf-8", "surrogateescape")
        .split("\0")
        if name.endswith(".wtr")
    )
    present = frozenset(path for path in differing if path.is_file())
    return Changed(present, differing - present, before)


def compare_since(
    files: Iterable[str], changed: Changed, reference: str, jobs: int | None = None
) -> Iterator[Comparison]:
    """Compare every ruleset among *files* that has changed with what it was."""
    for file in files:
        if not _is_touched(file, changed):
            continue
        is_new = Path(file).resolve() not in changed.before
        try:
            yield Comparison(file, _report(file, is_new, reference, jobs), is_new)
        except SideError as error:
            yield Comparison(file, None, is_new, error)


def _is_touched(file: str, changed: Changed) -> bool:
    """Whether a file is a ruleset, and one of the files it is made of has changed."""
    read: dict[Path, LoadedFile | None] = {}
    opened = open_ruleset(file, Library(files=read))
    if opened.loaded is None or not opened.loaded.rulesets():
        return False  # a part of other rulesets, or unreadable, which `validate` reports
    opened.compile(opened.chosen)  # which reads all that it is made of
    made_of = {path.resolve() for path in read}
    return bool(made_of & (changed.present | changed.removed))


def _report(file: str, is_new: bool, reference: str, jobs: int | None) -> Report:
    if is_new:
        now = open_side(file)
        return compare(now.base(), now, jobs=jobs)
    now = open_side(file)
    with at_revision(file, reference) as then:
        return compare(then, now, jobs=jobs)
