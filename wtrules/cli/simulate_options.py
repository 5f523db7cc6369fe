"""What `wtrules simulate` is given and what it shows while it plays: bots, players, progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.simulate.plan import Plan
    from wtrules.simulate.run import Played, Records


def read_bots(text: str) -> tuple[str, ...]:
    """Return the bots named in a text; an unknown one is a usage error."""
    from wtrules.backends.players import BOTS
    from wtrules.diagnostics import closest

    names = tuple(part.strip() for part in text.split(","))
    for name in names:
        if name not in BOTS:
            near = closest(name, BOTS)
            hint = f"; did you mean `{near}`?" if near else f": there are {', '.join(BOTS)}"
            raise typer.BadParameter(f"there is no bot called `{name}`{hint}", param_hint="--bots")
    return names


def read_precision(text: str | None) -> float | None:
    """Return percentage points as a number below 1: `1%` and `1` are 0.01."""
    if text is None:
        return None
    try:
        points = float(text.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        points = 0.0
    if not 0.1 <= points <= 50:  # less takes more than a million games
        raise typer.BadParameter(
            f"`{text}` should be a number of percentage points from 0.1% to 50%, such as 1%",
            param_hint="--until",
        )
    return points / 100


def read_players(text: str | None, sides: tuple[Game, ...]) -> tuple[int, ...]:
    """Return the numbers of players in a text, such as `2-4`, that all sides are for."""
    allowed = [count for count in sides[0].players if all(count in s.players for s in sides)]
    if text is None:
        if not allowed:
            raise typer.BadParameter(
                f"{sides[0].name} and {sides[-1].name} are for different numbers of players",
                param_hint="--against",
            )
        return tuple(allowed)
    wanted: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise typer.BadParameter(
                f"`{text}` should be a number of players, such as 2, 2-4 or 2,4",
                param_hint="--players",
            )
        low, high = int(first), int(last or first)
        if high < low or high > 99:
            raise typer.BadParameter(f"`{part}` is no range", param_hint="--players")
        wanted += range(low, high + 1)
    for count in wanted:
        for game in sides:
            if count not in game.players:
                numbers = ", ".join(map(str, game.players))
                raise typer.BadParameter(
                    f"{game.name} is for {numbers} players, not {count}", param_hint="--players"
                )
    return tuple(dict.fromkeys(wanted))


@contextmanager
def progress(plan: Plan, results: Mapping[int, Records]) -> Iterator[Callable[[Played], None]]:
    """Show on a terminal how far the games have come; quiet elsewhere."""
    import sys

    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    total = plan.games * len(plan.players) if plan.games is not None else None
    done = 0
    with Progress(
        TextColumn("{task.fields[what]}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} games"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
    ) as bar:
        task = bar.add_task("games", total=total, what="", rate="")

        def note(played: Played) -> None:
            nonlocal done
            done += played.chunk.number
            count, one = played.chunk.players, results[played.chunk.players]
            what = f"{count} players" if count > 1 else "1 player"
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f}/s" if speed else ""
            expected = total
            if plan.precision is not None and one.games:
                rate += f" ±{100 * one.margin:.2f} %"
                # An interval half as long takes four times as many games.
                needed = one.games * max(1.0, (one.margin / plan.precision) ** 2)
                left = len(plan.players) - plan.players.index(count)
                before = sum(r.games for r in results.values() if r is not one)
                expected = int(before + needed * left)
            bar.update(task, completed=done, total=expected, what=what, rate=rate)

        yield note
