"""Rule files made up at random: known ones, changed at the places of their nodes.

Most changes keep the grammar: a node is replaced by another one of its group, left out, doubled, moved,
or put inside something else. Some change single words, and a few single characters.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from attrs import define, frozen

from tests.fuzz.seeds import LISTED, Piece, Place, Seeds, house_seeds, small_seeds

Edit = tuple[int, int, str]  # from, to, what is there instead

_NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 17, 31, 32, 63, 64, 65, 99, 100, 127, 128, 255, 256,
            1000, 9999, 65536, 2**31 - 1, 2**31, 2**32, 2**63, 10**19, 10**40)  # fmt: skip
_OPERATORS = (
    "+",
    "-",
    "*",
    "/",
    "mod",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "and",
    "or",
    "is",
    "is not",
    "in",
)
_OPERATOR = re.compile(r"(?<= )(\+|-|\*|/|mod|!=|<=|>=|=|<|>|and|or|is not|is|in)(?= )")
_NUMBER = re.compile(r"(?<![\w.~-])\d+(?![\w.])")
_WORD = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*|\w[\w.-]*|\.\.|[<>!]=|[^\s\w]')
_TERMS = (
    "not ({})", "({}) + 1", "-({})", "({0}) and ({0})", "({0}) or ({0})", "({0}) = ({0})",
    "({} when yes else 0)", "number of wizards where {}", "no player p where {}", "({}) mod 2",
    "highest {} for player p", "({}) * 1000000000", "1 / ({})", "({0}) - ({0})", "any card where {}",
    "first space s where {}", "next place clockwise from {}", "space of {}", "owner of {}", "top of {}",
)  # fmt: skip
_STATEMENTS = (
    "may {{ {} }}", "if any wizard {{ {} }}", "repeat 2 times {{ {} }}", "repeat {{ {} }}",
    "repeat {{ {} stop }}", "each player p {{ {} }}", "either {{ {0} }} or {{ {0} }}", "as active {{ {} }}",
    "round {{ {} }}", "turn of active {{ {} }}", "action {{ {} }}", "either {{ {} }} else {{ }}",
    "repeat while no wizard {{ {} }}", "if yes {{ {0} }} else {{ {0} }}", "each space s {{ {} }}",
    "each wizard w {{ {} }}", "each card c {{ {} }}",
)  # fmt: skip
_WORDS = (
    "rule", "spell", "card", "deck", "table", "memory", "define", "override", "remove", "add", "to",
    "of", "for", "each", "player", "players", "wizard", "tower", "castle", "space", "place", "number",
    "from", "where", "when", "on", "forbid", "after", "do", "end", "turn", "game", "stop", "perform",
    "{", "}", "(", ")", "=", ",", "..", "|", "x", "per", "en", "de", '"text"', "0", "7", "p3", "0.5",
    "==", "≤", "'", '"', "#", "//", "*", "a.b", "größe", "yes", "no", "nothing", "actor", "active",
)  # fmt: skip
_CHARACTERS = (
    *"{}()\"'#.,=|-~ \n\t\r\\/*:;<>!0123456789axzAÄßß", "\x00", "\x1b", "\x7f", "\x85", "\xa0", "\u200b",
    "\u202e", "\u2028", "\ufeff", "\ufffd", "é", "e\u0301", "中", "😀", "\U0010ffff", "²", "٣", "İ", "ﬁ", "\x0c",
)  # fmt: skip


@frozen
class RuleFile:
    """A rule file that was made up, and whether it builds on a shipped game, which takes longer."""

    text: str
    on_shipped: bool


def make_rule_file(rng: random.Random) -> RuleFile:
    """Return a rule file made up at random."""
    on_shipped = rng.random() < 0.2
    seeds = house_seeds() if on_shipped else small_seeds()
    if (on_shipped and rng.random() < 0.6) or (not on_shipped and rng.random() < 0.05):
        piece = rng.choice(seeds.files)
    else:
        piece = _composed(rng, seeds, "en-capstone" if on_shipped else "small")
    maker = _Changes(rng, seeds)
    text = maker.changed(piece)
    if rng.random() < 0.08:
        text = with_changed_words(rng, text)
    if rng.random() < 0.04:
        text = with_changed_characters(rng, text)
    return RuleFile(text, on_shipped)


def _composed(rng: random.Random, seeds: Seeds, base: str) -> Piece:
    """Return a ruleset of a few items."""
    text = f"ruleset house {{\n  extends {base}\n"
    places: list[Place] = []
    for item in rng.choices(seeds.items, k=rng.choice((1, 1, 1, 2, 2, 3))):
        text += "  "
        places += [place.moved(len(text)) for place in item.places]
        text += item.text + "\n"
    return Piece(text + "}\n", tuple(places))


@define
class _Changes:
    """Changes a piece at a few of its nodes."""

    rng: random.Random
    seeds: Seeds

    def changed(self, piece: Piece) -> str:
        """Return the text with up to five changes."""
        rng, text = self.rng, piece.text
        edits: list[Edit] = []
        for _ in range(rng.choice((0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 5))):
            edits += self._edit(piece)
        taken: list[Edit] = []
        for edit in edits:
            if all(edit[1] <= other[0] or edit[0] >= other[1] for other in taken):
                taken.append(edit)
        for start, end, instead in sorted(taken, reverse=True):
            text = text[:start] + instead + text[end:]
        return text

    def _edit(self, piece: Piece) -> Sequence[Edit]:
        kind: Callable[[Piece], Sequence[Edit]] = self.rng.choices(_KINDS, _WEIGHTS)[0].__get__(
            self
        )
        return kind(piece)

    def _place(self, piece: Piece, groups: set[str] | None = None) -> Place | None:
        found = [p for p in piece.places if groups is None or p.group in groups]
        return self.rng.choice(found) if found else None

    def _replace(self, piece: Piece) -> Sequence[Edit]:
        if (at := self._place(piece)) is None:
            return ()
        other = self.rng.choice(self.seeds.texts.get(at.group) or (piece.text[at.start : at.end],))
        if at.group == "term" and self.rng.random() < 0.8 and " " in other:
            other = f"({other})"
        return ((at.start, at.end, other),)

    def _leave_out(self, piece: Piece) -> Sequence[Edit]:
        at = self._place(piece, LISTED)
        return ((at.start, at.end, ""),) if at is not None else ()

    def _double(self, piece: Piece) -> Sequence[Edit]:
        at = self._place(piece, LISTED)
        if at is None:
            return ()
        between = ", " if at.group == "Query" else " or " if at.group == "Face" else "\n"
        times = 1 if self.rng.random() < 0.98 else self.rng.choice((10, 60, 300))
        return ((at.end, at.end, (between + piece.text[at.start : at.end]) * times),)

    def _insert(self, piece: Piece) -> Sequence[Edit]:
        at = self._place(piece, {"item", "clause", "statement", "Row", "DeckLine"})
        if at is None:
            return ()
        return ((at.end, at.end, "\n" + self.rng.choice(self.seeds.texts[at.group])),)

    def _swap(self, piece: Piece) -> Sequence[Edit]:
        one = self._place(piece)
        if one is None:
            return ()
        others = [p for p in piece.places if p.group == one.group]
        two = self.rng.choice(others)
        if two.start < one.end and one.start < two.end:
            return ()
        return (
            (one.start, one.end, piece.text[two.start : two.end]),
            (two.start, two.end, piece.text[one.start : one.end]),
        )

    def _number(self, piece: Piece) -> Sequence[Edit]:
        found = list(_NUMBER.finditer(piece.text))
        if not found:
            return ()
        at = self.rng.choice(found)
        old = int(at[0])
        new = self.rng.choice((old + 1, max(0, old - 1), old * 2, self.rng.choice(_NUMBERS)))
        return ((at.start(), at.end(), str(new)),)

    def _operator(self, piece: Piece) -> Sequence[Edit]:
        found = list(_OPERATOR.finditer(piece.text))
        if not found:
            return ()
        at = self.rng.choice(found)
        return ((at.start(), at.end(), self.rng.choice(_OPERATORS)),)

    def _name(self, piece: Piece) -> Sequence[Edit]:
        at = self._place(piece, {"name"})
        if at is None:
            return ()
        local = [piece.text[p.start : p.end] for p in piece.places if p.group == "name"]
        names = local if self.rng.random() < 0.4 else self.seeds.names
        return ((at.start, at.end, self.rng.choice(names)),)

    def _wrap(self, piece: Piece) -> Sequence[Edit]:
        at = self._place(piece, {"term", "statement"})
        if at is None:
            return ()
        text = piece.text[at.start : at.end]
        shape = self.rng.choice(_TERMS if at.group == "term" else _STATEMENTS)
        deep = 1 if self.rng.random() < 0.98 else self.rng.choice((5, 12, 40, 110))
        for _ in range(deep):
            if len(text) < 20_000:
                text = shape.format(text)
        return ((at.start, at.end, f"({text})" if at.group == "term" else text),)

    def _layer(self, piece: Piece) -> Sequence[Edit]:
        """Put another word of layers before an item."""
        at = self._place(piece, {"item"})
        if at is None:
            return ()
        word = self.rng.choice(
            ("override ", "add to ", "remove ", "override override ", "variant v {")
        )
        return ((at.start, at.start, word),) + (((at.end, at.end, " }"),) if "{" in word else ())


_KINDS = (
    _Changes._replace, _Changes._leave_out, _Changes._double, _Changes._insert, _Changes._swap,
    _Changes._number, _Changes._operator, _Changes._name, _Changes._wrap, _Changes._layer,
)  # fmt: skip
_WEIGHTS = (8, 2, 1, 4, 3, 4, 2, 4, 3, 1)


def with_changed_words(rng: random.Random, text: str) -> str:
    """Return a text with some words left out, doubled, swapped or replaced."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    for at in sorted(rng.choices(words, k=rng.choice((1, 1, 2, 4))), key=lambda m: -m.start()):
        other = rng.choice(("", f"{at[0]} {at[0]}", rng.choice(words)[0], rng.choice(_WORDS)))
        text = text[: at.start()] + other + text[at.end() :]
    return text


def with_changed_characters(rng: random.Random, text: str) -> str:
    """Return a text with some characters left out, replaced or added, or cut off."""
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(8):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + text[at : at + rng.choice((3, 30))] + text[at:]
            case 2 | 3:
                text = text[:at] + text[at + rng.choice((1, 1, 5, 50)) :]
            case _:
                text = text[:at] + rng.choice(_CHARACTERS) + text[at + rng.randrange(2) :]
    return text
