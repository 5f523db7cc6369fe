"""Frozen values as text: one text for all that means the same, from which fingerprints are made.

Comes in: nodes and other frozen values. Goes out: their canonical form, in lines. A value is a line
with the word of its class and its plain parts, sorted by name; parts that are values themselves are
below it, indented:

    if
      condition: calc op="<"
        args: local name=$1
        args: const type="number" value=3
      then: stop

No place in a file is in it, and no part that has its default: a class can get a part with a default,
its parts can be sorted in another way, and a class that is renamed can keep its word, all without
another fingerprint. Whatever else changes the form of a value needs a new `FORM`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from json.encoder import encode_basestring
from typing import Any, ClassVar

from attrs import NOTHING

FORM = 1  # the version of the form; every fingerprint begins with it

_PLAIN = (str, int, range, type(None))
_FORMS: dict[type, dict[type, tuple[str, list[tuple[str, object]]]]] = {}  # by class of writer
_BEFORE_FORMS = re.compile(r"[0-9a-f]{12}|[0-9a-f]{16}")  # lengths of fingerprints without a form


def fingerprint(form: str, length: int = 16) -> str:
    """Return the hash of a canonical form, with the version of the form before it: `1:3f9a…`."""
    digest = sha256(form.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{FORM}:{digest[:length]}"


def is_of_other_form(text: str) -> bool:
    """Whether a fingerprint was made from another form, so that it cannot be compared with ours."""
    form, colon, _ = text.partition(":")
    if colon:
        return form.isdecimal() and form != str(FORM)
    return _BEFORE_FORMS.fullmatch(text) is not None


def canonical(*values: object) -> str:
    """Return the canonical form of some values."""
    writer = Writer()
    for value in values:
        writer.write(value)
    return writer.text


class Writer:
    """Writes values line by line."""

    words: ClassVar[Mapping[type, str]] = {}  # of classes that are not called what they are
    left_out: ClassVar[Mapping[type, frozenset[str]]] = {}  # parts that mean nothing

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._forms = _FORMS.setdefault(type(self), {})

    @property
    def text(self) -> str:
        """What has been written."""
        return "\n".join(self.lines) + "\n"

    def write(self, value: Any, label: str = "", depth: int = 0) -> None:
        """Write a value, with what it is called where it is, and how deep it is inside others."""
        before = "  " * depth + label
        if isinstance(value, _PLAIN):
            self.lines.append(before + inline(value))
            return
        if isinstance(value, dict):
            value = tuple(sorted(value.items()))
        kind = type(value)
        word, parts = self._forms.get(kind) or self._form_of(kind)
        line = before + word
        number = len(self.lines)
        self.lines.append(line)
        for name, default in parts:
            part = getattr(value, name) if name else value
            if part is default:
                continue
            if isinstance(part, _PLAIN):
                if part != default:
                    line += f" {name}={self.plain(value, name, part)}"
                continue
            items = part if type(part) is tuple else (part,)
            if not all(isinstance(item, _PLAIN) for item in items):
                label = f"{name or '-'}: "
                for item in items:
                    self.write(item, label, depth + 1)
            elif part != default:
                text = self.plain(value, name, part)
                line += f" {name}={text}" if name else f" {text}"
        self.lines[number] = line

    def plain(self, value: Any, name: str, part: Any) -> str:
        """Return a plain part of a value as text."""
        return inline(part)

    def _form_of(self, kind: type) -> tuple[str, list[tuple[str, object]]]:
        """Return the word of a class, and its parts with their defaults."""
        word = self.words.get(kind) or kind.__name__.strip("_").lower()
        found: dict[str, object]
        if kind is tuple:  # in another one
            word, found = "list", {"": NOTHING}
        elif issubclass(kind, tuple):
            found = dict.fromkeys(kind._fields, NOTHING)  # type: ignore[attr-defined]
            found |= kind._field_defaults  # type: ignore[attr-defined]
        else:
            parts = kind.__attrs_attrs__  # type: ignore[attr-defined]
            found = {part.name: part.default for part in parts if part.eq}
        for name in self.left_out.get(kind, ()):
            del found[name]
        # Without a default, nothing is the default.
        defaults = {name: None if each is NOTHING else each for name, each in found.items()}
        self._forms[kind] = word, sorted(defaults.items())
        return self._forms[kind]


def inline(value: Any) -> str:
    """Return a plain value, or a list of them, as text."""
    match value:
        case str():
            return encode_basestring(value)
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case range():
            return f"{value.start}..{value.stop - 1}"
        case tuple():
            return f"[{' '.join(map(inline, value))}]"
        case _:
            return str(value)
