"""`frozen`, `define`, `field` and `evolve` of attrs, for classes that load quickly.

attrs writes and compiles the methods of a class when the class is made. That took a quarter of the
time of a short command, and half of these classes are never used in a run. Here classes share their
methods, and `__init__` is made for the first value. Classes and values behave like those of
attrs, whose functions accept them, and type checkers see attrs. What is not here: validators,
order, `super()` in methods, and mixing both sorts of classes by inheritance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from operator import attrgetter
from types import CodeType, FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from attrs import NOTHING as NOTHING
    from attrs import define as define
    from attrs import evolve as evolve
    from attrs import field as field
    from attrs import frozen as frozen
else:
    NOTHING = type("NOTHING", (), {"__repr__": lambda self: "NOTHING"})()

    def frozen(kind: type | None = None, **options: bool) -> Any:
        """Make a class of frozen values; the options are *eq* and *repr*."""
        made = _Maker(is_frozen=True, **options)
        return made if kind is None else made(kind)

    def define(kind: type | None = None, **options: bool) -> Any:
        """Make a class of values that can be changed; the options are *eq* and *repr*."""
        made = _Maker(is_frozen=False, **options)
        return made if kind is None else made(kind)

    def field(**options: Any) -> Any:
        """Return a part of a class that is more than a name with a default."""
        return _Field(options)

    def evolve(value: Any, /, **changes: Any) -> Any:
        """Return a value with some parts changed."""
        for part in value.__attrs_attrs__:
            if part.init and part.alias not in changes:
                changes[part.alias] = getattr(value, part.name)
        return value.__class__(**changes)


class _Field:
    """What `field` says about a part; `@part.default` names the method that makes its default."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options

    def default(self, method: Callable[[Any], Any]) -> Callable[[Any], Any]:
        self.options |= {"factory": method, "takes_self": True}
        return method


class _Part:
    """A part of a class, with the attributes that attrs gives it."""

    def __init__(
        self,
        name: str,
        type: object,
        default: Any = NOTHING,
        factory: Callable[..., Any] | None = None,
        takes_self: bool = False,
        converter: Callable[[Any], Any] | None = None,
        init: bool = True,
        eq: bool = True,
        repr: bool = True,
        kw_only: bool = False,
        metadata: Mapping[Any, Any] = MappingProxyType({}),
    ) -> None:
        self.name = name
        self.alias = name.lstrip("_")
        self.type = type
        self.default = default
        self.factory = factory
        self.takes_self = takes_self
        self.converter = converter
        self.init = init
        self.eq = eq
        self.repr = repr
        self.kw_only = kw_only
        self.metadata = metadata

    @property
    def is_optional(self) -> bool:
        """Whether it has a default."""
        return self.factory is not None or self.default is not NOTHING


def _part(name: str, type: object, given: Any) -> _Part:
    if isinstance(given, _Field):
        return _Part(name, type, **given.options)
    if given.__class__.__module__ == "attr._make":  # it would be taken for a default
        raise TypeError(f"{name}: `field` must come from {__name__}, as the class does")
    return _Part(name, type, given)


class _Maker:
    """Makes classes with slots and methods in the place of classes that are only annotated."""

    def __init__(self, is_frozen: bool, eq: bool = True, repr: bool = True) -> None:
        self._is_frozen, self._eq, self._repr = is_frozen, eq, repr

    def __call__(self, kind: Any) -> Any:
        written = dict(vars(kind))
        computed = {
            name: value for name, value in written.items() if isinstance(value, cached_property)
        }
        own = [
            _part(name, type, written.get(name, NOTHING))
            for name, type in kind.__annotations__.items()  # from Python 3.14 on not in `vars`
            if "ClassVar[" not in str(type)
        ]
        for name in ("__dict__", "__weakref__", *computed, *(part.name for part in own)):
            written.pop(name, None)
        base = kind.__base__
        inherited = getattr(base, "__attrs_attrs__", ())
        if not all(isinstance(part, _Part) for part in inherited):
            raise TypeError(f"{base.__qualname__} is a class of attrs; {kind.__qualname__} is not")
        parts = (*inherited, *own)
        slots = [*(part.name for part in own), *computed]
        if not hasattr(base, "__weakref__"):
            slots.append("__weakref__")
        space = {
            **self._methods(kind, parts),
            **({"__getattr__": _getattr(computed, base)} if computed else {}),
            **written,
            "__slots__": slots,
            "__qualname__": kind.__qualname__,
        }
        return type(kind)(kind.__name__, kind.__bases__, space)

    def _methods(self, kind: type, parts: tuple[_Part, ...]) -> dict[str, object]:
        methods: dict[str, object] = {
            "__attrs_attrs__": parts,
            "__match_args__": tuple([p.name for p in parts if p.init and not p.kw_only]),
            "__init__": _Init(parts),
            "__replace__": evolve,
            "__getstate__": _getstate,
            "__setstate__": _setstate,
        }
        if self._is_frozen:
            methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
        if self._repr:
            methods["__repr__"] = _repr(kind, [part.name for part in parts if part.repr])
        if self._eq and "__eq__" not in vars(kind):
            names = [part.name for part in parts if part.eq]
            compared = attrgetter(*names) if names else type
            methods["__eq__"] = _eq(compared)
            methods["__hash__"] = _hash(kind, compared) if self._is_frozen else None
        return methods


