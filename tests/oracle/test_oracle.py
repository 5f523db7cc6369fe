"""The hand-written engine against positions worked out from the manuals.

Every expected board was derived from the rules before the engine was asked; the reasoning stands
in the comments. Spaces are s0 to s15 clockwise; the ground of s0, s4, s8 and s12 bears a shield.
"""

import random
from collections import Counter

import pytest

from tests.sampling import sampled

from . import engine as e


def put(**spaces: str) -> str:
    """Write a board from the spaces that are not bare: `put(s0="K", s3="Nby")`."""
    return "/".join(spaces.get(f"s{space}", ".") for space in range(e.RING))


def outcomes(results) -> dict:
    """Results by the words for their move; words name a move once."""
    table = {result.move: tuple(result[1:]) for result in results}
    assert len(results) == len(table)
    return table


class Chance:
    """Scripted rolls; shuffling turns a pile over, so it can be foreseen."""

    def __init__(self, *rolls: int):
        self.rolls = list(rolls)

    def randint(self, low: int, high: int) -> int:
        return self.rolls.pop(0)

    def shuffle(self, pile: list) -> None:
        pile.reverse()


def take(state, *moves) -> None:
    """Make moves one after the other, each of them legal."""
    for move in moves:
        assert move in e.legal(state)
        e.apply(state, move)


# --- set-up ---------------------------------------------------------------------------------

SETUPS = {
    # ex.setup.2p: T1 aba, T2 bab, T3 aba, T4 b.
    2: "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././.",
    # ex.setup.3p: T1 to T3 abc each, T4 ab, T5 c.
    3: "K/Rbyr/Nbyr/Rbyr/Nby/Rr/N/R/N/R/./././././.",
    # ex.setup.4p: T1 abc, T2 dab, T3 cda, T4 bc, T5 da, T6 bc, T7 d.
    4: "K/Rbyr/Nbyg/Rbrg/Nyr/Rbg/Nyr/Rg/N/R/./././././.",
    # ex.setup.5p: T1 abc, T2 dea, T3 bcd, T4 ea, T5 bc, T6 de.
    5: "K/Rbyr/Nbgo/Ryrg/Nbo/Ryr/Ngo/R/N/R/./././././.",
    # ex.setup.6p: T1 abc, T2 def, T3 abc, T4 de, T5 fa, T6 bc, T7 d, T8 e, T9 f.
    6: "K/Rbyr/Ngop/Rbyr/Ngo/Rbp/Nyr/Rg/No/Rp/./././././.",
}


@pytest.mark.parametrize("players", SETUPS)
def test_setup(players):
    """Wizards are placed in turn order, each tower filled to its lights."""
    state = e.new_game(players, rng=random.Random(1))
    assert SETUPS[players] == e.board_text(state)
    assert [e.FLASKS[players]] * players == state.empty
    assert [3] * players == [len(hand) for hand in state.hands]


def test_deck():
    """Ninety cards: 20 wizard, 20 tower, 36 number cards for either, 14 with dice."""
    assert 90 == sum(e.DECK.values())
    assert 14 == sum(n for code, n in e.DECK.items() if e.parse_card(code).rolls)
    assert e.Card(5, 1, 0) == e.parse_card("t5w1")
    assert e.Card("d", "d", 1) == e.parse_card("tdwd")
    assert e.Card(None, "d", 3) == e.parse_card("wd3")


@pytest.mark.parametrize("code", ["", "x1", "w", "t32", "w1t1", "d2", "w0"])
def test_no_such_card(code):
    """A card that is not in the deck is refused."""
    with pytest.raises(ValueError, match="no such card"):
        e.parse_card(code)


def test_board_round_trip():
    """A board is read back as it was written, letters in the order of the colours."""
    text = put(s0="byR", s3="NbbyRpNK", s9="rgop", s15="R")
    assert text == e.board_text(e.from_board(text, "b"))
    assert put(s0="K", s3="Nbr") == e.board_text(e.from_board(put(s0="K", s3="Nrb"), "b"))


@pytest.mark.parametrize("text", ["K/.", put(s0="bK"), put(s0="KN"), put(s0="K", s1="K")])
def test_impossible_boards(text):
    """A board has sixteen spaces and one castle, alone on its surface and with no tower on top."""
    with pytest.raises(ValueError, match=r"spaces|castle"):
        e.from_board(text, "b")


# --- wizards --------------------------------------------------------------------------------


def test_wizard_goes_exactly_that_far():
    """ex.card.wizard2: one own visible wizard, two spaces clockwise, past what lies between."""
    # b on s3 passes the stack of s4 and lands on the tower of s5; b under the tower of s7 is
    # hidden, y is not b's. The two b of s3 are alike: one move.
    board = put(s0="K", s3="bby", s4="NR", s5="Ny", s7="bN")
    assert {
        "wizard s3 > s5": (
            put(s0="K", s3="by", s4="NR", s5="Nby", s7="bN"), False, None, False,
        )
    } == outcomes(e.card_results(board, "b", "w2"))  # fmt: skip


