"""Why a move is legal or not, with the rule and its page."""

import random
from functools import cache

import pytest

from tests.positions import short_position
from wtrules.game.explain import Explanation, explain, ground_of
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.outcomes import asked_of_card
from wtrules.source import SourceFile


@cache
def game() -> Game:
    """The ordinary game."""
    return load("en-capstone")


def put(**spaces: str) -> str:
    """Write a board from the spaces that are not bare."""
    return "/".join(spaces.get(f"s{space}", ".") for space in range(16))


def with_card(card: str, text: str, **spaces: str) -> Explanation:
    """Explain a move of blue with a card on the table."""
    state = short_position(game(), put(**spaces), "b", card=card)
    return explain(asked_of_card(state, card), text)


def test_a_legal_move():
    """The rule that offers it, in two languages, with its page."""
    found = with_card("w3", "wizard s3b", s0="K", s3="b")

    assert found.legal
    assert ("card.wizard",) == found.rules
    ground = found.reasons[0].ground
    assert ground is not None
    assert {"en", "de"} <= set(ground.says)
    assert any(
        str(cited).startswith('en-capstone "Cards That Move a Wizard"') for cited in ground.cites
    )


def test_a_full_surface():
    """The capacity rule is named."""
    found = with_card("w1", "wizard s3b", s0="K", s3="b", s4="yyrrgg", s5="b")

    assert not found.legal
    assert ("move.wizard.capacity",) == found.rules
    assert "forbidden by" in str(found)


def test_a_card_without_any_move():
    """The rules skip such a card, but you can still ask what forbids its moves."""
    found = with_card("w1", "wizard s3b", s0="K", s3="b", s4="yyrrgg")

    assert ("move.wizard.capacity",) == found.rules


def test_a_tower_onto_the_castle():
    """The castle rule is named, for a level of a stack too."""
    for text in ("tower s15.1", "tower s15.2"):
        found = with_card("t1", text, s0="K", s15="NR", s3="b", s7="N")
        assert ("castle.no_tower_on_top",) == found.rules


def test_a_spell_onto_the_castle():
    """What forbids a card forbids a spell."""
    state = short_position(game(), put(s2="K", s0="N", s5="R"), "b", spell="move_tower")
    found = explain(state, "cast move_tower tower s0")

    assert ("castle.no_tower_on_top",) == found.rules


@pytest.mark.parametrize(
    ("card", "text", "words", "rule"),
    [
        ("w1", "wizard s5y", "belongs to Yellow", "card.wizard"),
        ("w1", "wizard s4b", "the blue wizard on space 4 is hidden under a tower", "card.wizard"),
        ("w1", "wizard s4.0b", "hidden under a tower", "card.wizard"),
        ("w1", "tower s4", "the card on the table cannot do that", "card.tower"),
        ("w1", "wizard s9b", "there is no blue wizard on space 9", None),
        ("w1", "wizard s99b", "there is no space `s99`", None),
        ("w1", "wizard s3x", "there is no player `x`", None),
        ("t1", "tower s9", "there is no tower on space 9", None),
        ("t1", "tower s7", "space 7 has 2 towers: say which, s7.1, s7.2", None),
        ("t1", "tower s4.2", "space 4 has no level 2; it has 1 tower", None),
        ("t1", "tower s4.0", "level 0 of space 4 is the ground", None),
        ("t1", "card w3", "that is not what has to be decided now", "turn.action"),
        ("t1", "reroll", "that is not what has to be decided now", "turn.action"),
        (
            "t1",
            "cast swap_towers tower s4 tower s7.2",
            "`swap_towers` is not laid out",
            "spell.offer",
        ),
        ("t1", "cast move_tower tower s4", "it costs 1 full flask, Blue has 0", "spell.offer"),
        ("t1", "cast fly", "not a move", None),
        ("t1", "towr s4", "did you mean `tower s4`?", None),
        ("t1", "", "not a move", None),
    ],
)
def test_what_is_wrong(card: str, text: str, words: str, rule: str | None):
    """Plain words, and the rule where there is one."""
    found = with_card(card, text, s0="K", s3="b", s4="bN", s5="y", s7="RN")

    assert not found.legal
    assert words in str(found)
    assert ((rule,) if rule else ()) == found.rules[:1]


def test_a_card_that_is_not_at_hand():
    """A card must be held to be played."""
    state = short_position(game(), put(s0="K", s3="b"), "b", hand=["w1", "w2", "w3"])

    assert "Blue does not hold that card" in str(explain(state, "card t5"))
    assert "there is no card `t9`" in str(explain(state, "card t9"))


