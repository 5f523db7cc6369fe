"""Keywords by their use, for messages: what can begin a clause, and where each clause belongs."""

from __future__ import annotations

from wtrules.language import verbs
from wtrules.syntax.tables import END, Tables


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_IN_RULES = "inside a rule, card or spell: `rule castle.entry { … }`"
_AT_TOP = "at the top of a file, or directly inside a ruleset or variant"

RULESET_CLAUSES = _words("title language extends includes examples players")

# Where each clause belongs, by its first word.
HOMES: dict[str, str] = {
    **dict.fromkeys(RULESET_CLAUSES, "inside a ruleset: `ruleset friday { … }`"),
    **dict.fromkeys(("needs", "excludes"), "inside a variant: `variant nasty { … }`"),
    "cost": "directly inside a spell: `spell second_wind { … }`",
    "code": "directly inside a card or spell: `card wizard { … }`",
    **dict.fromkeys(("on", "forbid"), "directly inside a rule, card or spell"),
    **dict.fromkeys(("says", "cites", "covers", "assumed", "name"), _IN_RULES),
    **dict.fromkeys(("given", "then"), "inside an example: `example castle.next_shield { … }`"),
    **dict.fromkeys(
        ("evidence", "reading", "default", "letter", "affects", "confidence"),
        "inside an assumption: `assumption amb.cost.free { … }`",
    ),
    **dict.fromkeys(("holds", "shows"), "inside a chapter, rule or spell: `chapter castle { … }`"),
    **dict.fromkeys(("word", "columns"), "inside a label: `label hand.size { … }`"),
    **dict.fromkeys(
        _words("choose may either option if when repeat each as do perform set let use stop end"),
        _IN_RULES,
    ),
    **dict.fromkeys(
        _words(
            "rule card spell table deck define memory allowance outcome variant override remove"
            " example assumption suppress topic manual chapter label"
        ),
        _AT_TOP,
    ),
    "ruleset": "at the top of a file",
}

# Items that have a name before their block.
NAMED = _words(
    "rule card spell ruleset variant outcome example assumption table override topic manual"
    " chapter label"
)

# Keywords that may also be names of settings, tables and cards.
LABELS = _words(
    "wizard wizards tower towers space spaces place places player players card cards spell spells"
    " castle game round turn action hand flask flasks die winner home"
)

# Words that always begin a clause; other keywords may also be part of a term.
FIRM = _words(
    "choose may either option if when repeat each do perform set let use stop end says cites covers"
    " assumed cost code forbid title extends includes needs excludes given evidence"
)

VERBS = frozenset(verb.form.split()[0] for verb in verbs.VERBS.values())

OPERATORS = _words("or and in is + - * / mod = != < <= > >= of at")

# Whatever else fits, a value is wanted where all of these do.
VALUE_STARTS = frozenset({"NAME", "INT", "LPAR", "STRING"})

FILLERS = _words("a an the your my one its their some that this then please to of")

# Words that can open a block.
OPENERS = _words(
    "ruleset variant rule card spell table deck outcome example assumption topic manual reading"
    " chapter label"
    " override add may either if repeat each as round turn game action"
)

_CONTAINERS = {
    "": "at the top of a file",
    "RULESET": "directly inside a ruleset",
    "VARIANT": "inside a variant",
    "RULE": "directly inside a rule",
    "CARD": "directly inside a card",
    "SPELL": "directly inside a spell",
    "item_kind": "here",
    "SETTINGS": "among settings",
    "TABLE": "inside a table",
    "DECK": "inside a deck",
    "OUTCOME": "inside an outcome",
    "EXAMPLE": "inside an example",
    "ASSUMPTION": "inside an assumption",
    "READING": "inside a reading",
    "TOPIC": "inside a topic",
    "MANUAL": "inside a manual",
    "CHAPTER": "inside a chapter",
    "LABEL": "inside a label",
}

_PHRASES = {
    "NAME": "a name",
    "PATH": "a name",
    "INT": "a number",
    "STRING": 'a text in quotes: `"…"`',
    "COPIES": "a number of cards: `4 x`",
    "PAGE": "a page: `p5`",
    "COMPARE": "a comparison",
    END: "the end of the file",
}

_KINDS = _words(
    "wizard wizards tower towers space spaces place places player players card cards spell spells"
)


def container_phrase(container: str) -> str:
    """Return a phrase for a block, by the symbol that begins it."""
    return _CONTAINERS.get(container, "inside this block")


def expectation(accepts: frozenset[str], language: Tables) -> str:
    """Return in plain words what is expected at a place that accepts these terminals."""
    texts = {language.text_of.get(terminal, "") for terminal in accepts} - {""}
    parts: list[str] = []
    if VALUE_STARTS <= accepts:
        parts.append("a value")
        texts -= _KINDS | {"(", "-", "not"}
        texts -= _words("number any no first next random highest lowest total can castle")
        texts -= _words("on beneath above")
    else:
        parts += sorted({_PHRASES[t] for t in accepts if t in _PHRASES})
    if len(texts & _KINDS) > 4:
        texts -= _KINDS
        parts.append("a kind of piece such as `wizard` or `tower`")
    if len(texts & OPERATORS) > 3:
        texts -= OPERATORS
        parts.append("an operator such as `+` or `and`")
    parts += [f"`{text}`" for text in sorted(texts, key=lambda t: (t.isalpha(), t))]
    if not parts:
        return "leave it out"
    if len(parts) > 12:
        parts = [*parts[:11], "or another clause"]
        return f"expected {', '.join(parts)}"
    if len(parts) == 1:
        return f"expected {parts[0]}"
    return f"expected {', '.join(parts[:-1])} or {parts[-1]}"
