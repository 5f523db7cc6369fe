"""What may be chosen before a game on one side only: a variant, a number of players, who plays.

Such a difference needs no position of a game: the set-up shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import field, frozen

from wtrules.editions.changes import Mode
from wtrules.editions.sides import Side
from wtrules.game.game import Game, State
from wtrules.language.physical import PHYSICAL
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

_SEATS = PHYSICAL["table"][0]  # the table with a row for each player


@frozen
class Choice(Value):
    """Something that can be chosen on one side and not on the other, with the set-up it leads to."""

    mode: Mode
    players: tuple[int, ...]  # the numbers of players for which it differs; the first is set up
    rows: tuple[str, ...] = ()  # who plays, if that is what is chosen
    one: State | None = field(default=None, eq=False, repr=False)  # None: it cannot be chosen
    two: State | None = field(default=None, eq=False, repr=False)

    @property
    def is_of_the_box(self) -> bool:
        """Whether the pieces in the box decide it."""
        return bool(self.rows)


def variant_choice(one: Side, two: Side, id: str, seed: int = 0) -> Choice | None:
    """Return the choice of a variant for the numbers of players that only one side allows."""
    games = [_with_variant(side, id) for side in (one, two)]
    mode = next((mode for mode, game in games if game is not None), ())
    return _choice(mode, [game for _, game in games], seed)


def players_choice(one: Side, two: Side, seed: int = 0) -> Choice | None:
    """Return the choice of a number of players that only one side allows."""
    return _choice((), [one.game(), two.game()], seed)


def _choice(mode: Mode, games: list[Game | None], seed: int) -> Choice | None:
    counts = [set(game.players) if game is not None else set[int]() for game in games]
    players = tuple(sorted(counts[0] ^ counts[1]))
    if not players:
        return None
    states = [
        game.start(players[0], seed) if game is not None and players[0] in game.players else None
        for game in games
    ]
    return Choice(mode, players, (), *states)


def _with_variant(side: Side, id: str) -> tuple[Mode, Game | None]:
    variants = side.rules.variants
    if id not in variants:
        return (), None
    chosen = side.rules.chosen
    needed = (name.id for name in variants[id].names(n.Needs))
    mode = tuple(each for each in (*needed, id) if each not in chosen)
    return mode, side.game(mode)


def seats_choice(one: Side, two: Side, seed: int = 0) -> Choice | None:
    """Return who may play on one side only, because there are too few pieces on the other."""
    tables = [_rows(side.rules) for side in (one, two)]
    changed = [row for row in _names(tables) if tables[0].get(row) != tables[1].get(row)]
    order = [*(row for row in _names(tables) if row not in changed), *changed]
    counts = sorted(one.rules.players & two.rules.players)
    found: list[tuple[int, tuple[str, ...], list[Game | None]]] = []
    for count in counts:
        rows = tuple(order[-count:])
        games = [
            side.seated(_SEATS, rows) if table.keys() >= set(rows) else None
            for side, table in zip((one, two), tables, strict=True)
        ]
        if (games[0] is None) != (games[1] is None):
            found.append((count, rows, games))
    if not found:
        return None
    count, rows, games = found[0]
    states = [game.start(count, seed) if game is not None else None for game in games]
    return Choice((), tuple(count for count, _, _ in found), rows, *states)


def _names(tables: Iterable[dict[str, object]]) -> Iterator[str]:
    yield from dict.fromkeys(row for table in tables for row in table)


def _rows(rules: Rules) -> dict[str, object]:
    entry = rules.get("table", _SEATS)
    assert entry is not None
    _, *rows = entry.node_as(n.Table).rows
    return {row.keys[0].text or "": row for row in rows if row.keys}
