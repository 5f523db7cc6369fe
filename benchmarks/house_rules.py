"""What each house rule of `examples/` does to the game, written into `examples/README.md` and `effects.json`.

    python benchmarks/house_rules.py                   # all of them
    python benchmarks/house_rules.py friday retreat    # only these; the other rows stay

Each one is played against the edition it extends, on the same cards and dice, by `greedy` players:
they take the best move they see. The rows are what `wtrules simulate RULE --against BASE --players 3
--bots greedy --games 1000` prints, so anybody can repeat them. `examples/effects.json` has the plain
headlines about length and wins, which the gallery of the web page shows.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import wtrules
from wtrules.simulate.findings import headlines, sentences
from wtrules.simulate.run import Threads
from wtrules.simulate.simulation import planned
from wtrules.simulate.summary import Summary
from wtrules.texts import LANGUAGES, Texts

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PLAYERS, BOT, GAMES = 3, "greedy", 1000
PLAIN = 2  # headlines: length and wins
TABLE = re.compile(r"(<!-- table: effects -->\n\n).*?(\n\n<!-- end of table -->)", re.DOTALL)
HEADER = ("| house rule | players | what changes |", "| --- | --- | --- |")


def measured(games: tuple[wtrules.Game, ...], players: int, count: int) -> Callable[[str], Summary]:
    """Play *count* games of each ruleset, with the same seeds; what comes out has labels in any language."""
    simulation = planned(games, (players,), (BOT,), games=count).run(Threads(2))
    return lambda lang: simulation.summaries(lang)[0]


def base_of(path: Path) -> str:
    """Return the edition that a house rule extends, with its variants."""
    found = re.search(r"^ *extends +([\w-]+)(?: with (.*))?$", path.read_text("utf-8"), re.M)
    assert found is not None
    return "+".join([found[1], *(name.strip() for name in (found[2] or "").split(",") if name)])


def row(path: Path, count: int = GAMES) -> tuple[str, dict[str, list[str]]]:
    """Return the row of a house rule, and its headlines by language."""
    game, base = wtrules.load(str(path)), wtrules.load(base_of(path))
    common = sorted(set(game.players) & set(base.players))
    counts, words, plain = [], [], {}
    if common:
        counts.append(PLAYERS if PLAYERS in common else common[0])
        summary = measured((game, base), counts[0], count)
        _, differing, *changes = sentences(summary("en"), Texts("en"))
        words += changes or [differing]
        plain = {lang: noticeable(summary(lang), Texts(lang)) for lang in LANGUAGES}
    for players in sorted(set(game.players) - set(base.players))[:1]:
        counts.append(players)
        turns = measured((game,), players, count)("en").get("turns")
        assert turns is not None
        words.append(f"With {players} players, a game has {turns.sides[0].value:.1f} turns.")
    numbers = ", ".join(map(str, counts))
    return f"| [{path.stem}]({path.name}) | {numbers} | {' '.join(words)} |", plain


def noticeable(summary: Summary, texts: Texts) -> list[str]:
    """Return the headlines about length and wins; that who wins has not changed is none."""
    plain = headlines(summary, texts)[:PLAIN]
    return [line for line in plain if line != texts("simulate.plain_wins_same")]


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
    readme, plain = EXAMPLES / "README.md", EXAMPLES / "effects.json"
    paths = {path.stem: path for path in sorted(EXAMPLES.glob("*.wtr"))}
    for name in sys.argv[1:] or paths:
        new, lines = row(paths[name])
        print(new, flush=True)
        page = readme.read_text("utf-8")
        rows = {one: line for one, line in rows_of(page).items() if one in paths}
        readme.write_text(with_rows(page, {**rows, name: new}), "utf-8")
        effects = json.loads(plain.read_text("utf-8")) if plain.is_file() else {}
        kept = {one: effects[one] for one in sorted({*effects} & {*paths})} | {name: lines}
        plain.write_text(
            f"{json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True)}\n", "utf-8"
        )


if __name__ == "__main__":
    main()
