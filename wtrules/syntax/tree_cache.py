"""A cache of the trees of files without errors.

Reading a tree from the cache takes a quarter of the time of parsing. An entry does not depend on
the name of the file: the spans of a tree that is read back belong to the current file. A wheel has the
trees of the shipped rules, so these are never parsed.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

from wtrules import resources
from wtrules.cache import cache_folder, code_key, load, load_shipped, packed, store
from wtrules.node import Node
from wtrules.source import SourceFile, Span
from wtrules.syntax import nodes
from wtrules.syntax.from_grammar import language_key
from wtrules.syntax.nodes import File

_NAME = "tree"
_MAX_ENTRIES = 200


def find(source: SourceFile) -> File | None:
    """Return the tree of a file if the cache has it."""
    key = _key(source)
    data = load_shipped(resources.trees_folder(), _NAME, key) or load(_NAME, key)
    if data is None:
        return None
    try:
        file = _Reader(data, source).load()
    except Exception:  # damaged in a way that only pickle notices: parse the file again
        return None
    return file if isinstance(file, File) else None


def keep(file: File) -> None:
    """Store the tree of a file without errors."""
    if cache_folder() is None:
        return
    source = file.span.source
    try:
        data = _written(file)
    except RecursionError:
        return
    store(_NAME, _key(source), data, _MAX_ENTRIES)


def pack(file: File, build: str) -> tuple[str, bytes]:
    """Return a tree as a file for the wheel of a *build*: its name and its content."""
    source = file.span.source
    # A tree that was read shares more texts than one that was parsed: reading it once makes the
    # content the same whether the cache had the tree or not.
    read = _Reader(_written(file), source).load()
    return packed(_NAME, _key(source, build), _written(read))


def _written(file: File) -> bytes:
    data = io.BytesIO()
    _Writer(data, file.span.source).dump(file)
    return data.getvalue()


def _key(source: SourceFile, code: str | None = None) -> str:
    """Return a hash of everything that a tree depends on: the text, the grammar, our own code."""
    parts = (language_key(), _code_key() if code is None else code, source.text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def _code_key() -> str:
    """Return a text that changes with the code that builds trees."""
    here = Path(__file__).parent
    paths = [*sorted(here.glob("nodes/*.py")), *sorted(here.glob("tree/*.py"))]
    others = ("blanks.py", "tree_cache.py", "../node.py", "../source.py", "../language/verbs.py")
    return code_key([*paths, *(here / name for name in others)])


class _Writer(pickle.Pickler):
    """Writes nodes and spans as their class and their fields."""

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
    """Reads nodes and their spans, and refuses everything else."""

    def __init__(self, data: bytes, source: SourceFile) -> None:
        super().__init__(io.BytesIO(data))
        self._source = source

    def find_class(self, module: str, name: str) -> Any:
        if module == SourceFile.__module__ and name == SourceFile.__name__:
            return lambda: self._source
        if module == Span.__module__ and name == Span.__name__:
            return _span
        kind = getattr(nodes, name, None)
        if not isinstance(kind, type) or not issubclass(kind, Node) or kind.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is not a node")
        return _builder(cast("Any", kind))


def _span(source: SourceFile, start: int, end: int) -> Span:
    """Return a span, as `_builder` would, but faster: half of all values are spans."""
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
def _builder(kind: Any) -> Callable[..., Any]:
    """Return a function that makes a value of its fields, faster than the class itself.

    Most nodes have two to four fields; for them it is three times as fast without a loop.
    """
    setters = [getattr(kind, name).__set__ for name in _parts(kind)]
    new = object.__new__
    match setters:
        case [one, two]:

            def build_two(a: Any, b: Any) -> Any:
                value = new(kind)
                one(value, a)
                two(value, b)
                return value

            return build_two
        case [one, two, three]:

            def build_three(a: Any, b: Any, c: Any) -> Any:
                value = new(kind)
                one(value, a)
                two(value, b)
                three(value, c)
                return value

            return build_three
        case [one, two, three, four]:

            def build_four(a: Any, b: Any, c: Any, d: Any) -> Any:
                value = new(kind)
                one(value, a)
                two(value, b)
                three(value, c)
                four(value, d)
                return value

            return build_four

    def build(*parts: Any) -> Any:
        value: Any = new(kind)
        for put, part in zip(setters, parts, strict=True):
            put(value, part)
        return value

    return build
