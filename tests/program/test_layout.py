"""The numbers of a position: how many there are of each, and how large they can become."""

import pytest

from wtrules.game.load import load

# For two, by the Capstone manual: 16 spaces, 9 towers, so 10 levels with the ground; five wizards each
# are counted in 3 bits; 90 cards of 23 kinds, 8 spells, a die with the numbers 1 to 6.
LARGEST = {
    "height": (16, 9),
    "shields": (16, 2**10 - 1),
    "cell": (16 * 10, 2 ** (2 * 3) - 1),
    "castle": (1, 15),
    "home": (2, 2**3 - 1),
    "wizards": (2, 2**3 - 1),
    "hand": (2 * 23, 90),
    "hand_size": (2, 90),
    "pile": (90, 22),
    "pile_size": (1, 90),
    "discard": (23, 90),
    "discard_size": (1, 90),
    "laid_out": (8, 1),
    "roll": (1, 6),
    "winner": (2, 1),
    "active": (1, 1),
    "actor": (1, 1),
}


@pytest.mark.parametrize("name", LARGEST)
def test_how_large_the_numbers_of_a_position_are(name: str):
    """What is stored in few bits, and what a position from outside may say, depends on it."""
    field = load("en-capstone").program(2).fields[name]
    assert (*LARGEST[name], 0) == (field.size, field.most, field.least)
