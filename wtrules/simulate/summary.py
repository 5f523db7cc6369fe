"""From records to statistics: what happened, how often, how much, and what differs.

Which statistics there are follows from the records: seats, outcomes, spells and options of the
program that was played, and counts that every game has. What never happened is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from wtrules.backends.players import BOTS
from wtrules.simulate.games import Choice
from wtrules.simulate.run import Records
from wtrules.simulate.statistics import (
    Estimate,
    difference_of_means,
    difference_of_shares,
    mean,
    quantile,
    share,
)
from wtrules.texts import Texts

Values = Sequence[float | None]  # by game; None where there is nothing to tell


@frozen
class Measure:
    """Something that can be asked of each game."""

    id: str
    group: str
    label: str
    sort: str  # `share` of games, `part` (a mean of shares), or `mean`
    of: Callable[[Records, int], Values]


@frozen
class Statistic:
    """A measure with what was found, for each side, and how the first differs from the second."""

    id: str
    group: str
    label: str
    sort: str
    sides: tuple[Estimate, ...]
    spread: tuple[tuple[float, float, float], ...]  # 10 %, 50 % and 90 % of the games, for means
    difference: Estimate | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        made: dict[str, Any] = {"id": self.id, "group": self.group, "label": self.label}
        made["sort"] = self.sort
        made["sides"] = [
            _numbers(side) | ({"p10": s[0], "p50": s[1], "p90": s[2]} if s else {})
            for side, s in zip(self.sides, self.spread or ((),) * len(self.sides), strict=True)
        ]
        if self.difference is not None:
            made["difference"] = _numbers(self.difference)
        return made


@frozen
class Summary:
    """The statistics of one number of players."""

    players: int
    games: int
    names: tuple[str, ...]  # of the sides
    statistics: tuple[Statistic, ...]
    differing: Estimate | None = None  # the share of games that differ at all
    parting: float | None = None  # the turn by which half of those have parted

    def get(self, id: str) -> Statistic | None:
        """Return a statistic by its id."""
        return next((one for one in self.statistics if one.id == id), None)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        made: dict[str, Any] = {"players": self.players, "games": self.games}
        if self.differing is not None:
            made["differing"] = _numbers(self.differing)
            made["parting_turn"] = self.parting
        made["statistics"] = [statistic.to_json() for statistic in self.statistics]
        return made


def summarise(records: Records, names: Sequence[str], lang: str = "en") -> Summary:
    """Return the statistics of the games of one number of players, with labels in a language."""
    sides = range(len(records.arenas))
    found = []
    for measure in measures(records, Texts(lang)):
        values = [measure.of(records, side) for side in sides]
        found.append(_statistic(measure, values))
    differing = parting = None
    if len(sides) == 2:
        parted = [turn for turn in records.partings if turn]
        differing = share(len(parted), records.games)
        parting = quantile(parted, 0.5) if parted else None
    arena = records.arenas[0]
    return Summary(arena.players, records.games, tuple(names), tuple(found), differing, parting)


def _statistic(measure: Measure, values: Sequence[Values]) -> Statistic:
    known = [[v for v in one if v is not None] for one in values]
    spread: tuple[tuple[float, float, float], ...] = ()
    # A player with one seat per game either wins a game or not.
    plain = measure.sort == "share" or (
        measure.sort == "part" and all(v in (0, 1) for one in known for v in one)
    )
    if plain:
        sides = tuple(share(int(sum(one)), len(one)) for one in known)
    else:
        sides = tuple(_bounded(mean(one), one, measure.sort) for one in known)
        if measure.sort == "mean" and all(known):
            spread = tuple(
                (quantile(one, 0.1), quantile(one, 0.5), quantile(one, 0.9)) for one in known
            )
    difference = None
    if len(values) == 2:
        pairs = [(a, b) for a, b in zip(*values, strict=True) if a is not None and b is not None]
        one, base = [a for a, _ in pairs], [b for _, b in pairs]
        differ = difference_of_shares if plain else difference_of_means
        difference = differ(one, base)
    return Statistic(
        measure.id, measure.group, measure.label, measure.sort, sides, spread, difference
    )


def _bounded(estimate: Estimate, values: Sequence[float], sort: str) -> Estimate:
    """Return an interval without what cannot be: counts below 0, parts above 1."""
    if len(values) > 1 and min(values) >= 0:
        estimate = evolve(estimate, low=max(0.0, estimate.low))
        if sort == "part":
            estimate = evolve(estimate, high=min(1.0, estimate.high))
    return estimate


# --- what is measured ---------------------------------------------------------------------------


def measures(records: Records, texts: Texts) -> Iterator[Measure]:
    """Yield what can be measured in the games that were played."""
    arena = records.arenas[0]
    sides = range(len(records.arenas))
    yield from _wins(records, texts)
    names = dict.fromkeys(bot for one in records.arenas for bot in one.lineup)
    if len(names) > 1:
        for bot in names:
            label = texts("simulate.label.bot", bot=bot)
            yield Measure(f"bot.{bot}", "wins", label, "part", _won_by(bot))
    outcomes = dict.fromkeys(name for one in records.arenas for name in one.outcomes)
    for name in outcomes:
        of = _outcome(name)
        if any(any(of(records, side)) for side in sides):
            yield Measure(f"outcome.{name}", "outcomes", name, "share", of)
    of = _where("outcome", lambda code: code < 0)
    if any(any(of(records, side)) for side in sides):
        label = texts("simulate.label.no_outcome")
        yield Measure("outcome.endless", "outcomes", label, "share", of)
    yield Measure("cut", "outcomes", texts("simulate.label.cut"), "share", _column("cut"))

    yield Measure("turns", "length", texts("simulate.label.turns"), "mean", _column("turns"))
    if any(any(records.column("rounds", side)) for side in sides):
        label = texts("simulate.label.rounds")
        yield Measure("rounds", "length", label, "mean", _column("rounds"))
    label = texts("simulate.label.decisions")
    yield Measure("decisions", "length", label, "mean", _column("decisions"))
    if any(any(records.column("enter.0", side)) for side in sides):
        label = texts("simulate.label.first_home")
        yield Measure("first_home", "length", label, "mean", _known("enter.0"))

    options = _labels(_choices(records, "option "), texts)
    counts = [
        ("filled", "flasks", texts("simulate.label.filled")),
        ("spent", "flasks", texts("simulate.label.spent")),
        *(
            (c.column, "spells cast", c.column.partition(" ")[2])
            for c in _choices(records, "cast ")
        ),
        *((column, "options chosen", label) for column, label in options.items()),
        ("castle", "events", texts("simulate.label.castle")),
        ("leads", "events", texts("simulate.label.leads")),
        ("stuck", "events", texts("simulate.label.stuck")),
        ("idle", "events", texts("simulate.label.idle")),
    ]
    for column, group, label in counts:
        always = column in ("castle", "stuck", "idle", "filled") or (
            column == "leads" and arena.players > 1
        )
        if always or any(any(records.column(column, side)) for side in sides):
            yield Measure(column.replace(" ", "."), group, label, "mean", _column(column))
    points = [f"points.{seat}" for seat in range(arena.players)]
    if any(any(records.column(column, side)) for column in points for side in sides):
        for seat, column in enumerate(points):
            label = texts("simulate.label.seat", n=seat + 1, letter=arena.letters[seat])
            yield Measure(f"points.{seat + 1}", "points", label, "mean", _column(column))


def _wins(records: Records, texts: Texts) -> Iterator[Measure]:
    arena = records.arenas[0]
    sides = range(len(records.arenas))
    seats = range(arena.players)
    won = [[records.column(f"winner.{seat}", side) for seat in seats] for side in sides]
    alike = all(column == columns[0] for columns in won for column in columns[1:])
    if arena.players == 1 or (alike and any(any(columns[0]) for columns in won)):
        key = "simulate.label.won" if arena.players == 1 else "simulate.label.won_together"
        yield Measure("win.all", "wins", texts(key), "share", _column("winner.0"))
        return
    for seat in seats:
        label = texts("simulate.label.seat", n=seat + 1, letter=arena.letters[seat])
        yield Measure(f"win.{seat + 1}", "wins", label, "share", _column(f"winner.{seat}"))
    for id, number in (("shared", 2), ("nobody", 0)):
        of = _winners(number)
        if any(any(of(records, side)) for side in sides):
            yield Measure(f"win.{id}", "wins", texts(f"simulate.label.{id}"), "share", of)


def _choices(records: Records, start: str) -> list[Choice]:
    found = {c.column: c for arena in records.arenas for c in arena.choices}
    return [choice for column, choice in found.items() if column.startswith(start)]


def _labels(choices: Sequence[Choice], texts: Texts) -> dict[str, str]:
    """Return the names of options, with their rule where two have the same name."""
    found = {}
    for choice in choices:
        rule, _, word = choice.column.partition(" ")[2].rpartition(".")
        found[choice.column] = (texts.phrase(dict(choice.texts)) or word, rule)
    uses = Counter(text for text, _ in found.values())
    return {
        column: f"{text} ({rule})" if uses[text] > 1 else text
        for column, (text, rule) in found.items()
    }


def _column(name: str) -> Callable[[Records, int], Values]:
    return lambda records, side: records.column(name, side)


def _where(name: str, test: Callable[[int], bool]) -> Callable[[Records, int], Values]:
    return lambda records, side: [int(test(value)) for value in records.column(name, side)]


def _known(name: str) -> Callable[[Records, int], Values]:
    return lambda records, side: [value or None for value in records.column(name, side)]


def _outcome(name: str) -> Callable[[Records, int], Values]:
    def of(records: Records, side: int) -> Values:
        outcomes = records.arenas[side].outcomes
        code = outcomes.index(name) + 1 if name in outcomes else 0
        return [int(value == code > 0) for value in records.column("outcome", side)]

    return of


def _by_game(records: Records, side: int, name: str) -> list[tuple[int, ...]]:
    """Return a column of each seat, game by game."""
    seats = range(records.arenas[side].players)
    return list(zip(*(records.column(f"{name}.{seat}", side) for seat in seats), strict=True))


def _winners(number: int) -> Callable[[Records, int], Values]:
    """Return whether so many seats have won; from 2 on, at least so many but not all."""

    def of(records: Records, side: int) -> Values:
        games = (sum(won) for won in _by_game(records, side, "winner"))
        return [int(won >= number if number else won == 0) for won in games]

    return of


def _won_by(bot: str) -> Callable[[Records, int], Values]:
    """Return how many of a bot's seats have won, as a part of its seats in the game."""
    number = BOTS.index(bot)

    def of(records: Records, side: int) -> Values:
        found: list[float | None] = []
        games = zip(_by_game(records, side, "winner"), _by_game(records, side, "bot"), strict=True)
        for winner, seated in games:
            own = [won for won, who in zip(winner, seated, strict=True) if who == number]
            found.append(sum(own) / len(own) if own else None)
        return found

    return of


def _numbers(estimate: Estimate) -> dict[str, Any]:
    def plain(number: float) -> float | None:
        return round(number, 6) if abs(number) < float("inf") else None

    return {
        "value": plain(estimate.value),
        "low": plain(estimate.low),
        "high": plain(estimate.high),
        "games": estimate.games,
    }
