"""What the page shows before its engine is ready: the catalogue, and a first house rule with its board.

`wtrules web --export` writes it beside the page as a file, so that the text and the board are
visible at once while Python is still loading.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wtrules.texts import LANGUAGES
from wtrules.web.api import answer

FIRST = Path(__file__).parent / "static" / "first.wtr"  # the page has the same text
_NAME = "my-first-rule.wtr"
_PLAYERS, _SEED, _SEAT = 2, 1, 0  # as the page begins its first game


def start() -> dict[str, Any]:
    """Return the answers to the first calls of a new reader, by language."""
    return {lang: _in_language(lang) for lang in LANGUAGES}


def _in_language(lang: str) -> dict[str, Any]:
    project = {"files": {_NAME: FIRST.read_text("utf-8")}, "main": _NAME}
    game = {"project": project, "players": _PLAYERS, "seed": _SEED, "moves": []}
    return {
        "catalog": answer("catalog", {"lang": lang}),
        "project": project,
        "check": answer("check", {"project": project, "lang": lang}),
        "view": answer("view", {"game": game, "lang": lang, "seat": _SEAT}),
    }
