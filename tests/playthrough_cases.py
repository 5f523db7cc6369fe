"""Recorded games: `tests/cases/playthroughs/*.game`, and what must come out when they are replayed.

A case is a game file with two comments at its end: the position it ends with, and a hash of all
positions on the way. Where the rules stand inside the compiled program (`frame=`, `open:`) is left
out of both: it is no part of the game.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from attrs import frozen

from wtrules.game.bots import GreedyBot
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.moves import Move
from wtrules.game.playthrough import History, Playthrough, parse_game, record
from wtrules.resolve.library import Library

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "cases" / "playthroughs"
RULESETS = ROOT / "tests" / "cases" / "rulesets"

_PROGRAM = re.compile(r" frame=\S+|(?<=[=,])open:\d+,?")


@frozen
class Recording:
    """A game to record: under which rules, by how many, how long and by which bot."""

    ruleset: str  # a shipped name, or the stem of a file in tests/cases/rulesets
    players: int
    variants: tuple[str, ...] = ()
    bot: str = "random"
    seed: int = 1
    most: int = 60

    @property
    def name(self) -> str:
        """The stem of its file."""
        name = "+".join([self.ruleset, *self.variants])
        ending = "" if self.bot == "random" else f"-{self.bot}"
        seed = "" if self.seed == 1 else f"-seed{self.seed}"
        return f"{name}-{self.players}p{ending}{seed}"

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.name}.game"


class CuriousBot:
    """Plays anything at random, and casts each spell about as often as the others.

    Flasks are saved for spells it has not tried so often yet, dear or rarely of use.
    """

    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._cast: Counter[str] = Counter()

    def choose(self, state: State) -> Move:
        """Return a legal move at random."""
        moves = list(state.legal_moves)
        casts = [move for move in moves if move.text.startswith("cast ")]
        if not casts:
            return self._random.choice(moves)
        laid_out = zip(state.program.words.spells, state.numbers("laid_out"), strict=True)
        least = min(self._cast[spell] for spell, out in laid_out if out)
        casts = [move for move in casts if self._cast[move.text.split()[1]] == least]
        if len(casts) == 0 or self._random.random() < 0.1:
            return moves[-1]
        move = self._random.choice(casts)
        self._cast[move.text.split()[1]] += 1
        return move


BOTS = {"random": CuriousBot, "greedy": GreedyBot}


def ruleset_path(name: str) -> str | Path:
    """Return how a ruleset is found: by name if it is shipped, else by path."""
    own = RULESETS / f"{name}.wtr"
    return own if own.is_file() else name


def load_case(ruleset: str, variants: Iterable[str], library: Library | None = None) -> Game:
    """Return the game of a case."""
    return load(ruleset_path(ruleset), tuple(variants), library=library)


def made(recording: Recording, game: Game | None = None) -> str:
    """Return the text of a case, played again."""
    game = game or load_case(recording.ruleset, recording.variants)
    history = History.begin(game, recording.players, recording.seed)
    bot = BOTS[recording.bot](recording.seed)
    while not history.state.is_over and len(history.moves) < recording.most:
        history.play(bot.choose(history.state))
    text = record(history, ruleset=recording.ruleset, seats=[bot.name] * recording.players)
    return f"{text}\n# ends at: {line(history.state)}\n# positions: {fingerprint(history.states)}\n"


def line(state: State) -> str:
    """Return the line of a position, without what belongs to the program."""
    return _PROGRAM.sub("", str(state))


def fingerprint(states: Iterable[State]) -> str:
    """Return a hash of the positions of a game and of what could be played in each."""
    digest = sha256()
    for state in states:
        digest.update(line(state).encode())
        digest.update("|".join(move.text for move in state.legal_moves).encode())
    return digest.hexdigest()[:16]


@frozen
class Case:
    """A recorded game as it is in its file."""

    name: str
    playthrough: Playthrough
    ends_at: str
    positions: str


def read_case(path: Path) -> Case:
    """Return the case of a file."""
    text = path.read_text("utf-8")
    playthrough = parse_game(text)
    assert isinstance(playthrough, Playthrough), playthrough
    notes = dict(
        text_line[2:].split(": ", 1)
        for text_line in text.splitlines()
        if text_line.startswith(("# ends at: ", "# positions: "))
    )
    return Case(path.stem, playthrough, notes["ends at"], notes["positions"])


def read_cases() -> Iterator[Case]:
    """Yield all recorded games."""
    for path in sorted(FOLDER.glob("*.game")):
        yield read_case(path)
