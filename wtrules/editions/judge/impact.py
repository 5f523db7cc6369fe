"""What a difference does to games: pairs of random games, whole ones, with intervals.

Both games of a pair have the same seed, so the same cards and, as long as the options are the same,
the same choices. Played natively, a thousand pairs take a moment.
"""

from __future__ import annotations

from attrs import evolve, frozen

from wtrules.backends.native import Native
from wtrules.editions.changes import Grade
from wtrules.editions.differences import Impact, Report
from wtrules.editions.judge.judge import Verdict
from wtrules.game.game import Game
from wtrules.program.program import Program
from wtrules.simulate.statistics import mean, share

_MOST = 20_000  # decisions of one game
# What makes two ends of a game different. Not all that is on the table: the cards left over make no
# difference, and the shields and the wizards in play belong to the setup.
_RESULT = ("height", "cell", "castle", "home", "empty", "full", "spent", "winner", "points")


def measured(report: Report, verdict: Verdict, *, games: int, seed: int) -> Report:
    """Return a report with the impact of every observable difference, the greatest first."""
    found = []
    for difference in report.differences:
        effect = verdict.observable.get(difference.fingerprint)
        if difference.grade is Grade.BEHAVIOUR and effect is not None:
            pair = verdict.effects.games(effect)
            impact = impact_of(*pair, effect.players, games, seed)
            difference = evolve(difference, impact=impact)
        found.append(difference)
    found.sort(
        key=lambda d: (-d.grade.weight, -(d.impact.share.value if d.impact is not None else 0))
    )
    mixtures = verdict.effects.mixtures(())
    overall = None
    if mixtures.players and mixtures.keys:
        overall = impact_of(mixtures.first, mixtures.second, mixtures.players[0], games, seed)
    return evolve(report, differences=tuple(found), overall=overall)


def impact_of(one: Game, two: Game, players: int, games: int, seed: int) -> Impact:
    """Play pairs of whole random games and compare them."""
    ends = [_ends(game.program(players), games, seed) for game in (one, two)]
    pairs = list(zip(*ends, strict=True))
    differ = sum(a.table != b.table or a.decisions != b.decisions for a, b in pairs)
    lengths = [b.decisions - a.decisions for a, b in pairs]
    seats = [b.first_seat - a.first_seat for a, b in pairs]
    return Impact(games, players, share(differ, games), mean(lengths), mean(seats))


@frozen
class _End:
    """How a game ended."""

    table: tuple[object, ...]
    decisions: int
    first_seat: float  # its share of the victory


def _ends(program: Program, games: int, seed: int) -> list[_End]:
    """Return the ends of random games."""
    native = Native(program)
    states, lengths = native.finals(seed, games, _MOST)
    size = native.layout.state_size
    found: list[_End] = []
    f = program.fields
    for i, length in enumerate(lengths):
        state = native.layout.state.unpack(bytes(states[i * size : (i + 1) * size]))
        seen = tuple(state[f[x].offset : f[x].offset + f[x].size] for x in _RESULT)
        winners = state[f["winner"].offset : f["winner"].offset + f["winner"].size]
        part = winners[0] / sum(winners) if sum(winners) else 0.0
        found.append(_End(seen, length, part))
    return found
