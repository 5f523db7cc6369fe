"""Examples that set and expect memories, flasks, cards and everything else that a rule can change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.helpers import codes, report, validate_files
from wtrules.diagnostics import Diagnostic

RULES = """
  memory coins = 0 for each player
  memory open_gate = not yes
  memory mood = one of calm, angry per turn
  memory trapped = not yes for each space
  memory marked = tower
  memory owed = 0 for each spell
  allowance charm = 1 per game for each player
  rule toll {
    says en "Whoever lands pays a coin, and falls into the trap."
    on   wizard w lands on p
    when coins of owner of w > 0
    set  coins of owner of w = coins of owner of w - 1
    if p is trapped and open_gate and left of charm > 0 {
      use charm
      do  score 3 for owner of w
      do  fill 2 flasks of owner of w
      set mood = angry
      set open_gate = not yes
      set owed of move_tower = owed of move_tower + 1
      set marked = first tower on space of w
    }
  }
  rule rich {
    says en "Whoever moves with ten coins wins at once."
    on   wizard w leaves p
    when coins of owner of w = 10
    do   declare owner of w winner
    end  game frozen
  }
  rule gates {
    says en "Between rounds the gate opens, and a trap is set."
    on   round ends
    set  open_gate = yes
    set  trapped of first space = yes
  }
  outcome frozen { name en "rich" }
  rule marked.read { says en "A mark." on turn ends when marked is known and owed of move_tower > 5 and mood is calm do draw 1 cards for active }
  rule opened {
    says en "The rich open the gate, get a coin and set a trap."
    on   round ends
    when coins of first player > 50
    set  open_gate = yes
    set  trapped of space 9 = yes
    set  coins of first player = coins of first player + 1
  }
  rule stuck { says en "No wizard leaves while you are poor." forbid wizard w leaves p when coins of owner of w = 9 }
