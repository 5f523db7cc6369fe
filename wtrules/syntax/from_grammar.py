"""From the grammar to the tables of the parser.

They are shipped as `tables.json`. If the grammar has changed since, new tables are made with Lark
and kept in the user's cache; otherwise Lark is never imported. After a change of the grammar,
`python -m wtrules.syntax` writes `tables.json` again.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from wtrules import resources
from wtrules.cache import cached_bytes
from wtrules.syntax.tables import Tables

SHIPPED = Path(__file__).with_name("tables.json")
_LAYOUT = 2  # increased with every change of the layout of `tables.json`


def grammar_text() -> str:
    """Return the grammar: all its files, joined in the order of their names."""
    paths = sorted(resources.grammar_folder().glob("*.lark"))
    return "\n".join(path.read_text("utf-8") for path in paths)


@cache
def language_key() -> str:
    """Return a hash of everything that the tables depend on."""
    text = f"{_LAYOUT}\0{grammar_text()}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@cache
def tables() -> Tables:
    """Return the tables of the grammar."""
    try:
        stored = json.loads(SHIPPED.read_text("utf-8"))
    except (OSError, ValueError):  # missing, or in the middle of a merge
        stored = {}
    if stored.get("key") == language_key():
        return Tables(stored)
    try:
        return Tables(json.loads(cached_bytes("tables", language_key(), _make)))
    except (ValueError, KeyError, TypeError):  # intact, but written by something else
        return Tables(json.loads(_make()))


def _make() -> bytes:
    from wtrules.syntax.lark_tables import tables_text

    return tables_text(grammar_text(), language_key()).encode()


def write_tables() -> None:
    """Write the tables that are shipped."""
    SHIPPED.write_bytes(_make())
