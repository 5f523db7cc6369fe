"""What every other reading of an open question does to the game, for the shipped rulesets.

    python benchmarks/readings.py              # all of them: about fifteen minutes of computing
    python benchmarks/readings.py --games 20   # a quick look; nothing is written

It writes `wtrules/simulate/readings.json`, which `wtrules assumptions` shows. What is there and still
belongs to the rules is kept; `--again` measures it anew, which is necessary after a change of the bots.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

import wtrules
from wtrules.editions.sides import manuals, open_side, shared_modes
from wtrules.game.assumptions import OpenQuestions, usual_players
from wtrules.game.game import Game
from wtrules.resources import default_ruleset
from wtrules.simulate.readings import FILE, GAMES, Measuring, effect_key
from wtrules.version import __version__

SEED = 0


def games() -> Iterator[tuple[str, Game]]:
    """Yield all manuals as they are, then in every mode; those that play alike once."""
    names = dict.fromkeys([default_ruleset(), *manuals()])  # what is looked at most comes first
    sides = {name: open_side(name) for name in names}
    modes = [
        (manual, mode) for manual, side in sides.items() for mode in shared_modes(side, side)[0]
    ]
    seen = set()
    for manual, mode in [*((manual, ()) for manual in sides), *modes]:
        name = "+".join([manual, *mode])
        game = wtrules.load(name)
        if game.hash not in seen:
            seen.add(game.hash)
            yield name, game


def wanted() -> Iterator[tuple[OpenQuestions, int, dict[str, tuple[str, str]]]]:
    """Yield what is to be measured: games, numbers of players, and readings by their keys."""
    for name, game in games():
        questions = OpenQuestions(game, name)
        players = usual_players(game)
        found = {
            effect_key(game, players, reading): (assumption.id, reading.name)
            for assumption in questions.listed()
            for reading in assumption.others
        }
        yield questions, players, found


def written(settings: dict[str, Any], effects: dict[str, Any]) -> str:
    """Return the content of the file, one effect a line."""
    rows = ",\n".join(f"{json.dumps(key)}: {json.dumps(found)}" for key, found in effects.items())
    return f'{{{json.dumps(settings)[1:-1]}, "effects": {{\n{rows}\n}}}}\n'


def main() -> None:
    """Measure and write."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--games", type=int, default=GAMES)
    options.add_argument("--again", action="store_true")
    given = options.parse_args()
    before: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    settings = {"wtrules": __version__, "games": given.games, "seed": SEED}
    is_kept = not given.again and settings.items() <= before.items()
    kept = before["effects"] if is_kept else {}
    effects: dict[str, Any] = {}
    for questions, players, readings in wanted():
        measuring: Measuring | None = None
        for key, (id, reading) in readings.items():
            if key not in kept:
                measuring = measuring or Measuring(questions.game, players, given.games, SEED)
                other = questions.other(id, reading)
                kept[key] = measuring.effect(other).to_json() if other is not None else None
                print(questions.game.name, f"{id}={reading}", kept[key], flush=True)
                if given.games >= GAMES:  # so that it can be continued
                    FILE.write_text(written(settings, kept), "utf-8")
            effects[key] = kept[key]
    if given.games >= GAMES:
        FILE.write_text(written(settings, effects), "utf-8")


if __name__ == "__main__":
    main()
