"""Short ways to say it: spaces by a computed number, `on` without `is`, and `it`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.backends.trails import Trails
from tests.positions import short_position
from tests.rules.helpers import validate_files
from tests.syntax.helpers import parse_text
from wtrules.game.game import Game
from wtrules.game.load import load
from wtrules.source import SourceFile

# Nine towers; a raven tower on space 3, blue alone on space 5.
BOARD = "K/R/N/R/N/Rb/N/R/N/R/y/./././././."[:-2]


def game(body: str) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("h.wtr", f"ruleset h {{ extends en-capstone\n{body}\n}}"))


@pytest.mark.parametrize(
    ("space", "expected"),
    [
        ("space bridge.far", 11),
        ("space (bridge.far + 1)", 12),
        ("space bridge.far + 1", 12),  # one space further, which is the same
        ("space steps", 4),
        ("space (steps + 15)", 3),  # 19 of 16 spaces
        ("space (steps - 5)", 15),
        ("space home of first player", 4),
        ("space space of w", 5),
    ],
)
def test_a_space_by_a_number(space: str, expected: int) -> None:
    """A number that is worked out is counted around the ring."""
    made = game(f"""
      bridge {{ far 11 }}
      memory steps = 4
      memory found = 0
      rule look {{ on wizard w leaves p set found = index of ({space}) set steps = steps + 0 }}
    """)
    if "space of w" in space:
        made = game(
            "memory found = 0 rule look { on wizard w lands on p set found = index of (space space of w) - 1 }"
        )
    state = short_position(made, BOARD, "b", card="w1").play("card w1").play("wizard s5b")

    assert [expected] == state.numbers("found")


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("castle on s", "castle is on s"),
        ("w on place of x and x beneath t", "w is on place of x and x is beneath t"),
        ("not castle on first space", "not (castle is on first space)"),
        ("any wizard w on p where w on q", "any wizard w on p where w is on q"),
        ("t above u or castle on space 3", "t is above u or castle is on space 3"),
    ],
)
def test_a_relation_without_is(short: str, long: str) -> None:
    """It is the same tree."""
    form = "rule a {{ on turn begins when {} do roll die }}"

    assert parse_text(form.format(long)) == parse_text(form.format(short))


@pytest.mark.parametrize(
    "event",
    ["turn begins", "wizard w lands on p", "castle lands on p", "deck empty", "player p casts s"],
)
@pytest.mark.parametrize("gap", [" ", "\n"])
def test_an_event_after_a_condition(event: str, gap: str) -> None:
    """`on` before an event begins a clause, on the same line too."""
    text = f"rule a {{ when calm{gap}on {event} do roll die }}"
    file, faults = parse_text(text)

    assert () == faults
    assert parse_text(f"rule a {{ when (calm)\non {event}\ndo roll die }}")[0] == file


def test_it_is_what_was_chosen_last() -> None:
    """With a name or without; only what can be carried out is offered."""
    spells = """
      spell hop { name en "Hop" cost 0 when castable_now choose wizard w where own do move it clockwise 3 }
      spell push { name en "Push" cost 0 when castable_now choose tower where topmost do move it clockwise 2 }
      override spells.laid_out = hop, push
    """
    state = short_position(game(spells), BOARD, "b")
    moves = [move.text for move in state.legal_moves if move.text.startswith("cast")]

    assert "cast hop wizard s5b" in moves
    assert "cast push tower s3" in moves
    assert "b" in state.play("cast hop wizard s5b").board_text.split("/")[8]
    assert "RN" not in state.play("cast push tower s3").board_text.split("/")[3]


def test_it_in_a_loop_and_in_an_event() -> None:
    """Also what a loop is at, and what an event is about."""
    made = game("""
      rule all { on wizard w lands on p
        if it is visible { do score 5 for owner of it }
        each player q where q is not active { do score 1 for it } }
    """)
    state = short_position(made, BOARD, "b", card="w1").play("card w1").play("wizard s5b")

    assert [5, 1] == state.numbers("points")


@pytest.mark.parametrize(
    ("rule", "code", "help"),
    [
        ("on turn ends do move it clockwise 1", "unknown-name", "`it` is what was chosen last"),
        ("on wizard w lands on p when castle on space w do roll die", "type-error",
         "write `space of w`"),
        ("on turn ends when castle on space 16 do roll die", "off-the-ring", ""),
        ("on turn ends when castle on space (15 + 1) do roll die", "off-the-ring", ""),
        ("on turn ends when active on space 3 do roll die", "type-error",
         "write `any wizard w on space 3 where owner of w is active`"),
    ],
)  # fmt: skip
def test_mistakes(rule: str, code: str, help: str, tmp_path: Path) -> None:
    """Each gets one report, with a fix where there is one."""
    text = f'ruleset h {{ extends en-capstone rule x {{ says en "x" {rule} }} }}'
    (fault,) = validate_files({"h.wtr": text}, tmp_path)

    assert code == fault.code
    assert any(line.startswith(help) for line in (*fault.help, ""))


@pytest.mark.slow
def test_both_back_ends_agree() -> None:
    """All of it together, played at random."""
    made = game("""
      memory steps = 3
      rule far { on wizard w lands on p
        do add 5 to steps
        if castle on space (steps - 7) { do put w on space steps } }
      rule near { on round ends choose tower where topmost else { } do move it clockwise 1 }
    """)
    for players in (2, 4):
        trails = Trails(made.engine(players))
        assert {None} == {trails.first_difference(seed, 1000) for seed in range(2)}
