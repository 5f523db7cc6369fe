"""The set-up as a scope: rules react when it begins and when it is complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.backends.trails import Trails
from tests.rules.helpers import codes, validate_files
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile

SEEN = """
  memory before = 0
  memory begun = 0
  memory complete = 0
  rule count.game { on game begins set before = hand_size of first player }
  rule count.begin { on setup begins set begun = 10 + hand_size of first player }
  rule count.end { on setup ends set complete = 10 + hand_size of first player }
"""


def game(body: str, base: str = "en-capstone", variants: tuple[str, ...] = ()) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("s.wtr", f"ruleset s {{ extends {base}\n{body}\n}}"), variants)


@pytest.mark.parametrize(
    ("base", "variants", "hand"),
    [("en-capstone", (), 3), ("en-capstone", ("nasty",), 3), ("en-capstone", ("coop",), None)],
)
def test_hands_are_dealt_when_the_set_up_ends(
    base: str, variants: tuple[str, ...], hand: int | None
) -> None:
    """Nobody has a card when it begins; everybody has a hand when it ends, in every variant."""
    made = game(SEEN, base, variants)
    for players in made.players:
        state = made.start(players, seed=2)
        expected = hand if hand is not None else state.numbers("hand_size")[0]
        assert expected > 0
        assert [0] == state.numbers("before")
        assert [10] == state.numbers("begun")
        assert [10 + expected] == state.numbers("complete")


def test_a_part_of_the_set_up_can_be_replaced() -> None:
    """The event belongs to the whole, not to the last of its parts."""
    made = game(
        SEEN + "override rule setup { perform setup.cards.deal perform setup.flasks.per_player }"
    )

    assert [13] == made.start(2).numbers("complete")


def test_the_set_up_ends_with_a_decision() -> None:
    """A rule that reacts may ask; the first turn begins after the answer."""
    made = game(
        "rule gift { on setup ends as first player { choose player q else { } do fill 1 flasks of q } }"
    )
    state = made.start(3)

    assert ["player b", "player y", "player r"] == [move.text for move in state.legal_moves]
    assert not state.has_begun
    state = state.play("player y")
    assert state.has_begun
    assert [0, 1, 0] == state.numbers("full")


def test_the_set_up_can_be_cut_short() -> None:
    """`end setup` leaves out the rest of it, also from a turn inside; later it has no effect."""
    made = game("""
      rule enough { on player p draws card when p is first player end setup }
      memory complete = 0 per setup
      rule done { on setup ends do add 1 to complete }
    """)
    state = made.start(3)

    assert [3, 0, 0] == state.numbers("hand_size")
    assert [1] == state.numbers("complete")
    assert not state.is_over


@pytest.mark.slow
def test_both_back_ends_agree() -> None:
    """All of it together, played at random."""
    made = game(
        SEEN
        + "rule gift { on setup ends as first player { choose player q else { } do fill 1 flasks of q } }"
        + "rule enough { on player p draws card when p is first player and roll = 3 end setup }"
    )
    for players in (2, 4):
        trails = Trails(made.engine(players))
        assert {None} == {trails.first_difference(seed, 800) for seed in range(2)}


def test_rules_that_do_not_refer_to_it_pay_nothing() -> None:
    """Without such a rule, no block of the program marks the beginning or the end."""
    plain = load("en-capstone").program(2)
    heard = game(SEEN).program(2)

    assert not [block for block in plain.blocks if block.name.startswith("setup ")]
    assert [block for block in heard.blocks if block.name.startswith("setup ")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "rule",
    [
        "on setup ends do fill 1 flasks of active",
        "on turn ends when roll = 6 end setup",
    ],
)
def test_a_scope_that_no_rule_opens(rule: str, tmp_path: Path) -> None:
    """A house rule with its own `rule game` is reminded to mark the set-up."""
    text = f"""ruleset own {{ extends en-capstone
      override rule game {{
        says en "Two turns each."
        perform setup
        repeat {{ round {{ each player p {{ turn of p {{ perform turn.course }} }} }} }}
      }}
      rule gift {{ says en "A gift." {rule} }}
    }}"""

    assert "never-fires" in codes(validate_files({"own.wtr": text}, tmp_path))
    marked = text.replace("perform setup\n", "setup { perform setup }\n")
    assert "never-fires" not in codes(validate_files({"own.wtr": marked}, tmp_path))
