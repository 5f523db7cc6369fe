"""How much is played to check rules, whatever rule file they are from.

Work is counted in statements of programs, never in time: the same file gets the same answer on every
machine. As many as `MOST_WORK`, made and played, take about four seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wtrules.program.program import Program

MOST_WORK = 75_000
# Statements of a large program, which counts more: whatever else is done with it takes longer too. The
# shipped games have up to 2,400.
_LARGE = 2_500
_MANY_STEPS = 20_000  # of a block; the shipped games take up to 10,000
_LEAST = 5  # games, if all of them are slow
_RARELY = (
    1000  # hardly any options are ever possible at once, so listing them takes far fewer steps
)
_TURNS = 60  # of a game, in each of which the longest block is run
_AT_ONCE = 12_000  # steps that take as long as it takes to make a statement


def games_for(program: Program, games: int) -> int:
    """Return how many of *games* to play: fewer if the rules have long loops."""
    steps = max(_MANY_STEPS, _steps(program))
    return max(min(games, _LEAST), games * _MANY_STEPS // steps)


def work_of(program: Program, games: int) -> int:
    """Return how much work it is to make a program and to play *games*."""
    statements = sum(1 for _ in program.statements())
    steps = _steps(program)
    slow = games * _TURNS * steps // _AT_ONCE if steps > _MANY_STEPS else 0
    return statements * (1 + statements // _LARGE) + slow


def _steps(program: Program) -> int:
    from wtrules.program.optimise.effort import Effort

    effort = Effort(program)
    return max(effort.most_steps, effort.most_to_list // _RARELY)
