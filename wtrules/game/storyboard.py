"""Examples and moves as storyboards: the positions before and after, what moved where, what else happened.

A storyboard is made from an `example` of the rules, or from a position and some moves. It knows no
rule: everything in it is read from the positions before and after. `say/voice.py` puts it into words,
and `story_pictures.py` draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from wtrules.board.keys import Keys
from wtrules.game.examples import ExampleMove, play_example
from wtrules.game.explain import Reason, explain, named_values
from wtrules.game.game import Game, State
from wtrules.game.happened import (
    Table,
    ahead,
    decoded,
    is_shared,
    motions_between,
    moved_thing,
    numbers_on,
    on_table,
)
from wtrules.game.moves import Move, named_move, split_rolls
from wtrules.game.outcomes import Outcome, outcome, outcomes
from wtrules.game.piece_keys import keys_of
from wtrules.meaning.sentences import sentences
from wtrules.program.program import Alternative
from wtrules.resolve.model import Entry
from wtrules.say.things import Against, Card, Choice, Happened, Motion, Played
from wtrules.say.voice import Voice
from wtrules.texts import LANGUAGES, Texts, as_sentence
from wtrules.value import Value

_PIECES = ("wizard", "tower", "piece")

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
class Storyboard(Value):
    """Frames, and the steps that lead from each to the next.

    After a forbidden step, the next frame is the same again; there is none if it is the last step.
    """

    game: Game
    id: str  # of the example; empty without one
    says: Mapping[str, str]  # the caption of the example, by language
    frames: tuple[Frame, ...]
    steps: tuple[Happened, ...]
    movable: tuple[str, ...] = ()  # without a step: keys of the pieces that may be moved

    @property
    def start(self) -> State:
        """The position before."""
        return self.frames[0].state

    def caption(self, lang: str) -> str:
        """Return what its example says, or what happens in it."""
        return Texts(lang).phrase(self.says) or self.described(lang)

    def described(self, lang: str) -> str:
        """Return what happens, in sentences."""
        voice = Voice(self.game.rules, lang)
        said = [sentence for step in self.steps for sentence in voice.account(step)]
        return " ".join(said) or as_sentence(voice("say.position"))


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
            story.steps.append(_given(played.start, shown))
    says = sentences(game.rules, entry.node, played.start.players)
    return Storyboard(game, entry.id, says, tuple(story.frames), tuple(story.steps), movable)


def storyboard(state: State, moves: Sequence[Move | str]) -> Storyboard:
    """Return the storyboard of some moves; the last one may be forbidden."""
    story = _Story(Frame(state, Keys.of(state.board)), Played())
    for move in moves:
        text, rolls = split_rolls(move.text if isinstance(move, Move) else move)
        found = named_move(text, state.legal_moves)
        if found is None:
            story.add(ExampleMove(text, state, tuple(outcomes(state)), None))
            break
        after = state.play(found, rolls or None)
        story.add(ExampleMove(text, state, (), outcome(state, found, after)))
        state = after
    story.close()
    return Storyboard(state.game, "", {}, tuple(story.frames), tuple(story.steps))


class _Story:
    """Collects frames and steps; moves that change nothing become part of the next step."""

    def __init__(self, first: Frame, shown: Played) -> None:
        self.frames = [first]
        self.steps: list[Happened] = []
        self.shown = shown  # what is being played
        self.waiting: Happened | None = None
        self.named: list[str] = []

    def add(self, move: ExampleMove) -> None:
        """Add a move."""
        before = self.frames[-1]
        if self.steps and self.steps[-1].is_forbidden:
            self.frames.append(before)  # a forbidden move changes nothing
        if move.outcome is None:
            self._join(_forbidden(before, move, self.shown))
            return
        asked, after = move.outcome.state_before, move.outcome.state_after
        table = Table.of(before.keys)
        then = table.after(after.board)
        step = on_table(asked, table, move.outcome.move, after, then, self.shown, self.named)
        self.shown = step.played
        self.named += keys_of(asked, before.keys, *decoded(asked, move.outcome.move))
        self._join(evolve(step, moves=(move.text,)), Frame(after, then.keys))

    def close(self) -> None:
        """End with moves that change nothing, if there are any left."""
        if self.waiting is not None:
            self.steps.append(self.waiting)
            self.waiting = None

    def _join(self, step: Happened, frame: Frame | None = None) -> None:
        if self.waiting is not None:
            step = step.after(self.waiting)
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


# --- what is forbidden, what is possible -------------------------------------------------------------


def _given(state: State, shown: Played) -> Happened:
    """Return what is being played, before anything is chosen."""
    card = next((kind for kind in state.program.card_kinds if kind.code == shown.card), None)
    choice = Choice(verb="play", things=(Card(card),)) if card is not None else Choice()
    return Happened((), state.to_act, state.program.board.letters, choice, played=shown)


def _forbidden(before: Frame, move: ExampleMove, shown: Played) -> Happened:
    """Return a step that the rules do not allow, with the reasons and what was tried."""
    reasons = list(dict.fromkeys(map(_against, explain(move.asked, move.text).reasons)))
    tried = tuple(_tried(before, move, shown))
    found = named_values(move.asked, move.text)
    if found is not None and found[0].spell is not None:
        shown = evolve(shown, spell=found[0].spell)
    return Happened(
        (move.text,),
        move.asked.to_act,
        move.asked.program.board.letters,
        played=shown,
        motions=tried,
        against=tuple(reasons),
        is_shared=is_shared(move.asked),
    )


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
    table = Table.of(before.keys)
    steps = _usual_steps(before, move, alternative, shown)
    pieces = chosen[:1] if alternative.kinds == ("wizard",) else chosen
    for number, key in enumerate(pieces, 1):
        space, level = table.spots[key]
        carried = tuple(table.above(key))
        end = ahead(move.asked.program, space, steps) if steps is not None else None
        to = (end, before.keys.board.height(end)) if end is not None else None
        what = moved_thing(key, carried, move.asked, move.asked, (space, level))
        yield Motion(number, key, what, carried, (space, level), to, steps, is_chosen=True)


def _usual_steps(
    before: Frame, move: ExampleMove, alternative: Alternative, shown: Played
) -> int | None:
    """Return how far other pieces may go in the same way, or what the card says."""
    program, found = move.asked.program, set[int | None]()
    cards = [card for card in program.card_kinds if card.code == shown.card]
    numbers = numbers_on(cards, shown.roll)
    for possibility in move.possible:
        asked = possibility.state_before
        other, values = decoded(asked, possibility.move)
        if other != alternative:
            continue
        named = keys_of(asked, before.keys, other, values)
        then = possibility.state_after
        table = Table.of(before.keys)
        motions = motions_between(table, table.after(then.board), asked, then, named, numbers)
        found.update(motion.steps for motion in motions if motion.is_chosen)
    if len(found) == 1:
        return found.pop()
    # Without others to compare with, the number on the card, if it has only one.
    is_clear = len(numbers) == 1 and not found and alternative.spell is None
    return next(iter(numbers)) if is_clear else None


def _movable(frame: Frame, possible: Iterable[Outcome]) -> tuple[str, ...]:
    """Return the pieces that the possible moves are about."""
    found: dict[str, None] = {}
    for possibility in possible:
        asked = possibility.state_before
        named = keys_of(asked, frame.keys, *decoded(asked, possibility.move))
        found.update(dict.fromkeys(x for x in named if x.partition(":")[0] in _PIECES))
    return tuple(found)
