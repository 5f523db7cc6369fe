"""Reading gettext's `.po` files; the standard library reads only compiled ones."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from attrs import frozen

from wtrules.value import Value

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d+)\])?[ \t]+)?"((?:[^"\\]|\\.)*)"\s*')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t"}
_PLURAL_FORMS = re.compile(r"^Plural-Forms:.*?\bplural\s*=\s*([^;\n]+)", re.MULTILINE)


@frozen
class Message(Value):
    """A text with its plural forms; most texts have one form."""

    id: str
    forms: tuple[str, ...]


@frozen(eq=False, repr=False)
class Catalogue:
    """The messages of a file by id, and the plural form to use for a number."""

    messages: Mapping[str, Message]
    plural: Callable[[int], int]


@cache
def catalogue(language: str, area: str) -> Catalogue:
    """Return the texts of an area in a language."""
    path = Path(__file__).parent / language / f"{area}.po"
    return read_catalogue(path.read_text(encoding="utf-8"), path.name)


def read_catalogue(text: str, name: str) -> Catalogue:
    """Return what a `.po` file holds; raises ValueError with the line that cannot be read."""
    found: list[dict[str, str]] = []
    keyword = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"{name}:{number}: not a line of a .po file")
        word, form, quoted = match.groups()
        if word == "msgid":
            found.append({})
        if word is not None:
            keyword = f"{word}{form or ''}"
        if not found:
            raise ValueError(f"{name}:{number}: the first line must be a msgid")
        piece = _ESCAPE.sub(lambda escape: _ESCAPES.get(escape[1], escape[1]), quoted)
        found[-1][keyword] = found[-1].get(keyword, "") + piece
    messages: dict[str, Message] = {}
    for entry in found:
        if entry["msgid"] in messages:
            raise ValueError(f"{name}: {entry['msgid']!r} is defined twice")
        forms = tuple(value for key, value in entry.items() if key.startswith("msgstr"))
        messages[entry["msgid"]] = Message(entry["msgid"], forms)
    header = messages.pop("", Message("", ("",))).forms[0]
    rule = _PLURAL_FORMS.search(header)
    return Catalogue(messages, gettext.c2py(rule[1] if rule else "n != 1"))
