"""Positions that are given as text, of any kind: a whole line, a board, what differs from the set-up.

A `Given` has the text and what belongs to it; `given_state` returns the first decision.
"""

from __future__ import annotations

from itertools import chain
from typing import Protocol
from weakref import WeakKeyDictionary

from attrs import frozen

from wtrules.backends.reference import Reference
from wtrules.board.boardtext import problem
from wtrules.meaning import values
from wtrules.phrase import names
from wtrules.position.faults import BadPosition, reaching_a_decision, refused
from wtrules.position.pieces import State
from wtrules.position.start_board import board_from_start, is_from_start, split_seat, wizards_in
from wtrules.position.supply import Wanted, completed
from wtrules.position.turns import Prepare, parse_turn_start, starts_turn
from wtrules.program.program import Alternative, CardKind, Program
from wtrules.resolve.model import Rules
from wtrules.value import Value


class Playable(Protocol):
    """Rules to set positions up with: a game."""

    @property
    def name(self) -> str: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def players(self) -> tuple[int, ...]: ...
    def engine(self, players: int) -> Reference: ...


@frozen
class Given(Value):
    """A position as it is given: its text, and of a board what it does not show.

    *seat* is a colour's letter or a number from 0. *players* is by default the lowest number that
    includes everybody on the board. *hand* is the whole hand; without it, *card* replaces one of
    the cards in the hand. All flasks are empty except those needed to cast *spell* once.
    """

    text: str
    seat: str | int | None = None
    card: str | None = None
    roll: int | None = None
    spell: str | None = None
    players: int | None = None
    hand: tuple[str, ...] | None = None

    @property
    def is_board(self) -> bool:
        """Whether it is a board with a player to move, and not a whole line."""
        if "=" in self.text:
            return False
        _, rest = split_seat(self.text)
        return len(rest) == (self.seat is None) or (not rest and is_from_start(self.text))


def given_state(
    game: Playable, given: Given, prepare: Prepare | None = None
) -> tuple[Reference, State]:
    """Return the decision that is given, with its engine; raises BadPosition.

    *prepare* changes what is on the table and what rules remember; it may be called more than once.
    """
    with reaching_a_decision():
        if given.is_board:
            return _on_board(game, given, prepare)
        engine = game.engine(players_in_line(game, given.text))
        if starts_turn(given.text):
            return engine, parse_turn_start(engine, given.text, prepare)
        from wtrules.position.reader import parse_state  # most commands read no whole position

        state = parse_state(engine, given.text)
        if prepare is not None:
            prepare(state)
        return engine, state


def players_in_line(game: Playable, text: str) -> int:
    """Return for how many players a whole line is; raises BadPosition."""
    flasks = next((part for part in text.split(" ") if part.startswith("flasks=")), "")
    players = flasks.count(",") + 1
    if flasks and players in game.players:
        return players
    first, counts = game.players[0], ", ".join(map(str, game.players))
    example = ",".join(["6.0.0"] * first)
    if not flasks:
        raise refused("bad-position.no-flasks", example=example, first=first)
    fault = problem(
        "bad-position.flasks-for-one" if players == 1 else "bad-position.flasks-for",
        text.index(flasks),
        len(flasks),
        given=players,
        counts=counts,
        example=example,
        first=first,
    )
    raise BadPosition((fault,))


def _on_board(game: Playable, given: Given, prepare: Prepare | None) -> tuple[Reference, State]:
    """Return the first decision of a turn with a board."""
    text, rest = split_seat(given.text)
    seat = given.seat if given.seat is not None else "".join(rest) or 0
    card, roll, spell = given.card, given.roll, given.spell
    engine = game.engine(players_of(game, text, seat, given.players))
    program = engine.program
    board = board_from_start(game.rules, engine, text)
    number = known_seat(program, seat)
    if card is not None:
        check_roll(game.rules, known_card(program, card), roll)
    elif roll is not None:
        raise refused("bad-roll.no-card")
    if spell is not None:
        known_spell(program, spell)
    held = given.hand or ()
    if card is not None and card not in held:
        held = (card, *held)
    for code in held:
        known_card(program, code)
    wanted = Wanted(number, held, given.hand is not None, spell)
    state = completed(engine, wanted, board, prepare)
    if roll is not None and card is not None:
        option = card_option(engine, state, card)
        if option is not None:
            state[program.fields["rng"].offset] = seed_for_roll(engine, state, option, roll)
    return engine, state


