"""The short form of a position: a board, whose turn it is, perhaps a card or a spell.

A board and a seat come in; a whole `State` goes out, at the first decision of that seat's turn. All
the rest is made up so that it fits: a game is begun and played on until the seat is on turn, then
the board is put in its place, with the card in the hand and, for a spell, the flasks to pay it.
Nothing here knows a rule: what a card or a spell can do is asked of the game by playing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from weakref import WeakKeyDictionary

from attrs import define, field, frozen

from wtrules.game.beginnings import shortest_way
from wtrules.game.boardcache import BoardCache
from wtrules.game.game import Game, Move, State
from wtrules.game.position import BadPosition, Fault
from wtrules.program.program import Alternative, CardKind, Program
from wtrules.rules import values

_WAYS = 50  # decisions looked at between a position and the playing of a card
_PATIENCE = 10_000  # decisions until somebody's turn; seeds until a roll


@frozen(eq=False)
class Outcome:
    """What one legal move leads to."""

    move: Move
    state_after: State
    board: str
    flask: bool  # who acted has an empty flask less
    home: str  # letters of the wizards that came home by it
    turn_over: bool

    @property
    def rule(self) -> str:
        """The rule that offers the move."""
        return self.move.rule


def outcomes(state: State) -> list[Outcome]:
    """Return every legal move of a position with what it leads to."""
    return [_outcome(state, option) for option in state.options]


def card_moves(state: State, card: str, roll: int | None = None) -> list[Outcome]:
    """Return what can be done with a card of the hand; *roll* is what the die shows, if it has one.

    No spell is cast on the way. A card that cannot be carried out has no moves.
    """
    shown = shown_card(state, card, roll)
    if not _carries_out(shown):
        return []
    return [_outcome(shown, option, until_moved=True) for option in shown.options]


def spell_moves(
    state: State, spell: str, card: str | None = None, roll: int | None = None
) -> list[Outcome]:
    """Return every way to cast a spell in the action that begins here.

    If it cannot be cast before a card, *card* is played, and the first moment counts that offers
    the spell: the card shown, or a piece chosen for it.
    """
    _known_spell(state.program, spell)
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
    """Yield the decisions after the choice of a piece, as long as it has not moved."""
    cache = _workshop(state.game).cache(state.program)
    unmoved = cache.text(state.data)
    onward: int | None = option
    while onward is not None:
        state = _after(state, onward)
        if cache.text(state.data) != unmoved:
            return
        yield state
        onward = _declining(state)


def _casts(state: State, spell: str) -> list[Outcome]:
    """Return the options of a decision that cast a spell."""
    decision = state.decision
    if decision is None or all(x.spell != spell for x in decision.alternatives):
        return []
    return [
        _outcome(state, option)
        for option in state.options
        if decision.decode(option)[0].spell == spell
    ]


def _outcome(before: State, option: int, until_moved: bool = False) -> Outcome:
    after = _after(before, option)
    cache = _workshop(before.game).cache(before.program)
    board = cache.text(after.data)
    if until_moved and (onward := _declining(after)) is not None:
        # A window between choosing a piece and moving it: nobody uses it.
        unmoved = cache.text(before.data)
        while board == unmoved and onward is not None:
            after = _after(after, onward)
            board = cache.text(after.data)
            onward = _declining(after)
    fields = before.program.fields
    actor = before.to_act
    empty, home = fields["empty"].offset, fields["home"].offset
    came = "".join(
        letter * (after.data[home + i] - before.data[home + i])
        for i, letter in enumerate(before.program.letters)
    )
    return Outcome(
        before.move(option),
        after,
        board,
        after.data[empty + actor] < before.data[empty + actor],
        came,
        after.is_over or after.active != before.active,
    )


def _after(state: State, option: int) -> State:
    data = state.data[:]
    return State(state.game, state.engine, data, state.engine.play(data, option))


def _declining(state: State) -> int | None:
    """Return the option of a decision that does nothing, if there is one."""
    alternatives = state.decision.alternatives if state.decision is not None else ()
    found = (i for i, alternative in enumerate(alternatives) if alternative.declines)
    return next((i for i in found if i in state.options), None)


# --- playing a card ---------------------------------------------------------------------------


def shown_card(state: State, card: str, roll: int | None = None) -> State:
    """Return the position in which a card is carried out, or where the rules go on instead."""
    *_, last = _steps_to_card(state, card, roll)
    return last


def is_before_card(state: State, text: str) -> bool:
    """Return whether a move is made before a card is laid down, or instead of that."""
    word = text.partition(" ")[0]
    if word in ("card", "cast"):
        return True
    asked = [x for x in state.program.decisions if any(map(_plays_card, x.alternatives))]
    return any(x.words == (word,) and not x.kinds for d in asked for x in d.alternatives)


def asked_of_card(state: State, card: str, roll: int | None = None) -> State:
    """Return the decision what to do with a card, even if there is nothing to choose from.

    The rules pass over a card that cannot be carried out. So it is played on the board of a new
    game, and then the board at hand is put back.
    """
    shown = shown_card(state, card, roll)
    if _carries_out(shown):
        return shown
    other = state.game.start(state.players).data
    data = state.data[:]
    _copy_board(state.program, other, data)
    shown = shown_card(State(state.game, state.engine, data, state.options), card, roll)
    if not _carries_out(shown):
        return shown
    data = shown.data[:]
    _copy_board(state.program, state.data, data)
    return State(state.game, state.engine, data, state.engine.options(data))


def _copy_board(program: Program, source: list[int], target: list[int]) -> None:
    for name in ("cell", "height", "shields", "castle", "home"):
        f = program.fields[name]
        target[f.offset : f.offset + f.size] = source[f.offset : f.offset + f.size]


def _steps_to_card(state: State, card: str, roll: int | None) -> Iterator[State]:
    """Yield the decisions from laying a card down to carrying it out; spells are passed over."""
    kind = _known_card(state.program, card)
    _check_roll(state.game, kind, roll)
    ready = _ready_to_play(state, card)
    if ready is None:
        who = state.program.colours[state.to_act]
        raise _refused("card-not-in-hand", f"{who} cannot play `{card}` now")
    state, option = ready
    shown = _with_roll(state, option, roll) if kind.rolls else _after(state, option)
    yield shown
    while not _carries_out(shown):
        onward = _declining(shown)
        if onward is None:
            return
        shown = _after(shown, onward)
        yield shown


def _ready_to_play(state: State, card: str) -> tuple[State, int] | None:
    """Return the nearest decision in which a card can be played, nothing being done before it.

    What is asked first is answered with options that need no piece and leave the card in the hand;
    the shortest way counts.
    """
    codes = [kind.code for kind in state.program.cards]
    number = codes.index(card)

    def holds_card(after: State) -> bool:
        return after.numbers("hand")[after.active * len(codes) + number] > 0

    waiting, seen = [state], 0
    while waiting and seen < _WAYS:
        state = waiting.pop(0)
        seen += 1
        if state.to_act == state.active:
            option = _card_option(state, card)
            if option is not None:
                return state, option
        waiting += filter(holds_card, (_after(state, option) for option in _plain_options(state)))
    return None


def _plain_options(state: State) -> Iterator[int]:
    """Yield the options that are only a name: no card, no spell, no piece."""
    alternatives = state.decision.alternatives if state.decision is not None else ()
    for i, alternative in enumerate(alternatives):
        if not alternative.kinds and len(alternative.words) == 1 and i in state.options:
            yield i


def _carries_out(state: State) -> bool:
    """Return whether the decision is what to do with a card."""
    decision = state.decision
    if decision is None:
        return False
    return decision.sort == "card" or any(x.card is not None for x in decision.alternatives)


def _plays_card(alternative: Alternative) -> bool:
    return alternative.kinds == ("card",) and not alternative.words


def _card_option(state: State, card: str) -> int | None:
    decision = state.decision
    if decision is None:
        return None
    codes = state.program.cards
    for option in state.options:
        alternative, numbers = decision.decode(option)
        if _plays_card(alternative):
            if codes[numbers[0]].code == card:
                return option
    return None


def _with_roll(state: State, option: int, roll: int | None) -> State:
    """Play an option so that the die shows *roll*."""
    data = state.data[:]
    data[state.program.fields["rng"].offset] = _rolled(state, option, roll)
    return State(state.game, state.engine, data, state.engine.play(data, option))


def _rolled(state: State, option: int, roll: int | None) -> int:
    """Return the first seed with which the die shows *roll* after an option."""
    known = _workshop(state.game).seeds
    rng, shown = state.program.fields["rng"].offset, state.program.fields["roll"].offset
    for seed in chain((known.get(roll, 0),), range(_PATIENCE)):
        data = state.data[:]
        data[rng] = seed
        state.engine.play(data, option)
        if data[shown] == roll:
            known[roll] = seed
            return seed
    raise _refused("bad-roll", f"the die never shows {roll}")


# --- making positions -------------------------------------------------------------------------


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
) -> State:
    """Return the first decision of a turn with this board; raises BadPosition.

    *seat* is a colour's letter or a number from 0. Without *players* it is the smallest game that
    has everybody on the board. *hand* is the whole hand; without it, *card* is exchanged for one
    of the cards at hand. All flasks are empty, but for those that *spell* costs once.
    """
    shop = _workshop(game)
    count = _players(game, board, seat, players)
    program = game.program(count)
    number = _seat(program, seat)
    if card is not None:
        _check_roll(game, _known_card(program, card), roll)
    elif roll is not None:
        raise _refused("bad-roll", "a roll is given, but no card to roll for")
    if spell is not None:
        _known_spell(program, spell)
    if hand is None:
        held: tuple[str, ...] = (card,) if card is not None else ()
    else:
        held = tuple(hand) if card is None or card in hand else (card, *hand)
    for code in held:
        _known_card(program, code)
    state = shop.position(game, count, number, board, held, hand is not None, spell)
    if roll is not None and card is not None and (option := _card_option(state, card)) is not None:
        seed = _rolled(state, option, roll)
        state.data[program.fields["rng"].offset] = seed
    return state


def _players(game: Game, board: str, seat: str | int, players: int | None) -> int:
    if players is not None:
        if players not in game.players:
            counts = ", ".join(map(str, game.players))
            message = f"{game.name} is for {counts} players, not {players}"
            raise _refused("bad-player-count", message)
        return players
    letters = _workshop(game).letters(game)
    last = max((letters.find(x) for x in set(board)), default=-1)
    at = letters.find(str(seat)) if not str(seat).isdecimal() else int(seat)
    needed = max(last, at) + 1
    return next((n for n in game.players if n >= needed), game.players[-1])


def _seat(program: Program, seat: str | int) -> int:
    text = str(seat)
    if text.isascii() and text.isdecimal() and int(text) < program.players:
        return int(text)
    if len(text) == 1 and text in program.letters:
        return program.letters.index(text)
    known = ", ".join(f"`{x}`" for x in program.letters)
    shown = text if len(text) <= 20 else text[:20] + "…"
    raise _refused(
        "unknown-seat",
        f"nobody plays `{shown}` in a game of {program.players}",
        f"the seats are {known}, or 0 to {program.players - 1}",
    )


def _refused(code: str, message: str, help: str | None = None) -> BadPosition:
    """Return what is wrong with something other than the board's text."""
    return BadPosition((Fault(code, message, length=0, help=help),))


