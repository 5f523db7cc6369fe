"""A position as one person sees it, in words: for the page, the terminal and notebooks.

`SeenTable` has everything on the table beside the board: who plays, spells, decks, memories. `deed` says
what a move has done, as far as it is not a secret. What shows it decides only how it looks.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from wtrules.board.paint import wizard_colours
from wtrules.game.announced import announced
from wtrules.game.game import Observation, State
from wtrules.game.happened import ending, happened
from wtrules.game.moves import Move
from wtrules.game.remembered import public_lines, secret_lines, shown_lines
from wtrules.game.view import Flasks
from wtrules.position.decks import DeckView, deck_view
from wtrules.position.text import UNKNOWN
from wtrules.program.program import Deck
from wtrules.say.describe import said
from wtrules.say.voice import Voice
from wtrules.value import Value


@frozen
class Seat(Value):
    """A player: what they have, and the codes of the cards in their hand."""

    letter: str
    name: str
    colour: str  # of the wizards in pictures
    home: int
    wizards: int
    flasks: Flasks
    points: int | None  # None: rules give none
    cards: int
    hand: tuple[str, ...]


@frozen
class LaidOut(Value):
    """A spell that can be cast."""

    id: str
    name: str
    cost: str
    says: str


@frozen
class DeckSeen(Value):
    """A deck: what its face-up cards and the cards in hands are called; a hidden one is None."""

    name: str | None  # None: the main deck
    pile: int
    discards: Mapping[str, int]
    revealed: tuple[str, ...]
    hands: tuple[tuple[str | None, ...], ...]


@frozen
class Deed(Value):
    """What a player has done, in words, what the die showed if it was rolled, what rules did then.

    `news` are the sentences of rules that took effect, `then` is what happened beside the deed.
    """

    said: str
    roll: int | None = None
    news: tuple[str, ...] = ()
    then: tuple[str, ...] = ()


@frozen
class SeenTable(Value):
    """A position, or what a player sees of it, in one language."""

    view: State | Observation
    words: Voice

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All players in turn order."""
        view, letters = self.view, self.view.program.board.letters
        colours = wizard_colours(letters, {})
        wizards, cards = view.numbers("wizards"), view.numbers("hand_size")
        return tuple(
            Seat(
                letter,
                self.words.player(letter),
                colours[letter],
                view.home[seat],
                wizards[seat],
                view.flasks[seat],
                view.points[seat] if view.game.has_points else None,
                cards[seat],
                view.hands[seat],
            )
            for seat, letter in enumerate(letters[: view.players])
        )

    @property
    def spells(self) -> tuple[LaidOut, ...]:
        """The spells that are laid out."""
        words = self.words
        return tuple(
            LaidOut(id, words.spell(id), words.cost(id), self._says(id)) for id in self.view.spells
        )

    def _says(self, spell: str) -> str:
        entry = self.view.rules.get("spell", spell)
        return said(self.view.rules, entry, self.words.lang, self.view.players) if entry else ""

    @property
    def decks(self) -> tuple[DeckSeen, ...]:
        """All decks, the main one first."""
        view = self.view
        main, *_ = view.program.decks
        return tuple(
            self._deck(deck, deck_view(view.program, view.data, deck), deck is main)
            for deck in view.program.decks
        )

    def _deck(self, deck: Deck, cards: DeckView, is_main: bool) -> DeckSeen:
        def called(code: str) -> str | None:
            return None if code == UNKNOWN else self.words.card_called(deck.cards, code)

        return DeckSeen(
            None if is_main else self.words.label(deck.name),
            len(cards.draw_pile),
            cards.discards,
            tuple(self.words.card_called(deck.cards, code) for code in cards.revealed),
            tuple(tuple(map(called, hand)) for hand in cards.hands),
        )

    @property
    def ending(self) -> str | None:
        """How the game has ended; None while it is not over."""
        view = self.view
        ended = ending(view) if isinstance(view, State) else None
        return self.words.ending(ended) if ended is not None else None


def memories(state: State, words: Voice, seat: int | None) -> list[str]:
    """Return what rules remember, as lines; with a *seat*, also what only that player knows."""
    lines = list(public_lines(state, words))
    return lines if seat is None else [*lines, *private_memories(state, words, seat)]


def private_memories(state: State, words: Voice, seat: int) -> list[str]:
    """Return what only one player knows, as lines."""
    return [*shown_lines(state, words, seat), *secret_lines(state, words, seat)]


def deed(before: State, move: Move, after: State, words: Voice, *, hidden: bool) -> Deed:
    """Return what a move has done; of a *hidden* one only that something was chosen in secret."""
    if hidden:
        return Deed(words("play.secretly"))
    rolled = after.numbers("rng") != before.numbers("rng")
    drawn = after.numbers("pile_size")[0] != before.numbers("pile_size")[0]
    is_shown = rolled and not drawn
    done = happened(before, move, after)
    return Deed(
        words.deed(done),
        after.roll if is_shown else None,
        tuple(announced(before, move, after, words.lang)),
        tuple(words.aftermath(done)),
    )
