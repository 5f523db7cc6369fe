"""When everybody may cast: who is asked when, and what can be paid for more than once.

Every expected answer is worked out from the manuals and the settled details they lead to.
"""

from functools import cache

import pytest

from tests.scenes import idle, letter, offers, play
from wtrules.game.game import Game, State
from wtrules.game.load import load

OF_24 = ("en-abacus-24", "de-abacus-24")
ABACUS = (*OF_24, "en-abacus-30", "de-abacus-30")
EDITIONS = ("en-capstone", *ABACUS)
WIZARDS = {2: 5, 3: 4, 4: 4, 6: 3}
HANDS = ("w1.t1.t2", "t3.t3.t3", "w2.w2.w2", "w3.w3.w3", "w4.w4.w4", "t4.t4.t4")


@cache
def game(edition: str, *variants: str) -> Game:
    """The game of an edition with variants, made once."""
    return load(edition, variants)


def turn(game: Game, board: str, flasks: str, spells: str, acts: str = "b") -> State:
    """Return the first decision of blue's turn, before anything is cast."""
    program = game.program(flasks.count(" ") + 1)
    home = [WIZARDS[program.players] - board.count(letter) for letter in program.board.letters]
    hands = ",".join(HANDS[: program.players])
    return game.position(
        f"{board} {acts} active=b home={','.join(map(str, home))} hands={hands}"
        f" flasks={flasks.replace(' ', ',')} spells={spells.replace(' ', ',')}"
    )


def texts(state: State) -> list[str]:
    """What may be chosen."""
    return [move.text for move in state.legal_moves]


# --- riders on a spell ---------------------------------------------------------------------------

THREE_TOGETHER = "K/R/N/byy/R/N/R/N/R/N/R/././././."


def test_every_rider_on_a_spell_is_paid_for():
    """Yellow may stop after the first rider; the second costs a second flask (det.repeat_capstone)."""
    state = turn(
        game("en-capstone", "nasty"), THREE_TOGETHER, flasks="4.2.0 4.2.0",
        spells="move_wizard piggyback",
    )  # fmt: skip
    asked = play(state, "cast move_wizard wizard s3b")

    assert "y" == letter(asked)
    once = play(asked, "cast piggyback wizard s3y")
    assert ["cast piggyback wizard s3y", "enough"] == texts(once)
    assert "K/R/N/y/Rby/N/R/N/R/N/R/././././." == play(once, "enough").board_text
    twice = play(once, "cast piggyback wizard s3y")
    assert "K/R/N/./Rbyy/N/R/N/R/N/R/././././." == twice.board_text
    assert [2, 2] == twice.numbers("spent")


def test_a_ride_on_the_card_is_paid_for_whatever_is_cast_then():
    """Yellow pays for a ride on blue's card, red moves another wizard by spell, and yellow still rides."""
    state = game("en-capstone", "nasty").position(
        "K/R/N/by/R/N/R/N/R/N/R/r/./././. r active=b home=3,3,3 flasks=5.0.0,4.1.0,3.2.0 "
        "hands=w2.t1.t2,t1.t1.t2,w3.w3.w3 spells=move_wizard,piggyback"
    )
    state = play(state, "pass", "card w2", "wizard s3b", "cast piggyback wizard s3y")
    state = play(state, "cast move_wizard wizard s11r")

    assert "K/R/N/./R/Nby/R/N/R/N/R/./r/././." == state.board_text


@pytest.mark.parametrize(
    ("letters", "before", "cast", "after"),
    [
        ("ry", ["pass", "pass"], "s3r", ("y", "r")),  # red's own wizard, in blue's turn
        ("ry", [], "s3y", ("r", "y")),  # yellow's wizard, moved by blue
    ],
)
def test_only_on_an_own_wizard_of_the_active_player_others_ride(
    letters: str, before: list[str], cast: str, after: tuple[str, str]
):
    """Everybody could pay for it, but nobody is asked (det.piggyback_spell)."""
    board = "K/R/N/{}/R{}/N/R/N/R/N/R/b/././."
    state = game("en-capstone", "nasty").position(
        f"{board.format(letters, '')}/. b home=3,3,3 flasks=2.3.0,2.3.0,2.3.0 "
        "hands=w2.t1.t2,t1.t1.t2,w3.w3.w3 spells=move_wizard,piggyback"
    )
    for move in (*before, f"cast move_wizard wizard {cast}"):
        state = state.play(move)

    assert f"{board.format(*after)}/." == state.board_text
    assert not offers(state, "cast piggyback")