def _known_card(program: Program, code: str) -> CardKind:
    for kind in program.cards:
        if kind.code == code:
            return kind
    known = ", ".join(kind.code for kind in program.cards)
    raise _refused("unknown-card", f"there is no card `{code}`", f"the cards are: {known}")


def _known_spell(program: Program, spell: str) -> int:
    if spell in program.spells:
        return program.spells.index(spell)
    known = ", ".join(program.spells)
    raise _refused("unknown-spell", f"there is no spell `{spell}`", f"the spells are: {known}")


def _check_roll(game: Game, kind: CardKind, roll: int | None) -> None:
    if roll is None and not kind.rolls:
        return
    faces = values.number(game.rules, "die.faces") or 6
    if roll is not None and not kind.rolls:
        message = f"the card `{kind.code}` has no die, so nothing is rolled for it"
    elif roll is None and kind.rolls:
        message = f"the card `{kind.code}` has a die: say what it shows, 1 to {faces}"
    elif roll is not None and not 1 <= roll <= faces:
        message = f"the die shows 1 to {faces}, not {roll}"
    else:
        return
    raise _refused("bad-roll", message)


@frozen
class _Template:
    """A turn about to begin: without its spells, in the window before it, and the move before."""

    plain: list[int]
    window: list[int] | None
    before: list[int]
    last_move: int | None


