"""The texts of one language, by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from wtrules.phrase import Phrase, Verbatim
from wtrules.safe_text import safe
from wtrules.texts.catalogue import Message, catalogue
from wtrules.texts.declension import Adjective
from wtrules.texts.phrases import in_language
from wtrules.value import Value

LANGUAGES = ("en", "de")


def check_language(language: str) -> str:
    """Return *language* if there is a catalogue for it; raises ValueError."""
    if language not in LANGUAGES:
        raise ValueError(f"unknown language `{language}`; there are {', '.join(LANGUAGES)}")
    return language


@frozen
class Texts(Value):
    """The texts of one language."""

    language: str = field(converter=check_language)

    def __call__(self, key: str, /, **parts: object) -> str:
        """Return a text with its placeholders filled in; raises KeyError.

        A text with plural forms takes its number from the placeholder `n`. What is filled in may come
        from outside: it is made safe, so that it stays on its line.
        """
        message = _message(self.language, key)
        if message is None:
            raise KeyError(key)
        number = parts.get("n", 1)
        form = 0
        if len(message.forms) > 1:
            assert isinstance(number, int), key
            form = catalogue(self.language, _area(key)).plural(number)
        filled = {
            name: part if isinstance(part, int | float | Adjective) else self._said(part)
            for name, part in parts.items()
        }
        return message.forms[form].format_map(filled)

    def _said(self, part: object) -> str:
        if not isinstance(part, Phrase | Verbatim):
            return safe(part)
        return in_language(part, self.language)

    def __contains__(self, key: str) -> bool:
        """Whether there is a text called *key*."""
        return _message(self.language, key) is not None

    def phrase(self, phrases: Mapping[str, str]) -> str:
        """Return what a rule file says in this language, else in any there is, else nothing."""
        return phrases.get(self.language) or next(iter(phrases.values()), "")

    def without_article(self, name: str) -> str:
        """Return a name as it is in a list: `Drache` of `der Drache`."""
        first, _, rest = name.partition(" ")
        return rest if rest and first.casefold() in self("common.articles").split() else name

    def join(self, words: Sequence[str]) -> str:
        """Return words as a list in a sentence: `a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self('common.and')} {words[-1]}"

    def number(self, number: int) -> str:
        """Return a number with its thousands apart: `1,234`, in German `1.234`."""
        return self.figures(f"{number:,}")

    def figures(self, written: str) -> str:
        """Return a number as this language writes it: `1,234.5`, in German `1.234,5`."""
        return written.translate({44: self("common.thousands"), 46: self("common.point")})


def capitalised(text: str) -> str:
    """Return a text with a capital first letter, the rest unchanged."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop."""
    text = capitalised(text)
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _area(key: str) -> str:
    return key.partition(".")[0]


def _message(language: str, key: str) -> Message | None:
    return catalogue(language, _area(key)).messages.get(key)
