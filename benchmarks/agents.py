"""How fast the game is for agents: batches of games as arrays, and single moves from Python.

    python benchmarks/agents.py [--rounds 7] [--games 1024]

Everything plays random games of `en-capstone` for two on one core. The candidates take turns, round
after round, in one process; the median of the rounds counts, with the lowest and the highest beside
it, and so does the median of the ratios within a round. Time is processor time. One *decision* is one
option chosen from the options there are.

*Before* is the way that `Native.play_all` offers: lists of options come out, choices go in, and states
are copied in and out with every call. For scale, OpenSpiel's backgammon, which is written in C++, and
one of its games written in Python are played from Python in the same way, if OpenSpiel is installed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wtrules.game.arrays import Games
from wtrules.game.game import Game
from wtrules.game.load import load

Play = Callable[[], int]  # plays, and returns the number of decisions


def arrays(game: Game, number: int, steps: int, **options: bool) -> Play:
    """Return play with arrays: a random action in each game, chosen with numpy."""
    games = Games(game, number, players=2, seed=1, **options)
    chance = numpy.random.default_rng(1)

    def play() -> int:
        for _ in range(steps):
            picks = games.starts + (chance.random(number) * games.counts).astype(numpy.int64)
            games.step(games.legal[picks])
        return steps * number

    for _ in range(4):
        play()  # games of one batch drift apart
    return play


def lists(game: Game, number: int, steps: int) -> Play:
    """Return play with `Native.play_all`, as before; games that are over are left out."""
    native = game.native(2)
    chance = numpy.random.default_rng(1)

    def play() -> int:
        batch = native.starts(1, number)
        done = 0
        for _ in range(steps):
            counts = numpy.asarray(batch.counts)
            options = numpy.asarray(batch.options)
            picks = numpy.cumsum(counts) - counts + (chance.random(number) * counts).astype(int)
            batch = native.play_all(batch.states, options[picks].tolist())
            done += number
        return done

    return play


def moves(game: Game, decisions: int, *, texts: bool, native: bool) -> Play:
    """Return play with `State`, as in the guide: `legal_moves` or `options`, then `play`."""
    stepper = game.engine(2).stepper
    stepper.compile()
    steps = stepper.steps
    chance = random.Random(1)

    def play() -> int:
        stepper.steps = steps if native else None
        stepper._left = -1  # never changes over by itself
        state = game.start(2, 1)
        for _ in range(decisions):
            if state.is_over:
                state = game.start(2, 1)
            state = state.play(chance.choice(state.legal_moves if texts else state.options))
        return decisions

    return play


def spiel(name: str, decisions: int) -> Play | None:
    """Return play of a game of OpenSpiel from Python."""
    try:
        import open_spiel.python.games  # noqa: F401  # makes the games written in Python known
        import pyspiel

        import wtrules.adapters.open_spiel  # noqa: F401
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    chance = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        made = 0
        while made < decisions:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                made += 1
        return made

    return play


def measured(plays: dict[str, Play], rounds: int) -> Iterator[str]:
    """Yield a line for each candidate; the first one is what the others are compared with."""
    speeds: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(rounds):
        for name, play in plays.items():
            start = time.process_time()
            done = play()
            speeds[name].append(done / (time.process_time() - start))
    base = next(iter(speeds.values()))
    yield "| what | decisions/s | lowest to highest | ratio |"
    yield "| --- | --- | --- | --- |"
    for name, found in speeds.items():
        ratio = statistics.median(a / b for a, b in zip(found, base, strict=True))
        spread = f"{min(found):,.0f} to {max(found):,.0f}"
        yield f"| {name} | {statistics.median(found):,.0f} | {spread} | {ratio:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=40, help="of a batch in a round")
    parser.add_argument("--decisions", type=int, default=4000, help="of single games in a round")
    given = parser.parse_args()
    game, number, steps = load("en-capstone"), given.games, given.steps
    print(f"{number} games at once\n")
    batches: dict[str, Play] = {
        "before: lists of options, states copied": lists(game, number, steps),
        "arrays: step, list of legal actions": arrays(
            game, number, steps, mask=False, observe=False
        ),
        "… and mask": arrays(game, number, steps, observe=False),
        "… and observations": arrays(game, number, steps, mask=False),
        "… mask and observations": arrays(game, number, steps),
    }
    print("\n".join(measured(batches, given.rounds)))
    print("\nmove by move\n")
    single: dict[str, Play] = {
        "`legal_moves`, reference back end": moves(
            load("en-capstone"), given.decisions, texts=True, native=False
        ),
        "`legal_moves`": moves(load("en-capstone"), given.decisions, texts=True, native=True),
        "`options`": moves(load("en-capstone"), given.decisions, texts=False, native=True),
    }
    for label, name in (
        ("OpenSpiel, this game", "python_wandering_towers"),
        ("OpenSpiel, backgammon (C++)", "backgammon"),
        ("OpenSpiel, Liar's poker (Python)", "python_liars_poker"),
    ):
        try:
            play = spiel(name, given.decisions // 4)
        except Exception as error:  # a game that this OpenSpiel does not have
            print(f"{label} is left out: {str(error).splitlines()[0]}", file=sys.stderr)
            continue
        if play is not None:
            single[label] = play
    print("\n".join(measured(single, given.rounds)))


if __name__ == "__main__":
    main()
