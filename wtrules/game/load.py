"""Load a ruleset by name or path as a game that can be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from wtrules.diagnostics import BrokenRules, Diagnostic, Severity, has_errors, in_order
from wtrules.game.game import Game
from wtrules.game.recipe import Recipe, RulesChanged, recipe
from wtrules.pipeline import Compilation, OpenedRuleset, load_rules, open_ruleset
from wtrules.resolve.library import Library, RulesetName
from wtrules.resources import atlas_ruleset, default_ruleset
from wtrules.version import __version__

if TYPE_CHECKING:
    from wtrules.resolve.ledger import Assume
    from wtrules.resolve.model import Rules


class RulesetError(BrokenRules):
    """Rules that cannot be played; `diagnostics` and the message give all reasons."""


def load(
    ruleset: RulesetName | None = None,
    variants: Sequence[str] = (),
    assume: Assume = (),
    library: Library | None = None,
    settings: Mapping[str, object] | None = None,
) -> Game:
    """Return the game of a ruleset, given by name, path or as text, with the chosen variants.

    `en-capstone+nasty` adds the variant `nasty`; None is the default ruleset. *assume* names
    readings of open questions: `{"amb.castle.covered_ground": "b"}`. *settings* are values to play
    with: `{"spells.number": 5, "spells.laid_out": ["move_tower"]}`; `colours` are those of the
    players, in turn order. Raises RulesetError.
    """
    ruleset = default_ruleset() if ruleset is None else ruleset
    if settings:
        from wtrules.resolve.choices import pairs_of

        readings = assume.items() if isinstance(assume, Mapping) else assume
        assume = (*readings, *pairs_of(settings))
    opened = open_ruleset(ruleset, library)
    made = recipe(ruleset, opened, (*opened.chosen, *variants), assume)
    game = load_opened(opened, variants, assume, made)
    if made is not None:
        _LOADED[made] = game
    return game


def load_opened(
    opened: OpenedRuleset,
    variants: Sequence[str] = (),
    assume: Assume = (),
    recipe: Recipe | None = None,
) -> Game:
    """Return the game of a ruleset that is already parsed, as `load` does. Raises RulesetError."""
    made = opened.compile((*opened.chosen, *variants), assume)
    faults = opened.diagnostics if made is None else in_order(made.faults)
    if made is None or has_errors(faults):
        raise RulesetError(_errors(faults) or faults)
    errors = errors_of(made, is_checked=not opened.library.with_examples)
    if errors:
        raise RulesetError(in_order(errors))
    return Game(made, (restore, recipe) if recipe is not None else None)


def errors_of(made: Compilation, is_checked: bool = False) -> list[Diagnostic]:
    """Return why rules cannot be played, with *is_checked* after all checks."""
    # Each example is run with the variants it names, not with the chosen ones.
    found = made.findings if is_checked else made.senseless
    # Other numbers of players are compiled when they are needed.
    return _errors((*made.faults, *found)) or _errors(
        made.lowering_faults_for(sorted(made.rules.players)[:1])
    )


# --- games that were pickled -------------------------------------------------------------------

_LOADED: WeakValueDictionary[Recipe, Game] = WeakValueDictionary()
_RESTORED: dict[tuple[Recipe, str, str], Game] = {}  # a process makes the game of many states once
_MOST_RESTORED = 16
_LOCK = Lock()  # so that threads do not make a game twice


def restore(recipe: Recipe, name: str, hash: str, numbering: str, version: str) -> Game:
    """Return a game that was pickled, made again from its rules if need be.

    Raises RulesChanged if the rules now have another hash or other numbers, and RulesetError if they cannot be played.
    """
    if version != __version__:
        raise RulesChanged(
            f"{name} was pickled by wtrules {version}, and this is wtrules {__version__}: "
            "a pickle is for the same version; keep positions and games as text instead"
        )
    with _LOCK:
        game = _RESTORED.get((recipe, hash, numbering)) or _LOADED.get(recipe)
        if game is None or (game.hash, game.numbering) != (hash, numbering):
            library = Library()
            opened = OpenedRuleset(library, recipe.open(library))
            game = load_opened(opened, recipe.variants, recipe.assume, recipe)
        where = "" if recipe.is_shipped else f" ({recipe.ruleset})"
        if game.hash != hash:
            raise RulesChanged(
                f"the rules of {name}{where} have changed since it was pickled: "
                f"their hash was {hash} and is now {game.hash}"
            )
        if game.numbering != numbering:
            raise RulesChanged(
                f"the rules of {name}{where} are in another order than when it was pickled: they play "
                "alike, but the numbers of a state mean something else"
            )
        _RESTORED[recipe, hash, numbering] = game
        while len(_RESTORED) > _MOST_RESTORED:
            del _RESTORED[next(iter(_RESTORED))]
        return game


@cache
def load_atlas() -> Rules:
    """Return the rule atlas: all topics, and what each manual says about them."""
    atlas, _ = load_rules(atlas_ruleset())
    assert atlas is not None
    return atlas


def _errors(faults: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [fault for fault in faults if fault.severity is Severity.ERROR]