TWICE_TOGETHER = (
    "K/R/N/by/R/N/R/N/R/N/R/by/./././. b active=b home=3,2,4 flasks=3.2.0,4.1.0,5.0.0 "
    "hands=w2.t1.t2,t1.t1.t2,w3.w3.w3 spells=move_wizard,piggyback"
)


def test_a_ride_on_the_card_is_no_ride_on_a_spell():
    """Yellow pays for one ride on blue's card; the wizard that blue then moves by spell goes alone."""
    state = game("en-capstone", "nasty").position(TWICE_TOGETHER)
    state = play(state, "card w2", "wizard s3b", "cast piggyback wizard s3y")
    state = play(state, "cast move_wizard wizard s11b")

    assert "K/R/N/./R/Nby/R/N/R/N/R/y/b/././." == state.board_text


def test_a_ride_on_a_spell_is_no_ride_on_the_card():
    """During the move of the card, yellow rides on another blue wizard; the card's goes alone."""
    state = game("en-capstone", "nasty").position(TWICE_TOGETHER)
    state = play(state, "card w2", "wizard s3b", "cast move_wizard wizard s11b")
    state = play(state, "cast piggyback wizard s11y")

    assert "K/R/N/y/R/Nb/R/N/R/N/R/./by/././." == state.board_text


def test_after_a_ride_on_a_spell_the_card_is_as_full_as_before():
    """Blue's wizard is the sixth on space 5, so red finds no room there, however empty space 12 is."""
    state = game("en-capstone", "nasty").position(
        "K/R/N/br/R/Nbbyyr/R/N/R/N/R/by/./././. b home=0,1,2 flasks=3.2.0,4.1.0,3.2.0 "
        "hands=w2.t1.t2,t1.t1.t2,w3.w3.w3 spells=move_wizard,piggyback"
    )
    state = play(state, "card w2", "wizard s3b", "cast move_wizard wizard s11b")
    state = play(state, "cast piggyback wizard s11y")

    assert "r" == letter(state)
    assert offers(state, "cast move_wizard")
    assert not offers(state, "cast piggyback")


def test_nobody_is_asked_for_a_rider_they_do_not_have():
    """One yellow wizard, two flasks: after the first rider there is nothing left to ask."""
    state = turn(
        game("en-capstone", "nasty"), "K/R/N/by/R/N/R/N/R/N/R/././././y", flasks="4.2.0 4.2.0",
        spells="move_wizard piggyback",
    )  # fmt: skip
    state = play(state, "cast move_wizard wizard s3b", "cast piggyback wizard s3y")

    assert "K/R/N/./Rby/N/R/N/R/N/R/././././y" == state.board_text
    assert [0, 1] == state.numbers("full")


# --- freeing at any time -------------------------------------------------------------------------

# Blue waits under the tower of s1, yellow under that of s2, red under that of s3.
ALL_UNDER_TOWERS = "K/bR/yN/rR/N/R/N/R/N/R/./././././."


@pytest.mark.parametrize("edition", OF_24)
def test_after_a_free_spell_everybody_is_asked_again(edition: str):
    """Blue passes, yellow frees: blue is asked again, then red (det.free_any_time)."""
    state = turn(
        game(edition, "nasty"), ALL_UNDER_TOWERS, flasks="4.1.0 4.1.0 4.1.0", spells="free_wizard",
    )  # fmt: skip

    assert "b" == letter(state)
    state = state.play("pass")
    assert "y" == letter(state)
    state = state.play("cast free_wizard tower s2 number 1")
    assert "b" == letter(state)
    state = state.play("cast free_wizard tower s1 number 1")
    assert "r" == letter(state)  # blue and yellow have no flask left
    state = state.play("cast free_wizard tower s3 number 1")
    assert "K/Rb/Ny/Rr/N/R/N/R/N/R/./././././." == state.board_text
    assert offers(state, "card")


@pytest.mark.parametrize("edition", OF_24)
def test_nobody_is_asked_twice_if_nothing_happens(edition: str):
    """Everybody passes once; then blue plays a card."""
    state = turn(
        game(edition, "nasty"), ALL_UNDER_TOWERS, flasks="4.1.0 4.1.0 4.1.0", spells="free_wizard",
    )  # fmt: skip
    asked = []
    while not offers(state, "card"):
        asked.append(letter(state))
        state = state.play(idle(state))

    assert ["b", "y", "r"] == asked