def test_wizard_wraps_around_past_the_castle():
    """With points left over a wizard goes past the castle; exactly at it, it enters."""
    board = put(s0="K", s14="b")
    # w1: s15. w2: s16 = s0, home; the castle finds bare shield ground on s4. w3: s1, past it.
    assert {"wizard s14 > s15": (put(s0="K", s15="b"), False, None, False)} == outcomes(
        e.card_results(board, 0, "w1")
    )
    assert {"wizard s14 > s0": (put(s4="K"), False, "b", True)} == outcomes(
        e.card_results(board, 0, "w2")
    )
    assert {"wizard s14 > s1": (put(s0="K", s1="b"), False, None, False)} == outcomes(
        e.card_results(board, 0, "w3")
    )


def test_capacity():
    """Six wizards fill ground or tower top; what is hidden below does not count."""
    full_ground = put(s0="K", s2="b", s3="yyyrrr")
    full_top = put(s0="K", s2="b", s3="Nyyyrrr")
    assert [] == e.card_results(full_ground, "b", "w1")
    assert [] == e.card_results(full_top, "b", "w1")
    # Five there: the sixth may come. Six below the top tower: the top is bare.
    assert {
        "wizard s2 > s3": (put(s0="K", s3="byyyrr"), False, None, False)
    } == outcomes(e.card_results(put(s0="K", s2="b", s3="yyyrr"), "b", "w1"))  # fmt: skip
    assert {
        "wizard s2 > s3": (put(s0="K", s3="yyyrrrNb"), False, None, False)
    } == outcomes(e.card_results(put(s0="K", s2="b", s3="yyyrrrN"), "b", "w1"))  # fmt: skip
    # A full space in between does not hinder.
    assert {"wizard s2 > s4"} == outcomes(e.card_results(full_top, "b", "w2")).keys()


def test_capacity_as_given():
    """The limit is a number like any other."""
    board = put(s0="K", s2="b", s3="yyy")
    assert [] == e.card_results(board, "b", "w1", capacity=3)
    assert 1 == len(e.card_results(board, "b", "w1", capacity=4))


# --- the castle -----------------------------------------------------------------------------


def test_castle_from_the_untouched_setup():
    """In an untouched set-up for two the castle's next place is the top of T5."""
    # T1 and T3 have shields but wizards; the ground shield of s4 lies under T4. So T5 on s5.
    board = "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././b"
    expected = "./Rbby/Nbyy/Rbby/Ny/RK/N/R/N/R/./././././."
    results = outcomes(e.card_results(board, "b", "w1"))
    assert (expected, False, "b", True) == results["wizard s15 > s0"]


def test_castle_ignores_covered_ground_shields():
    """A ground shield under a tower does not count, even if the tower is bare."""
    # s4: bare tower without shield over the ground shield. s8: likewise, a buried raven tower
    # below. s12: free ground with shield.
    board = put(s0="K", s4="N", s8="RN", s15="b")
    assert {"wizard s15 > s0": (put(s4="N", s8="RN", s12="K"), False, "b", True)} == outcomes(
        e.card_results(board, "b", "w1")
    )


def test_castle_takes_whichever_comes_first():
    """Ground or tower top: the first free surface with a shield, clockwise."""
    board = put(s0="K", s3="yNR", s5="R", s15="b")
    ((_, after, *_),) = e.card_results(board, "b", "w1")
    assert put(s3="yNRK", s5="R") == after
    board = put(s0="K", s3="yNRr", s5="R", s15="b")  # r stands on the first one; then s4's ground
    ((_, after, *_),) = e.card_results(board, "b", "w1")
    assert put(s3="yNRr", s4="K", s5="R") == after


def test_castle_wraps_around_and_leaves_its_tower():
    """From s12 on clockwise the next bare ground with a shield is s0; the tower stays."""
    board = put(s10="b", s12="NNK", s14="N")
    assert {"wizard s10 > s12": (put(s0="K", s12="NN", s14="N"), False, "b", True)} == outcomes(
        e.card_results(board, "b", "w2")
    )


def test_castle_may_take_the_place_the_wizard_left():
    """The wizard goes in first, then the castle looks: the surface left may be the free one."""
    # Shields: ground s4, s8, s12 occupied by y; the raven tower of s15 is free once b has left.
    # s0's own ground is not among the fifteen others.
    board = put(s0="K", s4="y", s8="y", s12="y", s15="Rb")
    assert {"wizard s15 > s0": (put(s4="y", s8="y", s12="y", s15="RK"), False, "b", True)} == (
        outcomes(e.card_results(board, "b", "w1"))
    )


