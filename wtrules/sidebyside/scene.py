"""The beginning of a turn, as it can be set up under any ruleset.

A scene is a table without what belongs to one ruleset alone. The internal fields of a state come from a
turn in a random game of the ruleset in which it is set up.
"""

from __future__ import annotations

from collections import Counter
from weakref import WeakKeyDictionary

from attrs import evolve, frozen

from wtrules.backends.reference import EndlessPlay
from wtrules.canonical import canonical
from wtrules.game.game import Game, State
from wtrules.position.faults import BadPosition
from wtrules.position.pieces import board_problems
from wtrules.position.table import Table, put_table, table_of
from wtrules.position.wizards import seat_wizards
from wtrules.program.program import Program
from wtrules.sidebyside.batches import batches
from wtrules.value import Value

_FORCED = 400  # single options made in a row within a turn


def scene_of(state: State) -> Table:
    """Return a position as a scene: without named decks and the die, which are not compared."""
    table = table_of(state.program, state.data)
    main = state.program.decks[0].name
    return evolve(table, decks={main: table.decks[main]}, roll=0, winners="", pieces={})


# --- setting it up ---------------------------------------------------------------------------------


@frozen
class Turn(Value):
    """How a turn begins: whose turn it is, who acts first, and on which decision."""

    active: str
    actor: str
    decision: str

    def has_seats_of(self, other: Turn) -> bool:
        """Whether the same players are active and acting."""
        return (self.active, self.actor) == (other.active, other.actor)


@frozen
class Supply(Value):
    """The pieces and cards of a game: what each player has, and the cards of the deck."""

    wizards: tuple[int, ...]
    flasks: tuple[int, ...]
    cards: Counter[str]

    def has(self, scene: Table, letters: str) -> bool:
        """Whether nobody has more in a scene; the cards that nobody holds are not counted."""
        held = Counter(card for hand in scene.hands for card in hand)
        return scene.letters == letters and (
            all(has <= most for has, most in zip(scene.wizards, self.wizards, strict=True))
            and all(sum(x) <= most for x, most in zip(scene.flasks, self.flasks, strict=True))
            and held <= self.cards
        )


def supply_of(first: Table, last: Table, box: tuple[int, ...]) -> Supply:
    """Return the supply of a game from its beginning and a late turn.

    Rules may bring more wizards into play, as many as the *box* has, and any number of flasks. That
    players pass flasks on does not change how many there are.
    """
    flasks, left = (tuple(map(sum, table.flasks)) for table in (first, last))
    return Supply(
        first.wizards if first.wizards == last.wizards else box,
        flasks if sum(flasks) == sum(left) else (_ANY,) * first.players,
        first.deck.counts,
    )


_ANY = 1 << 30  # flasks, if rules take more from the box


@frozen
class _Starts(Value):
    """The first turn of each kind, in a few random games, and the supply.

    It refers to no game, so that games can be freed.
    """

    turns: dict[Turn, list[int]]
    supply: Supply


_STARTS: WeakKeyDictionary[Game, dict[int, _Starts]] = WeakKeyDictionary()
_GAMES = 3


def _starts(game: Game, players: int) -> _Starts:
    known = _STARTS.setdefault(game, {})
    if players not in known:
        (runner,) = batches([game], players)
        program = runner.program
        places = [program.fields[name].offset for name in ("active", "actor", "at")]
        found: dict[Turn, list[int]] = {}
        starts = runner.turns(0, _GAMES)
        for start in starts:
            active, actor, at = (runner.number(start.state, 0, place) for place in places)
            seats = program.board.letters[active], program.board.letters[actor]
            turn = Turn(*seats, program.decisions[at - 1].name)
            if turn not in found:
                found[turn] = runner.unpack(start.state)
        if starts:
            first, last = (runner.unpack(start.state) for start in (starts[0], starts[-1]))
        else:  # over before it began
            first = last = game.engine(players).start(0)[0]
        tables = table_of(program, first), table_of(program, last)
        known[players] = _Starts(found, supply_of(*tables, program.board.box))
    return known[players]


