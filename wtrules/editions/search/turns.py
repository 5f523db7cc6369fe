"""The turns of random games, from which the search begins."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property

from attrs import frozen

from wtrules.editions.search.perturb import perturbed
from wtrules.game.game import Game, State
from wtrules.position.table import Table
from wtrules.sidebyside.batches import Batches, TurnStart, batches, random_game
from wtrules.sidebyside.scene import scene_of
from wtrules.value import Value

GAMES = 6  # played
FIRST = 120  # turns made from theirs at first


@frozen
class Met(Value):
    """The random game in which a position occurred: under side one, with all its moves until then."""

    seed: int
    moves: tuple[str, ...]


def all_spells(one: Game, two: Game, players: int) -> tuple[str, ...]:
    """Return the spells of two games."""
    spells = (spell for game in (one, two) for spell in game.program(players).words.spells)
    return tuple(dict.fromkeys(spells))


class RandomTurns:
    """Where the turns of some random games begin; they are played when first needed."""

    def __init__(self, game: Game, players: int, seed: int = 0) -> None:
        self._game = game
        self._players = players
        self._seed = seed
        self._scenes: dict[int, Table] = {}
        self._made: dict[object, tuple[list[Table], random.Random]] = {}

    @cached_property
    def _runner(self) -> Batches:
        return batches([self._game], self._players)[0]

    @cached_property
    def _starts(self) -> list[TurnStart]:
        return self._runner.turns(self._seed, GAMES)

    def __len__(self) -> int:
        return len(self._starts)

    def scene(self, number: int) -> Table:
        """Return a turn as a scene, in which everybody has flasks of their own."""
        if number not in self._scenes:
            scene = self._as_met(number)
            self._scenes[number] = scene.with_own_flasks(self.scene(0)) if number else scene
        return self._scenes[number]

    def is_met(self, number: int) -> bool:
        """Whether a random game comes to the scene of a turn, with the same flasks."""
        return self.scene(number) == self._as_met(number)

    def _as_met(self, number: int) -> Table:
        engine = self._game.engine(self._players)
        data = self._runner.unpack(self._starts[number].state)
        return scene_of(State(self._game, engine, data, []))

    def made_up(
        self, number: int, spells: tuple[str, ...], wanted: tuple[str, ...]
    ) -> Sequence[Table]:
        """Return the first *number* turns made from these, the same for all who ask.

        *spells* may be laid out; one of those in *wanted* always is.
        """
        made, chance = self._made.setdefault((spells, wanted), ([], random.Random(self._seed)))
        program = self._runner.program
        while len(made) < number:
            scene = self.scene(chance.randrange(len(self)))
            made.append(perturbed(scene, self.scene(0), program, spells, wanted, chance))
        return made[:number]

    def prepare(self, other: Game) -> None:
        """Make the turns that the search for a difference from another game begins with."""
        if len(self):
            self.made_up(FIRST, all_spells(self._game, other, self._players), ())

    def met(self, number: int) -> Met:
        """Return the moves that lead to a turn."""
        start = self._starts[number]
        seed = self._seed + start.game
        engine = self._game.engine(self._players)
        moves: list[str] = []
        for data, option in random_game(engine, seed):
            if len(moves) == start.decisions:
                break
            moves.append(State(self._game, engine, data, []).move(option).text)
        return Met(seed, tuple(moves))
