"""What keywords mean, in each language: those that are no actions, events, properties, predicates or constants."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_suffix(".toml")


@cache
def keywords() -> Mapping[str, Mapping[str, str]]:
    """Return a sentence about each keyword, by language."""
    found: dict[str, dict[str, str]] = tomllib.loads(_TABLE.read_text("utf-8"))
    return found


def keyword_text(word: str, lang: str) -> str:
    """Return the sentence about a keyword; nothing for another word."""
    return keywords().get(word, {}).get(lang, "")
