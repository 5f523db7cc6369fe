"""A board and a seat are enough to ask what a card or a spell can do."""

from collections import Counter
from functools import cache

import pytest

from tests.positions import short_position
from wtrules.game.game import Game, State
from wtrules.game.load import RulesetError, load
from wtrules.game.outcomes import card_moves, outcomes, shown_card, spell_moves
from wtrules.position.faults import BadPosition
from wtrules.source import SourceFile

START = "K/Rbby/Nbyy/Rbby/Ny/R/N/R/N/R/./././././."


@cache
def game() -> Game:
    """The ordinary game."""
    return load("en-capstone")


def put(**spaces: str) -> str:
    """Write a board from the spaces that are not bare."""
    return "/".join(spaces.get(f"s{space}", ".") for space in range(16))


def cards(state: State) -> Counter[str]:
    """All cards there are, wherever they lie."""
    codes = [card.code for card in state.program.cards]
    found: Counter[str] = Counter()
    for seat in range(state.players):
        hand = state.numbers("hand")[seat * len(codes) : (seat + 1) * len(codes)]
        found += Counter(dict(zip(codes, hand, strict=True)))
    found += Counter(dict(zip(codes, state.numbers("discard"), strict=True)))
    size = state.numbers("pile_size")[0]
    return found + Counter(codes[card] for card in state.numbers("pile")[:size])


def hand(state: State, seat: int) -> Counter[str]:
    """The cards of a seat."""
    codes = [card.code for card in state.program.cards]
    held = state.numbers("hand")[seat * len(codes) : (seat + 1) * len(codes)]
    return +Counter(dict(zip(codes, held, strict=True)))


# --- the position -------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["b", "y", 0, 1, "1"])
def test_a_turn_begins(seat: str | int):
    """The seat is on turn, nothing is played yet, and the position is one that can be written."""
    state = short_position(game(), START, seat, card="w3")

    assert START == state.board_text
    assert state.to_act == state.active == {"b": 0, "y": 1, "1": 1}.get(seat, seat)
    assert {"card w3", "discard"} < {move.text for move in state.legal_moves}
    assert state == game().position(str(state))


def test_all_cards_are_still_there():
    """The card comes out of the pile, another one goes back."""
    deck = Counter({card.code: card.copies for card in game().program(3).cards})
    for code in deck:
        state = short_position(
            game(), put(s0="K"), "y", card=code, players=3, roll=3 if "d" in code else None
        )
        assert 3 == hand(state, 1).total()
        assert hand(state, 1)[code]
        assert deck == cards(state)


def test_a_whole_hand():
    """All copies of a card can be in one hand, even those other players held."""
    state = short_position(game(), START, "b", hand=["wd3", "td3", "t1w1", "t1w1", "t1w1"])

    assert Counter({"wd3": 1, "td3": 1, "t1w1": 3}) == hand(state, 0)
    assert [5] == state.numbers("hand_size")[:1]
    assert Counter({c.code: c.copies for c in state.program.cards}) == cards(state)


def test_who_is_not_on_the_board_is_home():
    """The wizards of a player are all there, on the board or in the castle."""
    state = short_position(game(), put(s0="K", s3="b", s4="Rbb"), "b")

    assert [2, 5] == state.numbers("home")
    assert [5, 5] == state.numbers("wizards")


@pytest.mark.parametrize(
    ("board", "seat", "players"),
    [(START, "b", 2), (put(s0="K", s1="r"), "b", 3), (put(s0="K"), "p", 6), (put(s0="K"), 3, 4)],
)
def test_as_few_players_as_possible(board: str, seat: str | int, players: int):
    """Everybody on the board and the seat take part, nobody else."""
    assert players == short_position(game(), board, seat).players


def test_flasks():
    """All flasks are empty, but for those that a spell costs."""
    plain = short_position(game(), START, "y", card="w1")
    ready = short_position(game(), START, "y", card="w1", spell="move_wizard")

    assert ([6, 6], [0, 0]) == (plain.numbers("empty"), plain.numbers("full"))
    assert ([6, 4], [0, 2]) == (ready.numbers("empty"), ready.numbers("full"))


def test_a_spell_that_does_not_lie_out_is_laid_out():
    """Asking for a spell lays it out."""
    state = short_position(game(), START, "b", spell="swap_towers")

    assert "swap_towers" in str(state)
    assert "cast swap_towers tower s1 tower s2" in state.legal_moves


def test_a_roll_is_what_comes_next():
    """Playing the card on from the position gives the roll that was asked for."""
    for roll in range(1, 7):
        state = short_position(game(), START, "b", card="tdwd", roll=roll)
        assert [roll] == state.play("card tdwd").numbers("roll")


def test_positions_of_house_rules():
    """Another ring, other seats: the short form asks the rules."""
    long_ring = load("long-ring")
    board = long_ring.start(2).board_text

    assert board == short_position(long_ring, board, "y", card="w1").board_text


