"""`frozen`, `define`, `field` and `evolve` of attrs, for classes that load quickly.

attrs writes and compiles the methods of a class when the class is made. That took a quarter of the
time of a short command, and half of these classes are never used in a run. Here all classes share
their methods, except `__init__`, which is made for the first value. Classes and values behave like
those of attrs, whose functions accept them, and type checkers see attrs. What is not here: validators,
order, class variables with a type, `super()` in methods, a class without `__eq__` on top of one with
it, and mixing both sorts of classes by inheritance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
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
        make = partial(_made, methods=_methods(True, **options))
        return make if kind is None else make(kind)

    def define(kind: type | None = None, **options: bool) -> Any:
        """Make a class of values that can be changed; the options are *eq* and *repr*."""
        make = partial(_made, methods=_methods(False, **options))
        return make if kind is None else make(kind)

    def field(**options: Any) -> Any:
        """Return a part of a class that is more than a name with a default."""
        return _Field(options)

    def evolve(value: Any, /, **changes: Any) -> Any:
        """Return a value with some parts changed."""
        for part in _parts(value.__class__):
            if part.init and part.alias not in changes:
                changes[part.alias] = getattr(value, part.name)
        return value.__class__(**changes)


# --- parts -----------------------------------------------------------------------------------------


class _Field:
    """What `field` says about a part; `@part.default` names the method that makes its default."""

    def __init__(self, options: dict[str, Any]) -> None:
        if unknown := options.keys() - _Part.__annotations__.keys():
            raise TypeError(f"`field` has no option {', '.join(sorted(unknown))} here")
        self.options = options

    def default(self, method: Callable[[Any], Any]) -> Callable[[Any], Any]:
        self.options |= {"factory": method, "takes_self": True}
        return method


class _Part:
    """A part of a class, with the attributes that attrs gives it; here are the options of `field`."""

    default: Any = NOTHING
    factory: Callable[..., Any] | None = None
    takes_self: bool = False
    converter: Callable[[Any], Any] | None = None
    init: bool = True
    eq: bool = True
    repr: bool = True
    kw_only: bool = False
    metadata: Mapping[Any, Any] = MappingProxyType({})

    def __init__(self, name: str, type: object, options: Mapping[str, Any]) -> None:
        self.name, self.alias, self.type = name, name.lstrip("_"), type
        for option, value in options.items():
            setattr(self, option, value)

    @property
    def is_optional(self) -> bool:
        """Whether it has a default."""
        return self.factory is not None or self.default is not NOTHING

    def setter(self, kind: type) -> Callable[[Any, Any], None]:
        """Return the function that gives this part of a value what `__init__` was given for it."""
        # Frozen parts cannot be assigned to; this is also faster than `object.__setattr__`.
        put, make, convert = getattr(kind, self.name).__set__, self.factory, self.converter
        if make is None and convert is None:
            return put  # type: ignore[no-any-return]

        def put_made(value: Any, given: Any) -> None:
            if given is NOTHING and make is not None:
                given = make(value) if self.takes_self else make()
            put(value, given if convert is None else convert(given))

        return put_made


@cache
def _parts(kind: Any) -> tuple[_Part, ...]:
    """Return the parts of a class, those of the class it is based on first."""
    own = [
        _Part(name, type, given.options if isinstance(given, _Field) else {"default": given})
        for name, type, given in vars(kind).get("__given__", ())
    ]
    return (*_parts(kind.__base__), *own) if kind is not object else ()


class _Parts:
    """The parts of a class where attrs looks for them, made when they are first needed."""

    def __get__(self, value: object, kind: type) -> tuple[_Part, ...]:
        return _parts(kind)


_PARTS = _Parts()


# --- classes ---------------------------------------------------------------------------------------


def _made(kind: Any, methods: dict[str, object]) -> Any:
    """Return a class with slots and methods in the place of one that is only annotated."""
    written, base = dict(vars(kind)), kind.__base__
    is_based = hasattr(base, "__given__")
    if not is_based and hasattr(base, "__attrs_attrs__"):
        raise TypeError(f"{base.__qualname__} is a class of attrs; {kind.__qualname__} is not")
    given = []
    names = []  # of the arguments that need no name
    for name, type in kind.__annotations__.items():  # from Python 3.14 on not in `vars`
        value = written.pop(name, NOTHING)
        given.append((name, type, value))
        if isinstance(value, _Field):
            if value.options.get("kw_only") or not value.options.get("init", True):
                continue
        elif value.__class__.__module__ == "attr._make":  # it would be taken for a default
            raise TypeError(f"{name}: `field` must come from {__name__}, as the class does")
        names.append(name)
    computed = {name: x.func for name, x in written.items() if isinstance(x, cached_property)}
    for name in ("__dict__", "__weakref__", *computed):
        written.pop(name, None)
    slots = [*(name for name, _, _ in given), *computed]
    if not hasattr(base, "__weakref__"):
        slots.append("__weakref__")
    if is_based:  # what both have is inherited, which is faster
        methods = {name: x for name, x in methods.items() if getattr(base, name) is not x}
    space = {
        **methods,
        "__attrs_attrs__": _PARTS,
        "__init__": _Init(),
        "__given__": given,
        "__match_args__": (*getattr(base, "__match_args__", ()), *names),
        **({"__computed__": computed, "__getattr__": _compute} if computed else {}),
        **written,
        "__slots__": slots,
        "__qualname__": kind.__qualname__,
    }
    return kind.__class__(kind.__name__, kind.__bases__, space)


class _Init:
    """The `__init__` of a class until it is first needed; then it is made."""

    def __set_name__(self, kind: Any, name: str) -> None:
        self._kind = kind

    def __get__(self, value: Any, kind: type | None = None) -> Any:
        self._kind.__init__ = made = _init(self._kind)
        return made.__get__(value, kind)


def _init(kind: Any) -> FunctionType:
    parts = _parts(kind)
    given = [
        part for kw_only in (False, True) for part in parts if part.init and part.kw_only is kw_only
    ]
    others = [part for part in parts if not part.init and part.is_optional]
    known: dict[str, Any] = {f"put{i}": part.setter(kind) for i, part in enumerate(given)}
    if others or hasattr(kind, "__attrs_post_init__"):
        known["complete"] = _completing(kind, others)
    code = _code(len(given), "complete" in known)
    named = sum(part.kw_only for part in given)
    optional = [part for part in given if part.is_optional]
    init = FunctionType(
        code.replace(
            co_varnames=("self", *[part.alias for part in given]),
            co_argcount=code.co_argcount - named,
            co_kwonlyargcount=named,
        ),
        known,
        argdefs=tuple([part.default for part in optional if not part.kw_only]),
    )
    init.__kwdefaults__ = {part.alias: part.default for part in optional if part.kw_only}
    init.__module__ = kind.__module__
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    init.__annotations__ = {**{part.alias: part.type for part in given}, "return": None}
    return init


@cache
def _code(size: int, is_completed: bool) -> CodeType:
    """Return the code of an `__init__` with so many arguments, for all classes that have so many.

    Compiling takes longer than all the rest, so only the names of the arguments differ by class.
    """
    lines = [f"put{i}(self, p{i})" for i in range(size)]
    lines += ["complete(self)"] if is_completed else []
    made: dict[str, Any] = {}
    arguments = ", ".join(["self", *(f"p{i}" for i in range(size))])
    exec(f"def __init__({arguments}): {'; '.join(lines) or 'pass'}", made)
    code: CodeType = made["__init__"].__code__
    return code


def _completing(kind: Any, parts: list[_Part]) -> Callable[[Any], None]:
    """Return what gives a value the parts that are no arguments, and then calls its own method."""
    setters = [(part.setter(kind), part.default) for part in parts]

    def complete(value: Any) -> None:
        for put, default in setters:
            put(value, default)
        if after is not None:
            after(value)

    after = getattr(kind, "__attrs_post_init__", None)
    return complete


# --- methods of all classes ------------------------------------------------------------------------


@cache
def _compared(kind: type) -> Callable[[Any], object]:
    names = [part.name for part in _parts(kind) if part.eq]
    return attrgetter(*names) if names else type


def _eq(self: Any, other: Any) -> Any:
    kind = self.__class__
    if other.__class__ is not kind:
        return NotImplemented
    if self is other:
        return True
    compared = _compared(kind)
    return compared(self) == compared(other)


def _hash(self: Any) -> int:
    kind = self.__class__
    return hash((kind.__qualname__, _compared(kind)(self)))


@cache
def _form(kind: type) -> tuple[str, Callable[[Any], Any]]:
    names = [part.name for part in _parts(kind) if part.repr]
    shown = kind.__qualname__.rpartition(">.")[2]
    form = f"{shown}({', '.join([f'{name}=%r' for name in names])})"
    # Two parts more, which are not shown: only of two or more does `attrgetter` return a tuple.
    return form, attrgetter(*names, "__class__", "__class__")


def _repr(self: Any) -> str:
    form, values = _form(self.__class__)
    shown: str = form % values(self)[:-2]
    return shown


def _compute(self: Any, name: str) -> Any:
    """Compute a property that is kept in a slot; a slot that is filled is read without this."""
    for kind in self.__class__.__mro__:
        method = vars(kind).get("__computed__", {}).get(name)
        if method is not None:
            value = method(self)
            object.__setattr__(self, name, value)
            return value
    shown = self.__class__.__name__
    raise AttributeError(f"{shown!r} object has no attribute {name!r}", name=name, obj=self)


def _getstate(self: Any) -> dict[str, Any]:
    return {part.name: getattr(self, part.name) for part in _parts(self.__class__)}


def _setstate(self: Any, state: Mapping[str, Any]) -> None:
    for name, value in state.items():
        object.__setattr__(self, name, value)


def _refuse(self: Any, name: str, value: object = None) -> NoReturn:
    from attrs.exceptions import FrozenInstanceError

    raise FrozenInstanceError


@cache
def _methods(is_frozen: bool, eq: bool = True, repr: bool = True) -> dict[str, object]:
    """Return the methods of a class with these options."""
    methods: dict[str, object] = {"__getstate__": _getstate, "__setstate__": _setstate}
    if is_frozen:
        methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
    if eq:
        methods |= {"__eq__": _eq, "__hash__": _hash if is_frozen else None}
    if repr:
        methods |= {"__repr__": _repr}
    return methods
