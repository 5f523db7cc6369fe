"""Decks that have a name: events that are carried out, objectives in a hand, weather, a market."""

from __future__ import annotations

import random

import pytest

from tests.backends.trails import Trails
from wtrules.game.examples import run_example
from wtrules.game.game import Game, State
from wtrules.game.load import RulesetError, load
from wtrules.position.faults import BadPosition
from wtrules.source import SourceFile

BOARD = "K/R/N/R/N/R/N/R/N/R/./././././by"
TABLE = "flasks=6.0.0,6.0.0 hands=w1.t1,w2.t2 spells=move_wizard"

# One point for each card that is carried out, so that it can be counted.
WEATHER = """
deck weather 4 { 1 x gale  3 x lull }
card gale { says en "A point." do score 1 }
card lull { says en "Nothing." }
spell turn_up { name en "T" cost 0 when castable_now
  do reveal weather
  perform revealed of weather }
add to spells.laid_out = turn_up
"""
OBJECTIVES = """
deck objectives 6 { 2 x hermit  2 x miser 3  2 x gambler }
card hermit { says en "A point." do score 1 }
card miser(number n) { says en "N points." do score n }
card gambler { says en "Choose." choose number k from 5 to 6  do score k }
spell dig { name en "Dig" cost 0 when castable_now  do draw 2 cards from objectives }
spell show { name en "Show" cost 0 when castable_now
  option all
  each card c from objectives { perform c } }
spell drop { name en "Drop" cost 0 when castable_now
  choose card c from objectives
  do discard c }
override spell.casting = 9 per turn
add to spells.laid_out = dig, show, drop
"""
MARKET = """
deck market 6 { 4 x potion  2 x map }
card potion { says en "A flask." do fill 1 flask }
card map { says en "Two points." do score 2 }
spell offer { name en "O" cost 0 when castable_now do reveal 2 cards from market }
spell buy { name en "B" cost 0 when castable_now
  choose card c from market where revealed
  do take c for actor }
spell sell { name en "S" cost 0 when castable_now
  choose card c from market where revealed
  do discard c }
spell find { name en "F" cost 0 when castable_now
  choose card c from market where discarded
  do take c for actor }
rule noticed { says en "Noticed." on card c revealed when c is map do score 10 for active }
override spell.casting = 9 per turn
add to spells.laid_out = offer, buy, sell, find
"""


def game(*bodies: str) -> Game:
    """Return the game of a small house rule."""
    text = "\n".join(bodies)
    return load(SourceFile("decks.wtr", f"ruleset decks {{ extends en-capstone\n{text}\n}}"))


def position(made: Game, spells: str, more: str) -> State:
    """Return a position in which blue can cast some spells."""
    return made.position(f"{BOARD} b {TABLE},{spells} {more}")


def played(state: State, *moves: str) -> State:
    """Return what spells make of a position; only one may be cast at a time, so the turn begins anew."""
    for move in moves:
        words = str(state.play(move)).split(" ")
        kept = [word for word in words if not word.startswith(("memory=", "at=", "frame="))]
        state = state.game.position(" ".join(kept))
    return state


def moves(state: State, word: str) -> list[str]:
    """Return the moves that begin with a word, without it."""
    return [m.text.removeprefix(word) for m in state.legal_moves if m.text.startswith(word)]


# --- revealing -------------------------------------------------------------------------------------


def test_a_revealed_card_is_carried_out_without_a_question() -> None:
    """The top card is the last of the pile; the one before it goes to the discards."""
    state = position(game(WEATHER), "turn_up", "pile.weather=lull.gale revealed.weather=lull")
    after = state.play("cast turn_up reveal")

    assert (1, 0) == after.points
    seen = after.decks["weather"]
    assert (("gale",), ("lull",)) == (seen.revealed, seen.draw_pile)
    assert {"lull": 2} == seen.discards  # the one that was face up, and the one the line left out


def test_an_empty_pile_is_made_from_the_discards() -> None:
    """All four cards are in play again, one of them face up."""
    state = position(game(WEATHER), "turn_up", "pile.weather=- revealed.weather=gale")
    seen = state.play("cast turn_up reveal").decks["weather"]

    assert (1, 3, {}) == (len(seen.revealed), len(seen.draw_pile), seen.discards)


def test_rules_ask_which_card_is_face_up() -> None:
    """A rule holds until the next card is turned up."""
    calm = (
        WEATHER
        + 'rule calm { says en "C" forbid tower t leaves s when revealed of weather is lull }'
    )
    line = f"{BOARD} b {TABLE} revealed.weather="
    still, windy = (game(calm).position(line + card).play("card t1") for card in ("lull", "gale"))

    assert [] == moves(still, "tower ")
    assert 9 == len(moves(windy, "tower "))


