"""What a player sees of a position: the board, the table, the hand, the moves, as lines of text.

Wizards under towers are not drawn, and only the hand of the deciding player is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from wtrules.board.draw import draw
from wtrules.cli import play_console as console
from wtrules.cli.play_seats import Seats
from wtrules.cli.terminal import columns, wrapped
from wtrules.game.game import State
from wtrules.game.remembered import public_lines, secret_lines, shown_lines
from wtrules.game.view import Flasks
from wtrules.game.words import Words
from wtrules.program.lower.scopes import LEVEL
from wtrules.rules.describe import piece_names
from wtrules.value_classes import frozen

_BELOW = 8  # lines below the board: the hand, the question, some moves, the prompt
_MANY = 6  # moves that are listed one below the other
_FEW = 4  # kinds of moves that are named in a question
_SENTENCE = re.compile(r"(?<=[.!?])\s")


@frozen
class View:
    """What is shown of a position, to whom, and in which language."""

    state: State
    words: Words
    seats: Seats

    # --- what everybody may see ---

    def table(self, colour: bool) -> Iterator[str]:
        """Yield the board, the supplies of all players, spells, decks and memories."""
        state, words = self.state, self.words
        program = state.program
        yield draw(
            state.board,
            colour=colour,
            width=console.width(),
            height=console.height() - _BELOW,
            ground_shields=program.ground_shields,
            track=program.track,
            pieces=piece_names(state.rules, words.lang),
            letters=program.letters,
            middle=list(self._supplies()),
        )
        (pile,), (discarded,) = state.numbers("pile_size"), state.numbers("discard_size")
        piles = words("play.piles", pile=pile, discarded=discarded)
        beside = [piles] if state.has_begun else []
        if spells := self._spells():
            beside.append(words("play.spells", spells=", ".join(spells)))
        if beside:
            yield from wrapped("", " ".join(beside), 2, console.width())
        yield from self._decks()
        yield from public_lines(state, words)

    def _spells(self) -> list[str]:
        """Return the names and costs of the spells that are laid out."""
        laid = zip(self.state.program.spells, self.state.numbers("laid_out"), strict=False)
        return [
            self.words("play.cost", name=self.words.spell(id), cost=self.words.cost(id))
            for id, out in laid
            if out
        ]

    def _supplies(self) -> Iterator[tuple[str, str]]:
        """Yield the supplies of all players in columns, after the letter of each player."""
        state, words = self.state, self.words
        home, wizards = state.numbers("home"), state.numbers("wizards")
        seats = range(state.players)
        named = ["", *(self.seats.who(state, words, seat) for seat in seats)]
        came = [f"{home[i]}/{wizards[i]}" if wizards[i] else "-" for i in seats]
        table = [named, [words("play.home"), *came]]
        flasks = state.flasks
        if any(one.empty or one.full or one.spent for one in flasks):
            table.append([words("play.flasks"), *(self._flasks(one) for one in flasks)])
        cards = state.numbers("hand_size")
        table.append([words("play.cards"), *(str(cards[i]) for i in seats)])
        points = state.numbers("points")
        if state.game.has_points and any(points):
            table.append([words("play.points"), *(str(points[i]) for i in seats)])
        rows = list(zip(*table, strict=True))
        letters = ("", *state.program.letters)
        yield from zip(letters, columns(rows), strict=False)

    def _flasks(self, flasks: Flasks) -> str:
        """Return the flasks that a player has."""
        numbers = {"play.empty": flasks.empty, "play.full": flasks.full}
        return ", ".join(f"{n} {self.words(key)}" for key, n in numbers.items() if n) or "-"

    def _decks(self) -> Iterator[str]:
        """Yield the face-up cards of named decks, and how many are in their piles."""
        state, words = self.state, self.words
        for deck in state.program.decks:
            seen = state.decks[deck.name]
            parts = [words("play.in_pile", n=len(seen.draw_pile))]
            if seen.revealed:
                up = ", ".join(words.deck_card(deck, code) for code in seen.revealed)
                parts.insert(0, words("play.face_up", cards=up))
            held = [
                f"{self.seats.who(state, words, seat)} {len(cards)}"
                for seat, cards in enumerate(seen.hands)
                if cards
            ]
            line = words("play.deck", deck=words.deck(deck.name), cards=", ".join([*parts, *held]))
            yield from wrapped("", line, 2, console.width())

    # --- what the deciding player sees ---

    def hand(self) -> Iterator[str]:
        """Yield whose turn it is, the hand of the deciding player, and what else only they know."""
        state, words = self.state, self.words
        seat = state.to_act
        cards = state.program.cards
        hand = state.numbers("hand")[seat * len(cards) : (seat + 1) * len(cards)]
        held = [card.code for card, number in zip(cards, hand, strict=True) for _ in range(number)]
        mine = words("play.hand", cards=", ".join(held) or words("play.no_cards"))
        known = f" {mine}" if held or state.has_begun else ""
        yield from wrapped("", f"{self._turn()}.{known}", 2, console.width())
        for deck in state.program.decks:
            own = [words.deck_card(deck, code) for code in state.decks[deck.name].hands[seat]]
            if own:
                yield words("play.deck_hand", deck=words.deck(deck.name), cards=", ".join(own))
        yield from shown_lines(state, words, seat)
        yield from secret_lines(state, words, seat)

    def _turn(self) -> str:
        """Return whose turn it is, which action of the turn, and who decides."""
        state, words = self.state, self.words
        seat, active = state.to_act, state.active
        how = "you" if seat == self.seats.you else "other"
        who, whose = (self.seats.who(state, words, one) for one in (seat, active))
        if not state.has_begun:
            return words(f"play.setup.{how}", who=who)
        if seat != active:
            return words(f"play.decides.{how}", who=who, active=whose)
        turn = words(f"play.turn.{how}", who=who)
        action = state.program.numbered.get("action")
        is_open = state.numbers("open")[0] >> LEVEL["action"] - 1 & 1
        if action is None or action.times < 2 or not is_open:
            return turn
        number = action.times - state.numbers(action.left)[0]
        return words("play.action", turn=turn, number=number, total=action.times)

    def question(self) -> Iterator[str]:
        """Yield what there is to do; if the moves do not say that, what the rule that asks says first."""
        state, words = self.state, self.words
        decision = state.decision
        assert decision is not None
        kinds = [*dict.fromkeys(words.kind_of(state, move) for move in decision.moves)]
        if len(kinds) <= _FEW and any(words.is_clear(state, move) for move in decision.moves):
            asked = f"{words('words.or').join(kinds)}:"
        else:
            offering = {move.rule for move in decision.moves}
            asking = offering.pop() if len(offering) == 1 else decision.rule
            asked = _SENTENCE.split(words.says(asking))[0]
        if asked:
            yield from wrapped("", asked[:1].upper() + asked[1:], 0, console.width())

    def menu(self, notation: bool = False) -> Iterator[str]:
        """Yield the legal moves, numbered, in words; in *notation* too, or where there is room for it."""
        moves = list(self.state.legal_moves)
        said = [self.words.move_and_effect(self.state, move) for move in moves]
        digits, length = len(str(len(moves))), max(len(move.text) for move in moves)
        longest = max(map(len, said))
        if len(moves) > _MANY and not notation and 2 * (digits + longest + 6) <= console.width():
            yield from self._in_two_columns(said, digits + longest + 6)
            return
        notation |= digits + length + longest + 6 <= console.width()
        for number, (move, described) in enumerate(zip(moves, said, strict=True), 1):
            text = f"{move.text:<{length}}  " if notation else ""
            yield from wrapped(f"  {number:>{digits}}  {text}", described, None, console.width())

    def _in_two_columns(self, said: list[str], width: int) -> Iterator[str]:
        """Yield many short moves, down the first column and then down the second."""
        half = (len(said) + 1) // 2
        cells = [f"  {number:>2}  {words}" for number, words in enumerate(said, 1)]
        for left, right in zip_longest(cells[:half], cells[half:], fillvalue=""):
            yield f"{left:<{width}}{right}".rstrip()
