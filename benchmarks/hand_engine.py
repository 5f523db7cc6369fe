"""Wandering Towers by hand: a small engine in plain Python that knows nothing of the rule files.

It plays the ordinary game of `en-capstone` for two to six players with any of the eight spells
laid out; `ABACUS` holds the few places where the Abacus manuals play the ordinary game otherwise.
It serves as a yardstick for speed (`python benchmarks/hand_engine.py`) and as an oracle: a second,
independent answer to what a position allows and what a move does.

Play:    `state = new_game(3, spells=SPELLS, rng=random.Random(7))`, `legal(state)`,
         `apply(state, move)` in place, `state.copy()`, `playout(state, rng)`, `state.winners`.
Look:    `board_text(state)`, `from_board("K/Rby/…", "b", card="w2")`.
Ask:     `card_results`, `piggyback_results`, `spell_results`, `count_decisions`.

Moves are tuples:
    ("pass",)                              cast nothing in this window
    ("cast", "move_wizard", space, letter)     likewise "headwind_wizard"
    ("cast", "move_tower", space, level)       likewise "headwind_tower", "free_wizard"
    ("cast", "swap_towers", space, space)      the smaller space first
    ("cast", "move_castle", 1 or -1)           clockwise or counterclockwise
    ("cast", "piggyback")                  only while an own wizard is being moved
    ("play", code)                         lay a card, see `DECK` for the codes
    ("discard",)                           give up the hand for a tower step
    ("accept",), ("reroll",)               after a roll that is not the last one
    ("wizard", space)                      move an own wizard standing there
    ("tower", space, level)                move a tower, level 1 being the lowest, and all above it
    ("stay",)                              decline the tower step (Abacus)

A surface is one integer: bit 0 is the raven shield, then four bits for each colour's wizards, then
their total. A space is a tuple of surfaces, the ground first, so its last entry is what can be
stood on. Hence 1 is a free surface with a shield, and more than 1 means that somebody stands there.
"""

from __future__ import annotations

import random
import re
import sys
import time
from functools import cache
from itertools import combinations
from typing import NamedTuple

# --- the game's numbers ---------------------------------------------------------------------

RING = 16
COLOURS = "byrgop"
CAPACITY = 6
GROUND_SHIELDS = (0, 4, 8, 12)
LIGHTS = (3, 3, 3, 2, 2, 2, 1, 1, 1)  # wizards that start on the towers of s1 to s9
WIZARDS = {2: 5, 3: 4, 4: 4, 5: 3, 6: 3}
FLASKS = {2: 6, 3: 5, 4: 5, 5: 4, 6: 4}
HAND = 3

DECK = {
    **{f"w{n}": 4 for n in range(1, 6)},
    **{f"t{n}": 4 for n in range(1, 6)},
    **{f"t{n}w{n}": 3 for n in range(1, 5)},
    "t5w1": 6, "t4w2": 6, "t2w4": 6, "t1w5": 6,
    "tdwd": 6, "td2": 3, "wd2": 3, "td3": 1, "wd3": 1,
}  # fmt: skip

COSTS = {
    "move_wizard": 2,
    "move_tower": 1,
    "headwind_wizard": 2,
    "headwind_tower": 1,
    "swap_towers": 2,
    "move_castle": 2,
    "piggyback": 1,
    "free_wizard": 1,
}
SPELLS = tuple(COSTS)
BASIC_SPELLS = ("move_wizard", "move_tower")


class Edition(NamedTuple):
    """Where the manuals play the ordinary game differently."""

    draw_first: bool  # discard option: draw, then a window, then the tower step
    step_optional: bool  # discard option: the tower step may be declined
    spell_after_step: bool  # discard option: a window after the tower step
    foreign_entry_ends: bool  # another player's wizard entering by a spell ends the turn


CAPSTONE = Edition(False, False, True, True)
ABACUS = Edition(True, True, False, False)


class Card(NamedTuple):
    """What a card allows: spaces for a tower and for a wizard, None for no such move."""

    tower: int | str | None  # "d": as rolled
    wizard: int | str | None
    rolls: int  # how often the die may be rolled, 0 on a number card


