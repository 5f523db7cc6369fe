"""Positions, game files and questions made up at random: real ones, changed part by part."""

from __future__ import annotations

import json
import os
import random
import re
from functools import cache
from typing import Any

from tests.fuzz.rule_files import with_changed_characters
from tests.fuzz.seeds import CASES, SMALL
from wtrules.game.game import Game, State
from wtrules.game.load import load
from wtrules.game.playthrough import History, record

WAYS = (
    ("en-capstone", 2), ("en-capstone", 3), ("en-capstone", 6), ("en-capstone+nasty", 3),
    ("en-capstone+solo", 1), ("en-capstone+coop", 2), ("en-capstone+team", 4),
    ("de-abacus-24+nasty", 3), ("en-abacus-30", 4), ("every-spell", 2), ("small", 2), ("small", 3),
)  # fmt: skip
_PATHS = {"every-spell": CASES / "rulesets/every-spell.wtr", "small": SMALL}
_NUMBERS = (
    0,
    1,
    2,
    3,
    5,
    6,
    9,
    15,
    16,
    17,
    64,
    99,
    127,
    128,
    255,
    1000,
    2**31 - 1,
    2**31,
    2**63,
    10**30,
)
_SIGNS = "byrgopNRK./bbNRK"
_FIELDS = (
    "active", "home", "flasks", "hands", "pile", "discard", "spells", "roll", "points", "winner",
    "outcome", "memory", "at", "frame", "rng", "b", "y", "x", "",
)  # fmt: skip


@cache
def game(name: str) -> Game:
    """Return a game, loaded once."""
    ruleset, *variants = name.split("+")
    return load(_PATHS.get(ruleset, ruleset), variants)


@cache
def _histories() -> dict[str, list[History]]:
    found: dict[str, list[History]] = {}
    for ruleset, players in WAYS:
        for seed in range(3):
            rng = random.Random(f"{ruleset} {players} {seed}")
            history = History.begin(game(ruleset), players, seed)
            while not history.state.is_over and len(history.moves) < 90:
                history.play(history.state.move(rng.choice(history.state.options)))
            found.setdefault(ruleset, []).append(history)
    return found


@cache
def _states(ruleset: str) -> list[State]:
    return [state for history in _histories()[ruleset] for state in history.states[::3]]


@cache
def _lines(ruleset: str) -> list[str]:
    return [str(state) for state in _states(ruleset)]


def prepare() -> None:
    """Play the games that the positions come from, and compile them for both back ends.

    Another process compiles, and this one reads the results from the cache: wasmtime compiles with
    threads, which a process does not inherit that is forked later, so that it would wait for ever.
    """
    pid = os.fork()
    if not pid:
        try:
            for ruleset, players in WAYS:
                game(ruleset).native(players)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    for ruleset, players in WAYS:
        _lines(ruleset)
        game(ruleset).native(players)


# --- positions -----------------------------------------------------------------------------------


def make_position(rng: random.Random) -> str:
    """Return the name of a ruleset, and on the next line a position made up at random."""
    ruleset = rng.choice(WAYS)[0]
    line = rng.choice(_lines(ruleset))
    parts = line.split(" ")
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        _change_position(rng, parts, ruleset)
    line = " ".join(parts)
    if rng.random() < 0.15:  # a board alone, with a seat or without
        line = parts[0] + rng.choice(("", " b", " y", " r", " 0", " q", " b y"))
    if rng.random() < 0.08:
        line = with_changed_characters(rng, line).replace("\n", " ")
    return f"{ruleset}\n{line}"


def _change_position(rng: random.Random, parts: list[str], ruleset: str) -> None:
    at = rng.randrange(len(parts))
    other = rng.choice(_lines(ruleset)).split(" ")
    match rng.randrange(12):
        case 0 | 1 | 2 | 3:
            parts[0] = _changed_board(rng, parts[0])
        case 4:
            del parts[at]
            if not parts:
                parts.append("")
        case 5:
            parts.insert(at, rng.choice((parts[at], rng.choice(other))))
        case 6 | 7:  # the same field of another position
            key = parts[at].partition("=")[0]
            parts[at] = next((p for p in other if p.startswith(f"{key}=")), other[0])
        case 8:
            key, _, value = parts[at].partition("=")
            parts[at] = f"{rng.choice(_FIELDS)}={value}"
        case _:
            parts[at] = _changed_value(rng, parts[at])


def _changed_board(rng: random.Random, board: str) -> str:
    spaces = board.split("/")
    at, to = rng.randrange(len(spaces)), rng.randrange(len(spaces))
    match rng.randrange(8):
        case 0:
            spaces[at], spaces[to] = spaces[to], spaces[at]
        case 1:
            del spaces[at]
        case 2:
            spaces.insert(at, rng.choice((".", spaces[to])))
        case 3:
            spaces[to] = spaces[at]
        case 4:  # everything on one space
            spaces[to], spaces[at] = (spaces[to] + spaces[at]).replace(".", "") or ".", "."
        case _:
            text = spaces[at].replace(".", "")
            place = rng.randrange(len(text) + 1)
            spaces[at] = text[:place] + rng.choice(_SIGNS) + text[place + rng.randrange(2) :]
    return "/".join(spaces)


