"""What a player sees of a position: the board, the table, the hand, the moves, as lines of text.

Wizards under towers are not drawn, and only the hand of the deciding player is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from attrs import frozen

from wtrules.board.draw import draw
from wtrules.cli import play_console as console
from wtrules.cli.play_commands import numbered_moves
from wtrules.cli.play_seats import Seats
from wtrules.cli.terminal import columns, wrapped
from wtrules.game.game import State
from wtrules.game.happened import foreseen
from wtrules.game.table import DeckSeen, SeenTable, memories, private_memories
from wtrules.game.view import Flasks
from wtrules.language.scopes import LEVEL
from wtrules.say.describe import piece_names
from wtrules.say.voice import Voice
from wtrules.texts import capitalised
from wtrules.value import Value

_BELOW = 8  # lines below the board: the hand, the question, some moves, the prompt
_MANY = 6  # moves that are listed one below the other
_FEW = 4  # kinds of moves that are named in a question
_LINK = ": "  # between the parts of a move in words
_SENTENCE = re.compile(r"(?<=[.!?])\s")


@frozen
class View(Value):
    """What is shown of a position, to whom, and in which language."""

    state: State
    words: Voice
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
            ground_shields=program.board.ground_shields,
            track=program.board.track,
            pieces=piece_names(state.rules, words.lang),
            letters=program.board.letters,
            middle=[list(self._supplies()), list(self._short_supplies())],
        )
        seen = SeenTable(state, words)
        main, *_ = decks = seen.decks
        piles = words("play.piles", pile=main.pile, discarded=sum(main.discards.values()))
        beside = [piles] if state.has_begun else []
        if spells := [words("play.cost", name=one.name, cost=one.cost) for one in seen.spells]:
            beside.append(words("play.spells", spells=", ".join(spells)))
        beside += [line for deck in decks for line in self._deck(deck)]
        if beside:
            yield from wrapped("", " ".join(beside), 2, console.width())
        yield from memories(state, words, None)

    def _supplies(self) -> Iterator[list[tuple[str, str]]]:
        """Yield a line for each player, in columns with titles."""
        rows = list(zip(*([title, *cells] for title, cells in self._columns()), strict=True))
        for letter, line in zip(["", *self._letters()], columns(rows), strict=True):
            yield [(letter, line)]

    def _short_supplies(self) -> Iterator[list[tuple[str, str]]]:
        """Yield a line for every two players, below the titles of what comes after their names."""
        titles, cells = zip(*self._columns(is_short=True), strict=True)
        yield [("", ", ".join(titles[1:]))]
        lines = list(columns(list(zip(*cells, strict=True)), " "))
        width = max(map(len, lines))
        players = [
            (letter, f"{line:<{width}}")
            for letter, line in zip(self._letters(), lines, strict=True)
        ]
        half = (len(players) + 1) // 2
        for number, player in enumerate(players[:half]):
            yield [player, *players[half + number : half + number + 1]]

    def _owners(self) -> Sequence[int]:
        """Return the players who have something; one who has everything keeps it for all."""
        owned = [self.state.numbers(name) for name in ("wizards", "hand_size", "points")]
        seats = range(self.state.players)
        return [seat for seat in seats if any(numbers[seat] for numbers in owned)] or seats

    @property
    def _is_common(self) -> bool:
        """Whether all pieces and cards belong to all players together."""
        return len(self._owners()) == 1 < self.state.players

    def _letters(self) -> list[str]:
        return [self.state.program.board.letters[seat] for seat in self._owners()]

    def _columns(self, *, is_short: bool = False) -> Iterator[tuple[str, list[str]]]:
        """Yield what is known of all players: a title, and a word for each player."""
        state, words = self.state, self.words
        seats = self._owners()
        named = [self.seats.who(state, words, seat) for seat in seats]
        yield "", [words("play.all")] if self._is_common else named
        shown = SeenTable(state, words).seats
        owners = [shown[i] for i in seats]
        came = [f"{one.home}/{one.wizards}" if one.wizards else "-" for one in owners]
        yield words("play.home"), came
        flasks = [one.flasks for one in owners]
        if any(one.empty or one.full or one.spent for one in flasks):
            title = words("play.flasks_in_short" if is_short else "play.flasks")
            yield title, [self._filled(one, is_short=is_short) for one in flasks]
        yield words("play.cards"), [str(one.cards) for one in owners]
        if any(one.points for one in shown):
            yield words("play.points"), [str(one.points) for one in owners]

    def _filled(self, flasks: Flasks, *, is_short: bool) -> str:
        """Return how many flasks have been filled, and how many of them can still be spent.

        In short, only what is full of those that are not spent.
        """
        filled = flasks.full + flasks.spent
        if is_short:
            return f"{flasks.full}/{flasks.empty + flasks.full}"
        key = "play.filled_full" if flasks.full else "play.filled"
        return self.words(key, n=filled, total=flasks.empty + filled, full=flasks.full)

    def help(self) -> Iterator[str]:
        """Yield what can be typed, each with what it does."""
        for line in self.words("play.help").split("\n"):
            command, gap, does = line.strip().partition("  ")
            lead = line[: line.index(command) + len(command + gap) + len(does) - len(does.lstrip())]
            yield from wrapped(lead, does.lstrip(), None, console.width())

    def _deck(self, deck: DeckSeen) -> Iterator[str]:
        """Yield its face-up cards, and if it has a name how many are in its pile and in the hands."""
        words = self.words
        parts = [words("play.face_up", cards=", ".join(deck.revealed))] if deck.revealed else []
        if deck.name is None:  # its pile and the hands are shown elsewhere
            yield from map(capitalised, parts)
            return
        parts.append(words("play.in_pile", n=deck.pile))
        parts += [
            f"{self.seats.who(self.state, words, seat)} {len(cards)}"
            for seat, cards in enumerate(deck.hands)
            if cards
        ]
        yield words("play.deck", deck=capitalised(deck.name), cards=", ".join(parts))

    # --- what the deciding player sees ---

    def hand(self) -> Iterator[str]:
        """Yield whose turn it is, the hand of the deciding player, and what else only they know."""
        state, words = self.state, self.words
        seat = state.to_act
        held = state.hands[seat]
        key = "play.shared_hand" if self._is_common else "play.hand"
        mine = words(key, cards=", ".join(held) or words("play.no_cards"))
        known = f" {mine}" if held or state.has_begun else ""
        yield from wrapped("", f"{self._turn()}.{known}", 2, console.width())
        for deck in SeenTable(state, words).decks[1:]:
            if own := ", ".join(filter(None, deck.hands[seat])):
                yield words("play.deck_hand", deck=deck.name, cards=own)
        yield from private_memories(state, words, seat)

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
        action = state.program.notes.numbered.get("action")
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
        found = [foreseen(state, move) for move in decision.moves]
        kinds = [*dict.fromkeys(map(words.kind, found))]
        if len(kinds) <= _FEW and any(map(words.is_clear, found)):
            asked = f"{words('say.or').join(kinds)}:"
        else:
            offering = {move.rule for move in decision.moves}
            asking = offering.pop() if len(offering) == 1 else decision.rule
            asked = _SENTENCE.split(words.says(asking))[0]
        if asked:
            yield from wrapped("", capitalised(asked), 0, console.width())

    def menu(self, notation: bool = False, room: int = _MANY) -> Iterator[str]:
        """Yield the legal moves, numbered, in words; in *notation* too, or where there is room for it.

        If they would take more lines than *room*, they are in two columns if those are wide enough.
        """
        moves = numbered_moves(self.state)
        width, digits = console.width(), len(str(max(moves)))
        parts = [self.words.deed_parts(foreseen(self.state, move)) for move in moves.values()]
        leads = [f"  {number:>{digits}}  " for number in moves]
        lines = [lead + _LINK.join(part) for lead, part in zip(leads, parts, strict=True)]
        half = (len(lines) + 1) // 2
        pairs = list(columns(list(zip_longest(lines[:half], lines[half:], fillvalue=""))))
        if len(lines) > min(room, _MANY) and not notation and max(map(len, pairs)) <= width:
            yield from pairs
            return
        codes = [move.text for move in moves.values()]
        longest = max(map(len, codes))
        # Where words and notation are the same, once is enough.
        is_new = [_LINK.join(part) for part in parts] != codes
        if notation or (is_new and max(map(len, lines)) + longest + 2 <= width):
            leads = [f"{lead}{code:<{longest}}  " for lead, code in zip(leads, codes, strict=True)]
        elif max(map(len, lines)) > width:
            yield from self._below_heads(leads, parts)
            return
        for lead, part in zip(leads, parts, strict=True):
            yield from wrapped(lead, _LINK.join(part), None, width)

    def _below_heads(self, leads: Sequence[str], parts: Sequence[Sequence[str]]) -> Iterator[str]:
        """Yield moves; what several in a row begin with is written once, above them."""
        rows = zip(leads, parts, strict=True)
        for head, group in groupby(rows, key=lambda row: row[1][0]):
            alike = list(group)
            if len(alike) > 1 and all(len(part) > 1 for _, part in alike):
                yield from wrapped("  ", f"{head}:", None, console.width())
                alike = [(lead, part[1:]) for lead, part in alike]
            for lead, part in alike:
                yield from wrapped(lead, _LINK.join(part), None, console.width())
