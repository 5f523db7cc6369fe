"""Goals: what a designer wants to be true, as a number of the report and its limits.

    turns 28..32        seat <= 52%        cast each >= 0.5        cast second_wind 0.5..2

A name is one that the report prints or the id of a statistic. `seat` means every seat, `cast each` every
spell that is laid out. Each part of a goal has its own verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from wtrules.diagnostics import closest
from wtrules.simulate.statistics import Estimate
from wtrules.simulate.summary import Statistic, Summary
from wtrules.texts import TextError
from wtrules.value import Value

_GOAL = re.compile(
    r"(?P<name>.*?)(?:\s+in)?\s*(?:(?P<low>\d+(?:\.\d+)?)\s*(?P<low_unit>%?)\s*\.\.\s*"
    r"(?P<high>\d+(?:\.\d+)?)\s*(?P<high_unit>%?)|(?P<sign><=|>=)\s*"
    r"(?P<limit>\d+(?:\.\d+)?)\s*(?P<unit>%?))"
)
EACH_SEAT, EACH_CAST = "seat", "cast each"


class BadGoal(TextError):
    """A goal that cannot be understood; the message says how one is written."""


@frozen
class Goal(Value):
    """A number of the report that must be within limits."""

    text: str
    name: str
    low: float
    high: float
    is_percent: bool

    def excess(self, value: float) -> float:
        """Return how far a value is outside, as a part of the limit that it misses."""
        if value < self.low:
            return (self.low - value) / self.low
        if value > self.high:
            return (value - self.high) / (self.high or 1.0)
        return 0.0

    def verdict(self, found: Estimate) -> str:
        """Return `met`, `likely` (the interval reaches outside), `unlikely` or `missed`."""
        is_inside = self.low <= found.value <= self.high
        if self.low <= found.low and found.high <= self.high:
            return "met"
        if is_inside:
            return "likely"
        return "unlikely" if found.high >= self.low and found.low <= self.high else "missed"


@frozen
class Measured(Value):
    """What was found for one number of one goal."""

    goal: Goal
    players: int
    label: str
    kind: str
    found: Estimate

    @property
    def verdict(self) -> str:
        """How well the goal is met."""
        return self.goal.verdict(self.found)

    @property
    def excess(self) -> float:
        """How far it is missed."""
        return self.goal.excess(self.found.value)


def read_goal(text: str) -> Goal:
    """Return a goal; raises BadGoal."""
    found = _GOAL.fullmatch(text.strip())
    if found is None or not found["name"].strip():
        raise BadGoal("tune.bad_goal", goal=text)
    units = {unit for unit in (found["low_unit"], found["high_unit"], found["unit"]) if unit}
    factor = 0.01 if units else 1.0
    if found["sign"]:
        limit = factor * float(found["limit"])
        low, high = (limit, float("inf")) if found["sign"] == ">=" else (0.0, limit)
    else:
        low, high = factor * float(found["low"]), factor * float(found["high"])
    if low > high:
        raise BadGoal("tune.bad_range", goal=text)
    return Goal(text.strip(), " ".join(found["name"].split()), low, high, bool(units))


def parts(goals: Sequence[Goal], summary: Summary, offered: frozenset[str]) -> list[Measured]:
    """Return what was found for each number of each goal; raises BadGoal.

    *offered* are the spells that can be cast.
    """
    found = []
    for goal in goals:
        for one in _meant(goal, summary, offered):
            if (one.kind != "mean") != goal.is_percent:
                key = "tune.no_percent" if goal.is_percent else "tune.needs_percent"
                raise BadGoal(key, goal=goal.text, name=one.label)
            found.append(Measured(goal, summary.players, one.label, one.kind, one.sides[0]))
    return found


def _meant(goal: Goal, summary: Summary, offered: frozenset[str]) -> Iterator[Statistic]:
    known = dict(_named(summary))
    if goal.name == EACH_SEAT:
        seats = [
            one
            for one in summary.statistics
            if one.id.startswith("win.") and one.id.partition(".")[2].isdecimal()
        ]
        if not seats:
            raise BadGoal("tune.no_seats", goal=goal.text)
        yield from seats
        return
    if goal.name == EACH_CAST:
        if not offered:
            raise BadGoal("tune.no_spells", goal=goal.text)
        yield from (known[f"cast.{spell}"] for spell in sorted(offered))
        return
    one = known.get(goal.name) or known.get(goal.name.replace(" ", ".", 1))
    one = one or known.get(goal.name.lower())
    if one is None:
        near = closest(goal.name, known)
        key = "tune.unknown_goal_near" if near else "tune.unknown_goal"
        raise BadGoal(key, goal=goal.text, name=goal.name, near=near or "")
    yield one


def _named(summary: Summary) -> Iterator[tuple[str, Statistic]]:
    """Yield statistics by id and by label; those of spells that nobody cast too."""
    never = Estimate(0.0, 0.0, 3.0 / max(1, summary.games), summary.games)
    unused = [
        Statistic(one.id, one.group, one.label, "mean", (never,), ()) for one in summary.unused
    ]
    for one in (*summary.statistics, *unused):
        yield one.label.lower(), one
    for one in (*summary.statistics, *unused):
        yield one.id, one


def total_excess(found: Mapping[int, Sequence[Measured]]) -> float:
    """Return by how much goals are missed, all together; 0 if all are met."""
    return sum(part.excess for parts in found.values() for part in parts)
