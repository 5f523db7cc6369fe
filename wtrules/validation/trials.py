"""Trials of a ruleset: each variant alone, and the examples of a house rule.

A ruleset without faults of its own comes in; what shows only when one of its variants is chosen,
and which examples do not come out as written, goes out as diagnostics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wtrules.checks.empty_blocks import ABOUT_A_VARIANT
from wtrules.checks.examples import own_examples, own_reading_examples, variants_of
from wtrules.checks.variants import too_many
from wtrules.diagnostics import Diagnostic, Severity, has_errors, report, wording
from wtrules.diagnostics.fix import begin_block
from wtrules.pipeline import Compilation, OpenedRuleset
from wtrules.resolve.layer_names import key_of
from wtrules.resolve.model import Entry, Rules, VariantInfo, once
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.resolve.ledger import Assume

# What may be tried in all trials of variants together: variants that are applied, definitions that are
# checked, and statements of programs where a program is needed to know whether it is too large.
MOST_WORK = 100_000
_LAYER = 100  # statements that take as long as to apply one variant
_CHECKED = 2  # definitions that take as long to check as one statement to write

_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*")

# How an example is played: with which variants and readings.
_Played = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


@frozen
class Trial(Value):
    """A ruleset to try out: its file, what was chosen with it, its rules, and what is known of it."""

    opened: OpenedRuleset
    chosen: Sequence[str]
    assume: Assume
    made: Compilation
    known: Sequence[Diagnostic]

    @property
    def rules(self) -> Rules:
        """The rules with what was chosen."""
        return self.made.rules

    @property
    def _is_shipped(self) -> bool:
        return self.opened.loaded is not None and self.opened.loaded.shipped

    def variants(self) -> Iterator[Diagnostic]:
        """Yield what is wrong when one of the variants is chosen.

        The ruleset's own variants must work. If a house rule breaks a shipped variant, that is only
        a note: the game can be played without the variant.
        """
        faulty = has_errors(self.known)
        barred: set[str] = set()
        work = 0
        changed = _own_ids(self.rules)
        for variant in self.rules.variants.values():
            if _is_barred(self.rules, variant) or not _may_clash(self.rules, variant, changed):
                continue
            inherited = self._is_inherited(variant)
            if inherited and (faulty or barred & {x.id for x in variant.names(n.Needs)}):
                continue  # fix the errors of the ruleset, or of the needed variant, first
            if work > MOST_WORK:
                yield too_many(variant)
                return
            made = self._chosen_with(variant)
            found = tuple(self._new_faults(made))
            work += work_of(made)
            if inherited and found:
                barred.add(variant.id)
                yield _unplayable(self.rules, variant, found)
            elif not inherited:
                yield from (_said_of(variant, fault) for fault in found)
                if made is not None and not has_errors(found):
                    yield from self._findings_in(variant, made)

    def _findings_in(self, variant: VariantInfo, made: Compilation) -> Iterator[Diagnostic]:
        """Yield what the checks find inside a variant: they see it only if it is chosen."""
        for fault in made.findings:
            if fault not in self.known and _is_inside(variant, fault):
                yield fault

    def pairs(self) -> Iterator[Diagnostic]:
        """Yield the ruleset's own variants that cannot be chosen together, but do not say so."""
        own = [
            variant
            for variant in self.rules.variants.values()
            if not self._is_inherited(variant) and not _is_barred(self.rules, variant)
        ]
        changed = {one.id: _changed_by(one, self.rules) for one in own}
        work = 0
        for first, second in combinations(own, 2):
            if not changed[first.id] & changed[second.id] or self._apart(first, second):
                continue
            if work > MOST_WORK:
                yield too_many(second)
                return
            made = self._chosen_with(first, second)
            work += work_of(made)
            faults = [x for x in made.faults if x not in self.known] if made is not None else []
            if has_errors(faults):
                yield _clash(first, second, faults[0])

    def _apart(self, first: VariantInfo, second: VariantInfo) -> bool:
        """Whether two variants, with those they need, exclude each other or have no players in common."""
        one, other = self._with_needed(first), self._with_needed(second)
        for these, those in ((one, other), (other, one)):
            if {x.id for variant in these for x in variant.names(n.Excludes)} & {
                v.id for v in those
            }:
                return True
        return bool(first.players and second.players and not first.players & second.players)

    def _with_needed(self, variant: VariantInfo) -> list[VariantInfo]:
        known = self.rules.variants
        return [*(known[x.id] for x in variant.names(n.Needs) if x.id in known), variant]

    def _is_inherited(self, variant: VariantInfo) -> bool:
        return not self.rules.layers[-1].shipped and any(
            layer.shipped for layer in self.rules.layers if layer.name == variant.layer
        )

    def _chosen_with(self, *variants: VariantInfo) -> Compilation | None:
        """Return the rules with some variants and the variants they need."""
        names = dict.fromkeys(one.id for variant in variants for one in self._with_needed(variant))
        return self.opened.compile((*self.chosen, *names), self.assume)

    def _new_faults(self, made: Compilation | None) -> Iterator[Diagnostic]:
        """Yield the errors of layers, names and size that occur only when a variant is chosen.

        Tables and totals are checked only for actual choices.
        """
        if made is None:
            return
        found = (*made.faults, *made.senseless)
        if not has_errors((*self.known, *found)):
            found = made.lowering_faults_for(sorted(made.rules.players)[:1])
        reported = {fault.message for fault in self.known}
        for fault in found:
            if (
                fault.severity is Severity.ERROR
                and fault not in self.known
                # A reading need not fit every variant; conflicting readings are reported once.
                and fault.code != "unfit-reading"
                and not (fault.code == "layer-conflict" and fault.message in reported)
            ):
                yield fault

    def budget(self) -> Iterator[Diagnostic]:
        """Yield whether the game itself is too much work, if that is not known to be false."""
        from wtrules.program.estimate import is_small

        if has_errors(self.known) or not self.rules.players or is_small(self.rules):
            return
        from wtrules.game.game import Game
        from wtrules.validation.rehearsal import try_out

        yield from try_out(self.rules, Game(self.made))

    def examples(self) -> Iterator[Diagnostic]:
        """Yield the examples of a house rule that fail, if the rules can be played.

        Each is played with the variants it names, regardless of the chosen ones, and with the
        reading in whose braces it is. The examples of shipped rulesets are left to the tests.
        """
        own = list(self._own_examples())
        if not own or self._is_shipped or has_errors(self.known):
            return
        from wtrules.game.examples import failed_example, meaning_of, unplayable_example

        games: dict[_Played, Game | Diagnostic] = {}
        for entry, played in own:
            if played not in games:
                games[played] = self._game(*played)
            game = games[played]
            if isinstance(game, Diagnostic):
                yield unplayable_example(entry, game)
            elif faults := meaning_of(game, entry).faults:
                yield from faults
            elif (fault := failed_example(game, entry)) is not None:
                yield fault

    def _own_examples(self) -> Iterator[tuple[Entry, _Played]]:
        """Yield the examples of the ruleset itself, each with how it is played."""
        for entry in own_examples(self.rules):
            yield entry, (variants_of(entry), ())
        for entry, question, one in own_reading_examples(self.rules):
            yield entry, (one.variants, ((question, one.reading),))

    def playable(self, variants: Sequence[str]) -> Game | None:
        """Return the game with additional variants, None if they cannot be combined."""
        made = self.opened.compile((*self.chosen, *variants), self.assume)
        if made is None or not made.rules.players or has_errors((*made.faults, *made.findings)):
            return None
        from wtrules.game.game import Game

        return Game(made)

    def base(self) -> Game | None:
        """Return the game that a house rule is built on."""
        if self._is_shipped:
            return None
        from wtrules.game.game import Game

        base = self.opened.compile_base(self.chosen, self.assume)
        return Game(base) if base is not None else None

    def _game(self, variants: Sequence[str], assume: Assume = ()) -> Game | Diagnostic:
        """Return the game of the file with some variants and readings, or the first error in it."""
        from wtrules.game.game import Game

        made = self.opened.compile(variants, assume)
        assert made is not None
        found = (*made.faults, *made.senseless)
        wrong = next((fault for fault in found if fault.severity is Severity.ERROR), None)
        return Game(made) if wrong is None else wrong


