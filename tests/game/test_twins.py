"""Twins: positions that differ only in what a player must not know are one position to that player."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import islice

import pytest

from tests.backends.trails import Trails
from tests.game.test_secrets import HOUSES
from tests.sampling import sampled
from wtrules.backends.players import BOTS as NATIVE_BOTS
from wtrules.backends.players import Chooser
from wtrules.game.bots import BOTS
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.remembered import shown_lines
from wtrules.say.voice import Voice
from wtrules.source import SourceFile

# What a player has in hand, while the rule that looks at it waits for decisions of everybody.
HELD = """
  deck tasks 12 { 3 x hermit  3 x jailer  6 x runner 2 }
  card hermit { name en "hermit"  do score 1 }
  card jailer { name en "jailer"  do score 1 }
  card runner(number n) { name en "runner"  do score 1 }
  rule tasks.dealt {
    on setup ends
    each player p { do draw 2 cards from tasks for p }
  }
  rule tasks.shown {
    on turn begins
    let least = first card
    let strong = number of cards c from tasks where c is hermit
    each card c from tasks {
      may { option boast en "boast"  do score 1 }
      as next_player of active { may { option doubt en "doubt"  do score 1 } }
    }
    when least is known and strong > 0
    do score 1
  }
"""

# A face-down event that nobody has seen, and a role that its owner has not looked at.
UNSEEN = """
  deck events 6 { 3 x flood  3 x drought }
  card flood { name en "flood"  do score 1 }
  card drought { name en "drought"  do score 2 }
  secret memory wolf = player
  rule wolf.deal { on setup ends  secretly { set wolf = random player } }
  rule events.turn {
    on round ends
    do reveal events
    perform revealed of events
    do score 1 for wolf
  }
"""

# Cards of the main deck and of a named deck that players are shown, draw, discard and hand over.
SHOWN = """
  deck tasks 12 { 3 x hermit  3 x jailer  6 x runner 2 }
  card hermit { name en "hermit"  do score 1 }
  card jailer { name en "jailer"  do score 1 }
  card runner(number n) { name en "runner"  do score n }
  rule tasks.shown {
    on turn begins
    do show top 2 cards from tasks to next_player of active
    do show top 1 card to active
    do show hand of next_player of active to active
    do draw 1 card from tasks for active
    may { choose card c  do hand c to next_player of active }
    may { choose card c from tasks  do hand c to next_player of active }
    when number of cards c from tasks > 1
    choose card c from tasks
    else { }
    do discard c
    perform c
  }
  rule tasks.mixed {
    on round ends
    do reveal tasks
    may { choose card c from tasks where revealed  do take c for active }
    do reshuffle tasks
  }
"""

MADE_UP = {**HOUSES, "held": HELD, "shown": SHOWN, "unseen": UNSEEN}
EXAMPLES = (
    "auction",
    "crystal-ball",
    "nine-nights",
    "objectives",
    "sealed-bids",
    "swap-cards",
    "traitor",
    "weather",
    "werewolf",
)


@cache
def game(name: str) -> Game:
    """Return the game of an example, or of a small house rule."""
    if name in EXAMPLES:
        return load(name)
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends en-capstone\n{MADE_UP[name]}\n}}"))


def positions(name: str, seed: int) -> list[State]:
    """Positions of a random game of three, most of them from its beginning."""
    chance = random.Random(seed)
    state = game(name).start(3, seed)
    found = []
    while not state.is_over and len(found) < 400:
        found.append(state)
        state = state.play(chance.choice(state.options))
    return [*found[:24], *islice(found, 24, None, 16)]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*sampled(EXAMPLES, 2), *sampled(MADE_UP, 6)])
def test_twins_are_one_position_to_a_player(name: str) -> None:
    """What a player reads, may do and gets from a bot is the same in both."""
    one = game(name)
    chooser = Chooser(one.program(3), one.open_hands)
    different = 0
    for number, state in enumerate(positions(name, 3)):
        for seat in range(3):
            seen = state.observation(seat)
            twin = seen.determinize(random.Random(number))
            native = State(one, state.engine, chooser.imagined(state.data, seat, number), [])
            different += twin.data != state.data
            for other in (twin, native):
                assert str(seen) == str(other.observation(seat))
                assert seen.data == other.observation(seat).data
            if seat != state.to_act:
                continue
            assert [m.text for m in state.legal_moves] == [m.text for m in twin.legal_moves]
            for bot in NATIVE_BOTS:
                chosen = {chooser.choose(bot, s.data, number) for s in (state, twin, native)}
                assert 1 == len(chosen), (bot, str(state))
            for bot in ("random", "greedy"):
                moves = {BOTS[bot](number).choose(s).text for s in (state, twin)}
                assert 1 == len(moves), (bot, str(state))
    assert different


LINE = "K/R/N/R/N/R/N/R/N/R/b/y/r/././. b flasks=5.0.0,5.0.0,5.0.0 hands={},w1.t2.w3,w1.t2.w3 hands.tasks={},runner2.runner2,runner2.runner2"


def test_nobody_sees_a_card_that_a_rule_looks_at_in_a_hand() -> None:
    """The rule goes through blue's tasks; yellow and red see the same whatever they are."""
    hands = [
        ("w1.t2.w3", "hermit.jailer"),
        ("w2.w4.t5", "hermit.runner2"),
        ("t2.t3.t4", "jailer.runner2"),
    ]
    states = [game("held").position(LINE.format(*hand)) for hand in hands]
    for _ in range(4):
        for seat in (1, 2):
            assert 1 == len({str(state.observation(seat)) for state in states})
        if states[0].to_act == 0:
            assert 3 == len({str(state.observation(0)) for state in states})
        states = [state.play("pass") for state in states]


