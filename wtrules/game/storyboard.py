"""Examples and moves as storyboards: the positions before and after, what moved where, what else happened.

A storyboard is made from an `example` of the rules, or from a position and some moves. It knows no
rule: everything in it is read from the positions before and after. `game/captions.py` puts it into
words, and `game/story_pictures.py` draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from wtrules.board.keys import Keys, Spot, pieces_of
from wtrules.board.track import NOWHERE
from wtrules.game.examples import ExampleMove, play_example
from wtrules.game.explain import Reason, explain, named_values
from wtrules.game.game import Game, State
from wtrules.game.moves import Move, named_move, split_rolls
from wtrules.game.outcomes import Outcome, outcomes
from wtrules.game.piece_keys import keys_of
from wtrules.program.program import Alternative, CardKind, Program
from wtrules.rules.model import Entry
from wtrules.rules.sentences import sentences
from wtrules.texts import LANGUAGES, Texts
from wtrules.value import Value

_PIECES = ("wizard", "tower", "piece")
_NEAR = 3  # spaces that a piece walks without a card that says so

# Reasons that are clear without the rule behind them.
_PLAIN = (
    "explain.covered",
    "explain.hidden_wizard",
    "explain.not_in_hand",
    "explain.over",
    "explain.their_wizard",
    "explain.too_dear",
)


@frozen
class Frame(Value):
    """A position of a storyboard; the keys say which piece is which in all of its frames."""

    state: State
    keys: Keys


@frozen
class Motion(Value):
    """A piece that moved, with everything on top of it, from one spot to another."""

    number: int  # as the picture numbers it, from 1
    piece: str  # its key
    carried: tuple[str, ...]  # the keys of what moved with it
    start: Spot | None  # None: it came out of the box
    end: Spot | None  # None: it left the board, or would go nobody knows where
    steps: int | None = (
        None  # spaces forward, negative for backward; None if the track does not say
    )
    is_home: bool = False  # it went into the castle
    is_chosen: bool = False  # the player chose it


@frozen
class Played(Value):
    """What was played: a card, with what the die showed, or a spell, or both."""

    card: str | None = None
    roll: int | None = None
    spell: str | None = None


@frozen
class Against(Value):
    """A reason why a move is forbidden: the rule, if there is one, and the reason by language."""

    rule: str | None
    says: tuple[tuple[str, str], ...]

    def text(self, lang: str) -> str:
        """Return the reason in a language."""
        return dict(self.says)[lang]


@frozen
class Step(Value):
    """A move and what happened. A forbidden one has reasons; its motions are what was tried."""

    moves: tuple[str, ...]
    seat: int
    played: Played = Played()
    motions: tuple[Motion, ...] = ()
    locked: tuple[str, ...] = ()  # keys of wizards that are now under a tower
    freed: tuple[str, ...] = ()  # keys of wizards that no longer are
    filled: str = ""  # the letter of a player for each flask that the player filled
    home: str = ""  # letters of the wizards that came home
    scored: tuple[int, ...] = ()  # points, by seat
    dealt: tuple[int, ...] = ()  # by how many cards hands grew before the turn was over, by seat
    turn_over: bool = False
    winners: tuple[int, ...] | None = None  # None: the game goes on
    against: tuple[Against, ...] = ()

    @property
    def is_forbidden(self) -> bool:
        """Whether the rules do not allow the move."""
        return bool(self.against)

    @property
    def is_idle(self) -> bool:
        """Whether nothing happened yet that can be seen: a card was shown, or a piece was chosen."""
        happened = self.motions or self.filled or self.home or any(self.scored + self.dealt)
        ended = self.turn_over or self.winners is not None
        return not (happened or ended or self.against)


@frozen
class Storyboard(Value):
    """Frames, and the steps that lead from each to the next.

    After a forbidden step, the next frame is the same again; there is none if it is the last step.
    """

    game: Game
    id: str  # of the example; empty without one
    says: Mapping[str, str]  # the caption of the example, by language
    frames: tuple[Frame, ...]
    steps: tuple[Step, ...]
    movable: tuple[str, ...] = ()  # without a step: keys of the pieces that may be moved

    @property
    def start(self) -> State:
        """The position before."""
        return self.frames[0].state


def example_storyboard(game: Game, entry: Entry) -> Storyboard | None:
    """Return the storyboard of an example; None if its position cannot be set up."""
    played = play_example(game, entry)
    if played is None:
        return None
    given = played.given
    shown = Played(given.card, given.roll, given.spell)
    first = Frame(played.start, Keys.of(played.start.board))
    story = _Story(first, shown)
    for move in played.moves:
        story.add(move)
    story.close()
    movable: tuple[str, ...] = ()
    if not story.steps:
        movable = _movable(first, played.possible)
        if shown != Played():
            story.steps.append(Step((), played.start.to_act, shown))
    says = sentences(game.rules, entry.node, played.start.players)
    return Storyboard(game, entry.id, says, tuple(story.frames), tuple(story.steps), movable)


def storyboard(state: State, moves: Sequence[Move | str]) -> Storyboard:
    """Return the storyboard of some moves; the last one may be forbidden."""
    story = _Story(Frame(state, Keys.of(state.board)), Played())
    for move in moves:
        text, rolls = split_rolls(move.text if isinstance(move, Move) else move)
        found = named_move(text, state.legal_moves)
        outcome = None
        if found is not None:
            after = state.play(found, rolls or None)
            outcome = next(x for x in outcomes(state) if x.move == found)
            if rolls:
                outcome = evolve(outcome, state_after=after, board=after.board_text)
        story.add(ExampleMove(text, state, tuple(outcomes(state)), outcome))
        if outcome is None:
            break
        state = outcome.state_after
    story.close()
    return Storyboard(state.game, "", {}, tuple(story.frames), tuple(story.steps))


class _Story:
    """Collects frames and steps; moves that change nothing become part of the next step."""

    def __init__(self, first: Frame, shown: Played) -> None:
        self.frames = [first]
        self.steps: list[Step] = []
        self.shown = shown  # what is being played
        self.waiting: Step | None = None
        self.named: list[str] = []

    def add(self, move: ExampleMove) -> None:
        """Add a move."""
        before = self.frames[-1]
        if self.steps and self.steps[-1].is_forbidden:
            self.frames.append(before)  # a forbidden move changes nothing
        if move.outcome is None:
            self._join(_forbidden(before, move, self.shown))
            return
        outcome = move.outcome
        alternative, values = _decoded(outcome)
        asked = outcome.state_before
        after = outcome.state_after
        self.shown = _played(self.shown, asked, after, alternative, values)
        keys = before.keys.after(after.board)
        self.named += keys_of(asked, before.keys, alternative, values)
        step = Step(
            (move.text,),
            asked.to_act,
            self.shown,
            tuple(_motions(before.keys, keys, asked, outcome.home, self.named, self._numbers())),
            *_covered(before.keys, keys),
            outcome.filled,
            outcome.home,
            outcome.scored,
            () if outcome.turn_over else _dealt(asked, after),
            outcome.turn_over,
            after.result.winners if after.result is not None else None,
        )
        self._join(step, Frame(after, keys))

    def close(self) -> None:
        """End with moves that change nothing, if there are any left."""
        if self.waiting is not None:
            self.steps.append(self.waiting)
            self.waiting = None

    def _numbers(self) -> frozenset[int]:
        """Return the numbers on the card or the die, by which pieces move."""
        state = self.frames[-1].state
        kinds = [card for card in state.program.card_kinds if card.code == self.shown.card]
        return _numbers_on(kinds, self.shown.roll)

    def _join(self, step: Step, frame: Frame | None = None) -> None:
        if self.waiting is not None:
            step = evolve(step, moves=(*self.waiting.moves, *step.moves), seat=self.waiting.seat)
            self.waiting = None
        if step.is_idle and frame is not None:
            self.waiting = step
            self.frames[-1] = frame if len(self.frames) == 1 else self.frames[-1]
            return
        self.steps.append(step)
        if frame is not None:
            self.frames.append(frame)
        self.named = []
        if not step.is_forbidden:
            self.shown = Played()


def _numbers_on(cards: Iterable[CardKind], roll: int | None) -> frozenset[int]:
    numbers = {face.value for card in cards for face in card.faces if face.value > 0}
    return frozenset(numbers | ({roll} if roll is not None else set()))


# --- what happened ------------------------------------------------------------------------------


def _decoded(outcome: Outcome) -> tuple[Alternative, tuple[int, ...]]:
    decision = outcome.state_before.decision_point
    assert decision is not None
    return decision.decode(outcome.move.option)


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


def _dealt(before: State, after: State) -> tuple[int, ...]:
    hands = zip(before.hands, after.hands, strict=True)
    return tuple(max(0, len(new) - len(old)) for old, new in hands)


def _supports(keys: Keys) -> dict[str, str]:
    """Return what every piece stands on: a tower or a space."""
    found: dict[str, str] = {}
    for key, (space, level) in pieces_of(keys).items():
        below = level - 1 if key.startswith("tower:") else level
        found[key] = keys.tower(space, below) if below else f"space:{space}"
    return found


def _motions(
    before: Keys,
    after: Keys,
    state: State,
    home: str,
    named: Sequence[str],
    numbers: frozenset[int],
) -> Iterator[Motion]:
    """Yield what moved: the chosen pieces first, the castle last."""
    stood, stands = _supports(before), _supports(after)
    was, now = pieces_of(before), pieces_of(after)
    moved = [key for key in {**stood, **stands} if stood.get(key) != stands.get(key)]
    order = ("wizard", "tower", "piece", "castle")

    def rank(key: str) -> tuple[int, int]:
        chosen = named.index(key) if key in named else len(named)
        return chosen, order.index(key.partition(":")[0])

    castle = next(iter(before.board.castles), None)
    came = list(home)
    for number, key in enumerate(sorted(moved, key=rank), 1):
        letter = key.split(":")[1] if key.startswith("wizard:") else ""
        is_home = key not in now and letter in came and letter != ""
        if is_home:
            came.remove(letter)
        start, end = was.get(key), now.get(key)
        if is_home and start is not None:
            at = _entered(state.program, start[0], castle, numbers)
            end = (at, before.board.height(at)) if at is not None else None
        steps = None
        if start is not None and end is not None and key != "castle":
            steps = _steps(state.program, start[0], end[0], numbers)
            if key in named and steps is not None and numbers and abs(steps) not in numbers:
                steps = None
        carried = tuple(x for x in stands if _rests_on(x, key, stands) and was.get(x) != now.get(x))
        yield Motion(number, key, carried, start, end, steps, is_home, key in named)


def _entered(
    program: Program, start: int, castle: int | None, numbers: frozenset[int]
) -> int | None:
    """Return where a wizard came home: at the castle, unless the card leads to another space."""
    far = (
        {_distance(program, start, castle, way) for way in (1, -1)} if castle is not None else set()
    )
    if len(numbers) != 1 or far & numbers:
        return castle
    return _ahead(program, start, *numbers)


def _rests_on(piece: str, other: str, stands: Mapping[str, str]) -> bool:
    """Return whether a piece stands on another one, or on something that does."""
    while piece in stands:
        piece = stands[piece]
        if piece == other:
            return True
    return False


def _covered(before: Keys, after: Keys) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the wizards that are newly under a tower, and those that no longer are."""
    hidden = [
        {
            key
            for key, (space, level) in pieces_of(keys).items()
            if _is_covered(keys, key, space, level)
        }
        for keys in (before, after)
    ]
    both = pieces_of(before).keys() & pieces_of(after).keys()
    return tuple(sorted((hidden[1] - hidden[0]) & both)), tuple(
        sorted((hidden[0] - hidden[1]) & both)
    )


