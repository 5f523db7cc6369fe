"""Examples of house rules, which `validate` plays."""

from pathlib import Path

import pytest

from tests.rules.helpers import validate_file, validate_files
from wtrules.diagnostics import Diagnostic

# Three players; blue has one visible wizard on each of s1 to s4, all of which can move one space.
BOARD = "K/Rbyr/Nbyr/Rbyr/Nby/Rr/N/R/N/R/./././././."
AFTER_S1 = "K/Ryr/Nbbyr/Rbyr/Nby/Rr/N/R/N/R/./././././."
GIVEN = f'given "{BOARD}" b to move card w1'


def found(tmp_path: Path, *clauses: str, more: str = "") -> list[Diagnostic]:
    """Return what is wrong with a house rule that has one example."""
    text = f"ruleset house {{\n extends plain\n{more}\nexample try {{\n"
    return validate_files({"house.wtr": text + "\n".join(clauses) + "\n}\n}\n"}, tmp_path)


def said(tmp_path: Path, *clauses: str, more: str = "") -> tuple[str, str, tuple[str, ...]]:
    """Return the place, label and help of the one fault there is."""
    (fault,) = found(tmp_path, *clauses, more=more)
    assert "failed-example" == fault.code
    assert fault.primary is not None
    return fault.primary.span.text, fault.primary.message, fault.help


@pytest.mark.parametrize(
    "clauses",
    [
        (GIVEN, 'when "wizard s1b"', f'then "{AFTER_S1}"'),
        (GIVEN, 'when "wizard s1b"', f'then "{AFTER_S1.replace("bbyr", "rbyb")}"'),
        (GIVEN, 'when "wizard s1b"', "then nobody fills flask", "then turn continues"),
        (GIVEN, "then moves 4"),
        (GIVEN, 'when "wizard s5r"', "then forbidden by card.wizard"),
    ],
    ids=["board", "order of wizards", "flask and turn", "moves", "forbidden"],
)
def test_an_example_that_is_true(tmp_path: Path, clauses: tuple[str, ...]):
    """Nothing is reported."""
    assert [] == found(tmp_path, *clauses)


def test_another_board(tmp_path: Path):
    """The spaces that differ are named, with what was expected and what came out."""
    at, label, help = said(tmp_path, GIVEN, 'when "wizard s1b"', f'then "{BOARD}"')

    assert f'then "{BOARD}"' == at
    assert f'it becomes "{AFTER_S1}"' == label
    assert "s1 should be `Rbyr` and is `Ryr`; s2 should be `Nbyr` and is `Nbbyr`" == help[0]


def test_another_number_of_moves(tmp_path: Path):
    """The report lists the possible moves."""
    at, label, help = said(tmp_path, GIVEN, "then moves 3")

    assert ("then moves 3", "4 moves are allowed") == (at, label)
    assert "allowed: `wizard s1b`, `wizard s2b`, `wizard s3b`, `wizard s4b`" == help[0]


def test_a_move_that_is_not_allowed(tmp_path: Path):
    """The report points to the move, once, with the rule against it."""
    at, label, help = said(tmp_path, GIVEN, 'when "wizard s1y"', "then y home", "then turn over")

    assert ('"wizard s1y"', "`wizard s1y` is not allowed here") == (at, label)
    assert help[0].startswith("that wizard belongs to Yellow")
    assert "(card.wizard, rulesets/core/cards.wtr:3)" in help[0]


@pytest.mark.parametrize(
    ("then", "label"),
    [
        ("then b fills flask", "expected `b`, but nobody fills a flask"),
        ("then b home", "expected `b`, but nobody came home"),
        ("then turn over", "expected `over`, but the turn continues"),
        ("then forbidden", "`wizard s1b` is allowed by `card.wizard`"),
    ],
)
def test_something_else_happens(tmp_path: Path, then: str, label: str):
    """The report says at the clause what happened instead."""
    assert (then, label) == said(tmp_path, GIVEN, 'when "wizard s1b"', then)[:2]