@define
class _Workshop:
    """What has been made for a game: beginnings of turns, ways to roll, boards."""

    templates: dict[tuple[object, ...], _Template] = field(factory=dict)
    seeds: dict[int | None, int] = field(factory=dict)
    caches: dict[int, BoardCache] = field(factory=dict)
    colours: str = ""

    def cache(self, program: Program) -> BoardCache:
        found = self.caches.get(program.players)
        if found is None or found.program is not program:
            found = self.caches[program.players] = BoardCache(program)
        return found

    def letters(self, game: Game) -> str:
        """Return the letters of all colours, in the order of the seats."""
        if not self.colours:
            self.colours = "".join(values.letters(game.rules).values())
        return self.colours

    def position(
        self,
        game: Game,
        players: int,
        seat: int,
        board: str,
        held: tuple[str, ...],
        whole: bool,
        spell: str | None,
    ) -> State:
        """Return a position made from the beginning of a turn."""
        key = (players, seat, held, whole, spell)
        template = self.templates.get(key)
        if template is None:
            if len(self.templates) >= _KEPT:
                self.templates.clear()
            template = self.templates[key] = _template(game, players, seat, held, whole, spell)
        engine = game.engine(players)
        fields = engine.program.fields
        total = template.plain[fields["wizards"].offset :][:players]
        cache = self.cache(engine.program)
        plain = template.plain[:]
        cache.put(plain, board, total)
        window = template.window
        if window is None and spell is not None:
            window = _opened(State(game, engine, template.before, []), template, plain, spell)
        if window is not None:
            data = window[:]
            cache.put(data, board, total)
            if options := engine.options(data):
                return State(game, engine, data, options)
        return State(game, engine, plain, engine.options(plain))


