"""Checking a ruleset, also by playing it: its variants, its examples, and games at random.

`validate` is what `wtrules validate` and `wtrules.validate` call. The package has another name than
the function, because importing a submodule would replace the function on `wtrules`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from wtrules.diagnostics import Diagnostic, has_errors, in_order
from wtrules.pipeline import OpenedRuleset, open_ruleset, settled
from wtrules.resolve.library import RulesetName
from wtrules.resolve.model import Rules

if TYPE_CHECKING:
    from wtrules.resolve.ledger import Assume
    from wtrules.resolve.library import Library
    from wtrules.validation.trials import Trial

Early = Callable[[Rules, tuple[Diagnostic, ...]], None]


def validate(
    ruleset: RulesetName,
    variants: Sequence[str] = (),
    library: Library | None = None,
    assume: Assume = (),
    play: Callable[[str], None] | None = None,
) -> tuple[Rules | None, tuple[Diagnostic, ...]]:
    """Return the rules of *ruleset* and everything that is wrong with them.

    The arguments are those of `load_rules`. Each variant on offer is tried too, one at a time. With
    *play*, which receives a line of progress now and then, random games are played as well.
    """
    return validate_opened(open_ruleset(ruleset, library), variants, assume, play)


def validate_opened(
    opened: OpenedRuleset,
    variants: Sequence[str] = (),
    assume: Assume = (),
    play: Callable[[str], None] | None = None,
    early: Early | None = None,
) -> tuple[Rules | None, tuple[Diagnostic, ...]]:
    """Return the rules of a ruleset that has been read, and what is wrong, as `validate` does.

    *early* receives the rules, and what is wrong with them, before any example is played.
    """
    checked = check_opened(opened, variants, assume)
    if early is not None and checked.rules is not None and checked.trial is not None:
        early(checked.rules, checked.faults)
    return checked.rules, checked.played(play)


@frozen(eq=False, repr=False)
class Checked:
    """Rules, and what is wrong with them as far as that is known without playing the examples."""

    rules: Rules | None
    faults: tuple[Diagnostic, ...]
    trial: Trial | None = None  # None: there is nothing to play

    def played(self, play: Callable[[str], None] | None = None) -> tuple[Diagnostic, ...]:
        """Return everything that is wrong, after playing the examples and, with *play*, games."""
        trial = self.trial
        if trial is None:
            return self.faults
        found = [*trial.known, *trial.examples()]
        if play is not None and not has_errors(found):
            from wtrules.validation.rehearsal import rehearse

            found += rehearse(trial.rules, trial.playable, trial.base(), play)
        return trial.opened.library.without_shipped_fixes(settled(trial.rules, found))


def check_opened(
    opened: OpenedRuleset, variants: Sequence[str] = (), assume: Assume = ()
) -> Checked:
    """Return the rules of a ruleset that has been read, and what is wrong, before anything is played."""
    clean = opened.library.without_shipped_fixes
    if opened.loaded is not None and not opened.loaded.rulesets():
        from wtrules.checks.assumptions import check_ledger, is_ledger

        if is_ledger(opened.loaded.file):
            faults = check_ledger(opened.loaded.file)
            return Checked(None, clean(in_order([*opened.diagnostics, *faults])))
    chosen = (*opened.chosen, *variants)
    made = opened.compile(chosen, assume)
    if made is None:
        return Checked(None, clean(opened.diagnostics))
    known = opened.diagnostics
    if any(fault.code in _INCOMPLETE for fault in known):
        # Half of the rules are missing, so nothing can be said about the other half.
        kept = tuple(fault for fault in known if fault.code not in _CONSEQUENCES)
        return Checked(made.rules, clean(kept))
    from wtrules.checks.file_name import misnamed
    from wtrules.validation.trials import Trial

    found = list(made.diagnostics)
    if opened.loaded is not None and not opened.loaded.is_text:
        found += misnamed(made.rules)
    trial = Trial(opened, chosen, assume, made, found)
    found += [*trial.variants(), *trial.pairs(), *trial.budget()]
    return Checked(made.rules, clean(settled(made.rules, found)), trial)


# The base or a part of the ruleset is missing, or not complete.
_INCOMPLETE = {
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


# What a layer reports about things that a missing base would have had.
_CONSEQUENCES = {
    "unknown-add",
    "unknown-after",
    "unknown-choice",
    "unknown-override",
    "unknown-remove",
    "unknown-variant",
}

__all__ = ["Checked", "check_opened", "validate", "validate_opened"]
