"""What a ruleset does with some moves from a scene: the table and the legal moves afterwards.

`compare` says how two answers differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from wtrules.backends.reference import EndlessPlay
from wtrules.editions.search.scene import Scene, set_up, settle
from wtrules.game.game import Game, State
from wtrules.program.program import ON_TABLE, FieldRole, Program

# What is on the table, in the order of the report.
_SHOWN = ("board", "to act", "on turn", "home", "flasks", "hands", "spells", "points")
UNSEEN = ("pile", "discard")
# The fields that players can observe, besides who is to act. Named decks differ from game to game,
# and what their cards do is seen elsewhere.
_OBSERVED = ON_TABLE - {FieldRole.DECKS} | {FieldRole.WINNERS}


class Answer:
    """The result of some moves: how many were legal, what is on the table, what is legal now."""

    def __init__(self, state: State, played: int = 0) -> None:
        self.state = state
        self.played = played

    @cached_property
    def table(self) -> dict[str, str]:
        """What is on the table, as texts."""
        return _table(self.state)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The legal moves."""
        return tuple(move.text for move in self.state.legal_moves)

    @cached_property
    def outcome(self) -> str | None:
        """How the game ended, if it did: `won: b`."""
        result = self.state.result
        if result is None:
            return None
        winners = "".join(self.state.program.letters[i] for i in result.winners)
        return f"{result.outcome}: {winners or '-'}"

    def get(self, name: str) -> str:
        """Return one thing on the table."""
        return self.table.get(name, "")

    @cached_property
    def results(self) -> dict[str, object]:
        """What each move leads to, as far as it can be seen on the table."""
        found: dict[str, object] = {}
        for move in self.state.legal_moves:
            try:
                after = settle(self.state.play(move))
            except EndlessPlay:
                found[move.text] = None
                continue
            found[move.text] = (observable(after), after.is_over)
        return found


def observable(state: State) -> tuple[object, ...]:
    """Return what the players can observe on the table, in a form that can be compared."""
    data = state.data
    shape, slices = _shape(state.program)
    actor = state.to_act if not state.is_over else None
    # The lowest bit is what is printed on the track: a rule may read it, but nothing moves there.
    shields, *rest = (data[part] for part in slices)
    return (shape, actor, tuple(bits >> 1 for bits in shields), *map(tuple, rest))


_SHAPES: dict[int, tuple[Program, tuple[int, tuple[slice, ...]]]] = {}


def _shape(program: Program) -> tuple[int, tuple[slice, ...]]:
    """Return how a program stores the table: a number for its encoding, and where each field is.

    The shields come first.
    """
    known = _SHAPES.get(id(program))
    if known is None or known[0] is not program:
        way = (program.levels, program.bits, program.letters, program.spells, program.cards)
        f = program.fields
        others = [g for g in f.values() if g.role in _OBSERVED and g.name != "shields"]
        fields = [f["shields"], f["active"], *others]
        slices = tuple(slice(f.offset, f.offset + f.size) for f in fields)
        known = _SHAPES[id(program)] = program, (hash(repr(way)), slices)
    return known[1]


def answer(game: Game, scene: Scene, line: Sequence[str]) -> Answer | None:
    """Play some moves from a scene, and forced moves in between.

    It stops at a move that is not legal. None means that the scene is not a position of this game,
    or that there is nothing to decide in it.
    """
    state = set_up(game, scene)
    if state is None or len(state.options) < 2:
        return None
    for number, text in enumerate(line):
        move = next((m for m in state.legal_moves if m.text == text), None)
        if move is None:
            return Answer(state, number)
        try:
            state = settle(state.play(move))
        except EndlessPlay:
            return Answer(state, number)
    return Answer(state, len(line))


def answers(games: Sequence[Game], scene: Scene, line: Sequence[str]) -> list[Answer] | None:
    """Return the answers of several games, up to the last move legal in all; None if one has none.

    A move may have another name in another game, so the answers are compared where one game stops.
    """
    found: list[Answer] = []
    for game in games:
        one = answer(game, scene, line)
        if one is None:
            return None
        if one.played < len(line):
            return answers(games, scene, line[: one.played])
        found.append(one)
    return found


def _table(state: State) -> dict[str, str]:
    letters = state.program.letters
    fields = {"board": state.board_text, "on turn": letters[state.active]}
    if not state.is_over:
        fields["to act"] = letters[state.to_act]
    for part in str(state).split(" ")[2:]:
        key, _, value = part.partition("=")
        if key in _SHOWN or key in UNSEEN:
            fields[key] = value
    return {key: fields[key] for key in (*_SHOWN, *UNSEEN) if key in fields}


def compare(one: Answer, two: Answer) -> str | None:
    """Return how two answers differ: `moves`, `result` or `outcome`; None if they do not."""
    if one.outcome != two.outcome:
        return "outcome"
    if not _same_table(one, two):
        return "result"
    if set(one.moves) != set(two.moves) and any(own_moves(one, two)):
        return "moves"
    return None


def _same_table(one: Answer, two: Answer) -> bool:
    a, b = observable(one.state), observable(two.state)
    # Tables with another encoding are compared as texts, except for spells that one game lacks.
    return a == b or (a[0] != b[0] and _common(one, two) == _common(two, one))


def _common(answer: Answer, other: Answer) -> dict[str, str]:
    known = other.state.program.spells
    laid = [spell for spell in answer.get("spells").split(",") if spell in known]
    return {**answer.table, "spells": ",".join(laid)}


def own_moves(one: Answer, two: Answer) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the moves that are legal on one side only, comparing what they do and not their names."""
    mine = tuple(m for m in one.moves if m not in two.moves)
    theirs = tuple(m for m in two.moves if m not in one.moves)
    if not mine and not theirs:
        return (), ()
    if one.get("to act") != two.get("to act") or _way(one) != _way(two):
        return mine, theirs
    a, b = one.results, two.results
    mine_lead, theirs_lead = set(a.values()), set(b.values())
    return (
        tuple(m for m in mine if a[m] not in theirs_lead),
        tuple(m for m in theirs if b[m] not in mine_lead),
    )


def _way(answer: Answer) -> int:
    return _shape(answer.state.program)[0]


def differing(one: Answer, two: Answer) -> tuple[str, ...]:
    """Return which things on the table differ."""
    names = dict.fromkeys([*one.table, *two.table])
    return tuple(name for name in names if one.get(name) != two.get(name))