_KEPT = 2_000
_SHOPS: WeakKeyDictionary[Game, _Workshop] = WeakKeyDictionary()


def _workshop(game: Game) -> _Workshop:
    shop = _SHOPS.get(game)
    if shop is None:
        shop = _SHOPS[game] = _Workshop()
    return shop


def _template(
    game: Game, players: int, seat: int, held: tuple[str, ...], whole: bool, spell: str | None
) -> _Template:
    state = game.start(players, seed=0)
    program = state.program
    if players == 1:
        state = _after_setup(state)
    before, last_move = state.data[:], None
    if players > 1:
        # Somebody else's turn has to end, so that this one begins from its beginning.
        before, last_move = _turn_before(state, seat)
    _deal(program, before, seat, held, whole)
    _empty_flasks(program, before)
    plain = before[:]
    if last_move is not None:
        state.engine.play(plain, last_move)
        _deal(program, plain, seat, held, whole)
        _empty_flasks(program, plain)
    window = None
    if spell is not None:
        for data in (before, plain):
            _ready(program, data, seat, spell)
        window = before[:]
        if last_move is not None:
            state.engine.play(window, last_move)
        if not _offers(program, window, seat, spell):
            window = None
    return _Template(plain, window, before, last_move)


def _after_setup(state: State) -> State:
    """Return the first position in which a card can be played."""
    for _ in range(_PATIENCE):
        decision = state.decision
        if decision is None or any(x.kinds == ("card",) for x in decision.alternatives):
            break
        state = _after(state, state.options[0])
    return state


