"""The public Python interface: games, positions, moves, results.

game = wtrules.load("en-capstone")
state = game.start(players=3, seed=7)
chance = random.Random(7)
while not state.is_over:
    state = state.play(chance.choice(state.legal_moves))
print(state.result)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wtrules.backends.reference import Reference
from wtrules.board import Board, Problem
from wtrules.board.svg import svg
from wtrules.diagnostics import closest
from wtrules.game.position import BadPosition, board_of, board_text, refused
from wtrules.game.position_reader import parse_state
from wtrules.game.position_text import format_state, outcome_name
from wtrules.game.recipe import Recipe, RulesChanged
from wtrules.game.turn_start import parse_turn_start, starts_turn
from wtrules.pipeline import Compilation
from wtrules.program.program import Decision, Field, FieldRole, Program
from wtrules.rules import values
from wtrules.rules.meaning import Meaning
from wtrules.syntax import nodes as n
from wtrules.version import __version__

if TYPE_CHECKING:
    from wtrules.backends.native import Native


class IllegalMove(ValueError):
    """A move that is illegal in this position; the message lists some legal ones."""


@frozen
class Move:
    """One option of a decision: its number for the engine, its text for people."""

    option: int
    text: str
    rule: str

    def __str__(self) -> str:
        return self.text


@frozen
class Result:
    """How a game ended: the outcome's name, the winners' seats, and points where rules give any."""

    outcome: str | None
    winners: tuple[int, ...]
    points: tuple[int, ...]


# How to make a game again where it is unpickled.
Origin = tuple[Callable[[Recipe, str, str, str], "Game"], Recipe]


class Game:
    """A ruleset that can be played.

    Two games are equal if they have the same name and the same hash.
    """

    def __init__(self, compilation: Compilation, origin: Origin | None = None) -> None:
        self.compilation = compilation
        self.rules = compilation.rules
        self._origin = origin

    @property
    def meaning(self) -> Meaning:
        """The rules with names bound and types checked."""
        return self.compilation.meaning

    @property
    def name(self) -> str:
        """The ruleset with its variants: `en-capstone+nasty`."""
        return "+".join([self.rules.name, *self.rules.chosen])

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the ruleset supports."""
        return tuple(sorted(self.rules.players))

    @cached_property
    def open_hands(self) -> bool:
        """Whether everybody sees all cards in hand."""
        return values.entries_of(self.rules, "hand.visibility") == ("open",)

    def colour_name(self, colour: str, lang: str) -> str:
        """Return what a player's colour is called in a language."""
        table = values.table(self.rules, "colours")
        name = table.cell(colour, lang) if table is not None else None
        return str(name) if name else colour

    @cached_property
    def has_points(self) -> bool:
        """Whether any rule, card or spell gives points."""
        from wtrules.rules.uses import walk_uses

        return any(
            isinstance(node, n.Do) and node.verb == "score"
            for entry in self.rules.entries.values()
            for node in walk_uses(*entry.statements())
        )

    @cached_property
    def hash(self) -> str:
        """A fingerprint of how the rules play; layout, comments and paraphrases do not matter."""
        entries = sorted(
            (kind, id, repr(_playing(entry.node)))
            for (kind, id), entry in self.rules.entries.items()
            if kind not in ("example", "assumption", "chapter", "label")
        )
        return sha256(repr(entries).encode()).hexdigest()[:16]

    def engine(self, players: int) -> Reference:
        """Return the back end for a number of players, compiled on first use."""
        self._expect(players)
        return self.compilation.engine(players)

    def program(self, players: int) -> Program:
        """Return the rules for a number of players as a program, compiled on first use."""
        self._expect(players)
        return self.compilation.program(players)

    def native(self, players: int) -> Native:
        """Return the native back end for a number of players, for many games or positions at once."""
        self._expect(players)
        return self.compilation.native(players)

    def _expect(self, players: int) -> None:
        if players not in self.rules.players:
            counts = ", ".join(map(str, self.players))
            raise ValueError(f"{self.name} is for {counts} players, not {players}")

    def start(self, players: int | None = None, seed: int = 0) -> State:
        """Start a game. The same seed gives the same cards and rolls on every machine."""
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
        engine = self.engine(players if players is not None else self.players[0])
        data, options = engine.start(seed)
        return State(self, engine, data, options)

    def position(self, text: str) -> State:
        """Return the position a line describes; raises BadPosition, a ValueError, with its faults.

        A line without `at=`, `frame=`, `memory=` and `outcome=` is the start of a turn.
        """
        flasks = next((p for p in text.split(" ") if p.startswith("flasks=")), "")
        players = flasks.count(",") + 1
        if not flasks or players not in self.rules.players:
            counts = ", ".join(map(str, self.players))
            raise BadPosition(
                (Problem("bad-position", f"`flasks=` should name the flasks of {counts} players"),)
            )
        engine = self.engine(players)
        if starts_turn(text):
            data = parse_turn_start(engine, text)
        else:
            data = parse_state(engine, text)
        state = State(self, engine, data, engine.options(data))
        if state.decision is not None and state.is_over:
            raise refused("bad-position", f"`{state.decision.name}` has no options here")
        return state

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.hash}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self.name, self.hash) == (other.name, other.hash)

    def __hash__(self) -> int:
        return hash((self.name, self.hash))

    def __copy__(self) -> Game:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        if self._origin is None:
            raise TypeError(f"{self.name} cannot be pickled: it was not made by `wtrules.load`")
        restore, recipe = self._origin
        return restore, (recipe, self.name, self.hash, __version__)


