"""What each house rule of `examples/` does to the game, written into `examples/README.md`.

    python benchmarks/house_rules.py                   # all of them
    python benchmarks/house_rules.py friday retreat    # only these; the other rows stay

Each one is played against the edition it extends, on the same cards and dice, by `greedy` players:
they take the best move they see. The rows are what `wtrules simulate RULE --against BASE --players 3
--bots greedy --games 1000` prints, so anybody can repeat them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import wtrules
from wtrules.simulate.findings import sentences
from wtrules.simulate.run import Threads
from wtrules.simulate.simulation import planned
from wtrules.simulate.summary import Summary
from wtrules.texts import Texts

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PLAYERS, BOT, GAMES = 3, "greedy", 1000
TABLE = re.compile(r"(<!-- table: effects -->\n\n).*?(\n\n<!-- end of table -->)", re.DOTALL)
HEADER = ("| house rule | players | what changes |", "| --- | --- | --- |")


def measured(games: tuple[wtrules.Game, ...], players: int, count: int) -> Summary:
    """Play *count* games of each ruleset, with the same seeds."""
    [summary] = planned(games, (players,), (BOT,), games=count).run(Threads(2)).summaries()
    return summary


def base_of(path: Path) -> str:
    """Return the edition that a house rule extends, with its variants."""
    found = re.search(r"^ *extends +([\w-]+)(?: with (.*))?$", path.read_text("utf-8"), re.M)
    assert found is not None
    return "+".join([found[1], *(name.strip() for name in (found[2] or "").split(",") if name)])


def row(path: Path, count: int = GAMES) -> str:
    """Return the row of a house rule."""
    game, base = wtrules.load(str(path)), wtrules.load(base_of(path))
    common = sorted(set(game.players) & set(base.players))
    counts, words = [], []
    if common:
        counts.append(PLAYERS if PLAYERS in common else common[0])
        _, differing, *changes = sentences(measured((game, base), counts[0], count), Texts("en"))
        words += changes or [differing]
    for players in sorted(set(game.players) - set(base.players))[:1]:
        counts.append(players)
        turns = measured((game,), players, count).get("turns")
        assert turns is not None
        words.append(f"With {players} players, a game has {turns.sides[0].value:.1f} turns.")
    numbers = ", ".join(map(str, counts))
    return f"| [{path.stem}]({path.name}) | {numbers} | {' '.join(words)} |"


def rows_of(page: str) -> dict[str, str]:
    """Return the rows that a page has, by the name of the house rule."""
    found = TABLE.search(page)
    assert found is not None
    return {
        name: line for line in found[0].split("\n") for name in re.findall(r"^\| \[(.*?)\]", line)
    }


def with_rows(page: str, rows: dict[str, str]) -> str:
    """Return the page with these rows."""
    table = "\n".join([*HEADER, *(rows[name] for name in sorted(rows))])
    return TABLE.sub(lambda found: f"{found[1]}{table}{found[2]}", page)


def main() -> None:
    """Measure and write."""
    readme = EXAMPLES / "README.md"
    paths = {path.stem: path for path in sorted(EXAMPLES.glob("*.wtr"))}
    for name in sys.argv[1:] or paths:
        new = row(paths[name])
        print(new, flush=True)
        page = readme.read_text("utf-8")
        rows = {one: line for one, line in rows_of(page).items() if one in paths}
        readme.write_text(with_rows(page, {**rows, name: new}), "utf-8")


if __name__ == "__main__":
    main()