def test_nothing_is_face_up_at_first() -> None:
    """Then there is nothing to carry out, and it is no kind of card."""
    asked = """
    spell ask { name en "A" cost 0 when castable_now
      option ask
      perform revealed of weather
      if revealed of weather is not known { do score 7 }
      if revealed of weather is gale { do score 100 } }
    add to spells.laid_out = ask"""
    state = position(game(WEATHER, asked), "ask", "")

    assert (7, 0) == state.play("cast ask ask").points


def test_piles_can_be_counted() -> None:
    """`draw_pile of` and `discard_pile of` are about one deck; without `of`, about the main deck."""
    counted = """
    spell count { name en "C" cost 0 when castable_now
      option count
      do score 100 * draw_pile of weather + 10 * discard_pile of weather + discard_pile }
    add to spells.laid_out = count"""
    state = position(
        game(WEATHER, counted), "count", "pile.weather=lull.gale revealed.weather=lull"
    )

    assert 210 == state.play("cast count count").points[0]


# --- hands -----------------------------------------------------------------------------------------


def test_cards_are_drawn_into_a_hand_of_their_own() -> None:
    """The hand of the main deck stays as it is."""
    state = position(game(OBJECTIVES), "dig", "pile.objectives=gambler.miser3.hermit")
    after = state.play("cast dig draw_from")

    assert (("hermit", "miser3"), ()) == after.decks["objectives"].hands
    assert (state.hands, len(state.draw_pile)) == (after.hands, len(after.draw_pile))
    assert ["w1", "t1"] == moves(after, "card ")


def test_everything_in_a_hand_can_be_carried_out() -> None:
    """1 + 3, and then the gambler asks, because the card has a choice of its own."""
    state = position(game(OBJECTIVES), "show", "hands.objectives=hermit.miser3.gambler,miser3")
    asked = state.play("cast show all")

    assert ["number 5", "number 6"] == [move.text for move in asked.legal_moves]
    assert (10, 0) == asked.play("number 6").points


def test_a_card_goes_to_the_discards_of_its_deck() -> None:
    """And can be drawn again from there, when the pile is empty."""
    state = position(game(OBJECTIVES), "dig,drop", "hands.objectives=hermit,- pile.objectives=-")
    after = played(state, "cast drop card hermit")

    assert {} == after.discards
    assert 2 == after.decks["objectives"].discards["hermit"]
    assert 4 == len(after.play("cast dig draw_from").decks["objectives"].draw_pile)


def test_only_the_owner_sees_a_card() -> None:
    """Others see how many there are, even if hands are open; so do imagined positions."""
    made = game(OBJECTIVES, "override hand.visibility = open")
    state = position(made, "dig", "hands.objectives=hermit,miser3.gambler")
    seen = state.observation(0)

    assert (("hermit",), ("?", "?")) == seen.decks["objectives"].hands
    assert {"?"} == set(seen.decks["objectives"].draw_pile)
    assert "hands.objectives=hermit,2*? pile.objectives=3*?" in str(seen)
    chance = random.Random(1)
    imagined = [seen.determinize(chance) for _ in range(40)]
    assert 1 < len({world.decks["objectives"].hands[1] for world in imagined})
    for world in imagined:
        assert str(seen) == str(world.observation(0))
        assert world == made.position(str(world))


# --- face-up cards ---------------------------------------------------------------------------------


def test_a_market_has_several_face_up_cards() -> None:
    """They stay until they are taken or discarded; the event happens for each."""
    state = position(game(MARKET), "offer,buy,sell,find", "pile.market=potion.map.potion.map")
    open_ = played(state, "cast offer reveal_cards", "cast offer reveal_cards")

    assert ("map", "potion", "map", "potion") == open_.decks["market"].revealed
    assert (20, 0) == open_.points
    bought = played(open_, "cast buy card map")
    assert ("map", "potion", "potion") == bought.decks["market"].revealed
    assert (("map",), ()) == bought.decks["market"].hands
    sold = played(bought, "cast sell card map")
    assert ("potion", "potion") == sold.decks["market"].revealed
    assert ["card potion", "card map"] == moves(sold, "cast find ")
    assert ("map", "map") == sold.play("cast find card map").decks["market"].hands[0]


def test_as_many_are_turned_up_as_there_are() -> None:
    """Five cards are in a hand; one is left."""
    hands = "hands.market=4*potion.map,- pile.market=map"
    after = position(game(MARKET), "offer", hands).play("cast offer reveal_cards")

    assert ("map",) == after.decks["market"].revealed
    assert [] == moves(after, "cast offer reveal_cards")  # nothing is left to turn up


