"""Tables completed with what a new game has: a board and a seat are enough for a position.

A `Wanted` says what else a table must have. The result is the first decision of the seat's first turn
in a new game, in which the board is replaced, cards are exchanged, and, for a spell, as many flasks are
filled as it costs; all others are empty but those that rules fill when the round begins.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from attrs import evolve, frozen

from wtrules.backends.reference import Reference
from wtrules.phrase import Verbatim
from wtrules.position.faults import refused
from wtrules.position.pieces import State, read_board
from wtrules.position.table import FLASKS, Table, put_table, table_of
from wtrules.position.turns import Prepare, dealt, first_decision, round_begun
from wtrules.position.wizards import seat_wizards
from wtrules.program.program import Program
from wtrules.value import Value


@frozen
class Wanted(Value):
    """What a table must have, apart from the board."""

    seat: int
    held: tuple[str, ...] = ()  # cards, in the place of others
    is_whole_hand: bool = False  # these and no others
    spell: str | None = None  # to be cast


def completed(
    engine: Reference, wanted: Wanted, board: str, prepare: Prepare | None = None
) -> State:
    """Return the first decision of a turn with this board; raises BadPosition.

    *prepare* changes what is on the table and what rules remember; it may be called more than once.
    """
    program = engine.program
    begun, supply = _supply(engine, wanted)
    table, state = _with_board(program, supply, board), begun[:]
    put_table(program, state, table)
    seat_wizards(program, state)
    if prepare is not None:
        prepare(state)
    found = first_decision(engine, wanted.seat, state, prepare)
    if found is None:
        colour = program.board.colours[wanted.seat]
        raise refused("bad-position.nothing-to-decide", colour=Verbatim(colour))
    return found


_MOST_KEPT = 2_000
# The starts of turns, with what is on the table then; the board is still that of a new game.
_Supply = tuple[State, Table]
_SUPPLIES: WeakKeyDictionary[Reference, dict[Wanted, _Supply]] = WeakKeyDictionary()


def _supply(engine: Reference, wanted: Wanted) -> _Supply:
    """Return what is on the table when the turn begins, with what is wanted."""
    known = _SUPPLIES.setdefault(engine, {})
    if wanted not in known:
        if len(known) >= _MOST_KEPT:
            known.clear()
        known[wanted] = _with_wanted(engine, wanted)
    return known[wanted]


def _with_wanted(engine: Reference, wanted: Wanted) -> _Supply:
    program, seat = engine.program, wanted.seat
    state = dealt(engine, seat)
    begun = round_begun(engine, seat, lambda data: _empty_flasks(program, data))
    table = evolve(table_of(program, state), flasks=table_of(program, begun).flasks)
    table = table.with_deck(
        table.deck.with_hand(program.decks[0], seat, wanted.held, is_whole=wanted.is_whole_hand)
    )
    if wanted.spell is not None:
        table = _with_spell(program, table, seat, wanted.spell)
    return state, table


def _with_board(program: Program, table: Table, text: str) -> Table:
    """Return a table with another board; wizards that are not on it are home. Raises BadPosition."""
    total = dict(zip(table.letters, table.wizards, strict=True))
    board = read_board(program, text, supply=total)
    standing = board.wizards
    home = tuple(total[letter] - standing[letter] for letter in table.letters)
    return evolve(table, board=board, home=home, pieces={})


def _empty_flasks(program: Program, data: State) -> None:
    empty, full, spent = (program.fields[name].offset for name in FLASKS)
    for player in range(program.players):
        data[empty + player] += data[full + player] + data[spent + player]
        data[full + player] = data[spent + player] = 0


def _with_spell(program: Program, table: Table, seat: int, spell: str) -> Table:
    """Return a table with a spell laid out, and flasks filled that it costs."""
    cost = program.words.costs[program.words.spells.index(spell)]
    empty, full, spent = table.flasks[seat]
    filled = min(empty + full, max(full, cost))
    flasks = list(table.flasks)
    flasks[seat] = (empty + full - filled, filled, spent)
    return evolve(table, spells=(*table.spells, spell), flasks=tuple(flasks))