def _changed_value(rng: random.Random, part: str) -> str:
    """Return a field with a number or a name changed, or some of its list left out or moved."""
    tokens = re.split(r"([=,.:*/])", part)
    at = rng.randrange(len(tokens))
    if tokens[at].lstrip("-").isdigit() and rng.random() < 0.8:
        tokens[at] = str(rng.choice((*_NUMBERS, -1, int(tokens[at]) + 1, int(tokens[at]) - 1)))
    elif rng.random() < 0.5:
        tokens[at] = rng.choice(tokens)
    else:
        del tokens[at : at + 2]
    return "".join(tokens)


# --- game files ----------------------------------------------------------------------------------


@cache
def _game_files() -> list[str]:
    recorded = [path.read_text("utf-8") for path in sorted((CASES / "playthroughs").glob("*.game"))]
    played = [record(history) for some in _histories().values() for history in some]
    shipped = [text for text in recorded if re.match(r"ruleset: (en|de|core|abacus)", text)]
    return [_cut(text) for text in (*shipped, *played) if "ruleset: small" not in text]


def _cut(text: str) -> str:
    """Return the first moves of a game."""
    return "\n".join(text.split("\n")[:60]) + "\n"


_HEADS = (
    "ruleset: core", "ruleset: en-capstone", "ruleset: nowhere", "ruleset: en-capstone+nasty",
    "variants: nasty", "variants: team, nasty", "variants: coop", "players: 0", "players: 3", "players: 65",
    "players: x", "seed: -1", "seed: 18446744073709551616", "seed: 9", "hash: 0", "seats: human, greedy",
    "assume: amb.lock.own=b", "assume: amb.lock.own", "assume: x=y", "result: won b", "result: open",
    "result: stalled", "result:", "turn: 7", "# comment", "",
)  # fmt: skip
_MOVES = (
    "card t5", "card wd2", "tower s3", "tower s3.1", "wizard s3b", "wizard s3.0y", "discard", "accept",
    "reroll", "pass", "spell swap_towers", "cast move_tower", "tower s99", "wizard", "card", "number 3",
    "tower s1 space s2", "s3", "player b", "yes", "tower s-1", "tower s1.99999999999999999999",
)  # fmt: skip


def make_game_file(rng: random.Random) -> str:
    """Return a game file made up at random."""
    text = rng.choice(_game_files())
    lines = text.split("\n")
    blank = lines.index("") if "" in lines else 0
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        in_head = rng.random() < 0.3
        at = rng.randrange(blank + 1) if in_head else rng.randrange(blank, len(lines))
        match rng.randrange(6):
            case 0:
                del lines[at : at + 1]
            case 1:
                lines.insert(at, rng.choice(lines or [""]))
            case 2:
                lines.insert(at, rng.choice(_HEADS if in_head else _MOVES))
            case 3 if at < len(lines):
                lines[at] = rng.choice(_HEADS if in_head else _MOVES)
            case 4 if at < len(lines):
                lines[at] = _changed_value(rng, lines[at])
            case _:
                to = rng.randrange(len(lines) or 1)
                if at < len(lines) and to < len(lines):
                    lines[at], lines[to] = lines[to], lines[at]
        lines = lines or [""]
        blank = min(blank, len(lines) - 1)
    if rng.random() < 0.3:
        lines = lines[: rng.randrange(len(lines) + 1)]
    text = "\n".join(lines)
    return with_changed_characters(rng, text) if rng.random() < 0.06 else text


# --- questions -----------------------------------------------------------------------------------

_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 3, 1.5, 10**20, 1e400, "", "b", "w3", "t5w1", "tdwd", "swap_towers",
    "en-capstone", "nowhere", "en-capstone+nasty", [], {}, ["b"], {"a": 1}, "\u0000", "\ud800", "é" * 50,
)  # fmt: skip
_KEYS = ("board", "position", "seat", "card", "roll", "spell", "players", "ruleset", "x")
_CARDS = ("w1", "w3", "t5", "t1w1", "tdwd", "td2", "wd3", "w9", "x", "")
_SPELLS = (
    "move_wizard",
    "move_tower",
    "headwind_tower",
    "swap_towers",
    "free_wizard",
    "piggyback",
    "x",
)
_ASKED = (
    "en-capstone",
    "en-capstone+nasty",
    "en-capstone+solo",
    "en-capstone+coop",
    "en-abacus-30",
)


def make_question(rng: random.Random) -> str:
    """Return a line of JSON made up at random."""
    ruleset = rng.choice(_ASKED)
    line = make_position(rng).partition("\n")[2]
    if rng.random() < 0.6:
        line = rng.choice(_lines(ruleset))
    asked: dict[str, Any] = {"ruleset": ruleset}
    if rng.random() < 0.4:
        asked["position"] = line
    else:
        asked["board"] = line.split(" ")[0] if rng.random() < 0.9 else line
        asked["seat"] = rng.choice(("b", "y", "r", "g", 0, 1, 5, "q"))
    if rng.random() < 0.6:
        asked["card"] = rng.choice(_CARDS)
    if rng.random() < 0.3:
        asked["roll"] = rng.choice((1, 2, 6, 0, 7, -1))
    if rng.random() < 0.3:
        asked["spell"] = rng.choice(_SPELLS)
    if rng.random() < 0.2:
        asked["players"] = rng.choice((1, 2, 3, 4, 6, 7, 0))
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        asked[rng.choice(_KEYS)] = rng.choice(_VALUES)
    text = json.dumps(asked, ensure_ascii=rng.random() < 0.5)
    return with_changed_characters(rng, text) if rng.random() < 0.08 else text
