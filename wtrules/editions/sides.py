"""What is compared: a ruleset on each side, with the modes it offers and the manual it goes back to.

A name, a path or a text comes in, a `Side` goes out. Whatever cannot be read or played raises
`SideError`, so that it never looks like a ruleset without differences.
"""

from __future__ import annotations

import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from attrs import define, evolve, field

from wtrules.diagnostics import Diagnostic, Severity
from wtrules.editions.changes import Mode
from wtrules.game.load import RulesetError, load
from wtrules.pipeline import compile_faults, load_base, load_rules, open_ruleset
from wtrules.rules import ledger
from wtrules.rules.checks import run_checks
from wtrules.rules.elaborate import elaborate
from wtrules.rules.library import Library, LoadedFile
from wtrules.rules.model import Rules
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n

Ruleset = str | Path | SourceFile


class SideError(Exception):
    """A side that cannot be read or played; `diagnostics` says why, if rules are at fault."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


@define
class Side:
    """A ruleset to compare: its rules as they are, and with further modes."""

    name: str
    rules: Rules
    _source: Ruleset | None = None  # where modes are read from
    _files: dict[Path, LoadedFile | None] = field(factory=dict)
    _modes: dict[Mode, Rules | None] = field(factory=dict)
    _base: bool = False  # all that the source extends, not the source itself

    def __attrs_post_init__(self) -> None:
        self._modes[()] = self.rules

    @property
    def manual(self) -> str | None:
        """The printed manual it goes back to: the uppermost layer that is one."""
        known = manuals()
        layers = [layer.name for layer in self.rules.layers if layer.kind == "ruleset"]
        return next((name for name in reversed(layers) if name in known), None)

    def mode(self, mode: Mode) -> Rules | None:
        """Return the rules with further variants; None if these do not go with it."""
        if mode not in self._modes:
            self._modes[mode] = self._with(mode)
        return self._modes[mode]

    def read_as(self, question: str, reading: str, mode: Mode = ()) -> Rules | None:
        """Return the rules with a reading of an open question; None if it does not fit them."""
        entry = ledger.open_ledger(Library(files=self._files))[question]
        plain = self.mode(mode)
        if plain is None or self._source is None or self._base:
            return None
        if reading == ledger.default(entry, {layer.name for layer in plain.layers}):
            return plain
        assume = {question: reading}
        rules, faults = load_rules(self._source, mode, Library(files=self._files), assume)
        return None if any(fault.severity is Severity.ERROR for fault in faults) else rules

    def _with(self, mode: Mode) -> Rules | None:
        if self._source is None:
            return None
        library = Library(files=self._files)
        if self._base:
            rules = load_base(self._source, mode, library)
            faults = tuple(library.diagnostics)
        else:
            rules, faults = load_rules(self._source, mode, library)
        if rules is None or any(fault.severity is Severity.ERROR for fault in faults):
            return None
        meaning, misreadings = elaborate(rules)
        found = (*misreadings, *run_checks(rules))
        if any(fault.severity is Severity.ERROR for fault in found):
            return None
        return None if compile_faults(rules, meaning) else rules


_MANUALS: dict[str, None] = {}


def manuals() -> dict[str, None]:
    """Return the manuals of the atlas."""
    if not _MANUALS:
        _MANUALS.update(dict.fromkeys(entry.id for entry in atlas().of_kind("manual")))
    return _MANUALS


_ATLAS: list[Rules] = []


def atlas() -> Rules:
    """Return the rule atlas, read once."""
    if not _ATLAS:
        rules, _ = load_rules("atlas")
        assert rules is not None
        _ATLAS.append(rules)
    return _ATLAS[0]


def open_side(ruleset: Ruleset, name: str | None = None) -> Side:
    """Return a ruleset ready to be compared; raises SideError if it cannot be played."""
    files: dict[Path, LoadedFile | None] = {}
    try:
        game = load(ruleset, library=Library(files=files))
    except RulesetError as error:
        shown = name or _shown(ruleset)
        raise SideError(f"`{shown}` cannot be played as it is", error.diagnostics) from None
    return Side(name or game.name, game.rules, ruleset, files)


def open_base(ruleset: Ruleset) -> Side:
    """Return what a house rule is built on; raises SideError if it is built on nothing."""
    library = Library()
    base = load_base(ruleset, (), library)
    errors = tuple(x for x in library.diagnostics if x.severity is Severity.ERROR)
    if errors:
        raise SideError(f"`{_shown(ruleset)}` cannot be read", errors)
    if base is None:
        raise SideError(
            f"`{_shown(ruleset)}` is built on nothing: name a second ruleset to compare it with"
        )
    return Side("+".join([base.name, *_chosen(ruleset)]), base, ruleset, {}, base=True)


def _chosen(ruleset: Ruleset) -> tuple[str, ...]:
    return open_ruleset(ruleset, Library())[1]


def _shown(ruleset: Ruleset) -> str:
    return ruleset.path if isinstance(ruleset, SourceFile) else str(ruleset)


def shared_modes(one: Side, two: Side) -> list[Mode]:
    """Return the modes that can be chosen on both sides, each with what it needs."""
    found: list[Mode] = []
    for id in one.rules.variants:
        if id not in two.rules.variants or id in (*one.rules.chosen, *two.rules.chosen):
            continue
        needed = dict.fromkeys(
            name.id
            for side in (one, two)
            for name in side.rules.variants[id].names(n.Needs)
            if name.id not in (*one.rules.chosen, *two.rules.chosen)
        )
        mode = (*needed, id)
        if one.mode(mode) is not None and two.mode(mode) is not None:
            found.append(mode)
    return found


# --- versions in git -------------------------------------------------------------------------------


@contextmanager
def at_revision(ruleset: str, reference: str) -> Iterator[Side]:
    """Open a rule file as it was at a git reference; raises SideError if there is none."""
    library = Library()
    loaded, chosen = open_ruleset(ruleset, library)
    if loaded is None or loaded.path is None:
        raise SideError(f"`{ruleset}` cannot be read", tuple(library.diagnostics))
    if loaded.shipped:
        raise SideError(
            f"`{ruleset}` is a shipped ruleset; older versions are compared for files of your own"
        )
    path = loaded.path.resolve()
    top = Path(_git(path.parent, "rev-parse", "--show-toplevel").decode().strip()).resolve()
    if reference.startswith("-"):
        raise SideError(f"`{reference}` is no git reference")
    try:
        commit = _git(path.parent, "rev-parse", "--verify", "--quiet", f"{reference}^{{commit}}")
    except SideError:
        raise SideError(
            f"there is no git reference `{reference}` here; `git log` and `git tag` list some"
        ) from None
    folder = path.parent.relative_to(top).as_posix()
    try:
        # The file with all that lies beside and below it: what it may refer to.
        packed = _git(top, "archive", "--format=tar", commit.decode().strip(), "--", folder)
    except SideError:
        packed = b""
    with tempfile.TemporaryDirectory() as place:
        if packed:
            with tarfile.open(fileobj=BytesIO(packed)) as archive:
                archive.extractall(place, filter="data")
        then = Path(place) / folder / path.name
        if not then.is_file():
            raise SideError(f"`{ruleset}` did not exist yet at `{reference}`")
        side = open_side(then, "+".join([f"{path.stem} at {reference}", *chosen]))
        if chosen:
            rules = side.mode(chosen)
            if rules is None:
                raise SideError(f"`{ruleset}` had no mode `{'+'.join(chosen)}` at `{reference}`")
            side = evolve(side, rules=rules)
        yield side


def _git(folder: Path, *arguments: str) -> bytes:
    """Run git and return what it prints; raises SideError where it cannot."""
    quiet = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, env=quiet, timeout=60
        )
    except FileNotFoundError:
        raise SideError("git is not installed, so there are no older versions") from None
    except subprocess.TimeoutExpired:
        raise SideError("git did not answer within a minute") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        if any("not a git repository" in line for line in said):
            raise SideError(f"`{folder}` is no git folder, so there are no older versions")
        raise SideError(f"git {arguments[0]}: {said[-1] if said else 'failed'}")
    return done.stdout
