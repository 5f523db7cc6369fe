"""From the text of a rule file to checked rules: the whole way on one page.

    .wtr text ─ parse ─▶ syntax tree ─ resolve ─▶ rules ─ run_checks, elaborate ─▶ what is wrong

Comes in: a ruleset by name, by path or as a text in memory. Goes out: its rules, and beside them
every fault as a diagnostic; nothing is printed here and no fault is raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from wtrules.diagnostics import Diagnostic, Severity, name_hint, sort_key
from wtrules.rules.from_syntax import resolve
from wtrules.rules.library import Library, LoadedFile, ruleset_names
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Rules, VariantInfo
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n

if TYPE_CHECKING:
    from wtrules.rules.ledger import Assume

DEFAULT_RULESET = "en-capstone"

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
) -> tuple[Rules | None, Diagnostics]:
    """Return the rules of *ruleset* and all that is wrong with them, as `load_rules` does.

    Variants on offer are tried out too, each by itself: whoever chooses one wants to play.
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
    faults = check(rules, library.diagnostics)
    faults += example_faults(library, loaded, rules, faults)
    for variant in rules.variants.values():
        if not _is_barred(rules, variant) and _may_clash(rules, variant):
            faults += _with_variant(library, loaded, chosen, assume, rules, variant, faults)
    return rules, in_order(faults)


def check(rules: Rules, faults: Iterable[Diagnostic] = ()) -> Diagnostics:
    """Return *faults* and all that checking the meaning of *rules* finds, but what is suppressed."""
    from wtrules.rules.checks import apply_suppressions, run_checks
    from wtrules.rules.elaborate import elaborate

    meaning, misreadings = elaborate(rules)
    found = [*faults, *run_checks(rules), *misreadings]
    if all(fault.severity is not Severity.ERROR for fault in found):
        found += compile_faults(rules, meaning)
    found = apply_suppressions(rules, found)
    return in_order(_without_hasty_warnings(found))


def compile_faults(rules: Rules, meaning: Meaning) -> Diagnostics:
    """Return why rules that are sound one by one cannot be played, nothing if they can."""
    from wtrules.rules.circles import is_straight

    if is_straight(meaning):  # the common case, known without compiling
        return ()
    from wtrules.program.from_rules import CannotCompile, program

    try:
        program(rules, meaning, min(rules.players, default=2))
    except CannotCompile as error:
        return (error.fault,)
    return ()


def example_faults(
    library: Library, loaded: LoadedFile, rules: Rules, faults: Diagnostics
) -> Diagnostics:
    """Return which examples of a house rule do not come out as written, if it can be played.

    Each is played as the file says, with the variants it names, whatever was chosen besides. The
    examples of shipped rulesets are left to the tests.
    """
    own = [e for e in rules.of_kind("example") if e.chain[-1].layer == rules.name]
    if not own or loaded.shipped or any(fault.severity is Severity.ERROR for fault in faults):
        return ()
    from wtrules.game.examples import failed_example, unplayable_example, variants_of
    from wtrules.game.game import Game
    from wtrules.rules.elaborate import elaborate

    games: dict[tuple[str, ...], Game | Diagnostic] = {}
    found = []
    for entry in own:
        variants = variants_of(entry)
        if variants not in games:
            before = len(library.diagnostics)
            played = resolve(library, loaded, variants)
            assert played is not None
            meaning, misreadings = elaborate(played)
            trouble = [*library.diagnostics[before:], *misreadings]
            del library.diagnostics[before:]  # what the variants do is told for each of them
            wrong = next((x for x in trouble if x.severity is Severity.ERROR), None)
            games[variants] = Game(played, meaning) if wrong is None else wrong
        game = games[variants]
        if isinstance(game, Diagnostic):
            found.append(unplayable_example(entry, game))
        elif (fault := failed_example(game, entry)) is not None:
            found.append(fault)
    return tuple(found)


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


def _is_barred(rules: Rules, variant: VariantInfo) -> bool:
    """Return whether a variant is chosen already, or cannot be chosen beside those that are."""
    needed = [rules.variants[x.id] for x in variant.names(n.Needs) if x.id in rules.variants]
    wanted = [variant, *needed]
    names = {one.id for one in wanted}
    return variant.id in rules.chosen or any(
        names & {x.id for x in rules.variants[chosen].names(n.Excludes)}
        or chosen in {x.id for one in wanted for x in one.names(n.Excludes)}
        for chosen in rules.chosen
        if chosen in rules.variants
    )


def _may_clash(rules: Rules, variant: VariantInfo) -> bool:
    """Return whether a variant speaks of anything the ruleset itself has changed.

    If it does not, it works as it did in the ruleset it comes from.
    """
    own = rules.layers[-1].name
    if variant.layer == own:
        return True
    text = variant.node.span.text
    entries = (*rules.entries.values(), *rules.removed.values())
    return any(entry.id in text for entry in entries if any(o.layer == own for o in entry.chain))


def _with_variant(
    library: Library,
    loaded: LoadedFile,
    chosen: Sequence[str],
    assume: Assume,
    rules: Rules,
    variant: VariantInfo,
    known: Diagnostics,
) -> Diagnostics:
    """Return the errors of layers and names that only show when a variant is chosen.

    With it those it needs. The checks of tables and totals wait until somebody does choose it.
    """
    from wtrules.rules.elaborate import elaborate

    before = len(library.diagnostics)
    needed = [name.id for name in variant.names(n.Needs) if name.id in rules.variants]
    played = resolve(library, loaded, (*chosen, *needed, variant.id), assume)
    found = library.diagnostics[before:]
    found += elaborate(played)[1] if played is not None else ()
    told = {fault.message for fault in known}
    return tuple(
        _said_of(variant, fault, rules)
        for fault in found
        if fault.severity is Severity.ERROR
        and fault not in known
        # A reading need not fit every variant on offer, and readings that clash clash everywhere.
        and fault.code != "unfit-reading"
        and not (fault.code == "layer-conflict" and fault.message in told)
    )


def _said_of(variant: VariantInfo, fault: Diagnostic, rules: Rules) -> Diagnostic:
    """Return a fault with the variant named, unless it stands in the variant anyway.

    That a house rule leaves no room for a shipped variant is worth a warning, no more: it can be
    played without.
    """
    block = variant.node.span
    span = fault.primary.span if fault.primary is not None else None
    if not rules.layers[-1].shipped and any(
        layer.shipped for layer in rules.layers if layer.name == variant.layer
    ):
        fault = evolve(fault, severity=Severity.WARNING)
    elif span and span.source is block.source and block.start <= span.start < block.end:
        return fault
    return evolve(fault, help=(*fault.help, f"it shows when the variant `{variant.id}` is chosen"))


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
