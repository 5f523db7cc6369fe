"""The beginning of a turn, as it can be set up under any ruleset.

A scene holds only what people see: board, flasks, cards, spells, and whose turn it is. The internal
fields of a state belong to one ruleset; they come from a turn in a random game of that ruleset.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from weakref import WeakKeyDictionary

from attrs import define, evolve, field, frozen

from wtrules.backends.reference import EndlessPlay, Reference
from wtrules.board import Board, format_board
from wtrules.game.game import Game, State
from wtrules.game.position import BadPosition, board_problems, put_board
from wtrules.game.wizards import seat_wizards
from wtrules.program.program import Program

Flasks = tuple[int, int, int]  # empty, full, spent
_FORCED = 400  # single options made in a row within a turn


@frozen
class Scene:
    """What is on the table when a turn begins, and who decides first."""

    board: Board
    seat: str
    active: str
    home: tuple[int, ...]
    flasks: tuple[Flasks, ...]
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    discard: tuple[tuple[str, int], ...]
    spells: tuple[str, ...]
    points: tuple[int, ...]
    rng: int
    decision: str

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.flasks)

    def with_hands(self, hands: tuple[tuple[str, ...], ...]) -> Scene:
        """Return the scene with other hands; cards that are in no hand any more are discarded."""
        held = Counter(card for hand in self.hands for card in hand)
        held.subtract(card for hand in hands for card in hand)
        discard = Counter(dict(self.discard))
        discard.update({card: number for card, number in held.items() if number > 0})
        return evolve(self, hands=hands, discard=tuple(sorted(discard.items())))


def scene_of(state: State) -> Scene:
    """Return a position as a scene."""
    program = state.program
    letters, codes = program.letters, [card.code for card in program.cards]
    hand, size = state.numbers("hand"), len(codes)
    pile = state.numbers("pile")[: state.numbers("pile_size")[0]]
    three = (state.numbers(name) for name in ("empty", "full", "spent"))
    points = state.numbers("points")
    assert state.decision is not None
    return Scene(
        state.board,
        letters[state.to_act],
        letters[state.active],
        tuple(state.numbers("home")),
        tuple(zip(*three, strict=True)),
        tuple(
            tuple(codes[k] for k in range(size) for _ in range(hand[player * size + k]))
            for player in range(state.players)
        ),
        tuple(codes[k] for k in pile),
        tuple(sorted((codes[k], n) for k, n in enumerate(state.numbers("discard")) if n)),
        tuple(x for x, out in zip(program.spells, state.numbers("laid_out"), strict=False) if out),
        tuple(points),
        state.numbers("rng")[0],
        state.decision.name,
    )


# --- setting it up ---------------------------------------------------------------------------------


@frozen
class Turn:
    """How a turn begins: whose turn it is, who acts first, and on which decision."""

    active: str
    actor: str
    decision: str

    def has_seats_of(self, other: Turn) -> bool:
        """Whether the same players are active and acting."""
        return (self.active, self.actor) == (other.active, other.actor)


@define
class _Stage:
    """Beginnings of turns, from random games that are played as far as needed."""

    coming: Iterator[tuple[Turn, list[int]]]
    starts: dict[Turn, list[int]] = field(factory=dict)  # the first of each kind

    def start(self, wanted: Turn) -> list[int] | None:
        """Return such a turn; None if there is none in these games."""
        while wanted not in self.starts and self._look_on():
            pass
        return self.starts.get(wanted)

    def every(self) -> dict[Turn, list[int]]:
        """Return turns of every kind."""
        while self._look_on():
            pass
        return self.starts

    def _look_on(self) -> bool:
        found = next(self.coming, None)
        if found is not None:
            self.starts.setdefault(*found)
        return found is not None


# A stage refers to the back end and not to the game, so that the game can be freed.
_STAGES: WeakKeyDictionary[Game, dict[int, _Stage]] = WeakKeyDictionary()
_GAMES = 3  # random games to take beginnings of turns from
_LONG = 800


def _stage(game: Game, players: int) -> _Stage:
    stages = _STAGES.setdefault(game, {})
    if players not in stages:
        engine = game.engine(players)
        stages[players] = _Stage(chain.from_iterable(_turns(engine, s) for s in range(_GAMES)))
    return stages[players]


def _turns(engine: Reference, seed: int) -> Iterator[tuple[Turn, list[int]]]:
    """Yield the first decision of every turn of a random game."""
    program = engine.program
    active, actor, at = (program.fields[name].offset for name in ("active", "actor", "at"))
    chance = random.Random(seed)
    data, options = engine.start(seed)
    before = None
    for _ in range(_LONG):
        if not options:
            return
        if data[active] != before:
            before = data[active]
            seats = program.letters[before], program.letters[data[actor]]
            yield Turn(*seats, program.decisions[data[at] - 1].name), data[:]
        options = engine.play(data, options[chance.randrange(len(options))])


def first_decisions(game: Game, scene: Scene) -> tuple[str, ...]:
    """Return the decisions that a turn like this one may begin with, other than its own."""
    own = Turn(scene.active, scene.seat, scene.decision)
    turns = _stage(game, scene.players).every()
    return tuple(turn.decision for turn in turns if turn.has_seats_of(own) and turn != own)


def set_up(game: Game, scene: Scene) -> State | None:
    """Return a scene as a state of a game; None if it is not a position of that game."""
    wanted = Turn(scene.active, scene.seat, scene.decision)
    start = _stage(game, scene.players).start(wanted)
    if start is None:
        return _as_it_begins(game, scene)
    engine = game.engine(scene.players)
    data = start[:]
    if not _laid(engine.program, data, scene):
        return None
    return State(game, engine, data, engine.options(data))


def _as_it_begins(game: Game, scene: Scene) -> State | None:
    """Return a scene as the rules of a game begin a turn with it."""
    try:
        return game.position(table_line(scene, scene.seat, whole=True))
    except (BadPosition, EndlessPlay):
        return None


def _laid(program: Program, data: list[int], scene: Scene) -> bool:
    """Write a scene into a state; False if it does not fit.

    Spells that the game does not have are left out.
    """
    codes = {card.code: i for i, card in enumerate(program.cards)}
    cards = {*scene.pile, *(c for hand in scene.hands for c in hand), *dict(scene.discard)}
    if len(scene.board.spaces) != program.spaces or not cards <= codes.keys():
        return False
    if not set(scene.board.wizards) <= set(program.letters):
        return False
    if board_problems(program, scene.board):
        return False
    f = program.fields

    def put(name: str, numbers: Sequence[int]) -> None:
        at = f[name].offset
        data[at : at + f[name].size] = [*numbers, *[0] * (f[name].size - len(numbers))]

    put_board(program, data, scene.board)
    there = scene.board.wizards
    put("home", scene.home)
    seat_wizards(program, data)
    put("wizards", [there[x] + h for x, h in zip(program.letters, scene.home, strict=True)])
    for i, name in enumerate(("empty", "full", "spent")):
        put(name, [three[i] for three in scene.flasks])
    held = [Counter(hand) for hand in scene.hands]
    put("hand", [hand[code] for hand in held for code in codes])
    put("hand_size", [len(hand) for hand in scene.hands])
    put("pile", [codes[card] for card in scene.pile])
    put("pile_size", [len(scene.pile)])
    discard = dict(scene.discard)
    put("discard", [discard.get(code, 0) for code in codes])
    put("discard_size", [sum(discard.values())])
    put("laid_out", [int(spell in scene.spells) for spell in program.spells])
    put("points", scene.points)
    put("rng", [scene.rng])
    put("roll", [0])
    return True


def table_line(scene: Scene, seat: str, *, whole: bool) -> str:
    """Return a scene as a line that any ruleset can read; *whole* also says how the cards lie."""
    flasks = (".".join(map(str, three)) for three in scene.flasks)
    hands = (".".join(hand) or "-" for hand in scene.hands)
    parts = [format_board(scene.board), seat]
    if scene.active != seat:
        parts.append(f"active={scene.active}")
    if any(scene.home):
        parts.append("home=" + ",".join(map(str, scene.home)))
    parts += ["flasks=" + ",".join(flasks), "hands=" + ",".join(hands)]
    if whole:
        parts.append("pile=" + (".".join(scene.pile) or "-"))
    if scene.spells:
        parts.append("spells=" + ",".join(scene.spells))
    if any(scene.points):
        parts.append("points=" + ",".join(map(str, scene.points)))
    if whole:
        parts.append(f"rng={scene.rng % (1 << 64):016x}")
    return " ".join(parts)


def settle(state: State, made: list[str] | None = None) -> State:
    """Return the position after all forced moves of this turn; they are added to *made*."""
    active = state.active
    try:
        for _ in range(_FORCED):
            if len(state.options) != 1 or state.active != active:
                break
            after = state.play(state.options[0])
            if made is not None:
                made.append(state.legal_moves[0].text)
            state = after
    except EndlessPlay:
        pass
    return state
