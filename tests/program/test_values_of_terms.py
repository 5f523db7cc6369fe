"""What terms are in one position, worked out by hand.

space 0      the castle, on a shield
space 1      a raven tower with blue on it
space 2      a plain tower with blue and yellow on it, and a raven tower on top of them
spaces 3, 13, 15   yellow, blue, yellow on the ground
spaces 4 to 9      raven and plain towers by turns
"""

from __future__ import annotations

from pathlib import Path

from tests.rules.helpers import validate_file

LINE = (
    "K/Rb/NbyR/y/R/N/R/N/R/N/./././b/./y b home=2,2 flasks=3.2.1,5.1.0 hands=w2.tdwd,t5w1.t1.w1 "
    "spells=move_wizard,swap_towers"
)
VALUES = {
    # how many there are
    "number of wizards w where own": 3,
    "number of wizards w where own and visible": 2,
    "number of wizards w where hidden": 2,
    "number of wizards w where visible and not own": 2,
    "number of wizards w where level of w = 1": 3,
    "number of wizards w where owner of w is not active": 3,
    "number of wizards w where space of w > space of castle + 2": 3,
    "number of wizards on top of space 2": 0,
    "number of wizards on ground of space 3": 1,
    "number of wizards w beneath (first tower t on space 2 where topmost)": 2,
    "number of towers t": 9,
    "number of towers t where shielded": 5,
    "number of towers t where topmost": 8,
    "number of towers t where not topmost": 1,
    "number of towers t where shielded and topmost": 5,
    "number of towers t where any wizard on top of space of t": 1,
    "number of towers t where any wizard w beneath t": 1,
    "number of towers t where level of t = 1": 8,
    "number of towers t where level of t = 2": 1,
    "number of spaces s where height of s = 0": 8,
    "number of spaces s where height of s = 2": 1,
    "number of spaces s where any wizard on top of s": 4,
    "number of spaces s where no wizard on top of s": 12,
    "number of spaces s where index of s mod 4 = 0": 4,
    "number of players p": 2,
    "number of players p where p is not active": 1,
    "number of players p where full_flasks of p >= 2": 1,
    "number of spells s where laid_out": 2,
    "number of spells s where laid_out and cost of s > 1": 2,
    "number of spells s": 8,
    # numbers
    "height of space 1": 1,
    "height of space 2": 2,
    "height of space 3": 0,
    "level of top of space 2": 2,
    "level of ground of space 2": 0,
    "level of first wizard w on ground of space 3": 0,
    "index of space of castle": 0,
    "index of (space of castle + 17)": 1,
    "index of (space of castle - 1)": 15,
    "index of space of first wizard w where own and level of w = 0": 13,
    "home of active": 2,
    "wizards of active": 5,
    "seat of active": 0,
    "seat of next_player of active": 1,
    "seat of previous_player of active": 1,
    "empty_flasks of active": 3,
    "full_flasks of active": 2,
    "spent_flasks of active": 1,
    "full_flasks of next_player of active": 1,
    "hand_size of active": 2,
    "hand_size of next_player of active": 3,
    "points of active": 0,
    "cost of swap_towers": 2,
    "cost of free_wizard": 1,
    "left of spell.casting": 1,
    "players": 2,
    "board.capacity": 6,
    # over several
    "total level of w for wizard w where own": 2,
    "highest level of w for wizard w": 1,
    "lowest level of w for wizard w where own": 0,
    "highest full_flasks of p for player p": 2,
    "lowest full_flasks of p for player p": 1,
    "total spent_flasks of p for player p": 1,
    # calculated
    "7 / 2": 3,
    "7 mod 3": 1,
    "2 + 3 * 4": 14,
    "(2 + 3) * 4": 20,
    "10 - 3 - 2": 5,
    "3 - 5": -2,
    "(1 when board.capacity > 5 else 2)": 1,
    "(1 when board.capacity > 6 else 2)": 2,
}
TRUE = (
    "castle is on space 0", "space of castle = space 0", "next_player of active is not active",
    "any wizard w where own and hidden", "no wizard w on space 10", "first wizard w on space 3 is known",
    "first wizard w on space 10 is not known", "active is actor", "space 3 < space 4",
    "yes", "not (home of active > 2)", "home of active = 2 and players = 2",
    "home of active = 3 or players = 2", "spells.casters is active",
    "swap_towers is laid_out", "move_castle is not laid_out", "active is not winner",
    "ground of space 4 is shielded", "top of space 4 is shielded", "top of space 5 is not shielded",
    "ground of space 4 is not uppermost", "top of space 4 is uppermost",
)  # fmt: skip


def test_values(tmp_path: Path):
    """Each is what it was found to be on the board; what is not true is reported."""
    said = [*(f"({term}) = {value}" for term, value in VALUES.items()), *TRUE]
    examples = "\n".join(
        f'example v{number} {{ given "{LINE}"  then {what} }}' for number, what in enumerate(said)
    )
    head = 'ruleset values { extends en-capstone  title en "Values" de "Werte" }\n'
    path = tmp_path / "values.wtr"
    path.write_text(head + examples)

    faults = [fault for fault in validate_file(path) if fault.severity.name == "ERROR"]
    assert [] == [(f.message, f.primary.message if f.primary else "", f.help) for f in faults]
