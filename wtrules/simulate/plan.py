"""A plan: rulesets, players, bots, seed and number of games, divided into chunks.

Every game has its own number and seed, so it is the same whichever worker plays it and in which chunk.
That is why results do not depend on the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from shlex import quote
from typing import Any

from attrs import field, frozen

from wtrules.game.game import Game
from wtrules.game.trained import BotFile
from wtrules.simulate.games import Arena, arena

MOST_DECISIONS = 20_000  # after which a game is cut off, by default
MOST_GAMES = 1_000_000  # when playing until an interval is short enough
_CHUNK = {"random": 256, "greedy": 64, "mcts": 8}  # at least a tenth of a second of play


@frozen
class Side:
    """A ruleset of a simulation: its name, and a fingerprint of its program."""

    name: str
    hash: str
    given: str = field(default="", eq=False)  # its name on the command line

    @property
    def command(self) -> str:
        """A name under which it can be loaded again."""
        return quote(self.given or self.name)


@frozen
class Plan:
    """A simulation as requested."""

    sides: tuple[Side, ...]  # the ruleset, and the one it is compared with, if any
    players: tuple[int, ...]
    bots: tuple[str, ...]
    seed: int
    games: int | None  # for each number of players; None: until `precision`
    precision: float | None
    most: int  # decisions after which a game is cut off
    assume: tuple[tuple[str, str], ...] = ()
    files: tuple[BotFile, ...] = ()  # of bots that were trained

    @property
    def chunk(self) -> int:
        """The number of games of a chunk."""
        # A bot that was trained takes about as long as one that looks ahead or searches as it does.
        return min(_CHUNK.get(bot.partition(":")[0], _CHUNK["greedy"]) for bot in self.bots)

    @property
    def first_seed(self) -> int:
        """The seed of the first game; neighbouring seeds on the command line share no games."""
        return int.from_bytes(sha256(f"wtrules {self.seed}".encode()).digest()[:8], "little")

    @property
    def identity(self) -> Mapping[str, Any]:
        """What two simulations have in common if they differ only in the number of games."""
        return {
            "rulesets": [[side.name, side.hash] for side in self.sides],
            "players": list(self.players),
            "bots": list(self.bots),
            **({"minds": [file.key for file in self.files]} if self.files else {}),
            "seed": self.seed,
            "most_decisions": self.most,
            "chunk": self.chunk,
        }

    @property
    def command(self) -> str:
        """The command line of this plan."""
        words = ["wtrules simulate", self.sides[0].command]
        words += [f"--against {self.sides[1].command}"] if len(self.sides) > 1 else []
        words += [
            f"--players {','.join(map(str, self.players))}",
            f"--bots {quote(','.join(self.bots))}",
        ]
        words += [f"--seed {self.seed}", f"--max-decisions {self.most}"]
        if self.games is not None:
            words.append(f"--games {self.games}")
        elif self.precision is not None:
            words.append(f"--until {100 * self.precision:g}%")
        words += [f"--assume {id}={reading}" for id, reading in self.assume]
        return " ".join(words)

    @property
    def provenance(self) -> dict[str, Any]:
        """How the results were made, for their readers."""
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
    """Some games of a plan, numbered from 0."""

    players: int
    first: int
    number: int


def arenas(games: tuple[Game, ...], plan: Plan) -> dict[int, tuple[Arena, ...]]:
    """Return the arena of each side, by number of players; raises UnusableBot."""
    from wtrules.program.from_rules import (
        program,
    )  # without the reference back end, which would take time to compile

    files = {file.name: file for file in plan.files}
    return {
        players: tuple(
            arena(program(g.rules, g.meaning, players), plan.bots, g.open_hands, files=files)
            for g in games
        )
        for players in plan.players
    }