def _is_barred(rules: Rules, variant: VariantInfo) -> bool:
    """Whether a variant is already chosen, or excluded by one that is."""
    needed = [rules.variants[x.id] for x in variant.names(n.Needs) if x.id in rules.variants]
    wanted = [variant, *needed]
    names = {one.id for one in wanted}
    return variant.id in rules.chosen or any(
        names & {x.id for x in rules.variants[chosen].names(n.Excludes)}
        or chosen in {x.id for one in wanted for x in one.names(n.Excludes)}
        for chosen in rules.chosen
        if chosen in rules.variants
    )


def _own_ids(rules: Rules) -> set[str]:
    """Return the ids of what the ruleset itself has defined, changed or removed."""
    own = rules.layers[-1].name
    entries = (*rules.entries.values(), *rules.removed.values())
    return {entry.id for entry in entries if any(origin.layer == own for origin in entry.chain)}


def _may_clash(rules: Rules, variant: VariantInfo, changed: set[str]) -> bool:
    """Whether a variant mentions anything that the ruleset itself has changed.

    If it does not, it works as it did in the ruleset it comes from.
    """
    if variant.layer == rules.layers[-1].name:
        return True
    return not changed.isdisjoint(_mentioned(variant))


@once
def _mentioned(variant: VariantInfo) -> frozenset[str]:
    """Return the words of a variant, and what they may belong to: for `a.b.c` also `a` and `a.b`."""
    found: set[str] = set()
    for name in set(_NAME.findall(variant.node.span.text)):
        parts = name.removesuffix("s").split(".")  # `2 boulders` is about `boulder`
        found |= {name, *(".".join(parts[:end]) for end in range(1, len(parts) + 1))}
    return frozenset(found)


