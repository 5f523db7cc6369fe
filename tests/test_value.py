"""Values share methods that behave like those attrs would write for each class."""

import ast
import copy
import pickle
import weakref
from functools import cached_property
from pathlib import Path

import attrs
import pytest
from attrs import field, frozen

from wtrules import value
from wtrules.value import Value

FOLDER = Path(value.__file__).parent


def classes(base):
    """Return classes on top of *base*: some parts, one part, no part, another class below …"""

    @frozen
    class Some(base):
        a: int
        b: str = "x"
        place: int = field(default=0, eq=False, repr=False)

    @frozen
    class One(base):
        a: object

    @frozen
    class Empty(base):
        pass

    @frozen
    class Own(base):
        a: int

        def __eq__(self, other):
            return True

        def __hash__(self):
            return 7

        def __repr__(self):
            return "own"

    @frozen
    class Derived(Some):
        words: tuple = field(converter=tuple, default="")
        _hidden: int = 5
        total: int = field(kw_only=True, default=0)

        @cached_property
        def double(self):
            return [self.a, self.a]

    return Some, One, Empty, Own, Derived


WITH_ATTRS = classes(object)
VALUES = classes(Value)

CASES = [
    (0, 1),
    (0, 1, "y"),
    (0, 1, "x", 5),
    (0, 2),
    (1, 1),
    (1, (1, 2)),
    (1, "x"),
    (2,),
    (3, 1),
    (3, 2),
    (4, 1),
    (4, 1, "x", 5, "ab"),
    (4, 1, "x", 7, ("a", "b")),
]


@pytest.mark.parametrize("first", CASES)
@pytest.mark.parametrize("second", CASES)
def test_the_methods_are_those_of_attrs(first, second):
    """Values are equal, hashable and shown as if attrs had written the methods."""

    def facts(classes):
        one, other = (classes[kind](*parts) for kind, *parts in (first, second))
        return repr(one), one == other, one != other, one == other and hash(one) == hash(other)

    assert facts(WITH_ATTRS) == facts(VALUES)


@pytest.mark.parametrize("kind", VALUES)
def test_attrs_writes_none_of_them(kind):
    """The methods are inherited: attrs would need most of the time of a short command for them."""
    for name in ("__eq__", "__hash__", "__repr__"):
        method = vars(kind)[name]
        assert method.__module__ in (value.__name__, __name__)
        assert "<attrs generated" not in method.__code__.co_filename


def test_a_property_is_computed_once():
    """A cached property is kept with the value."""
    one = VALUES[4](1)

    assert [1, 1] == one.double
    assert one.double is one.double


@frozen
class Kept(Value):
    """A class that pickle can find."""

    a: int
    b: tuple = field(default=(), kw_only=True)


def test_values_are_copied_and_pickled():
    """A copy is equal to the value; a value can be referred to weakly, and not be changed."""
    one = Kept(1, b=(2,))

    assert one == copy.copy(one) == copy.deepcopy(one) == pickle.loads(pickle.dumps(one))
    assert one is weakref.ref(one)()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.a = 2


def decorated():
    """Yield the classes of the package that are made with attrs: where, how, on top of what."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                for decorator in map(ast.unparse, node.decorator_list):
                    if decorator.startswith(("frozen", "define")):
                        yield f"{path.name}: {node.name}", decorator, bool(node.bases)


def test_frozen_classes_have_the_shared_base_unless_objects_differ():
    """With the base, `eq=False` would be ignored, and what can change must have no hash."""
    found = list(decorated())

    assert 500 < len(found)
    assert [] == [
        where
        for where, how, has_base in found
        if has_base != (how in ("frozen", "frozen(kw_only=True)"))
    ]