# --- what is wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "code", "words"),
    [
        ({"card": "w9"}, "unknown-card", "there is no card `w9`"),
        ({"hand": ["w1", "x"]}, "unknown-card", "there is no card `x`"),
        ({"hand": ["wd3", "wd3"]}, "too-many-cards", "there are 1 cards `wd3` in the deck, not 2"),
        ({"spell": "fly"}, "unknown-spell", "there is no spell `fly`"),
        ({"card": "w1", "roll": 3}, "bad-roll", "the card `w1` has no die"),
        ({"card": "tdwd"}, "bad-roll", "the card `tdwd` has a die: say what it shows, 1 to 6"),
        ({"card": "tdwd", "roll": 7}, "bad-roll", "the die shows 1 to 6, not 7"),
        ({"card": "tdwd", "roll": 0}, "bad-roll", "the die shows 1 to 6, not 0"),
        ({"roll": 3}, "bad-roll", "a roll is given, but no card"),
        ({"players": 7}, "bad-player-count", "en-capstone is for 2, 3, 4, 5, 6 players, not 7"),
        ({"seat": "r", "players": 2}, "unknown-seat", "nobody plays `r` in a game of 2"),
        ({"seat": 9}, "unknown-seat", "nobody plays `9` in a game of 6"),
        ({"seat": "-1"}, "unknown-seat", "nobody plays `-1`"),
        ({"seat": ""}, "unknown-seat", "nobody plays ``"),
        ({"board": ""}, "empty-board", "there is no board here"),
        ({"board": "K/."}, "wrong-space-count", "the ring has 16 spaces, this board has 2"),
        ({"board": put(s1="b")}, "no-castle", "the castle is missing"),
        ({"board": put(s0="K", s1="K")}, "two-castles", "there is one castle"),
        ({"board": put(s0="bK")}, "wizards-under-castle", "a wizard stands on the ground of s0"),
        ({"board": put(s0="K", s1="bbbbbb")}, "too-many-wizards", "6 blue wizards on the board"),
        ({"board": put(s0="K", s1="bbbbyyy")}, "crowded-surface", "7 wizards on the ground of s1"),
        ({"board": put(s0="K", s1="NNNNN")}, "wrong-tower-count", "the game has 4 towers without"),
        ({"board": put(s0="K", s1="N" * 30)}, "wrong-tower-count", "the game has 4 towers without"),
    ],
)
def test_what_cannot_be(wrong: dict, code: str, words: str):
    """Everything that is wrong is said in plain words."""
    given = {"board": START, "seat": "b", **wrong}
    with pytest.raises(BadPosition) as caught:
        short_position(game(), given.pop("board"), given.pop("seat"), **given)

    assert code == caught.value.faults[0].code
    assert words in str(caught.value)


def test_an_unknown_card_comes_with_all_there_are():
    """The message for a mistyped card lists the cards."""
    with pytest.raises(BadPosition) as caught:
        short_position(game(), START, "b", card="w6")

    assert "w1, w2, w3, w4, w5, t1" in (caught.value.faults[0].help or "")


def test_a_card_that_is_not_at_hand():
    """A card can only be played from the hand."""
    state = short_position(game(), START, "b", hand=["w1", "w2", "w3"])
    with pytest.raises(BadPosition, match="blue cannot play `t1` now"):
        card_moves(state, "t1")


def test_rules_that_cannot_be_played():
    """Faults of the rules come as diagnostics."""
    with pytest.raises(RulesetError, match="no ruleset and no file called `nowhere`") as caught:
        load("nowhere")
    assert ["unknown-ruleset"] == [fault.code for fault in caught.value.diagnostics]
    with pytest.raises(RulesetError):
        load(
            SourceFile("bad.wtr", "ruleset bad { extends en-capstone override board.nothing = 3 }")
        )


# --- outcomes -----------------------------------------------------------------------------------


def test_a_wizard_card():
    """One outcome for each own visible wizard, in the words of the move."""
    state = short_position(game(), put(s0="K", s3="b", s4="bN", s9="y"), "b", card="w1")
    (only,) = card_moves(state, "w1")

    assert "wizard s3b" == only.move.text
    assert put(s0="K", s4="bNb", s9="y") == only.board
    assert (False, "", False, "card.wizard") == (only.flask, only.home, only.turn_over, only.rule)


def test_a_tower_that_covers_somebody():
    """Covering a wizard fills a flask of who did it."""
    state = short_position(game(), put(s0="K", s3="N", s4="y"), "b", card="t1")
    (only,) = card_moves(state, "t1")

    assert (put(s0="K", s4="yN"), True) == (only.board, only.flask)
    assert 5 == only.state_after.numbers("empty")[0]