def test_another_rule_forbids_it(tmp_path: Path):
    """The report names the rule that does forbid it."""
    _, label, help = said(
        tmp_path, GIVEN, 'when "wizard s5r"', "then forbidden by castle.no_tower_on_top"
    )

    assert "`castle.no_tower_on_top` does not forbid it" == label
    assert "`card.wizard` forbids it" == help[0]


@pytest.mark.parametrize(
    ("given", "at", "label"),
    [
        (GIVEN.replace("Rr/N", "Rr/NK"), "K", "there is one castle in the game, on s0, and another on s6"),
        (GIVEN.replace("Rr/", "Rbbb/"), "b", "7 blue wizards on the board, of 4 in the game"),
        (GIVEN.replace("w1", "w17"), None, "there is no card `w17`"),
        (f"{GIVEN} roll 3", None, "the card `w1` has no die, so nothing is rolled for it"),
        ("given start for 6 players", None, "house is for 2, 3 players, not 6"),
    ],
    ids=["two castles", "too many wizards", "unknown card", "no die", "too many players"],
)  # fmt: skip
def test_a_position_that_cannot_be(tmp_path: Path, given: str, at: str | None, label: str):
    """The report points to what is wrong with the position, and says nothing about the rest."""
    more = "players 2, 3" if "start" in given else ""

    where, message, _ = said(tmp_path, given, 'when "x"', "then forbidden", more=more)

    assert (at or given, label) == (where, message)


def test_a_move_before_the_position(tmp_path: Path):
    """An example is read from top to bottom."""
    label = said(tmp_path, 'when "wizard s1b"', "then turn over", GIVEN)[1]

    assert "there is no position before this" == label


def test_variants_of_an_example(tmp_path: Path):
    """An example is played with the variants it names, and not without them."""
    calm = "variant calm { override board.capacity = 3 }"
    clauses = (GIVEN, "then moves 2")  # on s2 and s3 stand three already

    assert ["failed-example"] == [fault.code for fault in found(tmp_path, *clauses, more=calm)]
    assert [] == found(tmp_path, "with calm", *clauses, more=calm)


def test_passing_is_listed_first(tmp_path: Path):
    """A player who can cast must pass before playing a card, and the report says so."""
    given = 'given "K/R/N/R/N/R/N/R/N/R/y/././././b" b to move'
    _, label, help = said(
        tmp_path, given, "with full_flasks of b = 1", 'when "discard"', "then turn continues"
    )

    assert "`discard` is not allowed here" == label
    assert any(line.startswith("allowed: `pass`, `cast ") for line in help)


def test_examples_in_a_file_of_their_own(tmp_path: Path):
    """A file that the ruleset names with `examples` is read and played too."""
    house = 'ruleset house {\n  extends en-capstone\n  examples "tries.wtr"\n}\n'
    tries = f"example try {{\n  {GIVEN}\n  then moves 3\n}}\n"

    (fault,) = validate_files({"house.wtr": house, "tries.wtr": tries}, tmp_path)

    assert ("failed-example", "tries.wtr") == (fault.code, Path(fault.file or "").name)


def test_examples_of_the_base_are_not_played_again(tmp_path: Path):
    """What is true of the base need not be true of a house rule on top of it."""
    base = f"ruleset base {{\n  extends en-capstone\n  example try {{ {GIVEN} then moves 4 }}\n}}\n"
    house = "ruleset house {\n  extends base\n  override board.capacity = 3\n}\n"

    assert [] == validate_files({"house.wtr": house, "base.wtr": base}, tmp_path)
    assert [] == validate_file(tmp_path / "base.wtr")