def _turn_before(state: State, seat: int) -> tuple[list[int], int]:
    """Return the last position before a turn of *seat*, and the option that ends it."""
    for _ in range(_PATIENCE):
        decision = state.decision
        assert decision is not None
        option = shortest_way(decision, state.options)
        after = _after(state, option)
        if after.is_over:
            break
        if after.active == seat and state.active != seat:
            return state.data[:], option
        state = after
    who = state.program.colours[seat]
    raise _refused("unknown-seat", f"{who} never comes to act")


def _offers(program: Program, data: list[int], seat: int, spell: str) -> bool:
    """Return whether a seat is asked for a spell, on whatever board."""
    at = data[program.fields["at"].offset]
    if at <= 0 or data[program.fields["actor"].offset] != seat:
        return False
    return any(x.spell == spell for x in program.decisions[at - 1].alternatives)


def _opened(state: State, template: _Template, plain: list[int], spell: str) -> list[int] | None:
    """Return the window before a turn if it opens on the board of *plain*.

    The board of the template had nothing to cast the spell on; this one may have.
    """
    if template.last_move is None:
        return None
    program, engine = state.program, state.engine
    seat = plain[program.fields["actor"].offset]
    data = state.data[:]
    _copy_board(program, plain, data)
    for option in engine.options(data):
        after = data[:]
        engine.play(after, option)
        if _offers(program, after, seat, spell):
            return after
    return None


def _empty_flasks(program: Program, data: list[int]) -> None:
    f = program.fields
    empty, full, spent = f["empty"].offset, f["full"].offset, f["spent"].offset
    for player in range(program.players):
        data[empty + player] += data[full + player] + data[spent + player]
        data[full + player] = data[spent + player] = 0


def _ready(program: Program, data: list[int], seat: int, spell: str) -> None:
    """Lay a spell out and fill the flasks that it costs."""
    number = program.spells.index(spell)
    f = program.fields
    data[f["laid_out"].offset + number] = 1
    empty, full = f["empty"].offset + seat, f["full"].offset + seat
    flasks = data[empty] + data[full]
    data[full] = min(flasks, program.costs[number])
    data[empty] = flasks - data[full]


def _deal(program: Program, data: list[int], seat: int, held: Iterable[str], whole: bool) -> None:
    """Exchange cards so that a seat holds some, or, for its whole hand, nothing else."""
    f, kinds = program.fields, len(program.cards)
    codes = [kind.code for kind in program.cards]
    wanted = [codes.index(code) for code in held]
    for card in set(wanted):
        if wanted.count(card) > program.cards[card].copies:
            copies = program.cards[card].copies
            message = (
                f"there are {copies} cards `{codes[card]}` in the deck, not {wanted.count(card)}"
            )
            raise _refused("too-many-cards", message)
    start, pile_at = f["hand"].offset + seat * kinds, f["pile"].offset
    hand = Counter({card: data[start + card] for card in range(kinds) if data[start + card]})
    target = Counter(wanted)
    if not whole:  # the hand keeps its size
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
            hands = range(f["hand"].offset, f["hand"].offset + f["hand"].size, kinds)
            theirs = next(at for at in hands if at != start and data[at + card])
            # They get another card for it: one given away here, or the lowest of the pile.
            data[theirs + card] -= 1
            data[theirs + (spare.pop() if spare else pile.pop(0))] += 1
    pile[:0] = spare
    data[start : start + kinds] = [target[card] for card in range(kinds)]
    data[f["hand_size"].offset + seat] = target.total()
    data[f["pile_size"].offset] = len(pile)
    data[pile_at : pile_at + f["pile"].size] = pile + [0] * (f["pile"].size - len(pile))
