"""The ladder of the bots: who beats whom, and what a game costs, written where it is shown.

    python benchmarks/ladder.py               # measures everything: about ten minutes of computing
    python benchmarks/ladder.py --games 40    # a quick look; nothing is written

It writes `wtrules/simulate/ladder.json`, from which reports say how strong the bots are, and the table
in `docs/bots.md`.
"""

from __future__ import annotations

import argparse
import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

from bots import played

from wtrules.backends.players import BOTS
from wtrules.version import __version__

ROOT = Path(__file__).resolve().parents[1]
LADDER = ROOT / "wtrules" / "simulate" / "ladder.json"
PAGE = ROOT / "docs" / "bots.md"
TABLE = re.compile(r"(<!-- ladder: (\w+) -->\n\n).*?(\n\n<!-- end of ladder -->)", re.DOTALL)
RULESET = "en-capstone"
GAMES = 400


def measured(games: int) -> dict[str, Any]:
    """Play all matches, and every bot against itself."""
    matches, alone = [], []
    for weaker, stronger in combinations(BOTS, 2):
        for players in (2, 4):
            bots = (stronger, *(weaker,) * (players - 1))
            summary, _ = played(RULESET, players, bots, games, 2)
            found = summary.get(f"bot.{stronger}").sides[0]
            matches.append(
                {
                    "bot": stronger,
                    "against": weaker,
                    "players": players,
                    "value": round(found.value, 4),
                    "low": round(found.low, 4),
                    "high": round(found.high, 4),
                }
            )
            print(matches[-1], flush=True)
    for bot in BOTS:
        for players in (2, 4):
            summary, seconds = played(RULESET, players, (bot,), games, 2)
            turns, cut = (summary.get(id).sides[0] for id in ("turns", "cut"))
            alone.append(
                {
                    "bot": bot,
                    "players": players,
                    "turns": round(turns.value, 1),
                    "cut": round(cut.value, 4),
                    "ms": float(f"{1000 * seconds:.2g}"),
                }
            )
            print(alone[-1], flush=True)
    return {
        "wtrules": __version__,
        "ruleset": RULESET,
        "games": games,
        "matches": matches,
        "bots": alone,
    }


def tables(ladder: dict[str, Any]) -> dict[str, str]:
    """Return the tables of the page."""
    matches = ["| bot | against | players | equal would be | wins | 95 % interval |"]
    matches.append("| --- | --- | --- | --- | --- | --- |")
    for one in ladder["matches"]:
        share, low, high = (100 * one[name] for name in ("value", "low", "high"))
        others = one["players"] - 1
        matches.append(
            f"| {one['bot']} | {others} × {one['against']} | {one['players']} | "
            f"{100 / one['players']:.0f} % | {share:.1f} % | {low:.1f}–{high:.1f} |"
        )
    costs = ["| all seats | players | turns a game | processor time a game |"]
    costs.append("| --- | --- | --- | --- |")
    costs += [
        f"| {one['bot']} | {one['players']} | {one['turns']:.1f} | {one['ms']:g} ms |"
        for one in ladder["bots"]
    ]
    return {"matches": "\n".join(matches), "costs": "\n".join(costs)}


def main() -> None:
    """Measure and write."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--games", type=int, default=GAMES)
    given = options.parse_args()
    ladder = measured(given.games)
    found = tables(ladder)
    print("\n\n".join(found.values()))
    if given.games < GAMES:
        return
    LADDER.write_text(json.dumps(ladder, indent=2) + "\n", "utf-8")
    page = PAGE.read_text("utf-8")
    PAGE.write_text(TABLE.sub(lambda m: m[1] + found[m[2]] + m[3], page), "utf-8")


if __name__ == "__main__":
    main()