# --- examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ("with revealed of weather = gale then revealed of weather is gale", None),
        ("with revealed of weather = lull.gale then revealed of weather = gale", None),
        ("with revealed of weather = lull then revealed of weather is gale", "is not true"),
        ("with revealed of weather = storm then moves 2", "there is no card `storm`"),
        ("with revealed of weather = gale.gale then moves 2", "not so many cards `gale`"),
    ],
)
def test_an_example_says_what_is_face_up(facts: str, said: str | None) -> None:
    """The other cards are in the pile."""
    shown = f'example e {{ given "{BOARD}" b to move {facts} }}'
    made = game(WEATHER, shown)
    entry = made.rules.get("example", "e")
    assert entry is not None
    failures = run_example(made, entry).failures

    assert (said is None) == (not failures)
    assert said is None or said in str(failures[0])


# --- layers and mistakes ---------------------------------------------------------------------------


def test_layers_change_named_decks(tmp_path: object) -> None:
    """`add to` and `override` change a named deck alone; the main deck keeps its ninety cards."""
    more = game(WEATHER, "add to deck weather { 2 x gale }")
    other = game(WEATHER.replace("deck weather 4 {", "deck weather {"))

    assert 6 == sum(len(part) for part in (more.start(2).decks["weather"].draw_pile,))
    assert 4 == len(other.start(2).decks["weather"].draw_pile)
    assert 90 == sum(card.copies for card in more.program(2).cards)


@pytest.mark.parametrize(
    ("rules", "code", "said"),
    [
        ("deck weather 5 { 4 x gale }", "wrong-deck-size", "write `deck weather 4`"),
        ("deck weather { }", "empty-deck", "deck `weather` has no cards"),
        ("deck weather { 4 x gael }", "unknown-card", "did you mean `gale`?"),
        ("rule r { on turn begins do reveal wether }", "unknown-name", "`weather`"),
        (
            "rule r { on turn begins perform weather }",
            "unknown-rule",
            "perform revealed of weather",
        ),
        ("rule r { on turn begins perform gale }", "unknown-rule", "a card, not a rule"),
        ("rule r { on weather empty do score 1 }", "unknown-event", "draw_pile of weather = 0"),
        (
            "rule r { on turn begins choose card c where c is gale do discard c }",
            "wrong-deck",
            "write `card c from weather`",
        ),
        (
            "rule r { on turn begins choose card c where c is from weather do discard c }",
            "wrong-deck",
            "write `card c from weather`",
        ),
        (
            "rule r { on turn begins when any tower from weather do score 1 }",
            "type-error",
            "only cards",
        ),
        (
            "rule r { on turn begins choose card c from hand do play c }",
            "unknown-name",
            "leave `from",
        ),
    ],
)
def test_a_mistake_is_explained(rules: str, code: str, said: str) -> None:
    """What beginners write is answered in the words of the deck."""
    deck = "deck weather { 4 x gale }" if not rules.startswith("deck") else ""
    gale = 'card gale { says en "A" do score 1 }\nspell s { cost 0 do reveal weather }'
    with pytest.raises(RulesetError) as found:
        game(deck, gale, rules)

    assert code in {fault.code for fault in found.value.diagnostics}
    assert said in str(found.value)


def test_a_card_that_performs_itself_is_refused() -> None:
    """An event that reveals and carries out the next event would never end."""
    chain = """
    deck events { 4 x more }
    card more { says en "More." do reveal events perform revealed of events }
    rule r { says en "R" on round begins do reveal events perform revealed of events }"""
    with pytest.raises(RulesetError, match=r"`card\.more` performs itself"):
        game(chain).program(2)


def test_an_extra_action_from_an_event_is_no_circle() -> None:
    """Cards of the main deck never are events, so this comes to an end."""
    encore = """
    deck events { 4 x encore }
    card encore { says en "E" turn of first player { action { perform turn.action } } }
    rule r { says en "R" on round begins do reveal events perform revealed of events }"""

    assert "card" in game(encore).start(2, seed=1).legal_moves[0].text


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("revealed.weather=storm", "there is no card `storm`"),
        ("pile.weather=2*gale", "there are 1 cards `gale` in deck `weather`, but 2 here"),
        ("pile.weather=9*lull", "more cards than deck `weather` has"),
        ("pile.wether=lull", "`pile.wether` is not a field of a position"),
    ],
)
def test_positions_are_checked(more: str, said: str) -> None:
    """A line names cards of the deck, and as many as there are."""
    with pytest.raises(BadPosition) as found:
        position(game(WEATHER), "turn_up", more)

    assert said in str(found.value)


# --- back ends -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_both_back_ends_agree(players: int) -> None:
    """Random games with all decks at once, number by number; positions can be written and read."""
    made = game(WEATHER, OBJECTIVES.replace("override spell.casting = 9 per turn", ""), MARKET)
    trails = Trails(made.engine(players))
    for seed in range(3):
        assert trails.first_difference(seed, 300) is None
    state, chance = made.start(players, seed=5), random.Random(5)
    for _ in range(60):
        assert state == made.position(str(state))
        state = state.play(chance.choice(state.legal_moves))
