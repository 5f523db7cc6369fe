"""What a program can read from a state, and what an observation leaves out."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import pytest

from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.view import Flasks
from wtrules.source import SourceFile

KEPT = """
  memory trapper = player for each space
  memory prices = 0 for each spell
  memory drawn = 0 for each card
  memory favourite = card
  memory lucky = space
  memory friend = player
  memory trapped = not yes
  memory owed = 0
  rule first {
    on game begins
    set trapper of (first space s where number of spaces t where t < s = 3) = first player
    set lucky = first space s where number of spaces t where t < s = 5
    set friend = next_player of first player
    set trapped = yes
    set owed = 0 - 2
  }
"""


def house(body: str) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends en-capstone\n{body}\n}}"))


@pytest.fixture(scope="module")
def start() -> State:
    """A game of three after set-up: four wizards, five flasks and three cards each."""
    return load("en-capstone").start(3, seed=7)


def test_the_table_after_set_up(start: State):
    """Manual: three players have 4 wizards, 5 empty flasks and 3 cards; 90 cards in all."""
    assert (0, 0, 0) == start.home == start.points
    assert (Flasks(empty=5, full=0, spent=0),) * 3 == start.flasks
    assert [3, 3, 3] == [len(hand) for hand in start.hands]
    assert 81 == len(start.draw_pile)
    assert {} == start.discards
    assert start.roll is None
    assert (0, 0) == (start.to_act, start.active)
    assert 4 == sum(stack.count("b") for stack in start.board_text.split("/"))


def test_cards_are_named_as_in_the_position_line(start: State):
    """Hands and piles are the words of the line, the next card of the pile last."""
    words = dict(part.split("=") for part in str(start).split(" ")[2:])

    assert words["hands"] == ",".join(".".join(hand) for hand in start.hands)
    assert words["pile"] == ".".join(start.draw_pile)
    assert words["spells"] == ",".join(start.spells)


def test_cards_are_neither_lost_nor_made(start: State):
    """In every position of a game, hands, piles and discards are the 90 cards of the deck."""
    deck = Counter({card.code: card.copies for card in start.program.cards})
    state, chance, spent = start, random.Random(1), 0
    while not state.is_over:
        held = Counter(card for hand in state.hands for card in hand)
        assert deck == held + Counter(state.draw_pile) + Counter(state.discards)
        spent = max(spent, sum(x.spent for x in state.flasks))
        state = state.play(chance.choice(state.options))

    assert spent
    assert state.result is not None
    assert state.points == state.result.points
    assert state.decision is None


def test_the_decision(start: State):
    """It says who decides, by which rule, and what can be chosen."""
    decision = start.decision
    assert decision is not None

    assert (0, "turn.action", "either") == (decision.seat, decision.rule, decision.kind)
    assert list(start.legal_moves) == list(decision.moves)
    assert "card" in decision.question()
    assert "Karte" in decision.question("de")
    with pytest.raises(ValueError, match="unknown language `fr`; there are en, de"):
        decision.question("fr")


def test_a_rule_without_words_is_named():
    """A house rule need not have a paraphrase, and an old one is no answer."""
    asked = house("rule ask { on turn begins  choose space s }").start(2).decision
    assert asked is not None
    assert ("ask", "ask") == (asked.rule, asked.question("de"))

    changed = house("override rule turn.action { choose space s }").start(2).decision
    assert changed is not None
    assert "turn.action" == changed.rule == changed.question()


def test_memories_by_name():
    """A memory has a value of its type, or one for each player, space, card or spell."""
    state = house(KEPT).start(2, seed=1)
    memories = state.memories

    assert (None, None, None, 0, *[None] * 12) == memories["trapper"]
    assert dict.fromkeys(state.program.words.spells, 0) == memories["prices"]
    assert {card.code for card in state.program.cards} == set(memories["drawn"] or ())
    assert (None, 5, 1, True, -2) == tuple(
        memories[name] for name in ("favourite", "lucky", "friend", "trapped", "owed")
    )
    assert "owed:-2" in str(state)
    assert state == state.game.position(str(state))


# --- what is hidden ------------------------------------------------------------------------------


def test_an_observation_shows_what_the_seat_knows(start: State):
    """Its own hand, and of the rest only how many cards there are."""
    seen = start.observation(1)

    assert (("?",) * 3, start.hands[1], ("?",) * 3) == seen.hands
    assert ("?",) * 81 == seen.draw_pile
    for name in ("board", "flasks", "home", "discards", "spells", "roll", "to_act", "active"):
        assert getattr(start, name) == getattr(seen, name), name
    assert start.memories == seen.memories


def test_only_the_deciding_seat_sees_the_moves(start: State):
    """The moves of another player would show their cards."""
    assert list(start.legal_moves) == list(start.observation(0).legal_moves)
    assert [] == list(start.observation(1).legal_moves)
    asked = start.observation(1).decision
    assert asked is not None
    assert (0, 0) == (asked.seat, len(asked.moves))


def test_an_observation_holds_no_secret(start: State):
    """Whatever the others hold and the pile brings, the numbers of an observation are the same."""
    for seat in range(3):
        seen = start.observation(seat)
        other = seen.determinize(random.Random(5))
        assert start != other
        assert start.hands[seat] == other.hands[seat]
        assert seen == other.observation(seat)
        assert (seen.data, hash(seen)) == (
            other.observation(seat).data,
            hash(other.observation(seat)),
        )
        assert seen == pickle.loads(pickle.dumps(seen))
    assert start.observation(0) != start.observation(1)


def test_a_card_put_aside_is_hidden_everywhere():
    """Neither the memory, nor the rule that still runs, nor the last choice shows the card."""
    state = load("en-capstone", ["team"]).start(4, seed=1).play("quiet")
    offers = [move for move in state.legal_moves if move.text.startswith("card ")]
    after = [state.play(move) for move in offers]

    assert len(offers) > 1
    assert 1 == len({tuple(x.observation(0).data) for x in after})
    seen = after[0].observation(0)
    hidden = [name for name, value in seen.memories.items() if "?" in str(value)]
    assert hidden
    assert all("?" not in str(after[0].memories[name]) for name in hidden)
    assert "?" not in str(seen.determinize(random.Random(1)).memories)


def test_open_hands_are_seen():
    """Where hands lie open, an observation shows them all."""
    state = load(
        SourceFile(
            "open.wtr", "ruleset open {\n extends en-capstone\n override hand.visibility = open\n}"
        )
    ).start(2, seed=1)

    assert state.hands == state.observation(1).hands
    assert state.hands == state.observation(1).determinize(random.Random(1)).hands


@pytest.mark.parametrize("variant", [(), ("nasty",), ("team",)])
def test_a_possible_state_plays(variant: tuple[str, ...]):
    """What an agent imagines from an observation is a whole state, which can be played."""
    chance = random.Random(3)
    state = load("en-capstone", variant).start(4, seed=2)
    for _ in range(60):
        possible = state.observation(state.to_act).determinize(chance)
        assert state.options == possible.options == possible.engine.options(possible.data)
        assert possible == possible.game.position(str(possible))
        state = state.play(chance.choice(state.options))