def test_castle_stays_if_nothing_is_free():
    """No free surface with a shield: the castle stays, but the turn ends."""
    board = put(s0="K", s4="y", s8="Ny", s12="Ry", s15="Nb")
    assert {
        "wizard s15 > s0": (put(s0="K", s4="y", s8="Ny", s12="Ry", s15="N"), False, "b", True)
    } == outcomes(e.card_results(board, "b", "w1"))


def test_ground_shields_as_given():
    """Which ground spaces bear a shield is a matter of the board."""
    ((_, after, *_),) = e.card_results(put(s0="K", s15="b"), "b", "w1", ground_shields=(0, 7))
    assert put(s7="K") == after


# --- towers ---------------------------------------------------------------------------------


def test_any_level_with_everything_above():
    """The top tower alone or a lower one with all above; who is beneath stays and is free."""
    board = put(s0="K", s3="bNyRr")
    assert {
        "tower s3 level 1 > s5": (put(s0="K", s3="b", s5="NyRr"), False, None, False),
        "tower s3 level 2 > s5": (put(s0="K", s3="bNy", s5="Rr"), False, None, False),
    } == outcomes(e.card_results(board, "b", "t2"))


def test_tower_wraps_around_past_the_castle():
    """Towers may pass the castle but never land on it."""
    board = put(s0="K", s15="NR")
    assert [] == e.card_results(board, "b", "t1")
    assert {
        "tower s15 level 1 > s1": (put(s0="K", s1="NR"), False, None, False),
        "tower s15 level 2 > s1": (put(s0="K", s1="R", s15="N"), False, None, False),
    } == outcomes(e.card_results(board, "b", "t2"))


def test_castle_is_carried():
    """The castle rides along with any tower of its stack and may cover wizards that way."""
    board = put(s3="NRK", s4="y")
    assert {
        "tower s3 level 1 > s4": (put(s4="yNRK"), True, None, False),
        "tower s3 level 2 > s4": (put(s3="N", s4="yRK"), True, None, False),
    } == outcomes(e.card_results(board, "b", "t1"))


def test_only_newly_covered_wizards_count():
    """The reward is for wizards that were visible, on ground or tower top, of any owner."""
    earned = {
        "r": True,  # on the ground
        "Nr": True,  # on a tower
        "yNr": True,
        "b": True,  # nobody but one's own (amb.lock.own)
        "yN": False,  # y was hidden before (amb.lock.hidden)
        "N": False,
        ".": False,
    }
    for target, flask in earned.items():
        board = put(s0="K", s3="R", s4=target)
        result = outcomes(e.card_results(board, "b", "t1"))["tower s3 level 1 > s4"]
        below = target.replace(".", "")
        assert (put(s0="K", s4=f"{below}R"), flask, None, False) == result


def test_tower_onto_a_tower_with_wizards():
    """Trapping wizards: the tower of s3 with its riders goes onto the tower of s4."""
    board = put(s0="K", s2="r", s3="Nbr", s4="Rb")
    result = outcomes(e.card_results(board, "r", "t1"))["tower s3 level 1 > s4"]
    assert (put(s0="K", s2="r", s4="RbNbr"), True, None, False) == result


def test_stack_of_nine_and_castle():
    """ex.stack9: all nine towers and the castle in one stack can still move from any level."""
    board = put(s3="RNRNRNRNRK")
    assert 9 == len(e.card_results(board, "b", "t1"))


def test_either_card():
    """Both kinds together, each with its own value."""
    board = put(s0="K", s3="Nb")
    assert {
        "wizard s3 > s4": (put(s0="K", s3="N", s4="b"), False, None, False),
        "tower s3 level 1 > s8": (put(s0="K", s8="Nb"), False, None, False),
    } == outcomes(e.card_results(board, "b", "t5w1"))
    assert {"wizard s3 > s9", "tower s3 level 1 > s9"} == outcomes(
        e.card_results(board, "b", "tdwd", 6)
    ).keys()
    assert {"tower s3 level 1 > s5"} == outcomes(e.card_results(board, "b", "td2", 2)).keys()
    with pytest.raises(ValueError, match="roll"):
        e.card_results(board, "b", "wd3")


# --- spells ---------------------------------------------------------------------------------


