"""Which of several positions shows a difference best.

People should see at a glance what differs: few pieces, few decisions, and something on the board, in
the result or in whose turn it is rather than in the cards. The cost of a position is in wizards: what
it costs a reader to take in one more of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wtrules.position.table import Table
from wtrules.sidebyside.answer import Answer, differing

_DECISION = 3.0
_FORCED = 1.0  # a move without an alternative, which is written out as well
_CARD = 0.5
_FULL_FLASK = 0.25
_SPELL = 0.5
_STACKED = 0.5  # a tower on another one
_FEW_MOVES = 3  # that are legal on one side only
_MOVE, _MANY_MOVES = 0.2, 6.0  # each further one, and at most
_SEEN = {"board", "on turn", "home", "flasks", "points", "spells"}
_IN_PLAIN_SIGHT, _MOVES, _HANDS, _UNSEEN = 0.0, 1.0, 8.0, 12.0
_WENT_ON = 2.5  # one side has made forced moves that the other does not make
END = 5.0  # the game ends on one side: it may be a consequence of something simpler
_OVER = 2.0  # it ends on both sides, in the same way
_DEAD_END = 3.0  # nobody can go on, because next to nothing is left on the board
_BESIDES_THE_POINT = 6.0  # the spells in question are not cast


def size(scene: Table) -> float:
    """Return how much there is on the table."""
    return (
        sum(scene.board.wizards.values())
        + _CARD * sum(map(len, scene.hands))
        + _FULL_FLASK * sum(full for _, full, _ in scene.flasks)
        + _SPELL * len(scene.spells)
        + _STACKED * sum(max(0, len(stack.towers) - 1) for stack in scene.board.spaces)
    )


def visibility(one: Answer, two: Answer) -> float:
    """Return how well hidden it is what differs between two answers: 0 means in plain sight."""
    ended = [answer.state.result for answer in (one, two)]
    nobody_won = any(result is not None and not result.winners for result in ended)
    return _DEAD_END * nobody_won + _visibility(one, two)


def _visibility(one: Answer, two: Answer) -> float:
    if one.outcome != two.outcome:
        return END
    over = _OVER if one.outcome is not None else 0.0
    names = differing(one, two)
    if any(name in _SEEN for name in names):
        went_on = len(one.line) != len(two.line) and "on turn" not in names
        return over + (_WENT_ON if went_on else _IN_PLAIN_SIGHT)
    if not names or "to act" in names:
        return _MOVES
    return _HANDS if "hands" in names else _UNSEEN


def cost(
    scene: Table,
    answers: Sequence[Answer],
    own: tuple[tuple[str, ...], tuple[str, ...]],
    spells: Iterable[str],
) -> float:
    """Return what it costs to understand a witness; *own* are the moves legal on one side only."""
    one, two = answers
    decisions = max(one.played, two.played)
    written = max(len(one.line), len(two.line))
    moves = [*one.line, *two.line, *own[0], *own[1]]
    words = {word for move in moves for word in move.split()}
    besides = bool(spells) and words.isdisjoint(spells)
    # Where both sides have moves of their own, it takes longer to see what they are about.
    many = max(0, max(map(len, own)) - _FEW_MOVES) + 2 * min(map(len, own))
    return (
        size(scene)
        + _DECISION * decisions
        + _FORCED * max(0, written - decisions)
        + visibility(one, two)
        + min(_MOVE * many, _MANY_MOVES)
        + _BESIDES_THE_POINT * besides
    )
