"""A plan: rulesets, players, bots, seed and number of games, divided into chunks.

Every game has its own number and seed, so it is the same whichever worker plays it and in which chunk.
That is why results do not depend on the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from shlex import quote
from typing import Any

from attrs import evolve, field, frozen

from wtrules.game.game import Game
from wtrules.game.trained import BotFile
from wtrules.program.program import Program
from wtrules.say.describe import names_of
from wtrules.simulate.games import Arena, arena
from wtrules.texts import LANGUAGES
from wtrules.value import Value

MOST_DECISIONS = 20_000  # after which a game is cut off, by default
MOST_GAMES = 1_000_000  # when playing until an interval is short enough
_UNIT = {"random": 256, "greedy": 64, "mcts": 8}  # at least some hundredths of a second of play
_CHUNKS = 512  # of a large simulation; enough to keep many workers busy to the end
# Units of the largest chunks: of one ruleset, and of two, whose traces take memory.
_LARGEST = (256, 8)


@frozen
class Side(Value):
    """A ruleset of a simulation: its name, and a fingerprint of its program."""

    name: str
    hash: str
    given: str = field(default="", eq=False)  # its name on the command line

    @property
    def command(self) -> str:
        """A name under which it can be loaded again."""
        return quote(self.given or self.name)


@frozen
class Plan(Value):
    """A simulation as requested."""

    sides: tuple[Side, ...]  # the ruleset, and the one it is compared with, if any
    players: tuple[int, ...]
    bots: tuple[str, ...]
    seed: int
    games: int | None  # for each number of players; None: until `precision`
    precision: float | None
    most: int  # decisions after which a game is cut off
    assume: tuple[tuple[str, str], ...] = ()
    size: int | None = None  # games of a chunk, by default as many as are good
    files: tuple[BotFile, ...] = ()  # of bots that were trained
    cards: tuple[str, ...] = ()  # codes of cards that are counted, beside those of one side alone

    @property
    def unit(self) -> int:
        """The smallest number of games that are played together, except for the last ones."""
        # A bot that was trained takes about as long as one that looks ahead or searches as it does.
        return min(_UNIT.get(bot.partition(":")[0], _UNIT["greedy"]) for bot in self.bots)

    @property
    def chunk(self) -> int:
        """The number of games that a worker plays at a time, a multiple of a unit.

        Each chunk costs a few messages and a few milliseconds, so large simulations have larger
        ones. Playing until a precision is reached looks at every unit.
        """
        if self.games is None:
            return self.unit
        if self.size is not None:
            return -(-self.size // self.unit) * self.unit
        most = _LARGEST[len(self.sides) - 1]
        return self.unit * min(most, max(1, self.games // (_CHUNKS * self.unit)))

    def chunk_for(self, workers: int, units: int) -> int:
        """Return the size of chunks for workers that prefer *units* in a chunk, if all have some."""
        if self.games is None or self.size is not None:
            return self.chunk
        each = self.games // (4 * workers * self.unit)
        return max(self.chunk, self.unit * min(units, each))

    @property
    def first_seed(self) -> int:
        """The seed of the first game; neighbouring seeds on the command line share no games."""
        return first_seed(self.seed)

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

    def units(self, players: int) -> Iterator[Chunk]:
        """Yield the units for a number of players, in order."""
        most = MOST_GAMES if self.games is None else self.games
        for first in range(0, most, self.unit):
            yield Chunk(players, first, min(self.unit, most - first))


@frozen
class Chunk(Value):
    """Some games of a plan, numbered from 0."""

    players: int
    first: int
    number: int

    @property
    def end(self) -> int:
        """The number of the first game after it."""
        return self.first + self.number

    def followed_by(self, next_: Chunk) -> Chunk:
        """Return a chunk with the games of the next one, too."""
        return evolve(self, number=self.number + next_.number)


def first_seed(seed: int) -> int:
    """Return the seed of the first game of a simulation."""
    return int.from_bytes(sha256(f"wtrules {seed}".encode()).digest()[:8], "little")


def arenas(games: tuple[Game, ...], plan: Plan) -> dict[int, tuple[Arena, ...]]:
    """Return the arena of each side, by number of players; raises UnusableBot."""
    files = {file.name: file for file in plan.files}
    made = {}
    for players in plan.players:
        programs = [game.program(players) for game in games]
        decks = [{card.kind_code for card in one.cards} for one in programs]
        cards = set[str](plan.cards) | (set[str]().union(*decks) - decks[0].intersection(*decks))
        made[players] = tuple(
            _named(arena(one, plan.bots, game.open_hands, files=files, cards=cards), game, one)
            for one, game in zip(programs, games, strict=True)
        )
    return made


def _named(arena: Arena, game: Game, program: Program) -> Arena:
    """Return an arena with the names that players know."""
    from wtrules.say.voice import Voice

    cards = {card.kind_code: evolve(card, number=0) for card in program.cards}

    def names(kind: str, id: str) -> tuple[tuple[str, str], ...]:
        return tuple(names_of(game.rules, kind, id).items())

    choices = []
    for choice in arena.choices:
        kind, _, id = choice.column.partition(" ")
        if kind == "cast":
            choice = evolve(choice, texts=names("spell", id))
        elif kind == "card":
            said = ((lang, Voice(game.rules, lang).card(cards[id])) for lang in LANGUAGES)
            choice = evolve(choice, texts=tuple(said))
        choices.append(choice)
    return evolve(
        arena,
        choices=tuple(choices),
        outcome_texts=tuple(names("outcome", id) for id in arena.outcomes),
    )
