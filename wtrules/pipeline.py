"""The whole way from a rule file to an engine, on one page: the first file to read.

    .wtr text ─parse─▶ tree ─resolve─▶ rules ─elaborate─▶ meaning ─check─▶ diagnostics
                                                          meaning ─lower─▶ program ─compile─▶ engine

`open_ruleset` parses a file; `OpenedRuleset.compile` resolves it with some variants and readings into
a `Compilation`, whose later stages are made when they are first needed. Nothing is made twice. Mistakes
in a rule file are diagnostics in the result: nothing is printed or raised here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, evolve, field, frozen

from wtrules.diagnostics import Diagnostic, has_errors, in_order
from wtrules.diagnostics.suggest import sparingly
from wtrules.meaning.nodes import Meaning
from wtrules.resolve.from_syntax import resolve
from wtrules.resolve.library import Library, LoadedFile, RulesetName
from wtrules.resolve.model import Rules

# Trees are walked with plain recursion. How deep they can be is limited (`syntax/machine.py`,
# `program/limits.py`), and what is allowed needs more frames than Python has by default.
_FRAMES = 10_000
sys.setrecursionlimit(max(_FRAMES, sys.getrecursionlimit()))

if TYPE_CHECKING:
    from wtrules.backends.native import Native
    from wtrules.backends.reference import Reference
    from wtrules.backends.stepping import Steps
    from wtrules.checks import Check
    from wtrules.program.program import Program
    from wtrules.resolve.ledger import Assume

_T = TypeVar("_T")
Diagnostics = tuple[Diagnostic, ...]
_KEPT = 32  # choices of one ruleset: a file may have hundreds of variants
_KEPT_SHIPPED = 8  # choices of one shipped ruleset, as long as the process runs


# --- text → tree -----------------------------------------------------------------------------------


def open_ruleset(ruleset: RulesetName, library: Library | None = None) -> OpenedRuleset:
    """Parse the file that *ruleset* means.

    *ruleset* is a shipped name, the name of an example or of a file in this folder, a path, or a
    text; `NAME+variant+variant` means with these variants.
    """
    library = Library() if library is None else library
    return OpenedRuleset(library, *library.open(ruleset))


# --- tree → rules ----------------------------------------------------------------------------------


@define(eq=False, repr=False)
class OpenedRuleset:
    """A parsed rule file, to be compiled with any variants and readings; the last choices are kept."""

    library: Library
    loaded: LoadedFile | None  # None: the file cannot be read
    chosen: tuple[str, ...] = ()  # variants named with it
    name: str | None = None  # of what another ruleset is built on, in words
    _compiled: dict[object, Compilation | None] = field(factory=dict, init=False)
    _base: OpenedRuleset | None = field(default=None, init=False)

    @property
    def diagnostics(self) -> Diagnostics:
        """What is wrong with all files and layers read so far."""
        return in_order(self.library.diagnostics)

    def with_variants(self, variants: Sequence[str]) -> OpenedRuleset:
        """Return the same file, named with more variants; what has been compiled is shared."""
        return self._like(evolve(self, chosen=(*self.chosen, *variants)))

    def base(self) -> OpenedRuleset | None:
        """Return what the ruleset is built on, all it extends; None if it extends nothing."""
        if self._base is None and self.loaded is not None:
            found = self.loaded.base()
            if found is not None:
                name, loaded = found
                self._base = self._like(OpenedRuleset(self.library, loaded, self.chosen, name))
        return self._base

    def _like(self, other: OpenedRuleset) -> OpenedRuleset:
        """Let another opened ruleset of the same file keep what it compiles here."""
        other._compiled = self._compiled
        return other

    def compile_base(self, variants: Sequence[str] = (), assume: Assume = ()) -> Compilation | None:
        """Return what the ruleset is built on, as `compile` does; None if it extends nothing."""
        base = self.base()
        return base.compile(variants, assume) if base is not None else None

    def compile(self, variants: Sequence[str] = (), assume: Assume = ()) -> Compilation | None:
        """Return the ruleset with exactly these variants and readings of open questions.

        None means that there are no rules; `diagnostics` says why.
        """
        loaded = self.loaded
        readings = assume.items() if isinstance(assume, Mapping) else assume
        key = (self.name, tuple(variants), tuple(readings))
        if key not in self._compiled:
            kept = self._kept(loaded, key)
            if kept is not None:
                return kept
            before = len(self.library.diagnostics) if self._compiled else 0
            rules, files = None, {}
            if loaded is not None:
                with sparingly(), self.library.noting_files(loaded) as files:
                    rules = resolve(self.library, loaded, variants, assume)
            if rules is not None and self.name is not None:
                layers = tuple(layer for layer in rules.layers if layer.name != rules.name)
                rules = evolve(rules, name=self.name, layers=layers)
            earlier = self.library.of_texts if before else ()
            faults = tuple(dict.fromkeys((*earlier, *self.library.diagnostics[before:])))
            if len(self._compiled) >= _KEPT:
                del self._compiled[next(iter(self._compiled))]
            self._compiled[key] = Compilation(rules, faults) if rules is not None else None
            self._keep(loaded, files, key)
        return self._compiled[key]

    def _kept(self, loaded: LoadedFile | None, key: object) -> Compilation | None:
        """Return what this process has compiled from a shipped ruleset before."""
        library = self.library
        choice = (library.with_examples, key)
        kept = loaded.compiled.get(choice) if loaded is not None else None
        if not isinstance(kept, _Kept) or library.diagnostics or not library.reads(kept.files):
            return None
        made = self._compiled[key] = kept.made.with_own_engines()
        return made

    def _keep(
        self, loaded: LoadedFile | None, files: Mapping[Path, LoadedFile], key: object
    ) -> None:
        made, library = self._compiled[key], self.library
        if made is None or loaded is None or not loaded.shipped or library.diagnostics:
            return
        if len(loaded.compiled) >= _KEPT_SHIPPED:
            del loaded.compiled[next(iter(loaded.compiled))]
        kept = _Kept(files, made.with_own_engines())
        loaded.compiled[library.with_examples, key] = kept


def load_rules(
    ruleset: RulesetName,
    variants: Sequence[str] = (),
    library: Library | None = None,
    assume: Assume = (),
) -> tuple[Rules | None, Diagnostics]:
    """Return the rules of *ruleset*, and what is wrong with its text and its layers.

    *ruleset* is anything that `open_ruleset` takes. *assume* names readings of open questions:
    `{"amb.castle.covered_ground": "b"}`. None means that there are no rules.
    """
    opened = open_ruleset(ruleset, library)
    made = opened.compile((*opened.chosen, *variants), assume)
    return made.rules if made is not None else None, opened.diagnostics


# --- rules → meaning → diagnostics; meaning → program → engine -------------------------------------


@frozen(eq=False, repr=False)
class Compilation:
    """Rules, and everything made from them; each stage is made when first needed, and once."""

    rules: Rules
    faults: Diagnostics = ()  # what is wrong with its text and its layers
    _known: dict[object, Any] = field(factory=dict, repr=False)  # what follows from the rules alone
    _programs: dict[int, Program] = field(factory=dict, init=False, repr=False)
    _engines: dict[int, Reference] = field(factory=dict, init=False, repr=False)
    _natives: dict[int, Native] = field(factory=dict, init=False, repr=False)

    def with_own_engines(self) -> Compilation:
        """Return the same rules, meaning and programs, with engines for one user: these have a memory."""
        return Compilation(self.rules, self.faults, self._known)

    @cached_property
    @sparingly()
    def elaborated(self) -> tuple[Meaning, Diagnostics]:
        """The rules with names bound and types checked, and what keeps them from making sense."""
        from wtrules.meaning.elaborate import elaborate

        return self._once(elaborate, lambda: elaborate(self.rules))

    @property
    def meaning(self) -> Meaning:
        """The rules with names bound and types checked."""
        return self.elaborated[0]

    @cached_property
    def findings(self) -> Diagnostics:
        """What does not make sense, and what the checks find."""
        from wtrules.checks import CHECKS

        return self._found_by(CHECKS)

    @cached_property
    def senseless(self) -> Diagnostics:
        """What does not make sense: those of the findings that keep rules from being played."""
        from wtrules.checks import SENSE

        return self._found_by(SENSE)

    @sparingly()
    def _found_by(self, checks: tuple[Check, ...]) -> Diagnostics:
        from wtrules.checks import run_checks

        meaning, faults = self.elaborated
        return self._once(checks, lambda: (*faults, *run_checks(meaning, checks)))

    @cached_property
    def lowering_faults(self) -> Diagnostics:
        """Why rules that are sound one by one cannot be played; for rules without errors."""
        # A program grows with the number of players, so the others are between these two.
        counts = sorted(self.rules.players)
        return self.lowering_faults_for(sorted({*counts[:1], *counts[-1:]}))

    def lowering_faults_for(self, players: Sequence[int]) -> Diagnostics:
        """Return why they cannot be played by these numbers of players; for rules that make sense."""
        from wtrules.meaning.circles import is_straight
        from wtrules.program.estimate import is_small

        if is_straight(self.meaning) and is_small(self.rules):
            return ()  # the common case, known without lowering
        from wtrules.program.from_rules import CannotCompile

        try:
            for count in players:
                self.program(count)
        except CannotCompile as error:
            return (error.fault,)
        return ()

    @property
    def diagnostics(self) -> Diagnostics:
        """Everything that is wrong, whether suppressed or not."""
        found = (*self.faults, *self.findings)
        return found if has_errors(found) else (*found, *self.lowering_faults)

    @property
    def programs(self) -> tuple[Program, ...]:
        """The programs made so far."""
        return tuple(self._programs.values())

    def program(self, players: int) -> Program:
        """Return the program for a number of players."""
        if players not in self._programs:
            from wtrules.program.from_rules import program

            self._programs[players] = self._once(
                (program, players), lambda: program(self.rules, self.meaning, players)
            )
        return self._programs[players]

    def _once(self, key: object, make: Callable[[], _T]) -> _T:
        if key not in self._known:
            self._known[key] = make()
        found: _T = self._known[key]
        return found

    def engine(self, players: int) -> Reference:
        """Return the reference back end for a number of players."""
        if players not in self._engines:
            from wtrules.backends.reference import Reference
            from wtrules.backends.stepping import Stepper

            engine = Reference(self.program(players))
            engine.stepper = Stepper(partial(_steps, engine.program))
            self._engines[players] = engine
        return self._engines[players]

    def native(self, players: int) -> Native:
        """Return the native back end for a number of players."""
        if players not in self._natives:
            from wtrules.backends.native import Native

            self._natives[players] = Native(self.program(players))
        return self._natives[players]


@frozen(eq=False, repr=False)
class _Kept:
    """What was compiled from a shipped ruleset, and the files it was made of."""

    files: Mapping[Path, LoadedFile]
    made: Compilation


def _steps(program: Program) -> Steps | None:
    """Return native code that plays single moves of a program, with a memory of its own."""
    from wtrules.backends.native import Native, NotNative

    try:
        return Native(program).steps()
    except NotNative:
        return None


def settled(rules: Rules, found: Iterable[Diagnostic]) -> Diagnostics:
    """Return the diagnostics to report: in order, without those that are suppressed or premature."""
    from wtrules.checks.suppressions import apply_suppressions, without_premature_warnings

    return in_order(without_premature_warnings(apply_suppressions(rules, found)))