def test_move_wizard():
    """Any visible wizard one space on; entering ends the turn even for another's wizard."""
    board = put(s0="K", s3="byRrr", s15="y")
    # Hidden b and y of s3 are no targets; the two r are one.
    assert {
        "move_wizard s3 r": (put(s0="K", s3="byRr", s4="r", s15="y"), False, None, False),
        # y comes home by b's spell; castle to s4's bare ground (s3's raven tower holds r r).
        "move_wizard s15 y": (put(s3="byRrr", s4="K"), False, "y", True),
    } == outcomes(e.spell_results(board, "b", "move_wizard"))
    # Abacus: the castle moves on, but the turn of the caster does not end.
    abacus = outcomes(e.spell_results(board, "b", "move_wizard", edition=e.ABACUS))
    assert (put(s3="byRrr", s4="K"), False, "y", False) == abacus["move_wizard s15 y"]
    own = outcomes(e.spell_results(board, "y", "move_wizard", edition=e.ABACUS))
    assert (put(s3="byRrr", s4="K"), False, "y", True) == own["move_wizard s15 y"]


def test_headwind_wizard():
    """One space back, also into the castle; a full surface is no goal."""
    board = put(s0="K", s1="Rb", s5="Nyyyrrr", s6="g")
    # g cannot go to s5. b goes back to s0 and home; the castle's next: s1's raven tower, now free.
    # y and r of s5 go back to s4.
    assert {
        "headwind_wizard s1 b": (put(s1="RK", s5="Nyyyrrr", s6="g"), False, "b", True),
        "headwind_wizard s5 y": (
            put(s0="K", s1="Rb", s4="y", s5="Nyyrrr", s6="g"), False, None, False,
        ),
        "headwind_wizard s5 r": (
            put(s0="K", s1="Rb", s4="r", s5="Nyyyrr", s6="g"), False, None, False,
        ),
    } == outcomes(e.spell_results(board, "b", "headwind_wizard"))  # fmt: skip


def test_move_tower():
    """ex.spell.icons: two spaces on, with the ordinary rules for towers and the reward."""
    board = put(s0="K", s2="N", s4="r", s14="R")
    # The tower of s14 would land on the castle.
    assert {
        "move_tower s2 level 1": (put(s0="K", s4="rN", s14="R"), True, None, False)
    } == outcomes(e.spell_results(board, "b", "move_tower"))  # fmt: skip


def test_headwind_tower():
    """Two spaces back; the castle rides along backward too."""
    board = put(s1="yRK", s3="N", s15="b")
    # N of s3 would land on the castle at s1. R of s1 goes back to s15 over b.
    assert {
        "headwind_tower s1 level 1": (put(s1="y", s3="N", s15="bRK"), True, None, False)
    } == outcomes(e.spell_results(board, "b", "headwind_tower"))  # fmt: skip


def test_swap_towers():
    """Top towers change places with those on them; nobody is newly covered."""
    board = put(s2="rNb", s5="NyR", s7="N", s9="NK", s11="b")
    # The castle's stack takes no part (amb.swap.castle_stack); three spaces make three pairs.
    assert {
        "swap_towers s2 s5": (
            put(s2="rR", s5="NyNb", s7="N", s9="NK", s11="b"), False, None, False,
        ),
        "swap_towers s2 s7": (
            put(s2="rN", s5="NyR", s7="Nb", s9="NK", s11="b"), False, None, False,
        ),
        "swap_towers s5 s7": (
            put(s2="rNb", s5="NyN", s7="R", s9="NK", s11="b"), False, None, False,
        ),
    } == outcomes(e.spell_results(board, "b", "swap_towers"))  # fmt: skip


def test_move_castle():
    """To the first surface without wizards, either way, shield or not, without its tower."""
    board = put(s0="RK", s1="b", s2="Ny", s3="yN", s14="rN", s15="r")
    # Clockwise s1 and s2 are occupied, the tower top of s3 is free (y is under it).
    # Counterclockwise s15 is occupied, the top of s14 is free.
    assert {
        "move_castle clockwise": (
            put(s0="R", s1="b", s2="Ny", s3="yNK", s14="rN", s15="r"), False, None, False,
        ),
        "move_castle counterclockwise": (
            put(s0="R", s1="b", s2="Ny", s3="yN", s14="rNK", s15="r"), False, None, False,
        ),
    } == outcomes(e.spell_results(board, "b", "move_castle"))  # fmt: skip
    everywhere = put(s0="K", **{f"s{space}": "b" for space in range(1, 16)})
    assert [] == e.spell_results(everywhere, "b", "move_castle")


def test_free_wizard():
    """One own wizard from right under the lifted tower goes to the top of that stack."""
    board = put(s0="K", s3="bbrNyRg", s6="N")
    # Level 1 searches the ground (b b r): one b goes up. Level 2 searches the lower tower (only
    # y): a miss. s6: a miss too, still a target.
    assert {
        "free_wizard s3 level 1": (put(s0="K", s3="brNyRbg", s6="N"), False, None, False),
        "free_wizard s3 level 2": (board, False, None, False),
        "free_wizard s6 level 1": (board, False, None, False),
    } == outcomes(e.spell_results(board, "b", "free_wizard"))


