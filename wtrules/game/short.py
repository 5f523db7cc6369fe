"""Make a whole position from its short form: a board, a seat, optionally a card or a spell.

The result is a `State` at the first decision of that seat's first turn in a new game, in which the
board is replaced, the card is put into the hand and, for a spell, as many flasks are filled as it
costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from attrs import frozen

from wtrules.backends.reference import Reference
from wtrules.game.game import Game, State
from wtrules.game.outcomes import card_option, seed_for_roll
from wtrules.game.start_board import board_from_start, wizards_in
from wtrules.meaning import values
from wtrules.phrase import Verbatim
from wtrules.position.arguments import check_roll, known_card, known_seat, known_spell
from wtrules.position.faults import reaching_a_decision, refused
from wtrules.position.pieces import put_board, read_board
from wtrules.position.turns import Prepare, dealt, first_decision, round_begun
from wtrules.position.wizards import seat_wizards
from wtrules.program.program import Program
from wtrules.value import Value


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
    request = _Request(count, number, held, hand is not None, spell)
    with reaching_a_decision():
        state = _position(game, request, board, prepare)
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


@frozen
class _Request(Value):
    """What a position must have, apart from the board."""

    players: int
    seat: int
    held: tuple[str, ...]
    is_whole_hand: bool
    spell: str | None


def _position(game: Game, request: _Request, board: str, prepare: Prepare | None) -> State:
    """Return the first decision of a turn on a board."""
    engine = game.engine(request.players)
    tables = _TABLES.setdefault(engine, {})
    if request not in tables:
        if len(tables) >= _MOST_KEPT:
            tables.clear()
        tables[request] = _table(engine, request)
    table = tables[request][:]
    _replace_board(engine.program, table, board)
    if prepare is not None:
        prepare(table)
    data = first_decision(engine, request.seat, table, prepare)
    if data is None:
        colour = engine.program.board.colours[request.seat]
        raise refused("bad-position.nothing-to-decide", colour=Verbatim(colour))
    return State(game, engine, data, engine.options(data))


_MOST_KEPT = 2_000
# What is on the table at starts of turns.
_TABLES: WeakKeyDictionary[Reference, dict[_Request, list[int]]] = WeakKeyDictionary()


def _table(engine: Reference, request: _Request) -> list[int]:
    """Return what is on the table when the turn begins; the board is still that of a new game."""
    program = engine.program
    table = dealt(engine, request.seat)
    deal(program, table, request.seat, request.held, is_whole_hand=request.is_whole_hand)
    # All flasks are empty but those that rules fill when the round begins.
    begun = round_begun(engine, request.seat, lambda data: _empty_flasks(program, data))
    for name in _FLASKS:
        part = program.fields[name]
        table[part.offset : part.offset + part.size] = begun[part.offset : part.offset + part.size]
    if request.spell is not None:
        _prepare_spell(program, table, request.seat, request.spell)
    return table


def _replace_board(program: Program, data: list[int], text: str) -> None:
    """Put another board into a state; wizards that are not on it are home. Raises BadPosition."""
    home, wizards = program.fields["home"].offset, program.fields["wizards"].offset
    total = data[wizards : wizards + program.players]
    supply = dict(zip(program.board.letters, total, strict=True))
    put_board(program, data, read_board(program, text, supply=supply))
    data[home : home + program.players] = [
        supply[letter] - text.count(letter) for letter in program.board.letters
    ]
    seat_wizards(program, data)


_FLASKS = ("empty", "full", "spent")


def _empty_flasks(program: Program, data: list[int]) -> None:
    empty, full, spent = (program.fields[name].offset for name in _FLASKS)
    for player in range(program.players):
        data[empty + player] += data[full + player] + data[spent + player]
        data[full + player] = data[spent + player] = 0


def _prepare_spell(program: Program, data: list[int], seat: int, spell: str) -> None:
    """Lay a spell out and fill the flasks that it costs."""
    number = program.words.spells.index(spell)
    f = program.fields
    data[f["laid_out"].offset + number] = 1
    empty, full = f["empty"].offset + seat, f["full"].offset + seat
    flasks = data[empty] + data[full]
    data[full] = min(flasks, max(data[full], program.words.costs[number]))
    data[empty] = flasks - data[full]


def deal(
    program: Program, data: list[int], seat: int, held: Sequence[str], *, is_whole_hand: bool
) -> None:
    """Exchange cards so that a seat holds these, with others only to fill its hand."""
    f, kinds = program.fields, len(program.cards)
    codes = [kind.code for kind in program.cards]
    wanted = [codes.index(code) for code in held]
    for card in set(wanted):
        if wanted.count(card) > program.cards[card].copies:
            copies = program.cards[card].copies
            code, count = codes[card], wanted.count(card)
            raise refused("too-many-cards", copies=copies, code=code, count=count)
    start, pile_at = f["hand"].offset + seat * kinds, f["pile"].offset
    hand = Counter({card: data[start + card] for card in range(kinds) if data[start + card]})
    target = Counter(wanted)
    if not is_whole_hand:  # the hand keeps its size
        rest = hand - target
        for card in rest.elements():
            if target.total() < hand.total():
                target[card] += 1
    pile = data[pile_at : pile_at + data[f["pile_size"].offset]]
    spare = list((hand - target).elements())
    for card in (target - hand).elements():
        if card in pile:
            pile.remove(card)
        elif data[f["discard"].offset + card]:
            data[f["discard"].offset + card] -= 1
            data[f["discard_size"].offset] -= 1
        else:
            hands = range(f["hand"].offset, f["hand"].offset + program.players * kinds, kinds)
            theirs = next((at for at in hands if at != start and data[at + card]), None)
            # In exchange there is a spare card, or the lowest of the pile.
            other = spare.pop() if spare else pile.pop(0)
            if theirs is None:  # it is face up
                data[data.index(card, f["row"].offset)] = other
                continue
            data[theirs + card] -= 1
            data[theirs + other] += 1
    pile[:0] = spare
    data[start : start + kinds] = [target[card] for card in range(kinds)]
    data[f["hand_size"].offset + seat] = target.total()
    data[f["pile_size"].offset] = len(pile)
    room = program.decks[0].size
    data[pile_at : pile_at + room] = pile + [0] * (room - len(pile))
