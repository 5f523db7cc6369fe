"""The base of all trees, with one walker and one rewriter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter, is_
from typing import Any

from attrs import evolve, field, frozen

from wtrules.source import Span
from wtrules.value import Value

_SEQUENCES = (tuple, list)
_PLAIN = {
    "str",
    "int",
    "bool",
    "Kind",
    "None",
    "tuple[str, ...]",
}  # annotations of parts without nodes
_COMPARED: dict[type, tuple[str, ...]] = {}
_INNER: dict[type, tuple[str, ...]] = {}
_READERS: dict[type, Callable[[Any], Sequence[object]]] = {}


def parts_of(kind: type) -> tuple[str, ...]:
    """Return the names of the parts that make two nodes of a class differ: all but the span."""
    if kind not in _COMPARED:
        _COMPARED[kind] = tuple(a.name for a in kind.__attrs_attrs__ if a.eq)  # type: ignore[attr-defined]
    return _COMPARED[kind]


def inner_parts(kind: type) -> tuple[str, ...]:
    """Return the names of the parts of a class that can contain nodes."""
    if kind not in _INNER:
        types = {a.name: str(a.type).split(" | ") for a in kind.__attrs_attrs__}  # type: ignore[attr-defined]
        _INNER[kind] = tuple(name for name in parts_of(kind) if not {*types[name]} <= _PLAIN)
    return _INNER[kind]


@frozen
class Node(Value):
    """A frozen value of a tree, with its place in a rule file; the place is no part of its meaning."""

    span: Span = field(eq=False, repr=False, kw_only=True)


def parts_in(node: Node) -> Sequence[object]:
    """Return the parts of a node that can contain nodes, in the order of the text."""
    kind = type(node)
    read = _READERS.get(kind)
    if read is None:
        read = _READERS[kind] = _reader(inner_parts(kind))
    return read(node)


def _reader(names: Sequence[str]) -> Callable[[Node], Sequence[object]]:
    """Return a function that reads these parts of a node."""
    match names:
        case []:
            return lambda node: ()
        case [name]:
            read = attrgetter(name)
            return lambda node: (read(node),)
    return attrgetter(*names)


def walk(*roots: object, inside: Callable[[Node], Sequence[object]] = parts_in) -> Iterator[Node]:
    """Yield nodes and all nodes inside them, in the order of the text.

    *inside* returns the parts of a node to visit, for a walk that leaves some of them out.
    """
    waiting = list(roots[::-1])
    while waiting:
        part = waiting.pop()
        if isinstance(part, Node):
            yield part
            waiting += inside(part)[::-1]
        elif isinstance(part, _SEQUENCES):
            waiting += reversed(part)


# What to put in the place of a part of a tree; None: leave it and look inside.
Change = Callable[[object], "Node | None"]


def rewrite(whole: object, change: Change) -> Any:
    """Return nodes or tuples of them with parts replaced wherever *change* gives a replacement."""
    if isinstance(whole, tuple):
        made = tuple([rewrite(part, change) for part in whole])
        return whole if all(map(is_, made, whole)) else made
    if not isinstance(whole, Node):
        return whole
    new = change(whole)
    if new is not None:
        return new
    changed: dict[str, object] = {}
    for name in inner_parts(type(whole)):
        old = getattr(whole, name)
        made = rewrite(old, change)
        if made is not old:
            changed[name] = made
    return evolve(whole, **changed) if changed else whole  # type: ignore[arg-type]