@cache
def parse_card(code: str) -> Card:
    """Read a card code such as `w3`, `t5w1`, `tdwd`, `td2`."""
    found = re.fullmatch(r"(?:t([1-9]|d))?(?:w([1-9]|d))?([23])?", code)
    if not found or not (found[1] or found[2]):
        raise ValueError(f"no such card: {code}")
    tower, wizard = (part if part in (None, "d") else int(part) for part in found.group(1, 2))
    die = "d" in (tower, wizard)
    if found[3] and not die:
        raise ValueError(f"no such card: {code}")
    return Card(tower, wizard, int(found[3] or 1) if die else 0)


# --- surfaces and ready-made moves ----------------------------------------------------------

SHIELD = 1
COUNT = 1 + 4 * len(COLOURS)  # the total begins at this bit
UNIT = tuple((1 << 1 + 4 * c) | (1 << COUNT) for c in range(len(COLOURS)))
MASK = tuple(15 << 1 + 4 * c for c in range(len(COLOURS)))

# The other fifteen spaces, clockwise from each.
AROUND = tuple(tuple((space + i) % RING for i in range(1, RING)) for space in range(RING))

PASS, DISCARD, STAY = ("pass",), ("discard",), ("stay",)
ACCEPT, REROLL = ("accept",), ("reroll",)
PIGGYBACK = ("cast", "piggyback")
PLAY = {code: ("play", code) for code in DECK}
WIZARD = tuple(("wizard", space) for space in range(RING))


def _by_height(*head):
    """For each space and number of surfaces there: one move for each of its towers."""
    return tuple(
        tuple([(*head, space, level) for level in range(1, height)] for height in range(RING))
        for space in range(RING)
    )


TOWER = _by_height("tower")
CAST_AT_TOWER = {
    spell: _by_height("cast", spell) for spell in ("move_tower", "headwind_tower", "free_wizard")
}


@cache
def _casts_on_surface(spell: str, space: int, surface: int) -> list[tuple]:
    """One move for each colour standing on the surface."""
    return [
        ("cast", spell, space, letter)
        for letter, mask in zip(COLOURS, MASK, strict=True)
        if surface & mask
    ]


# --- the stations of a turn -----------------------------------------------------------------

(BEFORE, CARD, ROLL, SHOWN, PIECE, DURING, AFTER, DRAWN, STEP, STEPPED, ACTION_DONE, TURN_DONE,
 OVER) = range(13)  # fmt: skip

# Spell windows, and where the turn goes on after each.
WINDOWS = {BEFORE: CARD, SHOWN: PIECE, AFTER: ACTION_DONE, DRAWN: STEP, STEPPED: TURN_DONE}


