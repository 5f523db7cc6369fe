"""A rule file as words: names, numbers, texts and signs with their places, comments beside them.

What kind of word `spell` or `p3` is depends on where it stands, so the parser decides; here a word
is only cut out. Slips that can be seen in a word alone, such as a decimal number or a foreign
comment, get a kind of their own.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from wtrules.syntax.from_grammar import tables

MAX_WORDS = 150_000
MAX_FAULTY_WORDS = 1000

# Kinds of words that no rule file may hold.
FOREIGN_COMMENT = "foreign comment"
DECIMAL = "decimal"
WRONG_QUOTES = "wrong quotes"
UNCLOSED_TEXT = "unclosed text"
WRONG_SIGN = "wrong sign"
STRAY = "stray"
FAULTY_KINDS = frozenset({FOREIGN_COMMENT, DECIMAL, WRONG_QUOTES, UNCLOSED_TEXT, WRONG_SIGN, STRAY})
SIGN = "sign"

# Signs of other languages and of mathematics, and how they are written here.
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


class Word(NamedTuple):
    """A word of a rule file; a word put in by the parser itself has no width."""

    kind: str
    start: int
    end: int
    text: str


class Words(NamedTuple):
    """The words of a file and its comments.

    `is_clean` says whether no word is faulty by itself, `is_whole` whether these are all words:
    there is an end to patience with a file that is none of ours.
    """

    words: list[Word]
    comments: list[Word]
    is_clean: bool
    is_whole: bool = True


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The pattern of all words, and that of plain ones, without those that need a context."""
    language = tables()
    signs = [sign for sign in language.terminal_of if not _is_word(sign)]
    groups = {
        "blank": language.blank,
        "comment": language.comment,
        FOREIGN_COMMENT: _FAULTY_PATTERNS[FOREIGN_COMMENT],
        DECIMAL: _FAULTY_PATTERNS[DECIMAL],
        **language.patterns,
        WRONG_QUOTES: _FAULTY_PATTERNS[WRONG_QUOTES],
        UNCLOSED_TEXT: _FAULTY_PATTERNS[UNCLOSED_TEXT],
        WRONG_SIGN: _FAULTY_PATTERNS[WRONG_SIGN],
        SIGN: "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True)),
        STRAY: _FAULTY_PATTERNS[STRAY],
    }
    # A sign such as `==` must be seen before the `=` in it.
    order = ["blank", "comment", FOREIGN_COMMENT, DECIMAL, *language.special]
    order += ["PATH", "NAME", "INT", "STRING", WRONG_QUOTES, UNCLOSED_TEXT, WRONG_SIGN]
    order += [name for name in groups if name not in order and name not in (SIGN, STRAY)]
    order += [SIGN, STRAY]

    def joined(names: list[str]) -> re.Pattern[str]:
        return re.compile(
            "|".join(f"(?P<{name.replace(' ', '_')}>{groups[name]})" for name in names)
        )

    return joined(order), joined([name for name in order if name not in language.special])


def _is_word(text: str) -> bool:
    return text[0].isalpha()


def scan(text: str) -> Words:
    """Return the words and comments of a file; every character is in one of them, or blank."""
    pattern, plain = _patterns()
    special = tables().special
    faulty = {kind.replace(" ", "_"): kind for kind in FAULTY_KINDS}
    words: list[Word] = []
    comments: list[Word] = []
    patience = MAX_FAULTY_WORDS
    add = words.append
    for match in pattern.finditer(text):
        kind = match.lastgroup
        if kind == "blank":
            continue
        start, end = match.span()
        if kind == "comment":
            comments.append(Word("comment", start, end, match.group()))
            continue
        if kind in faulty:
            kind = faulty[kind]
            patience -= 1
        elif kind in special:
            other = plain.match(text, start)
            if other is not None and other.end() == end:
                kind = f"{kind} {other.lastgroup}"  # two ways to take the same letters
        add(Word(kind or STRAY, start, end, match.group()))
        if patience == 0 or len(words) > MAX_WORDS:
            return Words(words, comments, patience == MAX_FAULTY_WORDS, is_whole=False)
    return Words(words, comments, patience == MAX_FAULTY_WORDS)


def split(text: str, start: int, end: int) -> list[Word]:
    """Return the plain words from *start* on up to *end* or a little further."""
    _, plain = _patterns()
    faulty = {kind.replace(" ", "_"): kind for kind in FAULTY_KINDS}
    words: list[Word] = []
    while start < end:
        match = plain.match(text, start)
        if match is None:
            break
        kind = match.lastgroup or STRAY
        if kind not in ("blank", "comment"):
            words.append(Word(faulty.get(kind, kind), match.start(), match.end(), match.group()))
        start = match.end()
    return words
