"""Tracks that strand pieces: spaces that lead to themselves, ways in without a way out, lost spaces.

A dead end is declared with `none`, so it is never reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wtrules.checks.limits import MOST_SPACES
from wtrules.checks.words import numbers, plural
from wtrules.diagnostics import Diagnostic, report
from wtrules.language.physical import DEAD_END, TRACK, WAYS
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.pieces import piece_kinds
from wtrules.meaning.track import MOST_ROUTES, NOWHERE, Track, track
from wtrules.meaning.values import list_of, number
from wtrules.node import walk
from wtrules.phrase import phrase
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n

# Verbs that take pieces to any space.
_LIFTING = ("put", "place", "place tower", "place shielded tower", "place piece", "release", "swap")


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check that pieces can go on from every space, and come to it."""
    rules = meaning.resolved
    entry = rules.get("table", TRACK)
    spaces, castle = number(rules, "board.spaces"), number(rules, "board.castle")
    if entry is None or spaces is None or castle is None:
        return
    if not castle < spaces <= MOST_SPACES:
        return  # reported by the check of the board
    shape = track(rules)
    if shape.is_ring or shape.routes > MOST_ROUTES:
        return
    loops = list(_to_itself(entry))
    yield from loops
    if not loops:
        yield from _no_way_out(entry, shape, castle)
    yield from _unreachable(rules, entry, shape, castle)


def _to_itself(entry: Entry) -> Iterator[Diagnostic]:
    """Find spaces that lead to themselves."""
    header, *rows = entry.node_as(n.Table).rows
    for row in rows:
        for column, cell in zip(header.cells, row.cells, strict=False):
            for key in row.keys:
                ways = cell.ways or (cell.low,)
                if key.low is not None and key.low == key.high and key.low in ways:
                    yield report(
                        "no-way-out.to-itself",
                        cell.span,
                        column=column.text,
                        low=key.low,
                        dead_end=DEAD_END,
                    )


def _no_way_out(entry: Entry, shape: Track, castle: int) -> Iterator[Diagnostic]:
    """Find parts of the track that one can walk into, but not out of to where the castle can be."""
    reach = [_reached(shape, {space}, (1,)) for space in range(shape.spaces)]
    goals = reach[castle]
    for space in range(shape.spaces):
        inside = reach[space]
        lost = goals - inside
        # A part that is not left again, reported once, for its first space.
        is_closed = NOWHERE not in inside and all(reach[other] == inside for other in inside)
        if not lost or not is_closed or space != min(inside):
            continue
        doors = [
            start
            for start in range(shape.spaces)
            if start not in inside and inside & set(shape.ways_on(start, 1))
        ]
        if doors:
            yield _trap(entry, doors[0], inside, lost)


def _trap(entry: Entry, door: int, inside: Collection[int], lost: Collection[int]) -> Diagnostic:
    cells = (_cell(entry, space) for space in sorted(inside))
    cell = next((cell for cell in cells if cell is not None), None)
    written = _cell(entry, door) is not None
    return report(
        "no-way-out" if written else "no-way-out.as-on-a-ring",
        cell.span if cell is not None else entry.name_span,
        spaces=_spaces(inside),
        goals=_spaces(lost),
        door=door,
        goal=min(lost),
    )


def _unreachable(rules: Rules, entry: Entry, shape: Track, castle: int) -> Iterator[Diagnostic]:
    """Find spaces that nothing walks to and no rule of the file puts anything on."""
    if _lifts_pieces(rules):
        return
    towers = list_of(rules, "board.towers")
    starts = {castle}
    if towers is not None:
        starts |= {(towers.first + i) % shape.spaces for i in range(len(towers.entries))}
    starts |= {space for kind in piece_kinds(rules) for space in kind.starts if space >= 0}
    reached = _reached(shape, starts, (1, -1))
    lost = [space for space in range(shape.spaces) if space not in reached]
    if lost:
        yield report(
            "unreachable-space",
            entry.name_span,
            spaces=_spaces(lost),
            number=plural(len(lost), "space"),
            lost=lost[0],
        )


def _reached(shape: Track, starts: set[int], ways: tuple[int, ...]) -> set[int]:
    """Return the spaces that moves in these directions can come to, the first ones included."""
    found = {(space, way, None) for space in starts for way in ways}
    waiting: list[tuple[int, int, int | None]] = list(found)
    seen: set[tuple[int, int, int | None]] = set(found)
    while waiting:
        space, way, before = waiting.pop()
        for to in shape.ways_on(space, way, before):
            # It may stop there, or come through from here.
            for after in (
                () if to == NOWHERE else [(to, way, space), *((to, w, None) for w in ways)]
            ):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
            if to == NOWHERE:
                seen.add((NOWHERE, way, None))
    return {space for space, _, _ in seen}


def _lifts_pieces(rules: Rules) -> bool:
    """Return whether a rule of the house rule takes pieces off the track, or brings new ones."""
    own = {layer.name for layer in rules.layers if not layer.shipped}
    return any(
        isinstance(node, n.Do) and node.verb in _LIFTING
        for entry in rules.entries.values()
        if any(step.layer in own for step in entry.chain)
        for node in walk(entry.node)
    )


def _cell(entry: Entry, space: int) -> n.Cell | None:
    """Return the cell that says where a space leads clockwise; None if the table has none."""
    header, *rows = entry.node_as(n.Table).rows
    column = next((i for i, cell in enumerate(header.cells) if cell.text == WAYS[0]), None)
    for row in rows:
        for key in row.keys:
            if column is not None and not key.coming_from and key.low is not None:
                if key.low <= space <= (key.high or key.low) and column < len(row.cells):
                    return row.cells[column]
    return None


def _spaces(found: Collection[int]) -> str:
    ordered = sorted(space for space in found if space != NOWHERE)
    return phrase(
        "space {counts}" if len(ordered) == 1 else "spaces {counts}", counts=numbers(ordered)
    )
