"""The options of `wtrules simulate`, and its progress display."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wtrules.cli.terminal import say, shared
from wtrules.cli.usage import bad_parameter
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.simulate.plan import Plan
    from wtrules.simulate.records import Played, Records
    from wtrules.simulate.run import Workers


def read_names(text: str, *, trained: bool = False) -> tuple[str, ...]:
    """Return the bots named in a text; an unknown one is a usage error.

    *trained* also allows files of bots that were trained. They know one ruleset, so only a command
    that plays one ruleset has a use for them.
    """
    from wtrules.backends.players import BOTS, games_bot, read_bot
    from wtrules.diagnostics import closest
    from wtrules.game.trained import file_of

    names = tuple(part.strip() for part in text.split(","))
    for name in names:
        if games_bot(name) is None and not (trained and file_of(name) is not None):
            if read_bot(name) is not None:
                raise bad_parameter("usage.timed_bot", "--bots", name=name)
            near = closest(name, BOTS)
            if near:
                raise bad_parameter("usage.unknown_bot_near", "--bots", name=name, near=near)
            raise bad_parameter("usage.unknown_bot", "--bots", name=name, known=", ".join(BOTS))
    return names


def read_players(text: str | None, sides: tuple[Game, ...]) -> tuple[int, ...]:
    """Return the numbers of players in a text, such as `2-4`, that all sides are for."""
    allowed = [count for count in sides[0].players if all(count in s.players for s in sides)]
    if text is None:
        if not allowed:
            names = {"one": sides[0].name, "two": sides[-1].name}
            raise bad_parameter("usage.no_common_players", "--against", **names)
        return tuple(allowed)
    wanted: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise bad_parameter("usage.bad_players", "--players", text=text)
        low, high = int(first), int(last or first)
        if high < low or high > 99:
            raise bad_parameter("usage.bad_range", "--players", text=part)
        wanted += range(low, high + 1)
    for count in wanted:
        for game in sides:
            if count not in game.players:
                numbers = ", ".join(map(str, game.players))
                about = {"ruleset": game.name, "counts": numbers, "players": count}
                raise bad_parameter("common.wrong_players", "--players", **about)
    return tuple(dict.fromkeys(wanted))


def expect_seats(bots: Collection[str], counts: Iterable[int]) -> None:
    """Refuse more bots than players."""
    fewest = min(counts)
    if len(bots) > fewest:
        raise bad_parameter("usage.too_many_bots", "--bots", bots=len(bots), players=fewest)


def expect_one_place(executor: str | None, jobs: int | None) -> None:
    """Refuse a number of processes on this machine if the games are played on a cluster."""
    if executor is not None and jobs is not None:
        raise bad_parameter("usage.cluster_workers", "--jobs")


def workers_for(executor: str | None, number: int | None, lang: str = "en") -> Workers:
    """Return the workers of a cluster, or of this machine; raises Unusable."""
    if executor is None:
        from wtrules.simulate.run import workers_here

        return workers_here(number)
    from wtrules.simulate.cluster import Cluster

    def deserted(address: str) -> None:
        say(f"wtrules: {Texts(lang)('simulate.note.workers_gone', address=address)}")

    return Cluster(executor, deserted)


@contextmanager
def progress(plan: Plan, results: Mapping[int, Records]) -> Iterator[Callable[[Played], None]]:
    """Show the progress of the games on a terminal; nothing elsewhere."""
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
        disable=shared.quiet,
        transient=True,
    ) as bar:
        task = bar.add_task("games", total=total, what="", rate="")

        def note(played: Played) -> None:
            nonlocal done
            done += played.chunk.number
            count, one = played.chunk.players, results[played.chunk.players]
            what = Texts("en")("simulate.players", n=count)
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
