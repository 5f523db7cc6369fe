"""What players see of what rules remember, and of cards that they have been shown, as lines of text.

Memories of the shipped rules are not shown. Those of a house rule are, as soon as they differ from
their initial value: `Trapped: s5, s9`. Secrets and cards are shown only to those who know them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wtrules.game.game import State
from wtrules.game.happened import held, remembered, thing_of, wizard_of
from wtrules.game.moves import Move
from wtrules.language.things import THINGS, is_pair, kinds_of
from wtrules.meaning import nodes as m
from wtrules.position import wizards
from wtrules.position.text import UNKNOWN, names_of
from wtrules.program.program import Field, hidden_name
from wtrules.say.voice import Voice
from wtrules.texts import capitalised

_PREFIX = "memory."


def shown_lines(state: State, words: Voice, seat: int) -> Iterator[str]:
    """Yield the cards of others and of the draw pile that a player has been shown."""
    if not state.program.shows_cards:
        return
    seen = state.observation(seat)
    for other, hand in enumerate(seen.hands):
        if other != seat and not state.game.open_hands and any(card != UNKNOWN for card in hand):
            who = words.player(state.program.board.letters[other])
            yield words("play.shown_hand", who=who, cards=", ".join(hand))
    pile = seen.draw_pile[::-1]
    last = max((i for i, card in enumerate(pile) if card != UNKNOWN), default=-1)
    if last >= 0:
        yield words("play.shown_pile", cards=", ".join(pile[: last + 1]))
    for name, deck in seen.decks.items():
        for other, hand in enumerate(deck.hands):
            if other != seat and any(card != UNKNOWN for card in hand):
                who, cards = words.player(state.program.board.letters[other]), ", ".join(hand)
                yield words("play.shown_deck_hand", who=who, deck=words.label(name), cards=cards)
        pile = deck.draw_pile[::-1]
        last = max((i for i, card in enumerate(pile) if card != UNKNOWN), default=-1)
        if last >= 0:
            cards = ", ".join(pile[: last + 1])
            yield words("play.shown_deck_pile", deck=words.label(name), cards=cards)


def public_lines(state: State, words: Voice) -> Iterator[str]:
    """Yield the memories that everybody may see."""
    yield from _lines(state, words, lambda field, i: not _hidden_from(state, field, i))


def news_lines(before: State, after: State, words: Voice) -> Iterator[str]:
    """Yield the players, pieces and words that everybody knows since a move: `Accused: yellow`."""

    def is_known(state: State, field: Field, i: int) -> bool:
        told = field.type in THINGS or field.type == "symbol"
        return told and not _hidden_from(state, field, i)

    known = set(_lines(before, words, lambda field, i: is_known(before, field, i)))
    for line in _lines(after, words, lambda field, i: is_known(after, field, i)):
        if line not in known:
            yield line
    was, now = before.decks, after.decks
    for deck in after.program.named_decks:
        up = now[deck.name].revealed
        if up and up != was[deck.name].revealed:
            cards = ", ".join(words.card_called(deck.cards, code) for code in up)
            yield f"{capitalised(words.label(deck.name))}: {cards}"


def memory_lines(state: State, words: Voice) -> Iterator[str]:
    """Yield all memories, secret ones too."""
    yield from _lines(state, words, lambda field, i: True)


def _lines(state: State, words: Voice, is_shown: Callable[[Field, int], bool]) -> Iterator[str]:
    for field in _own(state):
        shown = [i for i in range(field.size) if is_shown(field, i)]
        changed = list(_changed(state, field, shown, words))
        if changed:
            yield _line(field, ", ".join(changed), words)


def secret_lines(state: State, words: Voice, seat: int) -> Iterator[str]:
    """Yield what a player knows and others do not; what is their own comes without their name."""
    for field in _own(state):
        known = [i for i in range(field.size) if _is_known(state, field, i, seat)]
        is_own = field.each is None or (field.each == "player" and known == [seat])
        parts = [
            ("" if is_own else f"{_whose(state, field.each or '', i, words)} ")
            + _value(state, field, state.data[field.offset + i], words)
            for i in known
        ]
        if parts:
            yield _line(field, ", ".join(parts), words)


def _line(field: Field, shown: str, words: Voice) -> str:
    name = words.label(_id(field))
    return f"{capitalised(name)}: {shown}"


def _is_known(state: State, field: Field, i: int, seat: int) -> bool:
    """Whether a player knows a number of a memory that others do not know, and it says something."""
    hidden, held = _hidden_from(state, field, i), state.data[field.offset + i]
    is_nothing = held < 0 and field.type in THINGS
    is_uncounted = field.type == "number" and held == field.first
    return bool(hidden) and not hidden >> seat & 1 and not is_nothing and not is_uncounted


def _hidden_from(state: State, field: Field, i: int) -> int:
    """Return a bit for each player who does not know a number of a memory."""
    if not field.is_secret:
        return 0
    return state.numbers(hidden_name(field.name))[i] & (1 << state.players) - 1


def is_secret(state: State, move: Move) -> bool:
    """Whether nobody else sees what is decided with a move."""
    point = state.decision_point
    return point is not None and point.decode(move.option)[0].secretly is not None


def _own(state: State) -> Iterator[Field]:
    """Yield the memories that no shipped layer has defined."""
    rules = state.game.rules
    shipped = {layer.name for layer in rules.layers if layer.shipped}
    for field in state.program.fields.values():
        entry = rules.get("memory", _id(field))
        if field.name.startswith(_PREFIX) and entry is not None and entry.layer not in shipped:
            yield field


def _changed(state: State, field: Field, seen: list[int], words: Voice) -> Iterator[str]:
    """Yield the values that differ from the initial one, by player, space … where there are many."""
    initial = state.game.meaning.memories[_id(field)].initial
    first = m.constant(initial) or 0
    for i in seen:
        value = state.data[field.offset + i]
        if value == first:
            continue
        part = _whose(state, field.each, i, words) if field.each is not None else ""
        # For a yes/no memory it is enough to name where it is true.
        plain = part and field.type == "truth" and value
        shown = "" if plain else _value(state, field, value, words)
        yield f"{part} {shown}".strip()


def _whose(state: State, each: str, index: int, words: Voice) -> str:
    """Return the player, space, wizard … a value of a memory is for."""
    if is_pair(each):
        first, second = kinds_of(each)
        one, other = divmod(index, len(names_of(state.program, second)))
        return f"{_whose(state, first, one, words)}, {_whose(state, second, other, words)}"
    if each != "wizard":
        return words.thing(thing_of(state, each, index))
    number = wizards.number_of(state.program, state.data, index)
    if number is None:
        return words.thing(wizard_of(state, index // state.program.slots, None))
    return words.remembered("", held(state, each, number))


def _value(state: State, field: Field, value: int, words: Voice) -> str:
    return words.remembered(_id(field), remembered(state, field, value))


def _id(field: Field) -> str:
    """Return the name of a memory, as rules have it."""
    return field.name.removeprefix(_PREFIX)
