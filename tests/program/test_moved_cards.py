"""Cards go from any place to any other: hands, piles, discards, the cards beside a pile, the box."""

from __future__ import annotations

import random

import pytest

from tests.backends.trails import Trails
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.position.faults import BadPosition
from wtrules.source import SourceFile

BOARD = "K/R/N/R/N/R/N/R/N/R/./././././by"
# Three cards in each hand; w1 and t1 are known to be where the tests put them.
LINE = f"{BOARD} b flasks=6.0.0,6.0.0 hands=w1.w1.t1,w2.t2.w3"
MOVES = """
add to spells.laid_out = top, bottom, inside, leave, beside, back, second, trade, find
override spell.casting = 20 per turn
spell top { name en "A" cost 0 when castable_now choose card c do return c to top }
spell bottom { name en "B" cost 0 when castable_now choose card c do return c to bottom }
spell inside { name en "C" cost 0 when castable_now choose card c
  do show top 2 cards to actor
  do return c to pile }
spell leave { name en "D" cost 0 when castable_now choose card c do take back c }
spell beside { name en "E" cost 0 when castable_now choose card c do reveal c }
spell back { name en "F" cost 0 when castable_now choose card c where in_box do take c for actor }
spell second { name en "H" cost 0 when castable_now option second
  do show top 2 cards to actor
  do return card 2 to top }
spell trade { name en "I" cost 0 when castable_now choose card c where revealed do return c to top }
spell find { name en "J" cost 0 when castable_now option find
  do show top 2 cards to actor
  choose card c where seen
  do discard c }
"""
SPELLS = "spells=top,bottom,inside,leave,beside,back,second,trade,find"


def game(*bodies: str) -> Game:
    """Return the game of a small house rule."""
    text = "\n".join(bodies)
    return load(SourceFile("cards.wtr", f"ruleset cards {{ extends en-capstone\n{text}\n}}"))


def begun(more: str = "pile=w3.t3.t4") -> State:
    """Return a position in which blue can move cards; the next card is the last of the pile."""
    return game(MOVES).position(f"{LINE} {SPELLS} {more}")


def played(state: State, *moves: str) -> State:
    """Return the position after some moves."""
    for move in moves:
        state = state.play(move)
    return state


def offered(state: State, spell: str) -> list[str]:
    """Return the cards that a spell offers."""
    start = f"cast {spell} card "
    found = [m.text for m in state.legal_moves if m.text.startswith(start)]
    return [text.removeprefix(start) for text in found]


# --- piles -----------------------------------------------------------------------------------------


def test_a_card_goes_to_either_end_of_the_pile() -> None:
    """The next card is the last of the pile."""
    state = begun()

    assert ("w3", "t3", "t4", "w1") == played(state, "cast top card w1").draw_pile
    assert ("w1", "w3", "t3", "t4") == played(state, "cast bottom card w1").draw_pile
    assert ("w1", "t1") == played(state, "cast top card w1").hands[0]


def test_a_card_is_shuffled_in() -> None:
    """All four cards are there, and nobody knows in which order."""
    after = played(begun(), "cast inside card w1")

    assert ["t3", "t4", "w1", "w3"] == sorted(after.draw_pile)
    assert ("?", "?", "?", "?") == after.observation(0).draw_pile


def test_who_puts_a_card_back_knows_it() -> None:
    """Blue knows the card on top, yellow only that there is one more."""
    after = played(begun(), "cast top card w1")

    assert ("?", "?", "?", "w1") == after.observation(0).draw_pile
    assert ("?", "?", "?", "?") == after.observation(1).draw_pile


def test_everybody_knows_a_card_that_lay_face_up() -> None:
    """It was there for all to see."""
    after = played(begun("pile=w3.t3.t4 revealed=t5"), "cast trade card t5")

    assert ("?", "?", "?", "t5") == after.observation(1).draw_pile


def test_a_card_of_the_pile_moves_by_its_number() -> None:
    """The second card becomes the next one, and those who have seen it still know it."""
    after = played(begun(), "cast second second")

    assert ("w3", "t4", "t3") == after.draw_pile
    assert ("?", "t4", "t3") == after.observation(0).draw_pile
    assert ("?", "?", "?") == after.observation(1).draw_pile


def test_a_pile_that_is_too_small_has_no_second_card() -> None:
    """Then nothing happens."""
    assert ("t4",) == played(begun("pile=t4"), "cast second second").draw_pile


def test_only_cards_that_the_player_has_seen_are_found_in_the_pile() -> None:
    """Blue has been shown the next two cards, not the third."""
    looked = played(begun(), "cast find find")
    after = played(looked, "card t3")

    assert ["card t4", "card t3"] == sorted((m.text for m in looked.legal_moves), reverse=True)
    assert ("w3", "t4") == after.draw_pile
    assert looked.discards["t3"] + 1 == after.discards["t3"]


# --- the box, and the cards beside the pile --------------------------------------------------------


def test_a_card_leaves_the_game_and_comes_back() -> None:
    """In the box, everybody sees it, and it can be taken again."""
    gone = played(begun(), "cast leave card t1")
    boxed = begun("box=2*t4")

    assert "box=1*t1" in str(gone).split(" ")
    assert "box=1*t1" in str(gone.observation(1)).split(" ")
    assert ["t4"] == offered(boxed, "back")
    assert ("w1", "w1", "t1", "t4") == played(boxed, "cast back card t4").hands[0]


