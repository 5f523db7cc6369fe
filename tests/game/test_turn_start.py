"""The beginning of a turn as a line: what lies on the table, whatever the rules ask first."""

import random

import pytest

import wtrules
from tests.modes import EDITIONS, modes
from tests.positions import short_position
from tests.sampling import sampled
from wtrules.editions.report.examples import failures
from wtrules.position.faults import BadPosition
from wtrules.program.program import ENTRY
from wtrules.source import SourceFile

PROGRAM = ("at", "frame", "memory", "outcome")

BOARD = "K/R/N/Rb/N/R/N/R/N/R/./././././."


def first_moves(ruleset: str, line: str) -> list[str]:
    return [move.text for move in wtrules.load(ruleset).position(line).legal_moves]


@pytest.mark.parametrize("ruleset", ["en-capstone", "de-abacus-24", "de-abacus-30"])
def test_every_edition_reads_it(ruleset: str):
    """Nothing can be cast, so a turn begins with the card, or with giving up the hand."""
    line = f"{BOARD} b home=4,5 flasks=6.0.0,6.0.0 hands=w1.w3,w3"

    assert ["card w1", "card w3", "discard"] == first_moves(ruleset, line)


def test_flasks_and_spells_open_the_window_before_the_card():
    """Two flasks pay for two tower spells: at once in the Abacus game, one by one in the other."""
    line = f"{BOARD} b home=4,5 flasks=4.2.0,6.0.0 hands=w1,w3 spells=move_tower"

    def of_the_first_tower(ruleset: str) -> list[str]:
        return [move for move in first_moves(ruleset, line) if " s1" in move]

    once = "cast move_tower tower s1"
    assert [once] == of_the_first_tower("en-capstone+nasty")
    assert [f"{once} number 1", f"{once} number 2"] == of_the_first_tower("en-abacus-30+nasty")


def test_somebody_else_may_be_asked_first():
    """If everybody may cast and the active player has no flask, the other one is asked."""
    rest = "active=b home=4,5 flasks=6.0.0,5.1.0 hands=w1,w3 spells=move_tower"
    state = wtrules.load("en-capstone+nasty").position(f"{BOARD} y {rest}")

    assert ("b", "y") == tuple(state.program.board.letters[i] for i in (state.active, state.to_act))
    with pytest.raises(BadPosition, match="no turn of `b` begins with a decision of `y` here"):
        wtrules.load("en-capstone").position(f"{BOARD} y {rest}")


def test_cards_that_are_not_named_lie_in_the_pile():
    """Ninety cards: three are held, the rest can be drawn; with a pile, the rest is laid down."""
    game = wtrules.load("en-capstone")
    line = f"{BOARD} b home=4,5 flasks=6.0.0,6.0.0 hands=w1.w3,w3"

    assert (87, 0) == sizes(game.position(line))
    assert (2, 85) == sizes(game.position(f"{line} pile=t1.t2"))


def sizes(state: wtrules.State) -> tuple[int, int]:
    return state.numbers("pile_size")[0], state.numbers("discard_size")[0]


def test_a_move_on_the_way_must_be_allowed():
    """An example whose first move is not allowed says so, whatever it says of the second one."""
    example = f"""
    example on.the.way {{
      given "{BOARD} b home=4,5 flasks=6.0.0,6.0.0 hands=w1.w3,w3"
      when  "card w5"
      when  "wizard s3b"
      then  forbidden
    }}
    """

    assert ["`card w5` is not allowed here"] == list(failures(example, wtrules.load("en-capstone")))


# --- no turn is played before it -----------------------------------------------------------------


COOP = "K/./././././././RNRNRNRNR/././././././b y home=11,0 flasks=0.0.0,0.0.0 hands=-,w1.w2.w3"


def test_nothing_has_to_be_played_before():
    """In cooperative play the last wizard is left: no card of another player has been played."""
    assert ["card w1", "card w2", "card w3"] == first_moves("en-capstone+coop", COOP)


ROUNDS = """
ruleset rounds {
  extends en-capstone
  memory rounds = 0
  memory turns = 0 for each player
  rule count.rounds { on round begins  set rounds = rounds + 1 }
  rule count.turns { on turn begins  set turns of active = turns of active + 1 }
}
"""


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_first_round_is_not_over(seat: int):
    """A board and a seat to move are in the first round, and it is the seat's first turn."""
    house = wtrules.load(SourceFile("rounds.wtr", ROUNDS))
    letter = house.program(3).board.letters[seat]
    line = f"{BOARD} {letter} home=3,4,4 flasks=5.0.0,5.0.0,5.0.0 hands=w1,w2,w3"

    for state in (short_position(house, BOARD, seat, players=3), house.position(line)):
        assert [1] == state.numbers("rounds")
        assert 1 == state.numbers("turns")[seat]


ORDERS = {
    "anticlockwise": "each player p counterclockwise from first player { turn of p { perform turn.course } }",
    "twice": """each player p clockwise from first player {
                  repeat 2 times { turn of p { perform turn.course } }
                }""",
    "by what is played": """turn of next player p clockwise from leader where p is not leader {
                              set leader = active
                              perform turn.course
                            }""",
}