def test_free_wizard_under_the_castle():
    """The wizard jumps into the castle, which then moves on; the turn ends."""
    board = put(s3="bNK", s5="R")
    # Next shield clockwise: s4's bare ground.
    assert {
        "free_wizard s3 level 1": (put(s3="N", s4="K", s5="R"), False, "b", True),
        "free_wizard s5 level 1": (board, False, None, False),
    } == outcomes(e.spell_results(board, "b", "free_wizard"))


def test_free_wizard_needs_room_on_top():
    """A stack whose top holds six is no target at any level, hit or miss (det.free_full_top)."""
    board = put(s0="K", s3="bNRyyyrrr", s5="Nyyyrr")
    assert {"free_wizard s5 level 1"} == outcomes(
        e.spell_results(board, "b", "free_wizard")
    ).keys()  # fmt: skip


def test_piggyback():
    """A second own wizard rides along if both find room; a pair may enter together."""
    board = put(s0="K", s3="bb", s5="Nyyyrr", s9="by", s14="bbb")
    # w2: s3 to s5 has room for one only; s9 has one b; s14 to s0: both home, one relocation: s4.
    assert {
        "wizard s14 > s0 with rider": (
            put(s3="bb", s4="K", s5="Nyyyrr", s9="by", s14="b"), False, "bb", True,
        )
    } == outcomes(e.piggyback_results(board, "b", "w2"))  # fmt: skip
    # Without a rider the move to s5 is possible.
    assert "wizard s3 > s5" in outcomes(e.card_results(board, "b", "w2"))
    # w1: s4 and s15 are bare, so both pairs can go.
    assert {"wizard s3 > s4 with rider", "wizard s14 > s15 with rider"} == outcomes(
        e.piggyback_results(board, "b", "w1")
    ).keys()


# --- the course of a turn -------------------------------------------------------------------


def seated(board, hand, *, flasks=(3, 3, 0), spells=(), deck=(), rng=None, **more):
    """Blue to move against yellow, who holds three cards."""
    state = e.from_board(board, "b", flasks={0: flasks}, spells=spells, rng=rng, **more)
    state.hands = [hand.split(), ["w1", "w1", "w1"]]
    state.deck = list(deck)
    state.settle(e.BEFORE)
    return state


PLAIN = put(s0="K", s2="N", s3="b", s9="y")


def test_cards_or_discard():
    """Equal cards are one option; the hand may be given up only before the first card."""
    state = seated(PLAIN, "w1 w1 t2")
    assert [("play", "t2"), ("play", "w1"), ("discard",)] == e.legal(state)
    take(state, ("play", "w1"), ("wizard", 3))
    assert [("play", "t2"), ("play", "w1")] == e.legal(state)
    take(state, ("play", "t2"), ("tower", 2, 1))
    # N went from s2 to s4, over b: a flask. Yellow is on turn, blue has one card and no deck.
    assert put(s0="K", s4="bN", s9="y") == e.board_text(state)
    assert (1, 2, 4) == (state.seat, state.empty[0], state.full[0])
    assert ["w1", "w1", "t2"] == state.discards[:1] + state.hands[0] + state.discards[1:]


def test_dead_card_is_spent():
    """A card without any legal move is laid down and nothing is asked."""
    state = seated(put(s0="K", s3="bR", s9="y", s15="N"), "w1 t1 w2")
    take(state, ("play", "w1"))  # b is hidden
    assert [("play", "t1"), ("play", "w2")] == e.legal(state)
    take(state, ("play", "t1"))
    assert [("tower", 3, 1)] == e.legal(state)  # N of s15 would land on the castle


def test_entry_cuts_the_turn():
    """Entering with the first card ends the turn; the hand is refilled."""
    state = seated(put(s0="K", s14="b", s3="b", s9="y"), "w2 w1 w1", deck=["t1", "t2"])
    take(state, ("play", "w2"), ("wizard", 14))
    assert (1, [1, 0]) == (state.seat, state.home)
    assert ["w1", "w1", "t2"] == state.hands[0]


def test_rolls():
    """Each roll but the last is accepted or given up; one die asks nothing."""
    state = seated(PLAIN, "td3 tdwd wd2", rng=Chance(1, 2, 3, 4))
    take(state, ("play", "td3"))
    assert [("accept",), ("reroll",)] == e.legal(state)
    take(state, ("reroll",), ("reroll",))
    assert [("tower", 2, 1)] == e.legal(state)  # third roll, binding
    take(state, ("tower", 2, 1))
    assert put(s0="K", s3="b", s5="N", s9="y") == e.board_text(state)  # three spaces
    take(state, ("play", "tdwd"))
    assert [("wizard", 3), ("tower", 5, 1)] == e.legal(state)
    take(state, ("tower", 5, 1))  # four spaces, onto y
    assert put(s0="K", s3="b", s9="yN") == e.board_text(state)


