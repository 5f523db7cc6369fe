"""The legal moves of a position, also for one card or spell, each with its result.

The functions take a `State` and return `Outcome`s. They know no rules: they find out what a card or
spell can do by playing it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from wtrules.game.game import State
from wtrules.game.moves import Move
from wtrules.phrase import Verbatim
from wtrules.position.faults import refused
from wtrules.position.given import (
    card_option,
    check_roll,
    known_card,
    known_spell,
    plays_card,
    seed_for_roll,
)
from wtrules.program.program import Program
from wtrules.value import Value

_MOST_DECISIONS = 50  # to search through until a card can be played


@frozen
class Gains(Value):
    """What players gained with a move, and whether the turn is over."""

    filled: str  # the letter of a player for each flask that the player filled
    home: str  # letters of the wizards that came home
    turn_over: bool
    scored: tuple[int, ...]  # points, by seat


@frozen(eq=False, repr=False)
class Outcome:
    """A legal move and its result."""

    move: Move
    state_before: State  # the decision that the move answers
    state_after: State
    board: str
    filled: str  # the letter of a player for each flask that the player filled
    home: str  # letters of the wizards that came home
    turn_over: bool
    scored: tuple[int, ...]  # points, by seat

    @property
    def flask(self) -> bool:
        """Whether a flask was filled."""
        return bool(self.filled)

    @property
    def rule(self) -> str:
        """The rule that offers the move."""
        return self.move.rule


def outcomes(state: State) -> list[Outcome]:
    """Return every legal move of a position with its result."""
    return [_outcome(state, option) for option in state.options]


def card_moves(state: State, card: str, roll: int | None = None) -> list[Outcome]:
    """Return the moves with a card from the hand; *roll* is the number on the die, if it has one.

    No spell is cast before the card. A card that cannot be carried out has no moves.
    """
    shown = shown_card(state, card, roll)
    if not _carries_out(shown):
        return []
    return [_outcome(shown, option, until_moved=True) for option in shown.options]


def spell_moves(
    state: State, spell: str, card: str | None = None, roll: int | None = None
) -> list[Outcome]:
    """Return every way to cast a spell in the action that starts here.

    If it cannot be cast before a card, *card* is played. The spell is then cast at the first
    decision that offers it: after the card is shown, or after a piece is chosen for it.
    """
    known_spell(state.program, spell)
    found = _casts(state, spell)
    if found or card is None:
        return found
    for shown in _steps_to_card(state, card, roll):
        if found := _casts(shown, spell):
            return found
    if not _carries_out(shown):
        return []
    for option in shown.options:
        for chosen in _while_unmoved(shown, option):
            if casts := _casts(chosen, spell):
                found += casts
                break
    return found


def _while_unmoved(state: State, option: int) -> Iterator[State]:
    """Yield the decisions after a piece has been chosen and before it moves."""
    unmoved = state.board_text
    onward: int | None = option
    while onward is not None:
        state = _after(state, onward)
        if state.board_text != unmoved:
            return
        yield state
        onward = declining(state)


def _casts(state: State, spell: str) -> list[Outcome]:
    """Return the options of a decision that cast a spell."""
    decision = state.decision_point
    if decision is None or all(x.spell != spell for x in decision.alternatives):
        return []
    return [
        _outcome(state, option)
        for option in state.options
        if decision.decode(option)[0].spell == spell
    ]


def _outcome(before: State, option: int, until_moved: bool = False) -> Outcome:
    after = _after(before, option)
    board = after.board_text
    if until_moved and (onward := declining(after)) is not None:
        # No spell is cast between choosing a piece and moving it.
        unmoved = before.board_text
        while board == unmoved and onward is not None:
            after = _after(after, onward)
            board = after.board_text
            onward = declining(after)
    return outcome(before, before.move(option), after)


def rolled(move: Outcome, rolls: Sequence[int]) -> Outcome:
    """Return what a move leads to if the die shows these numbers; raises IllegalRoll."""
    return outcome(move.state_before, move.move, move.state_before.play(move.move, rolls))


def by_chance(move: Outcome, seed: int) -> Outcome:
    """Return what a move leads to with another future."""
    before = move.state_before.with_seed(seed)
    return outcome(before, move.move, before.play(move.move))


def outcome(before: State, move: Move, after: State) -> Outcome:
    """Return a move with the position that it led to."""
    gains = gained(before, after)
    return Outcome(
        move,
        before,
        after,
        after.board_text,
        gains.filled,
        gains.home,
        gains.turn_over,
        gains.scored,
    )


def gained(before: State, after: State) -> Gains:
    """Return what players gained between two positions."""
    return Gains(
        _letters(before.program, "empty", after.data, before.data),
        _letters(before.program, "home", before.data, after.data),
        after.is_over or after.active != before.active,
        tuple(new - old for new, old in zip(after.points, before.points, strict=True)),
    )


def _letters(program: Program, field: str, less: list[int], more: list[int]) -> str:
    """Return the letter of each player as often as a number of theirs is larger in *more*."""
    start = program.fields[field].offset
    return "".join(
        letter * (more[start + i] - less[start + i])
        for i, letter in enumerate(program.board.letters)
    )


def _after(state: State, option: int) -> State:
    data = state.data[:]
    return State(state.game, state.engine, data, state.engine.play(data, option))


def declining(state: State) -> int | None:
    """Return the option to do nothing, if a decision has one."""
    alternatives = state.decision_point.alternatives if state.decision_point is not None else ()
    found = (i for i, alternative in enumerate(alternatives) if alternative.declines)
    return next((i for i in found if i in state.options), None)


# --- playing a card ---------------------------------------------------------------------------


def shown_card(state: State, card: str, roll: int | None = None) -> State:
    """Return the position in which a card is carried out, or the next one if it cannot be."""
    *_, last = _steps_to_card(state, card, roll)
    return last


def is_before_card(state: State, text: str) -> bool:
    """Return whether a move is made before or instead of playing a card."""
    word = text.partition(" ")[0]
    if word in ("card", "cast"):
        return True
    asked = [x for x in state.program.decisions if any(map(plays_card, x.alternatives))]
    return any(x.words == (word,) and not x.kinds for d in asked for x in d.alternatives)


def asked_of_card(state: State, card: str, roll: int | None = None) -> State:
    """Return the decision of what to do with a card, even if there is nothing to choose from.

    The rules skip a card that cannot be carried out, but its decision comes up on the way.
    """
    shown = shown_card(state, card, roll)
    ready = _ready_to_play(state, card)
    if _carries_out(shown) or ready is None:
        return shown
    before, option = ready
    if known_card(state.program, card).rolls:
        data = before.data[:]
        data[state.program.fields["rng"].offset] = seed_for_roll(
            before.engine, before.data, option, roll
        )
        before = State(state.game, state.engine, data, before.options)
    onward: int | None = option
    while onward is not None:
        data = before.data[:]
        options: list[int] = []
        for decision, options in state.engine.decisions(data, state.engine.chosen(data, onward)):
            there = data[:]
            there[state.program.fields["at"].offset] = decision + 1
            passed = State(state.game, state.engine, there, options)
            if _carries_out(passed):
                return passed
        before = State(state.game, state.engine, data, options)
        onward = declining(before)
    return shown


def _steps_to_card(state: State, card: str, roll: int | None) -> Iterator[State]:
    """Yield the decisions from playing a card to carrying it out; no spell is cast in between."""
    kind = known_card(state.program, card)
    check_roll(state.rules, kind, roll)
    ready = _ready_to_play(state, card)
    if ready is None:
        who = state.program.board.colours[state.to_act]
        moves = ", ".join(f"`{move.text}`" for move in state.legal_moves[:4])
        raise refused("card-not-in-hand", who=Verbatim(who), card=card, moves=moves)
    state, option = ready
    shown = _with_roll(state, option, roll) if kind.rolls else _after(state, option)
    yield shown
    while not _carries_out(shown):
        onward = declining(shown)
        if onward is None:
            return
        shown = _after(shown, onward)
        yield shown


def _ready_to_play(state: State, card: str) -> tuple[State, int] | None:
    """Return the nearest decision in which a card can be played, with nothing done before it.

    Earlier decisions are answered with options that need no piece and keep the card in the hand.
    The shortest path is taken.
    """
    codes = [kind.code for kind in state.program.cards]
    number = codes.index(card)

    def holds_card(after: State) -> bool:
        return after.numbers("hand")[after.active * len(codes) + number] > 0

    waiting, seen = [state], 0
    while waiting and seen < _MOST_DECISIONS:
        state = waiting.pop(0)
        seen += 1
        if state.to_act == state.active:
            option = card_option(state.engine, state.data, card)
            if option is not None:
                return state, option
        waiting += filter(holds_card, (_after(state, option) for option in _plain_options(state)))
    return None


def _plain_options(state: State) -> Iterator[int]:
    """Yield the options without a card, spell or piece."""
    alternatives = state.decision_point.alternatives if state.decision_point is not None else ()
    for i, alternative in enumerate(alternatives):
        if not alternative.kinds and len(alternative.words) == 1 and i in state.options:
            yield i


def _carries_out(state: State) -> bool:
    """Return whether a decision is about what to do with a card."""
    decision = state.decision_point
    if decision is None:
        return False
    return decision.kind == "card" or any(x.card is not None for x in decision.alternatives)


def _with_roll(state: State, option: int, roll: int | None) -> State:
    """Play an option so that the die shows *roll*."""
    data = state.data[:]
    data[state.program.fields["rng"].offset] = seed_for_roll(state.engine, state.data, option, roll)
    return State(state.game, state.engine, data, state.engine.play(data, option))