def first_decisions(game: Game, scene: Table) -> tuple[str, ...]:
    """Return the decisions that a turn like this one may begin with, other than its own."""
    own = Turn(scene.active, scene.seat, scene.decision)
    turns = _starts(game, scene.players).turns
    return tuple(turn.decision for turn in turns if turn.has_seats_of(own) and turn != own)


def set_up(game: Game, scene: Table) -> State | None:
    """Return a scene as a state of a game; None if it is not a position of that game."""
    data = set_up_data(game, scene)
    if data is None:
        return None
    engine = game.engine(scene.players)
    return State(game, engine, data, engine.options(data))


def set_up_data(game: Game, scene: Table) -> list[int] | None:
    """Return a scene as the numbers of a state; None if it is not a position of that game."""
    known = _starts(game, scene.players)
    if not known.supply.has(scene, game.program(scene.players).board.letters):
        return None
    start = known.turns.get(Turn(scene.active, scene.seat, scene.decision))
    if start is None:
        state = _as_it_begins(game, scene)
        return state.data if state is not None else None
    data = start[:]
    return data if _laid(game.program(scene.players), data, scene) else None


def _as_it_begins(game: Game, scene: Table) -> State | None:
    """Return a scene as the rules of a game begin a turn with it."""
    try:
        return game.position(scene_line(scene, scene.seat, whole=True))
    except (BadPosition, EndlessPlay):
        return None


def _laid(program: Program, data: list[int], scene: Table) -> bool:
    """Write a scene into a state; False if it does not fit.

    Spells that the game does not have are left out.
    """
    encoding = _encoding(program)
    if encoding not in scene.encoded:
        scene.encoded[encoding] = _encoded(program, scene)
    fields = scene.encoded[encoding]
    if fields is None:
        return False
    for name, numbers in fields.items():
        at = program.fields[name].offset
        data[at : at + len(numbers)] = numbers
    seat_wizards(program, data)
    return True


_ENCODINGS: dict[int, tuple[Program, str]] = {}


def _encoding(program: Program) -> str:
    """Return what the numbers of a scene depend on; programs of similar rules share it."""
    known = _ENCODINGS.get(id(program))
    if known is None or known[0] is not program:
        own = (
            *(
                program.board.levels,
                program.board.bits,
                program.board.letters,
                program.words.spells,
                program.cards,
            ),
            *(
                program.board.spaces,
                program.board.capacity,
                program.board.towers,
                program.board.ground_shields,
            ),
            *(
                program.takes_towers_back,
                program.board.pieces,
                program.board.colours,
                program.board.castle,
            ),
            *(program.fields[name].size for name in _WRITTEN if name in program.fields),
        )
        known = _ENCODINGS[id(program)] = program, canonical(*own)
    return known[1]


_WRITTEN = (
    *("height", "shields", "cell", "castle", "piece"),
    *("home", "wizards", "empty", "full", "spent", "hand", "hand_size", "pile", "pile_size"),
    *("discard", "discard_size", "laid_out", "points", "rng", "roll"),
)


def _encoded(program: Program, scene: Table) -> dict[str, list[int]] | None:
    """Return a scene as numbers, field by field; None if it does not fit."""
    codes = {card.code for card in program.cards}
    if len(scene.board.spaces) != program.board.spaces or not set(scene.deck.counts) <= codes:
        return None
    if not set(scene.board.wizards) <= set(program.board.letters):
        return None
    sketched = scene.is_sketch and not program.takes_towers_back  # there they may be missing anyway
    box = dict(zip(program.board.letters, program.board.box, strict=True)) if sketched else None
    if board_problems(program, scene.board, supply=box):
        return None
    data = [0] * program.size
    put_table(program, data, scene)
    fields = [program.fields[name] for name in _WRITTEN if name in program.fields]
    sizes = map(program.size_in_main_deck, fields)
    return {
        field.name: data[field.offset : field.offset + size]
        for field, size in zip(fields, sizes, strict=True)
    }


_KEYS = ("active", "home", "flasks", "hands", "spells", "points")
_WHOLE = ("active", "home", "flasks", "hands", "pile", "spells", "points", "rng")


def scene_line(scene: Table, seat: str, *, whole: bool) -> str:
    """Return a scene as a line that any ruleset can read; *whole* also says how the cards lie."""
    return evolve(scene, seat=seat).line(_WHOLE if whole else _KEYS)


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