class State:
    """A game, always at a decision (`moves` lists the answers) or over (`phase == OVER`).

    Seats are numbered in turn order from the starting player; seat 0 plays blue and so on through
    `COLOURS`. The top of the draw pile is the end of `deck`. Chance is asked of `rng` alone, by
    `randint(1, 6)` and `shuffle(list)`.
    """

    __slots__ = (
        "away", "board", "card", "cast", "castle", "chosen", "deck", "discards", "edition", "empty",
        "full", "hands", "home", "limit", "moves", "phase", "played", "players", "rng", "roll",
        "rolls_left", "round_is_last", "seat", "spells", "spent", "turn", "winners",
    )  # fmt: skip

    def __init__(self, players: int, spells, edition: Edition, rng, capacity: int = CAPACITY):
        unknown = set(spells) - set(SPELLS)
        if unknown:
            raise ValueError(f"no such spell: {', '.join(sorted(unknown))}")
        self.players = players
        self.spells = tuple(spell for spell in SPELLS if spell in spells)
        self.edition = edition
        self.rng = rng
        self.limit = capacity << COUNT  # a surface of at least this is full
        self.board: list[tuple[int, ...]] = []
        self.castle = -1
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.deck: list[str] = []
        self.discards: list[str] = []
        self.home = [0] * players
        self.away = [0] * players  # wizards not yet home
        self.empty = [FLASKS.get(players, 0)] * players
        self.full = [0] * players
        self.spent = [0] * players
        self.seat = 0
        self.turn = 0
        self.phase = BEFORE
        self.moves: list[tuple] = []
        self.card: Card | None = None
        self.roll = 0
        self.rolls_left = 0
        self.played = 0  # cards laid this turn
        self.cast = False  # the one spell of this turn is used
        self.chosen = -1  # space of the wizard about to move
        self.round_is_last = False
        self.winners: tuple[int, ...] | None = None

    def copy(self, rng=None) -> State:
        """Return an independent copy; it draws from the same `rng` unless given another."""
        twin = State.__new__(State)
        twin.players = self.players
        twin.spells = self.spells
        twin.edition = self.edition
        twin.rng = rng or self.rng
        twin.limit = self.limit
        twin.board = self.board[:]
        twin.castle = self.castle
        twin.hands = [hand[:] for hand in self.hands]
        twin.deck = self.deck[:]
        twin.discards = self.discards[:]
        twin.home = self.home[:]
        twin.away = self.away[:]
        twin.empty = self.empty[:]
        twin.full = self.full[:]
        twin.spent = self.spent[:]
        twin.seat = self.seat
        twin.turn = self.turn
        twin.phase = self.phase
        twin.moves = self.moves  # never changed in place
        twin.card = self.card
        twin.roll = self.roll
        twin.rolls_left = self.rolls_left
        twin.played = self.played
        twin.cast = self.cast
        twin.chosen = self.chosen
        twin.round_is_last = self.round_is_last
        twin.winners = self.winners
        return twin

    def __repr__(self) -> str:
        return f"<State {board_text(self)} {COLOURS[self.seat]} turn {self.turn}>"

    # What is possible

    def wizard_moves(self, spaces: int) -> list[tuple]:
        """Own visible wizards that can go *spaces* clockwise; alike wizards are one move.

        The castle's surface is always bare, so the test for room lets wizards enter it.
        """
        board, mask, limit = self.board, MASK[self.seat], self.limit
        return [
            WIZARD[space]
            for space, stack in enumerate(board)
            if stack[-1] & mask and board[(space + spaces) % RING][-1] < limit
        ]

    def tower_moves(self, spaces: int, table=TOWER) -> list[tuple]:
        """Towers that can go *spaces* clockwise: all but those that would land on the castle."""
        moves: list[tuple] = []
        for by_height, stack in zip(table, self.board, strict=True):
            if len(stack) > 1:
                moves += by_height[len(stack)]
        if self.castle >= 0:
            behind = (self.castle - spaces) % RING
            height = len(self.board[behind])
            if height > 1:
                barred = table[behind][height]
                first = moves.index(barred[0])
                del moves[first : first + len(barred)]
        return moves

    def card_moves(self) -> list[tuple]:
        """All moves of the card on the table, of both kinds."""
        tower, wizard, rolls = self.card
        moves = []
        if wizard:
            moves = self.wizard_moves(self.roll if rolls else wizard)
        if tower:
            moves += self.tower_moves(self.roll if rolls else tower)
        return moves

    def castable(self) -> list[tuple]:
        """Every spell the active player can cast in a window, with every target."""
        flasks = self.full[self.seat]
        moves: list[tuple] = []
        if flasks and not self.cast:
            for spell in self.spells:
                if COSTS[spell] <= flasks and spell in TARGETS:
                    moves += TARGETS[spell](self)
        return moves

    def can_piggyback(self, start: int, goal: int) -> bool:
        """May a second own wizard be carried along on this move?"""
        return (
            not self.cast
            and "piggyback" in self.spells
            and self.full[self.seat] >= COSTS["piggyback"]
            and self.takes_pair(start, goal)
        )

    def takes_pair(self, start: int, goal: int) -> bool:
        """Do two own wizards stand on *start*, and is there room for both on *goal*?"""
        shift = 1 + 4 * self.seat
        own = self.board[start][-1] >> shift & 15
        room = (self.limit >> COUNT) - (self.board[goal][-1] >> COUNT)
        return own >= 2 and (room >= 2 or goal == self.castle)

    # What moves do to the board; True means that somebody entered the castle

    def walk(self, colour: int, start: int, goal: int, number: int = 1) -> bool:
        """Move *number* wizards of a colour from the top of *start* to the top of *goal*."""
        board = self.board
        wizards = UNIT[colour] * number
        stack = board[start]
        board[start] = (*stack[:-1], stack[-1] - wizards)
        if goal == self.castle:
            self.enter(colour, number)
            return True
        stack = board[goal]
        board[goal] = (*stack[:-1], stack[-1] + wizards)
        return False

    def enter(self, colour: int, number: int = 1) -> None:
        """Bring wizards home, then send the castle to the next free surface with a shield."""
        self.home[colour] += number
        self.away[colour] -= number
        if not self.away[colour] and not (self.empty[colour] and any(self.away)):
            self.round_is_last = True  # both goals met, or nobody is left to lock up
        board, castle = self.board, self.castle
        for space in AROUND[castle]:
            if board[space][-1] == SHIELD:
                self.castle = space
                break

    def carry(self, start: int, level: int, goal: int) -> None:
        """Move a tower and all above it; covering visible wizards fills a flask."""
        board, seat = self.board, self.seat
        stack, below = board[start], board[goal]
        board[start] = stack[:level]
        board[goal] = below + stack[level:]
        if start == self.castle:
            self.castle = goal
        if below[-1] > SHIELD and self.empty[seat]:
            self.empty[seat] -= 1
            self.full[seat] += 1
            if not self.empty[seat] and not self.away[seat]:
                self.round_is_last = True

    def free(self, space: int, level: int) -> bool:
        """Bring an own wizard, if any, from right under a tower to the top of its stack."""
        stack = list(self.board[space])
        if not stack[level - 1] & MASK[self.seat]:
            return False
        stack[level - 1] -= UNIT[self.seat]
        if space == self.castle:
            self.board[space] = tuple(stack)
            self.enter(self.seat)
            return True
        stack[-1] += UNIT[self.seat]
        self.board[space] = tuple(stack)
        return False

    # The course of a turn

    def apply(self, move: tuple) -> None:
        """Carry out one of `moves` and go on to the next decision."""
        kind = move[0]
        if kind == "tower":
            _, space, level = move
            if self.phase == PIECE:
                spaces, after = self.roll if self.card.rolls else self.card.tower, AFTER
            else:
                spaces, after = 1, STEPPED if self.edition.spell_after_step else TURN_DONE
            self.carry(space, level, (space + spaces) % RING)
            self.settle(after)
        elif kind == "play":
            code = move[1]
            self.hands[self.seat].remove(code)
            self.discards.append(code)
            self.played += 1
            self.card = card = parse_card(code)
            if card.rolls:
                self.roll = self.rng.randint(1, 6)
                self.rolls_left = card.rolls - 1
                self.settle(ROLL)
            else:
                self.settle(SHOWN)
        elif kind == "wizard":
            start = move[1]
            goal = (start + (self.roll if self.card.rolls else self.card.wizard)) % RING
            if self.can_piggyback(start, goal):
                self.chosen = start
                self.phase = DURING
                self.moves = [PASS, PIGGYBACK]
            else:
                self.settle(TURN_DONE if self.walk(self.seat, start, goal) else AFTER)
        elif self.phase == DURING:
            start = self.chosen
            goal = (start + (self.roll if self.card.rolls else self.card.wizard)) % RING
            if kind == "cast":
                self.pay("piggyback")
            entered = self.walk(self.seat, start, goal, 2 if kind == "cast" else 1)
            self.settle(TURN_DONE if entered else AFTER)
        elif kind == "pass":
            self.settle(WINDOWS[self.phase])
        elif kind == "cast":
            self.pay(move[1])
            self.settle(TURN_DONE if EFFECTS[move[1]](self, move) else WINDOWS[self.phase])
        elif kind == "discard":
            self.discards += self.hands[self.seat]
            self.hands[self.seat] = []
            if self.edition.draw_first:
                self.refill()
                self.settle(DRAWN)
            else:
                self.settle(STEP)
        elif kind == "accept":
            self.settle(SHOWN)
        elif kind == "reroll":
            self.roll = self.rng.randint(1, 6)
            self.rolls_left -= 1
            self.settle(ROLL)
        elif kind == "stay":
            self.settle(TURN_DONE)
        else:
            raise ValueError(f"no such move: {move}")

    def settle(self, phase: int) -> None:
        """Go on from the beginning of *phase* to the next decision, or to the end of the game."""
        while True:
            if phase in WINDOWS:
                moves = None if self.cast or not self.full[self.seat] else self.castable()
                if moves:
                    moves.append(PASS)
                    break
                phase = WINDOWS[phase]
            if phase == CARD:
                # Only a position set up without cards leaves a seat with nothing to decide here.
                moves = [PLAY.get(code) or ("play", code) for code in
                         sorted(set(self.hands[self.seat]))]  # fmt: skip
                if moves and not self.played:
                    moves.append(DISCARD)
                break
            if phase == PIECE:
                moves = self.card_moves()
                if moves:
                    break
                phase = AFTER  # the card is spent
            elif phase == ACTION_DONE:
                phase = BEFORE if self.played < 2 else TURN_DONE
            elif phase == ROLL:
                if self.rolls_left:
                    moves = [ACCEPT, REROLL]
                    break
                phase = SHOWN
            elif phase == STEP:
                moves = self.tower_moves(1)
                if moves:
                    if self.edition.step_optional:
                        moves.append(STAY)
                    break
                phase = STEPPED if self.edition.spell_after_step else TURN_DONE
            elif phase == TURN_DONE:
                self.refill()
                self.played = 0
                self.cast = False
                self.turn += 1
                self.seat = (self.seat + 1) % self.players
                if self.seat == 0 and self.round_is_last:
                    phase, moves = OVER, []
                    self.winners = self.best()
                    break
                phase = BEFORE
        self.phase = phase
        self.moves = moves

    def pay(self, spell: str) -> None:
        """Spend the flasks of a spell and the right to cast one this turn."""
        self.full[self.seat] -= COSTS[spell]
        self.spent[self.seat] += COSTS[spell]
        self.cast = True

    def refill(self) -> None:
        """Draw up to a full hand; the moment the draw pile is empty the discards are shuffled."""
        hand = self.hands[self.seat]
        while len(hand) < HAND and self.deck:
            hand.append(self.deck.pop())
            if not self.deck:
                self.deck, self.discards = self.discards, []
                self.rng.shuffle(self.deck)

    def best(self) -> tuple[int, ...]:
        """Of the seats that have met both goals, those with the most full flasks."""
        done = [seat for seat in range(self.players) if not (self.away[seat] or self.empty[seat])]
        most = max((self.full[seat] for seat in done), default=0)
        return tuple(seat for seat in done if self.full[seat] == most)


