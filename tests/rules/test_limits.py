"""Settings have limits; the message says what there would be too much or too little of."""

import pytest

from wtrules.source import SourceFile
from wtrules.validation import validate


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ("override hand.size = 101", "`hand.size` is 101: too many cards in hand"),
        ("override lock.reward = 101", "`lock.reward` is 101: too many flasks"),
        ("override turn.actions = 0", "`turn.actions` is 0: too few actions in a turn"),
        ("override turn.actions = 101", "`turn.actions` is 101: too many actions in a turn"),
    ],
)
def test_a_setting_has_limits(clause: str, message: str):
    """A number that nobody can have meant is refused."""
    text = f"ruleset house {{ extends en-capstone {clause} }}"
    _, faults = validate(SourceFile("house.wtr", text))
    assert [("out-of-range", message)] == [(f.code, str(f.message)) for f in faults[:1]]


@pytest.mark.parametrize(
    "clause", ["override hand.size = 100", "override lock.reward = 100", "override lock.reward = 0"]
)
def test_the_limit_itself_is_allowed(clause: str):
    """The limits are the least and the most that can be written."""
    text = f"ruleset house {{ extends en-capstone {clause} }}"
    _, faults = validate(SourceFile("house.wtr", text))
    assert "out-of-range" not in {fault.code for fault in faults}


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("0..3", "a game for 0 players: too few"),
        ("2..99", "a game for 99 players: too many"),
    ],
)
def test_a_game_has_limits(players: str, message: str):
    """A variant is for a number of players that a game can have."""
    text = f"ruleset house {{ extends en-capstone players {players} }}"
    _, faults = validate(SourceFile("house.wtr", text))
    assert ("out-of-range", message) in [(f.code, str(f.message)) for f in faults]


def test_yes_may_be_written():
    """A condition that is `yes` is meant to be always true; another one may be a mistake."""
    rule = "rule pause {{ on turn ends when {} do fill 1 flasks of actor }}"
    for condition, found in (("yes", False), ("2 > 1", True)):
        text = f"ruleset house {{ extends en-capstone {rule.format(condition)} }}"
        _, faults = validate(SourceFile("house.wtr", text))
        assert found == ("always-holds" in {fault.code for fault in faults})


@pytest.mark.parametrize(
    ("condition", "never"),
    [
        *((f"{kind}_flasks of actor > 60", True) for kind in ("empty", "full", "spent")),
        *((f"{kind}_flasks of actor > 5", False) for kind in ("empty", "full", "spent")),
        ("home of actor > 6", True),
        ("home of actor > 4", False),
        ("height of space of castle > 9", True),
        ("height of space of castle > 8", False),
        ("index of space of castle > 15", True),
        ("index of space of castle > 14", False),
        ("seat of actor > 5", True),
        ("seat of actor > 4", False),
    ],
)
def test_more_than_the_box_has_is_never_counted(condition: str, never: bool):
    """Capstone: for up to six players with at most six flasks each, nine towers, 16 spaces."""
    rule = f"rule pause {{ on turn ends when {condition} do fill 1 flasks of actor }}"
    _, faults = validate(SourceFile("house.wtr", f"ruleset house {{ extends en-capstone {rule} }}"))
    assert never == ("never-fires" in {fault.code for fault in faults})
