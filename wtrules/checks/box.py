"""The pieces in the box: enough for every number of players."""

from __future__ import annotations

from collections.abc import Iterator, Set

from attrs import frozen

from wtrules.checks.limits import Limit, out_of_range
from wtrules.checks.setting_uses import setting_uses
from wtrules.checks.survey import Key, survey
from wtrules.checks.words import numbers, plural
from wtrules.diagnostics import Diagnostic, report, wording
from wtrules.diagnostics.fix import replace
from wtrules.language.physical import PIECES, TRACK, WAYS
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.reach import rules_in_force
from wtrules.meaning.track import track
from wtrules.meaning.values import TableValue, list_of, number, table
from wtrules.node import walk
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value


@frozen
class Supply(Value):
    """A column of a table by player count: how many pieces the players get in the set-up."""

    name: str  # `table.column`, as rules write it
    piece: str  # `wizards` or `flasks`
    table: TableValue
    column: str
    everybody: bool  # each player gets so many, rather than one player for all

    def needs(self, players: Set[int]) -> Iterator[tuple[int, n.Cell, int]]:
        """Yield the numbers of players with a cell, the cell, and the lowest number in it."""
        place = self.table.columns.index(self.column)
        for count in sorted(players):
            row = self.table.row(count)
            cell = row.cells[place] if row is not None and place < len(row.cells) else None
            if cell is not None and cell.low is not None:
                yield count, cell, cell.low


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Compare what each player count needs with the contents of the box."""
    rules = meaning.resolved
    colours = table(rules, "colours")
    if colours is not None and colours.rows:
        yield from _colours(rules, colours, rules.players)
        yield from _crowds(colours, max(rules.players, default=1))
    for supply in _supplies(rules):
        if colours is not None and supply.piece in colours.columns:
            yield from _box(rules, supply, colours)
        for lights in sorted(setting_uses(rules).rooms):
            yield from _places(rules, supply, lights)


def _crowds(colours: TableValue, players: int) -> Iterator[Diagnostic]:
    """Check that the wizards of all players can be counted on one surface: 31 bits for all of them."""
    most = (1 << 31 // players) - 1
    for row in colours.rows[:players]:
        wizards = colours.in_row(row, "wizards")
        if isinstance(wizards, int) and wizards > most:
            what = wording("out-of-range.setting.crowd", players=plural(players, "player"))
            limit = Limit(0, most, what)
            cell = row.cells[colours.columns.index("wizards")]
            yield out_of_range("colours.wizards", wizards, cell.span, limit)


def _supplies(rules: Rules) -> Iterator[Supply]:
    """Yield the columns whose numbers of pieces are placed or taken."""
    used = setting_uses(rules)
    amounts = (used.placings, used.amounts.get("take", ()))
    for piece, names in zip(PIECES, amounts, strict=True):
        for name in sorted(names):
            id, _, column = name.partition(".")
            found = table(rules, id)
            if found is not None and found.key == "players" and column in found.columns:
                yield Supply(name, piece, found, column, _each_takes(rules, name))


def _colours(rules: Rules, colours: TableValue, players: frozenset[int]) -> Iterator[Diagnostic]:
    entry = rules.get("table", "colours")
    assert entry is not None
    most = max(players, default=0)
    if most > len(colours.rows):
        yield report(
            "too-few-colours",
            entry.name_span,
            colours=plural(len(colours.rows), "colour"),
            most=most,
            counts=numbers(players),
            more=most - len(colours.rows),
            needed=rules.span,
        )


def _each_takes(rules: Rules, name: str) -> bool:
    """Whether every player takes this amount, rather than one player for all."""
    seen = survey(rules)
    id, _, _ = name.partition(".")
    users = [user for user, at in seen.references("table", id) if at.span.text == name]
    loops = (node for user in users for node in seen.nodes[user] if isinstance(node, n.Each))
    return any(map(_is_for_each, loops))


def _is_for_each(loop: n.Each) -> bool:
    """Whether a loop takes or places something for each player."""
    player = loop.query.variable
    if loop.query.kind != "player" or player is None:
        return False
    actions = (node for node in walk(loop.body) if isinstance(node, n.Do))
    parts = (part for act in actions if act.verb in ("take", "place") for part in act.parts)
    takers = (part.term for part in parts if part.label in ("player", "owner"))
    return any(isinstance(taker, n.Name) and taker.id == player.id for taker in takers)


def _box(rules: Rules, supply: Supply, colours: TableValue) -> Iterator[Diagnostic]:
    piece, everybody = supply.piece, supply.everybody
    place = colours.columns.index(piece)
    held = [
        (row.cells[place].low, row.cells[place])
        for row in colours.rows
        if place < len(row.cells) and row.cells[place].low is not None
    ]
    reported = set()
    for count, need, low in supply.needs(rules.players):
        if id(need) in reported:
            continue
        playing = held[:count]  # players take the colours in the order of the table
        enough = [amount for amount, _ in playing if amount is not None and amount >= low]
        if len(held) >= count and len(enough) < (count if everybody else 1):
            reported.add(id(need))
            amount, cell = min(playing, key=lambda x: x[0] or 0)
            yield report(
                "box-too-small.each" if everybody else "box-too-small",
                need.span,
                replace(need.span, str(amount)),
                count=count,
                low=low,
                amount=amount,
                piece=piece,
                cell=cell.span,
            )


def _places(rules: Rules, supply: Supply, path: str) -> Iterator[Diagnostic]:
    """Compare the wizards to be placed with the room that the list *path* gives them."""
    used, entry, places = setting_uses(rules), rules.get("setting", path), _rooms(rules, path)
    placing = used.rooms[path] & used.placings.get(supply.name, set())
    if entry is None or places is None or not any(kind != "variant" for kind, _ in placing):
        return  # nothing is known of the list, or this set-up does not use it
    room, reached = sum(places.values()), _searched(rules, placing)
    # With a few places within reach, there is a game.
    is_reachable = reached is None or any(places.get(space) for space in reached)
    for count, need, low in supply.needs(rules.players):
        wizards = low * count if supply.everybody else low
        if 0 < wizards <= room and not is_reachable:
            yield _out_of_reach(rules, count, wizards)
            return
        if wizards > room:
            yield report(
                "too-few-places.each" if supply.everybody else "too-few-places",
                entry.value_span,
                count=count,
                wizards=wizards,
                room=room,
                low=low,
                need=need.span,
            )
            return


def _rooms(rules: Rules, path: str) -> dict[int, int] | None:
    """Return for how many wizards there is room on which space, by a list; None if that is not known."""
    lights, towers = list_of(rules, path), list_of(rules, "board.towers")
    spaces = number(rules, "board.spaces")
    if lights is None:
        return None
    lit = range(lights.first, lights.first + len(lights.entries))
    built = range(towers.first, towers.first + len(towers.entries)) if towers is not None else lit
    if spaces is None or max(lit.stop, built.stop) > spaces:
        return None  # reported by the check of the board
    found = {space: x for space, x in zip(lit, lights.entries, strict=True) if isinstance(x, int)}
    if len(found) < len(lit):
        return None
    # A light on a space without a tower is not used.
    return {space: light for space, light in found.items() if space in built}


def _searched(rules: Rules, placing: Set[Key]) -> Set[int] | None:
    """Return the spaces on which the set-up looks for places, beginning at the castle.

    None if that is not known, or if other rules can bring the wizards later.
    """
    shape, castle = track(rules), number(rules, "board.castle")
    if shape.is_ring or castle is None or castle not in range(shape.spaces):
        return None
    found: set[int] = set()
    for key, nodes in survey(rules).nodes.items():
        for node in nodes.of(n.Do):
            if node.verb != "place" or key[0] == "variant":
                continue
            match node.part("on"):
                case n.Ask(query=n.Query(course=n.Course(direction, n.Castle()))) if (
                    key in placing and direction in WAYS
                ):
                    found.update(shape.order(castle, 1 if direction == WAYS[0] else -1))
                case _ if key[0] in ("card", "spell") or key[1] in rules_in_force(rules):
                    return None
    return found


def _out_of_reach(rules: Rules, count: int, wizards: int) -> Diagnostic:
    return report(
        "too-few-places.track",
        rules.entries["setting", "board.castle"].value_span,
        count=count,
        wizards=wizards,
        shape=rules.entries["table", TRACK].name_span,
    )
