"""From records to statistics: what happened, how often, how much, and what differs.

Which statistics there are follows from the records: seats, outcomes, spells and options of the
program that was played, and counts that every game has. What never happened is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from wtrules.simulate.games import Arena
from wtrules.simulate.records import Records
from wtrules.simulate.statistics import (
    Estimate,
    difference_of_shares,
    mean_of,
    quantile,
    share,
    share_of,
)
from wtrules.simulate.tally import GOAL, Counts, Measure, Tally, measures
from wtrules.texts import Texts
from wtrules.value import Value


@frozen
class Statistic(Value):
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
class Unused(Value):
    """A spell or another option that the rules offer and nobody ever chose."""

    id: str
    group: str
    label: str
    is_new: bool = False  # the ruleset that it is compared with does not have it
    bot: str = ""  # who was asked to play as well
    rate: Estimate | None = None  # and how often this player chose it in a game


@frozen
class Summary(Value):
    """The statistics of one number of players."""

    players: int
    games: int
    names: tuple[str, ...]  # of the sides
    statistics: tuple[Statistic, ...]
    bots: tuple[str, ...] = ()
    unused: tuple[Unused, ...] = ()
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
        if self.unused:
            made["unused"] = [
                {"id": one.id, "label": one.label, "new": one.is_new}
                | ({"bot": one.bot, **_numbers(one.rate)} if one.rate is not None else {})
                for one in self.unused
            ]
        made["statistics"] = [statistic.to_json() for statistic in self.statistics]
        return made


def summarise(records: Records, names: Sequence[str], lang: str = "en") -> Summary:
    """Return the statistics of the games of one number of players, with labels in a language."""
    texts, tally, arenas = Texts(lang), records.tally, records.arenas
    labels = _labels(arenas, texts)
    found = [
        _statistic(measure, labels[measure.id], tally, len(arenas)) for measure in _shown(records)
    ]
    differing = parting = None
    if len(arenas) == 2:
        parted = {turn: number for turn, number in tally.partings.items() if turn}
        differing = share(sum(parted.values()), records.games)
        parting = quantile(parted, 0.5) if parted else None
    return Summary(
        arenas[0].players,
        records.games,
        tuple(names),
        tuple(found),
        tuple(dict.fromkeys(arenas[0].lineup)),
        tuple(_unused(records, labels)),
        differing,
        parting,
    )


def _unused(records: Records, labels: Mapping[str, str]) -> Iterator[Unused]:
    """Yield what the ruleset offers and nobody chose, once there are enough games to say so."""
    own, *base = ({choice.column for choice in arena.choices} for arena in records.arenas)
    for one in measures(records.arenas):
        column = one.id.replace(".", " ", 1)
        if column in own and records.games and not any(records.tally.counts(one.id)):
            is_new = bool(base) and column not in base[0]
            yield Unused(one.id, one.group, labels[one.id], is_new)


def _statistic(measure: Measure, label: str, tally: Tally, sides: int) -> Statistic:
    id = "win.1" if measure.id == "win.all" else measure.id
    counts = [tally.counts(id, side) for side in range(sides)]
    # A player with one seat per game either wins a game or not.
    plain = measure.kind == "share" or (
        measure.kind == "part" and all(value in (0, 1) for one in counts for value in one)
    )
    spread: tuple[tuple[float, float, float], ...] = ()
    if plain:
        estimates = tuple(share_of(one) for one in counts)
    else:
        estimates = tuple(_bounded(mean_of(one), one, measure.kind) for one in counts)
        if measure.kind == "mean" and all(counts):
            spread = tuple(
                (quantile(one, 0.1), quantile(one, 0.5), quantile(one, 0.9)) for one in counts
            )
    difference = None
    if sides == 2:
        differences: Counts = tally.differences.get(id, {})
        difference = (difference_of_shares if plain else mean_of)(differences)
    return Statistic(measure.id, measure.group, label, measure.kind, estimates, spread, difference)


def _bounded(estimate: Estimate, counts: Counts, kind: str) -> Estimate:
    """Return an interval without what cannot be: counts below 0, parts above 1."""
    if estimate.games > 1 and min(counts) >= 0:
        estimate = evolve(estimate, low=max(0.0, estimate.low))
        if kind == "part":
            estimate = evolve(estimate, high=min(1.0, estimate.high))
    return estimate


# --- what is shown ------------------------------------------------------------------------------

_ALWAYS = frozenset({"cut", "turns", "decisions", "filled", "castle", "stuck", "idle"})


def _shown(records: Records) -> Iterator[Measure]:
    """Yield what is worth showing: what every game has, and what ever happens."""
    tally, players = records.tally, records.arenas[0].players
    sides = range(len(records.arenas))

    def happens(id: str) -> bool:
        return any(any(tally.counts(id, side)) for side in sides)

    alike = all(tally.counts("win.alike", side).get(1, 0) == records.games for side in sides)
    together = players == 1 or (alike and happens("win.1"))
    points = any(happens(f"points.{seat + 1}") for seat in range(players))
    # A ruleset also has the outcomes of variants that are not played.
    goals = {
        name
        for arena in records.arenas
        for name, goal in zip(arena.outcomes, arena.goals, strict=False)
        if goal is not None
    }
    for one in measures(records.arenas):
        if one.id == GOAL:
            if any(happens(f"outcome.{name}") for name in goals):
                yield one
        elif one.id == "win.alike" or (one.group == "wins" and together and one.name == ""):
            if one.id == "win.1":
                yield evolve(one, id="win.all")
        elif one.group == "wins" and one.id not in ("win.shared", "win.nobody"):
            yield one
        elif one.group == "points":
            if points:
                yield one
        elif one.id in _ALWAYS or (one.id == "leads" and players > 1) or happens(one.id):
            yield one


def _labels(arenas: Sequence[Arena], texts: Texts) -> dict[str, str]:
    """Return the names of all measures."""
    letters = arenas[0].letters
    names = {
        f"outcome.{id}": dict(said)
        for arena in arenas
        for id, said in zip(arena.outcomes, arena.outcome_texts, strict=False)
    } | {c.column.replace(" ", ".", 1): dict(c.texts) for arena in arenas for c in arena.choices}
    found = {}
    for one in measures(arenas):
        kind, _, rest = one.id.partition(".")
        if one.name:
            found[one.id] = texts("simulate.label.bot", bot=one.name) if kind == "bot" else one.name
            if known := names.get(one.id):
                found[one.id] = texts.phrase(known)
        elif kind in ("win", "points") and rest.isdecimal():
            letter = letters[int(rest) - 1]
            found[one.id] = texts("simulate.label.seat", n=int(rest), letter=letter)
        elif one.id != "win.alike":
            key = {"outcome.endless": "no_outcome"}.get(one.id, rest or kind)
            found[one.id] = texts(f"simulate.label.{key}")
    is_alone = arenas[0].players == 1
    found["win.all"] = texts("simulate.label.won" if is_alone else "simulate.label.won_together")
    return found | _options(arenas, texts)


def _options(arenas: Sequence[Arena], texts: Texts) -> dict[str, str]:
    """Return the names of options, with their rule where two have the same name."""
    found: dict[str, tuple[str, str]] = {}
    for choice in (choice for arena in arenas for choice in arena.choices):
        kind, _, name = choice.column.partition(" ")
        if kind == "option":
            rule, _, word = name.rpartition(".")
            text = texts.phrase(dict(choice.texts)) or word
            found.setdefault(f"option.{name}", (text, rule))
    uses = Counter(text for text, _ in found.values())
    return {
        id: f"{text} ({rule})" if uses[text] > 1 else text for id, (text, rule) in found.items()
    }


def _numbers(estimate: Estimate) -> dict[str, Any]:
    def plain(number: float) -> float | None:
        return round(number, 6) if abs(number) < float("inf") else None

    return {
        "value": plain(estimate.value),
        "low": plain(estimate.low),
        "high": plain(estimate.high),
        "games": estimate.games,
    }