def _unplayable(rules: Rules, variant: VariantInfo, faults: Sequence[Diagnostic]) -> Diagnostic:
    """Return the note that a shipped variant cannot be played with a house rule, and why.

    It points to the change that causes it, if that is known, and to what the change breaks.
    """
    causes = [(fault, _change_behind(rules, fault)) for fault in faults]
    fault, change = next(((f, span) for f, span in causes if span is not None), causes[0])
    there = fault.primary
    at = change or (there.span if there is not None else rules.span)
    label = None if change is not None else there.message if there else ""
    more = len(faults) - 1
    also = wording("unplayable-variant.more", more=more) if more else ""
    return report(
        "unplayable-variant",
        at,
        variant=variant.id,
        why=fault.message,
        also=also,
        label=label,
        related=(there,) if there is not None and there.span is not at else (),
    )


def _change_behind(rules: Rules, fault: Diagnostic) -> Span | None:
    """Return the place in the top layer that causes an error, None if there is none."""
    own = rules.layers[-1]
    spans = [label.span for label in (fault.primary, *fault.related) if label is not None]
    for span in spans:
        if span.source is own.span.source:
            return span
    for entry in (*rules.removed.values(), *rules.entries.values()):
        origin = next((o for o in reversed(entry.chain) if o.layer == own.name), None)
        if origin is not None and any(entry.id == span.text for span in spans):
            return origin.span
    return None


def work_of(made: Compilation | None) -> int:
    """Return how much it took to try rules."""
    if made is None:
        return 0
    written = sum(1 for program in made.programs for _ in program.statements())
    rules = made.rules
    defined = len(rules.entries) + len(rules.variants)
    return _LAYER * len(rules.chosen) + defined // _CHECKED + written


def _changed_by(variant: VariantInfo, rules: Rules) -> set[tuple[str, str]]:
    """Return what a variant defines or changes, by kind and name."""
    found: set[tuple[str, str]] = set()
    for item in variant.node.members:
        if isinstance(item, n.Group):
            found |= {("setting", f"{item.id.id}.{one.key.id}") for one in item.settings}
        elif not isinstance(item, ABOUT_A_VARIANT):
            found.add(key_of(item, rules.entries))
    return found


def _clash(first: VariantInfo, second: VariantInfo, fault: Diagnostic) -> Diagnostic:
    """Return the note that two variants cannot be chosen together, and why."""
    name = second.node.id.span
    at = fault.primary.span if fault.primary is not None else name
    return report(
        "clashing-variants.order" if fault.code == "layer-conflict" else "clashing-variants",
        at,
        begin_block(name, f"excludes {first.id}"),
        first=first.id,
        second=second.id,
        why=fault.message,
        related=fault.related,
    )


def _said_of(variant: VariantInfo, fault: Diagnostic) -> Diagnostic:
    """Return an error with the variant named in its help, unless it is inside the variant."""
    if _is_inside(variant, fault):
        return fault
    return evolve(
        fault,
        help=(
            *fault.help,
            wording("unplayable-variant.chosen", variant=variant.id),
        ),
    )


def _is_inside(variant: VariantInfo, fault: Diagnostic) -> bool:
    """Whether a fault is between the braces of a variant."""
    block = variant.node.span
    span = fault.primary.span if fault.primary is not None else None
    return (
        span is not None and span.source is block.source and block.start <= span.start < block.end
    )