def test_moves_after_a_move(tmp_path: Path):
    """After a move, the moves that follow it are counted; before it, those of the position."""
    hand = "with hand of b = w2.w2.w3"
    given = 'given "K/R/N/R/N/R/N/R/N/R/y/././././b" b to move card w2'
    # One wizard for one card; then the other two cards, which are different.
    clauses = (given, hand, "then moves 1", 'when "wizard s15b"', "then moves 2")
    assert [] == found(tmp_path, *clauses)
    at, label, help = said(tmp_path, given, hand, 'when "wizard s15b"', "then moves 1")
    assert ("then moves 1", "2 moves are allowed after `wizard s15b`") == (at, label)
    assert "allowed: `card w2`, `card w3`" == help[0]


@pytest.mark.parametrize(
    ("move", "label"),
    [
        ("wizrad s1b", "not a move; did you mean `wizard s1b`?"),
        ("cast move_towr tower s2", "not a move (legal moves:"),
        ("player g", "not a move (legal moves:"),
        ("wizard s1q", "there is no player `q`"),
        ("wizard s99b", "there is no space `s99`"),
        ("wizard s15b", "there is no blue wizard on space 15"),
        ("tower s15", "there is no tower on space 15"),
    ],
)
@pytest.mark.parametrize("then", ["then forbidden", "then forbidden by card.wizard"])
def test_a_forbidden_move_that_is_no_move(tmp_path: Path, move: str, label: str, then: str):
    """That it is not allowed proves nothing: the report points to it and says what is wrong."""
    at, message, _ = said(tmp_path, GIVEN, f'when "{move}"', then)

    assert f'"{move}"' == at
    assert message.startswith(label)


@pytest.mark.parametrize("when", ["", "when full_flasks of p > 1"])
def test_a_rule_against_spells(tmp_path: Path, when: str):
    """The rule forbids the spell, even where nobody is asked for a spell because of it."""
    rule = f'rule silence {{ says en "No spells." forbid player p casts s {when} }}'
    given = f'given "{BOARD}" b to move', "with full_flasks of b = 3"

    clauses = (*given, 'when "cast move_tower tower s9"', "then forbidden by silence")
    assert [] == found(tmp_path, *clauses, more=rule)


@pytest.mark.parametrize("move", ["wizard s5r", "wizard s4y", "tower s9", "card w1", "discard"])
def test_a_forbidden_move_at_the_wrong_time(tmp_path: Path, move: str):
    """Another player's wizard or a move of another decision is a move, and forbidden."""
    assert [] == found(tmp_path, GIVEN, f'when "{move}"', "then forbidden")


def test_examples_stay_with_their_ruleset(tmp_path: Path):
    """An example is about the ruleset it was written for: one with a larger board can build on it."""
    text = f'ruleset evening {{ extends en-capstone example few {{ {GIVEN} when "wizard s1b" then turn continues }} }}'
    larger = "ruleset larger { extends evening override board.spaces = 20 }"

    assert [] == validate_files({"larger.wtr": larger, "evening.wtr": text}, tmp_path)


def test_flasks_that_a_round_begins_with(tmp_path: Path):
    """What rules fill when a round begins is full in a position that says nothing of flasks."""
    rule = "rule gift { on round begins each player q { do fill 2 flasks of q } }"
    spells = ("with spells = move_tower", "then full_flasks of b = 2, empty_flasks of y = 3")

    assert [] == found(tmp_path, GIVEN, *spells, more=rule)


def test_choices_that_cannot_fail(tmp_path: Path):
    """Where there is certainly something to choose, no rule has to say what happens otherwise."""
    rule = """
      memory bid = 0
      memory rival = player
      rule bid { on turn begins choose number k from 1 to 5 set bid = k }
      rule rival {
        on turn begins when bid > 2
        choose player q where q is not active
        set rival = q
      }
      rule pay { on turn ends when rival is known do draw 1 card for rival }
    """
    faults = found(tmp_path, GIVEN.removesuffix(" card w1"), "then moves 5", more=rule)

    assert [] == faults