def _is_covered(keys: Keys, key: str, space: int, level: int) -> bool:
    return key.startswith("wizard:") and level < keys.board.height(space)


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
    for steps in range(1, 2 * program.spaces):
        at = {(x, space) for space, before in at for x in _ways_on(program, space, way, before)}
        if any(space == end for space, _ in at):
            return steps
        if not at:
            break
    return None


def _ways_on(program: Program, space: int, way: int, before: int | None) -> Iterable[int]:
    if program.track is None:
        return ((space + way) % program.spaces,)
    return (x for x in program.track.ways_on(space, way, before) if x != NOWHERE)


# --- what is forbidden, what is possible -------------------------------------------------------------


def _forbidden(before: Frame, move: ExampleMove, shown: Played) -> Step:
    """Return a step that the rules do not allow, with the reasons and what was tried."""
    reasons = list(dict.fromkeys(map(_against, explain(move.asked, move.text).reasons)))
    tried = tuple(_tried(before, move, shown))
    found = named_values(move.asked, move.text)
    if found is not None and found[0].spell is not None:
        shown = evolve(shown, spell=found[0].spell)
    return Step((move.text,), move.asked.to_act, shown, tried, against=tuple(reasons))


def _against(reason: Reason) -> Against:
    """Return a reason as a book says it: in plain words, or with the sentence of the rule."""
    ground = reason.ground
    rule = ground.rule if ground is not None else None
    plain = [sentence for sentence in reason.sentences if sentence.key in _PLAIN]
    if plain:
        return Against(rule, _by_language(lambda texts: plain[0].text(texts)))
    is_now = all(sentence.key != "explain.not_now" for sentence in reason.sentences)
    if ground is not None and ground.says and is_now:
        return Against(rule, tuple((lang, ground.text(lang)) for lang in LANGUAGES))
    return Against(rule if is_now else None, _by_language(lambda texts: texts("story.not_here")))


