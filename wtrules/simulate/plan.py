"""What is to be played: rulesets, players, bots, seed and how many games; and in which chunks.

Every game has a number and a seed of its own, so a game is the same whoever plays it, in whichever
chunk, and whatever else is played. That is why results do not depend on the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from shlex import quote
from typing import Any

from attrs import field, frozen

from wtrules.game.game import Game
from wtrules.simulate.games import Arena, arena

MOST_GAMES = 1_000_000  # when playing on until an interval is short enough
_CHUNK = {"random": 256, "greedy": 64, "mcts": 8}  # about a tenth of a second or more of play


@frozen
class Side:
    """A ruleset that is played: what it is called and a fingerprint of how it plays."""

    name: str
    hash: str
    given: str = field(default="", eq=False)  # how it was named on the command line

    @property
    def command(self) -> str:
        """How to name it again."""
        return quote(self.given or self.name)


@frozen
class Plan:
    """A simulation, as it was asked for."""

    sides: tuple[Side, ...]  # the ruleset, and perhaps what it is held against
    players: tuple[int, ...]
    bots: tuple[str, ...]
    seed: int
    games: int | None  # for each number of players; None: until `precision`
    precision: float | None
    most: int  # decisions after which a game is cut off
    assume: tuple[tuple[str, str], ...] = ()

    @property
    def chunk(self) -> int:
        """How many games are played in one go."""
        return min(_CHUNK[bot] for bot in self.bots)

    @property
    def first_seed(self) -> int:
        """The seed of the first game; neighbouring seeds on the command line share no games."""
        return int.from_bytes(sha256(f"wtrules {self.seed}".encode()).digest()[:8], "little")

    @property
    def identity(self) -> Mapping[str, Any]:
        """What makes two simulations the same but for their number of games."""
        return {
            "rulesets": [[side.name, side.hash] for side in self.sides],
            "players": list(self.players),
            "bots": list(self.bots),
            "seed": self.seed,
            "most_decisions": self.most,
            "chunk": self.chunk,
        }

    @property
    def command(self) -> str:
        """The command line that plays this."""
        words = ["wtrules simulate", self.sides[0].command]
        words += [f"--against {self.sides[1].command}"] if len(self.sides) > 1 else []
        words += [f"--players {','.join(map(str, self.players))}", f"--bots {','.join(self.bots)}"]
        words += [f"--seed {self.seed}", f"--most {self.most}"]
        if self.games is not None:
            words.append(f"--games {self.games}")
        elif self.precision is not None:
            words.append(f"--until {100 * self.precision:g}%")
        words += [f"--assume {id}={reading}" for id, reading in self.assume]
        return " ".join(words)

    @property
    def provenance(self) -> dict[str, Any]:
        """Where results come from, for whoever finds them later."""
        from wtrules.version import __version__

        return {
            "wtrules": __version__,
            "ruleset": {"name": self.sides[0].name, "hash": self.sides[0].hash},
            "against": (
                {"name": self.sides[1].name, "hash": self.sides[1].hash}
                if len(self.sides) > 1
                else None
            ),
            "players": list(self.players),
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "until": self.precision,
            "most_decisions": self.most,
            "assume": dict(self.assume),
            "command": self.command,
        }

    def chunks(self, players: int) -> Iterator[Chunk]:
        """Yield the chunks for a number of players, in order."""
        most = MOST_GAMES if self.games is None else self.games
        for first in range(0, most, self.chunk):
            yield Chunk(players, first, min(self.chunk, most - first))


@frozen
class Chunk:
    """Some games of a plan, counted from 0."""

    players: int
    first: int
    number: int


def arenas(games: tuple[Game, ...], plan: Plan) -> dict[int, tuple[Arena, ...]]:
    """Return what plays each side, by number of players."""
    from wtrules.program.from_rules import (
        program,
    )  # without the reference back end: that takes time

    return {
        players: tuple(
            arena(program(g.rules, g.meaning, players), plan.bots, g.open_hands) for g in games
        )
        for players in plan.players
    }
