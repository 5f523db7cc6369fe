"""Who sits where in `wtrules play`: people and bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import frozen

from wtrules.cli.usage import UsageError
from wtrules.diagnostics import closest
from wtrules.game.bots import BOTS, Bot, is_bot, named_bot, teams
from wtrules.game.game import State
from wtrules.game.trained import BotFile, TrainedBot, file_of, files_of, read_bot
from wtrules.program.program import Program
from wtrules.say.voice import Voice
from wtrules.value import Value

HUMAN = "human"
KNOWN = (HUMAN, *BOTS)


def usual_seats(players: int) -> list[str]:
    """Return who plays by default: one human, the rest greedy bots."""
    return [HUMAN, *["greedy"] * (players - 1)]


def seated_bot(name: str, seed: int) -> Bot:
    """Return the bot of a seat; raises UnusableBot."""
    path = file_of(name)
    if path is None:
        return named_bot(name, seed)
    return TrainedBot(name, _bot_file(path), seed)


@lru_cache(maxsize=16)
def _bot_file(path: str) -> BotFile:
    """Return a bot file as it was when it was first used: a game goes on with the same bot."""
    return read_bot(path)


def is_known(name: str) -> bool:
    """Whether a seat can be a person's or this bot's."""
    return name == HUMAN or is_bot(name) or file_of(name) is not None


def check_bots(named: Sequence[str], program: Program) -> None:
    """Read the files of bots that were trained, and check that they know the rules; raises UnusableBot."""
    for path in files_of(named):
        _bot_file(path).mind(program)


def check_seats(named: Sequence[str], players: int) -> list[str]:
    """Return the seats that `--seats` names; raises UsageError."""
    for name in named:
        if not is_known(name):
            near = closest(name, KNOWN)
            key = "usage.unknown_seat_near" if near else "usage.unknown_seat"
            raise UsageError(key, name=name, known=", ".join(KNOWN), near=near)
    if len(named) != players:
        raise UsageError("usage.wrong_seats", seats=len(named), players=players)
    return list(named)


@frozen
class Seats(Value):
    """Who sits where: people and bots by their names, in turn order."""

    names: tuple[str, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, name in enumerate(self.names) if name == HUMAN)

    @property
    def you(self) -> int | None:
        """The seat of the only person; None if several people play, or none."""
        return self.people[0] if len(self.people) == 1 else None

    def who(self, state: State, words: Voice, seat: int) -> str:
        """Return what a player is called."""
        return (
            words("play.you")
            if seat == self.you
            else words.player(state.program.board.letters[seat])
        )

    def introduction(self, state: State, words: Voice) -> Iterator[str]:
        """Yield who plays, and together with whom."""
        named = [words.player(state.program.board.letters[seat]) for seat in range(state.players)]
        if self.you is None and self.people:
            yield words("play.people", names=words.texts.join([named[i] for i in self.people]))
        elif self.you is not None and state.players > 1:
            yield words("play.you_play", who=named[self.you])
        kinds = dict.fromkeys(name for name in self.names if name != HUMAN)
        for kind in kinds:
            seats = [named[i] for i, name in enumerate(self.names) if name == kind]
            is_all_others = self.you is not None and len(kinds) == 1 and len(seats) > 1
            bots = words("play.the_others") if is_all_others else words.texts.join(seats)
            yield words("play.bots", how=how_it_plays(kind, words, len(seats)), names=bots)
        called = [self.who(state, words, seat) for seat in range(state.players)]
        together = [words.texts.join([called[i] for i in team]) for team in teams(state)]
        if together:
            yield words("play.teams", teams=words("play.against_each_other").join(together))


def how_it_plays(name: str, words: Voice, number: int = 1) -> str:
    """Return in words what kind of bots they are."""
    if file_of(name) is not None:
        return words("play.how.trained", file=name, n=number)
    return words(f"play.how.{name.partition(':')[0]}", n=number)  # mcts:800