def test_what_a_failing_example_says(tmp_path: Path):
    """A failing example says which piece is in the box, and which decision comes before a card."""
    piece = "piece dragon on space 10 rule fly { on turn ends do move dragon clockwise 1 }"
    _, _, help = said(tmp_path, GIVEN, "then dragon is on space 10", more=piece)
    assert "`dragon` is in the box: write `D` on the board where it is" == help[0]

    rule = "memory bid = 0 rule ask { on turn begins choose number k from 1 to 3 set bid = k } "
    rule += "rule pay { on turn ends do score bid }"
    _, label, help = said(tmp_path, GIVEN, "then moves 1", more=rule)
    assert "blue cannot play `w1` now" == label
    assert help[0].startswith("another decision comes first: `number 1`, `number 2`, `number 3`;")


def test_the_number_of_a_card_that_others_read(tmp_path: Path):
    """A card need not use its number itself if a rule asks for its value; pieces have letters."""
    rules = """
      piece key on space 8
      deck mine { 3 x ruby 2 }
      card ruby(number n) { name en "ruby" do score 1 }
      rule mine.dug {
        on round begins
        do reveal mine
        perform revealed of mine
        do score value of revealed of mine
        do move key clockwise 1
      }
    """
    (fault,) = found(tmp_path, GIVEN.replace("/./.", "/P/.", 1), "then moves 1", more=rules)
    assert ("unknown-letter", ("the pieces of these rules are written `E` key",)) == (
        fault.code, fault.help,
    )  # fmt: skip


GAME_OVER = (
    'given "K/R/N/R/N/R/N/R/N/R/y/././././b b home=4,0 flasks=0.6.0,6.0.0'
    ' hands=w1.t1.t1,t1.t2.t2" ',
    'when "card w1"',
    'when "wizard s15b"',
)
AT_ONCE = "rule end.at_once { on wizard w enters castle end game stalled }"


@pytest.mark.parametrize("result", ["game over", "game over stalled"])
def test_the_outcome(tmp_path: Path, result: str):
    """An example may say with which outcome the game ended."""
    assert [] == found(tmp_path, *GAME_OVER, f"then {result}", more=AT_ONCE)


def test_another_outcome(tmp_path: Path):
    """The report names the outcome that the game had."""
    at, label, _ = said(tmp_path, *GAME_OVER, "then game over won", more=AT_ONCE)

    assert "then game over won" == at
    assert "expected `game over won`, but the outcome is `stalled`" == label


def test_a_game_without_an_outcome(tmp_path: Path):
    """A rule may end the game without naming an outcome."""
    more = AT_ONCE.replace(" stalled", "")
    _, label, _ = said(tmp_path, *GAME_OVER, "then game over won", more=more)

    assert "expected `game over won`, but the game ends without an outcome" == label


@pytest.mark.parametrize("result", ["game over", "game over won"])
def test_no_outcome_yet(tmp_path: Path, result: str):
    """A game that goes on has no outcome."""
    _, label, _ = said(tmp_path, GIVEN, 'when "wizard s1b"', f"then {result}")

    assert f"expected `{result}`, but the game goes on" == label


def test_an_outcome_that_there_is_not(tmp_path: Path):
    """A misspelt outcome is an error, with the outcome that is meant."""
    (fault,) = found(tmp_path, *GAME_OVER, "then game over stoled", more=AT_ONCE)

    assert ("unknown-name", "there is no outcome called `stoled`") == (fault.code, fault.message)
    assert ("stoled", "did you mean `stalled`?") == (fault.primary.span.text, fault.help[0])


def test_what_is_offered_before_a_move(tmp_path: Path):
    """After a filled flask, spells are offered after the action and before the next card."""
    given = 'given "K/R/Nb/R/Nr/R/N/R/N/R/b/r/./././b" b to move card t1'
    _, _, help = said(tmp_path, given, 'when "tower s1"', 'when "card w1"', "then turn continues")

    offered = "`spell.offer` offers something else before this"
    assert f'write `when "pass"` and `when "pass"` first: {offered}' == help[0]
