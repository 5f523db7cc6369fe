"""What does not depend on where the board begins, who is called blue, or whether one has paused."""

from __future__ import annotations

import os
import random
from functools import cache

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests import sampling
from tests.game.helpers import broken, broken_as_text, game, random_trial
from tests.sampling import sampled
from wtrules.board import Board, Stack, Tower
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.playthrough import History, Playthrough, parse_game, record, replay
from wtrules.position.pieces import put_board
from wtrules.source import SourceFile

SPACES = 16


# --- turning the board -------------------------------------------------------------------------

# With shields all around no space of the ground differs from another.
ROUND = f"""
ruleset round {{
  extends en-capstone
  override board.shields = {", ".join(map(str, range(SPACES)))}
  override spells.laid_out = move_wizard, move_tower, headwind_wizard, headwind_tower,
                             swap_towers, move_castle, piggyback, free_wizard
}}
"""


@cache
def round_game() -> Game:
    """The game on a ring without a beginning."""
    return load(SourceFile("round.wtr", ROUND))


def turned(state: State, by: int) -> State:
    """Return the position with everything on the ring moved on by some spaces."""
    data = state.data[:]
    spaces = state.board.spaces
    put_board(state.program, data, Board((*spaces[-by:], *spaces[:-by])))
    return State(state.game, state.engine, data, state.engine.options(data))


def turned_text(state: State, text: str, by: int) -> str:
    """Return the text of a move with its spaces moved on."""
    words = []
    for word in text.split(" "):
        number = ""
        for sign in word[1:] if word[0] == "s" else "":
            if not sign.isdigit():
                break
            number += sign
        if number:
            word = f"s{(int(number) + by) % SPACES}{word[1 + len(number) :]}"
        words.append(word)
    # Two towers are named in the order of their spaces.
    if "swap_towers" in words:
        first, second = sorted((words[3], words[5]), key=lambda w: int(w[1:].partition(".")[0]))
        words[3], words[5] = first, second
    return " ".join(words)


@pytest.mark.slow
@pytest.mark.parametrize("by", sampled([1, 4, 7, 15], 2))
def test_turning_the_board_turns_the_moves(by: int):
    """On a ring without marks no space is special: same moves, same results, elsewhere.

    What a rule remembers of a place stays behind when the board is turned, so positions in the
    middle of a wizard's move are left out.
    """
    checked = 0
    for seed in range(3):
        rng = random.Random(seed)
        state = round_game().start(3, seed)
        while not state.is_over and checked < 1500:
            if state.numbers("memory.carrier")[0] < 0:
                twin = turned(state, by)
                texts = sorted(turned_text(state, move.text, by) for move in state.legal_moves)
                assert texts == sorted(move.text for move in twin.legal_moves)
                move = rng.choice(state.legal_moves)
                after = turned(state.play(move), by)
                there = twin.play(turned_text(state, move.text, by))
                if state.play(move).numbers("memory.carrier")[0] < 0:
                    assert after.board == there.board
                    assert str(after) == str(there)
                    checked += 1
            state = state.play(rng.choice(state.options))

    assert checked > 300


# --- changing seats ----------------------------------------------------------------------------


def relabelled(state: State, order: list[int]) -> State:
    """Return the board, homes and flasks with the players renamed: seat i becomes order[i]."""
    letters = state.program.board.letters
    names = str.maketrans(letters, "".join(letters[order[i]] for i in range(len(letters))))

    def renamed(wizards: str) -> str:
        return "".join(sorted(wizards.translate(names), key=letters.index))

    spaces = [
        Stack(
            renamed(stack.ground),
            tuple(Tower(tower.shield, renamed(tower.wizards)) for tower in stack.towers),
            stack.castle,
        )
        for stack in state.board.spaces
    ]
    data = state.data[:]
    put_board(state.program, data, Board(tuple(spaces)))
    fields = state.program.fields
    for name in ("home", "wizards", "empty", "full", "spent", "hand", "hand_size"):
        size = fields[name].size // state.players
        for seat, number in enumerate(order):
            start = fields[name].offset + seat * size
            goal = fields[name].offset + number * size
            data[goal : goal + size] = state.data[start : start + size]
    for name in ("actor", "active"):
        data[fields[name].offset] = order[state.data[fields[name].offset]]
    return State(state.game, state.engine, data, state.engine.options(data))


