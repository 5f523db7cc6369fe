"""Each player has a pile and discards of a deck: `relics of p`."""

from __future__ import annotations

import random

import pytest

from tests.backends.trails import Trails
from wtrules.game.game import Game, State
from wtrules.game.load import RulesetError, load
from wtrules.position.faults import BadPosition
from wtrules.source import SourceFile

BOARD = "K/R/N/R/N/R/N/R/N/R/./././././by b flasks=6.0.0,6.0.0 hands=w1.t1,w2.t2"
BODY = """
deck relics 9 { 3 x coin  3 x crown  3 x ring }
card coin { name en "coin" says en "Nothing." }
card crown { name en "crown" says en "Nothing." }
card ring { name en "ring" says en "Nothing." }
override spell.casting = 20 per turn
add to spells.laid_out = pull, lay, stack, mix, look, second, back, count
spell pull { name en "A" cost 0 when castable_now option pull do draw 2 cards from relics of actor }
spell lay { name en "B" cost 0 when castable_now choose card c from relics do discard c for actor }
spell stack { name en "C" cost 0 when castable_now
  choose card c from relics where revealed, player q
  do return c to top for q }
spell mix { name en "D" cost 0 when castable_now option mix do reshuffle relics of actor }
spell look { name en "E" cost 0 when castable_now option look
  do show top 1 card from relics of next_player of actor to actor }
spell second { name en "F" cost 0 when castable_now option second
  do return card 2 from relics of actor to top }
spell back { name en "G" cost 0 when castable_now
  choose card c from relics of actor where discarded
  do take c for actor }
spell count { name en "H" cost 0 when castable_now option count
  do score draw_pile of relics of actor + 10 * discard_pile of relics of actor
  do score 100 * number of cards from relics of actor where discarded }
"""
SPELLS = "spells=pull,lay,stack,mix,look,second,back,count"


def game(*bodies: str) -> Game:
    """Return the game of a small house rule."""
    text = "\n".join((BODY, *bodies))
    return load(SourceFile("own.wtr", f"ruleset own {{ extends en-capstone\n{text}\n}}"))


def begun(more: str) -> State:
    """Return a position in which blue can cast the spells."""
    return game().position(f"{BOARD} {SPELLS} {more}")


def test_cards_are_drawn_from_the_own_pile() -> None:
    """The pile of yellow and that of the deck stay as they are."""
    after = begun("pile.relics=coin pile.relics.b=ring.crown.coin pile.relics.y=crown").play(
        "cast pull pull"
    )
    relics = after.decks["relics"]

    assert ("coin", "crown") == relics.hands[0]
    assert (("ring",), ("crown",)) == tuple(own.draw_pile for own in relics.own)
    assert ("coin",) == relics.draw_pile


def test_an_empty_pile_is_made_from_the_own_discards() -> None:
    """Blue shuffles two rings into a new pile; the other discards are not touched."""
    after = begun("pile.relics=coin pile.relics.b=crown discard.relics.b=2*ring").play(
        "cast pull pull"
    )
    relics = after.decks["relics"]

    assert ("crown", "ring") == relics.hands[0]
    assert (("ring",), {}) == (relics.own[0].draw_pile, relics.own[0].discards)
    assert {"coin": 2, "crown": 2, "ring": 1} == relics.discards


def test_a_card_goes_to_the_own_discards() -> None:
    """Not to those of the deck."""
    state = begun("hands.relics=coin,- pile.relics=crown")
    relics = state.play("cast lay card coin").decks["relics"]

    assert ({"coin": 1}, {}) == tuple(own.discards for own in relics.own)
    assert state.decks["relics"].discards == relics.discards


def test_a_card_goes_onto_the_pile_of_a_player() -> None:
    """A face-up card is taken away by blue and put on yellow's pile; everybody knows it there."""
    after = begun("revealed.relics=ring pile.relics=coin pile.relics.y=crown").play(
        "cast stack card ring player y"
    )

    assert ("crown", "ring") == after.decks["relics"].own[1].draw_pile
    assert ("?", "ring") == after.observation(0).decks["relics"].own[1].draw_pile


def test_a_card_comes_from_the_own_discards() -> None:
    """Only those of blue are offered, though yellow and the deck have discards too."""
    state = begun("pile.relics=- discard.relics.b=1*crown discard.relics.y=1*ring")
    offers = [m.text for m in state.legal_moves if m.text.startswith("cast back")]
    relics = state.play("cast back card crown").decks["relics"]

    assert ["cast back card crown"] == offers
    assert (("crown",), {}) == (relics.hands[0], relics.own[0].discards)


def test_own_piles_are_counted_and_seen_alone() -> None:
    """One card in the pile and two discards, all of one kind: 1 + 20 + 200 points."""
    state = begun("pile.relics=- pile.relics.b=ring discard.relics.b=2*coin pile.relics.y=crown")
    looked = state.play("cast look look")

    assert 221 == state.play("cast count count").points[0]
    assert ("crown",) == looked.observation(0).decks["relics"].own[1].draw_pile
    assert ("?",) == looked.observation(1).decks["relics"].own[1].draw_pile


def test_the_second_card_comes_to_the_top() -> None:
    """The last card of a pile is the next one."""
    state = begun("pile.relics=- pile.relics.b=ring.coin.crown")

    assert ("ring", "crown", "coin") == state.play("cast second second").decks["relics"].own[
        0
    ].draw_pile


