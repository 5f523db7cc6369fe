"""What a ruleset does with some moves from a scene: the table and the legal moves afterwards.

`compare` says how two answers differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from wtrules.backends.reference import EndlessPlay
from wtrules.game.game import Game, State
from wtrules.game.moves import Move
from wtrules.position.table import Table
from wtrules.program.program import ON_TABLE, FieldRole, Program
from wtrules.sidebyside.scene import set_up, settle

# What is on the table, in the order of the report.
_SHOWN = ("board", "to act", "on turn", "home", "flasks", "hands", "spells", "points")
UNSEEN = ("pile", "discard")
# The fields that players can observe, besides who is to act. Named decks differ from game to game,
# and what their cards do is seen elsewhere: of cards, only the main deck is observed.
_OBSERVED = ON_TABLE - {FieldRole.ROWS} | {FieldRole.WINNERS}


class Answer:
    """The result of some moves: how many were legal, what is on the table, what is legal now."""

    def __init__(self, state: State, played: int = 0, line: tuple[str, ...] = ()) -> None:
        self.state = state
        self.played = played
        self.line = line  # as it is played here, with all forced moves
        self._results: dict[str, set[object]] | None = None

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
        winners = "".join(self.state.program.board.letters[i] for i in result.winners)
        return f"{result.outcome}: {winners or '-'}"

    def get(self, name: str) -> str:
        """Return one thing on the table."""
        return self.table.get(name, "")

    def results(self, other: Answer | None = None) -> dict[str, set[object]]:
        """What each move leads to, at once and after forced moves, as far as it can be seen.

        With *other* as texts, without spells that the other game does not have: if the two games
        store their states differently.
        """
        if other is None and self._results is not None:
            return self._results
        found: dict[str, set[object]] = {}
        for move in self.state.legal_moves:
            reached: set[object] = set()
            found[move.text] = reached
            try:
                after = self.state.play(move)
                for state in (after, settle(after)):
                    if other is None:
                        reached.add((observable(state), state.is_over))
                    else:
                        shown = Answer(state)
                        reached.add((tuple(_common(shown, other).items()), shown.outcome))
            except EndlessPlay:
                reached.add(None)
        if other is None:
            self._results = found
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
        way = (
            program.board.levels,
            program.board.bits,
            program.board.letters,
            program.words.spells,
            program.cards,
        )
        f = program.fields
        others = [g for g in f.values() if g.role in _OBSERVED and g.name != "shields"]
        fields = [f["shields"], f["active"], *others]
        sizes = map(program.size_in_main_deck, fields)
        slices = tuple(slice(f.offset, f.offset + n) for f, n in zip(fields, sizes, strict=True))
        known = _SHAPES[id(program)] = program, (hash(way), slices)
    return known[1]


def answers(games: Sequence[Game], scene: Table, line: Sequence[str]) -> list[Answer] | None:
    """Play some moves from a scene in several games, and forced moves in between.

    A move that has another name in another game is found there by what it does. The answers are
    compared at the last move that all games allow. None means that the scene is not a position of
    one of the games, or that there is nothing to decide in it.
    """
    states: list[State] = []
    for game in games:
        state = set_up(game, scene)
        if state is None or len(state.options) < 2:
            return None
        states.append(state)
    made: list[list[str]] = [[] for _ in games]
    played = 0
    for text in line:
        try:
            moves = _moves(states, text)
            if moves is None:
                break
            after = [state.play(move) for state, move in zip(states, moves, strict=True)]
        except EndlessPlay:
            break
        for moved, move in zip(made, moves, strict=True):
            moved.append(move.text)
        states = [settle(state, moved) for state, moved in zip(after, made, strict=True)]
        played += 1
    return [Answer(x, played, tuple(moved)) for x, moved in zip(states, made, strict=True)]


def _moves(states: Sequence[State], text: str) -> list[Move] | None:
    """Return a move in each game, by its name or by what it does; None if a game does not have it."""
    named = [next((m for m in state.legal_moves if m.text == text), None) for state in states]
    known = next(((s, m) for s, m in zip(states, named, strict=True) if m is not None), None)
    if known is None:
        return None
    if all(named):
        return [move for move in named if move is not None]
    wanted = Answer(known[0].play(known[1]))
    found: list[Move] = []
    for state, move in zip(states, named, strict=True):
        like = move
        if like is None:
            tried = ((m, Answer(state.play(m))) for m in state.legal_moves)
            like = next((m for m, after in tried if _same_table(after, wanted)), None)
        if like is None:
            return None
        found.append(like)
    return found


def _table(state: State) -> dict[str, str]:
    letters = state.program.board.letters
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
    known = other.state.program.words.spells
    laid = [spell for spell in answer.get("spells").split(",") if spell in known]
    return {**answer.table, "spells": ",".join(laid)}


def own_moves(one: Answer, two: Answer) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the moves that are legal on one side only, comparing what they do and not their names."""
    mine = tuple(m for m in one.moves if m not in two.moves)
    theirs = tuple(m for m in two.moves if m not in one.moves)
    if not mine and not theirs:
        return (), ()
    if one.get("to act") != two.get("to act"):
        return mine, theirs
    if stored_alike(one, two):
        a, b = one.results(), two.results()
    else:  # the numbers of the states mean different things
        a, b = one.results(two), two.results(one)
    mine_lead, theirs_lead = (set[object]().union(*x.values()) for x in (a, b))
    return (
        tuple(m for m in mine if not a[m] & theirs_lead),
        tuple(m for m in theirs if not b[m] & mine_lead),
    )


def stored_alike(one: Answer, two: Answer) -> bool:
    """Whether the numbers of two states mean the same."""
    return _shape(one.state.program)[0] == _shape(two.state.program)[0]


def differing(one: Answer, two: Answer) -> tuple[str, ...]:
    """Return which things on the table differ."""
    names = dict.fromkeys([*one.table, *two.table])
    return tuple(name for name in names if one.get(name) != two.get(name))
