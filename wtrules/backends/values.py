"""What positions are worth to bots, in points: `value` in `values.program`, made for a ruleset.

The rules say what counts (`Program.aims`): the wizards still missing in the castle, the flasks still
empty, the points up to seven … A few random games tell how much of each there is at most, and all of
it together is worth as much as all wizards in the castle. The fixed weights are about what every board
has: a way to go, towers on top of wizards, cards in hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from wtrules.program import program as p

TEXT = Path(__file__).with_name("values.program")

WEIGHTS: Mapping[str, int] = {
    "home": 100,  # a wizard in the castle; all of anything else is worth as much as all wizards …
    "beside": 25,  # … or so many per cent of it, if it is needed together with the wizards
    "tie": 1,  # one more of what decides between players who have everything they need
    "step": 3,  # subtracted for each space from a visible wizard to the castle
    "locked": 40,  # subtracted for a wizard under a tower
    "enter": 16,  # subtracted for each space of the nearest wizard, if the first one home can win
    "card": 1,  # a card in hand
    "win": 200,  # at the end; subtracted from the losers
    "goal": 200,  # at the end, if the goal is reached; subtracted if it is missed
    "rival": 40,  # parts of 128 that count of what the other players have, on average
    "race": 90,  # … if the first one home can win
}

_WIZARDS = 5  # that everything is worth if the rules count no wizards
_UNSEEN = 10  # of something that random games never got any of
_GAMES = 16  # random games
_ENOUGH = 100_000  # decisions in all of them together


def areas(program: p.Program) -> Mapping[str, int]:
    """Return the number of entries of each array."""
    pairs, aims = program.players**2, len(program.aims.aims)
    names = {"unit": aims, "least": aims, "walks": pairs}
    if (promise := program.aims.promise) is not None:
        names["promised"] = promise.stop - promise.first
    return names | dict.fromkeys(("friend", "together", "apart"), pairs)


def constants(program: p.Program) -> dict[str, p.Expr]:
    """Return what the names in capitals stand for."""
    aims = program.aims
    return {
        "AWAY": program.distance(p.Var("s"), p.Load("castle", 0)),
        "FAR": program.spaces,
        "AIMS": len(aims.aims),
        "GAMES": _GAMES if program.players > 2 or aims.promise is not None else 2,
        "ENOUGH": _ENOUGH,
        "WALKERS": _walkers(program),
        **{name.upper(): weight for name, weight in WEIGHTS.items()},
        "RIVAL": WEIGHTS["race" if aims.enters else "rival"] // max(1, program.players - 1),
        "ENTER": WEIGHTS["enter"] if aims.enters else 0,
        "STEP": 1 if aims.enters else WEIGHTS["step"],  # then the others matter less
    }


def _walkers(program: p.Program) -> p.Expr:
    """Return how many of the wizards `here` have to come home for `seat`."""
    here, seat, mask = p.Var("here"), p.Var("seat"), (1 << program.bits) - 1
    if program.aims.walks is None and not program.aims.enters:
        return 0

    def of(player: p.Expr) -> p.Expr:
        return p.op("&", p.op(">>", here, p.op("*", player, program.bits)), mask)

    if program.aims.walks is None or _is_each_alone(program):
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
    walks = program.functions[program.aims.walks or ""]
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
    aims = program.aims
    waiting = [aim.function for aim in aims.aims] + [aims.walks] * (aims.walks is not None)
    waiting += [aims.promise.function] if aims.promise is not None else []
    found: dict[str, p.Function] = {}
    while waiting:
        name = waiting.pop()
        if name is not None and name not in found:
            found[name] = program.functions[name]
            parts = p.parts_of(found[name].body)
            waiting += [part.function for part in parts if isinstance(part, p.Call)]
    return list(found.values())


def code(program: p.Program) -> str:
    """Return the functions that know the ruleset, as text."""
    aims = program.aims
    numbered = list(enumerate(aims.aims))
    needs = [i for i, aim in numbered if aim.is_need]
    lines = [
        "def lacks(seat):",
        "    points = 0",
        *(
            f"    points = points {'+' if aim.is_need else '-'} unit[{i}] * {_amount(aim, program)}"
            for i, aim in numbered
        ),
        "    return points",
        "",
        "def ended(seat):",
        "    points = WIN * (2 * winner[seat] - 1)",
        *(
            f"    points = points {'+' if reached else '-'} GOAL * (outcome[0] == {number})"
            for number, reached in enumerate(program.goals, 1)
            if reached is not None
        ),
        "    return points",
        "",
        "def measure():",
        "    for q in range(0, PLAYERS):",
        *(
            line
            for i, aim in numbered
            for line in (
                f"        n = {aim.function}(q)",
                f"        unit[{i}] = max(unit[{i}], n)",
                f"        least[{i}] = min(least[{i}], n)",
                "        for other in range(0, PLAYERS):",
                f"            if {aim.function}(other) != n:",
                "                friend[q * PLAYERS + other] = 0",
            )
        ),
        "    return 0",
        "",
        "def weigh():",
        f"    all = {_WIZARDS}",
        *(f"    all = unit[{i}]" for i in needs if aims.aims[i].counts_homes),
        "    all = max(1, all) * HOME",
        *(line for i, aim in numbered for line in _unit(i, aim)),
        *_walks(program),
        "    return 0",
        "",
    ]
    return TEXT.read_text("utf-8") + "\n" + "\n".join(lines + _promised(program))


def _amount(aim: p.Aim, program: p.Program) -> str:
    is_promised = aim.scores and program.aims.promise is not None
    return f"({aim.function}(seat) + promises(seat))" if is_promised else f"{aim.function}(seat)"


def _promised(program: p.Program) -> list[str]:
    """Return the functions that learn what cards score at the end of games, and count on it."""
    promise = program.aims.promise
    if promise is None:
        return ["def learn():", "    return 0", ""]
    first, stop, games = promise.first, promise.stop, _GAMES * program.players
    deck = next(deck for deck in program.decks if deck.first <= first < deck.stop)
    held = f"hand[seat * {len(deck.cards)} + k + {deck.hands(program.players)}]"
    return [
        "def learn():",
        f"    for k in range({first}, {stop}):",
        "        for q in range(0, PLAYERS):",
        f"            promised[k - {first}] = promised[k - {first}] + {promise.function}(k, q)",
        "    return 0",
        "",
        "def promises(seat):",
        "    n = 0",
        f"    for k in range({first}, {stop}):",
        f"        n = n + {held} * promised[k - {first}]",
        f"    return n // {games}",
        "",
    ]


def _unit(number: int, aim: p.Aim) -> list[str]:
    """Return the lines that turn the most that was seen of something into the points of one of it."""
    if aim.breaks_ties:
        return [f"    unit[{number}] = TIE"]
    if not aim.is_need:
        few = f"unit[{number}] <= least[{number}]"
        return [
            f"    if {few}:",
            f"        unit[{number}] = least[{number}] + {_UNSEEN}",
            f"    unit[{number}] = all // (unit[{number}] - least[{number}])",
        ]
    whole = "all * BESIDE // 100" if aim.beside_homes else "all"
    return [f"    if unit[{number}] > 0:", f"        unit[{number}] = {whole} // unit[{number}]"]


def _walks(program: p.Program) -> list[str]:
    if program.aims.walks is None:
        return []
    return [
        "    for one in range(0, PLAYERS):",
        "        for other in range(0, PLAYERS):",
        f"            walks[one * PLAYERS + other] = {program.aims.walks}(one, other)",
    ]
