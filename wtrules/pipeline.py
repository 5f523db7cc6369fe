"""From the text of a rule file to checked rules: the whole way on one page.

    .wtr text ─ parse ─▶ syntax tree ─ resolve ─▶ rules ─ run_checks, elaborate ─▶ what is wrong

Comes in: a ruleset by name, by path or as a text in memory. Goes out: its rules, and beside them
every fault as a diagnostic; nothing is printed here and no fault is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from wtrules.diagnostics import Diagnostic, Severity, name_hint, sort_key
from wtrules.rules.from_syntax import resolve
from wtrules.rules.library import Library, LoadedFile, ruleset_names
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Rules
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.rules.ledger import Assume

Diagnostics = tuple[Diagnostic, ...]


def load_rules(
    ruleset: str | Path | SourceFile,
    variants: Sequence[str] = (),
    library: Library | None = None,
    assume: Assume = (),
) -> tuple[Rules | None, Diagnostics]:
    """Return the rules of *ruleset*, and what is wrong with its text and its layers.

    *ruleset* is a shipped name, the name of an example or of a file in this folder, a path, or a
    text; `NAME+variant+variant` means with these variants. *assume* names readings of open
    questions: `{"amb.castle.covered_ground": "b"}`. None: there are no rules to speak of.
    """
    library = Library() if library is None else library
    loaded, chosen = open_ruleset(ruleset, library)
    rules = resolve(library, loaded, (*chosen, *variants), assume) if loaded is not None else None
    return rules, in_order(library.diagnostics)


def validate(
    ruleset: str | Path | SourceFile,
    variants: Sequence[str] = (),
    library: Library | None = None,
    assume: Assume = (),
    play: Callable[[str], None] | None = None,
) -> tuple[Rules | None, Diagnostics]:
    """Return the rules of *ruleset* and all that is wrong with them, as `load_rules` does.

    Variants on offer are tried out too, each by itself: whoever chooses one wants to play. With
    *play*, which is told what is going on, games are played at random as well.
    """
    library = Library() if library is None else library
    loaded, chosen = open_ruleset(ruleset, library)
    if loaded is not None and not loaded.rulesets():
        from wtrules.rules.ledger import check_ledger, is_ledger

        if is_ledger(loaded.file):
            return None, in_order([*library.diagnostics, *check_ledger(loaded.file)])
    chosen = (*chosen, *variants)
    rules = resolve(library, loaded, chosen, assume) if loaded is not None else None
    if rules is None or loaded is None:
        return None, in_order(library.diagnostics)
    if any(fault.code in _ABSENT for fault in library.diagnostics):
        # Half of the rules are missing, so nothing can be said about the other half.
        return rules, in_order(fault for fault in library.diagnostics if fault.code not in _ECHOES)
    from wtrules.validation.trials import Trial, try_out

    found = _findings(rules, library.diagnostics)
    trial = Trial(library, loaded, chosen, assume, rules, found)
    found += try_out(trial)
    if play is not None and all(fault.severity is not Severity.ERROR for fault in found):
        from wtrules.validation.rehearsal import rehearse

        found += rehearse(rules, trial.playable, _base_game(loaded, chosen, library, assume), play)
    return rules, _settled(rules, found)


def check(rules: Rules, faults: Iterable[Diagnostic] = ()) -> Diagnostics:
    """Return *faults* and all that checking the meaning of *rules* finds, but what is suppressed."""
    return _settled(rules, _findings(rules, faults))


def _findings(rules: Rules, faults: Iterable[Diagnostic]) -> list[Diagnostic]:
    from wtrules.checks import run_checks
    from wtrules.rules.elaborate import elaborate

    meaning, misreadings = elaborate(rules)
    found = [*faults, *run_checks(rules), *misreadings]
    if all(fault.severity is not Severity.ERROR for fault in found):
        found += compile_faults(rules, meaning)
    return found


def _settled(rules: Rules, found: Iterable[Diagnostic]) -> Diagnostics:
    from wtrules.checks import apply_suppressions

    return in_order(_without_hasty_warnings(apply_suppressions(rules, found)))


def compile_faults(rules: Rules, meaning: Meaning) -> Diagnostics:
    """Return why rules that are sound one by one cannot be played, nothing if they can."""
    from wtrules.rules.chance import chance_faults
    from wtrules.rules.circles import is_straight

    faults = chance_faults(meaning)
    if faults:
        return faults
    if is_straight(meaning):  # the common case, known without compiling
        return ()
    from wtrules.program.from_rules import CannotCompile, program

    try:
        program(rules, meaning, min(rules.players, default=2))
    except CannotCompile as error:
        return (error.fault,)
    return ()


def _base_game(
    loaded: LoadedFile, chosen: Sequence[str], library: Library, assume: Assume
) -> Game | None:
    from wtrules.game.game import Game
    from wtrules.rules.elaborate import elaborate

    base = load_base(loaded.source, chosen, library, assume) if not loaded.shipped else None
    return Game(base, elaborate(base)[0]) if base is not None else None


def load_base(
    ruleset: str | Path | SourceFile,
    variants: Sequence[str] = (),
    library: Library | None = None,
    assume: Assume = (),
) -> Rules | None:
    """Return what *ruleset* is built on: all it extends, with the same variants; None if nothing."""
    library = Library() if library is None else library
    loaded, chosen = open_ruleset(ruleset, library)
    block = next(iter(loaded.rulesets()), None) if loaded is not None else None
    extends = [m for m in block.members if isinstance(m, n.Extends)] if block is not None else []
    if loaded is None or block is None or not extends:
        return None
    # The same file with an empty hand: it extends the same things and says nothing itself.
    bare = evolve(loaded.file, members=(evolve(block, members=tuple(extends)),))
    base = resolve(library, evolve(loaded, file=bare), (*chosen, *variants), assume)
    if base is None:
        return None
    layers = tuple(layer for layer in base.layers if layer.name != block.id.id)
    return evolve(base, name=_names(extends), layers=layers)


def open_ruleset(
    ruleset: str | Path | SourceFile, library: Library
) -> tuple[LoadedFile | None, tuple[str, ...]]:
    """Return the file that *ruleset* means, and the variants named with it."""
    if isinstance(ruleset, SourceFile):
        path = Path(ruleset.path)
        return evolve(library.open_source(ruleset, path.parent), path=path), ()
    if isinstance(ruleset, Path) or _exists(Path(ruleset)):
        return library.open_path(Path(ruleset)), ()
    name, *chosen = ruleset.split("+")
    variants = tuple(chosen)
    if "/" in name or "\\" in name or name.endswith(".wtr"):
        return library.open_path(Path(name)), variants
    if _exists(Path(f"{name}.wtr")):
        return library.open_path(Path(f"{name}.wtr")), variants
    # No file system has names as long as that.
    loaded = library.find_ruleset(name) if len(name) < 200 else None
    if loaded is None:
        library.diagnostics.append(_unknown(name))
    return loaded, variants


def in_order(diagnostics: Iterable[Diagnostic]) -> Diagnostics:
    """Return diagnostics by file and place, each once."""
    found: dict[object, Diagnostic] = {}
    for fault in diagnostics:
        at = fault.primary.span if fault.primary is not None else None
        found.setdefault((fault.code, fault.message, at), fault)
    return tuple(sorted(found.values(), key=sort_key))


# A base or a part of the ruleset is not there, or not as a whole.
_ABSENT = {
    "cyclic-extends",
    "deep-nesting",
    "long-line",
    "missing-file",
    "no-ruleset",
    "not-a-file",
    "not-text",
    "outside-folder",
    "too-large",
    "unknown-ruleset",
    "unreadable-file",
    "wrong-encoding",
}


# What a layer says of things that a missing base would have had.
_ECHOES = {
    "unknown-add",
    "unknown-after",
    "unknown-choice",
    "unknown-override",
    "unknown-remove",
    "unknown-variant",
}


def _without_hasty_warnings(faults: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Leave out warnings while there are slips in the text: what is missed may stand there."""
    faults = list(faults)
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if not errors:
        return faults
    from wtrules.syntax.mistakes import SYNTAX_MISTAKES

    return errors if any(fault.code in SYNTAX_MISTAKES for fault in errors) else faults


def _names(extends: Iterable[n.Extends]) -> str:
    parts = []
    for clause in extends:
        bases = ", ".join(f'"{b.name}"' if b.is_path else b.name for b in clause.bases)
        chosen = ", ".join(name.id for name in clause.variants)
        parts.append(f"{bases} with {chosen}" if chosen else bases)
    return ", ".join(parts)


def _exists(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _unknown(name: str) -> Diagnostic:
    names = [*ruleset_names(), *(path.stem for path in Path().glob("*.wtr"))]
    hint = name_hint(name, names)
    return Diagnostic(
        "unknown-ruleset",
        f"there is no ruleset and no file called `{name}`",
        help=(hint or "`wtrules show` lists the shipped rulesets",),
    )