# --- the spells -----------------------------------------------------------------------------


def _wizard_targets(spell: str, step: int):
    def targets(state: State) -> list[tuple]:
        board, limit = state.board, state.limit
        moves: list[tuple] = []
        for space, stack in enumerate(board):
            if stack[-1] > SHIELD and board[(space + step) % RING][-1] < limit:
                moves += _casts_on_surface(spell, space, stack[-1])
        return moves

    return targets


def _tower_targets(spell: str, step: int):
    return lambda state: state.tower_moves(step, CAST_AT_TOWER[spell])


def _swap_targets(state: State) -> list[tuple]:
    spaces = [s for s, stack in enumerate(state.board) if len(stack) > 1 and s != state.castle]
    return [("cast", "swap_towers", *pair) for pair in combinations(spaces, 2)]


def _castle_goal(state: State, direction: int) -> int | None:
    """The first surface without wizards in that direction, if any."""
    for space in AROUND[state.castle][::direction]:
        if state.board[space][-1] <= SHIELD:
            return space
    return None


def _castle_targets(state: State) -> list[tuple]:
    if state.castle < 0 or _castle_goal(state, 1) is None:
        return []
    return [("cast", "move_castle", 1), ("cast", "move_castle", -1)]


def _free_targets(state: State) -> list[tuple]:
    moves: list[tuple] = []
    for by_height, stack in zip(CAST_AT_TOWER["free_wizard"], state.board, strict=True):
        if stack[-1] < state.limit:  # a full top has no room for the freed wizard
            moves += by_height[len(stack)]
    return moves


