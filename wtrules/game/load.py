"""From the name of a ruleset to a game that can be played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wtrules.checks import run_checks
from wtrules.diagnostics import Diagnostic, Severity, render
from wtrules.game.game import Game
from wtrules.pipeline import compile_faults, in_order, load_rules
from wtrules.resources import default_ruleset
from wtrules.rules.elaborate import elaborate
from wtrules.rules.library import Library
from wtrules.source import SourceFile

if TYPE_CHECKING:
    from wtrules.rules.ledger import Assume


class RulesetError(Exception):
    """Rules that cannot be played; `diagnostics` says all that is wrong, the message too."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(render(diagnostics).rstrip("\n"))
        self.diagnostics = tuple(diagnostics)


def load(
    ruleset: str | Path | SourceFile | None = None,
    variants: Sequence[str] = (),
    assume: Assume = (),
    library: Library | None = None,
) -> Game:
    """Return the game of a ruleset, given by name, path or as a text, with some of its variants.

    `en-capstone+nasty` means with the variant `nasty`; None is the default ruleset. *assume* names
    readings of open questions: `{"amb.castle.covered_ground": "b"}`. Raises RulesetError.
    """
    ruleset = default_ruleset() if ruleset is None else ruleset
    rules, faults = load_rules(ruleset, variants, library, assume)
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if rules is None or errors:
        raise RulesetError(in_order(errors or faults))
    meaning, misreadings = elaborate(rules)
    # Examples are written for the mode they name; whoever reads them runs each in its own.
    with_examples = library is not None and library.with_examples
    found = [*(run_checks(rules) if not with_examples else ()), *misreadings]
    errors = [fault for fault in found if fault.severity is Severity.ERROR]
    errors += compile_faults(rules, meaning) if not errors else ()
    if errors:
        raise RulesetError(in_order(errors))
    return Game(rules, meaning)
