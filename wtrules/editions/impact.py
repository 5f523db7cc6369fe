"""What a difference does to games: pairs of random games, whole ones, with intervals.

Both games of a pair have the same seed, so the same cards and, as long as the options are the same,
the same choices. Played natively, a thousand pairs take a moment.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import evolve, frozen

from wtrules.backends.native import Native
from wtrules.editions.changes import Grade, Report
from wtrules.editions.judge import Verdict
from wtrules.editions.texts import Texts
from wtrules.game.game import Game
from wtrules.program.program import Program

_MOST = 20_000  # decisions of one game
_Z = 1.959964  # for 95 %
_RESULT = ("height", "cell", "castle", "home", "empty", "full", "spent", "winner", "points")


@frozen
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def percent(self) -> str:
        """Return `12.0 % (9.8 to 14.5)`."""
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def signed(self, factor: float = 1, unit: str = "") -> str:
        """Return `+1.2 (-0.4 to +2.8)`."""
        mean, low, high = (factor * x for x in (self.mean, self.low, self.high))
        return f"{mean:+.1f}{unit} ({low:+.1f} to {high:+.1f})"


@frozen
class Impact:
    """How pairs of games compare: two minus one."""

    games: int
    players: int
    share: Estimate  # of pairs that end differently
    length: Estimate  # change of length, in decisions
    seat: Estimate  # change of the first seat's share of wins

    def text(self, words: Texts) -> str:
        """Return it in one line."""
        return words(
            "impact.line",
            share=self.share.percent(),
            games=self.games,
            length=self.length.signed(),
            seat=self.seat.signed(100, " %"),
        )


def measured(report: Report, verdict: Verdict, *, games: int, seed: int) -> Report:
    """Return a report with the impact of every difference that is felt, the greatest first."""
    found = []
    for difference in report.differences:
        effect = verdict.felt.get(difference.fingerprint)
        if difference.grade is Grade.BEHAVIOUR and effect is not None:
            impact = impact_of(effect.without, effect.with_it, effect.players, games, seed)
            difference = evolve(difference, impact=impact)
        found.append(difference)
    found.sort(
        key=lambda d: (-d.grade.weight, -(d.impact.share.mean if d.impact is not None else 0))
    )
    bench = verdict.effects.bench(())
    overall = None
    if bench.players and bench.keys:
        overall = impact_of(bench.first, bench.second, bench.players[0], games, seed)
    return evolve(report, differences=tuple(found), overall=overall)


def impact_of(one: Game, two: Game, players: int, games: int, seed: int) -> Impact:
    """Play pairs of whole random games and compare them."""
    ends = [_ends(game.program(players), games, seed) for game in (one, two)]
    pairs = list(zip(*ends, strict=True))
    differ = sum(a[0] != b[0] or a[1] != b[1] for a, b in pairs)
    lengths = [b[1] - a[1] for a, b in pairs]
    seats = [b[2] - a[2] for a, b in pairs]
    return Impact(games, players, wilson(differ, games), _mean(lengths), _mean(seats))


def _ends(program: Program, games: int, seed: int) -> list[tuple[object, int, float]]:
    """Return the ends of random games: what lies there, how long it took, the first seat's part."""
    native = Native(program)
    states, lengths = native.finals(seed, games, _MOST)
    size = native.layout.state_size
    found: list[tuple[object, int, float]] = []
    f = program.fields
    for i, length in enumerate(lengths):
        state = native.layout.state.unpack(bytes(states[i * size : (i + 1) * size]))
        seen = tuple(state[f[x].offset : f[x].offset + f[x].size] for x in _RESULT)
        winners = state[f["winner"].offset : f["winner"].offset + f["winner"].size]
        part = winners[0] / sum(winners) if sum(winners) else 0.0
        found.append((seen, length, part))
    return found


def wilson(hits: int, number: int) -> Estimate:
    """Return a share with Wilson's interval, which is right for small and large shares too."""
    if not number:
        return Estimate(0, 0, 1)
    share, z2 = hits / number, _Z * _Z
    middle = (share + z2 / (2 * number)) / (1 + z2 / number)
    spread = math.sqrt(share * (1 - share) / number + z2 / (4 * number**2))
    half = _Z / (1 + z2 / number) * spread
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def _mean(numbers: Sequence[float]) -> Estimate:
    """Return the mean of paired differences with the normal interval."""
    count = len(numbers)
    mean = sum(numbers) / count
    if count < 2:
        return Estimate(mean, mean, mean)
    variance = sum((x - mean) ** 2 for x in numbers) / (count - 1)
    half = _Z * math.sqrt(variance / count)
    return Estimate(mean, mean - half, mean + half)