TARGETS = {
    "move_wizard": _wizard_targets("move_wizard", 1),
    "move_tower": _tower_targets("move_tower", 2),
    "headwind_wizard": _wizard_targets("headwind_wizard", -1),
    "headwind_tower": _tower_targets("headwind_tower", -2),
    "swap_towers": _swap_targets,
    "move_castle": _castle_targets,
    "free_wizard": _free_targets,
}


def _wizard_effect(step: int):
    def effect(state: State, move: tuple) -> bool:
        _, _, space, letter = move
        colour = COLOURS.index(letter)
        entered = state.walk(colour, space, (space + step) % RING)
        return entered and (colour == state.seat or state.edition.foreign_entry_ends)

    return effect


def _tower_effect(step: int):
    def effect(state: State, move: tuple) -> bool:
        _, _, space, level = move
        state.carry(space, level, (space + step) % RING)
        return False

    return effect


def _swap_effect(state: State, move: tuple) -> bool:
    _, _, one, other = move
    board = state.board
    first, second = board[one], board[other]
    board[one] = (*first[:-1], second[-1])
    board[other] = (*second[:-1], first[-1])
    return False


def _castle_effect(state: State, move: tuple) -> bool:
    state.castle = _castle_goal(state, move[2])
    return False


def _free_effect(state: State, move: tuple) -> bool:
    return state.free(move[2], move[3])


