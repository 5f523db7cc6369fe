"""A rule file as words: names, numbers, texts and signs with their places, comments beside them.

Whether `spell` or `p3` is a keyword or a name depends on its place in a rule, so a word has several
readings, and the parser chooses. Words that are wrong by themselves, such as a decimal number or a
comment of another language, get a kind of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from wtrules.language.events import EVENTS
from wtrules.syntax.from_grammar import tables

DETAIL = "detail"  # a clause at the beginning of a line, elsewhere perhaps a name
ON_PLACE = "ON_PLACE"  # `on` between a piece and a place
_PIECES = ("wizard", "tower", "player", "card", "spell", "piece", "castle")
EVENT_HEADS = frozenset((*_PIECES, *(event.words[0] for event in EVENTS.values())))
EVENT_WORDS = frozenset((*_PIECES, "space", "place", "hand", "die", "flask", "home", "empty"))

MAX_WORDS = 150_000
MAX_FAULTY_WORDS = 1000

# Kinds of words that no rule file may contain.
FOREIGN_COMMENT = "foreign_comment"
DECIMAL = "decimal"
WRONG_QUOTES = "wrong_quotes"
UNCLOSED_TEXT = "unclosed_text"
WRONG_SIGN = "wrong_sign"
STRAY = "stray"
SIGN = "sign"

# Operators of other languages and of mathematics, and how they are written here.
OTHER_SIGNS = {
    "===": "=",
    "==": "=",
    ":=": "=",
    "!==": "!=",
    "<>": "!=",
    "≠": "!=",
    "=<": "<=",
    "=>": ">=",
    "≤": "<=",
    "≥": ">=",
    "&&": "and",
    "&": "and",
    "!": "not",
    "¬": "not",
    "%": "mod",
    "×": "*",
    "·": "*",
    "÷": "/",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "..",
    "...": "..",
}

_FAULTY_PATTERNS = {
    FOREIGN_COMMENT: r"//[^\n]*|/\*(?s:.{0,5000}?)\*/|/\*[^\n]*",
    DECIMAL: r"\d+(?:\.\d+)+",
    WRONG_QUOTES: (r"'[^'\"\n]*'|‘[^‘’\"\n]*[’‘]|‚[^‘’\"\n]*[’‘]|[“”„‟«»][^“”„‟«»\"\n]*[“”„‟«»\"]"),
    UNCLOSED_TEXT: r'"[^\n]*',
    # `!` alone is wrong, the `!` of `!=` is not.
    WRONG_SIGN: "|".join(
        re.escape(s) + ("(?!=)" if s == "!" else "")
        for s in sorted(OTHER_SIGNS, key=len, reverse=True)
    ),
    STRAY: r"(?s:.)",
}
FAULTY_KINDS = frozenset(_FAULTY_PATTERNS)


class Word(NamedTuple):
    """A word of a rule file; a word inserted by the parser itself has no width.

    `kind` says what the word looks like: a name, a number, a sign … `readings` are the terminals
    of the grammar it can stand for, the preferred one first.
    """

    kind: str
    start: int
    end: int
    text: str
    readings: tuple[str, ...]


class Words(NamedTuple):
    """The words of a file and its comments.

    `is_clean` says whether no word is faulty by itself, `is_whole` whether these are all words:
    scanning stops early if there are too many of them, or too many faulty ones.
    """

    words: list[Word]
    comments: list[Word]
    is_clean: bool
    is_whole: bool = True


_BY_PLACE = frozenset(("on", DETAIL))
# Never names: after `a = b`, an `is` would begin a setting that nobody means.
_COMPARING = frozenset(("is", "in"))


class _Patterns(NamedTuple):
    words: re.Pattern[str]
    plain: re.Pattern[str]  # the same without the special terminals
    fixed: dict[str, tuple[str, ...]]  # readings of keywords and signs
    single: dict[str, tuple[str, ...]]  # readings of all other words, by kind


@cache
def _patterns() -> _Patterns:
    language = tables()
    signs = [sign for sign in language.terminal_of if not sign[0].isalpha()]
    first = [*sorted(language.special), "PATH", "NAME", "INT", "STRING"]
    # The first group that matches counts: a sign such as `==` comes before the `=` in it.
    groups = {
        "blank": language.blank,
        "comment": language.comment,
        **{kind: _FAULTY_PATTERNS[kind] for kind in (FOREIGN_COMMENT, DECIMAL)},
        **{name: language.patterns[name] for name in first},
        **{kind: _FAULTY_PATTERNS[kind] for kind in (WRONG_QUOTES, UNCLOSED_TEXT, WRONG_SIGN)},
        **language.patterns,
        SIGN: "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True)),
        STRAY: _FAULTY_PATTERNS[STRAY],
    }

    def joined(names: Iterable[str]) -> re.Pattern[str]:
        return re.compile("|".join(f"(?P<{name}>{groups[name]})" for name in names))

    plain = joined(name for name in groups if name not in language.special)
    fixed: dict[str, tuple[str, ...]] = {}
    for text, terminal in language.terminal_of.items():
        match = plain.match(text)
        kind = match.lastgroup if match else None
        # A keyword can also be a name; `<` is a sign of its own and a comparison.
        is_name = kind not in (None, SIGN) and text not in _COMPARING
        fixed[text] = (terminal, str(kind)) if is_name else (terminal,)
    return _Patterns(joined(groups), plain, fixed, {name: (name,) for name in groups})


def scan(text: str) -> Words:
    """Return the words and comments of a file; every character is in one of them, or blank."""
    pattern, plain, fixed, single = _patterns()
    special = tables().special
    words: list[Word] = []
    comments: list[Word] = []
    places: list[int] = []  # of the words `on` and `detail`
    tolerated = MAX_FAULTY_WORDS
    add = words.append
    make = tuple.__new__  # twice as fast as calling the class
    for match in pattern.finditer(text):
        kind = match.lastgroup or STRAY
        if kind == "blank":
            continue
        start, end = match.span()
        word = match.group()
        if kind == "comment":
            comments.append(Word("comment", start, end, word, ()))
            continue
        readings = fixed.get(word)
        if readings is None:
            tolerated -= kind in FAULTY_KINDS
            readings = single[kind]
            if kind in special:
                other = plain.match(text, start)
                if other is not None and other.end() == end:
                    kind = other.lastgroup or STRAY
                    readings = (*readings, kind)
        if word in _BY_PLACE:
            places.append(len(words))
        add(make(Word, (kind, start, end, word, readings)))
        if tolerated == 0 or len(words) > MAX_WORDS:
            return Words(words, comments, tolerated == MAX_FAULTY_WORDS, is_whole=False)
    for index in places:
        placed = _bare if words[index].text == DETAIL else _placed
        words[index] = placed(words, index, text)
    return Words(words, comments, tolerated == MAX_FAULTY_WORDS)


def _bare(words: list[Word], index: int, text: str) -> Word:
    """Return a word that is a whole clause with its readings; in the middle of a line a name first."""
    word = words[index]
    before = words[index - 1] if index else None
    is_clause = (
        before is None
        or "\n" in text[before.end : word.start]
        or before.text in ("{", "}")
        or before.kind == "STRING"
    )
    return word if is_clause else word._replace(readings=word.readings[::-1])


def _placed(words: list[Word], index: int, text: str) -> Word:
    """Return the word `on` with its readings: of an event first, or of a place.

    `when castle on s` has a place; in `when calm on castle lands on p`, an event follows. At the
    beginning of a line, `on` is the word of a clause.
    """
    word = words[index]
    keyword, *others = word.readings
    head, then = ([*words[index + 1 : index + 3], word, word])[:2]
    before = words[index - 1].end if index else 0
    is_event = (
        not index
        or "\n" in text[before : word.start]
        or words[index - 1].text in ("{", "}")
        or (_may_be(head, EVENT_HEADS) and _may_be(then, EVENT_WORDS))
    )
    readings = (keyword, ON_PLACE) if is_event else (ON_PLACE, keyword)
    return word._replace(readings=(*readings, *others))


def _may_be(word: Word, keywords: frozenset[str]) -> bool:
    """Whether a word is one of some keywords, or no keyword."""
    return word.text in keywords or word.readings == ("NAME",)


def make_word(kind: str, start: int, end: int, text: str) -> Word:
    """Return a word that is not in the file, or not in this form."""
    return Word(kind, start, end, text, _patterns().fixed.get(text, (kind,)))


def split(text: str, start: int, end: int) -> list[Word]:
    """Return the words from *start* up to *end* or a little further, without special terminals."""
    plain = _patterns().plain
    words: list[Word] = []
    while start < end:
        match = plain.match(text, start)
        if match is None:
            break
        kind = match.lastgroup or STRAY
        if kind not in ("blank", "comment"):
            words.append(make_word(kind, match.start(), match.end(), match.group()))
        start = match.end()
    return words
