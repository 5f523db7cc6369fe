"""Whole phrases people write before they know how rules say it, and how rules do.

A phrase is matched word by word, with one space between words and signs. Its cures are tried in
order: the first that can stand in its place is shown, so one phrase may have a cure for the top of
a file and another one for the inside of a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

from attrs import frozen

Cure: TypeAlias = "str | Callable[[re.Match[str]], str]"

_NUMERALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMERALS = {word: str(number) for number, word in enumerate(_NUMERALS, start=1)}

# What is said of a thing before its kind, in everyday speech, and how it is asked.
_ADJECTIVES = {
    **dict.fromkeys(("enemy", "opposing", "foreign", "hostile", "opponent", "others"), "not own"),
    **dict.fromkeys(("own", "my", "friendly"), "own"),
    **dict.fromkeys(("covered", "trapped", "locked", "imprisoned"), "hidden"),
    **dict.fromkeys(("top", "uppermost"), "topmost"),
    **dict.fromkeys(("empty", "unoccupied"), "free"),
    **{word: word for word in ("visible", "hidden", "topmost", "free", "shielded")},
}

_NAME = r"[^\W\d][\w.-]*"
_DOTTED = r"[^\W\d][\w-]*(?:\.[\w-]+)+"
_KIND = "(?P<kind>wizard|tower|space|place|player|card|spell)s?"
_SCOPE = "(?P<scope>game|round|turn|action)"
_ARTICLE = "(?:an? |the |each |every |any )?"
_WAY = "(?P<way>clockwise|counterclockwise|forward|backward)s?"
_HAPPENS = (
    "(?P<happens>lands|leaves|passes|enters|hides|reveals|swaps|fills|spends|empties|recovers"
    "|receives|plays|discards|draws|scores|casts|rolls)"
)
_MEMORY = rf"(?P<x>(?!(?:let|set|do|override|memory|define|when|if)\b){_NAME}(?: of {_NAME})?)"


@frozen
class Phrase:
    """A phrase, what could stand in its place, and how to say so."""

    pattern: str
    cures: tuple[Cure, ...]
    advice: str = "write `{cure}`"
    problem: str = "is said in other words here"


def _happening(match: re.Match[str]) -> str:
    """`when a wizard enters the castle`, as an event."""
    kind = match["kind"]
    name = match["name"] or kind[0]
    rest = re.sub(r"\b(?:an?|the) ", "", match["rest"] or "")
    return f"on {kind} {name} {match['happens']}{rest}"


def _with_adjective(match: re.Match[str]) -> str:
    """`choose enemy wizard w where visible`, with the adjective behind `where`."""
    said, rest = _ADJECTIVES[match["adjective"]], match["rest"]
    if rest:
        said += f" and ({rest})" if " or " in rest else f" and {rest}"
    return f"{match['before']} {match['kind']}{match['name'] or ''} where {said}"


def _by_chance(match: re.Match[str]) -> str:
    """`choose random tower t where t …`: the name stands before, and another one inside."""
    name, rest = match["name"], match["rest"] or ""
    inner = ""
    if re.search(rf"\b{name}\b", rest):
        inner = " u" if name != "u" else " v"
        rest = re.sub(rf"\b{name}\b", inner.strip(), rest)
    return f"let {name} = random {match['kind']}{inner}{rest}"


PHRASES: tuple[Phrase, ...] = (
    # --- values: settings at the top, memories inside rules ---
    Phrase(
        rf"(?:override |set |do |let )?{_MEMORY} \+ = (?P<v>.+)",
        ("add to {x} = {v}", "do add {v} to {x}"),
    ),
    Phrase(
        rf"(?:set |do |let )?{_MEMORY} - = (?P<v>.+)",
        ("set {x} = {x} - {v}",),
    ),
    Phrase(rf"(?:do )?{_MEMORY} \+ \+", ("do add 1 to {x}",)),
    Phrase(rf"(?:do )?{_MEMORY} - -", ("set {x} = {x} - 1",)),
    Phrase(
        rf"(?:do )?{_MEMORY} = (?P<v>.+)",
        ("set {x} = {v}",),
    ),
    Phrase(
        rf"(?:override |set |change |let |make |modify |update |replace )?(?P<x>{_DOTTED})"
        r" (?:=|:|to|is|as) (?P<v>.+)",
        ("override {x} = {v}",),
    ),
    Phrase(rf"(?P<x>{_DOTTED}) (?P<v>.+)", ("override {x} = {v}",)),
    Phrase(rf"(?:let|const|constant) (?P<x>{_NAME}) (?:=|:) (?P<v>.+)", ("define {x} = {v}",)),
    Phrase(
        "(?:variable|var|counter|global|state|int|integer|number|remember|memory)"
        rf" (?P<x>{_NAME}) (?:=|:|as|is) (?P<v>.+)",
        ("memory {x} = {v}",),
    ),
    Phrase(
        f"(?:variable|var|counter|global|state|remember) (?P<x>{_NAME})", ("memory {x} = 0",)
    ),
    Phrase(
        r"(?:add to )?deck (?:[:=] )?(?P<cards>\d+ ?x .+)", ("add to deck {{ {cards} }}",)
    ),
    Phrase(r"add (?P<cards>\d+ ?x .+) to (?:the )?deck", ("add to deck {{ {cards} }}",)),
    Phrase(rf"add to (?P<x>{_NAME}) : (?P<v>.+)", ("add to {x} = {v}",)),
    Phrase(rf"add (?P<v>.+) to (?P<x>{_NAME})", ("add to {x} = {v}",)),
    # --- how many play ---
    Phrase(
        r"(?P<before>players|variant \S+ for) (?P<low>\d+) (?:-|to) (?P<high>\d+)(?P<rest> players)?",
        ("{before} {low}..{high}{rest}", "{before} {low}..{high}"),
    ),
    Phrase(r"(?P<low>\d+) - (?P<high>\d+) (?P<rest>\|.+)", ("{low}..{high} {rest}",)),
    # --- events ---
    Phrase(
        r"(?P<on>on|forbid) (?P<who>wizard \w+ (?:lands on|leaves)) (?:space )?(?P<number>\d+)",
        ("{on} {who} p when space of p = space {number}",),
        "name the place and ask which it is: `{cure}`",
    ),
    Phrase(
        r"(?P<on>on|forbid) (?P<who>(?:wizard|tower) \w+ (?:lands on|leaves|passes))"
        r" (?:space )?(?P<number>\d+)",
        ("{on} {who} s when s = space {number}",),
        "name the space and ask which it is: `{cure}`",
    ),
    Phrase(
        rf"(?:on|at|when) (?:every|each) (?P<number>\d+)(?: (?:st|nd|rd|th|\.))? {_SCOPE}s?",
        ("on {scope} begins",),
        "the event is `{cure}`; count them in a memory, and ask `when counted mod {number} = 0`",
    ),
    Phrase(rf"(?:on|at|when) (?:every|each) {_SCOPE}", ("on {scope} begins",)),
    Phrase(
        rf"(?:on|at|when) (?:the )?(?:start|beginning) of {_ARTICLE}{_SCOPE}",
        ("on {scope} begins",),
    ),
    Phrase(rf"(?:on|at|when) (?:the )?end of {_ARTICLE}{_SCOPE}", ("on {scope} ends",)),
    Phrase(rf"(?:when|at) {_ARTICLE}{_SCOPE} (?:begins|starts)", ("on {scope} begins",)),
    Phrase(rf"(?:when|at) {_ARTICLE}{_SCOPE} (?:ends|stops|is over)", ("on {scope} ends",)),
    Phrase(
        rf"when {_ARTICLE}(?P<kind>wizard|tower|player) (?:(?P<name>\w+) )?{_HAPPENS}"
        r"(?P<rest> .+)?",
        (_happening,),
        "events begin with `on`: `{cure}`",
    ),
    # --- having ---
    Phrase(
        r"(?P<if>when|if) (?P<who>.+) (?:has|have) (?:at least )?(?P<n>\d+) "
        r"(?P<what>full|empty) flasks?",
        ("{if} {what}_flasks of {who} >= {n}",),
    ),
    Phrase(
        r"(?P<if>when|if) (?P<who>.+) (?:has|have) (?:at least )?(?P<n>\d+) cards?",
        ("{if} hand_size of {who} >= {n}",),
    ),
    # --- choosing ---
    Phrase(
        rf"choose (?:an? |one )?random(?:ly)? {_KIND} (?P<name>\w+)(?P<rest> (?:on|where) .+)?",
        (_by_chance,),
        "chance chooses with `random`: `{cure}`",
    ),
    Phrase(
        r"(?P<before>choose|(?:.* )?(?:any|no|each|number of|first|next|random))"
        rf" (?:an? )?(?P<adjective>{'|'.join(_ADJECTIVES)}) {_KIND}(?P<name> (?!where)\w+)?"
        r"(?: where (?P<rest>.+))?",
        (_with_adjective,),
    ),
    Phrase(
        rf"(?P<before>choose|each) (?:an? )?(?:other|another) player (?P<name>{_NAME})",
        ("{before} player {name} where {name} is not actor",),
    ),
    Phrase(r"choose any (?P<rest>.+)", ("choose {rest}",)),
    # --- doing ---
    Phrase(r"do move (?P<x>.+?) (?:in)?to (?:the )?castle", ("do bring {x} home",)),
    Phrase(
        r"do move (?P<x>.+?) (?:to|onto|on) (?P<p>space \S+)", ("do put {x} on top of {p}",)
    ),
    Phrase(r"do move (?P<x>.+?) (?:to|onto|on) (?P<p>.+)", ("do put {x} on {p}",)),
    Phrase(
        rf"do move (?P<x>.+?) (?:by )?(?P<n>\S+) (?:(?:spaces?|steps?|fields?) )?{_WAY}",
        ("do move {x} {way} {n}",),
    ),
    Phrase(
        rf"do move (?P<x>.+?) {_WAY} (?:by )?(?P<n>\S+)(?: (?:spaces?|steps?|fields?))?",
        ("do move {x} {way} {n}",),
    ),
    Phrase(
        rf"do move (?P<x>.+?) (?:by )?(?!{_WAY}$)(?P<n>\S+)(?: (?:spaces?|steps?|fields?))?",
        ("do move {x} clockwise {n}",),
        "write `{cure}`, or another way",
        "does not say which way",
    ),
    Phrase(
        r"do (?P<what>.+) (?P<of>for|of) (?:each|every|all) players?",
        ("each player p {{ do {what} {of} p }}",),
    ),
    Phrase(
        r"do give (?P<what>.+ flasks?) to (?P<whom>.+)",
        ("do give {what} of next_player of active to {whom}",),
        "write `{cure}`, or of somebody else",
        "does not say whose",
    ),
    Phrase(
        r"do score (?P<n>\S+) points?",
        ("do score {n}",),
    ),
)  # fmt: skip

# Words behind a number that say what is counted, where that is clear already.
UNITS = frozenset(
    [
        "point",
        "points",
        "flask",
        "flasks",
        "potion",
        "potions",
        "full",
        "space",
        "spaces",
        "step",
        "steps",
        "field",
        "fields",
        "card",
        "cards",
        "wizard",
        "wizards",
        "tower",
        "towers",
        "player",
        "players",
    ]
)

_COUNTED = rf"\b(?:{'|'.join(NUMERALS)})\b|\ban?(?= (?:card|flask|point))"


@cache
def _compiled() -> tuple[tuple[Phrase, re.Pattern[str]], ...]:
    """Return the table ready for use; files without a slip never need it."""
    return tuple((phrase, re.compile(phrase.pattern)) for phrase in PHRASES)


def other_words(said: str) -> Iterator[tuple[str, str, str]]:
    """Return what could have been meant by a phrase, best first, with advice and the problem."""
    for phrase, pattern in _compiled():
        match = pattern.fullmatch(said)
        if match is None:
            continue
        parts = {name: part or "" for name, part in match.groupdict().items()}
        for cure in phrase.cures:
            right = cure.format(**parts) if isinstance(cure, str) else cure(match)
            if right.startswith("do "):
                right = re.sub(_COUNTED, lambda found: NUMERALS.get(found[0], "1"), right)
            if right != said:
                yield right, phrase.advice.format(cure=right, **parts), phrase.problem