# Each carries out a cast and says whether it ends the turn.
EFFECTS = {
    "move_wizard": _wizard_effect(1),
    "move_tower": _tower_effect(2),
    "headwind_wizard": _wizard_effect(-1),
    "headwind_tower": _tower_effect(-2),
    "swap_towers": _swap_effect,
    "move_castle": _castle_effect,
    "free_wizard": _free_effect,
}


# --- games and positions --------------------------------------------------------------------


def new_game(players: int, spells=BASIC_SPELLS, rng=None, edition: Edition = CAPSTONE) -> State:
    """Set up a game and deal; the state is at its first decision."""
    state = State(players, spells, edition, rng or random.Random())
    state.away = [WIZARDS[players]] * players
    waiting = [seat for _ in range(WIZARDS[players]) for seat in range(players)]
    for space in range(RING):
        ground = SHIELD if space in GROUND_SHIELDS else 0
        if 1 <= space <= len(LIGHTS):
            here, waiting = waiting[: LIGHTS[space - 1]], waiting[LIGHTS[space - 1] :]
            state.board.append((ground, space % 2 + sum(UNIT[seat] for seat in here)))
        else:
            state.board.append((ground,))
    state.castle = 0
    state.deck = [code for code, copies in DECK.items() for _ in range(copies)]
    state.rng.shuffle(state.deck)
    for hand in state.hands:
        hand += [state.deck.pop() for _ in range(HAND)]
    state.settle(BEFORE)
    return state


def from_board(
    text: str,
    seat: int | str,
    card: str | None = None,
    *,
    roll: int = 0,
    hand=(),
    players: int | None = None,
    home=None,
    flasks=None,
    spells=(),
    capacity: int = CAPACITY,
    ground_shields=GROUND_SHIELDS,
    edition: Edition = CAPSTONE,
    rng=None,
) -> State:
    """Set up a position; with *card* (and its accepted *roll*) that card has just been shown.

    *seat* is a number or a colour letter, *hand* the active player's other cards, *flasks* maps a
    seat number to (empty, full, spent), *home* gives wizards at home by seat. There is no draw
    pile. Colours are counted in up to the last one on the board, two at least.
    """
    seat = COLOURS.index(seat) if isinstance(seat, str) else seat
    board, castle = _read_board(text, ground_shields)
    on_board = [text.count(letter) for letter in COLOURS]
    if players is None:
        players = max(2, seat + 1, *(c + 1 for c, number in enumerate(on_board) if number))
    state = State(players, spells, edition, rng or random.Random(0), capacity)
    state.board, state.castle, state.seat = board, castle, seat
    state.away = on_board[:players]
    state.home = list(home) if home else [0] * players
    state.hands[seat] = list(hand)
    for owner, (empty, full, spent) in (flasks or {}).items():
        state.empty[owner], state.full[owner], state.spent[owner] = empty, full, spent
    if card is None:
        state.settle(BEFORE)
    else:
        state.card, state.roll, state.played = parse_card(card), roll, 1
        if state.card.rolls and not roll:
            raise ValueError(f"{card} needs a roll")
        state.discards.append(card)
        state.settle(SHOWN)
    return state