class _Init:
    """The `__init__` of a class until it is first needed; then it is written.

    Most classes differ only in the names and defaults of their parts. So parts are numbered in the
    text, and classes with the same text share what is compiled from it, each with its own names.
    """

    def __init__(self, parts: tuple[_Part, ...]) -> None:
        self._parts = parts

    def __set_name__(self, kind: Any, name: str) -> None:
        self._kind = kind

    def __get__(self, value: Any, kind: type | None = None) -> Any:
        self._kind.__init__ = made = self._written()
        return made.__get__(value, kind)

    def _written(self) -> Any:
        kind = self._kind
        known: dict[str, Any] = {"NOTHING": NOTHING}
        given: list[tuple[str, _Part]] = []
        lines = []
        for i, part in enumerate(self._parts):
            value = f"p{i}"
            if part.init:
                given.append((value, part))
            if part.factory is not None:
                known[f"make{i}"] = part.factory
                made = f"make{i}({'self' if part.takes_self else ''})"
                value = f"{made} if {value} is NOTHING else {value}" if part.init else made
            elif not part.init:
                if part.default is NOTHING:
                    continue
                known[value] = part.default
            if part.converter is not None:
                known[f"convert{i}"] = part.converter
                value = f"convert{i}({value})"
            # Frozen parts cannot be assigned to; this is also faster than `object.__setattr__`.
            known[f"put{i}"] = getattr(kind, part.name).__set__
            lines.append(f"put{i}(self, {value})")
        if hasattr(kind, "__attrs_post_init__"):
            lines.append("self.__attrs_post_init__()")

        given.sort(key=lambda one: one[1].kw_only)
        parts = [part for _, part in given]
        code = _code(", ".join(["self", *(name for name, _ in given)]), "; ".join(lines) or "pass")
        named = sum(part.kw_only for part in parts)
        init = FunctionType(
            code.replace(
                co_varnames=("self", *(part.alias for part in parts)),
                co_argcount=code.co_argcount - named,
                co_kwonlyargcount=named,
            ),
            known,
            argdefs=tuple(p.default for p in parts if p.is_optional and not p.kw_only),
        )
        init.__kwdefaults__ = {p.alias: p.default for p in parts if p.is_optional and p.kw_only}
        init.__module__ = kind.__module__
        init.__qualname__ = f"{kind.__qualname__}.__init__"
        init.__annotations__ = {part.alias: part.type for part in parts} | {"return": None}
        return init


@cache
def _code(parameters: str, body: str) -> CodeType:
    known: dict[str, Any] = {}
    exec(f"def __init__({parameters}): {body}", known)
    code: CodeType = known["__init__"].__code__
    return code


def _eq(compared: Callable[[Any], object]) -> Any:
    def __eq__(self: Any, other: Any) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or compared(self) == compared(other)

    return __eq__


def _hash(kind: type, compared: Callable[[Any], object]) -> Any:
    name = kind.__qualname__

    def __hash__(self: Any) -> int:
        return hash((name, compared(self)))

    return __hash__


def _repr(kind: type, names: list[str]) -> Any:
    shown = kind.__qualname__.rpartition(">.")[2]
    form = f"{shown}({', '.join(f'{name}=%r' for name in names)})"
    # One part more, which is not shown: of a single part, `attrgetter` would return no tuple.
    values = attrgetter(*names, "__class__")

    def __repr__(self: Any) -> str:
        return form % values(self)[:-1] if names else form

    return __repr__


def _getattr(computed: Mapping[str, cached_property[Any]], base: Any) -> Any:
    """Return what computes properties that are kept; a slot that is filled is read without it."""

    def __getattr__(self: Any, name: str) -> Any:
        if name not in computed:
            if hasattr(base, "__getattr__"):
                return base.__getattr__(self, name)
            shown = self.__class__.__name__
            raise AttributeError(f"{shown!r} object has no attribute {name!r}", name=name, obj=self)
        value = computed[name].func(self)
        object.__setattr__(self, name, value)
        return value

    return __getattr__


def _getstate(self: Any) -> dict[str, Any]:
    return {part.name: getattr(self, part.name) for part in self.__attrs_attrs__}


def _setstate(self: Any, state: Mapping[str, Any]) -> None:
    for name, value in state.items():
        object.__setattr__(self, name, value)


def _refuse(self: Any, name: str, value: object = None) -> NoReturn:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError
