"""What an example says of positions: what `with` sets in one, and whether a `then` is true of one.

A `Facts` is made for one example and one number of players; it lowers the terms of the example with
`program/probe.py` and runs them on states of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from wtrules.backends.reference import Reference
from wtrules.game.deck_view import turn_up
from wtrules.game.game import Game, State
from wtrules.game.position import BadPosition, board_of, refused
from wtrules.game.position_check import check_state
from wtrules.game.short import deal
from wtrules.game.wizards import seat_wizards
from wtrules.node import walk
from wtrules.program.probe import NotSettable, Probe
from wtrules.program.program import NOTHING, Deck, Program
from wtrules.rules import meaning as m
from wtrules.source import Span

_COMPARED = ("=", "!=", "<", "<=", ">", ">=")


class BadFact(Exception):
    """Something that an example says of a position and that cannot be so."""

    def __init__(self, text: str, span: Span, *help: str) -> None:
        super().__init__(text)
        self.text = text
        self.span = span
        self.help = help


def seats(example: m.Example) -> set[int]:
    """Return the seats of the players that an example names."""
    locals = (part.name for part in walk(example.given, example.facts) if isinstance(part, m.Local))
    return {int(name.removeprefix(m.SEAT)) for name in locals if name.startswith(m.SEAT)}


@frozen
class _Setting:
    """A function that sets a number, the field it is in, and what it is asked of."""

    function: str
    field: str
    of: str | None
    span: Span


@define(eq=False)
class Facts:
    """The terms of an example, ready to run."""

    game: Game
    players: int
    example: m.Example
    _engine: Reference = field(init=False)
    _settings: list[_Setting] = field(factory=list, init=False)
    _asked: dict[int, str] = field(factory=dict, init=False)  # by the identity of a term

    def __attrs_post_init__(self) -> None:
        probe = Probe(self.game.rules, self.game.meaning, self.game.program(self.players))
        for given in self.example.given:
            match given:
                case m.SetMemory():
                    of = probe.ask(given.of) if given.of is not None else None
                    name = f"memory.{given.id}"
                    self._settings.append(_Setting(probe.set(given), name, of, given.span))
                case m.Assigned():
                    try:
                        function, name = probe.assign(given)
                    except NotSettable:
                        text = given.target.span.text
                        raise BadFact(
                            f"`{text}` cannot be set: it follows from other things",
                            given.span,
                            *_instead(text),
                        ) from None
                    self._settings.append(_Setting(function, name, None, given.span))
        for term in _terms(self.example):
            self._asked[id(term)] = probe.ask(term)
        self._engine = Reference(probe.program())

    # --- before the move ---

    def prepare(self, data: list[int]) -> None:
        """Set what the example gives; raises BadFact. A second time, nothing changes any more."""
        flasks = _Flasks(self.game.program(self.players), data)
        for setting in self._settings:
            if setting.of is not None and self._engine.ask(setting.of, data) == NOTHING:
                raise BadFact("there is nothing like this in the position", setting.span)
            self._engine.ask(setting.function, data)
        assigned = {setting.field for setting in self._settings}
        short = flasks.balance(assigned)
        if short is not None:
            at = next(s.span for s in self._settings if s.field in ("empty", "full", "spent"))
            raise BadFact(short, at)
        self._settle_wizards(data, assigned)
        listings = [given for given in self.example.given if isinstance(given, m.Listing)]
        for listing in listings:
            self._lay(listing, data)
        for listing in listings:  # one list may have taken what another needs
            self._expect(listing, data)
        faults = check_state(self.game.engine(self.players), data)
        if faults:
            span = self.example.given[0].span
            raise BadFact(faults[0].message, span)

    def _settle_wizards(self, data: list[int], assigned: set[str]) -> None:
        """Keep the number of wizards: those that are neither on the board nor at home do not play."""
        program = self.game.program(self.players)
        home, wizards = program.fields["home"].offset, program.fields["wizards"].offset
        standing = board_of(program, data).wizards
        for seat, letter in enumerate(program.letters):
            if "home" in assigned:
                data[wizards + seat] = data[home + seat] + standing[letter]
            elif "wizards" in assigned:
                data[home + seat] = data[wizards + seat] - standing[letter]
        if assigned & {"home", "wizards"}:
            seat_wizards(program, data)

    def _lay(self, listing: m.Listing, data: list[int]) -> None:
        program = self.game.program(self.players)
        codes = [card.code for card in program.cards]
        if listing.what == "spells":
            start = program.fields["laid_out"].offset
            for number, spell in enumerate(program.spells):
                data[start + number] = int(any(entry.name == spell for entry in listing.entries))
            return
        if listing.what == "revealed":
            deck = self._deck(listing)
            try:
                turn_up(program, data, deck, [entry.name for entry in listing.entries])
            except BadPosition as error:
                fault = error.faults[0]
                raise BadFact(fault.message, listing.span, *filter(None, [fault.help])) from None
            return
        for entry in listing.entries:
            if entry.name not in codes:
                known = ", ".join(codes)
                text = f"there is no card `{entry.name}`"
                raise BadFact(text, entry.span, f"the cards are: {known}")
        names = [entry.name for entry in listing.entries]
        try:
            if listing.what == "hand":
                deal(program, data, self._seat(listing), names, is_whole_hand=True)
            else:
                _put_on_pile(program, data, [codes.index(name) for name in names])
        except BadPosition as error:
            raise BadFact(error.faults[0].message, listing.span) from None

    def _expect(self, listing: m.Listing, data: list[int]) -> None:
        why = self._differs(listing, self._state(data))
        if why is not None:
            raise BadFact(f"there are not enough of these cards: {why}", listing.span)

    # --- after the move ---

    def wrong(self, fact: m.Fact, state: State) -> str | None:
        """Return what is the case instead of a fact; None if it is true."""
        if isinstance(fact, m.Listing):
            return self._differs(fact, state)
        return None if self._ask(fact, state) else self._because(fact, state)

    def _because(self, term: m.Term, state: State) -> str:
        """Return why a condition is false, as precisely as its form allows."""
        match term:
            case m.Calc(op="and"):
                false = next(arg for arg in term.args if not self._ask(arg, state))
                return self._because(false, state)
            case m.Calc(op=op) if op in _COMPARED:
                sides = [side for side in term.args if not isinstance(side, m.Const)]
                return ", ".join(
                    f"`{side.span.text}` is {_shown(state, side.type, self._ask(side, state))}"
                    for side in sides
                )
        return f"`{term.span.text}` is not true"

    def _ask(self, term: m.Term, state: State) -> int:
        return self._engine.ask(self._asked[id(term)], state.data[:])

    def _differs(self, listing: m.Listing, state: State) -> str | None:
        """Return what is there instead of a list of cards or spells; None if it is the same."""
        wanted = [entry.name for entry in listing.entries]
        match listing.what:
            case "spells":
                there = list(state.spells)
                is_same = set(there) == set(wanted)
            case "hand":
                there = list(state.hands[self._seat(listing)])
                is_same = Counter(there) == Counter(wanted)
            case "revealed":
                there = list(state.decks[self._deck(listing).name].revealed)
                is_same = there == wanted
            case _:
                there = list(state.draw_pile[::-1][: len(wanted)])
                is_same = there == wanted
        if is_same:
            return None
        separator = ", " if listing.what == "spells" else "."
        return f"`{listing.written}` is {separator.join(there) or 'nothing'}"

    def _seat(self, listing: m.Listing) -> int:
        assert listing.of is not None
        return self._engine.ask(
            self._asked[id(listing.of)], self.game.engine(self.players).before_start(0)
        )

    def _deck(self, listing: m.Listing) -> Deck:
        assert isinstance(listing.of, m.Const)
        return self.game.program(self.players).decks[listing.of.value]

    def _state(self, data: list[int]) -> State:
        return State(self.game, self.game.engine(self.players), data, [])


def _terms(example: m.Example) -> Iterator[m.Term]:
    """Yield everything that is asked when an example is played or does not come out."""
    facts: Iterable[m.Fact | m.Given] = [*example.given, *(f for fs in example.facts for f in fs)]
    for fact in facts:
        if isinstance(fact, m.Listing):
            if fact.of is not None:
                yield fact.of
        elif not isinstance(fact, m.SetMemory | m.Assigned):
            yield from _parts(fact)


def _parts(term: m.Term) -> Iterator[m.Term]:
    """Yield a condition, and what its reasons refer to."""
    yield term
    match term:
        case m.Calc(op="and"):
            for arg in term.args:
                yield from _parts(arg)
        case m.Calc(op=op) if op in _COMPARED:
            yield from term.args


class _Flasks:
    """Keeps the number of flasks of each player: those that are filled were empty before."""

    def __init__(self, program: Program, data: list[int]) -> None:
        self._data = data
        self._places = [program.fields[name].offset for name in ("empty", "full", "spent")]
        self._players = range(program.players)
        self._letters = program.letters
        self._before = [self._of(player) for player in self._players]

    def _of(self, player: int) -> list[int]:
        return [self._data[place + player] for place in self._places]

    def balance(self, assigned: set[str]) -> str | None:
        """Turn as many other flasks of a player as were set; return who has not so many."""
        empty, full, _ = self._places
        if not assigned & {"full", "spent"}:  # those that are not empty are full
            empty, full = full, empty
        elif "empty" in assigned:
            return None  # everything is said
        for player in self._players:
            total = sum(self._before[player])
            self._data[empty + player] += total - sum(self._of(player))
            if self._data[empty + player] < 0:
                return f"`{self._letters[player]}` has {total} flasks"
        return None


def _put_on_pile(program: Program, data: list[int], cards: list[int]) -> None:
    """Put cards of the draw pile on top of it, the first of them uppermost."""
    start, size = program.fields["pile"].offset, data[program.fields["pile_size"].offset]
    pile = data[start : start + size][::-1]
    for card in cards:
        if card not in pile:
            code = program.cards[card].code
            raise refused("too-many-cards", f"the draw pile has not so many cards `{code}`")
        pile.remove(card)
    data[start : start + size] = [*cards, *pile][::-1]


def _shown(state: State, type: str, value: int) -> str:
    """Return a value as people write it."""
    match type:
        case "truth":
            return "yes" if value else "no"
        case "number":
            return str(value)
    if value < 0:
        return "nothing"
    match type:
        case "symbol":
            return state.program.symbols[value]
        case "space":
            return f"space {value}"
        case "player" | "card" | "spell":
            return state.name(type, value)
    return f"{type} {state.name(type, value)}"


def _instead(text: str) -> Iterator[str]:
    """Yield what to write instead of a term that cannot be set."""
    if text.startswith("hand_size"):
        yield f"write the cards: `hand{text.removeprefix('hand_size')} = w1.t2`"
    elif text in ("draw_pile", "discard_pile"):
        yield "write the cards that are drawn next: `next_cards = w1.t2`"
    elif text in ("active", "actor"):
        yield 'write who it is after the board: `given "…" y to move`'
    else:
        yield "write it in the board, or set what it follows from"