def test_shuffling_takes_in_the_own_discards() -> None:
    """All cards of blue are in the pile then."""
    state = begun("pile.relics=- pile.relics.b=ring discard.relics.b=2*coin")
    own = state.play("cast mix mix").decks["relics"].own[0]

    assert (["coin", "coin", "ring"], {}) == (sorted(own.draw_pile), own.discards)


def test_positions_count_the_cards_of_piles() -> None:
    """Four coins are one too many."""
    with pytest.raises(BadPosition, match="cards `coin`"):
        begun("pile.relics.b=coin.coin.coin.coin")


def test_only_decks_have_piles_of_players() -> None:
    """What is turned up is of the whole deck."""
    with pytest.raises(RulesetError):
        game('rule r { says en "R." on turn begins do reveal 1 card from relics of active }')


def test_the_pile_of_a_player_is_no_hand() -> None:
    """A question about it says which of its cards are meant."""
    with pytest.raises(RulesetError, match="is a pile with discards"):
        game(
            'rule r { says en "R." on turn begins when any card from relics of active do roll die }'
        )


def test_the_main_deck_too() -> None:
    """`deck` is the main deck."""
    made = game(
        'rule r { says en "R." on turn begins do draw 1 card from deck of active }',
        'rule s { says en "S." on player p plays c do return c to top for p }',
    )
    state = made.position(f"{BOARD} pile.deck.b=t5.w4 discard.deck.y=1*w5")

    assert ("w1", "w4", "t1") == state.hands[0]
    assert "pile.deck.b=t5" in str(state).split(" ")
    assert "pile.deck.b=t5.w1" in str(state.play("card w1")).split(" ")


# --- both back ends, and what players do not know --------------------------------------------------

BUSY = """
rule r { says en "R." on setup ends do reveal 3 cards from relics
  do show top 9 cards from relics to actor
  each player p { let c = first card k from relics where seen  do return c to pile for p } }
rule s { says en "S." on turn begins
  do draw 2 cards from relics of active
  may { choose card c from relics  do discard c for next_player of active }
  may { choose card c from relics where revealed, player q
    do return c to bottom for q
    do reveal 1 card from relics
    do show top 1 card from relics of q to active } }
rule t { says en "T." on player p plays c do return c to top for p do draw 1 card from deck of p }
"""


@pytest.mark.parametrize("players", [2, 4])
def test_both_back_ends_have_the_same_piles(players: int) -> None:
    """The same cards are in the same places after each move."""
    trails = Trails(game(BUSY).engine(players), 1)

    assert trails.first_difference(1, 300) is None
    assert trails.first_difference(2, 300) is None


def test_what_is_made_up_agrees_with_what_a_player_knows() -> None:
    """Positions can be read back, and a possible state looks the same to the player."""
    made = game(BUSY)
    state = made.start(players=3, seed=7)
    chance = random.Random(7)
    for _ in range(120):
        if state.is_over:
            break
        seen = state.observation(state.to_act)
        possible = seen.determinize(chance)
        assert state == made.position(str(state))
        assert str(seen) == str(possible.observation(state.to_act))
        assert possible == made.position(str(possible))  # with as many cards as there are
        assert [m.text for m in state.legal_moves] == [m.text for m in possible.legal_moves]
        state = state.play(chance.choice(state.legal_moves))


def test_a_pile_of_a_deck_that_is_not_there() -> None:
    """The deck is unknown, not a property of the player."""
    with pytest.raises(RulesetError, match="there is no deck called `relic`"):
        game('rule r { says en "R." on turn begins do draw 1 card from relic of active }')


@pytest.mark.parametrize(
    "written",
    [
        "do reveal 2 cards from deck",
        "do show hand of active from deck to next_player of active",
        "do reveal hand of active from deck",
    ],
)
def test_the_main_deck_can_be_named_wherever_a_deck_can(written: str) -> None:
    """With `from deck` an action does what it does without."""
    rule = f'rule r {{ says en "R." on player p casts s {written} }}'
    line = f"{BOARD} {SPELLS} pile.relics.b=coin.ring pile=w1.t5.t4.w3"
    named, unnamed = (
        game(body).position(line).play("cast pull pull")
        for body in (rule, rule.replace(" from deck", ""))
    )

    assert str(unnamed.observation(1)) == str(named.observation(1))
    assert str(unnamed) == str(named)


def test_what_is_in_the_box_or_of_a_player_is_not_reshuffled() -> None:
    """The new pile is made of the pile, the discards and the face-up cards of the deck."""
    rule = 'rule r { says en "R." on player p casts s do reshuffle relics }'
    box = 'rule b { says en "B." on deck empty each card c from relics where discarded { do take back c } }'
    line = (
        f"{BOARD} {SPELLS} pile.relics=coin revealed.relics=coin discard.relics=1*ring "
        "pile.relics.b=ring.crown discard.relics.y=1*coin hands.relics=crown,crown box.relics=1*ring"
    )
    after = game(rule, box).position(line).play("cast count count")
    fields = dict(field.split("=", 1) for field in str(after).split() if "relics" in field)

    assert ["coin", "coin", "ring"] == sorted(fields["pile.relics"].split("."))
    assert "ring.crown" == fields["pile.relics.b"]
    assert "1*coin" == fields["discard.relics.y"]
    assert "1*ring" == fields["box.relics"]
