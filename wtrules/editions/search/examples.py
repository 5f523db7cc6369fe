"""The positions of examples, from which the search begins.

A house rule often has an example of a position that hardly any random game comes to. What an example
says about memories is no part of a scene and is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from attrs import evolve, frozen

from wtrules.game.examples import given_state
from wtrules.game.game import Game
from wtrules.position.table import Table
from wtrules.resolve.model import Rules
from wtrules.sidebyside.scene import scene_of
from wtrules.syntax import nodes as n
from wtrules.value import Value

_DEEPEST = 4  # decisions: a card, what to do with it, and two more


@frozen
class ExampleScene(Value):
    """The position of an example, and how many decisions from there its moves may take."""

    id: str
    scene: Table
    decisions: int


# Each example is set up once. Games are equal if they play the same, whatever examples they have.
_SCENES: WeakKeyDictionary[Game, tuple[Rules, tuple[ExampleScene, ...]]] = WeakKeyDictionary()


def example_scenes(games: Iterable[Game], players: int | None = None) -> list[ExampleScene]:
    """Return the positions of the examples of some games, each once; for a number of players."""
    found = {each.id: each for game in games for each in _scenes(game)}
    return [each for each in found.values() if players in (None, each.scene.players)]


def _scenes(game: Game) -> tuple[ExampleScene, ...]:
    known = _SCENES.get(game)
    if known is None or known[0] is not game.rules:
        known = _SCENES[game] = game.rules, tuple(_set_up(game))
    return known[1]


def _set_up(game: Game) -> Iterator[ExampleScene]:
    for entry in game.rules.of_kind("example"):
        state = given_state(game, entry)
        if state is not None and not state.is_over:
            # A card may have to be played before the first move.
            moves = 1 + sum(isinstance(clause, n.WhenMove) for clause in entry.clauses())
            scene = evolve(scene_of(state), is_sketch=True)
            yield ExampleScene(entry.id, scene, min(moves, _DEEPEST))
