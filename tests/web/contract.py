"""Answers checked against `wtrules/web/shapes.py`, from which the types of the page are made."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from wtrules.web.api import Api
from wtrules.web.calls import Answer, Report
from wtrules.web.shapes import CALLS, Failure


def faults(value: object, hint: Any, at: str = "") -> Iterator[str]:
    """Yield what is wrong with a value, with the place in it."""
    origin, inside = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        yield from _object_faults(value, hint, at)
    elif origin is Literal:
        if value not in inside:
            yield f"{at}: {value!r} is none of {inside}"
    elif origin in (Union, types.UnionType):
        if all([*faults(value, part, at)] for part in inside):
            yield f"{at}: {value!r} is none of {inside}"
    elif origin is list:
        if not isinstance(value, list):
            yield f"{at}: {value!r} is not a list"
            return
        for number, each in enumerate(value):
            yield from faults(each, inside[0], f"{at}[{number}]")
    elif origin is dict:
        if not isinstance(value, dict):
            yield f"{at}: {value!r} is not an object"
            return
        for name, each in value.items():
            yield from faults(each, inside[1], f"{at}.{name}")
    elif not _is_plain(value, hint):
        yield f"{at}: {value!r} is not {hint}"


def _object_faults(value: object, hint: Any, at: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{at}: {value!r} is not an object"
        return
    fields = get_type_hints(hint, include_extras=True)
    yield from (f"{at}: nobody expects {name!r}" for name in value.keys() - fields.keys())
    for name, part in fields.items():
        is_optional = get_origin(part) is NotRequired
        if name in value:
            inner = get_args(part)[0] if is_optional else part
            yield from faults(value[name], inner, f"{at}.{name}")
        elif not is_optional:
            yield f"{at}: {name!r} is missing"


def _is_plain(value: object, hint: Any) -> bool:
    if isinstance(value, bool):
        return hint is bool
    return isinstance(value, (int, float) if hint is float else hint)


class CheckedApi(Api):
    """Answers as they are described."""

    def answer(
        self,
        name: str,
        argument: object,
        report: Report | None = None,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> Answer | None:
        """Return the answer of a call, which has the described type."""
        answer = super().answer(name, argument, report, is_cancelled)
        if answer is not None and "error" in answer:
            found = [*faults(answer["error"], Failure, f"{name}.error")]
        else:
            found = [*faults(answer, CALLS[name].answer, name)]
        assert not found, found
        return answer
