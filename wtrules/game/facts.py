"""What an example says of positions: what `with` sets in one, and whether a `then` is true of one.

A `Facts` is made for one example and one number of players; it lowers the terms of the example with
`program/probe.py` and runs them on states of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from weakref import WeakKeyDictionary

from attrs import define, field, frozen

from wtrules.backends.reference import Reference
from wtrules.game.game import Game, State
from wtrules.language.things import THINGS
from wtrules.meaning import nodes as m
from wtrules.node import walk
from wtrules.phrase import Verbatim, commas, names, phrase
from wtrules.position.decks import deck_view, put_deck
from wtrules.position.faults import BadPosition
from wtrules.position.pieces import UNKNOWN, board_of, board_problems
from wtrules.position.turns import set_up
from wtrules.position.wizards import seat_wizards
from wtrules.program.probe import NotSettable, Probe
from wtrules.program.program import NOTHING, Deck, FieldRole, Program, hidden_name
from wtrules.source import Span
from wtrules.value import Value

_FLASKS = ("empty", "full", "spent")
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
class _Setting(Value):
    """A number that is set: functions that set it, and that ask what it is and should be."""

    function: str
    field: str
    target: m.Term
    value: m.Term
    now: str
    wanted: str
    of: str | None  # what it is kept for
    span: Span


_FEW_DEALS = 16  # show which memories are left to chance
_MOST_DEALS = 1000  # until one fits what an example says
_DEALT: WeakKeyDictionary[Reference, frozenset[str]] = WeakKeyDictionary()


def _dealt(engine: Reference) -> frozenset[str]:
    """Return the memories that the set-up leaves to chance."""
    if engine not in _DEALT:
        games = [game for seed in range(_FEW_DEALS) if (game := set_up(engine, seed)) is not None]
        _DEALT[engine] = frozenset(
            part.name
            for part in engine.program.fields.values()
            if part.role is FieldRole.MEMORY
            and len({tuple(game[part.offset : part.offset + part.size]) for game in games}) > 1
        )
    return _DEALT[engine]


@define(eq=False, repr=False)
class Facts:
    """The terms of an example, ready to run."""

    game: Game
    players: int
    example: m.Example
    is_whole: bool = False  # the position says what the rules remember, so nothing is dealt again
    _engine: Reference = field(init=False)
    _settings: list[_Setting] = field(factory=list, init=False)
    _asked: dict[int, str] = field(factory=dict, init=False)  # by the identity of a term
    _hidden: list[str] = field(factory=list, init=False)  # functions that hide what was set
    _shown: dict[int, str] = field(factory=dict, init=False)  # … that show what players know

    def __attrs_post_init__(self) -> None:
        probe = Probe(self.game.rules, self.game.meaning, self.game.program(self.players))
        for given in self.example.given:
            match given:
                case m.SetMemory():
                    of = probe.ask(given.of) if given.of is not None else None
                    name = f"memory.{given.id}"
                    type = self.game.meaning.memories[given.id].type
                    memory = m.Recall(type, given.id, given.of, span=given.span)
                    self._add(probe, probe.set(given), name, memory, given, of)
                    if self.game.meaning.memories[given.id].secret:
                        secret = m.Recall("secret", given.id, given.of, span=given.span)
                        hide = m.Act("hide", (m.Argument("what", secret),), None, span=given.span)
                        self._hidden.append(probe.set(hide))
                case m.Assigned():
                    try:
                        function, name = probe.assign(given)
                    except NotSettable:
                        text = given.target.span.text
                        raise BadFact(
                            phrase(
                                "`{text}` cannot be set: it follows from other things", text=text
                            ),
                            given.span,
                            *_instead(text),
                        ) from None
                    self._add(probe, function, name, given.target, given)
        for fact in _facts(self.example):
            if isinstance(fact, m.Knows) and self._can_show(fact):
                self._shown[id(fact)] = probe.set(fact.shown)
        for term in _terms(self.example):
            self._asked[id(term)] = probe.ask(term)
        self._engine = Reference(probe.program())

    def _add(
        self, probe: Probe, function: str, name: str, target: m.Term,
        given: m.SetMemory | m.Assigned, of: str | None = None,
    ) -> None:  # fmt: skip
        now, wanted = probe.ask(target), probe.ask(given.value)
        self._settings.append(
            _Setting(function, name, target, given.value, now, wanted, of, given.span)
        )

    # --- before the move ---

    def prepare(self, data: list[int], *, again: bool = False) -> None:
        """Set what the example gives; raises BadFact. A second time, nothing changes any more.

        *again*: the turn has begun; only what is kept per turn or action, which was reset, is set.
        """
        if again:
            for setting in self._settings:
                if self._scope(setting.field) in ("turn", "action"):
                    self._engine.ask(setting.function, data)
            return
        if not self.is_whole:
            self._deal(data)
        # What is set can be about cards that are laid: `plays of (first card c where value of c = 1)`.
        listings = [given for given in self.example.given if isinstance(given, m.Listing)]
        for listing in listings:
            self._lay(listing, data)
        flasks = _Flasks(self.game.program(self.players), data)
        wanted = [self._set(setting, data) for setting in self._settings]
        short = flasks.balance(self._set_flasks)
        if short is not None:
            at = next(s.span for s in self._settings if s.field in _FLASKS)
            raise BadFact(short, at, "the number of flasks stays the same")
        self._settle_wizards(data, {setting.field for setting in self._settings})
        for listing in listings:  # one list may have taken what another needs
            self._expect(listing, data)
        for setting, value in zip(self._settings, wanted, strict=True):
            self._expect_value(setting, value, data)
        self._show(data)
        from wtrules.position.check import check_state

        found = check_state(self.game.engine(self.players), data)
        faults = [fault for fault in found if fault.key != "frame"]  # no decision has come up yet
        if faults:
            raise BadFact(faults[0].message, self._at(faults[0].key))
        program = self.game.program(self.players)
        on_board = {setting.field for setting in self._settings} & {"castle", "piece"}
        for problem in board_problems(program, board_of(program, data)) if on_board else ():
            raise BadFact(problem.message, self._at(*on_board), *filter(None, [problem.help]))

    def _deal(self, data: list[int]) -> None:
        """Deal memories again, so that all of them fit those that the example sets.

        If it sets the traitor, nobody else is dealt to be one. What the rules never deal is set all
        the same; everybody else has the first value then.
        """
        engine = self.game.engine(self.players)
        set_by = Counter(setting.field for setting in self._settings)
        fields = [engine.program.fields[name] for name in set_by if name.startswith("memory.")]
        if all(set_by[part.name] >= part.size for part in fields):
            return
        dealt = _dealt(engine)
        partly = {x.name for x in fields if x.name in dealt and set_by[x.name] < x.size}
        settings = [setting for setting in self._settings if setting.field in partly]
        wanted = [self._engine.ask(setting.wanted, data) for setting in settings]

        def fits(state: list[int]) -> bool:
            return wanted == [self._engine.ask(setting.now, state) for setting in settings]

        if fits(data):
            return
        games = (set_up(engine, seed) for seed in range(_MOST_DEALS))
        fitting = next((game for game in games if game is not None and fits(game)), None)
        for name in dealt if fitting is not None else partly:
            for part in filter(None, map(engine.program.fields.get, (name, hidden_name(name)))):
                place = slice(part.offset, part.offset + part.size)
                data[place] = fitting[place] if fitting is not None else [part.first] * part.size

    def _at(self, *keys: str) -> Span:
        """Return what sets something that cannot be so, by the key of a position."""
        names = {*keys, *(_FLASKS if "flasks" in keys else ())}
        spans = (setting.span for setting in self._settings if setting.field in names)
        return next(spans, self.example.given[0].span)

    def _set(self, setting: _Setting, data: list[int]) -> int:
        """Set a number and return it; raises BadFact if it is that of a thing that is not there."""
        if setting.of is not None and self._engine.ask(setting.of, data) == NOTHING:
            raise BadFact("there is nothing like this in the position", setting.span)
        value = self._engine.ask(setting.wanted, data)
        is_nothing = setting.value.type in THINGS and value == NOTHING
        if is_nothing and not isinstance(setting.value, m.Const):
            raise BadFact("there is nothing like this in the position", setting.value.span)
        self._engine.ask(setting.function, data)
        return value

    def _set_flasks(self, data: list[int]) -> None:
        for setting in self._settings:
            if setting.field in _FLASKS:
                self._engine.ask(setting.function, data)

    def _expect_value(self, setting: _Setting, value: int, data: list[int]) -> None:
        """Raise BadFact if a number is another one than it was set to."""
        now = self._engine.ask(setting.now, data)
        if now != value:
            state, type = self._state(data), setting.value.type
            text = setting.target.span.text
            if isinstance(setting.target, m.Recall):
                text = setting.target.id
            raise BadFact(
                phrase(
                    "`{text}` cannot be {state}: it is {state2}",
                    text=text,
                    state=_shown(state, type, value),
                    state2=_shown(state, type, now),
                ),
                setting.span,
                "write a value that is possible, and set it once",
            )

    def _scope(self, field: str) -> str | None:
        """Return the scope that a memory or an allowance is kept per; None for other fields."""
        kind, _, id = field.partition(".")
        meaning = self.game.meaning
        cells = meaning.memories if kind == "memory" else meaning.allowances
        return cells[id].scope if kind in ("memory", "used") else None

    def _show(self, data: list[int]) -> None:
        """Hide the secrets that were set from all but their owners, and show what players know."""
        for function in self._hidden:
            self._engine.ask(function, data)
        for given in self.example.given:
            if not isinstance(given, m.Knows):
                continue
            if id(given) not in self._shown:
                raise BadFact(
                    "no rule shows cards to a player, so nobody knows cards of others",
                    given.span,
                    "write a rule that does, such as `do show hand of q to p`",
                )
            self._engine.ask(self._shown[id(given)], data)

    def _can_show(self, fact: m.Knows) -> bool:
        """Whether the game keeps what players have been shown of cards, if that is what they know."""
        return fact.shown.verb in ("show", "lift") or self.game.program(self.players).shows_cards

    def _knows(self, fact: m.Knows, state: State) -> bool:
        """Whether a player knows something: to show it to them would be nothing new."""
        seat = self._ask(fact.who, state)
        if id(fact) in self._shown:
            data = state.data[:]
            self._engine.ask(self._shown[id(fact)], data)
            return _seen(state, seat) == _seen(self._state(data), seat)
        if fact.shown.verb == "show hand":
            owner, deck = fact.shown.part("player"), fact.shown.part("from")
            assert owner is not None
            seen = state.observation(seat)
            hands = seen.hands
            if isinstance(deck, m.Const):
                hands = seen.decks[state.program.decks[deck.value].name].hands
            return UNKNOWN not in hands[self._ask(owner, state)]
        return False

    def _settle_wizards(self, data: list[int], assigned: set[str]) -> None:
        """Keep the number of wizards: those that are neither on the board nor at home do not play."""
        program = self.game.program(self.players)
        home, wizards = program.fields["home"].offset, program.fields["wizards"].offset
        standing = board_of(program, data).wizards
        for seat, letter in enumerate(program.board.letters):
            if "home" in assigned:
                data[wizards + seat] = data[home + seat] + standing[letter]
            elif "wizards" in assigned:
                data[home + seat] = data[wizards + seat] - standing[letter]
        if assigned & {"home", "wizards"}:
            seat_wizards(program, data)

    def _lay(self, listing: m.Listing, data: list[int]) -> None:
        program = self.game.program(self.players)
        if listing.what == "spells":
            start = program.fields["laid_out"].offset
            for number, spell in enumerate(program.words.spells):
                data[start + number] = int(any(entry.name == spell for entry in listing.entries))
            return
        if listing.what == "revealed":
            deck = self._deck(listing)
            if "row" not in program.fields:
                raise BadFact(
                    phrase("no rule turns cards up, so none is face up"),
                    listing.span,
                    "write a rule that does, such as `do reveal 3 cards`",
                )
            turned = [entry.name for entry in listing.entries]
            try:
                seen = deck_view(program, data, deck).with_revealed(deck, turned)
            except BadPosition as error:
                fault = error.faults[0]
                raise BadFact(fault.message, listing.span, *filter(None, [fault.help])) from None
            put_deck(program, data, deck, seen)
            return
        deck = self._deck(listing) if listing.what == "next_cards" else program.decks[0]
        codes = [card.code for card in deck.cards]
        for entry in listing.entries:
            if entry.name not in codes:
                known = names(codes)
                text = phrase("there is no card `{name}`", name=entry.name)
                raise BadFact(text, entry.span, phrase("the cards are: {known}", known=known))
        cards = [entry.name for entry in listing.entries]
        seen = deck_view(program, data, deck)
        try:
            if listing.what == "hand":
                seen = seen.with_hand(deck, self._seat(listing), cards)
            else:
                seen = seen.with_next(cards)
        except BadPosition as error:
            raise BadFact(error.faults[0].message, listing.span) from None
        put_deck(program, data, deck, seen)

    def _expect(self, listing: m.Listing, data: list[int]) -> None:
        why = self._differs(listing, self._state(data))
        if why is not None:
            raise BadFact(
                phrase("there are not enough of these cards: {why}", why=why), listing.span
            )

    # --- after the move ---

    def wrong(self, fact: m.Fact, state: State) -> str | None:
        """Return what is the case instead of a fact; None if it is true."""
        if isinstance(fact, m.Listing):
            return self._differs(fact, state)
        if isinstance(fact, m.Knows):
            knows = self._knows(fact, state)
            who = state.name("player", self._ask(fact.who, state))
            return (
                None
                if knows == fact.is_so
                else phrase(
                    "{who} knows it" if knows else "{who} does not know it", who=Verbatim(who)
                )
            )
        return None if self._ask(fact, state) else self._because(fact, state)

    def _because(self, term: m.Term, state: State) -> str:
        """Return why a condition is false, as precisely as its form allows."""
        match term:
            case m.Calc(op="and"):
                false = next(arg for arg in term.args if not self._ask(arg, state))
                return self._because(false, state)
            case m.Calc(op=op) if op in _COMPARED:
                sides = [side for side in term.args if m.constant(side) is None]
                return commas(
                    _said(side, term, _shown(state, side.type, self._ask(side, state)))
                    for side in sides
                )
        return phrase("`{text}` is not true", text=term.span.text)

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
                there = list(deck_view(state.program, state.data, self._deck(listing)).revealed)
                is_same = there == wanted
            case _:
                pile = deck_view(state.program, state.data, self._deck(listing)).draw_pile
                there = list(pile[::-1][: len(wanted)])
                is_same = there == wanted
        if is_same:
            return None
        separator = ", " if listing.what == "spells" else "."
        return phrase(
            "`{written}` is {what}",
            written=listing.written,
            what=names(there, separator) if there else "nothing",
        )

    def _seat(self, listing: m.Listing) -> int:
        assert listing.of is not None
        return self._engine.ask(
            self._asked[id(listing.of)], self.game.engine(self.players).before_start(0)
        )

    def _deck(self, listing: m.Listing) -> Deck:
        number = listing.of.value if isinstance(listing.of, m.Const) else 0  # the main deck
        return self.game.program(self.players).decks[number]

    def _state(self, data: list[int]) -> State:
        return State(self.game, self.game.engine(self.players), data, [])


def _seen(state: State, seat: int) -> tuple[object, ...]:
    """Return what a player sees of cards, secrets and the board."""
    seen = state.observation(seat)
    return seen.hands, seen.draw_pile, seen.decks, seen.memories, seen.board_text


def _facts(example: m.Example) -> Iterator[m.Fact | m.Given]:
    """Yield what an example says of positions, before and after the move."""
    yield from example.given
    for facts in example.facts:
        yield from facts


def _terms(example: m.Example) -> Iterator[m.Term]:
    """Yield everything that is asked when an example is played or does not come out."""
    for fact in _facts(example):
        if isinstance(fact, m.Knows):
            yield fact.who
            owner = fact.shown.part("player")
            if owner is not None:
                yield owner
        elif isinstance(fact, m.Listing):
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
        self._places = [program.fields[name].offset for name in _FLASKS]
        self._players = range(program.players)
        self._letters = program.board.letters
        self._totals = [sum(self._of(player)) for player in self._players]

    def _of(self, player: int) -> list[int]:
        return [self._data[place + player] for place in self._places]

    def balance(self, assign: Callable[[list[int]], None]) -> str | None:
        """Turn as many other flasks of a player as were set; return who has not so many.

        *assign* sets the flasks of a state again; it shows which of them are set.
        """
        copy = self._data[:]
        cells = [place + player for player in self._players for place in self._places]
        marks = {cell: -1000 - cell for cell in cells}  # no number of flasks
        for cell, mark in marks.items():
            copy[cell] = mark
        assign(copy)
        for player, total in zip(self._players, self._totals, strict=True):
            own = [place + player for place in self._places]
            free = [cell for cell in own if copy[cell] == marks[cell]]
            if len(free) == len(own):
                continue
            rest = total - sum(self._of(player))
            if free:
                self._data[free[0]] += rest
                rest = min(0, self._data[free[0]])
            if rest:
                return phrase(
                    "`{letters}` has {total} flasks", letters=self._letters[player], total=total
                )
        return None


def _said(side: m.Term, relation: m.Term, value: str) -> str:
    """Return what is compared, with its value: "`castle` is on space 3" for `castle is on space 8`."""
    if isinstance(side, m.Prim) and side.span == relation.span and len(side.args) == 1:
        return phrase("`{text}` is on {value}", text=side.args[0].span.text, value=value)
    return phrase("`{text}` is {value}", text=side.span.text, value=value)


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
            return Verbatim(state.program.words.symbols[value])
        case "space":
            return phrase("space {value}", value=value)
        case "player" | "card" | "spell":
            return Verbatim(state.name(type, value))
    return phrase("{type} {name}", type=type, name=Verbatim(state.name(type, value)))


def _instead(text: str) -> Iterator[str]:
    """Yield what to write instead of a term that cannot be set."""
    if text.startswith("hand_size"):
        yield phrase(
            "write the cards: `hand{whose} = w1.t2`",
            whose=text.removeprefix("hand_size"),
        )
    elif text in ("draw_pile", "discard_pile"):
        yield "write the cards that are drawn next: `next_cards = w1.t2`"
    elif text in ("active", "actor"):
        yield 'write who it is after the board: `given "…" y to move`'
    else:
        yield "write it in the board, or set what it follows from"