def test_windows():
    """Before each card, after it is shown, after its move; one spell a turn."""
    state = seated(PLAIN, "w1 w2 t1", spells=["move_tower"])
    window = [("cast", "move_tower", 2, 1), ("pass",)]
    assert window == e.legal(state)
    take(state, ("pass",), ("play", "w1"))
    assert window == e.legal(state)
    take(state, ("pass",), ("wizard", 3))
    assert window == e.legal(state)  # after the first action
    take(state, ("pass",))
    assert window == e.legal(state)  # before the second
    take(state, ("pass",), ("play", "w2"), ("cast", "move_tower", 2, 1))
    # N went from s2 to s4 over b: paid one, earned one; b cannot be moved any more, so the card
    # is spent, and no window follows: the turn is over.
    assert put(s0="K", s4="bN", s9="y") == e.board_text(state)
    assert (2, 3, 1) == (state.empty[0], state.full[0], state.spent[0])
    assert 1 == state.seat


def test_spell_can_revive_a_card():
    """A spell after the card is shown may make its move possible, and then it must be made."""
    state = seated(put(s0="K", s2="bN", s9="y"), "w1 w2 t1", spells=["move_tower"])
    take(state, ("pass",), ("play", "w1"), ("cast", "move_tower", 2, 1))
    assert [("wizard", 2)] == e.legal(state)


def test_spells_must_be_payable():
    """Two flasks buy a wizard's step, one does not."""
    poor = seated(PLAIN, "w1 w2 t1", flasks=(5, 1, 0), spells=["move_wizard", "move_tower"])
    rich = seated(PLAIN, "w1 w2 t1", flasks=(4, 2, 0), spells=["move_wizard", "move_tower"])
    assert {"move_tower"} == {move[1] for move in poor.moves if move[0] == "cast"}
    assert {"move_tower", "move_wizard"} == {m[1] for m in rich.moves if m[0] == "cast"}


def test_entry_by_spell():
    """A wizard brought in by a spell ends the turn with the hand untouched."""
    board = put(s0="K", s3="b", s9="y", s15="y")
    capstone = seated(board, "w1 w2 t1", spells=["move_wizard"])
    take(capstone, ("cast", "move_wizard", 15, "y"))
    assert (1, [0, 1], 3) == (capstone.seat, capstone.home, len(capstone.hands[0]))
    abacus = seated(board, "w1 w2 t1", spells=["move_wizard"], edition=e.ABACUS)
    take(abacus, ("cast", "move_wizard", 15, "y"), ("play", "w1"))
    assert (0, [0, 1], 4) == (abacus.seat, abacus.home, abacus.castle)


def test_piggyback_during_the_move():
    """Asked once the wizard is chosen, if a second one stands there; only then."""
    board = put(s0="K", s3="bb", s9="y")
    state = seated(board, "w1 w2 t1", spells=["piggyback"])
    take(state, ("play", "w1"), ("wizard", 3))
    assert [("pass",), ("cast", "piggyback")] == e.legal(state)
    alone = state.copy()
    take(alone, ("pass",), ("play", "w2"))
    assert put(s0="K", s3="b", s4="b", s9="y") == e.board_text(alone)
    take(state, ("cast", "piggyback"))
    assert put(s0="K", s4="bb", s9="y") == e.board_text(state)
    assert (2, 1) == (state.full[0], state.spent[0])
    take(state, ("play", "w2"), ("wizard", 4))  # the one spell of the turn is used
    assert 1 == state.seat


def test_free_wizard_miss_costs():
    """ex.free.miss: no own wizard under the lifted tower, the payment is lost."""
    state = seated(PLAIN, "w1 w2 t1", spells=["free_wizard"])
    take(state, ("cast", "free_wizard", 2, 1))
    assert (PLAIN, 2, 1) == (e.board_text(state), state.full[0], state.spent[0])
    assert ("discard",) in e.legal(state)  # a spell is not a card


def test_discard_capstone():
    """The tower step belongs to the option, a window follows, then the refill."""
    state = seated(
        put(s0="K", s2="N", s3="b", s9="y"), "w1 w2 w3", spells=["move_tower"],
        deck=["t1", "t2", "t3", "t4"],
    )  # fmt: skip
    take(state, ("pass",), ("discard",))
    assert [("tower", 2, 1)] == e.legal(state)
    take(state, ("tower", 2, 1))
    assert [("cast", "move_tower", 3, 1), ("pass",)] == e.legal(state)
    assert [] == state.hands[0]
    take(state, ("pass",))
    assert ["t4", "t3", "t2"] == state.hands[0]
    assert (1, 4) == (state.seat, state.full[0])


def test_discard_without_a_possible_step():
    """All towers right behind the castle: the hand may still be discarded, the step falls out."""
    state = seated(put(s0="K", s3="b", s9="y", s15="NR"), "w1 w2 w3", deck=["t1"] * 4)
    take(state, ("discard",))
    assert (1, ["t1"] * 3) == (state.seat, state.hands[0])