def _by_language(say: Callable[[Texts], str]) -> tuple[tuple[str, str], ...]:
    return tuple((lang, say(Texts(lang))) for lang in LANGUAGES)


def _tried(before: Frame, move: ExampleMove, shown: Played) -> Iterator[Motion]:
    """Yield the pieces of a forbidden move, as far as pieces like them would go."""
    found = named_values(move.asked, move.text)
    if found is None:
        return
    alternative, values = found
    chosen = [
        key
        for key in keys_of(move.asked, before.keys, alternative, values)
        if key.partition(":")[0] in _PIECES
    ]
    was, supports = pieces_of(before.keys), _supports(before.keys)
    steps = _usual_steps(before, move, alternative, shown)
    pieces = chosen[:1] if alternative.kinds == ("wizard",) else chosen
    for number, key in enumerate(pieces, 1):
        space, level = was[key]
        carried = tuple(x for x in supports if _rests_on(x, key, supports))
        end = _ahead(move.asked.program, space, steps) if steps is not None else None
        to = (end, before.keys.board.height(end)) if end is not None else None
        yield Motion(number, key, carried, (space, level), to, steps, is_chosen=True)


def _usual_steps(
    before: Frame, move: ExampleMove, alternative: Alternative, shown: Played
) -> int | None:
    """Return how far other pieces may go in the same way, or what the card says."""
    program, found = move.asked.program, set[int | None]()
    cards = [card for card in program.card_kinds if card.code == shown.card]
    numbers = _numbers_on(cards, shown.roll)
    for outcome in move.possible:
        other, values = _decoded(outcome)
        if other != alternative:
            continue
        named = keys_of(outcome.state_before, before.keys, other, values)
        after = before.keys.after(outcome.state_after.board)
        motions = _motions(before.keys, after, move.asked, outcome.home, named, numbers)
        found.update(motion.steps for motion in motions if motion.is_chosen)
    if len(found) == 1:
        return found.pop()
    # Without others to compare with, the number on the card, if it has only one.
    is_clear = len(numbers) == 1 and not found and alternative.spell is None
    return next(iter(numbers)) if is_clear else None


def _ahead(program: Program, space: int, steps: int) -> int | None:
    """Return the space so many steps ahead, if there is one way there."""
    before: int | None = None
    for _ in range(abs(steps)):
        ways = tuple(_ways_on(program, space, 1 if steps > 0 else -1, before))
        if len(ways) != 1:
            return None
        before, space = space, ways[0]
    return space


def _movable(frame: Frame, possible: Iterable[Outcome]) -> tuple[str, ...]:
    """Return the pieces that the possible moves are about."""
    found: dict[str, None] = {}
    for outcome in possible:
        named = keys_of(outcome.state_before, frame.keys, *_decoded(outcome))
        found.update(dict.fromkeys(x for x in named if x.partition(":")[0] in _PIECES))
    return tuple(found)
