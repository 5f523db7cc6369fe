"""What everybody has learned of the moves of a game, move by move."""

from __future__ import annotations

from attrs import define, field

from wtrules.cli.play_seats import Seats
from wtrules.game.game import State
from wtrules.game.moves import Move
from wtrules.game.playthrough import History
from wtrules.game.remembered import is_secret, news_lines
from wtrules.game.table import deed
from wtrules.say.voice import Voice


@define
class Log:
    """The lines that each move has led to."""

    _moves: list[list[str]] = field(factory=list)

    def __len__(self) -> int:
        """Return the number of moves."""
        return len(self._moves)

    @classmethod
    def of(cls, history: History, words: Voice, seats: Seats) -> Log:
        """Return the log of a game that has been played so far."""
        log = cls()
        states = history.states
        for before, move, after in zip(states, history.moves, states[1:], strict=False):
            log.add(before, move, after, words, seats)
        return log

    def add(self, state: State, move: Move, after: State, words: Voice, seats: Seats) -> list[str]:
        """Add a move; return what everybody learns of it."""
        lines = self._lines(state, move, after, words, seats)
        self._moves.append(lines)
        return lines

    def back_to(self, number: int) -> None:
        """Forget all but the first moves."""
        del self._moves[number:]

    def since(self, number: int) -> list[str]:
        """Return the lines of all but the first moves."""
        return [line for lines in self._moves[number:] for line in lines]

    def _lines(
        self, state: State, move: Move, after: State, words: Voice, seats: Seats
    ) -> list[str]:
        secret = is_secret(state, move)
        done = deed(state, move, after, words, hidden=secret)
        lines = [words("say.says", who=seats.who(state, words, state.to_act), what=done.said)]
        if secret:
            # How often somebody decides is a secret too.
            return [] if self.since(0)[-1:] == lines else lines
        news = [*done.news, *news_lines(state, after, words)]
        point = state.decision_point
        if point is not None and point.decode(move.option)[0].passes:
            return news  # nothing was done
        if done.roll is not None:
            lines.append(words("play.die", roll=done.roll))
        return [*lines, *news]
