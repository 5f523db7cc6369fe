"""What can be read from a position, by everybody or by one player.

`View` is the common part of `State` and `Observation`: the numbers of the position and the program
they belong to come in; cards, flasks, memories, decisions and moves go out. In an observation, the
numbers of what the player cannot know are `HIDDEN`, and cards are shown as `UNKNOWN`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeAlias

from attrs import frozen

from wtrules.backends.reference import Reference
from wtrules.board import Board
from wtrules.diagnostics import closest
from wtrules.game.moves import Decision, Move, Moves, Words
from wtrules.language.scopes import LEVEL
from wtrules.position import wizards
from wtrules.position.decks import DeckView, deck_view, discards_of, hands_of
from wtrules.position.pieces import board_of, board_text
from wtrules.position.text import (
    HIDDEN,
    UNKNOWN,
    format_state,
    outcome_name,
    parts_of,
    towers_of,
)
from wtrules.program.program import Decision as DecisionPoint
from wtrules.program.program import Field, FieldRole, Program
from wtrules.resolve.model import Rules
from wtrules.value import Value

# A number, a yes or no, a seat or space as a number, the name of a card, spell, word or piece;
# None means nothing.
Item: TypeAlias = int | bool | str | None
# One value, or one for each seat or space in order, or by the name of a card, spell or tower.
Memory: TypeAlias = Item | tuple[Item, ...] | dict[str, Item]


@frozen
class Flasks(Value):
    """The flasks of a player."""

    empty: int
    full: int
    spent: int


@frozen
class Result(Value):
    """How a game ended: the outcome's name, the winners' seats, and points where rules give any.

    `goal_reached` is None where the outcome does not say whether players have reached a goal.
    """

    outcome: str | None
    winners: tuple[int, ...]
    points: tuple[int, ...]
    goal_reached: bool | None = None


class View:
    """A position, as far as it can be seen."""

    __slots__ = ("_data", "_moves", "_packed", "engine", "game", "options")

    game: Any  # a Game, which `State` and `Observation` say; here it would be a circle
    engine: Reference
    options: list[int]
    _data: list[int] | None
    _packed: bytes | None  # the numbers as native code has them
    _moves: Moves | None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        rules: Rules = self.game.rules
        return rules

    @property
    def program(self) -> Program:
        """The program this position belongs to."""
        return self.engine.program

    @property
    def data(self) -> list[int]:
        """All numbers of the position, field by field."""
        if self._data is None:
            steps = self.engine.stepper.steps
            assert steps is not None
            assert self._packed is not None
            self._data = steps.unpack(self._packed)
        return self._data

    def _number(self, field: str) -> int:
        """Return the first number of a field, without unpacking all of them."""
        steps = self.engine.stepper.steps
        if self._data is None and self._packed is not None and steps is not None:
            return steps.number(self._packed, field)
        return self.data[self.engine.program.fields[field].offset]

    def numbers(self, field: str) -> list[int]:
        """Return the numbers of a field of the state, such as `full` or the name of a memory.

        A memory for each player or space has a number for each of them, any other field of one
        thing a single number; -1 means nothing. In an observation, `HIDDEN` is what it does not show.
        """
        fields = self.engine.program.fields
        f = fields.get(field) or fields.get(f"memory.{field}")
        if f is None:
            raise ValueError(_no_field(field, fields))
        return self.data[f.offset : f.offset + f.size]

    # --- players and turns ---

    @property
    def players(self) -> int:
        """The number of players."""
        return self.engine.program.players

    @property
    def to_act(self) -> int:
        """The seat that decides now."""
        return self._number("actor")

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return self._number("active")

    @property
    def has_begun(self) -> bool:
        """Whether a round, turn or action is in progress: the set-up is over."""
        in_progress = self.data[self.engine.program.fields["open"].offset]
        return in_progress & (1 << LEVEL["setup"] - 1) - 1 != 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.data[self.engine.program.fields["at"].offset] <= 0

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is not over."""
        if not self.is_over:
            return None
        outcome = self.numbers("outcome")[0]
        return Result(
            outcome_name(self.program, outcome),
            tuple(i for i, won in enumerate(self.numbers("winner")) if won),
            self.points,
            self.program.words.goals[outcome - 1] if outcome > 0 else None,
        )

    # --- on the table ---

    @property
    def board(self) -> Board:
        """The board as a value."""
        return board_of(self.engine.program, self.data)

    @property
    def board_text(self) -> str:
        """The board field of the position line."""
        return board_text(self.engine.program, self.data)

    @property
    def pieces(self) -> dict[str, str | None]:
        """Where each piece beside wizards, towers and the castle is; None: in the box."""
        places = self.numbers("piece") if self.program.board.pieces else []
        return {
            name: self.name("place", place) if place >= 0 else None
            for name, place in zip(self.program.board.piece_names, places, strict=True)
        }

    @property
    def home(self) -> tuple[int, ...]:
        """How many wizards of each seat are in the castle."""
        return tuple(self.numbers("home"))

    @property
    def flasks(self) -> tuple[Flasks, ...]:
        """The flasks of each seat."""
        each = (self.numbers(name) for name in ("empty", "full", "spent"))
        return tuple(Flasks(*numbers) for numbers in zip(*each, strict=True))

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat, where rules give any."""
        return tuple(self.numbers("points"))

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards in each hand; a card that cannot be seen is `"?"`."""
        return hands_of(self.program, self.data, self.program.decks[0])

    @property
    def draw_pile(self) -> tuple[str, ...]:
        """The cards of the draw pile, the next one last; an observation shows only how many."""
        return deck_view(self.program, self.data, self.program.decks[0]).draw_pile

    @property
    def discards(self) -> dict[str, int]:
        """How many cards of each kind are in the discard pile."""
        return discards_of(self.program, self.data, self.program.decks[0])

    @property
    def decks(self) -> dict[str, DeckView]:
        """The decks that have a name, by their names."""
        decks = self.program.named_decks
        return {deck.name: deck_view(self.program, self.data, deck) for deck in decks}

    @property
    def spells(self) -> tuple[str, ...]:
        """The spells that are laid out."""
        pairs = zip(self.program.words.spells, self.numbers("laid_out"), strict=False)
        return tuple(spell for spell, is_out in pairs if is_out)

    @property
    def roll(self) -> int | None:
        """What the die shows; None before the first roll."""
        return self.numbers("roll")[0] or None

    # --- memories ---

    @property
    def memories(self) -> dict[str, Memory]:
        """What rules remember, by the name of the memory, as words and numbers.

        A memory for each player or space is a tuple, by seat or space; one for each card, spell,
        tower or wizard is a dictionary by their names. Wizards are `b1`, `b2` …
        """
        return {
            field.name.removeprefix("memory."): self._memory(field)
            for field in self.program.fields.values()
            if field.role is FieldRole.MEMORY
        }

    def _memory(self, field: Field) -> Memory:
        values = tuple(self._value(field.type, value) for value in self.numbers(field.name))
        match field.each:
            case None:
                return values[0]
            case "player" | "space":
                return values
            case "tower":
                return {
                    self.name("tower", i): values[i] for i in towers_of(self.program, self.data)
                }
        return dict(zip(parts_of(self.program, field), values, strict=True))

    def _value(self, type: str, value: int) -> Item:
        if value == HIDDEN:
            return UNKNOWN
        match type:
            case "number":
                return value
            case "truth":
                return bool(value)
        if value < 0:
            return None
        match type:
            case "player" | "space":
                return value
            case "symbol":
                return self.program.words.symbols[value]
        return self.name(type, value)

    # --- the decision and its moves ---

    @property
    def decision_point(self) -> DecisionPoint | None:
        """The place in the program that waits for a decision; None when the game is over."""
        at = self._number("at")
        return self.engine.program.decisions[at - 1] if at > 0 else None

    @property
    def decision(self) -> Decision | None:
        """The decision to make now; None when the game is over."""
        point = self.decision_point
        if point is None:
            return None
        moves = self.legal_moves
        return Decision(self.to_act, point.name, point.rule, point.kind, moves, self._question)

    def _question(self, lang: str) -> str:
        from wtrules.say.voice import Voice  # few ask in words

        point = self.decision_point
        assert point is not None
        return Voice(self.rules, lang, self.players).says(point.rule) or point.rule

    @property
    def legal_moves(self) -> Moves:
        """Everything that may be chosen now; empty when the game is over."""
        if self._moves is None:
            self._moves = Moves(self.options, self._describe)
        return self._moves

    @property
    def actions(self) -> list[int]:
        """The legal moves as numbers of the action space, in the same order."""
        space, at = (
            self.game.action_space(self.players),
            self.data[self.engine.program.fields["at"].offset],
        )
        return [space.number(at, option) for option in self.options]

    @property
    def mask(self) -> bytearray:
        """The legal moves as a mask: 1 for each legal action of the action space, 0 for the others."""
        mask = bytearray(len(self.game.action_space(self.players)))
        for number in self.actions:
            mask[number] = 1
        return mask

    def move(self, option: int) -> Move:
        """Return an option as a move."""
        return Move(option, self._describe)

    def _describe(self, option: int) -> Words:
        """Return the text of an option, and the rule that offers it."""
        point = self.decision_point
        assert point is not None
        alternative, values = point.decode(option)
        words = list(alternative.words)
        for kind, value in zip(alternative.kinds, values, strict=True):
            words += [kind, self.name(kind, value)]
        return " ".join(words), alternative.rule

    def name(self, kind: str, value: int) -> str:
        """Return the name of a piece, place, card … as moves use it."""
        program = self.engine.program
        match kind:
            case "player":
                return program.board.letters[value]
            case "space":
                return f"s{value}"
            case "number":
                return str(value)
            case "card":
                return program.card_names[value]
            case "spell":
                return program.words.spells[value]
            case "piece":
                return program.board.piece_names[value]
            case "wizard":
                return self._wizard(value) + self._marks(value)
        return self._place(kind, value)

    def _wizard(self, wizard: int) -> str:
        """Return where a wizard is and whose it is: `s3b`."""
        surface, owner, _ = self.program.wizard(wizard)
        return self._place("wizard", surface, self.program.board.letters[owner])

    def _place(self, kind: str, surface: int, letter: str = "") -> str:
        program = self.program
        space, level = divmod(surface, program.board.levels)
        height = self.data[program.fields["height"].offset + space]
        # The level is omitted where it is clear: for the only tower and for the top surface.
        plain = height == 1 if kind == "tower" else level == height
        return f"s{space}{letter}" if plain else f"s{space}.{level}{letter}"

    def _marks(self, wizard: int) -> str:
        """Return what rules remember of a wizard, as moves use it."""
        marks = [self._mark(field, value) for field, value in self.remembered_of(wizard)]
        return ":" + "+".join(marks) if marks else ""

    def remembered_of(self, wizard: int) -> Iterator[tuple[Field, int]]:
        """Yield what rules remember of a wizard, as far as it is not the initial value."""
        program = self.program
        figure = wizard % (program.players * program.slots)
        for field in wizards.memories(program):
            value = self.data[field.offset + figure]
            if value != field.first:
                yield field, value

    def _mark(self, field: Field, value: int) -> str:
        name = field.name.removeprefix("memory.")
        if field.type == "truth":
            return name if value else f"not-{name}"
        if field.type == "wizard" and value >= 0:  # which may remember this one in turn
            return f"{name}={self._wizard(value)}"
        shown = self._value(field.type, value)
        return str(shown) if field.type == "symbol" else f"{name}={shown}"

    def __str__(self) -> str:
        return format_state(self.engine.program, self.data)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


def _no_field(name: str, fields: Mapping[str, Field]) -> str:
    known = [
        f.name.removeprefix("memory.") for f in fields.values() if f.role is not FieldRole.FRAME
    ]
    bare = name.removeprefix("memory.")
    near = [best] if (best := closest(bare, known)) else []
    near += [other for other in get_close_matches(bare, known, 5) if other not in near]
    hint = f"similar names: {', '.join(near)}" if near else f"there are: {', '.join(known)}"
    return f"a state has no field called `{name}`; {hint}"