def test_a_second_spell():
    """One spell in a turn, whatever flasks are left."""
    state = short_position(game(), put(s0="K", s3="b", s5="N"), "b", card="w1", spell="move_wizard")
    state.data[state.program.fields["full"].offset] = 6
    state = state.play("cast move_tower tower s5")

    assert "already used this (`spell.casting`)" in str(explain(state, "cast move_tower tower s7"))


def test_the_wrong_moment_of_a_spell():
    """The conditions of the rule are given as they are written."""
    board = put(s0="K", s3="bb", s5="N")
    state = short_position(game(), board, "b", card="w1", spell="piggyback")
    found = explain(state, "cast piggyback wizard s3b")

    assert ("spell.piggyback",) == found.rules
    assert "spell.moment is during" in str(found)


def test_a_finished_game():
    """Nothing is legal any more."""
    rng, state = random.Random(1), game().start(2)
    while not state.is_over:
        state = state.play(rng.choice(state.options))

    assert "the game is over" in str(explain(state, "pass"))


def test_every_legal_move_has_a_rule():
    """Whatever can be chosen, there is a rule behind it, with words in both languages."""
    state = game().start(3, seed=4)
    for i in range(300):
        if state.is_over:
            break
        moves = state.legal_moves
        for move in moves:
            found = explain(state, move.text)
            assert found.legal
            assert found.reasons[0].ground is not None, move
        state = state.play(moves[i % len(moves)])


@pytest.mark.slow
def test_every_move_of_before_is_explained():
    """A move that was legal once is either legal still, or something stands against it."""
    state = game().start(2, seed=2)
    known: dict[str, None] = {}
    for i in range(40):
        moves = state.legal_moves
        for text in list(known)[-12:]:
            found = explain(state, text)
            assert found.legal == (text in moves), (state, text)
            assert found.reasons, (state, text)
        known |= dict.fromkeys(move.text for move in moves)
        state = state.play(moves[i % len(moves)])


def test_german():
    """The rule speaks the wanted language."""
    found = with_card("w1", "wizard s3b", s0="K", s3="b", s4="yyrrgg")

    assert "Magier" in found.describe("de")
    assert "Magier" not in found.describe("en")


def test_reasons_in_german():
    """The reasons are in the language of the paraphrase, colours included."""
    found = with_card("w1", "wizard s3y", s0="K", s3="by")

    assert found.reasons[0].text.startswith("that wizard belongs to Yellow; the rule requires `")
    assert "dieser Magier gehört zu Gelb; die Regel verlangt `" in found.describe("de")


def played(text: str) -> Game:
    """The game of a house rule."""
    return load(SourceFile("house.wtr", f"ruleset house {{ extends en-capstone {text} }}"))


def test_a_spell_that_is_picked_by_name():
    """A rule that lets somebody pick a spell names the one that does not lie out."""
    rule = "rule pick { on turn begins choose spell s where s is laid_out else { } do take back s }"
    state = short_position(played(rule), put(s0="K", s3="b"), "b", card="w3")

    found = explain(state, "spell swap_towers")

    assert not found.legal
    assert "the spell `swap_towers` is not laid out" in str(found)


def test_a_question_about_flasks_is_no_price():
    """A condition on full flasks that is not about paying is given as it is written."""
    rule = "rule gift { on turn begins choose player q where full_flasks of q > 2 else { } do fill 1 flasks of q }"
    house = played(rule)
    state = short_position(house, put(s0="K", s3="b"), "b", card="w3")
    asked = next(d for d in state.program.decisions if d.rule == "gift")
    data = state.data[:]
    data[state.program.fields["at"].offset] = state.program.decisions.index(asked) + 1

    found = explain(State(house, state.engine, data, [0]), "player y")

    assert "`choose player q where full_flasks of q > 2" in str(found)
    assert "costs" not in str(found)


def test_words_that_are_no_longer_true_explain_nothing():
    """A house rule turns the discard round without saying so: the rule is named, its old words are not."""
    text = "ruleset odd { extends en-capstone  override rule turn.action { either { choose card c  do play c } } }"
    state = load(SourceFile("odd.wtr", text)).start(2, seed=1)
    ground = ground_of(state, "turn.action")

    assert ground is not None
    assert ({}, "odd.wtr:1") == (ground.says, ground.place)
    usual = ground_of(load("en-capstone").start(2, seed=1), "turn.action")
    assert usual is not None
    assert usual.text()
