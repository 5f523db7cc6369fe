"""A position and what each side makes of it, in sentences: who is to move, what is played, what follows.

The names of players, cards, spells and moves come from the rules, the rest from the catalogue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from wtrules.board import Board
from wtrules.board.words import Words as BoardWords
from wtrules.editions.differences import Difference
from wtrules.editions.report.names import Names
from wtrules.editions.search.choices import Choice
from wtrules.editions.search.shrink import Line
from wtrules.editions.search.witness import Witness
from wtrules.game.game import State
from wtrules.game.happened import ending, foreseen, happened
from wtrules.game.moves import named_move
from wtrules.game.remembered import memory_lines
from wtrules.position.table import Table
from wtrules.say.describe import colour_name, colour_names, piece_names
from wtrules.say.things import Happened
from wtrules.say.voice import Voice
from wtrules.sidebyside.answer import UNSEEN, Answer, differing
from wtrules.sidebyside.scene import scene_of
from wtrules.texts import Texts, as_sentence

_MOST_KINDS = 4  # of moves in one sentence
_MOST_MOVES = 3  # of one kind that are written out
_CARDS = {"hands", "pile", "discard"}
_LASTING = ("board", "home", "points")  # what does not follow from whose turn it is
_FLASKS = ("empty", "full", "spent")


class WitnessText:
    """A witness in sentences."""

    def __init__(self, names: Names, difference: Difference) -> None:
        assert difference.witness is not None
        self.names = names
        self.words: Texts = names.words
        rules = [state.game.rules for state in difference.witness.before]
        self.voices = [Voice(each, names.words.language) for each in rules]
        self.difference = difference
        self.witness: Witness = difference.witness
        self.answers = _at_one_moment(self.witness)
        self.own = (self.witness.only_one, self.witness.only_two)

    # --- what is there ---

    @cached_property
    def labels(self) -> tuple[str, str]:
        """Whose answers there are: those of the sides, of two readings, or of one rule."""
        taken = self.difference.taken
        if taken is not None:  # one ruleset, read in two ways
            one, two = (self.words("report.read_like", side=side) for side in self.names.sides)
            return one, two
        if not self.witness.alone:
            one, two = (self.words("report.as_in", side=side) for side in self.names.sides)
            return one, two
        return self.names.sides

    def given(self) -> str:
        """Return the situation: how many play, whose turn it is, who decides."""
        scene, state = self.witness.scene, self.witness.before[0]
        if scene is None:
            shown = self.words("report.setup", n=state.players)
            return shown + self._with_mode()
        players = self.words("report.given.players", n=state.players)
        key = "report.given.turn" if scene.seat == scene.active else "report.given.decides"
        who, active = map(self.voices[0].player, (scene.seat, scene.active))
        return f"{players}{self._with_mode()}. {self.words(key, who=who, active=active)}"

    def _with_mode(self) -> str:
        mode = self.witness.mode
        return self.words("report.given.mode", modes=self.names.mode(mode)) if mode else ""

    def table(self) -> Iterator[str]:
        """Yield what else is on the table and matters."""
        scene, state = self.witness.scene, self.witness.before[0]
        if scene is None:
            return
        voice = self.voices[0]
        for letter, hand in zip(state.program.board.letters, scene.hands, strict=False):
            if hand:
                yield self._holds(0, state, letter, hand)
        yield from dict.fromkeys(line for side in (0, 1) for line in self._of_named_decks(side))
        yield from self._reached(state, scene)
        moves = (*self.witness.line, *self.witness.only_one, *self.witness.only_two)
        is_cast = any(move.startswith("cast ") for move in moves)
        if scene.spells and (is_cast or any(full for _, full, _ in scene.flasks)):
            spells = self._list(map(voice.spell, scene.spells))
            yield self.words("report.laid_out", spells=spells)
        sides = zip(self.witness.before, self.voices, strict=True)
        known = dict.fromkeys(line for each in sides for line in memory_lines(*each))
        if known:
            yield f"{self.words('report.remembered')}: {'; '.join(known)}"

    def _of_named_decks(self, side: int) -> Iterator[str]:
        """Yield which cards of decks that have a name the players of a side have in hand."""
        state, voice = self.witness.before[side], self.voices[side]
        for deck in state.program.named_decks:
            hands = state.decks[deck.name].hands
            for letter, hand in zip(state.program.board.letters, hands, strict=False):
                if hand:
                    cards = voice.listed([voice.card_called(deck.cards, code) for code in hand])
                    yield self.words("report.holds", who=voice.player(letter), cards=cards)

    def _reached(self, state: State, scene: Table) -> Iterator[str]:
        """Yield what the players have filled and brought home, as far as it matters."""
        # How a game ends depends on empty flasks and on who is home, too.
        is_end = self.witness.kind == "outcome"
        counts = zip(state.program.board.letters, scene.home, scene.flasks, strict=False)
        for letter, home, (empty, full, spent) in counts:
            who = self.voices[0].player(letter)
            if is_end and home:
                yield self.words("report.home", who=who, n=home)
            if is_end and (empty or full or spent):
                yield self.words("report.flask_counts", who=who, n=full, empty=empty, spent=spent)
            elif full:
                yield self.words("report.full_flasks", who=who, n=full)

    # --- what is played ---

    def course(self, side: int) -> list[str]:
        """Return the moves that lead to the answer of a side: `Yellow: play tower card 2 …`."""
        return list(self._steps(side, self.witness.before[side], self.answers[side].line))

    def shared_course(self) -> list[str] | None:
        """Return the moves if both sides play the same ones in the same words, else None."""
        one, two = self.course(0), self.course(1)
        return one if one == two else None

    def _steps(self, side: int, state: State, line: Line) -> Iterator[str]:
        voice, deeds = self.voices[side], list[tuple[str, str]]()
        for text in line:
            letter = state.program.board.letters[state.to_act]
            move = named_move(text, state.legal_moves)
            if move is None:  # the line is as it is played here, so this is a mixture's own name
                deeds.append((letter, f"`{text}`"))
                break
            after = state.play(move)
            deeds.append((letter, voice.deed(happened(state, move, after))))
            state = after
        for letter, group in groupby(deeds, key=itemgetter(0)):
            yield voice.does(letter, "; ".join(deed for _, deed in group))

    # --- what follows ---

    def answer(self, side: int) -> str:
        """Return what one side makes of the position, in sentences."""
        return " ".join(as_sentence(part) for part in self._parts(side))

    def _parts(self, side: int) -> Iterator[str]:
        answer, witness = self.answers[side], self.witness
        fields = _visible_differences(witness.kind, *self.answers)
        if answer.outcome is not None:  # nobody is on turn any more
            fields = tuple(name for name in fields if name in _LASTING)
        if witness.kind == "setup":
            yield from self._setup(side, fields)
            return
        if answer.outcome is not None:
            yield self._outcome(side, answer.state)
        elif witness.kind == "outcome":
            yield self.words("report.goes_on")
        turn = self._turn(side, fields) if answer.outcome is None else None
        if turn is not None:
            yield turn
            fields = tuple(name for name in fields if name in _LASTING)
        if witness.kind == "moves" and turn is None:
            yield self._moves(side)
            return
        if witness.kind != "moves":
            for name in fields:
                yield from self._field(side, name)
        if witness.kind == "result" and turn is None and self.own[side]:
            yield self._moves(side)

    def _setup(self, side: int, fields: tuple[str, ...]) -> Iterator[str]:
        state, other = self.witness.before[side], self.witness.before[1 - side]
        if not state.has_begun:  # the rest depends on what is chosen
            moves = tuple(move.text for move in state.legal_moves)
            who = self._actor(side, state)
            yield self.words("report.setup_asks", who=who, moves=self.moves(side, state, moves))
            return
        if not other.has_begun:
            yield self.words("report.setup_fixed")
        if set(fields) <= _CARDS:
            yield from self._deck(side)
            return
        for name in fields:
            yield from self._field(side, name)

    def _turn(self, side: int, fields: tuple[str, ...]) -> str | None:
        """Return whether the turn is over, and if not, what can still be done."""
        scene, answer = self.witness.scene, self.answers[side]
        if scene is None or not {"on turn", "to act"} & set(fields):
            return None
        who = self.voices[side].player(scene.active)
        if answer.get("on turn") != scene.active:
            return self.words("report.turn_over", who=who)
        actor = self.voices[side].player(answer.get("to act") or scene.active)
        moves = self.moves(side, answer.state, answer.moves)
        key = "report.turn_goes_on" if actor == who else "report.other_decides"
        return self.words(key, who=who, actor=actor, moves=moves)

    def _moves(self, side: int) -> str:
        state, own = self.answers[side].state, self.own[side]
        who = self._actor(side, state)
        if own:
            key = "report.may" if len(own) == len(self.answers[side].moves) else "report.may_also"
            return self.words(key, who=who, moves=self.moves(side, state, own))
        legal = self.answers[side].moves
        if legal:
            return self.words("report.may_only", who=who, moves=self.moves(side, state, legal))
        return self.words("report.may_not", who=who)

    def moves(self, side: int, state: State, moves: tuple[str, ...]) -> str:
        """Return some moves in words; many of one kind are counted."""
        voice = self.voices[side]
        legal = {move.text: move for move in state.legal_moves}
        groups: dict[str, list[Happened]] = {}
        for text in moves:
            if text in legal:
                found = foreseen(state, legal[text])
                groups.setdefault(voice.kind(found), []).append(found)
        said: list[str] = []
        for kind, group in groups.items():
            if len(group) == 1 or (len(group) <= _MOST_MOVES and len(groups) <= _MOST_MOVES):
                said += map(voice.deed_after_may, group)
            else:
                said.append(self.words("report.ways", move=kind, n=len(group)))
        if len(said) > _MOST_KINDS:
            rest = len(said) - _MOST_KINDS + 1
            said = [*said[: _MOST_KINDS - 1], self.words("report.more", n=rest)]
        *first, last = said or ["–"]
        return self.words("report.or", first=", ".join(first), last=last) if first else last

    def _outcome(self, side: int, state: State) -> str:
        ended = ending(state)
        assert ended is not None
        return self.voices[side].ending(ended)

    def _field(self, side: int, name: str) -> Iterator[str]:
        """Yield what is on the table, where it is not as on the other side."""
        mine, other = (scene_or_none(self.answers[i].state) for i in (side, 1 - side))
        voice = self.voices[side]
        match name:
            case "board":
                yield from self._board(side)
            case "on turn" | "to act":
                letter = self.answers[side].get(name)
                if letter:
                    key = "report.on_turn" if name == "on turn" else "report.decides"
                    yield self.words(key, who=voice.player(letter))
            case "home":
                for who, number in self._differing_seats(side, "home"):
                    yield self.words("report.home", who=who, n=number)
            case "points":
                for who, number in self._differing_seats(side, "points"):
                    yield self.words("report.points", who=who, n=number)
            case "flasks":
                yield from self._flasks(side)
            case "hands" if mine is not None and other is not None:
                yield from self._hands(side, mine.hands, other.hands)
            case "spells":
                spells = [voice.spell(id) for id in self.answers[side].get(name).split(",") if id]
                yield self.words("report.laid_out", spells=self._list(spells) or "–")
            case "pile" | "discard":
                yield from self._pile(side, name)

    def _differing_seats(self, side: int, field: str) -> Iterator[tuple[str, int]]:
        letters = self.answers[side].state.program.board.letters
        mine, other = (self.answers[i].state.numbers(field) for i in (side, 1 - side))
        for seat, number in enumerate(mine):
            if seat >= len(other) or other[seat] != number:
                yield self.voices[side].player(letters[seat]), number

    def _flasks(self, side: int) -> Iterator[str]:
        for seat in range(self.answers[side].state.players):
            mine, other = (
                [self.answers[i].state.numbers(name)[seat : seat + 1] for name in _FLASKS]
                for i in (side, 1 - side)
            )
            if mine != other:
                empty, full, spent = (numbers[0] for numbers in mine)
                letter = self.answers[side].state.program.board.letters[seat]
                who = self.voices[side].player(letter)
                yield self.words("report.flask_counts", who=who, n=full, empty=empty, spent=spent)

    def _hands(
        self,
        side: int,
        mine: tuple[tuple[str, ...], ...],
        other: tuple[tuple[str, ...], ...],
    ) -> Iterator[str]:
        state = self.answers[side].state
        for seat, hand in enumerate(mine):
            if seat >= len(other) or Counter(other[seat]) != Counter(hand):
                yield self._holds(side, state, state.program.board.letters[seat], hand)

    def _holds(self, side: int, state: State, letter: str, hand: tuple[str, ...]) -> str:
        voice = self.voices[side]
        cards = voice.listed([voice.card_called(state.program.card_kinds, code) for code in hand])
        key = "report.holds" if hand else "report.holds_none"
        return self.words(key, who=voice.player(letter), cards=cards)

    def _pile(self, side: int, name: str) -> Iterator[str]:
        """Yield how many cards a pile has; if both have as many, what else differs."""
        mine, other = (_pile(self.answers[i].state, name) for i in (side, 1 - side))
        if mine.total() != other.total():
            yield self.words(f"report.cards_in.{name}", n=mine.total())
        elif mine == other:
            yield self.words("report.other_order")
        else:
            yield self._only_here(side, mine - other)

    def _board(self, side: int) -> Iterator[str]:
        state = self.answers[side].state
        mine, other = (self.answers[i].state.board for i in (side, 1 - side))
        rules, program = state.game.rules, state.program
        said = BoardWords(
            self.words,
            colour_names(rules, self.words.language),
            piece_names(rules, self.words.language),
            {},
            program.board.ground_shields,
            show_hidden=True,
        )
        if len(mine.spaces) != len(other.spaces):
            yield self.words("report.spaces", n=len(mine.spaces))
            return
        spaces = [i for i, stack in enumerate(mine.spaces) if stack != other.spaces[i]]
        castle, others = _castle(mine), _castle(other)
        if castle is not None and castle != others:
            yield self.words("report.castle_on", space=castle)
            spaces = [i for i in spaces if i not in (castle, others)]
        for space in spaces[:_MOST_MOVES]:
            yield said.space(space, mine.spaces[space])

    def _deck(self, side: int) -> Iterator[str]:
        """Yield which cards only one side has; with the same cards, the hands or the order differ."""
        own, other = (_all_cards(self.answers[i]) for i in (side, 1 - side))
        if own == other:
            hands = [scene_of(self.answers[i].state).hands for i in (side, 1 - side)]
            if [*map(len, hands[0])] != [*map(len, hands[1])]:
                yield from self._hands(side, *hands)
            else:
                yield self.words("report.other_order")
            return
        yield self._only_here(side, own - other)

    def _only_here(self, side: int, cards: Counter[str]) -> str:
        """Return which cards are on one side only."""
        kinds = self.answers[side].state.program.card_kinds
        more = [
            f"{number} × {self.voices[side].card_called(kinds, code)}"
            for code, number in sorted(cards.items())
        ]
        if more:
            return self.words("report.more_cards", cards=self._list(more))
        return self.words("report.no_more_cards")

    def _list(self, things: Iterable[str]) -> str:
        return self.words.join(list(things))

    def _actor(self, side: int, state: State) -> str:
        return self.voices[side].player(state.program.board.letters[state.to_act])

    # --- how it was found ---

    def found(self) -> Iterator[str]:
        """Yield where the position comes from, and what it does not show."""
        if not self.witness.alone:
            yield self.words("report.not_alone")
        met = self.witness.met
        if self.witness.scene is not None and met is not None:
            yield self.words("report.met", seed=met.seed, n=len(met.moves))
        elif self.witness.scene is not None and self.witness.example is not None:
            yield self.words("report.from_example", id=self.witness.example)
        elif self.witness.scene is not None:
            yield self.words("report.made_up")


def scene_or_none(state: State) -> Table | None:
    """Return a position as a scene; None after the end of the game."""
    return scene_of(state) if not state.is_over else None


def _at_one_moment(witness: Witness) -> tuple[Answer, Answer]:
    """Return both answers; of a set-up that asks players something, what comes of it."""
    if witness.kind != "setup":
        return witness.one, witness.two
    one, two = (Answer(_begun(answer.state)) for answer in (witness.one, witness.two))
    return one, two


def _begun(state: State) -> State:
    """Return a game whose set-up is over; whatever is chosen on the way."""
    while not state.has_begun and not state.is_over:
        state = state.play(state.legal_moves[-1])
    return state


def _visible_differences(kind: str, one: Answer, two: Answer) -> tuple[str, ...]:
    """Return the things on the table that differ and that people can see."""
    names = differing(one, two)
    shown = tuple(name for name in names if name not in UNSEEN)
    if kind == "setup" and not _CARDS >= set(shown):
        return tuple(name for name in shown if name not in _CARDS)  # they are shuffled anyway
    if "on turn" in shown:  # the rest follows from whose turn it is
        return tuple(name for name in shown if name in ("board", "on turn", "home", "points"))
    return shown or names


def _pile(state: State, name: str) -> Counter[str]:
    """Return the cards of the draw pile or the discard pile."""
    return Counter(state.discards if name == "discard" else state.draw_pile)


def _castle(board: Board) -> int | None:
    return next((i for i, stack in enumerate(board.spaces) if stack.castle), None)


def _all_cards(answer: Answer) -> Counter[str]:
    """Return all cards of a game, wherever they are."""
    return scene_of(answer.state).deck.counts


# --- before the game --------------------------------------------------------------------------------


def chosen_text(choice: Choice, names: Names) -> str:
    """Return what can be chosen on one side only: `orange and purple play (2, 3 or 4 players)`."""
    words = names.words
    *more, last = map(str, choice.players)
    either = words("report.or", first=", ".join(more), last=last) if more else last
    counts = words("report.choice.players", n=choice.players[-1], players=either)
    if choice.rows:
        state = choice.one or choice.two
        assert state is not None
        rows = words.join([colour_name(state.rules, row, words.language) for row in choice.rows])
        return words("report.choice.rows", rows=rows, counts=counts)
    if choice.mode:
        return words("report.choice.variant", variants=names.mode(choice.mode), counts=counts)
    return counts


def set_up_text(choice: Choice, side: int, names: Names) -> str:
    """Return what one side makes of a choice: the set-up, or that it cannot be chosen."""
    words, state = names.words, (choice.one, choice.two)[side]
    if state is None:
        key = "too_few" if choice.is_of_the_box else "not_offered"
        return words(f"report.choice.{key}")
    said = Voice(state.game.rules, words.language)
    laid = zip(state.program.words.spells, state.numbers("laid_out"), strict=False)
    spells = words.join([said.spell(spell) for spell, out in laid if out])
    shown = words("report.choice.possible", n=state.players)
    return f"{shown} {words('report.laid_out', spells=spells)}." if spells else shown
