"""Advice for the player to act: what a bot would do, and how often each move wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wtrules.backends.learned import MOST_MINDS
from wtrules.game.bots import Bot, is_bot, named_bot
from wtrules.game.chances import chances as chances_of
from wtrules.game.game import State
from wtrules.game.happened import foreseen
from wtrules.game.trained import BotFile, TrainedBot, file_of, files_of, parse_bot
from wtrules.say.voice import Voice
from wtrules.simulate.statistics import share
from wtrules.web import shapes
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.calls import Call
from wtrules.web.games import GameReference, read_game
from wtrules.web.limits import MOST_BOT, MOST_BUDGET

_USUAL_BUDGET = 400


def hint(argument: Arguments, call: Call) -> shapes.Hint:
    """Return what a bot would do; it knows only what the player to act may know."""
    state, wanted = _deciding(argument, call)
    move = bot(argument, argument.text("bot", "mcts"), _seed(wanted)).choose(state)
    return {
        "move": move.text,
        "words": Voice(state.game.rules, call.language).deed(foreseen(state, move)),
    }


def chances(argument: Arguments, call: Call) -> shapes.Chances:
    """Return how often each move wins if bots play on; what is known so far is reported."""
    state, wanted = _deciding(argument, call)
    budget = argument.number("budget", 1, MOST_BUDGET, _USUAL_BUDGET)
    words = Voice(state.game.rules, call.language)
    said = {move.text: words.deed(foreseen(state, move)) for move in state.legal_moves}
    answer: shapes.Chances = {"moves": [], "games": 0}
    for found in chances_of(state, budget, _seed(wanted)):
        moves: list[shapes.Chance] = []
        for one in found:
            estimate = share(one.won, one.games)
            moves.append(
                {
                    "move": one.move.text,
                    "words": said[one.move.text],
                    "chance": estimate.value,
                    "low": estimate.low,
                    "high": estimate.high,
                }
            )
        moves.sort(key=lambda one: -one["chance"])
        answer = {"moves": moves, "games": sum(one.games for one in found)}
        call.report(answer)
    return answer


def _deciding(argument: Arguments, call: Call) -> tuple[State, GameReference]:
    """Return a position in which somebody decides, and the game it belongs to."""
    wanted = read_game(argument)
    state = call.games.node(wanted).state
    if state.is_over:
        raise Refused("web.over")
    return state, wanted


def _seed(game: GameReference) -> int:
    # It depends on the game alone, so the same question gets the same answer.
    return game.seed * 1_000_003 + len(game.moves)


# --- bots ------------------------------------------------------------------------------------------


def bot_files(
    argument: Arguments, names: Iterable[str], is_other: Callable[[str], object] = is_bot
) -> dict[str, BotFile]:
    """Return the files of the bots that are named; raises Refused if there is no such bot.

    *is_other* says whether a name is that of a bot without a file.
    """
    names = tuple(names)
    given = argument.pairs("trained", MOST_MINDS, MOST_BOT)
    for name in names:
        if not is_other(name) and file_of(name) not in given:
            raise Refused("web.no_bot", name=name)
    return {path: parse_bot(path, given[path].encode()) for path in files_of(names)}


def bot(argument: Arguments, name: str, seed: int) -> Bot:
    """Return a bot by its name; raises Refused."""
    files = bot_files(argument, [name])
    path = file_of(name)
    return named_bot(name, seed) if path is None else TrainedBot(name, files[path], seed)