@pytest.mark.slow
def test_no_colour_is_better_than_another():
    """Renaming the players renames what they may do with a card, and what comes of it."""
    checked = 0
    for seed in range(4):
        states = random_trial("en-capstone", 3, seed).history().states
        for state in states[:250]:
            if not any(move.rule.startswith("card.") for move in state.legal_moves):
                continue
            order = [1, 2, 0]
            twin = relabelled(state, order)
            letters = state.program.board.letters
            names = str.maketrans({letter: letters[order[i]] for i, letter in enumerate(letters)})
            for move in state.legal_moves:
                kind, _, where = move.text.partition(" ")
                text = f"{kind} {where.translate(names)}" if kind == "wizard" else move.text
                there, after = twin.play(text), state.play(move)
                assert relabelled(after, order).board == there.board
                for seat, number in enumerate(order):
                    for field in ("home", "full", "empty"):
                        assert after.numbers(field)[seat] == there.numbers(field)[number]
                checked += 1
            assert len(state.options) == len(twin.options)

    assert checked > 500


# --- pausing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_pause_changes_nothing(players: int):
    """A game written down and read again after every move is the same game."""
    trial = random_trial("every-spell", players, 21)
    state = game("every-spell").start(players, 21)
    for choice in trial.choices[:200]:
        if state.is_over:
            break
        paused = state.game.position(str(state))
        option = state.options[choice % len(state.options)]
        state, again = state.play(option), paused.play(option)
        assert str(state) == str(again)
        assert state.options == again.options
        state = again


# --- anything in any order ---------------------------------------------------------------------


class AnyGame(RuleBasedStateMachine):
    """Plays, takes back, saves and loads in any order; whatever it does, the rules of matter hold."""

    history: History

    @initialize(
        ruleset=st.sampled_from(["en-capstone", "every-spell"]),
        players=st.integers(2, 6),
        seed=st.integers(0, 2**64 - 1),
    )
    def begin(self, ruleset: str, players: int, seed: int) -> None:
        """Sit down."""
        self.history = History.begin(game(ruleset), players, seed)
        self.kept: list[tuple[int, str]] = []

    @rule(choices=st.lists(st.integers(0, 999), min_size=1, max_size=12))
    def play(self, choices: list[int]) -> None:
        """Make some moves."""
        for choice in choices:
            state = self.history.state
            if state.is_over:
                return
            move = state.move(state.options[choice % len(state.options)])
            after = self.history.play(move)
            assert [] == broken(self.history.states[0], state, after)
            assert state.play(move.text).data == after.data

    @rule()
    def keep(self) -> None:
        """Write the position on a slip of paper."""
        self.kept.append((len(self.history.moves), str(self.history.state)))

    @precondition(lambda self: self.kept)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        """Go back to a position on a slip: it is the one that was written down."""
        number, line = data.draw(st.sampled_from(self.kept))
        self.history.undo(len(self.history.moves) - number)
        self.kept = [slip for slip in self.kept if slip[0] <= number]

        assert line == str(self.history.state)
        assert str(self.history.game.position(line)) == line

    @rule()
    def pause(self) -> None:
        """Save, load, and go on."""
        read = parse_game(record(self.history))
        assert isinstance(read, Playthrough)
        again = replay(self.history.game, read)
        assert again.stop is None
        assert again.agrees
        assert again.history is not None
        assert str(again.history.state) == str(self.history.state)
        self.history = again.history

    @invariant()
    def can_be_written(self) -> None:
        """Every position that is reached can be written and read."""
        if hasattr(self, "history"):
            assert [] == broken_as_text(self.history.state)


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=100 if sampling.LONG in os.environ else 8,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
