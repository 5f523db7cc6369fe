"""Colours for rule files, for everything that uses Pygments: the site, `pygmentize`, notebooks.

Pygments finds this lexer by the name `wtr`. It knows the words that the grammar knows.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Whitespace

from wtrules.syntax.from_grammar import tables

_WORDS = sorted(word for word in tables().terminal_of if word.isalpha())


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
            (words(_WORDS, prefix=r"(?<![\w.-])", suffix=r"(?![\w-]|\.\w)"), Keyword),
            (r"[^\W\d][\w.-]*", Name),
            (r"\s+", Whitespace),
            (r".", Operator),
        ]
    }
