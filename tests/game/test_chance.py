"""Setting chance: rolls, the next cards, another future."""

from __future__ import annotations

from fractions import Fraction

import pytest

from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.moves import IllegalMove, IllegalRoll
from wtrules.game.playthrough import History, Playthrough, parse_game, record, replay
from wtrules.source import SourceFile

FACES = (1, 2, 3, 4, 5, 6)
DIE = "card tdwd"  # in the first hand of seed 7


def house(body: str) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("odd.wtr", f"ruleset odd {{ extends en-capstone\n{body}\n}}"))


@pytest.fixture(scope="module")
def start() -> State:
    """A position in which a card with a die can be played, and one without."""
    state = load("en-capstone").start(3, seed=7)
    assert ["card w1", "card t4", DIE, "discard"] == [move.text for move in state.legal_moves]
    return state


def test_the_die_shows_what_is_set(start: State):
    """Whether the roll is an argument or written behind the move."""
    for face in FACES:
        after = start.play(DIE, roll=face)
        assert face == after.roll
        assert after == start.play(f"{DIE} roll={face}") == start.play(start.find(DIE), [face])
        assert after == start.play(start.find(DIE).option, face)


def test_a_set_roll_changes_nothing_else(start: State):
    """The natural roll, when set, gives the very same state: the generator has moved on as always."""
    natural = start.play(DIE)
    assert natural.roll is not None
    others = [start.play(DIE, roll=face) for face in FACES]

    assert natural == others[natural.roll - 1]
    assert {natural.numbers("rng")[0]} == {after.numbers("rng")[0] for after in others}
    assert 6 == len(set(others))


def test_moves_follow_the_roll():
    """A wizard on s15 with a 1 enters the castle on s0, with a 2 passes it: counted on the board."""
    game = load("en-capstone")
    line = "K/Ry/N/Ry/N/R/N/R/N/R/./././././b b flasks=6.0.0,6.0.0 hands=wd2.t1.t1,t2.t2.t2"
    state = game.position(line)
    rolled = {face: state.play("card wd2", roll=face) for face in (1, 2)}

    def after(face: int) -> State:
        return rolled[face].play("accept").play("wizard s15b")

    assert (1, 0) == after(1).home
    assert (0, 0) == after(2).home


def test_what_a_die_can_make_of_a_move(start: State):
    """Six results, each as likely as the others."""
    found = start.outcomes(DIE)

    assert [(face,) for face in FACES] == [outcome.rolls for outcome in found]
    assert [start.play(DIE, roll=face) for face in FACES] == [x.state for x in found]
    assert [pytest.approx(1 / 6)] * 6 == [outcome.probability for outcome in found]


def test_a_move_without_a_die_has_one_result(start: State):
    """It is certain, and the same as playing it."""
    move = start.legal_moves[0]

    assert [(1.0, start.play(move), ())] == start.outcomes(move)


def test_rolls_one_after_the_other():
    """A house rule rolls again after a 6: 5 + 6 results, one in 36 for each second roll."""
    game = house(
        "rule again { on player p rolls die  when roll = 6 and used = 0  set used = 1  do roll die }\n memory used = 0"
    )
    state = game.start(3, seed=7)
    found = state.outcomes(DIE)

    assert [*((face,) for face in FACES[:5]), *((6, face) for face in FACES)] == [
        outcome.rolls for outcome in found
    ]
    chances = {len(x.rolls): Fraction(x.probability).limit_denominator(100) for x in found}
    assert {1: Fraction(1, 6), 2: Fraction(1, 36)} == chances
    assert 1 == pytest.approx(sum(outcome.probability for outcome in found))
    assert 4 == state.play(DIE, roll=(6, 4)).roll
    with pytest.raises(IllegalRoll, match="rolls the die once, but 2 rolls are set"):
        state.play(DIE, roll=(5, 4))