def _read_board(text: str, ground_shields) -> tuple[list[tuple[int, ...]], int]:
    spaces = text.split("/")
    if len(spaces) != RING:
        raise ValueError(f"{len(spaces)} spaces instead of {RING}: {text}")
    board, castle = [], -1
    for space, field in enumerate(spaces):
        stack = [SHIELD if space in ground_shields else 0]
        for sign in "" if field == "." else field:
            if castle == space:
                raise ValueError(f"something on the castle at s{space}: {text}")
            if sign == "K":
                if castle >= 0 or stack[-1] > SHIELD:
                    raise ValueError(f"no castle can stand at s{space}: {text}")
                castle = space
            elif sign in "NR":
                stack.append(SHIELD if sign == "R" else 0)
            else:
                stack[-1] += UNIT[COLOURS.index(sign)]
        board.append(tuple(stack))
    return board, castle


def board_text(state: State) -> str:
    """Write the board, one field a space, each from bottom to top."""
    fields = []
    for space, stack in enumerate(state.board):
        signs = [_letters(stack[0])]
        signs += ["NR"[surface & SHIELD] + _letters(surface) for surface in stack[1:]]
        signs += "K" if space == state.castle else ""
        fields.append("".join(signs) or ".")
    return "/".join(fields)


@cache
def _letters(surface: int) -> str:
    return "".join(letter * (surface >> 1 + 4 * c & 15) for c, letter in enumerate(COLOURS))


def legal(state: State) -> list[tuple]:
    """The answers to the pending decision, none if the game is over. Do not change the list."""
    return state.moves


def apply(state: State, move: tuple) -> None:
    """Carry out a legal move, in place."""
    state.apply(move)


def playout(state: State, rng: random.Random, most: int = 1_000_000) -> int:
    """Play on at random, chance included, and return the number of decisions taken."""
    state.rng = rng
    draw, step, count = rng.random, state.apply, 0
    while (moves := state.moves) and count < most:
        step(moves[int(draw() * len(moves))])
        count += 1
    return count


# --- the oracle -----------------------------------------------------------------------------


class Result(NamedTuple):
    """What one legal move leads to."""

    move: str  # in words: `wizard s3 > s5`, `tower s3 level 2 > s4`
    board: str
    flask_earned: bool  # wizards were newly covered; a flask is filled if an empty one is left
    home: str | None  # letters of the wizards that entered the castle
    turn_ends: bool  # cut short by an entry


def card_results(
    board_text: str,
    seat: int | str,
    card: str,
    roll: int | None = None,
    capacity: int = CAPACITY,
    ground_shields=GROUND_SHIELDS,
) -> list[Result]:
    """Every legal move of one card, without any spell."""
    state = _asked(board_text, seat, capacity, ground_shields)
    tower, wizard = _values(card, roll)
    results = []
    for _, start in state.wizard_moves(wizard) if wizard else ():
        goal = (start + wizard) % RING
        after = state.copy()
        ends = after.walk(state.seat, start, goal)
        results.append(_result(f"wizard s{start} > s{goal}", state, after, ends))
    for _, start, level in state.tower_moves(tower) if tower else ():
        goal = (start + tower) % RING
        after = state.copy()
        after.carry(start, level, goal)
        results.append(_result(f"tower s{start} level {level} > s{goal}", state, after, False))
    return results


