"""Phrases in another language: their templates are looked up in `<language>/diagnostics.po`.

What is in backticks is code and names, the same in every language; the parts that are filled in
anywhere else are words, and are looked up in the same way.
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter

from wtrules.phrase import Phrase, Verbatim
from wtrules.safe_text import safe
from wtrules.texts.catalogue import catalogue

_AREA = "diagnostics"
_CODE = re.compile("(`[^`]*`)")


def in_language(text: str, language: str) -> str:
    """Return a text in a language; what has no translation stays as it is."""
    return str(text) if language == "en" or not text else _translated(text, language)


def untranslated(text: str, language: str) -> list[str]:
    """Return the templates of a text, and of the parts of it, that have no translation."""
    if isinstance(text, Verbatim) or not _has_words(text):
        return []
    found = _template(text, language)
    if found is None:
        return [template_of(text)]
    if not isinstance(text, Phrase):
        return []
    return [
        missing
        for name in words_of(found)
        if isinstance(part := text.parts.get(name), str)
        for missing in untranslated(part, language)
    ]


def template_of(text: str) -> str:
    """Return the template of a text: what translations are looked up by."""
    if isinstance(text, Phrase):
        return text.template
    return text.replace("{", "{{").replace("}", "}}")


@cache
def words_of(template: str) -> frozenset[str]:
    """Return the names of the parts of a template that are words: those outside of backticks."""
    outside = "".join(_CODE.split(template)[::2])
    return frozenset(name for _, name, _, _ in Formatter().parse(outside) if name)


def _translated(text: str, language: str) -> str:
    if isinstance(text, Verbatim):
        return safe(text.others.get(language, text))
    template = _template(text, language)
    if template is None and not isinstance(text, Phrase):
        return text
    if template is None:
        assert isinstance(text, Phrase)
        template = text.template
    if not isinstance(text, Phrase):
        return template.format_map({})
    words = words_of(template)
    parts = {
        name: _part(part, language) if name in words else part for name, part in text.parts.items()
    }
    return template.format_map(parts)


def _part(part: object, language: str) -> object:
    if isinstance(part, str):
        return _translated(part, language)
    return _Number(part, language) if isinstance(part, int) else part


class _Number:
    """A number that is written as in its language: `{n:,}` as 1.234 in German."""

    def __init__(self, number: int, language: str) -> None:
        self._number = number
        self._thousands = catalogue(language, "common").messages["common.thousands"].forms[0]

    def __format__(self, spec: str) -> str:
        return format(self._number, spec).replace(",", self._thousands)


def _template(text: str, language: str) -> str | None:
    if isinstance(text, Phrase) and text.others:
        return text.others.get(language)
    message = catalogue(language, _AREA).messages.get(template_of(text))
    return message.forms[0] if message is not None else None


def _has_words(text: str) -> bool:
    """Whether a text is more than names, code and numbers."""
    return re.search(r"[^\W\d_]{2}", "".join(_CODE.split(text)[::2])) is not None
