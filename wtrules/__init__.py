"""The rules of Wandering Towers as text you can edit, check, run, compare and explain.

Public names load what they need when they are first used; importing the package is cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from wtrules.version import __version__ as __version__

if TYPE_CHECKING:
    from wtrules.diagnostics import Diagnostic, Severity
    from wtrules.editions.compare import diff
    from wtrules.game.game import Game, Move, State
    from wtrules.game.load import load
    from wtrules.game.position import BadPosition
    from wtrules.pipeline import load_rules
    from wtrules.rules.changes import changes
    from wtrules.rules.model import Rules
    from wtrules.validation import validate

_HOMES = {
    "BadPosition": "wtrules.game.position",
    "Diagnostic": "wtrules.diagnostics",
    "Game": "wtrules.game.game",
    "Move": "wtrules.game.game",
    "Rules": "wtrules.rules.model",
    "Severity": "wtrules.diagnostics",
    "State": "wtrules.game.game",
    "changes": "wtrules.rules.changes",
    "diff": "wtrules.editions.compare",
    "load": "wtrules.game.load",
    "load_rules": "wtrules.pipeline",
    "validate": "wtrules.validation",
}

__all__ = [
    "BadPosition",
    "Diagnostic",
    "Game",
    "Move",
    "Rules",
    "Severity",
    "State",
    "changes",
    "diff",
    "load",
    "load_rules",
    "validate",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