def test_everybody_imagines_a_card_that_its_owner_has() -> None:
    """Whatever task yellow imagines the rule to be at, blue has it in that world."""
    state = game("held").position(LINE.format("w1.t2.w3", "hermit.jailer"))
    chooser = Chooser(game("held").program(3))
    field = next(name for name, held in state.program.held.items() if held.first)
    worlds = [state.observation(1).determinize(random.Random(i)) for i in range(30)]
    natives = [chooser.imagined(state.data, 1, i) for i in range(30)]
    worlds += [State(state.game, state.engine, data, []) for data in natives]
    tasks = set()
    for world in worlds:
        card = world.program.card_kinds[world.numbers(field)[0]].code
        assert card in world.decks["tasks"].hands[0]
        tasks.add(card)
    assert {"hermit", "jailer", "runner2"} == tasks


def test_the_next_cards_of_a_named_deck() -> None:
    """Yellow has seen the next two tasks and knows the one that blue draws; red knows nothing."""
    state = game("shown").start(3, 5)
    first, second = state.decks["tasks"].hands[0][0], state.decks["tasks"].draw_pile[-1]
    seen = state.observation(1).decks["tasks"]
    assert (first,) == seen.hands[0]
    assert ("?", second) == seen.draw_pile[-2:]
    other = state.observation(2).decks["tasks"]
    assert ("?",) == other.hands[0]
    assert {"?"} == {*other.draw_pile}
    assert (first,) == state.observation(0).decks["tasks"].hands[0]
    # What yellow knows is so in all worlds that yellow imagines.
    chooser = Chooser(game("shown").program(3))
    worlds = [state.observation(1).determinize(random.Random(i)) for i in range(20)]
    natives = [chooser.imagined(state.data, 1, i) for i in range(20)]
    worlds += [State(state.game, state.engine, data, []) for data in natives]
    assert {((first,), second)} == {
        (world.decks["tasks"].hands[0], world.decks["tasks"].draw_pile[-1]) for world in worlds
    }
    assert 1 < len({world.decks["tasks"].draw_pile for world in worlds})


def test_what_was_seen_of_decks_is_true() -> None:
    """Whatever players are shown of hands and piles is there, until the end of the game."""
    for seed in range(3):
        for state in positions("shown", seed):
            for seat in range(3):
                seen = state.observation(seat)
                decks = seen.decks["tasks"], state.decks["tasks"]
                hands = [*zip(seen.hands, state.hands, strict=True)]
                hands += zip(*(deck.hands for deck in decks), strict=True)
                for shown, hand in hands:
                    assert len(shown) == len(hand)
                    assert all(shown.count(c) <= hand.count(c) for c in {*shown} - {"?"})
                for card, there in zip(*(deck.draw_pile for deck in decks), strict=True):
                    assert card in ("?", there)


def test_older_positions_say_what_is_known_of_named_decks() -> None:
    """They numbered the cards of these piles from 0; that of the main deck comes before them now."""
    state = game("shown").start(3, 5)
    cards = state.program.decks[0].size
    line = str(state)
    entries = re.findall(r"known_pile/(\d+):", line)
    assert any(int(number) >= cards for number in entries)
    older = re.sub(
        r"known_pile/(\d+):",
        lambda found: (
            f"known_deck_pile/{int(found[1]) - cards}:" if int(found[1]) >= cards else found[0]
        ),
        line,
    )
    assert older != line
    assert state == state.game.position(older)


def test_nothing_is_known_of_cards_that_have_left_a_pile() -> None:
    """Who has seen a card on the pile no longer knows anything of its place when it is drawn."""
    was_known = False
    for state in positions("shown", 1):
        start, known = 0, state.numbers("known_pile")
        was_known |= any(known)
        for deck, size in zip(state.program.decks, state.numbers("pile_size"), strict=True):
            assert not any(known[start + size : start + deck.size])
            start += deck.size
    assert was_known


def test_both_back_ends_show_cards_of_decks_alike() -> None:
    """Games in lockstep: the same options and the same states."""
    trails = Trails(game("shown").engine(3))
    assert [None] * 3 == [trails.first_difference(seed, 300) for seed in range(3)]


def test_a_player_reads_the_cards_they_have_been_shown() -> None:
    """Yellow reads blue's task and the next one; red reads nothing of it."""
    state = game("shown").start(3, 5)
    task, following = state.decks["tasks"].hands[0][0], state.decks["tasks"].draw_pile[-1]
    words = Voice(state.game.rules, "en")
    lines = [[*shown_lines(state, words, seat)] for seat in range(3)]
    assert f"Seen in the hand of Blue, from tasks: {task}" in lines[1]
    assert f"Seen of the pile of tasks, the next card first: {following}" in lines[1]
    assert [] == lines[2]
