"""Short games with a reading of an open question, as `cases/reading-games.txt` has recorded them.

They begin where the examples of the question begin, with more flasks and spells than there, and in
positions drawn at random, crowded enough that limits and rare cases matter.
`python -m tests.rules.reading_games` records them again; do so when rules have changed on purpose.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from tests import sampling
from tests.playthrough_cases import fingerprint
from tests.positions import short_position
from wtrules.game.examples import given_state
from wtrules.game.game import Game, State
from wtrules.game.moves import Move
from wtrules.position.faults import BadPosition
from wtrules.resolve.model import Entry, Origin
from wtrules.syntax import nodes as n

FILE = Path(__file__).parents[1] / "cases" / "reading-games.txt"
POSITIONS = 16  # drawn at random
GAMES = 2  # from each position
LENGTH = 8  # moves of a game
_TURN = {"home", "hands"}  # what a line keeps that begins a turn


def recorded() -> dict[str, str]:
    """Return the fingerprints by reading and ruleset."""
    rows = FILE.read_text("utf-8").splitlines()
    return dict(row.rsplit(maxsplit=1) for row in rows if row and row[0] != "#")


def played(game: Game, examples: Iterable[n.Example]) -> str:
    """Return the fingerprint of the games."""
    return fingerprint(
        chain.from_iterable(_game(s, k) for s in _starts(game, examples) for k in range(GAMES))
    )


def _starts(game: Game, examples: Iterable[n.Example]) -> Iterator[State]:
    seen = set()
    for node in examples:
        entry = Entry("example", node.id.id, node, (Origin("", "defined", node.span),))
        state = given_state(game, entry)
        if state is not None and str(state) not in seen:
            seen.add(str(state))
            yield from (state, _richer(state, 0), _richer(state, 1))
    for number in range(POSITIONS):
        chance = random.Random(number)
        count = game.players[:2][number % 3 == 0 and len(game.players) > 1]
        for wizards in (5, 4, 3, 2):  # as many as there are for each
            board = _board(game.program(count).board.letters[:count], wizards, chance)
            try:
                state = short_position(game, board, 0, players=count)
            except BadPosition:
                continue
            yield _richer(state, chance.randint(0, 2))
            break


def _richer(state: State, empty: int) -> State:
    """Return the same board at the beginning of a turn, with full flasks and all spells."""
    board, seat, *fields = str(state).split(" ")
    line = [board, seat]
    for name, _, value in (part.partition("=") for part in fields):
        if name == "flasks":
            totals = [sum(map(int, three.split("."))) for three in value.split(",")]
            value = ",".join(f"{min(empty, t)}.{max(0, t - empty)}.0" for t in totals)
        elif name == "spells":
            value = ",".join(state.program.words.spells)
        elif name not in _TURN:
            continue
        line.append(f"{name}={value}")
    try:
        return state.game.position(" ".join(line))
    except BadPosition:
        return state


def _board(letters: str, wizards: int, chance: random.Random) -> str:
    """Return a board with all pieces on a few spaces in a row."""
    first, length = chance.randrange(16), chance.randint(5, 8)
    spaces = [(first + k) % 16 for k in range(length)]
    surfaces = {space: [""] for space in range(16)}
    for tower in chance.sample("RRRRRNNNN", 9):
        surfaces[chance.choice(spaces)].append(tower)
    castle = chance.choice(spaces)
    places = [(s, i) for s in spaces for i in range(len(surfaces[s]) - (s == castle))]
    tops = [(s, i) for s, i in places if i == len(surfaces[s]) - 1]
    for letter in letters:
        for _ in range(chance.randint(1, wizards)):
            space, level = chance.choice(chance.choice((tops, places)) or places)
            if len(surfaces[space][level]) < 6:
                surfaces[space][level] += letter
    texts = ["".join(surfaces[s]) + ("K" if s == castle else "") for s in range(16)]
    return "/".join(text or "." for text in texts)


def _game(state: State, number: int) -> Iterator[State]:
    """Yield the positions of a game; in every other one, spells are cast whenever possible."""
    chance = random.Random(number)
    for _ in range(LENGTH):
        yield state
        if state.is_over:
            return
        moves = list(state.legal_moves)
        casts: dict[str, list[Move]] = defaultdict(list)
        for move in moves if number % 2 else ():
            if move.text.startswith("cast "):
                casts[move.text.split()[1]].append(move)
        state = state.play(chance.choice(chance.choice(list(casts.values())) if casts else moves))


def main() -> None:
    """Record the games of every reading with every ruleset."""
    os.environ[sampling.LONG] = "1"
    from tests.rules import test_readings as readings

    rows = [
        f"{key} {readings.games_with(*alternative, *ruleset)}\n"
        for alternative in readings.ALTERNATIVES
        for key, ruleset in readings.rulesets_for(*alternative).items()
    ]
    FILE.write_text(
        "# Written by `python -m tests.rules.reading_games`.\n" + "".join(rows), "utf-8"
    )
    print(f"{len(rows)} rows in {FILE}")


if __name__ == "__main__":
    main()
