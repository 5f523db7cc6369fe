"""Classes with shared methods behave like those that attrs writes."""

import attrs
import pytest
from attrs import field

from wtrules.value_classes import define, frozen


def made(frozen, define):
    """Return classes made with these decorators: some parts, one part, no part, changeable, own methods."""

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

    return Some, One, Empty, Changeable, Unequal, Own


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
]


@pytest.mark.parametrize("first", CASES)
@pytest.mark.parametrize("second", CASES)
def test_the_methods_are_those_of_attrs(first, second):
    """Values are equal, hashable and shown as with attrs."""

    def facts(classes):
        one, other = (classes[kind](*parts) for kind, *parts in (first, second))
        hashable = type(one).__hash__ is not None and type(other).__hash__ is not None
        return repr(one), one == other, one != other, hashable and hash(one) == hash(other)

    assert facts(made(attrs.frozen, attrs.define)) == facts(made(frozen, define))