def test_the_main_deck_has_face_up_cards() -> None:
    """A card beside the pile is face up, and in a position."""
    after = played(begun(), "cast beside card t1")

    assert "revealed=t1" in str(after).split(" ")
    assert ["t5"] == offered(begun("revealed=t5"), "trade")


def test_a_market_of_the_main_deck() -> None:
    """Cards are turned up one by one; if the pile is empty, the rules make a new one."""
    market = game('rule m { says en "M." on setup ends do reveal 3 cards }')
    state = market.start(players=2, seed=1)
    while not state.has_begun:
        state = state.play(state.legal_moves[0])
    cards = [word for word in str(state).split(" ") if word.startswith("revealed=")]

    assert 3 == len(cards[0].removeprefix("revealed=").split("."))
    assert 90 == 3 + len(state.draw_pile) + sum(map(len, state.hands)) + sum(
        state.discards.values()
    )


def test_the_box_counts_among_the_cards() -> None:
    """A position with more cards than the deck has is refused."""
    with pytest.raises(BadPosition, match="cards `t1`"):
        begun("box=90*t1")


def test_the_last_card_of_the_pile_is_turned_up() -> None:
    """The pile is empty then: rules for that react at once, and make a new pile."""
    made = game(
        'rule turned { says en "T." on turn begins do reveal 1 card }',
        'rule noticed { says en "N." on deck empty do score 1 for active }',
    )
    state = made.position(f"{LINE} pile=t4")

    assert (1, 0) == state.points
    assert 0 < len(state.draw_pile)


# --- what players know -----------------------------------------------------------------------------

TAKEN = """
add to spells.laid_out = keep, last
spell keep { name en "K" cost 0 when castable_now option keep
  do show top 1 card to actor
  choose card c where seen
  do take c for actor }
spell last { name en "L" cost 0 when castable_now option last
  do show top 1 card to actor
  choose card c where seen
  do discard c
  do draw 1 card }
"""


def test_what_one_player_has_seen_stays_hidden_from_others() -> None:
    """Blue takes the card that only blue was shown; yellow sees a card more, not which one."""
    state = game(TAKEN).position(f"{LINE} spells=keep pile=w3.t4")
    after = played(state, "cast keep keep", "card t4")

    assert ("w1", "w1", "t1", "t4") == after.hands[0]
    assert ("?", "?", "?", "?") == after.observation(1).hands[0]


def test_nothing_is_known_of_a_new_pile() -> None:
    """The only card of the pile was known; the cards in its place after the shuffle are not."""
    state = game(TAKEN).position(f"{LINE} spells=last pile=t4")
    after = played(state, "cast last last", "card t4")

    assert {"?"} == {*after.observation(0).draw_pile}


# --- cards of events, and cards that have just been moved ------------------------------------------


def test_a_played_card_is_taken_from_the_discards() -> None:
    """Blue has two cards w1: the one that was played leaves the game, the other one stays."""
    made = game('rule gone { says en "G." on player p plays c do take back c }')
    state = made.position(f"{LINE}").play("card w1")

    assert "box=1*w1" in str(state).split(" ")
    assert ("w1", "t1") == state.hands[0]


def test_a_card_is_where_the_rule_has_put_it() -> None:
    """Blue has two cards w1: the one that was discarded leaves the game."""
    made = game("""rule away { says en "A." on turn begins
  may { choose card c  do discard c  do take back c } }""")
    state = made.position(LINE).play("card w1")

    assert "box=1*w1" in str(state).split(" ")
    assert ("w1", "t1") == state.hands[0]


# --- both back ends, and what players do not know --------------------------------------------------

BUSY = """
rule look { says en "L." on turn begins
  do show top 3 cards to active
  choose number n from 1 to 3 else { }
  do return card n to top
  choose number k from 1 to 3 else { }
  do return card k to bottom }
rule open { says en "O." on setup ends do reveal 3 cards }
rule trade { says en "T." on turn ends
  may {
    choose card c where revealed, card d
    do return d to bottom
    do take c for active
    do reveal 1 card } }
rule gone { says en "G." on player p plays c when rolls of c > 0 do take back c }
rule again { says en "A." on turn begins
  when (number of cards where in_box) > 3
  choose card c where in_box else { }
  do return c to pile
  choose card e where seen else { }
  do take e for active }
"""


@pytest.mark.parametrize("players", [2, 5])
def test_both_back_ends_move_cards_alike(players: int) -> None:
    """The same cards are in the same places after each move."""
    made = game(BUSY)
    trails = Trails(made.engine(players), 1)

    assert trails.first_difference(1, 400) is None
    assert trails.first_difference(2, 400) is None


def test_no_card_is_lost() -> None:
    """All cards are somewhere, whatever rules do with them; the position says where."""
    made = game(BUSY)
    state = made.start(players=3, seed=4)
    chance = random.Random(4)
    for _ in range(300):
        if state.is_over:
            break
        state = state.play(chance.choice(state.legal_moves))
        assert state == made.position(str(state))


def test_what_is_made_up_agrees_with_what_a_player_knows() -> None:
    """A possible state looks the same to the player, and offers the same moves."""
    made = game(BUSY)
    state = made.start(players=3, seed=7)
    chance = random.Random(7)
    for _ in range(120):
        if state.is_over:
            break
        seen = state.observation(state.to_act)
        possible = seen.determinize(chance)
        assert str(seen) == str(possible.observation(state.to_act))
        assert possible == made.position(str(possible))  # with as many cards as there are
        assert [m.text for m in state.legal_moves] == [m.text for m in possible.legal_moves]
        state = state.play(chance.choice(state.legal_moves))
