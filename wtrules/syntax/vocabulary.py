"""Keywords by their use, for messages: what can begin a clause, and where each clause belongs.

The table is `vocabulary.toml`; it is read when a rule file has an error.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from wtrules.diagnostics import wording
from wtrules.language import verbs
from wtrules.language.scopes import LEVEL
from wtrules.phrase import commas, listed
from wtrules.syntax.tables import Tables

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(_TABLE["words"][name].split())


# Where each clause belongs, by its first word.
HOMES: dict[str, str] = {
    word: home for home, words in _TABLE["homes"].items() for word in words.split()
}

RULESET_CLAUSES = _words("ruleset_clauses")
SINGLE = _words("single")
NAMED = _words("named")
NAMING = _words("naming")
OPENERS = _words("openers") | LEVEL.keys()
LABELS = _words("labels") | LEVEL.keys()
FIRM = _words("firm")
OPERATORS = _words("operators")
FILLERS = _words("fillers")
VERBS = frozenset(verb.form.split()[0] for verb in verbs.VERBS.values())
EVENT_CLAUSES = frozenset({"on", "forbid"})
KINDS = _words("kinds")

# Whatever else fits, a value is wanted where all of these do.
VALUE_STARTS = frozenset({"NAME", "INT", "LPAR", "STRING"})


def container_phrase(container: str) -> str:
    """Return a phrase for a block, by the symbol that begins it."""
    phrase: str = _TABLE["containers"].get(container, "inside this block")
    return phrase


def expectation(accepts: frozenset[str], language: Tables) -> str:
    """Return in plain words what is expected at a place that accepts these terminals."""
    texts = {language.text_of.get(terminal, "") for terminal in accepts} - {""}
    parts: list[str] = []
    if VALUE_STARTS <= accepts:
        parts.append(wording("syntax.value"))
        texts -= KINDS | _words("value_starts")
    else:
        phrases = _TABLE["terminals"]
        parts += sorted({phrases[terminal] for terminal in accepts if terminal in phrases})
    if len(texts & KINDS) > 4:
        texts -= KINDS
        parts.append(wording("syntax.kind"))
    if len(texts & OPERATORS) > 3:
        texts -= OPERATORS
        parts.append(wording("syntax.operator"))
    parts += [f"`{text}`" for text in sorted(texts, key=lambda t: (t.isalpha(), t))]
    if not parts:
        return wording("syntax.leave-out")
    if len(parts) > 12:
        return wording("syntax.expected-more", list=commas(parts[:11]))
    return wording("syntax.expected", list=listed(parts, "or"))
