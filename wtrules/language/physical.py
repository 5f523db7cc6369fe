"""Names that rule files define and the physics of the game reads: the only ones Python knows."""

from __future__ import annotations

# The version of what no rule file says: how the generator makes random numbers from a seed, how cards
# are shuffled, how pieces move. It is in all fingerprints, so a change with which recorded games go
# otherwise needs a new one.
VERSION = 1

# The id of the deck that has no name: the cards that players play.
MAIN_DECK = "deck"

# A ruleset must have these.
PHYSICAL = {
    "setting": ("board.spaces", "board.shields", "board.castle", "board.towers", "die.faces"),
    "table": ("colours",),
    "deck": (MAIN_DECK,),
    "rule": ("game",),
}

# Settings that are read if a ruleset has them.
COVERED = "covered.wizards"
COVERED_WORDS = ("remembered", "forgotten")  # by all players, when a tower covers them
READ_BY_NAME = ("board.capacity", "hand.visibility", COVERED)

# The shape of the track, if it is not a plain ring: for some spaces the next one in each direction.
TRACK = "track"
TRACK_KEY = "space"
WAYS = ("clockwise", "counterclockwise")
DEAD_END = "none"

# Tables that are read if a ruleset has them.
TABLES_READ_BY_NAME = (TRACK,)

# What `board.towers` calls towers; the first has a shield.
TOWERS = ("raven", "plain")
TOWER_WITH_SHIELD = TOWERS[0]

# Capital letters that boards in text have for towers and the castle; other pieces have other letters.
BOARD_LETTERS = "KNR"

# The columns of `colours` that count pieces.
PIECES = ("wizards", "flasks")
