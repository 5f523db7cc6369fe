"""The base of frozen values, which share equality, hash and repr.

Classes of values are made with `attrs.frozen` on top of `Value`. attrs writes and compiles methods
for each class, which takes most of the time a class needs; it leaves out those that a class has.
Classes whose objects differ though their parts are equal are made without this base, with
`eq=False, repr=False`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any


class Value:
    """A frozen value; it equals those of its own class with equal parts."""

    __slots__ = ("__weakref__",)

    def __init_subclass__(cls) -> None:
        # attrs looks for methods in the class itself, not in those it is based on.
        for name in ("__eq__", "__hash__", "__repr__"):
            if name not in vars(cls):
                setattr(cls, name, getattr(cls, name))

    def __eq__(self, other: Any) -> bool:
        kind: Any = self.__class__
        if other.__class__ is not kind:
            return NotImplemented
        if self is other:
            return True
        compared = _compared(kind)
        are_equal: bool = compared(self) == compared(other)
        return are_equal

    def __hash__(self) -> int:
        kind: Any = self.__class__
        return hash((kind.__qualname__, _compared(kind)(self)))

    def __repr__(self) -> str:
        kind: Any = self.__class__
        template, values = _template(kind)
        return template % values(self)[:-2]


@cache
def _compared(kind: Any) -> Callable[[Any], Any]:
    names = [part.name for part in kind.__attrs_attrs__ if part.eq]
    return attrgetter(*names) if names else type


@cache
def _template(kind: Any) -> tuple[str, Callable[[Any], tuple[Any, ...]]]:
    names = [part.name for part in kind.__attrs_attrs__ if part.repr]
    shown = kind.__qualname__.rpartition(">.")[2]
    template = f"{shown}({', '.join([f'{name}=%r' for name in names])})"
    # Two parts more, which are not shown: only of two or more does `attrgetter` return a tuple.
    return template, attrgetter(*names, "__class__", "__class__")