def test_an_entry():
    """Entering the castle ends the turn, and the castle goes on to the next free shield."""
    state = short_position(game(), put(s0="K", s13="b", s9="y"), "b", card="wd2", roll=3)
    (only,) = card_moves(state, "wd2", 3)

    assert (put(s4="K", s9="y"), "b", True) == (only.board, only.home, only.turn_over)


def test_a_card_without_a_move():
    """Nothing can be done: no outcome."""
    state = short_position(game(), put(s0="K", s3="bN", s9="y"), "b", card="w1")

    assert [] == card_moves(state, "w1")
    assert shown_card(state, "w1").active == 0


def test_a_spell_before_the_card():
    """Every target of a spell, cast before anything else."""
    state = short_position(game(), put(s0="K", s15="y", s3="b"), "b", spell="move_wizard")
    found = {o.move.text: (o.home, o.turn_over) for o in spell_moves(state, "move_wizard")}

    assert {
        "cast move_wizard wizard s3b": ("", False),
        "cast move_wizard wizard s15y": ("y", True),
    } == found


def test_a_spell_within_a_move():
    """Piggyback is asked for when the wizard is chosen."""
    board = put(s0="K", s3="bb", s5="b", s9="y")
    state = short_position(game(), board, "b", card="w1", spell="piggyback")
    (only,) = spell_moves(state, "piggyback", "w1")

    assert put(s0="K", s4="bb", s5="b", s9="y") == only.board
    assert [] == spell_moves(state, "piggyback")


def test_a_spell_without_a_target():
    """No tower, nothing to move: the window does not open, and the turn begins with a card."""
    state = short_position(game(), put(s0="K", s3="b"), "b", spell="headwind_tower", card="w1")

    assert [] == spell_moves(state, "headwind_tower", "w1")
    assert "card w1" in state.legal_moves


def test_outcomes_of_any_decision():
    """Every option of the decision at hand, whatever it is."""
    state = game().start(3, seed=1)
    found = outcomes(state)

    assert [move.text for move in state.legal_moves] == [o.move.text for o in found]
    assert {state.board_text} == {o.board for o in found}
    assert [state.play(o.move) for o in found] == [o.state_after for o in found]


def test_boards_are_written_alike():
    """The quick way to write a board gives what the long way gives."""
    state = game().start(4, seed=3)
    for i in range(400):
        if state.is_over:
            break
        found = outcomes(state)
        state = found[i % len(found)].state_after
        assert state.board_text == found[i % len(found)].board
        assert (
            state.board_text == short_position(game(), state.board_text, "b", players=4).board_text
        )


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        ("en-capstone+nasty", 3),
        ("en-capstone+team", 4),
        ("en-capstone+solo", 1),
        ("en-capstone+solo+solo_spells", 1),
        ("en-capstone+coop", 2),
        ("de-abacus-30", 2),
        ("en-abacus-24+nasty", 2),
    ],
)
def test_variants(ruleset: str, players: int):
    """Whatever is asked before a card is played, the card can be asked about."""
    other = load(ruleset)
    board = put(s0="K", s3="b", s4="N", s9="b")
    state = short_position(other, board, "b", card="t1w1", players=players)
    found = {o.move.text: o.board for o in card_moves(state, "t1w1")}

    assert {
        "wizard s3b": put(s0="K", s4="Nb", s9="b"),
        "wizard s9b": put(s0="K", s3="b", s4="N", s10="b"),
        "tower s4": put(s0="K", s3="b", s5="N", s9="b"),
    } == found


def test_a_rider_where_others_are_asked_first():
    """The window that offers the spell counts, not the first one that opens."""
    master = load("en-abacus-24+nasty")
    board = put(s0="K", s3="bb", s6="N")
    state = short_position(master, board, "b", card="w1", spell="piggyback", players=2)

    assert put(s0="K", s4="bb", s6="N") in {o.board for o in spell_moves(state, "piggyback", "w1")}


# --- names of rule files ------------------------------------------------------------------------

KEEP = """\
ruleset keepers {
  extends en-capstone
  override rule dice.rolls {
    if rolls of c > 0 {
      do roll die
      repeat rolls of c - 1 times {
        either {
          option again en "roll again" de "noch einmal würfeln"
          do roll die
        } or {
          option keep en "keep the roll" de "Wurf behalten"
          stop
        }
      }
    }
  }
}
"""


def test_keeping_the_roll_may_have_any_name():
    """A house rule that calls the option `keep` and lists it last changes no move of a dice card."""
    house = load(SourceFile("keepers.wtr", KEEP))

    def moves(rules: Game) -> list[tuple[str, str]]:
        state = short_position(rules, START, "y", card="wd2", roll=3)
        return [(str(o.move), o.board) for o in card_moves(state, "wd2", 3)]

    assert moves(game())
    assert moves(game()) == moves(house)
