"""Games by value: takes rules, players, seed or position, and moves; returns the position.

Positions that were reached before are kept as a tree, so one more move is cheap, and so are
undo, redo and variations.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import define, field, frozen

from wtrules.board.keys import Keys
from wtrules.game.explain import explain
from wtrules.game.game import Game, State
from wtrules.game.moves import IllegalMove, IllegalRoll, Move, split_rolls
from wtrules.phrase import commas, phrase
from wtrules.position.faults import BadPosition
from wtrules.position.start_board import split_seat
from wtrules.position.turns import starts_turn
from wtrules.texts import Texts
from wtrules.texts.phrases import in_language
from wtrules.value import Value
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.limits import MOST_POSITION
from wtrules.web.projects import Project, Projects
from wtrules.web.references import rule_reference
from wtrules.web.shapes import LogEntry

_MOST_GAMES = 16
_MOST_NODES = 20_000  # positions that are kept
# What a position holds beside the start of a turn.
_INSIDE_TURN = ("at=", "frame=", "memory=", "outcome=", "roll=")


@define(eq=False, repr=False)
class Node:
    """A position of a game, how it was reached, and the positions reached from it."""

    state: State
    before: Node | None = None
    move: Move | None = None  # the one that led here
    text: str = ""  # … with its rolls
    turn: int = 1
    children: dict[str, Node] = field(factory=dict)
    logged: dict[Hashable, LogEntry] = field(factory=dict)  # the entry of the log, in words
    _keys: Keys | None = None

    @property
    def keys(self) -> Keys:
        """Which piece of the picture is which piece of the one before."""
        path = [self]
        while path[-1]._keys is None and path[-1].before is not None:
            path.append(path[-1].before)
        for node in reversed(path):
            if node._keys is None:
                board = node.state.board
                node._keys = node.before.keys.after(board) if node.before else Keys.of(board)
        assert self._keys is not None
        return self._keys

    def path(self) -> list[Node]:
        """Return all positions after the first one, up to this one."""
        found: list[Node] = []
        node = self
        while node.before is not None:
            found.append(node)
            node = node.before
        return found[::-1]


@frozen
class GameReference(Value):
    """A game by value."""

    project: Project
    players: int
    seed: int
    position: str
    settings: tuple[tuple[str, str], ...]
    moves: tuple[str, ...] = field(eq=False)


def read_game(argument: Arguments) -> GameReference:
    """Return the game that a call is about."""
    game = argument.inner("game")
    return GameReference(
        game.project(),
        game.players(),
        game.seed(),
        " ".join(game.text("position", "", MOST_POSITION).split()),
        tuple(sorted(game.settings().items())),
        game.moves(),
    )


class WrongPosition(Refused):
    """A position that cannot be set up with these rules; the start of the turn may be possible."""

    code = "position"

    def __init__(self, faults: BadPosition, game: Game, text: str) -> None:
        why = commas((fault.message for fault in faults.faults), "; ")
        super().__init__("web.wrong_position", why=phrase("{message}", message=why))
        self.faults = faults.faults
        self.offer = _turn_start(game, text)

    def details(self, language: str) -> dict[str, Any]:
        """Return each fault with its place in the line, and a position that is possible."""
        problems = [in_language(fault.message, language) for fault in self.faults]
        found: dict[str, Any] = {"problems": problems}
        return found | ({"offer": self.offer} if self.offer else {})


class WrongMove(Refused):
    """A move that is not legal: its number, why, and the rule."""

    code = "move"

    def __init__(self, state: State, text: str, number: int, error: IllegalMove) -> None:
        super().__init__("web.wrong_move", move=text, number=number + 1)
        self.state, self.move, self.number, self.error = state, text, number, error

    def details(self, language: str) -> dict[str, Any]:
        """Return how many moves are legal before it, why it is not, and the rule that says so."""
        found: dict[str, Any] = {"at": self.number, "move": self.move}
        if isinstance(self.error, IllegalRoll):
            return found | {"reason": str(self.error)}
        explained = explain(self.state, split_rolls(self.move)[0])
        reasons = [reason.in_language(Texts(language)) for reason in explained.reasons]
        found["reason"] = "; ".join(reasons)
        if explained.rules:
            found["rule"] = rule_reference(self.state.game, explained.rules[0], language)
        return found


class Games:
    """Plays games by value, and keeps the positions reached."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects
        self._roots: dict[GameReference, Node] = {}
        self._count = 0

    def node(self, wanted: GameReference) -> Node:
        """Return the position of a game. Raises RulesetError, WrongPosition, WrongMove."""
        node = self._root(wanted)
        for number, text in enumerate(wanted.moves):
            node = self._next(node, text, number)
        return node

    def next(self, node: Node, text: str) -> Node:
        """Return the position after one more move. Raises WrongMove."""
        return self._next(node, text, len(node.path()))

    def _root(self, wanted: GameReference) -> Node:
        root = self._roots.pop(wanted, None)
        if root is None:
            if self._count > _MOST_NODES or len(self._roots) >= _MOST_GAMES:
                self._forget()
            root = Node(self._start(wanted))
        self._roots[wanted] = root
        return root

    def _forget(self) -> None:
        """Forget the older half of the games."""
        for key in list(self._roots)[: len(self._roots) // 2 + 1]:
            del self._roots[key]
        self._count = 0

    def _start(self, wanted: GameReference) -> State:
        game = self._projects.open(wanted.project).game(dict(wanted.settings))
        if not wanted.position:
            return game.start(wanted.players, wanted.seed)
        try:
            return set_up(game, wanted.position, wanted.players, wanted.seed)
        except BadPosition as error:
            raise WrongPosition(error, game, wanted.position) from None

    def _next(self, node: Node, text: str, number: int) -> Node:
        found = node.children.get(text)
        if found is None:
            state = node.state
            try:
                plain, rolls = split_rolls(text)
                move = state.find(plain)
                after = state.play(move, roll=rolls or None)
            except IllegalMove as error:
                raise WrongMove(state, text, number, error) from None
            turn = node.turn + (after.active != state.active and not after.is_over)
            found = node.children[text] = Node(after, node, move, text, turn)
            self._count += 1
        return found


def set_up(game: Game, text: str, players: int, seed: int) -> State:
    """Return a position from a whole line, or from a board with the seat to move: `K/…/. b`."""
    if "=" in text:
        state = game.position(text)
    else:
        board, seat = split_seat(text)
        state = game.position(board, " ".join(seat) or 0, players=players)
    return state if " rng=" in text else state.with_seed(seed)


def _turn_start(game: Game, text: str) -> str | None:
    """Return the position at the start of the turn, if that one is possible."""
    if starts_turn(text):
        return None
    kept = " ".join(part for part in text.split(" ") if not part.startswith(_INSIDE_TURN))
    try:
        return str(game.position(kept))
    except BadPosition:
        return None