@pytest.mark.parametrize("order", ORDERS)
def test_any_order_of_turns(order: str):
    """A house rule may change who follows whom."""
    text = f"""
    ruleset order {{
      extends en-capstone
      memory leader = player
      override rule game {{
        perform setup
        set leader = first player
        repeat {{ round {{ {ORDERS[order]} }} }}
      }}
    }}
    """
    house = wtrules.load(SourceFile("order.wtr", text))
    for seat in range(3):
        state = short_position(house, BOARD, seat, players=3, card="w1")
        assert (seat, seat) == (state.active, state.to_act)
        assert "card w1" in state.legal_moves


# --- rules for the beginning of a turn ------------------------------------------------------------

WALKING = """
ruleset walking {
  extends en-capstone
  memory steps = 0
  memory luck = 2 per turn
  memory seen = 0
  rule walking.castle {
    on turn begins
    set seen = luck
    do  move castle clockwise 1
    do  add 1 to steps
    do  draw 1 card for active
  }
}
"""
LINE = f"{BOARD} b home=4,5 flasks=6.0.0,6.0.0 hands=w1.w3,w3"


def test_rules_for_the_beginning_of_a_turn_are_not_undone():
    """A line is the table when the turn begins: what rules do then has been done, all of it."""
    house = wtrules.load(SourceFile("walking.wtr", WALKING))
    for state in (house.position(LINE), short_position(house, BOARD, "b", hand=["w1", "w3"])):
        assert [1] == state.numbers("castle")
        assert [1] == state.numbers("steps")
        assert 3 == state.numbers("hand_size")[0]
    assert 4 == short_position(house, BOARD, "b").numbers("hand_size")[0]  # dealt 3, drew 1
    assert 4 == short_position(house, BOARD, "y").numbers("hand_size")[1]


@pytest.mark.parametrize("given", [f'"{BOARD}" b to move', f'"{LINE}"'])
def test_an_example_proves_such_a_rule(given: str):
    """What an example sets is so when the turn begins; what is kept per turn, once it has begun."""
    example = f"""
    example walked {{
      given {given}
      with  steps = 4, luck = 7, hand of b = w1
      then  steps = 5, castle is on space 1, luck = 7, seen = 2, hand_size of b = 2
    }}
    """
    house = wtrules.load(SourceFile("walking.wtr", WALKING))
    assert [] == list(failures(example, house))


STARTING = """
ruleset starting {
  extends en-capstone
  memory starter = player
  rule starter.first { on game begins set starter = first player }
  rule starter.next { on player p fills flask set starter = p }
  override rule game {
    perform setup
    repeat { round { each player p clockwise from ORIGIN { turn of p { perform turn.course } } } }
  }
}
"""


@pytest.mark.parametrize(
    ("starter", "seat", "then"),
    [("b", "r", "b"), ("y", "r", "b"), ("y", "b", "y"), ("r", "r", "b")],
)
def test_the_order_of_turns_follows_from_what_is_remembered(starter: str, seat: str, then: str):
    """The round goes clockwise from the player who started it; then the next one begins."""
    house = wtrules.load(SourceFile("starting.wtr", STARTING.replace("ORIGIN", "starter")))
    example = f"""
    example ordered {{
      given "K/R/N/R/N/R/N/R/N/R/b/r/y/././." {seat} to move
      with  starter = {starter}, hand of {seat} = w1.w1.w1
      when  "card w1"
      when  "wizard s{"bry".index(seat) + 10}{seat}"
      when  "card w1"
      when  "wizard s{"bry".index(seat) + 11}{seat}"
      then  {then} to move
    }}
    """
    assert [] == list(failures(example, house))


def test_the_order_of_turns_follows_from_the_table():
    """The player with the fewest wizards home starts; red has three on the board, so red does."""
    origin = "(first player p where home of p = lowest home of q for player q)"
    house = wtrules.load(SourceFile("starting.wtr", STARTING.replace("ORIGIN", origin)))
    example = """
    example ordered {
      given "K/R/N/R/N/R/N/R/N/R/bbb/rrrr/yyy/././." r to move
      with  hand of r = w1.w2.w3
      when  "card w1"
      when  "wizard s11r"
      when  "card w2"
      when  "wizard s11r"
      then  b to move
    }
    """
    assert [] == list(failures(example, house))


WAYS_TO_PLAY = ["+".join((edition, *mode)) for edition in EDITIONS for mode in modes(edition)]


@pytest.mark.parametrize("name", sampled(WAYS_TO_PLAY, 6))
@pytest.mark.parametrize("most", [False, True])
def test_every_turn_of_a_game_can_be_read(name: str, most: bool):
    """What is on the table when a turn begins is enough for its first decision."""
    game = wtrules.load(name)
    players = game.players[-1 if most else 0]
    engine, chance = game.engine(players), random.Random(players)
    turns = engine.program.turns
    data = engine.before_start(7)
    there: int | list[int] = engine.advance(data, ENTRY, turns)
    begun = 0
    while there and begun < 12:
        if isinstance(there, int):  # a turn begins
            active = data[engine.program.fields["active"].offset]
            there = engine.step(data, there)
            if isinstance(there, int):
                there = engine.advance(data, there, turns)
            if isinstance(there, int) or not there:
                continue
            begun += 1
            state = wtrules.State(game, engine, data[:], there)
            bare = " ".join(x for x in str(state).split(" ") if x.partition("=")[0] not in PROGRAM)
            again = game.position(bare)
            assert (active, str(state.legal_moves)) == (again.active, str(again.legal_moves))
            assert state.decision == again.decision
        there = engine.advance(data, engine.chosen(data, chance.choice(there)), turns)
    assert begun
