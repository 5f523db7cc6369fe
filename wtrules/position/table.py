"""What lies on the table, as a value: the same for all rulesets with these pieces and cards.

`table_of` reads one from a state, and `put_table` writes one; `fields` are its texts in a position.
What rules remember, and where the program is, is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from attrs import evolve, field, frozen

from wtrules.board import Board, format_board
from wtrules.position.decks import DeckView, deck_view, put_deck
from wtrules.position.pieces import (
    HIDDEN,
    UNKNOWN,
    State,
    board_of,
    order_of,
    put_board,
    put_in_order,
)
from wtrules.position.wizards import places, seat_wizards
from wtrules.program.program import Program
from wtrules.program.state import signed
from wtrules.value import Value

Flasks = tuple[int, int, int]  # empty, full, spent
FLASKS = ("empty", "full", "spent")
_GIVEN_BACK = (1, 2, 0)  # full flasks are passed on, so they go back first


@frozen
class Table(Value):
    """The pieces, cards, flasks and spells on the table, and who decides."""

    letters: str  # of the players, by seat
    board: Board
    seat: str  # the player who decides
    active: str  # whose turn it is
    home: tuple[int, ...]
    flasks: tuple[Flasks, ...]
    decks: Mapping[str, DeckView]  # by name, the main deck first
    spells: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    rng: int | None = 0  # None: not known
    roll: int = 0
    winners: str = ""
    pieces: Mapping[str, tuple[int, ...]] = field(factory=dict)  # equal ones, in another order
    decision: str = ""
    is_sketch: bool = False  # from an example: towers may be missing
    # As numbers, for each way in which games store them; made when needed.
    encoded: dict[str, dict[str, list[int]] | None] = field(
        factory=dict, init=False, eq=False, repr=False
    )

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.flasks)

    @property
    def deck(self) -> DeckView:
        """The main deck."""
        return next(iter(self.decks.values()))

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards of the main deck in each hand."""
        return self.deck.hands

    @property
    def wizards(self) -> tuple[int, ...]:
        """How many wizards of each seat there are, on the board and at home."""
        there = self.board.wizards
        return tuple(there[x] + n for x, n in zip(self.letters, self.home, strict=True))

    @property
    def castle(self) -> int:
        """The space of the castle; the first one if there is none."""
        return next(iter(self.board.castles), 0)

    def without_wizards(self) -> Table:
        """Return the table with all wizards at home."""
        spaces = (stack.with_surfaces([""] * len(stack.surfaces)) for stack in self.board.spaces)
        return evolve(self, board=Board(tuple(spaces)), home=self.wizards)

    def with_deck(self, deck: DeckView) -> Table:
        """Return the table with another main deck."""
        return evolve(self, decks={**self.decks, next(iter(self.decks)): deck})

    def with_hands(self, hands: tuple[tuple[str, ...], ...]) -> Table:
        """Return the table with other hands; cards that are in no hand any more are discarded."""
        return self.with_deck(self.deck.with_hands(hands))

    def with_own_flasks(self, start: Table) -> Table:
        """Return the table after players have given back the flasks that were passed on to them.

        Who has how many at the beginning is seen in *start*. If rules have brought more flasks into
        play, or fewer, nothing is given back.
        """
        own = [sum(three) for three in start.flasks]
        if sum(own) != sum(map(sum, self.flasks)):
            return self
        flasks = [list(three) for three in self.flasks]
        back: list[int] = []
        for three, has in zip(flasks, own, strict=True):
            for side in _GIVEN_BACK:
                number = max(0, min(three[side], sum(three) - has))
                three[side] -= number
                back += [side] * number
        for three, has in zip(flasks, own, strict=True):
            while sum(three) < has:
                three[back.pop()] += 1
        return evolve(self, flasks=tuple((e, f, s) for e, f, s in flasks))

    # --- as text ---

    def fields(self) -> dict[str, str]:
        """Return the fields of a position line, those with their default value as nothing."""
        pieces = (f"{id}:{'.'.join(map(str, order))}" for id, order in self.pieces.items())
        return {
            "pieces": ",".join(pieces),
            "active": self.active if self.active != self.seat else "",
            "home": ",".join(map(str, self.home)) if any(self.home) else "",
            "flasks": ",".join(".".join(map(str, three)) for three in self.flasks),
            **self._cards(),
            "spells": ",".join(self.spells),
            "roll": str(self.roll or ""),
            "points": ",".join(map(str, self.points)) if any(self.points) else "",
            "winner": ",".join(self.winners),
            "rng": f"{self.rng % (1 << 64):016x}" if self.rng is not None else "",
        }

    def _cards(self) -> dict[str, str]:
        """Return the fields of the decks: `pile=` of the main deck, `pile.weather=` of one with a name.

        Of the main deck it is said that there are no cards, of the others nothing. What a player has
        of a deck has the player's letter behind it: `pile.weather.b=`.
        """
        fields = {}
        for number, (deck, seen) in enumerate(self.decks.items()):
            name, nothing = (f".{deck}", "") if number else ("", "-")
            if any(seen.hands) or nothing:
                fields[f"hands{name}"] = ",".join(_listed(hand) or "-" for hand in seen.hands)
            fields[f"pile{name}"] = _listed(seen.draw_pile) or nothing
            fields[f"revealed{name}"] = ".".join(seen.revealed)
            fields[f"discard{name}"] = _counted(seen.discards)
            fields[f"box{name}"] = _counted(seen.boxed)
            for letter, own in zip(self.letters, seen.own, strict=False):
                fields[f"pile.{deck}.{letter}"] = _listed(own.draw_pile)
                fields[f"discard.{deck}.{letter}"] = _counted(own.discards)
        return fields

    def line(self, keys: Iterable[str]) -> str:
        """Return a line that any ruleset can read, with some of the fields."""
        fields = self.fields()
        shown = (f"{key}={fields[key]}" for key in keys if fields[key])
        return " ".join([format_board(self.board), self.seat, *shown])


