"""`random` picks one of what there is, and each of it now and then."""

import pytest

from wtrules.game.load import load
from wtrules.source import SourceFile


@pytest.mark.parametrize(
    ("query", "lucky"),
    [
        ("random player", {(1, 0, 0), (0, 1, 0), (0, 0, 1)}),
        ("random player x where seat of x > 0", {(0, 1, 0), (0, 0, 1)}),
        ("random player x where seat of x > 5", {(0, 0, 0)}),
    ],
)
def test_one_of_them_is_picked(query: str, lucky: set[tuple[int, ...]]):
    """A flask is filled on the first turn, for everybody in one of many games; if nobody fits, for nobody."""
    rule = f"rule luck {{ on turn begins let q = {query} do fill 1 flasks of q }}"
    game = load(SourceFile("house.wtr", f"ruleset house {{ extends en-capstone {rule} }}"))
    assert lucky == {tuple(game.start(3, seed).numbers("full")) for seed in range(30)}