def piggyback_results(
    board_text: str,
    seat: int | str,
    card: str,
    roll: int | None = None,
    capacity: int = CAPACITY,
    ground_shields=GROUND_SHIELDS,
) -> list[Result]:
    """Every wizard move of one card on which a second own wizard can be carried, carrying it."""
    state = _asked(board_text, seat, capacity, ground_shields)
    _, wizard = _values(card, roll)
    results = []
    for _, start in state.wizard_moves(wizard) if wizard else ():
        goal = (start + wizard) % RING
        if state.takes_pair(start, goal):
            after = state.copy()
            ends = after.walk(state.seat, start, goal, 2)
            results.append(_result(f"wizard s{start} > s{goal} with rider", state, after, ends))
    return results


def spell_results(
    board_text: str,
    seat: int | str,
    spell: str,
    capacity: int = CAPACITY,
    ground_shields=GROUND_SHIELDS,
    edition: Edition = CAPSTONE,
) -> list[Result]:
    """Every target of one spell, the payment taken for granted; see `piggyback_results` for it."""
    state = _asked(board_text, seat, capacity, ground_shields, edition)
    results = []
    for move in TARGETS[spell](state):
        after = state.copy()
        ends = EFFECTS[spell](after, move)
        words = f"{spell} {_target_words(spell, move)}"
        results.append(_result(words, state, after, ends))
    return results


def count_decisions(board: str, hand, seat: int | str, depth: int) -> int:
    """Count the sequences of exactly *depth* decisions within one turn, without spells.

    *hand* holds codes of number cards, as a list or as text with blanks. A turn that is over
    earlier has no sequence of that length.
    """
    hand = hand.split() if isinstance(hand, str) else list(hand)
    if any(parse_card(code).rolls for code in hand):
        raise ValueError("number cards only")

    def count(state: State, left: int) -> int:
        if not left:
            return 1
        total = 0
        for move in state.moves:
            after = state.copy()
            after.apply(move)
            if left == 1 or after.turn == state.turn:
                total += count(after, left - 1)
        return total

    return count(from_board(board, seat, hand=hand), depth)


def _asked(board, seat, capacity, ground_shields, edition=CAPSTONE) -> State:
    """A position with an empty flask to fill, so that every covering shows."""
    state = from_board(
        board, seat, capacity=capacity, ground_shields=ground_shields, edition=edition
    )
    state.empty[state.seat] = 1
    return state


def _values(card: str, roll: int | None) -> tuple[int | None, int | None]:
    """Spaces for a tower and for a wizard, the roll put in."""
    tower, wizard, rolls = parse_card(card)
    if rolls and roll not in range(1, 7):
        raise ValueError(f"{card} needs a roll")
    return (roll if tower == "d" else tower, roll if wizard == "d" else wizard)


def _result(words: str, before: State, after: State, ends: bool) -> Result:
    home = "".join(
        letter * (now - then)
        for letter, then, now in zip(COLOURS, before.home, after.home, strict=False)
    )
    earned = after.empty[before.seat] < before.empty[before.seat]
    return Result(words, board_text(after), earned, home or None, ends)


def _target_words(spell: str, move: tuple) -> str:
    if spell == "move_castle":
        return "clockwise" if move[2] == 1 else "counterclockwise"
    _, _, space, other = move
    if spell == "swap_towers":
        return f"s{space} s{other}"
    return f"s{space} {other}" if isinstance(other, str) else f"s{space} level {other}"


# --- speed ----------------------------------------------------------------------------------


def measure(players: int, spells, seconds: float, seed: int = 1) -> tuple[int, int, float]:
    """Play random games for a while; return games, decisions and the time they took."""
    rng = random.Random(seed)
    games = decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += playout(new_game(players, spells, rng), rng)
        games += 1
    return games, decisions, spent


def main() -> None:
    """Print decisions per second in random play for every number of players."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print(f"{'players':>7}  {'spells':>6}  {'games':>6}  {'decisions/game':>14}  decisions/s")
    for spells in (BASIC_SPELLS, SPELLS):
        for players in WIZARDS:
            games, decisions, spent = measure(players, spells, seconds)
            each = decisions / games
            print(f"{players:>7}  {len(spells):>6}  {games:>6}  {each:>14.0f}  "
                  f"{decisions / spent:>11,.0f}")  # fmt: skip


if __name__ == "__main__":
    main()
