"""Texts for people that remember how they were made, so that they can be said in another language.

A `Phrase` is a finished English text. For a reader of another language, its template is looked up
there and the same parts are filled in again: `wtrules/texts/phrases.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from wtrules.safe_text import safe


class Phrase(str):
    """An English text with its template, in other languages if there are any, and its parts.

    A part is a number or a text; a text may be a phrase too. Parts may come from outside, so they are
    made safe: a phrase is one line. A text without parts needs no phrase: it is its own template.
    """

    __slots__ = ("others", "parts", "template")

    template: str
    parts: Mapping[str, object]
    others: Mapping[str, str]  # the template by language; if empty, it is looked up

    def __new__(
        cls, template: str, parts: Mapping[str, object], others: Mapping[str, str] | None = None
    ) -> Phrase:
        """Return the template with its parts filled in."""
        made = {name: _safe_part(part) for name, part in parts.items()}
        self = super().__new__(cls, template.format_map(made))
        self.template = template
        self.parts = made
        self.others = others or {}
        return self

    def __add__(self, more: str) -> Phrase:
        """Return both as one phrase: the end of a sentence may depend on something."""
        return Phrase("{start}{rest}", {"start": self, "rest": more})

    def __radd__(self, start: str) -> Phrase:
        """Return both as one phrase."""
        return Phrase("{start}{rest}", {"start": start, "rest": self})

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[object, ...]]:
        """Return how to make it again: diagnostics are sent between processes."""
        return Phrase, (self.template, self.parts, self.others)


class Verbatim(str):
    """Text of rule files: names, which are the same in every language, or a text with translations."""

    __slots__ = ("others",)

    others: Mapping[str, str]

    def __new__(cls, text: object, others: Mapping[str, str] | None = None) -> Verbatim:
        """Return a text as it is written, and in other languages."""
        self = super().__new__(cls, safe(text))
        self.others = others or {}
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[object, ...]]:
        """Return how to make it again."""
        return Verbatim, (str(self), self.others)


def phrase(template: str, /, **parts: object) -> Phrase:
    """Return a text with its parts filled in: `phrase("there is no rule called `{id}`", id=…)`."""
    return Phrase(template, parts)


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`; the joint may also be `or`."""
    *first, last = words
    if not first:
        return last
    return Phrase(f"{{start}} {joint} {{last}}", {"start": commas(first), "last": last})


def commas(words: Iterable[str], between: str = ", ") -> str:
    """Return `a, b, c`, or a list with other signs between the words."""
    found = list(words)
    if all(word.startswith("`") and type(word) is str for word in found):
        return between.join(found)  # names only: the same in every language
    joined = found[0]
    for word in found[1:]:
        joined = Phrase(f"{{start}}{between}{{last}}", {"start": joined, "last": word})
    return joined


def names(words: Iterable[str], between: str = ", ") -> Verbatim:
    """Return names of rule files with signs between them."""
    return Verbatim(between.join(words))


def numbered(number: int, one: str, many: str) -> Phrase:
    """Return `1 card` or `2 cards`, from the templates `{n} card` and `{n} cards`."""
    return Phrase(one if number == 1 else many, {"n": number})


def shown(text: str) -> str:
    """Return a text on one line; a phrase is safe already, and stays what it is."""
    return text if isinstance(text, Phrase | Verbatim) else safe(text)


def _safe_part(part: object) -> object:
    return part if isinstance(part, int | float | Phrase | Verbatim) else safe(part)