def test_discard_abacus():
    """Draw first, then a window, then a step that may be declined; it ends the turn."""
    state = seated(
        PLAIN, "w1 w2 w3", spells=["move_tower"], edition=e.ABACUS, deck=["t1", "t2", "t3", "t4"]
    )
    take(state, ("pass",), ("discard",))
    assert ["t4", "t3", "t2"] == state.hands[0]
    assert [("cast", "move_tower", 2, 1), ("pass",)] == e.legal(state)
    take(state, ("pass",))
    assert [("tower", 2, 1), ("stay",)] == e.legal(state)
    stayed = state.copy()
    take(stayed, ("stay",))
    assert (1, PLAIN) == (stayed.seat, e.board_text(stayed))
    take(state, ("tower", 2, 1))
    assert (1, 4) == (state.seat, state.full[0])


def test_reshuffle_at_once():
    """The discards become the draw pile the moment its last card is drawn, hand full or not."""
    state = seated(PLAIN, "w1 w2 t1", deck=["t4", "t5"], rng=Chance())
    take(state, ("play", "w1"), ("wizard", 3), ("play", "w2"), ("wizard", 4))
    # Blue drew t5 and t4; the pile is empty, so w1 and w2 are turned into a new one.
    assert (["t1", "t5", "t4"], ["w2", "w1"], []) == (state.hands[0], state.deck, state.discards)


def test_no_flask_left():
    """Without an empty flask wizards can still be locked up, but nothing is filled."""
    state = seated(put(s0="K", s2="N", s3="b", s9="y"), "t1 w2 w3", flasks=(0, 4, 2))
    take(state, ("play", "t1"), ("tower", 2, 1))
    assert put(s0="K", s3="bN", s9="y") == e.board_text(state)
    assert (0, 4, 2) == (state.empty[0], state.full[0], state.spent[0])


# --- the end --------------------------------------------------------------------------------


def test_end_finishes_the_round():
    """ex.end.spent: six filled, two of them spent; the goal is met and four are left."""
    state = seated(put(s0="K", s15="b", s9="y"), "w1 w2 w3", flasks=(0, 4, 2), deck=["w1"] * 9)
    take(state, ("play", "w1"), ("wizard", 15))
    assert (1, True, None) == (state.seat, state.round_is_last, state.winners)
    # Yellow's last turn: two cards, and the game is over with it.
    take(state, ("play", "w1"), ("wizard", 9), ("play", "w1"), ("wizard", 10))
    assert (e.OVER, (0,), []) == (state.phase, state.winners, e.legal(state))


def test_flask_may_be_the_second_goal():
    """Filling the last flask with all wizards home triggers the end as well."""
    state = seated(put(s0="K", s2="N", s3="y"), "t1 w2 w3", flasks=(1, 0, 5), home=[5, 0])
    take(state, ("play", "t1"), ("tower", 2, 1))
    assert state.round_is_last


def test_shared_victory_and_tie_break():
    """Both goals met by both: most full flasks wins, equal numbers share."""
    for theirs, winners in ((3, (0,)), (4, (0, 1)), (5, (1,))):
        state = seated(put(s0="K", s15="b", s3="y"), "w1 w2 w3", flasks=(0, 4, 2))
        state.empty[1], state.full[1], state.spent[1] = 0, theirs, 6 - theirs
        state.deck = ["w1"] * 9
        take(state, ("play", "w1"), ("wizard", 15))  # the castle goes on to s4
        take(state, ("play", "w1"), ("wizard", 3))
        assert winners == state.winners


def test_dead_end():
    """All wizards home and nobody with all flasks filled: the round is finished, nobody wins."""
    state = seated(put(s0="K", s15="b"), "w1 w2 w3", home=[4, 5], deck=["w1"] * 9)
    take(state, ("play", "w1"), ("wizard", 15))
    # Yellow still has its turn of two dead cards.
    take(state, ("play", "w1"), ("play", "w1"))
    assert (e.OVER, ()) == (state.phase, state.winners)


def test_goals_met_on_another_turn():
    """amb.end.off_turn: yellow completes both goals by blue's spell; the round is the last."""
    state = seated(put(s0="K", s3="b", s15="y"), "w1 w2 w3", spells=["move_wizard"])
    state.empty[1], state.full[1] = 0, 6
    take(state, ("cast", "move_wizard", 15, "y"))
    assert (1, True) == (state.seat, state.round_is_last)
    # Yellow's own turn: nothing but two dead cards, passing in each window. Castle is on s4, so
    # b of s3 could be sent home by yellow's spells, but yellow declines.
    while state.phase != e.OVER:
        moves = e.legal(state)
        take(state, ("pass",) if ("pass",) in moves else moves[0])
    assert (2, (1,)) == (state.turn, state.winners)