class Moves(Sequence[Move]):
    """The legal moves of a position, in the order the rules list them."""

    def __init__(self, state: State) -> None:
        self._state = state

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(self._state.move(option) for option in self._state.options)

    def __len__(self) -> int:
        return len(self._state.options)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self._moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, item: object) -> bool:
        return any(item in (move, move.text) for move in self._moves)

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {', '.join(m.text for m in self._moves[:8])}" + (
            " …>" if len(self) > 8 else ">"
        )


class State:
    """A position of a game; playing a move returns a new one and does not change this one."""

    __slots__ = ("_moves", "data", "engine", "game", "options")

    def __init__(self, game: Game, engine: Reference, data: list[int], options: list[int]) -> None:
        self.game = game
        self.engine = engine
        self.data = data
        self.options = options
        self._moves: Moves | None = None

    # --- reading ---

    @property
    def program(self) -> Program:
        """The program this state belongs to."""
        return self.engine.program

    def numbers(self, field: str) -> list[int]:
        """Return the numbers of a field of the state, such as `full` or the name of a memory.

        A memory for each player or space has a number for each of them, any other field of one
        thing a single number; -1 means nothing.
        """
        fields = self.engine.program.fields
        f = fields.get(field) or fields.get(f"memory.{field}")
        if f is None:
            raise ValueError(_no_field(field, fields))
        return self.data[f.offset : f.offset + f.size]

    @property
    def players(self) -> int:
        """The number of players."""
        return self.engine.program.players

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.options

    @property
    def to_act(self) -> int:
        """The seat that decides now."""
        return self.data[self.engine.program.fields["actor"].offset]

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self.data[self.engine.program.fields["active"].offset]

    @property
    def decision(self) -> Decision | None:
        """The decision to make now; None when the game is over."""
        at = self.data[self.engine.program.fields["at"].offset]
        return self.engine.program.decisions[at - 1] if at > 0 else None

    @property
    def board(self) -> Board:
        """The board as a value."""
        return board_of(self.engine.program, self.data)

    @property
    def board_text(self) -> str:
        """The board field of the position line."""
        return board_text(self.engine.program, self.data)

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is not over."""
        if not self.is_over:
            return None
        outcome = self.numbers("outcome")[0]
        return Result(
            outcome_name(self.program, outcome),
            tuple(i for i, won in enumerate(self.numbers("winner")) if won),
            tuple(self.numbers("points")),
        )

    # --- moving ---

    @property
    def legal_moves(self) -> Moves:
        """Everything that may be chosen now; empty when the game is over."""
        if self._moves is None:
            self._moves = Moves(self)
        return self._moves

    def move(self, option: int) -> Move:
        """Return an option as a move with its text."""
        decision = self.decision
        assert decision is not None
        alternative, values = decision.decode(option)
        words = list(alternative.words)
        for kind, value in zip(alternative.kinds, values, strict=True):
            words += [kind, self.name(kind, value)]
        return Move(option, " ".join(words), alternative.rule)

    def name(self, kind: str, value: int) -> str:
        """Return the name of a piece, place, card … as moves use it."""
        program = self.engine.program
        match kind:
            case "player":
                return program.letters[value]
            case "space":
                return f"s{value}"
            case "number":
                return str(value)
            case "card":
                return program.cards[value].code
            case "spell":
                return program.spells[value]
        letter = ""
        if kind == "wizard":
            value, owner = divmod(value, program.players)
            letter = program.letters[owner]
        space, level = divmod(value, program.levels)
        height = self.data[program.fields["height"].offset + space]
        # The level is omitted where it is clear: for the only tower and for the top surface.
        plain = height == 1 if kind == "tower" else level == height
        return f"s{space}{letter}" if plain else f"s{space}.{level}{letter}"

    def find(self, text: str) -> Move:
        """Return the legal move with this text; raises IllegalMove."""
        wanted = " ".join(text.split())
        for move in self.legal_moves:
            if move.text == wanted:
                return move
        raise IllegalMove(self._illegal(wanted))

    def _illegal(self, text: str) -> str:
        if self.is_over:
            return f"`{text}` cannot be played: the game is over"
        texts = [move.text for move in self.legal_moves]
        near = closest(text, texts)
        hint = f"; did you mean `{near}`?" if near else ""
        shown = ", ".join(f"`{t}`" for t in texts[:6]) + (" …" if len(texts) > 6 else "")
        return f"`{text}` is not allowed here{hint} (allowed: {shown})"

    def play(self, move: Move | str | int) -> State:
        """Return the position after a move, given as a `Move`, its text or its option number."""
        if isinstance(move, str):
            option = self.find(move).option
        else:
            option = move.option if isinstance(move, Move) else move
            if option not in self.options:
                raise IllegalMove(self._illegal(str(move)))
        data = self.data[:]
        return State(self.game, self.engine, data, self.engine.play(data, option))

    # --- as text ---

    def observation(self, seat: int) -> str:
        """Return the position as a player sees it.

        Other hands and the draw pile show only how many cards there are. A card that another player
        keeps secret, in a memory `for each player`, is a `?`. The random generator is omitted.
        Wizards under towers are included, because everybody saw them being covered.
        """
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat} in a game of {self.players}")
        return format_state(self.program, self.data, seat, self.game.open_hands)

    def __str__(self) -> str:
        return format_state(self.engine.program, self.data)

    def __repr__(self) -> str:
        return f"<State {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.data == other.data and self.game.hash == other.game.hash

    def __hash__(self) -> int:
        return hash(tuple(self.data))

    def __copy__(self) -> State:
        return State(self.game, self.engine, self.data[:], self.options[:])

    def __deepcopy__(self, memo: object) -> State:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.game, self.players, self.data)

    def _repr_svg_(self) -> str:
        return svg(
            self.board,
            ground_shields=self.program.ground_shields,
            letters=self.program.letters,
        )


def _restored(game: Game, players: int, data: list[int]) -> State:
    """Return a state that was pickled."""
    engine = game.engine(players)
    if len(data) != engine.program.size:
        raise RulesChanged(f"a state of {game.name} was pickled by another version of wtrules")
    return State(game, engine, data, engine.options(data))


def _playing(node: n.Item | n.Setting) -> object:
    """Return the parts of a definition that affect play."""
    if isinstance(node, n.Setting):
        return node.value
    if isinstance(node, n.Rule | n.Card | n.Spell | n.Outcome):
        acts = tuple(c for c in node.clauses if not isinstance(c, n.DESCRIPTIONS))
        return evolve(node, clauses=acts)
    return node


def _no_field(name: str, fields: Mapping[str, Field]) -> str:
    known = [
        f.name.removeprefix("memory.") for f in fields.values() if f.role is not FieldRole.FRAME
    ]
    bare = name.removeprefix("memory.")
    near = [best] if (best := closest(bare, known)) else []
    near += [other for other in get_close_matches(bare, known, 5) if other not in near]
    hint = f"similar names: {', '.join(near)}" if near else f"there are: {', '.join(known)}"
    return f"a state has no field called `{name}`; {hint}"