def _listed(cards: Iterable[str]) -> str:
    """Return cards as text; those that are not known, side by side, as `5*?`."""
    return ".".join(_runs(cards))


def _counted(cards: Mapping[str, int]) -> str:
    """Return cards as text, with how many there are of each."""
    return ".".join(f"{n}*{code}" for code, n in cards.items() if n)


def _runs(cards: Iterable[str]) -> Iterator[str]:
    """Yield cards; of those that are not known, side by side, only how many there are."""
    for card, run in groupby(cards):
        if card == UNKNOWN:
            yield f"{len(list(run))}*{UNKNOWN}"
        else:
            yield from run


# --- in a state ------------------------------------------------------------------------------------


def table_of(program: Program, state: State) -> Table:
    """Return what lies on the table in a state, or in an observation."""
    fields, letters = program.fields, program.board.letters

    def numbers(name: str) -> list[int]:
        return state[fields[name].offset : fields[name].offset + fields[name].size]

    laid = zip(program.words.spells, numbers("laid_out"), strict=False)
    at = numbers("at")[0]
    rng = numbers("rng")[0]
    return Table(
        letters,
        board_of(program, state),
        letters[numbers("actor")[0]],
        letters[numbers("active")[0]],
        tuple(numbers("home")),
        tuple(zip(*map(numbers, FLASKS), strict=True)),
        {deck.name: deck_view(program, state, deck) for deck in program.decks},
        tuple(spell for spell, is_out in laid if is_out),
        tuple(numbers("points")),
        rng if rng != HIDDEN else None,
        numbers("roll")[0],
        "".join(x for x, won in zip(letters, numbers("winner"), strict=True) if won),
        dict(_orders(program, state)),
        program.decisions[at - 1].name if at > 0 else "",
    )


def _orders(program: Program, state: State) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield which of several equal pieces are where, if they are not in the order of the board."""
    for kind in program.board.pieces:
        order = order_of(program, state, kind)
        if order != list(range(1, len(order) + 1)):
            yield kind.id, tuple(order)


def put_table(program: Program, state: State, table: Table) -> None:
    """Write what lies on the table into a state; decks that it does not have stay as they are."""

    def put(name: str, *values: int) -> None:
        offset = program.fields[name].offset
        state[offset : offset + len(values)] = values

    letters = program.board.letters
    put_board(program, state, table.board)
    for kind in program.board.pieces:
        if kind.id in table.pieces:
            put_in_order(program, state, kind, list(table.pieces[kind.id]))
    put("home", *table.home)
    put("wizards", *table.wizards)
    for side, name in enumerate(FLASKS):
        put(name, *(three[side] for three in table.flasks))
    for deck in program.decks:
        if deck.name in table.decks:
            put_deck(program, state, deck, table.decks[deck.name])
    put("laid_out", *(int(spell in table.spells) for spell in program.words.spells))
    put("points", *table.points)
    put("roll", table.roll)
    put("winner", *(int(letter in table.winners) for letter in letters))
    put("actor", letters.index(table.seat))
    put("active", letters.index(table.active))
    put("rng", signed(table.rng or 0))
    if not any(places(program, state)):  # it is not said which wizard is where
        seat_wizards(program, state)