# A stack with six wizards on top cannot be lifted anywhere: only the tower of s2 can.
ONE_TOWER_TO_LIFT = "K/RNRNRNRNbbbyyy/R/././././././././b/y/././."


@pytest.mark.parametrize(("flasks", "ways"), [((1, 0), 2), ((0, 1), 2), ((1, 1), 5), ((2, 1), 12)])
@pytest.mark.parametrize("edition", OF_24)
def test_ways_to_free(edition: str, flasks: tuple[int, int], ways: int):
    """The moment before the first card, counted by hand.

    Nobody is under the only tower, so freeing costs flasks and changes nothing else. Of the ways
    W(b, y) with b and y flasks, one is that both pass. In the others, blue or, if blue passes,
    yellow pays 1 to b or 1 to y flasks, and all begins again with what is left:
    W(1, 0) = 1 + W(0, 0) = 2 and W(1, 1) = 1 + W(0, 1) + W(1, 0) = 5;
    W(2, 0) = 1 + W(1, 0) + W(0, 0) = 4 and W(2, 1) = 1 + W(1, 1) + W(0, 1) + W(2, 0) = 12.
    """
    blue, yellow = flasks
    state = turn(
        game(edition, "nasty"), ONE_TOWER_TO_LIFT, spells="free_wizard",
        flasks=f"{6 - blue}.{blue}.0 {6 - yellow}.{yellow}.0",
        acts="b" if blue else "y",
    )  # fmt: skip

    assert ways == _ways(state)


def _ways(state: State) -> int:
    """Count the sequences of decisions up to the card."""
    if offers(state, "card"):
        return 1
    return sum(_ways(state.play(move)) for move in state.legal_moves)


# --- the castle, several times -------------------------------------------------------------------

# Of the fifteen other surfaces, one is free, or two, or three.
FREE = {
    1: "K/RNRNRNRNR/b/b/b/y/y/y/r/r/r/g/g/g/o/o",
    2: "K/RNRNRNRNR/b/b/b/y/y/y/r/r/r/g/g/g/o/.",
    3: "K/RNRNRNRNR/b/b/b/y/y/y/r/r/r/g/g/g/./.",
}


@pytest.mark.parametrize(
    ("free", "times"), [(1, [1, 3]), (2, [1, 2, 4]), (3, [1, 2, 3])], ids=["one", "two", "three"]
)
@pytest.mark.parametrize("edition", ABACUS)
def test_the_castle_does_not_come_back(edition: str, free: int, times: list[int]):
    """With n other free surfaces the castle is back after n + 1 steps (det.repeat_abacus).

    A player of a team of six can hold the flasks of both partners, which pay for four steps.
    """
    state = turn(
        game(edition, "nasty", "team"), FREE[free], spells="move_castle",
        flasks="0.8.0 4.0.0 4.0.0 0.0.0 4.0.0 4.0.0",
    )  # fmt: skip
    while not offers(state, "cast"):
        state = state.play(idle(state))

    ways = ("clockwise", "counterclockwise")
    expected = [f"cast move_castle {way} number {k}" for way in ways for k in times]
    assert [*expected, "pass"] == texts(state)


def test_three_steps_end_where_one_does():
    """One other free surface: three steps lead there, two would lead back."""
    state = turn(
        game("en-abacus-30", "nasty", "team"), FREE[1], spells="move_castle",
        flasks="0.8.0 4.0.0 4.0.0 0.0.0 4.0.0 4.0.0",
    )  # fmt: skip
    state = play(state, "cast move_castle clockwise number 3")

    assert "./RNRNRNRNRK/b/b/b/y/y/y/r/r/r/g/g/g/o/o" == state.board_text
    assert 6 == state.numbers("spent")[0]


# --- the discard option --------------------------------------------------------------------------

TOWER_BEHIND_A_WIZARD = "K/R/y/R/N/R/N/R/N/R/N/././b/./."


