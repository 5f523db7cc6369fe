"""Where a game turned: the decisions of a player that cost the most chances of winning.

At each decision, a few games are played after the move that was made, and after the one that a bot would
have made. The decisions that look worst are measured again in other worlds, with many games: the largest of
many differences is partly chance. Only what the second measurement confirms is reported as a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from wtrules.game.bots import NativeBot
from wtrules.game.chances import Chance, chances
from wtrules.game.game import State
from wtrules.game.happened import foreseen
from wtrules.game.moves import Move
from wtrules.say.voice import Voice
from wtrules.simulate.statistics import share
from wtrules.value import Value
from wtrules.web import shapes
from wtrules.web.arguments import Arguments
from wtrules.web.calls import Call
from wtrules.web.games import Node, read_game
from wtrules.web.limits import MOST_BUDGET, MOST_PLAYERS

_USUAL_BUDGET = 6_000
_AGAIN = 3  # decisions that are measured again
_BOT = "greedy"


@frozen
class Turn(Value):
    """A decision: the moves before it, how often the move that was made wins, and the bot's."""

    number: int
    state: State
    made: Chance
    better: Chance

    @property
    def loss(self) -> float:
        """What the decision cost, as a share of games."""
        return self.better.won / self.better.games - self.made.won / self.made.games

    @property
    def is_clear(self) -> bool:
        """Whether chance alone hardly explains the difference."""
        made, better = (share(one.won, one.games) for one in (self.made, self.better))
        return made.high < better.low


def turning(argument: Arguments, call: Call) -> shapes.Turning:
    """Return a player's chance of winning at each decision, and the decisions that cost the most."""
    wanted = read_game(argument)
    node = call.games.node(wanted)
    seat = argument.number("seat", 0, min(MOST_PLAYERS, node.state.players) - 1)
    budget = argument.number("budget", 1, MOST_BUDGET, _USUAL_BUDGET)
    bot = NativeBot(_BOT, wanted.seed)
    decisions = list(_decisions(node, seat))
    points: list[shapes.CoursePoint] = []
    measured: list[Turn] = []
    for number, state, move in decisions:
        games = budget // 2 // len(decisions)
        turn = _measure(number, state, (move, bot.choose(state)), games, wanted.seed)
        measured.append(turn)
        points.append({"at": number, "chance": turn.made.won / turn.made.games})
        call.report({"points": points, "turns": [], "of": len(decisions)})
    voice = Voice(node.state.game.rules, call.language)
    turns = [_answer(turn, voice) for turn in _confirmed(measured, budget // 2, ~wanted.seed)]
    return {"points": points, "turns": turns, "of": len(decisions)}


def _decisions(node: Node, seat: int) -> Iterator[tuple[int, State, Move]]:
    """Yield the decisions of a player in which there was a choice."""
    for number, after in enumerate(node.path()):
        assert after.before is not None
        assert after.move is not None
        state = after.before.state
        if state.to_act == seat and len(state.legal_moves) > 1:
            yield number, state, after.move


def _measure(number: int, state: State, moves: tuple[Move, Move], budget: int, seed: int) -> Turn:
    """Play games after two moves of a decision, the first of which was made."""
    *_, last = chances(state, budget, seed + number, among=tuple(dict.fromkeys(moves)))
    return Turn(number, state, last[0], last[-1])


def _confirmed(measured: Sequence[Turn], budget: int, seed: int) -> Iterator[Turn]:
    """Yield what is left of the largest losses in other worlds, the largest first."""
    worst = [turn for turn in sorted(measured, key=lambda turn: -turn.loss) if turn.loss > 0]
    again = (
        _measure(
            turn.number, turn.state, (turn.made.move, turn.better.move), budget // _AGAIN, seed
        )
        for turn in worst[:_AGAIN]
    )
    yield from sorted((turn for turn in again if turn.is_clear), key=lambda turn: -turn.loss)


def _answer(turn: Turn, voice: Voice) -> shapes.TurningPoint:
    made, better = turn.made, turn.better
    return {
        "at": turn.number,
        "move": made.move.text,
        "words": voice.deed(foreseen(turn.state, made.move)),
        "chance": made.won / made.games,
        "better": better.move.text,
        "betterWords": voice.deed(foreseen(turn.state, better.move)),
        "betterChance": better.won / better.games,
    }
