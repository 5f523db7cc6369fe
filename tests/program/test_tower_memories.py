"""Memories for each tower: the values go along with the towers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.backends.trails import Trails
from tests.positions import short_position
from tests.rules.helpers import validate_files
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.position.faults import BadPosition
from wtrules.source import SourceFile

# Every tower has its own number, and remembers whether it has a shield. All verbs that move towers occur.
NUMBERED = """
memory number = 0 for each tower
memory raven = not yes for each tower
memory mood = one of calm, angry for each tower
rule numbers {
  on game begins
  each tower t { set number of t = index of space of t  set raven of t = t is shielded }
  set mood of first tower on space 3 = angry
}
rule sinks {
  on tower t lands on s
  when height of s > 3
  do take back (first tower on s)
}
rule rises {
  on round ends
  let s = space of castle + 1
  when can place tower on s
  do place tower on s
  let t = first tower u on s where u is topmost
  set raven of t = t is shielded
}
spell hop { name en "Hop" cost 0 when castable_now
  choose tower t where height of t = 2
  do put t on next space counterclockwise from t }
override spell swap_towers { cost 0 }
override spell headwind_tower { cost 0 }
add to spells.laid_out = hop, swap_towers, headwind_tower
"""


def game(body: str) -> Game:
    """Return the game of a small house rule."""
    return load(SourceFile("towers.wtr", f"ruleset towers {{ extends en-capstone\n{body}\n}}"))


def shields(state: State) -> dict[str, bool]:
    """Return which towers have a shield, by the names that moves use."""
    found = {}
    for space, (height, bits) in enumerate(
        zip(state.numbers("height"), state.numbers("shields"), strict=True)
    ):
        for level in range(1, height + 1):
            tower = space * state.program.board.levels + level
            found[state.name("tower", tower)] = bool(bits >> level & 1)
    return found


@pytest.mark.slow
def test_values_go_along() -> None:
    """After each move, every tower still knows its shield; its number is where it was at first."""
    rules = game(NUMBERED)
    swapped = sunk = 0
    for seed in range(5):
        choose = random.Random(seed)
        state = rules.start(2, seed)
        for _ in range(300):
            if state.is_over:
                break
            move = choose.choice(list(state.legal_moves))
            state = state.play(move)
            swapped += "swap_towers" in move.text
            memories = state.memories
            assert shields(state) == memories["raven"]
            numbers = [number for number in memories["number"].values() if number]
            assert len(numbers) == len(set(numbers))
            angry = [mood for mood in memories["mood"].values() if mood == "angry"]
            assert len(angry) == (3 in numbers)
            sunk += 3 not in numbers
            assert str(state) == str(rules.position(str(state)))
    assert swapped
    assert sunk


def test_back_ends_agree() -> None:
    """Reference and native play the same games."""
    trails = Trails(game(NUMBERED).engine(3))
    assert [None] * 4 == [trails.first_difference(seed, 300) for seed in range(4)]


def test_a_tower_that_is_gone() -> None:
    """A value is not left behind where no tower is: a new tower begins with the first value."""
    rules = """memory wear = 7 for each tower
      rule r { on game begins
        let t = first tower on space 1
        set wear of t = 2
        do take back t
        set wear of t = 3
        do add 1 to wear of t
        do place shielded tower on space 1
        do score wear of first tower on space 1 for first player }"""
    assert [7, 0] == game(rules).start(2, 1).numbers("points")


def test_values_begin_anew_with_each_turn() -> None:
    """`per turn` resets all towers."""
    rules = """memory used = not yes per turn for each tower
      rule one { on tower t leaves s  set used of t = yes }
      rule two { on turn begins do score number of towers where used for active }"""
    state = short_position(game(rules), "K/R/N/R/N/R/N/R/N/R/b/././././y", "b", card="t1")
    state = state.play("card t1").play("tower s1")
    assert 1 == sum(state.memories["used"].values())
    while state.active == 0:
        state = state.play(state.legal_moves[0])
    assert not any(state.memories["used"].values())
    assert [0, 0] == state.numbers("points")


def test_a_position_with_a_value_for_no_tower() -> None:
    """The line is refused, and the message names the place."""
    rules = """memory wear = 0 for each tower
      rule r { on tower t lands on s  do add 1 to wear of t  when wear of t > 1  do score 1 }"""
    state = game(rules).start(2, 1)
    line = str(state)
    assert "memory=" in line
    with pytest.raises(BadPosition, match=r"wear/s0\.1.*none is there"):
        state.game.position(line.replace("memory=", "memory=wear/s0.1:1,"))
    after = state.game.position(line.replace("memory=", "memory=wear/s2.1:1,"))
    assert 1 == after.memories["wear"]["s2"]


def test_of_a_space(tmp_path: Path) -> None:
    """A space has no damage: the message says of what the memory is."""
    text = """ruleset house { extends en-capstone
      memory damage = 0 for each tower
      rule r { on tower t lands on s do add 1 to damage of s when damage > 1 do score 1 }
      }"""
    found = validate_files({"house.wtr": text}, tmp_path)
    messages = [fault.message for fault in found]
    assert [
        "`damage` has a value for each tower",
        "expected a tower, but `s` is a space",
    ] == sorted(messages, key=str.lower), messages