def players_of(
    game: Playable, board: str, seat: str | int, players: int | None = None, others: str = ""
) -> int:
    """Return the number of players of a board: the lowest with everybody on it, and *others*."""
    if players is not None:
        if players not in game.players:
            counts = ", ".join(map(str, game.players))
            raise refused("bad-player-count", game=game.name, counts=counts, players=players)
        return players
    letters = "".join(values.letters(game.rules).values())
    named = {*wizards_in(game.rules, board), *others}
    last = max((letters.find(x) for x in named), default=-1)
    at = letters.find(str(seat)) if not str(seat).isdecimal() else int(seat)
    needed = max(last, at) + 1
    return next((n for n in game.players if n >= needed), game.players[-1])


# --- cards, spells, seats and rolls by name --------------------------------------------------------


def known_card(program: Program, code: str) -> CardKind:
    """Return the card with this code."""
    for kind in program.cards:
        if kind.code == code:
            return kind
    known = names(kind.code for kind in program.cards)
    raise refused("unknown-card.code", code=code, known=known)


def known_spell(program: Program, spell: str) -> int:
    """Return the number of the spell with this name."""
    if spell in program.words.spells:
        return program.words.spells.index(spell)
    known = names(program.words.spells)
    raise refused("unknown-spell.asked", spell=spell, known=known)


def known_seat(program: Program, seat: str | int) -> int:
    """Return the number of a seat, given as a number or as the letter of a colour."""
    text = str(seat)
    if text.isascii() and text.isdecimal() and int(text) < program.players:
        return int(text)
    if len(text) == 1 and text in program.board.letters:
        return program.board.letters.index(text)
    known = ", ".join(f"`{x}`" for x in program.board.letters)
    shown = text if len(text) <= 20 else text[:20] + "…"
    players = program.players
    raise refused("unknown-seat", shown=shown, players=players, known=known, last=players - 1)


def check_roll(rules: Rules, kind: CardKind, roll: int | None) -> None:
    """Check that a roll is given for a card with a die, and only for such a card."""
    if roll is None and not kind.rolls:
        return
    faces = values.number(rules, "die.faces")
    assert faces is not None, "a game has a die"
    if roll is not None and not kind.rolls:
        raise refused("bad-roll.no-die", code=kind.code)
    if roll is None:
        raise refused("bad-roll.missing", code=kind.code, faces=faces)
    if not 1 <= roll <= faces:
        raise refused("bad-roll", faces=faces, roll=roll)


# --- the die ---------------------------------------------------------------------------------------

_MOST_SEEDS = 10_000  # to try until the die shows a given number
_SEEDS: WeakKeyDictionary[Reference, dict[int | None, int]] = WeakKeyDictionary()


def plays_card(alternative: Alternative) -> bool:
    """Return whether an option plays a card."""
    return alternative.kinds == ("card",) and not alternative.words


def card_option(engine: Reference, state: State, card: str) -> int | None:
    """Return the option that plays a card, if there is one."""
    program = engine.program
    at = state[program.fields["at"].offset]
    for option in engine.options(state) if at > 0 else ():
        alternative, numbers = program.decisions[at - 1].decode(option)
        if plays_card(alternative) and program.card_names[numbers[0]] == card:
            return option
    return None


def seed_for_roll(engine: Reference, state: State, option: int, roll: int | None) -> int:
    """Return the lowest seed for which the die shows *roll* after an option."""
    known = _SEEDS.setdefault(engine, {})
    rng, shown = (engine.program.fields[name].offset for name in ("rng", "roll"))
    for seed in chain((known.get(roll, 0),), range(_MOST_SEEDS)):
        data = state[:]
        data[rng] = seed
        engine.play(data, option)
        if data[shown] == roll:
            known[roll] = seed
            return seed
    raise refused("bad-roll.never", roll=roll)
