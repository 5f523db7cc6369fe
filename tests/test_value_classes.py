"""Classes of frozen values that load quickly behave like those of attrs."""

import copy
import inspect
import pickle
import re
import weakref
from functools import cached_property
from pathlib import Path

import attrs
import pytest

from wtrules import value_classes


def made(module):
    """Return classes made with the functions of a module: some parts, one part, no part …"""
    frozen, define, field, evolve = module.frozen, module.define, module.field, module.evolve

    @frozen
    class Some:
        a: int
        b: str = "x"
        place: int = field(default=0, eq=False, repr=False)

    @frozen
    class One:
        a: object

    @frozen
    class Empty:
        pass

    @define
    class Changeable:
        a: int

    @frozen(eq=False)
    class Unequal:
        a: int

    @frozen
    class Own:
        a: int

        def __eq__(self, other):
            return True

        def __repr__(self):
            return "own"

        def __hash__(self):
            return 7

    @frozen(repr=False)
    class Base:
        a: int
        span: tuple = field(eq=False, kw_only=True, default=(0, 0))

        @cached_property
        def double(self):
            return [self.a, self.a]

    @frozen
    class Inherited(Base):
        _hidden: int = 5
        words: tuple = field(converter=tuple, default="")
        known: dict = field(factory=dict, eq=False)
        count: int = field(init=False, default=3)
        seen: list = field(init=False, factory=list, eq=False)
        total: int = field(kw_only=True)

        @total.default
        def _sum(self):
            return self.a + len(self.words)

        @cached_property
        def triple(self):
            return [*self.double, self.a]

    @define
    class Ready:
        a: int
        b: int = field(init=False)

        def __attrs_post_init__(self):
            self.b = self.a + 1

    return Some, One, Empty, Changeable, Unequal, Own, Base, Inherited, Ready, evolve


WITH_ATTRS = made(attrs)
QUICK = made(value_classes)

CASES = [
    (0, 1),
    (0, 1, "y"),
    (0, 1, "x", 5),
    (0, 2),
    (1, 1),
    (1, (1, 2)),
    (2,),
    (3, 1),
    (4, 1),
    (5, 1),
    (7, 1),
    (7, 1, 5, "ab"),
    (7, 1, 5, ("a", "b"), {1: 2}),
    (8, 1),
]


@pytest.mark.parametrize("first", CASES)
@pytest.mark.parametrize("second", CASES)
def test_the_methods_are_those_of_attrs(first, second):
    """Values are equal, hashable and shown as with attrs."""

    def facts(classes):
        one, other = (classes[kind](*parts) for kind, *parts in (first, second))
        hashable = type(one).__hash__ is not None and type(other).__hash__ is not None
        return repr(one), one == other, one != other, hashable and hash(one) == hash(other)

    assert facts(WITH_ATTRS) == facts(QUICK)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (0, {"a": 1}),
        (0, {"a": 1, "place": 2}),
        (0, {}),
        (0, {"a": 1, "c": 1}),
        (3, {"a": 2}),
        (6, {"a": 1, "span": (1, 2)}),
        (7, {"a": 1, "hidden": 2, "words": "ab", "span": (4, 5)}),
        (7, {"a": 1, "total": 9}),
        (7, {"a": 1, "_hidden": 2}),
        (7, {"a": 1, "count": 2}),
        (8, {"a": 1}),
        (8, {"a": 1, "b": 1}),
    ],
)
def test_values_are_made_as_with_attrs(kind, given):
    """The same arguments are taken and refused, with the same defaults and conversions."""

    def facts(classes):
        try:
            value = classes[kind](**given)
        except TypeError as error:
            return str(error)
        return {part.name: getattr(value, part.name) for part in attrs.fields(type(value))}

    assert facts(WITH_ATTRS) == facts(QUICK)


