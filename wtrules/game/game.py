"""The public Python interface: games, positions, moves, results.

game = wtrules.load("en-capstone")
state = game.start(players=3, seed=7)
chance = random.Random(7)
while not state.is_over:
    state = state.play(chance.choice(state.legal_moves))
print(state.result)
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from wtrules.backends.reference import Reference
from wtrules.canonical import canonical, fingerprint
from wtrules.diagnostics import closest
from wtrules.game.moves import IllegalMove, IllegalRoll, Move, named_move, rolls_of, split_rolls
from wtrules.game.recipe import Recipe, RulesChanged
from wtrules.game.view import View
from wtrules.meaning import values
from wtrules.meaning.nodes import Meaning
from wtrules.notebook import shown
from wtrules.pipeline import Compilation
from wtrules.position.decks import deck_view, put_deck
from wtrules.position.faults import refused
from wtrules.position.given import Given, given_state
from wtrules.position.pieces import HIDDEN
from wtrules.position.turns import Prepare
from wtrules.program.program import Program
from wtrules.program.state import signed
from wtrules.texts import TextError
from wtrules.version import __version__

if TYPE_CHECKING:
    from wtrules.backends.actions import ActionSpace
    from wtrules.backends.native import Native
    from wtrules.backends.vectors import VectorLayout


_MOST_OUTCOMES = 2_000  # of chance after one move

# How to make a game again where it is unpickled.
Origin = tuple[Callable[[Recipe, str, str, str, str], "Game"], Recipe]


class WrongPlayers(TextError, ValueError):
    """A number of players that the rules are not for."""

    code = "argument"


class Game:
    """A ruleset that can be played.

    Two games are equal if they have the same name and the same hash, and number everything alike.
    """

    def __init__(self, compilation: Compilation, origin: Origin | None = None) -> None:
        self.compilation = compilation
        self.rules = compilation.rules
        self._origin = origin
        self._numbered: dict[int, tuple[ActionSpace, VectorLayout]] = {}

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

    @cached_property
    def die_faces(self) -> int:
        """How many faces the die has."""
        faces = values.number(self.rules, "die.faces")
        assert faces is not None, "a game has a die"
        return faces

    @cached_property
    def has_points(self) -> bool:
        """Whether any rule, card or spell gives points."""
        from wtrules.meaning.reach import does

        return does(self.meaning.statements, "score")

    @cached_property
    def hash(self) -> str:
        """A fingerprint of how the rules play; layout, comments and paraphrases do not matter."""
        from wtrules.meaning.fingerprint import rules_fingerprint

        return rules_fingerprint(self.rules, self.meaning)

    @cached_property
    def numbering(self) -> str:
        """A fingerprint of what is numbered in states by its place in the rules, however they play."""
        meaning = self.meaning
        rules = tuple(rule.id for rule in meaning.acting_rules)
        order = tuple(meaning.memories), tuple(meaning.allowances), meaning.symbols, rules
        return fingerprint(canonical(order))

    @property
    def _identity(self) -> tuple[str, str, str]:
        return self.name, self.hash, self.numbering

    def engine(self, players: int) -> Reference:
        """Return the back end for a number of players, compiled on first use."""
        self.expect_players(players)
        return self.compilation.engine(players)

    def program(self, players: int) -> Program:
        """Return the rules for a number of players as a program, compiled on first use."""
        self.expect_players(players)
        return self.compilation.program(players)

    def native(self, players: int) -> Native:
        """Return the native back end for a number of players, for many games or positions at once."""
        self.expect_players(players)
        return self.compilation.native(players)

    def action_space(self, players: int) -> ActionSpace:
        """Return all actions for a number of players, with their numbers."""
        return self._as_numbers(players)[0]

    def vector_layout(self, players: int) -> VectorLayout:
        """Return what each number of `Observation.vector` means."""
        return self._as_numbers(players)[1]

    def _as_numbers(self, players: int) -> tuple[ActionSpace, VectorLayout]:
        if players not in self._numbered:
            from wtrules.backends.actions import ActionSpace
            from wtrules.backends.vectors import vector_layout

            program = self.program(players)
            self._numbered[players] = ActionSpace(program), vector_layout(program)
        return self._numbered[players]

    def expect_players(self, players: int) -> None:
        """Raise WrongPlayers unless the rules are for so many."""
        if players not in self.rules.players:
            counts = ", ".join(map(str, self.players))
            raise WrongPlayers(
                "common.wrong_players", ruleset=self.name, counts=counts, players=players
            )

    def start(self, players: int | None = None, seed: int = 0) -> State:
        """Start a game. The same seed gives the same cards and rolls on every machine."""
        engine = self.engine(players if players is not None else self.players[0])
        data, options = engine.start(_checked_seed(seed))
        return State(self, engine, data, options)

    def position(
        self,
        text: str,
        seat: str | int | None = None,
        *,
        card: str | None = None,
        roll: int | None = None,
        spell: str | None = None,
        players: int | None = None,
        hand: Sequence[str] | None = None,
        prepare: Prepare | None = None,
    ) -> State:
        """Return the position that a text describes; raises BadPosition, a ValueError, with its faults.

        A line without `at=`, `frame=`, `memory=` and `outcome=` is the start of a turn. So is a board
        with the player to move, `K/…/. b`, and what differs from the set-up, `start with b on 15`; what
        else is given belongs to these: `Given` says what it means.
        """
        whole = tuple(hand) if hand is not None else None
        given = Given(text, seat, card, roll, spell, players, whole)
        engine, data = given_state(self, given, prepare)
        state = State(self, engine, data, engine.options(data))
        if state.decision is not None and state.is_over:
            raise refused("bad-position.no-options", decision=state.decision.name)
        return state

    def plays_like(self, other: Game) -> bool:
        """Whether equal numbers are equal positions of both games, whatever the games are called."""
        return self is other or self._identity[1:] == other._identity[1:]

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.hash}>"

    def _repr_html_(self) -> str:
        recipe = self._origin[1] if self._origin is not None else None
        return shown("wtrules.game.notebook:game_html", self, recipe)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __copy__(self) -> Game:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        if self._origin is None:
            raise TypeError(f"{self.name} cannot be pickled: it was not made by `wtrules.load`")
        restore, recipe = self._origin
        return restore, (recipe, *self._identity, __version__)


class State(View):
    """A position of a game; playing a move returns a new one and does not change this one."""

    __slots__ = ()

    game: Game

    def __init__(self, game: Game, engine: Reference, data: list[int], options: list[int]) -> None:
        self.game = game
        self.engine = engine
        self.options = options
        self._data = data
        self._packed = None
        self._moves = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.options

    # --- moving ---

    def find(self, text: str) -> Move:
        """Return the legal move with this text; raises IllegalMove."""
        wanted = " ".join(text.split())
        move = named_move(wanted, self.legal_moves)
        if move is not None:
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

    def play(self, move: Move | str | int, roll: int | Sequence[int] | None = None) -> State:
        """Return the position after a move, given as a `Move`, its text or its option number.

        *roll* is what the die shows if the move rolls it, or a sequence if it does so more than
        once; other rolls come from the state's own generator. Raises IllegalMove.
        """
        if isinstance(move, str):
            move, rolls = split_rolls(move)
            roll = rolls or None if roll is None else roll
        option = self._option(move)
        if roll is not None:
            return self._play_rolled(option, rolls_of(roll))
        stepper = self.engine.stepper
        steps = stepper.steps
        if steps is None:
            stepper.count()
            data = self.data[:]
            return State(self.game, self.engine, data, self.engine.play(data, option))
        return self._stepped(*steps.play(self._packed or steps.pack(self.data), option))

    def _stepped(self, packed: bytes, options: list[int]) -> State:
        state = State.__new__(State)
        state.game = self.game
        state.engine = self.engine
        state.options = options
        state._data = None
        state._packed = packed
        state._moves = None
        return state

    def _option(self, move: Move | str | int) -> int:
        if isinstance(move, Move):
            option = move._option
        elif isinstance(move, str):
            return self.find(move).option
        else:
            option = move
        if option not in self.options:
            raise IllegalMove(self._illegal(str(move)))
        return option

    def play_action(self, number: int) -> State:
        """Return the position after an action of the action space. Raises IllegalMove."""
        space = self.game.action_space(self.players)
        at, option = space.option(number)
        if at != self.numbers("at")[0] or option not in self.options:
            raise IllegalMove(self._illegal(space[number].text))
        return self.play(option)

    def _play_rolled(self, option: int, rolls: tuple[int, ...]) -> State:
        faces = self.game.die_faces
        for roll in rolls:
            if not isinstance(roll, int) or not 1 <= roll <= faces:
                raise IllegalRoll(f"the die shows 1 to {faces}, not {roll}")
        data = self.data[:]
        options, times = self.engine.play_rolled(data, option, rolls)
        if times < len(rolls):
            often = {0: "does not roll the die", 1: "rolls the die once"}
            rolled = often.get(times, f"rolls the die {times} times")
            given = "a roll is" if len(rolls) == 1 else f"{len(rolls)} rolls are"
            raise IllegalRoll(f"`{self.move(option)}` {rolled}, but {given} set")
        return State(self.game, self.engine, data, options)

    def outcomes(self, move: Move | str | int) -> list[ChanceOutcome]:
        """Return what the die can make of a move: each result with its probability.

        A move that rolls no die has one result. Shuffles and picks `at random` come from the
        state's own generator.
        """
        option = self._option(move)
        faces = range(1, self.game.die_faces + 1)
        found: list[ChanceOutcome] = []
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            rolls = waiting.pop()
            data = self.data[:]
            options, times = self.engine.play_rolled(data, option, rolls)
            if times > len(rolls):
                waiting += [(*rolls, face) for face in reversed(faces)]
            else:
                after = State(self.game, self.engine, data, options)
                found.append(ChanceOutcome(len(faces) ** -len(rolls), after, rolls))
            if len(found) + len(waiting) > _MOST_OUTCOMES:
                raise ValueError(
                    f"`{self.move(option)}` rolls the die too often to list all results"
                )
        return found

    # --- what is not known, and what could be ---

    def observation(self, seat: int) -> Observation:
        """Return the position as a player knows it.

        Other hands and the draw pile show only how many cards there are. What a rule keeps secret
        from this player is a `?`. The random generator is omitted. Wizards under towers are
        included, because everybody saw them being covered, unless they are to be forgotten.
        """
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat} in a game of {self.players}")
        from wtrules.game.hiding import hide

        seen = hide(self.program, self.data, seat, self.game.open_hands)
        options = self.options if seat == self.to_act else []
        return Observation(self.game, self.engine, seen, options, seat)

    def with_seed(self, seed: int) -> State:
        """Return the same position with another future: other rolls and shuffles from here on."""
        data = self.data[:]
        data[self.program.fields["rng"].offset] = signed(_checked_seed(seed))
        return State(self.game, self.engine, data, self.options)

    def with_next_cards(self, cards: Sequence[str]) -> State:
        """Return the same position in which these cards of the draw pile are drawn next, in this order.

        The other cards keep their order. Raises ValueError if the draw pile does not have them.
        """
        data, main = self.data[:], self.program.decks[0]
        put_deck(self.program, data, main, deck_view(self.program, data, main).with_next(cards))
        return State(self.game, self.engine, data, self.options)

    # --- as a value ---

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.data == other.data and self.game.plays_like(other.game)

    def __hash__(self) -> int:
        return hash(tuple(self.data))

    def __copy__(self) -> State:
        return State(self.game, self.engine, self.data[:], self.options[:])

    def __deepcopy__(self, memo: object) -> State:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.game, self.players, self.data)

    def _repr_html_(self) -> str:
        return shown("wtrules.game.notebook:state_html", self)

    def _repr_svg_(self) -> str:
        from wtrules.game.picture import picture  # few need pictures

        return picture(self)


class ChanceOutcome(NamedTuple):
    """One thing that chance can make of a move."""

    probability: float
    state: State
    rolls: tuple[int, ...]


class Observation(View):
    """A position as one player knows it; it holds nothing else.

    `legal_moves` has moves if this player is to decide. Equal observations cannot be told apart.
    """

    __slots__ = ("seat",)

    game: Game

    def __init__(
        self, game: Game, engine: Reference, data: list[int], options: list[int], seat: int
    ) -> None:
        self.game = game
        self.engine = engine
        self.options = options
        self.seat = seat
        self._data = data
        self._packed = None
        self._moves = None

    def vector(self) -> array[int]:
        """Return it as 16-bit numbers, with nothing in it that the player does not know.

        `numpy.asarray` takes it as it is. `Game.vector_layout` says what each number means.
        """
        from wtrules.backends.vectors import vector

        layout = self.game.vector_layout(self.players)
        return vector(self.program, layout, self.data, self.seat, HIDDEN)

    def determinize(self, chance: random.Random) -> State:
        """Return a state that is possible for this player: what is hidden is drawn at random.

        Every order of the cards that the player has not seen is equally likely.
        """
        from wtrules.backends.determinize import determinizer

        imagine = determinizer(self.engine, self.game.open_hands).imagine
        data = imagine(self.data, self.seat, chance)
        options = self.options if self.seat == self.to_act else self.engine.options(data)
        return State(self.game, self.engine, data, options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        same = self.seat == other.seat and self.data == other.data
        return same and self.game.plays_like(other.game)

    def __hash__(self) -> int:
        return hash((self.seat, *self.data))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored_view, (self.game, self.players, self.data, self.options, self.seat)

    def _repr_html_(self) -> str:
        return shown("wtrules.game.notebook:state_html", self)


def _restored(game: Game, players: int, data: list[int]) -> State:
    """Return a state that was pickled."""
    engine = _engine_of(game, players, data)
    return State(game, engine, data, engine.options(data))


def _restored_view(
    game: Game, players: int, data: list[int], options: list[int], seat: int
) -> Observation:
    """Return an observation that was pickled."""
    return Observation(game, _engine_of(game, players, data), data, options, seat)


def _engine_of(game: Game, players: int, data: list[int]) -> Reference:
    engine = game.engine(players)
    if len(data) != engine.program.size:
        raise RulesChanged(f"a state of {game.name} was pickled by another version of wtrules")
    return engine


def _checked_seed(seed: int) -> int:
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    return seed
