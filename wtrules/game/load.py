"""Load a ruleset by name or path as a game that can be played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from wtrules.diagnostics import Diagnostic, Severity, has_errors, in_order, render
from wtrules.game.game import Game
from wtrules.pipeline import OpenedRuleset, load_rules, open_ruleset
from wtrules.resources import atlas_ruleset, default_ruleset
from wtrules.rules.library import Library, RulesetName

if TYPE_CHECKING:
    from wtrules.rules.ledger import Assume
    from wtrules.rules.model import Rules


class RulesetError(Exception):
    """Rules that cannot be played; `diagnostics` and the message give all reasons."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(render(diagnostics).rstrip("\n"))
        self.diagnostics = tuple(diagnostics)


def load(
    ruleset: RulesetName | None = None,
    variants: Sequence[str] = (),
    assume: Assume = (),
    library: Library | None = None,
) -> Game:
    """Return the game of a ruleset, given by name, path or as text, with the chosen variants.

    `en-capstone+nasty` adds the variant `nasty`; None is the default ruleset. *assume* names
    readings of open questions: `{"amb.castle.covered_ground": "b"}`. Raises RulesetError.
    """
    ruleset = default_ruleset() if ruleset is None else ruleset
    return load_opened(open_ruleset(ruleset, library), variants, assume)


def load_opened(opened: OpenedRuleset, variants: Sequence[str] = (), assume: Assume = ()) -> Game:
    """Return the game of a ruleset that is already parsed, as `load` does. Raises RulesetError."""
    made = opened.compile((*opened.chosen, *variants), assume)
    faults = opened.diagnostics
    if made is None or has_errors(faults):
        raise RulesetError(_errors(faults) or faults)
    # Each example is run with the variants it names, not with the chosen ones.
    found = made.elaborated[1] if opened.library.with_examples else made.findings
    errors = _errors(found) or _errors(made.lowering_faults)
    if errors:
        raise RulesetError(in_order(errors))
    return Game(made)


@cache
def load_atlas() -> Rules:
    """Return the rule atlas: all topics, and what each manual says about them."""
    atlas, _ = load_rules(atlas_ruleset())
    assert atlas is not None
    return atlas


def _errors(faults: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [fault for fault in faults if fault.severity is Severity.ERROR]
