"""What positions are worth to bots, in points: `value` in `values.program`, made for a ruleset.

The rules say what things are worth (`Program.worth`). The fixed weights are about what every board has: a
way to go, towers on top of wizards, cards in hand. A few random games tell who wins and loses together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from wtrules.program import program as p

TEXT = Path(__file__).with_name("values.program")

WEIGHTS: Mapping[str, int] = {
    "step": 3,  # subtracted for each space from a visible wizard to the castle
    "locked": 40,  # subtracted for a wizard under a tower
    "card": 1,  # a card in hand
    "win": 200,  # at the end; subtracted from the losers
    "rival": 40,  # parts of 128 that count of what the other players have, on average
}

_GAMES = 16  # random games
_ENOUGH = 100_000  # decisions in all of them together


def areas(program: p.Program) -> Mapping[str, int]:
    """Return the number of entries of each array."""
    return dict.fromkeys(("walks", "friend", "together", "apart"), program.players**2)


def constants(program: p.Program) -> dict[str, p.Expr]:
    """Return what the names in capitals stand for."""
    return {
        "AWAY": program.board.distance(p.Var("s"), p.Load("castle", 0)),
        "GAMES": _GAMES if program.players > 2 else 2,
        "ENOUGH": _ENOUGH,
        "WALKERS": _walkers(program),
        **{name.upper(): weight for name, weight in WEIGHTS.items()},
        "RIVAL": WEIGHTS["rival"] // max(1, program.players - 1),
    }


def _walkers(program: p.Program) -> p.Expr:
    """Return how many of the wizards `here` have to come home for `seat`."""
    here, seat, mask = p.Var("here"), p.Var("seat"), program.board.mask
    if program.worth.walks is None:
        return 0

    def of(player: p.Expr) -> p.Expr:
        return p.op("&", p.op(">>", here, p.op("*", player, program.board.bits)), mask)

    if _is_each_alone(program):
        return of(seat)
    pair = p.op("*", seat, program.players)
    return p.chain(
        "+",
        [
            p.op("*", p.Load("walks", p.op("+", pair, other)), of(other))
            for other in range(program.players)
        ],
    )


def _is_each_alone(program: p.Program) -> bool:
    """Whether players bring only their own wizards home."""
    walks = program.functions[program.worth.walks or ""]
    return walks.body == (p.Return(p.op("==", *map(p.Var, walks.parameters))),)


def standing(cells: int, size: int) -> str:
    """Return the function that adds up all surfaces, four at a time; *cells* is their address."""
    fours = [f"(v128.load (i32.const {cells + 4 * i}))" for i in range(0, size - 3, 4)]
    rest = [f"(i32.load (i32.const {cells + 4 * i}))" for i in range(size - size % 4, size)]
    lanes = [f"(i32x4.extract_lane {i} (local.get $sum))" for i in range(4)]
    return f"""
  (func $players_standing (result i32)
    (local $sum v128)
    (local.set $sum {_added("i32x4.add", fours)})
    {_added("i32.add", lanes + rest)})
"""


def _added(add: str, terms: Sequence[str]) -> str:
    """Return the sum of terms as a tree, so that a processor adds several at once."""
    if len(terms) == 1:
        return terms[0]
    half = len(terms) // 2
    return f"({add} {_added(add, terms[:half])} {_added(add, terms[half:])})"


def functions(program: p.Program) -> list[p.Function]:
    """Return the functions of the program that the values are made from."""
    worth = program.worth
    names = (worth.now, worth.coming, worth.ending, worth.walks)
    wanted = p.reached(program.functions, *(name for name in names if name is not None))
    return [program.functions[name] for name in wanted]


def code(program: p.Program) -> str:
    """Return the functions that know the ruleset, as text."""
    worth = program.worth
    lines = [
        "def said(seat):",
        f"    return {_called(worth.now)}",
        "",
        "def coming(seat):",
        f"    return {_called(worth.coming)}",
        "",
        "def ended(seat):",
        f"    return WIN * (2 * winner[seat] - 1) + {_called(worth.ending)}",
        "",
        "def walk():",
        *_walks(program),
        "    return 0",
        "",
    ]
    return TEXT.read_text("utf-8") + "\n" + "\n".join(lines)


def _called(function: str | None) -> str:
    return f"{function}(seat)" if function is not None else "0"


def _walks(program: p.Program) -> list[str]:
    if program.worth.walks is None:
        return []
    return [
        "    for one in range(0, PLAYERS):",
        "        for other in range(0, PLAYERS):",
        f"            walks[one * PLAYERS + other] = {program.worth.walks}(one, other)",
    ]