def test_too_many_results_are_refused():
    """Seven rolls one after the other have 279,936 results."""
    game = house("rule again { on player p rolls die  repeat 6 times { do roll die } }")

    with pytest.raises(ValueError, match="rolls the die too often to list all results"):
        game.start(3, seed=7).outcomes(DIE)


@pytest.mark.parametrize(
    ("move", "roll", "message"),
    [
        (DIE, 0, "the die shows 1 to 6, not 0"),
        (DIE, 7, "the die shows 1 to 6, not 7"),
        (DIE, "3", "the die shows 1 to 6, not 3"),
        ("card w1", 3, "`card w1` does not roll the die, but a roll is set"),
        (f"{DIE} roll=9", None, "the die shows 1 to 6, not 9"),
        (f"{DIE} roll=x", None, f"`{DIE} roll=x` is not allowed here"),
        ("card w9", 3, "`card w9` is not allowed here"),
    ],
)
def test_a_wrong_roll_is_reported(start: State, move: str, roll: int | None, message: str):
    """The message says what the die can show, and what the move does."""
    with pytest.raises(IllegalMove, match=message):
        start.play(move, roll)


# --- games with set rolls ------------------------------------------------------------------------


def test_a_set_roll_is_recorded_and_replayed():
    """A game file has the roll behind the move, and playing it again gives the same positions."""
    history = History.begin(load("en-capstone"), 3, seed=7)
    natural = history.state.play(DIE).roll
    history.play(DIE, roll=5)
    history.play(history.state.legal_moves[0])
    text = record(history)
    game = parse_game(text)

    assert natural != 5
    assert f"\n{DIE} roll=5\n" in text
    assert isinstance(game, Playthrough)
    done = replay(history.game, game)
    assert done.stop is None
    assert history.states == list(done.states)
    assert text == record(done.history or history)

    history.undo(2)
    history.play(DIE)
    assert "roll=" not in record(history)


def test_a_recorded_roll_that_is_not_made_stops_the_replay():
    """A roll for a card without a die is reported with its line."""
    history = History.begin(load("en-capstone"), 3, seed=7)
    history.play("card w1")
    game = parse_game(record(history).replace("card w1", "card w1 roll=2"))
    assert isinstance(game, Playthrough)
    stop = replay(history.game, game).stop

    assert stop is not None
    assert (1, "card w1 roll=2") == (stop.number, stop.text)
    assert "does not roll the die" in stop.reason


# --- cards and the generator ---------------------------------------------------------------------


def test_the_next_cards_are_set(start: State):
    """They are drawn in the given order, and the rest of the pile keeps its own."""
    first, second = start.draw_pile[3], start.draw_pile[40]
    state = start.with_next_cards([first, second])

    assert (second, first) == state.draw_pile[-2:]
    assert sorted(start.draw_pile) == sorted(state.draw_pile)
    assert start.legal_moves[0] == state.legal_moves[0]
    # Blue discards its hand, moves a tower, and draws three cards.
    after = state.play("discard")
    while after.active == 0:
        after = after.play(after.legal_moves[-1])
    assert sorted([first, second, state.draw_pile[-3]]) == sorted(after.hands[0])


def test_cards_that_are_elsewhere_cannot_be_drawn(start: State):
    """A card must be in the draw pile, and often enough."""
    with pytest.raises(ValueError, match="the draw pile has no card `w99`"):
        start.with_next_cards(["w99"])
    with pytest.raises(ValueError, match="or not so many of them"):
        start.with_next_cards([start.draw_pile[0]] * 91)


def test_another_seed_gives_another_future(start: State):
    """The position stays; among a few seeds the next roll differs."""
    futures = [start.with_seed(seed) for seed in range(20)]

    assert {str(start).split(" rng=")[0]} == {str(x).split(" rng=")[0] for x in futures}
    assert len({x.play(DIE).roll for x in futures}) > 1
    assert start.with_seed(4).play(DIE) == start.with_seed(4).play(DIE)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        start.with_seed(-1)
