"""From records to statistics: what happened, how often, how much, and what differs.

Which statistics there are follows from the records: seats, outcomes, spells and options of the
program that was played, and counts that every game has. What never happened is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from wtrules.backends.players import BotName, read_bot
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

Values = Sequence[float | None]  # by game; None where there is nothing to measure
Of = Callable[[Records, int], Values]  # of one side


@frozen
class Measure:
    """Something that can be asked of each game."""

    id: str
    group: str
    label: str
    kind: str  # `share` of games, `part` (a mean of shares), or `mean`
    of: Of


@frozen
class Statistic:
    """A measure with what was found, for each side, and how the first differs from the second."""

    id: str
    group: str
    label: str
    kind: str
    sides: tuple[Estimate, ...]
    spread: tuple[tuple[float, float, float], ...]  # 10 %, 50 % and 90 % of the games, for means
    difference: Estimate | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        made: dict[str, Any] = {"id": self.id, "group": self.group, "label": self.label}
        made["sort"] = self.kind
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
    plain = measure.kind == "share" or (
        measure.kind == "part" and all(v in (0, 1) for one in known for v in one)
    )
    if plain:
        sides = tuple(share(int(sum(one)), len(one)) for one in known)
    else:
        sides = tuple(_bounded(mean(one), one, measure.kind) for one in known)
        if measure.kind == "mean" and all(known):
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
        measure.id, measure.group, measure.label, measure.kind, sides, spread, difference
    )


def _bounded(estimate: Estimate, values: Sequence[float], kind: str) -> Estimate:
    """Return an interval without what cannot be: counts below 0, parts above 1."""
    if len(values) > 1 and min(values) >= 0:
        estimate = evolve(estimate, low=max(0.0, estimate.low))
        if kind == "part":
            estimate = evolve(estimate, high=min(1.0, estimate.high))
    return estimate


# --- what is measured ---------------------------------------------------------------------------


def measures(records: Records, texts: Texts) -> Iterator[Measure]:
    """Yield what can be measured in the games that were played."""
    arena = records.arenas[0]
    seats = [
        texts("simulate.label.seat", n=seat + 1, letter=letter)
        for seat, letter in enumerate(arena.letters[: arena.players])
    ]

    def labelled(id: str, group: str, kind: str, of: Of) -> Measure:
        return Measure(id, group, texts(f"simulate.label.{id}"), kind, of)

    yield from _wins(records, seats, texts)
    bots = dict.fromkeys(bot for one in records.arenas for bot in one.lineup)
    for bot in bots if len(bots) > 1 else ():
        label = texts("simulate.label.bot", bot=bot)
        yield Measure(f"bot.{bot}", "wins", label, "part", _won_by(bot))

    outcomes = dict.fromkeys(name for one in records.arenas for name in one.outcomes)
    for name in outcomes:
        if _happens(records, of := _outcome(name)):
            yield Measure(f"outcome.{name}", "outcomes", name, "share", of)
    if _happens(records, _without_outcome):
        label = texts("simulate.label.no_outcome")
        yield Measure("outcome.endless", "outcomes", label, "share", _without_outcome)
    yield labelled("cut", "outcomes", "share", _column("cut"))

    yield labelled("turns", "length", "mean", _column("turns"))
    if _happens(records, _column("rounds")):
        yield labelled("rounds", "length", "mean", _column("rounds"))
    yield labelled("decisions", "length", "mean", _column("decisions"))
    if _happens(records, _column("enter.0")):
        yield labelled("first_home", "length", "mean", _known("enter.0"))

    yield labelled("filled", "flasks", "mean", _column("filled"))
    if _happens(records, _column("spent")):
        yield labelled("spent", "flasks", "mean", _column("spent"))
    casts = {c.column: c.column.partition(" ")[2] for c in _choices(records, "cast ")}
    options = _labels(_choices(records, "option "), texts)
    for group, labels in (("spells cast", casts), ("options chosen", options)):
        for column, label in labels.items():
            if _happens(records, _column(column)):
                id = column.replace(" ", ".")
                yield Measure(id, group, label, "mean", _column(column))
    yield labelled("castle", "events", "mean", _column("castle"))
    if arena.players > 1 or _happens(records, _column("leads")):
        yield labelled("leads", "events", "mean", _column("leads"))
    yield labelled("stuck", "events", "mean", _column("stuck"))
    yield labelled("idle", "events", "mean", _column("idle"))

    points = [_column(f"points.{seat}") for seat in range(arena.players)]
    if any(_happens(records, of) for of in points):
        for seat, of in enumerate(points):
            yield Measure(f"points.{seat + 1}", "points", seats[seat], "mean", of)


def _wins(records: Records, labels: Sequence[str], texts: Texts) -> Iterator[Measure]:
    """Yield who wins: each seat, or all of them where they only win together."""
    seats = range(records.arenas[0].players)
    won = [
        [records.column(f"winner.{seat}", side) for seat in seats]
        for side in range(len(records.arenas))
    ]
    alike = all(column == columns[0] for columns in won for column in columns[1:])
    if len(seats) == 1 or (alike and any(any(columns[0]) for columns in won)):
        key = "simulate.label.won" if len(seats) == 1 else "simulate.label.won_together"
        yield Measure("win.all", "wins", texts(key), "share", _column("winner.0"))
        return
    for seat, label in enumerate(labels):
        yield Measure(f"win.{seat + 1}", "wins", label, "share", _column(f"winner.{seat}"))
    for id, of in (("shared", _winners(2)), ("nobody", _winners(0))):
        if _happens(records, of):
            yield Measure(f"win.{id}", "wins", texts(f"simulate.label.{id}"), "share", of)


def _happens(records: Records, of: Of) -> bool:
    """Whether something is ever more than nothing."""
    return any(any(of(records, side)) for side in range(len(records.arenas)))


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


def _column(name: str) -> Of:
    return lambda records, side: records.column(name, side)


def _without_outcome(records: Records, side: int) -> Values:
    return [int(code < 0) for code in records.column("outcome", side)]


def _known(name: str) -> Of:
    return lambda records, side: [value or None for value in records.column(name, side)]


def _outcome(name: str) -> Of:
    def of(records: Records, side: int) -> Values:
        outcomes = records.arenas[side].outcomes
        code = outcomes.index(name) + 1 if name in outcomes else 0
        return [int(value == code > 0) for value in records.column("outcome", side)]

    return of


def _by_game(records: Records, side: int, name: str) -> list[tuple[int, ...]]:
    """Return a column of each seat, game by game."""
    seats = range(records.arenas[side].players)
    return list(zip(*(records.column(f"{name}.{seat}", side) for seat in seats), strict=True))


def _winners(number: int) -> Of:
    """Return whether so many seats have won; from 2 on, at least so many but not all."""

    def of(records: Records, side: int) -> Values:
        games = (sum(won) for won in _by_game(records, side, "winner"))
        return [int(won >= number if number else won == 0) for won in games]

    return of


def _won_by(bot: str) -> Of:
    """Return how many of a bot's seats have won, as a part of its seats in the game."""
    number = (read_bot(bot) or BotName(bot)).number

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