"""
# Blue's wizard on space 15 moves past the castle onto the raven tower of space 1.
GIVEN = 'given "K/R/N/R/N/R/N/R/N/R/y/././././b" b to move card w2'
MOVE = 'when "wizard s15b"'


def found(tmp_path: Path, *clauses: str, more: str = "") -> list[Diagnostic]:
    """Return what is wrong with a house rule that has one example."""
    text = f"ruleset house {{\n extends plain\n{RULES}\n{more}\nexample try {{\n"
    return validate_files({"house.wtr": text + "\n".join(clauses) + "\n}\n}\n"}, tmp_path)


def said(tmp_path: Path, *clauses: str, more: str = "") -> tuple[str, str, str, str]:
    """Return the code, place, label and first help of the one fault there is."""
    (fault,) = found(tmp_path, *clauses, more=more)
    assert fault.primary is not None
    return fault.code, fault.primary.span.text, fault.primary.message, (*fault.help, "")[0]


@pytest.mark.parametrize(
    ("given", "then"),
    [
        ("coins of b = 2", "coins of b = 1"),
        ("coins of blue is 2, coins of y = 4", "coins of b = 1 and coins of yellow = 4"),
        ("coins of b = 2", "coins of b < coins of y + 2, not open_gate, points of b = 0"),
        ("open_gate = yes, mood = angry", "open_gate, mood is angry, mood is not calm"),
        ("not open_gate, space 3 is trapped", "space 3 is trapped, not trapped of space 4"),
        ("trapped of (space 3), space 4 is not trapped", "(number of spaces where trapped) = 1"),
        ("marked = first tower on space 3", "space of marked = space 3"),
        ("marked = nothing", "marked is nothing"),
        ("owed of move_tower = 3", "owed of move_tower = 3, owed of move_wizard = 0"),
        ("full_flasks of b = 2", "full_flasks of b = 2, empty_flasks of b = 4"),
        ("empty_flasks of b = 1", "full_flasks of b = 5"),
        ("full_flasks of b = 1, spent_flasks of b = 2", "empty_flasks of b = 3"),
        ("points of y = 3, points of b = -2", "points of y = 3, points of b = -2"),
        ("home of b = 1", "home of b = 1, wizards of b = 2"),
        ("wizards of b = 3", "home of b = 2"),
        ("roll = 5", "roll = 5"),
        ("full_flasks of b = 2, empty_flasks of b = 3", "spent_flasks of b = 1"),
        ("full_flasks of b = 2, empty_flasks of y = 1", "empty_flasks of b = 4, full_flasks of y = 5"),
        ("left of charm = 0", "left of charm = 0"),
        ("hand of y = w1.t2", "hand of y = t2.w1, hand_size of y = 2"),
        ("hand of b = w2.w3, hand of y = nothing", "hand of b = w3, hand of y = nothing"),
        ("spells = swap_towers, move_castle, coins of b = 2",
         "spells = move_castle, swap_towers"),
        ("move_castle is laid_out", "move_castle is laid_out, (number of spells where laid_out) = 3"),
        ("next_cards = w1.t3", "next_cards = w1.t3"),
        ("coins of b = 0", "no wizard on space 15, any wizard on space 1, castle is on space 0"),
        ("coins of r = 2", "coins of r = 2, players = 3"),
    ],
)  # fmt: skip
def test_what_is_set_is_there_after_the_move(tmp_path: Path, given: str, then: str) -> None:
    """Everything a rule can change can be set before the move and asked after it."""
    assert [] == found(tmp_path, GIVEN, f"with {given}", MOVE, f"then {then}")


ALL = "with coins of b = 2, open_gate = yes, space 1 is trapped"


@pytest.mark.parametrize(
    "then",
    [
        "b scores 3",
        "b fills 2 flasks",
        "b fills flask",
        "mood is angry, not open_gate, coins of b = 1, left of charm = 0",
        "owed of move_tower = 1, space of marked = space 1",
        "b to act",
        "b to move",
        "turn continues",
    ],
)
def test_what_a_rule_does(tmp_path: Path, then: str) -> None:
    """A rule with memories is proven in its own file."""
    assert [] == found(tmp_path, GIVEN, ALL, MOVE, f"then {then}")


@pytest.mark.slow
def test_the_end_of_a_game(tmp_path: Path) -> None:
    """Who wins, and that it is over."""
    ten = "with coins of b = 10"

    assert [] == found(tmp_path, GIVEN, ten, MOVE, "then b wins", "then game over")
    assert [] == found(tmp_path, GIVEN, ten, MOVE, "then b is winner, y is not winner")
    _, at, label, _ = said(tmp_path, GIVEN, ten, MOVE, "then y wins")
    assert ("then y wins", "expected `y wins`, but b wins") == (at, label)
    assert "the game goes on" in said(tmp_path, GIVEN, MOVE, "then game over")[2]
    assert "the game goes on" in said(tmp_path, GIVEN, MOVE, "then only b wins")[2]


@pytest.mark.slow
def test_the_only_winner(tmp_path: Path) -> None:
    """Several may win: `only` says that nobody else does."""
    ten = "with coins of b = 10"
    more = """rule shared {
        says en "All share the victory."
        on   game ends
        each player q where q is not winner { do declare q winner }
    }"""

    assert [] == found(tmp_path, GIVEN, ten, MOVE, "then only b wins")
    assert [] == found(tmp_path, GIVEN, ten, MOVE, "then b wins, y wins", more=more)
    _, at, label, _ = said(tmp_path, GIVEN, ten, MOVE, "then only b wins", more=more)
    assert ("then only b wins", "expected `only b wins`, but b and y win") == (at, label)
    assert "unknown-letter" == said(tmp_path, GIVEN, ten, MOVE, "then only q wins")[0]


@pytest.mark.slow
def test_a_memory_forbids_a_move(tmp_path: Path) -> None:
    """`illegal because` is another way to write `forbidden by`."""
    for then in ("then illegal because stuck", "then forbidden by stuck", "then illegal"):
        assert [] == found(tmp_path, GIVEN, "with coins of b = 9", MOVE, then)
    assert [] == found(tmp_path, GIVEN, "with coins of b = 8", MOVE, "then coins of b = 7")


@pytest.mark.slow
def test_rules_for_the_beginning_of_a_turn_change_what_is_set(tmp_path: Path) -> None:
    """What is set is so when the turn begins; what is kept per turn, at the first decision."""
    rule = "rule pay { on turn begins do add 1 to coins of active set mood = calm }"

    given = "with coins of b = 2, mood = angry"
    assert [] == found(tmp_path, GIVEN, given, "then coins of b = 3, mood is angry", more=rule)
    assert [] == found(
        tmp_path, GIVEN, given, MOVE, "then coins of b = 2, mood is angry", more=rule
    )


def test_a_rule_can_look_at_what_is_set_when_the_turn_begins(tmp_path: Path) -> None:
    """What is set is there from the beginning of the turn on."""
    rule = "rule broke { on turn begins when coins of active = 7 end turn }"
    code, _, label, _ = said(
        tmp_path, GIVEN, "with coins of b = 7", MOVE, "then coins of b = 7", more=rule
    )

    assert ("failed-example", "blue has nothing to decide in this turn") == (code, label)


@pytest.mark.slow
def test_the_start_of_a_game(tmp_path: Path) -> None:
    """What a rule does in the set-up needs no move."""
    rule = (
        "rule gift { on setup ends each player q { set coins of q = seat of q + hand_size of q } }"
    )
    start = "given start for 3 players"

    assert [] == found(tmp_path, start, "then coins of b = 3, coins of r = 5", more=rule)
    assert [] == found(tmp_path, start, "with coins of r = 1", "then coins of r = 1", more=rule)
    _, at, label, _ = said(tmp_path, start, "then coins of g = 6", more=rule)
    assert (start, "`g` does not play: this is a game for 3") == (at, label)


@pytest.mark.slow
def test_the_castle_at_the_start_of_a_game(tmp_path: Path) -> None:
    """Where no board says it, `with` can; but not among wizards."""
    start = "given start for 3 players"

    assert [] == found(tmp_path, start, "with castle = space 12", "then castle is on space 12")
    code, at, _, _ = said(tmp_path, start, "with castle = space 1", "then castle is on space 1")
    assert ("failed-example", "castle = space 1") == (code, at)


def test_a_whole_line_as_position(tmp_path: Path) -> None:
    """`with` works with every form of `given`."""
    line = "K/R/N/R/N/R/N/R/N/R/y/././././b b home=4,4 flasks=6.0.0,6.0.0 hands=w2.w3,w4"
    given = f'given "{line}"'

    assert [] == found(
        tmp_path, given, "with coins of b = 2", 'when "card w2"', "then coins of b = 2"
    )


@pytest.mark.slow
def test_words_of_a_variant(tmp_path: Path) -> None:
    """An example with a variant can use the memories of the variant."""
    more = "variant rain { memory drops = 0 rule wet { on wizard w lands on p do add 2 to drops when drops > 9 do score 1 } }"
    clauses = (GIVEN, "with rain, drops = 1", MOVE, "then drops = 3")

    assert [] == found(tmp_path, *clauses, more=more)
    assert ["unknown-name"] == codes(found(tmp_path, *clauses[:-1], "then dropz = 3", more=more))


@pytest.mark.parametrize(
    ("then", "label"),
    [
        ("coins of b = 3", "`coins of b` is 1"),
        ("points of b = 3 and coins of b = 3", "`coins of b` is 1"),
        ("coins of b > points of b", "`coins of b` is 1, `points of b` is 3"),
        ("mood is calm", "`mood` is angry"),
        ("space of marked = space 4", "`space of marked` is space 1"),
        ("marked is nothing", "`marked is nothing` is not true"),
        ("any wizard on space 15", "`any wizard on space 15` is not true"),
        ("hand of b = w2", "`hand of b` is "),
        ("spells = move_castle", "`spells` is move_wizard, move_tower"),
        ("active is y", "`active` is b"),
        ("b scores 2", "expected `2`, but b scores 3"),
        ("b fills 1 flasks", "expected `1`, but b fills 2"),
        ("y to act", "expected `y to act`, but b decides next"),
    ],
)
def test_a_difference_is_reported_with_the_values(tmp_path: Path, then: str, label: str) -> None:
    """The label is at the fact and says what is the case."""
    code, at, message, _ = said(tmp_path, GIVEN, ALL, MOVE, f"then {then}")

    assert "failed-example" == code
    assert at in f"then {then}"
    assert label in message


@pytest.mark.parametrize(
    ("clause", "code", "at", "help"),
    [
        ("with coins = 2", "type-error", "coins", "write `coins of b = 2`"),
        ("then coins = 2", "type-error", "coins", "write `coins of b = 2`"),
        ("then trapped = yes", "type-error", "trapped", "write `trapped of (space 3) = yes`"),
        ("with coinz of b = 2", "unknown-name", "coinz", "did you mean `coins`?"),
        ("then coinz of b = 2", "unknown-name", "coinz", "did you mean `coins`?"),
        ("then coins of q = 2", "unknown-name", "q", "the players are `b`, `y`"),
        ("with dragon = space 8", "unknown-name", "dragon", ""),
        ("with hot_day", "unknown-variant", "hot_day", "did you mean `hot_days`?"),
        ("with open_gate", "unknown-variant", "open_gate", "to set the memory"),
        ("with coins of b > 2", "wrong-arguments", "coins of b > 2", "write `with coins of b = 2`"),
        ("with coins of b = yes", "type-error", "yes", ""),
        ("then coins of b = space 3", "type-error", "coins of b = space 3", ""),
        ("then coins of b", "type-error", "coins of b", ""),
        ("with board.capacity = 3", "type-error", "board.capacity", "define a `memory`"),
        ("with hand of b = 3", "wrong-arguments", "3", "name the cards"),
        ("with hand = w1", "wrong-arguments", "hand", "write `hand of b = w1.t2`"),
        ("with spells = foo", "unknown-spell", "foo", "the spells are"),
        ("with coins of b = 1, coins of b = 2", "duplicate-entry", "coins of b = 2", "keep one"),
        ("then allowed", "wrong-arguments", "allowed", "write what comes of it"),
        ("then not legal", "wrong-arguments", "not legal", "write `then forbidden`"),
        ("then impossible", "wrong-arguments", "impossible", "write `then forbidden`"),
        ("then random wizard is visible", "chance-while-looking", "random wizard", "name what"),
        ("then q scores 3", "unknown-letter", "q", "write `b` blue"),
        ("with coins of b = 2000000", "number-too-large", "2000000", "write a number up"),
        ("then points of b = 99999999999", "number-too-large", "99999999999", "write a number up"),
        ("with castle = space 3", "wrong-arguments", "castle = space 3", "write it in the board"),
        ("with marked = random tower", "chance-while-looking", "random tower", "name what"),
        ("with coins of (random player) = 2", "chance-while-looking", "random player", "name what"),
        ("with left of charm = 2", "failed-example", "left of charm = 2", "write a value"),
        ("with left of charm = -1", "failed-example", "left of charm = -1", "write a value"),
        ("with space 3 is trapped, space 3 is not trapped", "failed-example", "space 3 is trapped",
         "write a value"),
        ("with marked = first tower on space 0", "failed-example", "first tower on space 0", ""),
        ("with coins of b = 1, full_flasks of b = 4, empty_flasks of b = 3", "failed-example",
         "full_flasks of b = 4", "the number of flasks"),
        ("with full_flasks of b = 2, empty_flasks of b = 3, spent_flasks of b = 2", "failed-example",
         "full_flasks of b = 2", "the number of flasks"),
        ("with coins of b = 1, roll = 7", "failed-example", "roll = 7", ""),
        ("with hand of b = w9", "failed-example", "w9", "the cards are: w1"),
        ("with hand of b = w1.w3", "failed-example", GIVEN, ""),
        ("with hand_size of b = 2", "failed-example", "hand_size of b = 2", "write the cards"),
        ("with height of space 3 = 2", "failed-example", "height of space 3 = 2", "write it in the"),
        ("with active = y", "failed-example", "active = y", "write who it is after the board"),
        ("with full_flasks of b = 20", "failed-example", "full_flasks of b = 20", ""),
        ("with trapped of space of (first tower on space 15) = yes", "failed-example",
         "trapped of space of (first tower on space 15) = yes", ""),
        ("with next_cards = td3.td3", "failed-example", "next_cards = td3.td3", ""),
    ],
)  # fmt: skip
def test_a_mistake(tmp_path: Path, clause: str, code: str, at: str, help: str) -> None:
    """Each has its place and a fix."""
    move = [MOVE, "then turn continues"]
    clauses = [clause, *move] if clause.startswith("with") else [*move, clause]
    more = "variant hot_days { override board.capacity = 4 }" if "hot" in clause else ""
    found_code, where, _, advice = said(tmp_path, GIVEN, *clauses, more=more)

    assert (code, at) == (found_code, where)
    assert advice.startswith(help)


@pytest.mark.parametrize(
    ("clause", "cure"),
    [
        ("then b has 2 coins", "then coins of b = 2"),
        ("then b has two full flasks", "then full_flasks of b = 2"),
        ("then b has 3 points", "then points of b = 3"),
        ("then b has 2 cards", "then hand_size of b = 2"),
        ("then b gets 3 points", "then b scores 3"),
        ("then b scores 3 points", "then b scores 3"),
        ("then b fills two flasks", "then b fills 2 flasks"),
        ("then b fills 2", "then b fills 2 flasks"),
        ("then b coins = 1", "then coins of b = 1"),
        ("then b comes home", "then b home"),
        ("then turn ends", "then turn over"),
        ("then the game is over", "then game over"),
        ("then b won", "then b wins"),
        ("then y is next", "then y to act"),
        ("then spells move_tower, swap_towers", "then spells = move_tower, swap_towers"),
        ("then wizard b on space 1", "then any wizard w on space 1 where owner of w is b"),
        ("given coins of b = 2", "with coins of b = 2"),
        ("with b has 2 coins", "with coins of b = 2"),
        ("with b coins = 2", "with coins of b = 2"),
    ],
)
def test_the_way_people_say_it(tmp_path: Path, clause: str, cure: str) -> None:
    """The report says how examples say it, and nothing else."""
    move = [MOVE, "then turn continues"]
    clauses = [*move, clause] if clause.startswith("then") else [clause, *move]
    (fault,) = found(tmp_path, GIVEN, *clauses)

    assert "other-words" == fault.code
    assert f"`{cure}`" in fault.help[0]


def test_what_is_set_comes_before_the_move(tmp_path: Path) -> None:
    """A `with` after a `when` would be read as if it came after the move."""
    code, at, _, help = said(tmp_path, GIVEN, MOVE, "with coins of b = 2", "then turn continues")

    assert ("misplaced-clause", "with coins of b = 2") == (code, at)
    assert "before `when`" in help


def test_a_memory_is_set_for_a_card_that_the_example_deals(tmp_path: Path) -> None:
    """The hand is there before the question that finds the card in it is asked."""
    assert [] == found(
        tmp_path,
        'given "K/R/N/R/N/R/N/R/N/R/b/y/./././." b to move',
        "with hand of b = w4.w5.w5, plays of (first card c where value of c = 4) = 2",
        'when "card w4"',
        "then plays of (first card where discarded) = 3, points of b = 1",
        more="memory plays = 0 for each card  rule third { on player p plays c "
        "do add 1 to plays of c  when plays of c = 3  do score 1 for p }",
    )


def test_an_example_does_not_use_a_memory(tmp_path: Path) -> None:
    """A memory that only examples read is still reported as never read."""
    more = "memory steps = 0 rule walk { on wizard w leaves p do add 1 to steps }"
    faults = found(tmp_path, GIVEN, MOVE, "then steps = 1", more=more)

    assert "memory `steps` is set but never read" in report(faults)
