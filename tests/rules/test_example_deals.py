"""Examples that set a part of what the rules deal by chance in the set-up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.helpers import validate_files
from wtrules.game.load import load
from wtrules.source import SourceFile

ONE_TRAITOR = """
  secret memory role = one of loyal, traitor for each player
  rule deal {
    says en "One player is the traitor."
    on   setup ends
    secretly { set role of (random player) = traitor }
  }
  define traitors = number of players q where role of q is traitor
  rule pay { says en "Traitors score." on turn ends when role of active is traitor do score traitors for active }
"""
# Everybody has a role of their own; the next player's is the rival of each.
ALL_DIFFERENT = """
  secret memory role = one of nobody, king, thief, guard for each player
  secret memory boss = player
  rule deal {
    says en "One is the king, one the thief, one the guard."
    on   setup ends
    secretly {
      set role of (random player) = king
      set role of (random player q where role of q is nobody) = thief
      each player q where role of q is nobody { set role of q = guard }
      set boss = first player q where role of q is king
    }
  }
  rule pay { says en "The king scores." on turn ends when role of active is king and boss is active do score 1 for active }
  rule spare { says en "Others too." on turn ends when role of active is thief or role of active is guard do score 1 for active }
"""
BOARD = "K/R/N/R/N/R/N/R/N/R/b/y/r/././."
SHORT = f'given "{BOARD}" b to move card w1'
LINE = f'given "{BOARD} b flasks=5.0.0,5.0.0,5.0.0 hands=w1.w2.w3,w1.w2.w3,w1.w2.w3"'
START = "given start for 3 players"
GIVEN = pytest.mark.parametrize("given", [SHORT, LINE, START], ids=["short", "line", "start"])


def found(tmp_path: Path, rules: str, *clauses: str) -> list[str]:
    """Return what is wrong with a house rule for three players that has one example."""
    head = "ruleset house {\n extends plain\n players 3\n"
    text = head + rules + "\nexample try {\n" + "\n".join(clauses) + "\n}\n}\n"
    faults = validate_files({"house.wtr": text}, tmp_path)
    return [fault.primary.message for fault in faults if fault.primary is not None]


@GIVEN
@pytest.mark.parametrize("traitor", "byr")
def test_one_traitor(tmp_path: Path, given: str, traitor: str):
    """Whoever the example makes the traitor is the only one."""
    others = [f"role of {letter} is loyal" for letter in "byr" if letter != traitor]

    assert [] == found(
        tmp_path,
        ONE_TRAITOR,
        given,
        f"with role of {traitor} = traitor",
        f"then role of {traitor} is traitor, {', '.join(others)}",
    )


@GIVEN
@pytest.mark.parametrize("loyal", "byr")
def test_one_who_is_loyal(tmp_path: Path, given: str, loyal: str):
    """If the example says who is loyal, one of the others is the traitor."""
    assert [] == found(
        tmp_path,
        ONE_TRAITOR,
        given,
        f"with role of {loyal} = loyal",
        f"then role of {loyal} is loyal, traitors = 1",
    )


@pytest.mark.slow
@GIVEN
def test_a_deal_that_there_is_not(tmp_path: Path, given: str):
    """What the rules never deal holds all the same; the others have their first value."""
    assert [] == found(
        tmp_path,
        ONE_TRAITOR,
        given,
        "with role of b = traitor, role of r = traitor",
        "then role of b is traitor, role of y is loyal, role of r is traitor",
    )


@GIVEN
@pytest.mark.parametrize("king", "byr")
def test_everything_that_is_dealt_fits(tmp_path: Path, given: str, king: str):
    """The other roles are dealt to the others, and what depends on them fits."""
    kings = "number of players q where role of q is king"
    thieves = "number of players q where role of q is thief"
    guards = "number of players q where role of q is guard"

    assert [] == found(
        tmp_path,
        ALL_DIFFERENT,
        given,
        f"with role of {king} = king",
        f"then ({kings}) = 1, ({thieves}) = 1, ({guards}) = 1, boss is {king}",
    )


@GIVEN
def test_who_knows_what_was_dealt(tmp_path: Path, given: str):
    """The others know their own role, as after every deal, and nobody else's."""
    assert [] == found(
        tmp_path,
        ONE_TRAITOR,
        given,
        "with role of b = traitor",
        "then b knows role of b, y does not know role of b, r does not know role of b",
    )


@GIVEN
@pytest.mark.parametrize("sheriff", "byr")
def test_what_is_known_of_a_deal_fits_too(tmp_path: Path, given: str, sheriff: str):
    """Where the rules show who the sheriff is, everybody knows the sheriff of the example's deal."""
    first, second = (letter for letter in "byr" if letter != sheriff)
    shown = ONE_TRAITOR.replace("traitor", "sheriff").replace(
        "secretly {", "secretly { let t = random player "
    )
    shown = shown.replace("set role of (random player) = sheriff }", "set role of t = sheriff }")
    shown = shown.replace(
        "define",
        'rule badge { says en "A badge." after deal on setup ends '
        "each player q where role of q is sheriff { do reveal role of q } } define",
        1,
    )

    assert [] == found(
        tmp_path,
        shown,
        given,
        f"with role of {first} = loyal, role of {second} = loyal",
        f"then role of {sheriff} is sheriff",
        f"then {first} knows role of {sheriff}, {second} knows role of {sheriff}",
        f"then {first} does not know role of {second}",
    )


def test_a_memory_that_is_not_dealt(tmp_path: Path):
    """What the rules set without chance stays as they set it."""
    rules = """
      memory coins = 0 for each player
      rule purse { says en "Three coins each." on setup ends each player q { set coins of q = 3 } }
      rule pay { says en "Pay." on turn ends when coins of active > 0 set coins of active = coins of active - 1 }
    """

    assert [] == found(
        tmp_path, rules, SHORT, "with coins of b = 1", "then coins of b = 1, coins of y = 3"
    )


@pytest.mark.slow
def test_a_whole_position_says_what_was_dealt(tmp_path: Path):
    """A position with `memory=` says who the traitor is; that is not dealt again."""
    head = f"ruleset house {{ extends en-capstone players 3 {ONE_TRAITOR} }}"
    states = (load(SourceFile("house.wtr", head)).start(3, seed=seed) for seed in range(20))
    loyal, traitor = sorted(set(next(states).numbers("memory.role")))
    line = next(str(s) for s in states if [*s.numbers("memory.role")] == [loyal, traitor, loyal])
    assert "memory=" in line

    assert [] == found(
        tmp_path,
        ONE_TRAITOR,
        f'given "{line}"',
        "with role of b = traitor",
        "then role of b is traitor, role of y is traitor, role of r is loyal",
    )
