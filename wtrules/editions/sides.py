"""What is compared: a ruleset on each side, with the modes it offers and the manual it goes back to.

A name, a path or a text comes in, a `Side` goes out. Whatever cannot be read or played raises
`SideError`, so that it never looks like a ruleset without differences.
"""

from __future__ import annotations

from pathlib import Path

from attrs import define, field

from wtrules import resources
from wtrules.checks import run_checks
from wtrules.diagnostics import Diagnostic, Severity
from wtrules.editions.changes import Mode
from wtrules.game.load import RulesetError, load
from wtrules.pipeline import compile_faults, load_base, load_rules, open_ruleset
from wtrules.rules import ledger
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
        rules, _ = load_rules(resources.atlas_ruleset())
        assert rules is not None
        _ATLAS.append(rules)
    return _ATLAS[0]


def open_side(
    ruleset: Ruleset, name: str | None = None, files: dict[Path, LoadedFile | None] | None = None
) -> Side:
    """Return a ruleset ready to be compared; raises SideError if it cannot be played.

    *files* holds files that are read already, and None for those that are to be missing.
    """
    files = files if files is not None else {}
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