def test_last_seat_ends_at_once():
    """If the seat before the starting player triggers, the game ends with that turn."""
    state = e.from_board(
        put(s0="K", s15="y", s3="b"), "y", hand=["w1"], flasks={1: (0, 6, 0)}
    )  # fmt: skip
    take(state, ("play", "w1"), ("wizard", 15))
    assert (e.OVER, (1,)) == (state.phase, state.winners)


# --- counting -------------------------------------------------------------------------------


def test_count_decisions():
    """Counted by hand: cards w1 and t1, one wizard, one tower."""
    board = put(s0="K", s5="b", s9="N")
    # 1: w1, t1, discard. 2: one piece for each. 3 and 4: the other card and its piece; the
    # discard turn is over. 5: nothing.
    assert [1, 3, 3, 2, 2, 0] == [e.count_decisions(board, "w1 t1", "b", n) for n in range(6)]
    # With b before the castle, w1 ends the turn: only t1 first leads on.
    board = put(s0="K", s15="b", s9="N")
    assert [1, 3, 3, 1, 1, 0] == [e.count_decisions(board, "w1 t1", "b", n) for n in range(6)]


def test_count_decisions_of_equal_cards():
    """Three cards t1, stack of two: each card, each tower."""
    board = put(s0="K", s5="NR")
    # 1: t1, discard. 2: two towers each: 4. 3: after t1 the second t1: 2. 4: two towers whether
    # the stack moved on whole or was split: 4. The discard turn is over after its step.
    assert [2, 4, 2, 4, 0] == [e.count_decisions(board, "t1 t1 t1", "b", n) for n in range(1, 6)]


# --- random games ---------------------------------------------------------------------------


def check_pieces(state, players):
    """Nothing is lost or made: towers, wizards, flasks, cards; nobody stands on the castle."""
    text = e.board_text(state)
    signs = Counter(text.replace("/", ""))
    assert (5, 4, 1) == (signs["R"], signs["N"], signs["K"])
    for seat in range(players):
        assert e.WIZARDS[players] == signs[e.COLOURS[seat]] + state.home[seat]
        assert e.WIZARDS[players] == state.away[seat] + state.home[seat]
        flasks = (state.empty[seat], state.full[seat], state.spent[seat])
        assert e.FLASKS[players] == sum(flasks)
        assert min(flasks) >= 0
    for field in text.split("/"):
        assert "K" not in field[:-1]
        surfaces = field.replace("N", "|").replace("R", "|").rstrip("K.").split("|")
        assert max(map(len, surfaces)) <= e.CAPACITY
        assert not (field.endswith("K") and surfaces[-1])
    cards = Counter(state.deck) + Counter(state.discards)
    for hand in state.hands:
        cards += Counter(hand)
    assert cards == e.DECK
    assert state.deck
    if state.turn % 8 == 0:
        assert text == e.board_text(e.from_board(text, 0, players=players))


@pytest.mark.parametrize("seed", sampled(range(300), 50))
def test_random_games(seed):
    """Games end, pieces are conserved, and turns come round in order."""
    rng = random.Random(seed)
    players = 2 + seed % 5
    spells = rng.sample(e.SPELLS, rng.randint(0, 8))
    state = e.new_game(players, spells, rng, rng.choice([e.CAPSTONE, e.ABACUS]))
    turn = -1
    for _ in range(5000):
        if turn != state.turn:
            turn = state.turn
            check_pieces(state, players)
            assert [3] * players == [len(hand) for hand in state.hands]
            assert turn % players == state.seat
        moves = e.legal(state)
        if not moves:
            break
        assert len(set(moves)) == len(moves)
        e.apply(state, rng.choice(moves))
    assert e.OVER == state.phase
    assert 0 == state.turn % players
    for seat in state.winners:
        assert (0, 0) == (state.away[seat], state.empty[seat])
    assert state.winners or not any(state.away)


def test_copy_is_independent():
    """Playing on in a copy leaves the original as it was."""
    state = e.new_game(3, e.SPELLS, random.Random(5))
    e.playout(state, random.Random(6), most=100)
    before = (e.board_text(state), state.moves[:], state.deck[:], state.full[:], state.hands[0][:])
    e.playout(state.copy(), random.Random(7))
    after = (e.board_text(state), state.moves, state.deck, state.full, state.hands[0])
    assert before == after


def test_same_seed_same_game():
    """Chance and choice come from the generator alone."""
    ends = set()
    for _ in range(2):
        state = e.new_game(4, e.SPELLS, random.Random(8))
        count = e.playout(state, random.Random(9))
        ends.add((count, e.board_text(state), state.winners))
    assert 1 == len(ends)
