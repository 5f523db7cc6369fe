"""How large the arguments of calls may be, and how much of an answer is listed."""

from __future__ import annotations

from wtrules.source import MAX_BYTES

MOST_TEXT = MAX_BYTES  # characters of all rule files together
MOST_FILES = 32
MOST_SHORT = 400  # characters of a name, a move, a title
MOST_POSITION = 20_000  # characters of a position
MOST_MOVES = 5_000  # of one game
MOST_BOT = 4_000_000  # characters of the file of a bot that was trained
MOST_PLAYERS = 64
MOST_SETTINGS = 64
MOST_SEED = 2**53 - 1  # JavaScript has no larger whole numbers
MOST_GAMES = 20_000  # of one simulation
MOST_BUDGET = 20_000  # games for the chances of all moves together
MOST_OPTIONS = 1_000  # listed in a view
MOST_PREVIEWS = 60  # moves of a position that are tried out to show where they lead

# What a worker of the local server may keep in memory, in bytes. The page's own workers have the same limit.
MOST_MEMORY = 2**30

# Calls that may take long; they have a worker of their own.
LONG_CALLS = frozenset({"hint", "chances", "turning", "simulate", "diff", "rulebook"})

# How long the local server waits for an answer before it stops the worker; `patience` multiplies it.
SECONDS = {
    "catalog": 60.0,
    "source": 4.0,
    "choices": 8.0,
    "check": 8.0,
    "complete": 4.0,
    "hover": 4.0,
    "format": 8.0,
    "newRule": 8.0,
    "view": 10.0,
    "play": 10.0,
    "explain": 10.0,
    "positionCheck": 10.0,
    "previews": 10.0,
    "lesson": 30.0,
    "hint": 30.0,
    "chances": 60.0,
    "turning": 120.0,
    "rulebook": 60.0,
    "simulate": 300.0,
    "diff": 300.0,
}
