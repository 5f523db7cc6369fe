"""Trees of files without faults, kept between runs.

Reading a tree back takes a quarter of the time of parsing, and needs no parser. What is kept knows
nothing of the file's name: the places in a tree that is read back are places of the file at hand.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from wtrules.cache import cache_folder, code_key, load, store
from wtrules.node import Node
from wtrules.source import SourceFile, Span
from wtrules.syntax import nodes
from wtrules.syntax.from_grammar import language_key
from wtrules.syntax.nodes import File

_KEPT = 200


def find(source: SourceFile) -> File | None:
    """Return the tree of a file that was read before, if it is still there."""
    data = load("tree", _key(source))
    if data is None:
        return None
    try:
        file = _Reader(data, source).load()
    except Exception:  # damaged in a way only pickle notices: parse afresh
        return None
    return file if isinstance(file, File) else None


def keep(file: File) -> None:
    """Keep the tree of a file without faults."""
    if cache_folder() is None:
        return
    source = file.span.source
    data = io.BytesIO()
    try:
        _Writer(data, source).dump(file)
    except RecursionError:
        return
    store("tree", _key(source), data.getvalue(), _KEPT)


def _key(source: SourceFile) -> str:
    """Return a hash of all that a tree depends on: the text, the language, our own code."""
    parts = (language_key(), _code_key(), source.text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def _code_key() -> str:
    """Return what changes when the code that builds trees does."""
    here = Path(__file__).parent
    names = (
        "nodes.py", "tree.py", "tree_cache.py", "../node.py", "../source.py", "../language/verbs.py",
    )  # fmt: skip
    return code_key([here / name for name in names])


class _Writer(pickle.Pickler):
    """Writes nodes and places as their class and their parts."""

    def __init__(self, stream: io.BytesIO, source: SourceFile) -> None:
        super().__init__(stream, protocol=5)
        self._source = source

    def reducer_override(self, value: Any) -> Any:
        kind: type = type(value)
        if value is self._source:
            return kind, ()
        if kind is Span or isinstance(value, Node):
            return kind, tuple([getattr(value, name) for name in _parts(kind)])
        return NotImplemented


class _Reader(pickle.Unpickler):
    """Reads nodes and their places, and refuses everything else."""

    def __init__(self, data: bytes, source: SourceFile) -> None:
        super().__init__(io.BytesIO(data))
        self._source = source

    def find_class(self, module: str, name: str) -> Any:
        if module == SourceFile.__module__ and name == SourceFile.__name__:
            return lambda: self._source
        if module == Span.__module__ and name == Span.__name__:
            return _span
        kind = getattr(nodes, name, None)
        if module != nodes.__name__ or not isinstance(kind, type) or "." in name:
            raise pickle.UnpicklingError(f"{module}.{name} is not a node")
        return _builder(kind)


def _span(source: SourceFile, start: int, end: int) -> Span:
    """Return a place, as `_builder` would: half of all that is read are places."""
    span = object.__new__(Span)
    _put_source(span, source)
    _put_start(span, start)
    _put_end(span, end)
    return span


_put_source, _put_start, _put_end = (
    getattr(Span, name).__set__ for name in ("source", "start", "end")
)


@cache
def _parts(kind: type) -> tuple[str, ...]:
    return tuple(part.name for part in kind.__attrs_attrs__)  # type: ignore[attr-defined]


@cache
def _builder(kind: type) -> Callable[..., Any]:
    """Return what makes a value of its parts; quicker than the class, and there are thousands."""
    setters = [getattr(kind, name).__set__ for name in _parts(kind)]

    def build(*parts: Any) -> Any:
        value: Any = object.__new__(kind)
        for put, part in zip(setters, parts, strict=True):
            put(value, part)
        return value

    return build