@pytest.mark.parametrize("kind", range(9))
def test_classes_are_those_of_attrs(kind):
    """Names, slots, patterns and signatures are those that attrs gives a class."""

    def facts(classes):
        made = classes[kind]
        return (
            [(part.name, part.alias, part.eq, part.repr, part.init) for part in attrs.fields(made)],
            made.__qualname__,
            made.__module__,
            made.__match_args__,
            sorted(made.__slots__),
            list(inspect.signature(made).parameters),
            inspect.signature(made.__init__).return_annotation,
        )

    assert facts(WITH_ATTRS) == facts(QUICK)


def test_frozen_values_refuse_changes():
    """Parts can be neither changed, added nor deleted, unless the class is made with `define`."""
    value, changeable = QUICK[0](1), QUICK[3](1)

    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        value.a = 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del value.a
    with pytest.raises(AttributeError):
        changeable.c = 2
    changeable.a = 2
    assert 2 == changeable.a


@pytest.mark.parametrize("evolve", [QUICK[-1], attrs.evolve])
def test_a_value_with_some_parts_changed(evolve):
    """Our `evolve` and that of attrs make a new value; what is not given to a class is made anew."""
    value = QUICK[7](1, 2, "ab", span=(3, 4))
    value.seen.append("x")

    changed = evolve(value, hidden=7)

    assert (1, 7, ("a", "b"), (3, 4), 3, []) == (
        changed.a, changed._hidden, changed.words, changed.span, changed.total, changed.seen,
    )  # fmt: skip
    assert 2 == value._hidden


def test_a_property_is_computed_once():
    """A cached property of a class, and of the class it is based on, is kept with the value."""
    value = QUICK[7](1)

    assert [1, 1, 1] == value.triple
    assert value.triple is value.triple
    assert value.double is value.double
    with pytest.raises(AttributeError, match="'Inherited' object has no attribute 'missing'"):
        _ = value.missing


@value_classes.frozen
class Kept:
    """A class that pickle can find."""

    a: int
    b: tuple = value_classes.field(default=(), kw_only=True)


def test_values_are_copied_and_pickled():
    """A copy is equal to the value; a value can be referred to weakly."""
    value = Kept(1, b=(2,))

    assert value == copy.copy(value) == copy.deepcopy(value) == pickle.loads(pickle.dumps(value))
    assert value is weakref.ref(value)()
    assert {"a": 1, "b": (2,)} == attrs.asdict(value)


def test_a_class_refuses_parts_of_attrs():
    """A part that was declared with attrs is reported: it would be taken for a default."""
    with pytest.raises(TypeError, match=r"a: `field` must come from wtrules\.value_classes"):

        @value_classes.frozen
        class Mixed:
            a: int = attrs.field(default=1)

    with pytest.raises(TypeError, match="WithAttrs"):

        @value_classes.frozen
        class Based(attrs.make_class("WithAttrs", ["a"])):
            b: int


def test_an_option_that_is_not_here_is_refused():
    """An option that only attrs has is reported where the class is written, not ignored."""
    with pytest.raises(TypeError, match="`field` has no option order, validator here"):
        value_classes.field(validator=print, order=False)
    with pytest.raises(TypeError, match="order"):
        value_classes.frozen(order=True)


def test_a_class_based_on_another_has_its_own_values():
    """Equality, hash and text of a value are those of its own class, also where they are inherited."""
    frozen = value_classes.frozen

    @frozen
    class Space:
        number: int

    @frozen
    class Castle(Space):
        owner: str = ""

    assert Castle(1, "a") == Castle(1, "a")
    assert Castle(1, "a") != Castle(1, "b")
    assert Castle(1) != Space(1)
    assert "Castle(number=1, owner='a')" == repr(Castle(1, "a"))
    assert 2 == len({Castle(1), Castle(1), Space(1)})


def test_every_module_makes_its_classes_this_way():
    """No module takes these functions from attrs: two sorts of classes cannot be mixed."""
    ours = re.compile(r"^\s*from attrs import .*\b(define|evolve|field|frozen)\b|slots=False", re.M)
    folder = Path(value_classes.__file__).parent
    modules = [path for path in folder.rglob("*.py") if path.name != "value_classes.py"]

    assert [] == [path.name for path in modules if ours.search(path.read_text("utf-8"))]
