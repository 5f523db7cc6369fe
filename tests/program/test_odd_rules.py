"""House rules that once could not be said, or did the wrong thing."""

from __future__ import annotations

import random

import pytest

from wtrules.backends.reference import EndlessPlay
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.source import SourceFile


def game(body: str, base: str = "en-capstone") -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends {base}\n{body}\n}}"))


def play(game: Game, players: int = 2, seed: int = 1, most: int = 400) -> State:
    """Play random moves."""
    choose = random.Random(seed)
    state = game.start(players, seed)
    for _ in range(most):
        if state.is_over:
            break
        state = state.play(choose.choice(state.options))
    return state


def test_let_in_a_forbid() -> None:
    """A rule that forbids may name things before it judges."""
    rules = "rule r { forbid tower t lands on s  let p = top of s  when any wizard on p }"
    state = play(game(rules))
    assert [0, 0] == state.numbers("full")


def test_stop_in_a_loop_over_one_space() -> None:
    """`stop` leaves a loop even if it could turn only once."""
    rules = """rule r { on turn begins
      each place p on space of castle { if p is free { stop } do draw 1 cards for active } }"""
    play(game(rules))


def test_discards_come_back_later() -> None:
    """When all cards were in hands, the discards are shuffled as soon as somebody must draw."""
    state = play(game("override hand.size = 15"), players=6, most=3000)
    assert sum(state.numbers("hand_size")) > 0


def test_a_full_circle_moves_nothing() -> None:
    """A tower that goes once around locks nobody up."""
    rules = """rule r { on turn begins
      let t = first tower u where any wizard on u
      do move t clockwise 16 }"""
    state = game(rules).start(2, 1)
    assert [0, 0] == state.numbers("full")
    assert game("").start(2, 1).board_text == state.board_text


def test_tables_by_words() -> None:
    """A table may be read by a word."""
    rules = """table t { mood | n  good | 2  bad | 1 }
      memory mood = one of good, bad
      rule r { on turn begins do score t.n at mood for active }"""
    assert [2, 0] == game(rules).start(2, 1).numbers("points")


def test_lists_of_words() -> None:
    """A list of words may be read at a place."""
    rules = """rule r { on game begins
      each space s where board.towers at s is raven { do score 1 for first player } }"""
    assert [5, 0] == game(rules).start(2, 1).numbers("points")


def test_each_wizard_in_order() -> None:
    """Pieces are met clockwise from where the search begins."""
    rules = """memory first_one = space
      rule r { on turn begins
        each tower t clockwise from castle { set first_one = space of t  stop } }"""
    assert [1] == game(rules).start(2, 1).numbers("memory.first_one")


def test_may_without_a_choice_has_a_name() -> None:
    """What may be done has a name even if the rule gives none."""
    state = game("rule r { on turn begins may { do draw 1 cards for active } }").start(2, 1)
    assert ["draw", "pass"] == [move.text for move in state.legal_moves]


def test_nobody_takes_less_than_nothing() -> None:
    """A negative number of flasks changes nothing."""
    state = game("rule r { on turn begins do take 0 - 9 flasks for active }").start(2, 1)
    assert [6, 6] == state.numbers("empty")


def test_a_loop_that_never_ends() -> None:
    """A loop that asks nobody and never ends is noticed, and the game is over with that name."""
    state = game("rule r { on turn begins repeat { do lift first tower } }").start(2, 1)
    assert state.is_over
    assert state.result is not None
    assert "endless" == state.result.outcome


def test_rules_that_never_ask_again() -> None:
    """Rules that go on without a decision are noticed."""
    rules = "override rule turn.course { do score 1 for active }"
    with pytest.raises(EndlessPlay):
        game(rules).start(2, 1)


def test_an_event_and_a_turn() -> None:
    """A turn may follow an event directly."""
    rules = (
        """rule r { on wizard w enters castle turn of owner of w { do draw 1 cards for active } }"""
    )
    play(game(rules))


def test_adding_to_a_players_memory() -> None:
    """A memory kept for each player can be counted up."""
    rules = """memory m = 0 for each player
      rule r { on turn begins do add 2 to m of active }"""
    assert [2, 0] == game(rules).start(2, 1).numbers("memory.m")


def test_asking_for_colours_and_kinds_of_cards() -> None:
    """A player can be asked for by colour, a card by its kind."""
    rules = """rule r { on turn begins
      when active is blue
      do score number of cards c where c is tower_card or c is wizard_card for active }"""
    assert [3, 0] == game(rules).start(2, 1).numbers("points")


def test_the_index_of_a_space() -> None:
    """Spaces have numbers."""
    rules = """rule r { on turn begins do score index of space of castle + 3 for active }"""
    assert [3, 0] == game(rules).start(2, 1).numbers("points")


def test_ending_a_turn_between_turns() -> None:
    """Between two turns there is no turn to end."""
    assert not play(game("rule x { on round ends end turn }"), most=60).is_over
    drift = "rule x { on round ends each wizard w where visible { do move w clockwise 1 } }"
    state = play(game(drift), most=4000)
    assert state.result is None or state.result.outcome is not None


def test_a_turn_inside_a_turn() -> None:
    """After somebody else's turn in the middle of mine, mine goes on."""
    rules = (
        "rule d { on turn begins when yes turn of next_player of active { do score 1 for active } }"
    )
    state = game(rules).start(3, 1)
    assert [0, 1, 0] == state.numbers("points")
    assert (0, 0) == (state.active, state.to_act)