def test_everybody_is_asked_between_discard_and_step():
    """Before the tower is chosen, only the active player; after that everybody (det.window_during)."""
    state = turn(
        game("en-capstone", "nasty"), TOWER_BEHIND_A_WIZARD, flasks="5.1.0 5.1.0",
        spells="move_tower",
    )  # fmt: skip
    state = play(state, "discard")

    towers = [f"tower s{space}" for space in (1, *range(3, 11))]
    assert [*(f"cast move_tower {tower}" for tower in towers), "pass"] == texts(state)
    state = state.play("pass")
    assert towers == texts(state)
    state = state.play("tower s1")
    assert ("b", True) == (letter(state), offers(state, "cast move_tower"))
    state = state.play("pass")
    assert ("y", True) == (letter(state), offers(state, "cast move_tower"))
    assert TOWER_BEHIND_A_WIZARD == state.board_text
    state = state.play("pass")
    assert "K/./yR/R/N/R/N/R/N/R/N/././b/./." == state.board_text


def test_the_chosen_tower_is_bound_to_its_place():
    """A tower that lands on the chosen one is carried along by it (det.bound_to_place)."""
    state = turn(
        game("en-capstone", "nasty"), TOWER_BEHIND_A_WIZARD, flasks="6.0.0 5.1.0",
        spells="move_tower", acts="y",
    )  # fmt: skip
    state = play(state, "discard", "tower s5", "cast move_tower tower s3")

    assert "K/R/y/./N/./NRR/R/N/R/N/././b/./." == state.board_text


def test_a_spell_makes_the_tower_step_possible():
    """No tower can move, then one can: it has to (det.window_during).

    All towers stand behind the castle, with the castle in front of them; yellow nudges it on.
    """
    state = turn(
        game("en-capstone", "nasty"), "RNRNRNRNR/K/y/././././././././././b/./.",
        flasks="6.0.0 4.2.0", spells="move_castle", acts="y",
    )  # fmt: skip
    state = play(state, "discard", "cast move_castle clockwise")

    assert "b" == letter(state)
    assert [f"tower s0.{level}" for level in range(1, 10)] == texts(state)
    state = state.play("tower s0.9")
    assert "RNRNRNRN/R/y/K/./././././././././b/./." == state.board_text


# --- partners ------------------------------------------------------------------------------------

PARTNERS = "K/R/N/R/N/R/N/R/N/R/b/r/y/g/./."


@pytest.mark.parametrize("variants", [("team",), ("nasty", "team")])
@pytest.mark.parametrize("edition", EDITIONS)
def test_asking_after_a_spell(edition: str, variants: tuple[str, ...]):
    """Once a spell is cast before the card, the active player may ask again (det.team_moments)."""
    state = turn(
        game(edition, *variants), PARTNERS, flasks="3.2.0 5.0.0 5.0.0 5.0.0", spells="move_tower",
    )  # fmt: skip
    while not offers(state, "cast"):
        state = state.play("quiet" if "quiet" in texts(state) else "pass")
    times = " number 1" if "nasty" in variants and edition in ABACUS else ""
    state = state.play(f"cast move_tower tower s1{times}")
    state = play(state, "enough") if "enough" in texts(state) else state

    assert ("b", ["ask", "quiet"]) == (letter(state), texts(state))
    assert ["number 1", "pass"] == texts(state.play("quiet"))
    asked = state.play("ask")
    assert "r" == letter(asked)
    refused = asked.play("refuse")
    assert ["number 1", "pass"] == texts(refused)
    # A refusal uses up the exchange, and nothing was cast since: next comes the card.
    assert offers(refused.play("pass"), "card")


@pytest.mark.parametrize("edition", EDITIONS)
def test_asking_once_if_nothing_is_cast(edition: str):
    """Who asks for nothing and casts nothing is not asked again before the card."""
    state = turn(
        game(edition, "team"), PARTNERS, flasks="4.1.0 5.0.0 5.0.0 5.0.0", spells="move_tower",
    )  # fmt: skip
    times = 0
    while not offers(state, "card") or letter(state) != "b":
        times += "ask" in texts(state)
        state = state.play(idle(state))

    assert 1 == times


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_question_between_card_and_move(edition: str):
    """A spell cast once the card is shown leads to the move, not to a question."""
    state = turn(
        game(edition, "team"), PARTNERS, flasks="4.1.0 5.0.0 5.0.0 5.0.0", spells="move_tower",
    )  # fmt: skip
    state = play(state, "card t1", "cast move_tower tower s1")

    assert offers(state, "tower")
