"""What a player sees of a position: the board, the table, the hand, the moves, as lines of text.

Wizards under towers are not drawn, and only the hand of the deciding player is shown.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from wtrules.board.draw import draw
from wtrules.cli.terminal import columns
from wtrules.game.game import State
from wtrules.game.remembered import public_lines, secret_lines, shown_lines
from wtrules.game.words import Words
from wtrules.rules.describe import piece_names

_WIDEST = 120


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
