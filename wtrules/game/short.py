"""Make a whole position from its short form: a board, a seat, optionally a card or a spell."""

from __future__ import annotations

from collections.abc import Sequence

from wtrules.game.game import Game, State
from wtrules.game.outcomes import card_option, seed_for_roll
from wtrules.game.start_board import board_from_start, wizards_in
from wtrules.meaning import values
from wtrules.position.arguments import check_roll, known_card, known_seat, known_spell
from wtrules.position.faults import reaching_a_decision, refused
from wtrules.position.supply import Wanted, completed
from wtrules.position.turns import Prepare


def short_position(
    game: Game,
    board: str,
    seat: str | int,
    *,
    card: str | None = None,
    roll: int | None = None,
    spell: str | None = None,
    players: int | None = None,
    hand: Sequence[str] | None = None,
    prepare: Prepare | None = None,
) -> State:
    """Return the first decision of a turn with this board; raises BadPosition.

    *seat* is a colour's letter or a number from 0. *players* is by default the lowest number that
    includes everybody on the board. *hand* is the whole hand; without it, *card* replaces one of
    the cards in the hand. All flasks are empty except those needed to cast *spell* once. *prepare*
    changes what is on the table and what rules remember; it may be called more than once.
    """
    count = players_of(game, board, seat, players)
    board = board_from_start(game, board, count)
    program = game.program(count)
    number = known_seat(program, seat)
    if card is not None:
        check_roll(game.rules, known_card(program, card), roll)
    elif roll is not None:
        raise refused("bad-roll.no-card")
    if spell is not None:
        known_spell(program, spell)
    if hand is None:
        held: tuple[str, ...] = (card,) if card is not None else ()
    else:
        held = tuple(hand) if card is None or card in hand else (card, *hand)
    for code in held:
        known_card(program, code)
    engine = game.engine(count)
    with reaching_a_decision():
        data = completed(engine, Wanted(number, held, hand is not None, spell), board, prepare)
        state = State(game, engine, data, engine.options(data))
    if roll is not None and card is not None and (option := card_option(state, card)) is not None:
        seed = seed_for_roll(state, option, roll)
        state = state.with_seed(seed)
    return state


def players_of(
    game: Game, board: str, seat: str | int, players: int | None = None, others: str = ""
) -> int:
    """Return the number of players of a board: the lowest with everybody on it, and *others*."""
    if players is not None:
        if players not in game.players:
            counts = ", ".join(map(str, game.players))
            raise refused("bad-player-count", game=game.name, counts=counts, players=players)
        return players
    letters = "".join(values.letters(game.rules).values())
    named = {*wizards_in(game, board), *others}
    last = max((letters.find(x) for x in named), default=-1)
    at = letters.find(str(seat)) if not str(seat).isdecimal() else int(seat)
    needed = max(last, at) + 1
    return next((n for n in game.players if n >= needed), game.players[-1])
