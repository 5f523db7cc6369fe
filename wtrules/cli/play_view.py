"""What a player sees of a position: the board, the table, the hand, the moves, as lines of text.

Wizards under towers are not drawn, and only the hand of the deciding player is shown. Memories of
the shipped rules are not shown. Those of a house rule are, as soon as they differ from their initial
value: `trapped: s5, s9`. Secrets and cards are shown only to those who know them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from wtrules.board.draw import draw
from wtrules.cli.play_words import Words
from wtrules.cli.terminal import columns
from wtrules.game import wizards
from wtrules.game.game import State
from wtrules.game.moves import Move
from wtrules.game.position_text import UNKNOWN
from wtrules.language.things import THINGS
from wtrules.program.program import Field, hidden_name
from wtrules.rules import meaning as m
from wtrules.rules.describe import piece_names

_WIDEST = 120
_PREFIX = "memory."


def table_lines(state: State, words: Words, colour: bool) -> Iterator[str]:
    """Yield what everybody may see: board, home, flasks, points, castle, spells and memories."""
    program = state.program
    yield ""
    yield draw(
        state.board,
        colour=colour,
        width=min(shutil.get_terminal_size().columns, _WIDEST),
        ground_shields=program.ground_shields,
        track=program.track,
        pieces=piece_names(state.rules, words.lang),
        letters=program.letters,
        names={letter: words.player(state, i) for i, letter in enumerate(program.letters)},
    )
    yield from _supplies(state, words)
    yield words("play.castle", space=state.numbers("castle")[0])
    laid = zip(program.spells, state.numbers("laid_out"), strict=False)
    spells = [
        words("play.cost", name=words.spell(id), cost=words.cost(id)) for id, out in laid if out
    ]
    if spells:
        yield words("play.spells", spells=", ".join(spells))
    yield from _deck_lines(state, words)
    yield from public_lines(state, words)


def _deck_lines(state: State, words: Words) -> Iterator[str]:
    """Yield the face-up cards of named decks, and how many are in their piles."""
    for deck in state.program.decks:
        seen = state.decks[deck.name]
        parts = [words("play.in_pile", n=len(seen.draw_pile))]
        if seen.revealed:
            up = ", ".join(words.deck_card(deck, code) for code in seen.revealed)
            parts.insert(0, words("play.face_up", cards=up))
        held = [
            f"{words.player(state, seat)} {len(cards)}"
            for seat, cards in enumerate(seen.hands)
            if cards
        ]
        yield words("play.deck", deck=words.deck(deck.name), cards=", ".join([*parts, *held]))


def _supplies(state: State, words: Words) -> Iterator[str]:
    """Yield the supplies of all players in columns."""
    scored = [words("play.points")] if state.game.has_points else []
    rows = [["", words("play.home"), words("play.flasks"), words("play.cards"), *scored]]
    home, wizards = state.numbers("home"), state.numbers("wizards")
    for seat in range(state.players):
        flasks = [(state.numbers(name)[seat], name) for name in ("empty", "full", "spent")]
        have = [f"{number} {words(f'play.{name}')}" for number, name in flasks if number]
        cards = str(state.numbers("hand_size")[seat])
        whole = f"{home[seat]}/{wizards[seat]}"
        points = [str(state.numbers("points")[seat])] if scored else []
        rows.append([words.player(state, seat), whole, ", ".join(have) or "-", cards, *points])
    yield from columns(rows)


def hand_lines(state: State, words: Words) -> Iterator[str]:
    """Yield the deciding player, their hand, and what else only they know."""
    seat, active = state.to_act, state.active
    who = words.player(state, seat)
    if seat == active:
        yield words("play.turn", who=who)
    else:
        yield words("play.turn_of", who=who, active=words.player(state, active))
    cards = state.program.cards
    hand = state.numbers("hand")[seat * len(cards) : (seat + 1) * len(cards)]
    held = [card.code for card, number in zip(cards, hand, strict=True) for _ in range(number)]
    yield words("play.hand", cards=", ".join(held) or words("play.no_cards"))
    for deck in state.program.decks:
        mine = [words.deck_card(deck, code) for code in state.decks[deck.name].hands[seat]]
        if mine:
            yield words("play.deck_hand", deck=words.deck(deck.name), cards=", ".join(mine))
    yield from shown_lines(state, words, seat)
    yield from secret_lines(state, words, seat)


def shown_lines(state: State, words: Words, seat: int) -> Iterator[str]:
    """Yield the cards of others and of the draw pile that a player has been shown."""
    if not state.program.shows_cards or state.game.open_hands:
        return
    seen = state.observation(seat)
    for other, hand in enumerate(seen.hands):
        if other != seat and any(card != UNKNOWN for card in hand):
            who = words.player(state, other)
            yield words("play.shown_hand", who=who, cards=", ".join(hand))
    pile = seen.draw_pile[::-1]
    last = max((i for i, card in enumerate(pile) if card != UNKNOWN), default=-1)
    if last >= 0:
        yield words("play.shown_pile", cards=", ".join(pile[: last + 1]))


def menu_lines(state: State, words: Words) -> Iterator[str]:
    """Yield the legal moves, numbered, in notation and in words."""
    decision = state.decision
    assert decision is not None
    yield words("play.moves", rule=decision.rule)
    moves = list(state.legal_moves)
    digits = len(str(len(moves)))
    width = max(len(move.text) for move in moves)
    for number, move in enumerate(moves, 1):
        described = words.move_and_effect(state, move)
        yield f"  {number:>{digits}}  {move.text:<{width}}  {described}".rstrip()


# --- the memories of house rules ---


def public_lines(state: State, words: Words) -> Iterator[str]:
    """Yield the memories that everybody may see."""
    for field in _own(state):
        seen = [i for i in range(field.size) if not _hidden_from(state, field, i)]
        changed = list(_changed(state, field, seen, words))
        if changed:
            yield f"{field.name.removeprefix(_PREFIX)}: {', '.join(changed)}"


def secret_lines(state: State, words: Words, seat: int) -> Iterator[str]:
    """Yield what a player knows and others do not; what is their own comes without their name."""
    for field in _own(state):
        name = field.name.removeprefix(_PREFIX)
        for i in range(field.size):
            hidden = _hidden_from(state, field, i)
            held = state.data[field.offset + i]
            nothing = held < 0 and field.type in THINGS
            if hidden and not hidden >> seat & 1 and not nothing:
                value = _value(state, field.type, held, words)
                mine = field.each is None or (field.each == "player" and i == seat)
                part = "" if mine else f" ({_value(state, field.each or '', i, words)})"
                yield f"{name}{part}: {value}"


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
        entry = rules.get("memory", field.name.removeprefix(_PREFIX))
        if field.name.startswith(_PREFIX) and entry is not None and entry.layer not in shipped:
            yield field


def _changed(state: State, field: Field, seen: list[int], words: Words) -> Iterator[str]:
    """Yield the values that differ from the initial one, by player, space … where there are many."""
    initial = state.game.meaning.memories[field.name.removeprefix(_PREFIX)].initial
    first = initial.value if isinstance(initial, m.Const) else 0
    for i in seen:
        value = state.data[field.offset + i]
        if value == first:
            continue
        part = _whose(state, field.each, i, words) if field.each is not None else ""
        # For a yes/no memory it is enough to name where it is true.
        plain = part and field.type == "truth" and value
        shown = "" if plain else _value(state, field.type, value, words)
        yield f"{part} {shown}".strip()


def _whose(state: State, each: str, index: int, words: Words) -> str:
    """Return the player, space, wizard … a value of a memory is for."""
    if each != "wizard":
        return _value(state, each, index, words)
    number = wizards.number_of(state.program, state.data, index)
    if number is None:
        who = words.player(state, index // state.program.slots)
        return words("play.wizard_away", who=who)
    return words.thing(state, "wizard", number).partition(" (")[0]


def _value(state: State, type: str, value: int, words: Words) -> str:
    match type:
        case "number":
            return str(value)
        case "truth":
            return words("play.yes" if value else "play.no")
        case "symbol":
            return state.program.symbols[value]
    if value < 0:
        return words("play.nothing")
    if type in ("card", "space"):
        return state.name(type, value)
    return words.thing(state, type, value)
