"""`frozen` and `define` of attrs, for the classes that every command loads.

attrs writes equality, hash and repr for each class and compiles them, which takes more than half of
the time it needs for a class; and most classes of a run are never compared or shown. Here
classes share these methods, as nodes do. They say the same as those of attrs.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from attrs import define as define
    from attrs import frozen as frozen
else:

    def frozen(kind: type | None = None, **options: Any) -> Any:
        """Make a class of frozen values; the options are those of attrs."""
        return _made(attrs.frozen, _hash, kind, **options)

    def define(kind: type | None = None, **options: Any) -> Any:
        """Make a class of values that can be changed; the options are those of attrs."""
        return _made(attrs.define, None, kind, **options)


def _made(
    attrs_make: Callable[..., Any],
    make_hash: Callable[[Any, Any], object] | None,
    kind: type | None,
    *,
    eq: bool = True,
    repr: bool = True,
    **options: Any,
) -> Any:
    def make(kind: Any) -> Any:
        written = vars(kind).keys()
        made = attrs_make(kind, eq=False, repr=False, **options)
        if repr and "__repr__" not in written:
            made.__repr__ = _repr(made, [part for part in made.__attrs_attrs__ if part.repr])
        if eq and "__eq__" not in written:
            names = [part.name for part in made.__attrs_attrs__ if part.eq]
            compared = attrgetter(*names) if names else type
            made.__eq__ = _eq(compared)
            if "__hash__" not in written:
                made.__hash__ = make_hash(made, compared) if make_hash is not None else None
        return made

    return make if kind is None else make(kind)


def _eq(compared: Callable[[Any], object]) -> Any:
    def __eq__(self: Any, other: Any) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or compared(self) == compared(other)

    return __eq__


def _hash(kind: type, compared: Callable[[Any], object]) -> Any:
    def __hash__(self: Any) -> int:
        return hash((kind, compared(self)))

    return __hash__


def _repr(kind: type, parts: list[Any]) -> Any:
    shown = kind.__qualname__.rpartition(">.")[2]
    form = f"{shown}({', '.join(f'{part.name}=%r' for part in parts)})"
    # One part more, which is not shown: of a single part, `attrgetter` would return no tuple.
    values = attrgetter(*(part.name for part in parts), "__class__")

    def __repr__(self: Any) -> str:
        return form % values(self)[:-1] if parts else form

    return __repr__
