"""What the page expects: the types in `web/src/calls.ts`, read as far as that file uses the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from wtrules.web.api import Api
from wtrules.web.calls import Answer, Report

CALLS = Path(__file__).parents[2] / "web" / "src" / "calls.ts"
# What answers have and the page does not read: how the place in an answer ends.
UNREAD = (
    "check.name", "check.serial", "catalog.rulesets[].language", "hover.kind", "error.move",
    "view.active", "view.seat", "play.active", "play.seat", "event.seat", "event.turn", "log[].roll",
    "problems[].code", "rows[].better", "items[].grade_id", "chances.games",
)  # fmt: skip
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_TOKEN = re.compile(r'"[^"]*"|\w+|\S')
_PLAIN = {"string": (str,), "number": (int, float), "boolean": (bool,), "null": (type(None),)}


class Types:
    """The types of a file, each checked as it is read, against a value."""

    def __init__(self, text: str) -> None:
        text = _COMMENT.sub("", text)
        self._tokens: list[str] = _TOKEN.findall(text)
        self._starts = {
            self._tokens[at + 1]: at + 2 + (self._tokens[at + 2] == "=")
            for at, token in enumerate(self._tokens)
            if token in ("type", "interface") and self._tokens[at - 1] == "export"
        }

    @cache  # noqa: B019 - one for all tests
    def named(self, name: str) -> Any:
        """Return a type: a word, or a tuple of what it is and its parts."""
        found, _ = self._union(self._starts[name])
        return found

    def faults(self, value: object, expected: Any, at: str = "") -> Iterator[str]:
        """Yield what is wrong with a value, with the place in it."""
        match expected:
            case ("any of", *parts):
                if all([*self.faults(value, part, at)] for part in parts):
                    yield f"{at}: {value!r} is none of {parts}"
            case ("all of", *parts):
                fields = {k: v for part in parts for k, v in self._fields(part).items()}
                yield from self.faults(value, ("object", fields), at)
            case ("list", part):
                if not isinstance(value, list | tuple):
                    yield f"{at}: {value!r} is not a list"
                    return
                for number, each in enumerate(value):
                    yield from self.faults(each, part, f"{at}[{number}]")
            case ("tuple", *parts):
                if not isinstance(value, list | tuple) or len(value) != len(parts):
                    yield f"{at}: {value!r} is not a list of {len(parts)}"
                    return
                for each, part in zip(value, parts, strict=True):
                    yield from self.faults(each, part, at)
            case ("record", _, part):
                if not isinstance(value, dict):
                    yield f"{at}: {value!r} is not an object"
                    return
                for name, each in value.items():
                    yield from self.faults(each, part, f"{at}.{name}")
            case ("object", dict(fields)):
                yield from self._object_faults(value, fields, at)
            case str(word) if word.startswith('"'):
                if value != word[1:-1]:
                    yield f"{at}: {value!r} is not {word}"
            case str(word) if word in _PLAIN:
                is_number = word == "number" and isinstance(value, bool)
                if not isinstance(value, _PLAIN[word]) or is_number:
                    yield f"{at}: {value!r} is no {word}"
            case str(word):
                yield from self.faults(value, self.named(word), at)

    def _object_faults(
        self, value: object, fields: dict[str, tuple[bool, Any]], at: str
    ) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{at}: {value!r} is not an object"
            return
        for name in value.keys() - fields.keys():
            if not re.sub(r"\[\d+\]", "[]", f"{at}.{name}").endswith(UNREAD):
                yield f"{at}: nobody expects {name!r}"
        for name, (is_needed, part) in fields.items():
            if name in value:
                yield from self.faults(value[name], part, f"{at}.{name}")
            elif is_needed:
                yield f"{at}: {name!r} is missing"

    def _fields(self, expected: Any) -> dict[str, tuple[bool, Any]]:
        kind, fields = self.named(expected) if isinstance(expected, str) else expected
        assert kind == "object"
        return dict(fields)

    # --- reading: each returns a type, and where it ends ---

    def _union(self, at: int) -> tuple[Any, int]:
        return self._joined(
            at, "|", "any of", lambda at: self._joined(at, "&", "all of", self._one)
        )

    def _joined(
        self, at: int, sign: str, kind: str, part: Callable[[int], tuple[Any, int]]
    ) -> tuple[Any, int]:
        found, at = part(at)
        parts = [found]
        while self._tokens[at] == sign:
            found, at = part(at + 1)
            parts.append(found)
        return (parts[0] if len(parts) == 1 else (kind, *parts)), at

    def _one(self, at: int) -> tuple[Any, int]:
        token = self._tokens[at]
        found: Any = token
        if token == "(":
            found, at = self._union(at + 1)
        elif token == "{":
            found, at = self._object(at)
        elif token == "[":
            parts, at = self._list(at, "]")
            found = ("tuple", *parts)
        elif token == "Record":
            parts, at = self._list(at + 1, ">")
            found = ("record", *parts)
        at += 1
        while self._tokens[at : at + 2] == ["[", "]"]:
            found, at = ("list", found), at + 2
        return found, at

    def _list(self, at: int, end: str) -> tuple[list[Any], int]:
        parts = []
        while self._tokens[at] != end and self._tokens[at + 1] != end:
            found, at = self._union(at + 1)
            parts.append(found)
        return parts, at if self._tokens[at] == end else at + 1

    def _object(self, at: int) -> tuple[Any, int]:
        fields = {}
        at += 1
        while self._tokens[at] != "}":
            name, is_needed = self._tokens[at], self._tokens[at + 1] == ":"
            found, at = self._union(at + (2 if is_needed else 3))
            fields[name] = (is_needed, found)
            at += self._tokens[at] == ";"
        return ("object", fields), at


@cache
def types() -> Types:
    """Return the types of the page, read once."""
    return Types(CALLS.read_text("utf-8"))


def faults(name: str, answer: object) -> list[str]:
    """Return what the page does not expect in the answer of a call."""
    _, calls = types().named("Calls")
    _, (_, _, expected) = calls[name]
    if isinstance(answer, dict) and "error" in answer:
        return [*types().faults(answer["error"], "Failure", f"{name}.error")]
    return [*types().faults(answer, expected, name)]


class CheckedApi(Api):
    """Answers as the page expects them."""

    def answer(
        self,
        name: str,
        argument: object,
        report: Report | None = None,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> Answer | None:
        """Return the answer of a call, which has the type that the page knows."""
        answer = super().answer(name, argument, report, is_cancelled)
        if name in types().named("Calls")[1] and answer is not None:
            found = faults(name, answer)
            assert not found, found
        return answer
