"""What a move did, as a value: what was chosen, what moved where, who fills a flask, who comes home.

Everything is read from the positions before and after; no rule is known here. `say/voice.py` puts it
into words, `storyboard.py` strings it together, and `story_pictures.py` draws it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import evolve, frozen

from wtrules.board import Board
from wtrules.board.keys import Keys, pieces_of
from wtrules.board.track import NOWHERE
from wtrules.game.bots import imagine
from wtrules.game.game import State
from wtrules.game.moves import Move
from wtrules.game.outcomes import gained
from wtrules.game.piece_keys import keys_of
from wtrules.program.program import Alternative, CardKind, Field, Program
from wtrules.say.things import (
    Card,
    Castle,
    Choice,
    Ending,
    Happened,
    Mark,
    Motion,
    Number,
    Piece,
    Place,
    Played,
    Player,
    Remembered,
    Spell,
    Spot,
    Thing,
    Tower,
    Wizard,
    Word,
)
from wtrules.value import Value

_MEMORY = "memory."  # before the name of a memory, where it is a field
_NEAR = 3  # spaces that a piece walks without a card that says so
NOTHING_PLAYED = Played()

_WORLDS = 3  # possible positions in which the effect of a move must be the same


@frozen
class Table(Value):
    """The pieces of a picture by their keys: where each is, and what it stands on."""

    keys: Keys
    spots: Mapping[str, Spot]
    stands: Mapping[str, str]

    @classmethod
    def of(cls, keys: Keys) -> Table:
        """Return the table that is drawn with these keys."""
        spots = pieces_of(keys)
        stands: dict[str, str] = {}
        for key, (space, level) in spots.items():
            below = level - 1 if key.startswith("tower:") else level
            stands[key] = keys.tower(space, below) if below else f"space:{space}"
        return cls(keys, spots, stands)

    def after(self, board: Board) -> Table:
        """Return the table with the same pieces on another board."""
        return self if board == self.keys.board else Table.of(self.keys.after(board))

    def above(self, piece: str) -> Iterator[str]:
        """Yield what stands on a piece, or on something that does."""
        for key in self.stands:
            below = self.stands.get(key)
            while below is not None:
                if below == piece:
                    yield key
                    break
                below = self.stands.get(below)

    @property
    def covered(self) -> set[str]:
        """The wizards that are under a tower."""
        heights = [stack.height for stack in self.keys.board.spaces]
        return {
            key
            for key, (space, level) in self.spots.items()
            if level < heights[space] and key.startswith("wizard:")
        }


def happened(state: State, move: Move, after: State) -> Happened:
    """Return what a move did."""
    table = usual_table(state.board)
    return on_table(state, table, move, after, table.after(after.board))


def foreseen(state: State, move: Move) -> Happened:
    """Return what a move will do; if that depends on chance or on a secret, only what is chosen."""
    first: Happened | None = None
    for world in _possible(state):
        after = world.play(move)
        if after.numbers("rng") != world.numbers("rng"):
            return chosen(state, move)
        found = happened(world, move, after)
        if first is not None and found != first:
            return chosen(state, move)
        first = found
    assert first is not None
    return first


def chosen(state: State, move: Move) -> Happened:
    """Return what is chosen with a move, without what it does."""
    return _chosen(state, move, choice_of(state, move))


def _chosen(state: State, move: Move, choice: Choice) -> Happened:
    return Happened(
        (move.text,), state.to_act, state.program.board.letters, choice, is_shared=is_shared(state)
    )


def on_table(
    state: State,
    before: Table,
    move: Move,
    after: State,
    now: Table,
    shown: Played = NOTHING_PLAYED,
    named: Sequence[str] = (),
) -> Happened:
    """Return what a move did to the pieces of a picture.

    *shown* is what was played before and is being carried out, *named* the keys of pieces that moves
    before this one have chosen.
    """
    alternative, values = decoded(state, move)
    shown = _played(shown, state, after, alternative, values)
    named = [*named, *keys_of(state, before.keys, alternative, values)]
    gains = gained(state, after)
    program = state.program
    kinds = [card for card in program.card_kinds if card.code == shown.card]
    numbers = numbers_on(kinds, shown.roll)
    motions = tuple(motions_between(before, now, state, after, named, numbers))
    choice = choice_of(state, move, motions)
    hidden, seen = now.covered - before.covered, before.covered - now.covered
    return evolve(
        _chosen(state, move, choice),
        played=shown,
        motions=_as_chosen(motions, choice),
        locked=tuple(sorted(hidden & before.spots.keys())),
        freed=tuple(sorted(seen & now.spots.keys())),
        filled=gains.filled,
        home=gains.home,
        scored=gains.scored,
        dealt=() if gains.turn_over else _dealt(state, after),
        turn_over=gains.turn_over,
        decides=_decides(state, after) if not gains.turn_over else None,
        ending=ending(after),
    )


@lru_cache(maxsize=8)
def usual_table(board: Board) -> Table:
    """Return a board with the usual keys."""
    return Table.of(Keys.of(board))


def _possible(state: State) -> list[State]:
    """Return what the position may be, for the player who decides."""
    if not state.program.secrets:
        return [state]
    return [imagine(state, random.Random(seed)) for seed in range(_WORLDS)]


def ending(state: State) -> Ending | None:
    """Return how a game ended; None while it is not over."""
    result = state.result
    if result is None:
        return None
    letters = state.program.board.letters
    winners = "".join(letters[seat] for seat in result.winners)
    return Ending(result.outcome, letters, winners, result.goal_reached, result.points)


# --- what was chosen ------------------------------------------------------------------------------


def decoded(state: State, move: Move) -> tuple[Alternative, tuple[int, ...]]:
    """Return the type of option that a move is, and the numbers of what it chooses."""
    decision = state.decision_point
    assert decision is not None
    return decision.decode(move.option)


def choice_of(state: State, move: Move, motions: Sequence[Motion] = ()) -> Choice:
    """Return what a move chooses; *motions* are what it does, as far as that is known."""
    alternative, values = decoded(state, move)
    pairs = list(zip(alternative.kinds, values, strict=True))
    words = alternative.words
    if alternative.spell is not None:
        words = words[words.index(alternative.spell) + 1 :]
    things = [thing_of(state, kind, value) for kind, value in pairs if kind != "number"]
    numbers = [value for kind, value in pairs if kind == "number"]
    is_named = bool(alternative.words or alternative.passes or things)
    if numbers and is_named and not _numbers_matter(state, move, motions):
        numbers = []
    return Choice(
        alternative.spell,
        dict(alternative.texts),
        words,
        alternative.passes,
        alternative.verb,
        tuple(things),
        tuple(numbers),
    )


def _numbers_matter(state: State, move: Move, motions: Sequence[Motion]) -> bool:
    """Return whether moves that differ in their numbers alone cannot be told apart by what they do."""
    alternative, values = decoded(state, move)
    decision = state.decision_point
    assert decision is not None

    def without_numbers(numbers: tuple[int, ...]) -> list[tuple[str, int]]:
        pairs = zip(alternative.kinds, numbers, strict=True)
        return [(kind, value) for kind, value in pairs if kind != "number"]

    rivals = [
        option
        for option in state.options
        if option != move.option
        and (other := decision.decode(option))[0] is alternative
        and without_numbers(other[1]) == without_numbers(values)
    ]
    ends = [motion.end for motion in motions if motion.is_chosen]
    if not ends:
        return bool(rivals)
    table = usual_table(state.board)
    named = keys_of(state, table.keys, alternative, values)
    for option in rivals:
        after = state.play(option)
        then = table.after(after.board)
        others = motions_between(table, then, state, after, named, frozenset())
        if ends == [motion.end for motion in others if motion.is_chosen]:
            return True
    return False


def _as_chosen(motions: tuple[Motion, ...], choice: Choice) -> tuple[Motion, ...]:
    """Return motions in which a chosen wizard is the one that was chosen, with what is known of it."""
    wizards = [thing for thing in choice.things if isinstance(thing, Wizard) and thing.marks]
    if not wizards:
        return motions

    def one(motion: Motion) -> Motion:
        for wizard in wizards:
            if motion.is_chosen and motion.what == evolve(wizard, marks=()):
                return evolve(motion, what=wizard)
        return motion

    return tuple(map(one, motions))


# --- things ---------------------------------------------------------------------------------------


def thing_of(state: State, kind: str, value: int) -> Thing:
    """Return a piece, place, card or player by its number."""
    program = state.program
    match kind:
        case "player":
            return Player(program.board.letters[value])
        case "card":
            return Card(program.card_kinds[value])
        case "spell":
            return Spell(program.words.spells[value])
        case "space":
            return Place(value)
        case "number":
            return Number(value)
        case "piece":
            return _piece(program, state.numbers("piece"), value)
        case "wizard":
            marks = [_mark(state, *known) for known in state.remembered_of(value)]
            return evolve(_wizard(state, value), marks=tuple(marks))
        case "place":
            return Place(*divmod(value, program.board.levels))
        case "tower":
            return _tower(*divmod(value, program.board.levels), state.numbers("height"))
    return state.name(kind, value)


def _wizard(state: State, value: int) -> Wizard:
    place, owner, _ = state.program.wizard(value)
    return wizard_of(state, owner, place // state.program.board.levels)


def wizard_of(state: State, owner: int, space: int | None) -> Wizard:
    """Return a wizard of a player on a space, or one that is not on the track."""
    return Wizard(None if is_shared(state) else state.program.board.letters[owner], space)


def is_shared(state: State) -> bool:
    """Whether all wizards belong together, so that their colours say nothing."""
    return sum(map(bool, state.numbers("wizards"))) < 2


def _tower(space: int, level: int, heights: Sequence[int], moved: int = 0) -> Tower:
    """Return a tower; *moved* is how many towers move with it, itself included."""
    height = heights[space]
    if height <= 1:
        return Tower(space, "tower")
    if moved == height:
        return Tower(space, "stack", moved)
    if level == height:
        return Tower(space, "top")
    if moved > 1:
        return Tower(space, "upper", moved)
    return Tower(space, "level", level=level)


def _piece(program: Program, places: Sequence[int], value: int) -> Piece:
    kind = next(kind for kind in program.board.pieces if value in kind.members)
    number = value - kind.first + 1 if kind.number > 1 else None
    place = places[value]
    return Piece(kind.id, number, place // program.board.levels if place >= 0 else None)


def _mark(state: State, memory: Field, value: int) -> Mark:
    return Mark(memory.name.removeprefix(_MEMORY), remembered(state, memory, value))


def remembered(state: State, memory: Field, value: int) -> Remembered:
    """Return what a memory holds."""
    match memory.type:
        case "number":
            return value
        case "truth":
            return bool(value)
        case "symbol":
            return Word(state.program.words.symbols[value])
    return held(state, memory.type, value)


def held(state: State, kind: str, value: int) -> Thing | None:
    """Return a piece, place, card or player that rules remember; None if there is none."""
    if value < 0:
        return None
    if kind == "wizard":  # of which rules may remember this one in turn
        return _wizard(state, value)
    return thing_of(state, kind, value)


# --- what moved -----------------------------------------------------------------------------------


def _played(
    shown: Played, asked: State, after: State, alternative: Alternative, values: tuple[int, ...]
) -> Played:
    """Return what is played, with what a move adds to it."""
    if "card" in alternative.kinds:
        number = values[alternative.kinds.index("card")]
        program = asked.program
        if number < len(program.cards):
            roll = after.roll if program.cards[number].rolls else None
            shown = evolve(shown, card=program.card_names[number], roll=roll)
    return evolve(shown, spell=alternative.spell) if alternative.spell is not None else shown


def _decides(before: State, after: State) -> str | None:
    """Return who decides next, if it is somebody else."""
    return after.program.board.letters[after.to_act] if after.to_act != before.to_act else None


def numbers_on(cards: Iterable[CardKind], roll: int | None) -> frozenset[int]:
    """Return the numbers on cards, or on the die, by which pieces move."""
    numbers = {face.value for card in cards for face in card.faces if face.value > 0}
    return frozenset(numbers | ({roll} if roll is not None else set()))


def _dealt(before: State, after: State) -> tuple[int, ...]:
    hands = zip(before.hands, after.hands, strict=True)
    return tuple(max(0, len(new) - len(old)) for old, new in hands)


def motions_between(
    before: Table,
    after: Table,
    state: State,
    then: State,
    named: Sequence[str],
    numbers: frozenset[int],
) -> Iterator[Motion]:
    """Yield what moved: the chosen pieces first, the castle last."""
    if before is after:
        return
    stood, stands = before.stands, after.stands
    was, now, board = before.spots, after.spots, before.keys.board
    moved = [key for key in {**stood, **stands} if stood.get(key) != stands.get(key)]
    order = ("wizard", "tower", "piece", "castle")

    def rank(key: str) -> tuple[int, int]:
        chosen = named.index(key) if key in named else len(named)
        return chosen, order.index(key.partition(":")[0])

    castle = next(iter(board.castles), None)
    came = list(gained(state, then).home)
    for number, key in enumerate(sorted(moved, key=rank), 1):
        letter = key.split(":")[1] if key.startswith("wizard:") else ""
        is_home = key not in now and letter in came and letter != ""
        if is_home:
            came.remove(letter)
        start, end = was.get(key), now.get(key)
        if is_home and start is not None:
            at = _entered(state.program, start[0], castle, numbers)
            end = (at, board.height(at)) if at is not None else None
        steps = None
        if start is not None and end is not None and key != "castle":
            steps = _steps(state.program, start[0], end[0], numbers)
            if key in named and steps is not None and numbers and abs(steps) not in numbers:
                steps = None
        carried = tuple(x for x in after.above(key) if was.get(x) != now.get(x))
        what = moved_thing(key, carried, state, then, start or end)
        yield Motion(number, key, what, carried, start, end, steps, is_home, key in named)


def moved_thing(
    key: str,
    carried: Collection[str],
    before: State,
    after: State,
    spot: tuple[int, int] | None,
) -> Thing:
    """Return a piece by its key, as it was before it moved."""
    kind, _, rest = key.partition(":")
    space, level = spot or (0, 0)
    match kind:
        case "wizard":
            return wizard_of(before, before.program.board.letters.index(rest[0]), space)
        case "tower":
            moved = 1 + sum(x.startswith("tower:") for x in carried)
            return _tower(space, level, before.numbers("height"), moved)
        case "castle":
            return Castle()
    program = before.program
    one = next(kind for kind in program.board.pieces if kind.letter == rest[0])
    places, now = before.numbers("piece"), after.numbers("piece")
    moved = next((i for i in one.members if places[i] != now[i]), one.first)
    return _piece(program, places, moved)


def _entered(
    program: Program, start: int, castle: int | None, numbers: frozenset[int]
) -> int | None:
    """Return where a wizard came home: at the castle, unless the card leads to another space."""
    far = (
        {_distance(program, start, castle, way) for way in (1, -1)} if castle is not None else set()
    )
    if len(numbers) != 1 or far & numbers:
        return castle
    return ahead(program, start, *numbers)


def _steps(program: Program, start: int, end: int, numbers: frozenset[int]) -> int | None:
    """Return how many spaces forward, or backward, one space is from another.

    It is as many as the card says. Otherwise only a short way counts as walked: the piece may just
    as well have been put there.
    """
    if start == end:
        return None
    forward, back = (_distance(program, start, end, way) for way in (1, -1))
    for number in (forward, back):
        if number in numbers:
            return number if number == forward else -number
    near = [(n, way) for n, way in ((forward, 1), (back, -1)) if n is not None and n <= _NEAR]
    number, way = min(near, default=(None, 1), key=lambda x: (x[0], -x[1]))
    return number * way if number is not None else None


def _distance(program: Program, start: int, end: int, way: int) -> int | None:
    """Return how many steps it is along the track; None if the track does not lead there."""
    at: set[tuple[int, int | None]] = {(start, None)}
    for steps in range(1, 2 * program.board.spaces):
        at = {(x, space) for space, before in at for x in _ways_on(program, space, way, before)}
        if any(space == end for space, _ in at):
            return steps
        if not at:
            break
    return None


def _ways_on(program: Program, space: int, way: int, before: int | None) -> Iterable[int]:
    return (x for x in program.board.track.ways_on(space, way, before) if x != NOWHERE)


def ahead(program: Program, space: int, steps: int) -> int | None:
    """Return the space so many steps ahead, if there is one way there."""
    before: int | None = None
    for _ in range(abs(steps)):
        ways = tuple(_ways_on(program, space, 1 if steps > 0 else -1, before))
        if len(ways) != 1:
            return None
        before, space = space, ways[0]
    return space
