"""The rules of Wandering Towers as text you can edit, check, run, compare and explain.

Public names load what they need when they are first used; importing the package is cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from wtrules.version import __version__ as __version__

if TYPE_CHECKING:
    from wtrules.backends.actions import ActionSpace
    from wtrules.backends.native import NativeFault
    from wtrules.backends.reference import EndlessPlay
    from wtrules.backends.vectors import VectorLayout
    from wtrules.diagnostics import Diagnostic, Severity
    from wtrules.editions.compare import diff
    from wtrules.editions.sides import SideError
    from wtrules.game.arrays import Games
    from wtrules.game.explain import Explanation, explain
    from wtrules.game.game import ChanceOutcome, Game, Observation, State
    from wtrules.game.load import RulesetError, load
    from wtrules.game.moves import Decision, IllegalMove, IllegalRoll, Move, Moves
    from wtrules.game.playthrough import History, parse_game, record, replay
    from wtrules.game.recipe import RulesChanged
    from wtrules.game.view import Flasks, Result
    from wtrules.meaning.changes import changes
    from wtrules.pipeline import load_rules
    from wtrules.position.faults import BadPosition
    from wtrules.resolve.model import Rules
    from wtrules.simulate.simulation import Simulation, measure
    from wtrules.source import SourceFile
    from wtrules.validation import validate

_HOMES = {
    "ActionSpace": "wtrules.backends.actions",
    "BadPosition": "wtrules.position.faults",
    "ChanceOutcome": "wtrules.game.game",
    "Decision": "wtrules.game.moves",
    "Diagnostic": "wtrules.diagnostics",
    "EndlessPlay": "wtrules.backends.reference",
    "Explanation": "wtrules.game.explain",
    "Flasks": "wtrules.game.view",
    "Game": "wtrules.game.game",
    "Games": "wtrules.game.arrays",
    "History": "wtrules.game.playthrough",
    "IllegalMove": "wtrules.game.moves",
    "IllegalRoll": "wtrules.game.moves",
    "Move": "wtrules.game.moves",
    "Moves": "wtrules.game.moves",
    "NativeFault": "wtrules.backends.native",
    "Observation": "wtrules.game.game",
    "Result": "wtrules.game.view",
    "Rules": "wtrules.resolve.model",
    "RulesChanged": "wtrules.game.recipe",
    "RulesetError": "wtrules.game.load",
    "Severity": "wtrules.diagnostics",
    "SideError": "wtrules.editions.sides",
    "Simulation": "wtrules.simulate.simulation",
    "SourceFile": "wtrules.source",
    "State": "wtrules.game.game",
    "VectorLayout": "wtrules.backends.vectors",
    "changes": "wtrules.meaning.changes",
    "diff": "wtrules.editions.compare",
    "explain": "wtrules.game.explain",
    "load": "wtrules.game.load",
    "load_rules": "wtrules.pipeline",
    "measure": "wtrules.simulate.simulation",
    "parse_game": "wtrules.game.playthrough",
    "record": "wtrules.game.playthrough",
    "replay": "wtrules.game.playthrough",
    "validate": "wtrules.validation",
}

__all__ = [
    "ActionSpace",
    "BadPosition",
    "ChanceOutcome",
    "Decision",
    "Diagnostic",
    "EndlessPlay",
    "Explanation",
    "Flasks",
    "Game",
    "Games",
    "History",
    "IllegalMove",
    "IllegalRoll",
    "Move",
    "Moves",
    "NativeFault",
    "Observation",
    "Result",
    "Rules",
    "RulesChanged",
    "RulesetError",
    "Severity",
    "SideError",
    "Simulation",
    "SourceFile",
    "State",
    "VectorLayout",
    "changes",
    "diff",
    "explain",
    "load",
    "load_rules",
    "measure",
    "parse_game",
    "record",
    "replay",
    "validate",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
