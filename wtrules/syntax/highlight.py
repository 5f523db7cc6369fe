"""Colours for rule files, for everything that uses Pygments: the site, `pygmentize`, notebooks.

Pygments finds this lexer by the name `wtr`. It knows the words of `words.py`.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.lexer import words as any_of
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Whitespace

from wtrules.syntax.words import NAMES_BY_PLACE, words

# What a word is -> the colour it gets.
_TOKENS = {
    "opener": Keyword,
    "keyword": Keyword,
    "verb": Name.Builtin,
    "event": Keyword.Type,
    "property": Name.Attribute,
    "predicate": Name.Attribute,
    "constant": Keyword.Constant,
}


class RuleFiles(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Splits a rule file into comments, texts, numbers, keywords and names."""

    name = "wtrules"
    aliases: ClassVar[list[str]] = ["wtr"]
    filenames: ClassVar[list[str]] = ["*.wtr"]
    tokens: ClassVar[dict[str, list[tuple[object, object]]]] = {
        "root": [
            (r"#[^\n]*", Comment),
            (r'"(?:\\.|[^"\\\n])*"', String),
            (r"\d+", Number),
            (NAMES_BY_PLACE["defined"], bygroups(Keyword, Whitespace, Name)),
            (NAMES_BY_PLACE["named"], bygroups(Keyword, Whitespace, Name)),
            (
                NAMES_BY_PLACE["ending"],
                bygroups(Keyword, Whitespace, Keyword, Whitespace, Name),
            ),
            *(
                (any_of(some, prefix=r"(?<![\w.-])", suffix=r"(?![\w-]|\.\w)"), _TOKENS[kind])
                for kind, some in words().items()
            ),
            (r"[^\W\d][\w.-]*", Name),
            (r"\s+", Whitespace),
            (r".", Operator),
        ]
    }
