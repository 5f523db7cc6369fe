"""The pieces in the box: enough for every number of players."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.report import numbers, plural
from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label
from wtrules.rules.model import Rules
from wtrules.rules.uses import walk_uses
from wtrules.rules.values import TableValue, list_of, number, table
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Compare what each player count needs with the contents of the box."""
    players = rules.players
    colours = table(rules, "colours")
    supply = table(rules, "supply")
    if colours is not None and colours.rows:
        yield from _colours(rules, colours, players)
    if supply is None or supply.key != "players":
        return
    if colours is not None:
        for column in ("wizards", "flasks"):
            if column in supply.columns and column in colours.columns:
                yield from _box(rules, supply, colours, column)
    yield from _places(rules, supply)


def _colours(rules: Rules, colours: TableValue, players: frozenset[int]) -> Iterator[Diagnostic]:
    entry = rules.get("table", "colours")
    assert entry is not None
    most = max(players, default=0)
    if most > len(colours.rows):
        yield survey(rules).between(
            "too-few-colours",
            f"{plural(len(colours.rows), 'colour')} are not enough for {most} players",
            Label(entry.name_span, f"has {plural(len(colours.rows), 'colour')}"),
            Label(rules.span, f"for {numbers(players)} players"),
            f"add {most - len(colours.rows)} with `add to table colours {{ … }}`, "
            "or allow fewer players",
        )


def _each_takes(rules: Rules, column: str) -> bool:
    """Whether every player takes this amount, rather than one player for all."""
    seen = survey(rules)
    for user in seen.users(f"supply.{column}"):
        for node in seen.nodes[user]:
            if isinstance(node, n.Each) and node.query.kind == "player" and node.query.variable:
                name = node.query.variable.id
                for inner in walk_uses(node.body):
                    if isinstance(inner, n.Do) and inner.verb in ("take", "place"):
                        takers = [part.term for part in inner.parts if part.label in _TAKER]
                        if any(isinstance(t, n.Name) and t.id == name for t in takers):
                            return True
    return False


_TAKER = ("player", "owner")


def _box(
    rules: Rules, supply: TableValue, colours: TableValue, column: str
) -> Iterator[Diagnostic]:
    place = colours.columns.index(column)
    held = [
        (row.cells[place].low, row.cells[place])
        for row in colours.rows
        if place < len(row.cells) and row.cells[place].low is not None
    ]
    reported = set()
    everybody = _each_takes(rules, column)
    for count in sorted(rules.players):
        need = _cell(supply, count, column)
        if need is None or need.low is None or id(need) in reported:
            continue
        enough = [amount for amount, _ in held if amount is not None and amount >= need.low]
        if len(held) >= count and len(enough) < (count if everybody else 1):
            reported.add(id(need))
            amount, cell = min(held, key=lambda x: x[0] or 0)
            yield survey(rules).between(
                "box-too-small",
                f"{count} players need {need.low} {column}{' each' if everybody else ''}, "
                f"but the box has only {amount} of a colour",
                Label(need.span, f"{need.low} {column}{' for each player' if everybody else ''}"),
                Label(cell.span, f"only {amount} in the box"),
                f"give out at most {amount}, or put more {column} into the table `colours`",
            )


def _cell(value: TableValue, key: int, column: str) -> n.Cell | None:
    row = value.row(key)
    place = value.columns.index(column)
    return row.cells[place] if row is not None and place < len(row.cells) else None


def _places(rules: Rules, supply: TableValue) -> Iterator[Diagnostic]:
    lights = list_of(rules, "board.lights")
    entry = rules.get("setting", "board.lights")
    if lights is None or entry is None or "wizards" not in supply.columns:
        return
    seen = survey(rules)
    placing = seen.users("board.lights") & seen.users("supply.wizards")
    if not any(kind != "variant" for kind, _ in placing):
        return  # this set-up does not use the lights
    if not all(isinstance(light, int) for light in lights.entries):
        return
    towers = list_of(rules, "board.towers")
    lit = range(lights.first, lights.first + len(lights.entries))
    built = range(towers.first, towers.first + len(towers.entries)) if towers is not None else lit
    if max(lit.stop, built.stop) > (number(rules, "board.spaces") or 64):
        return  # reported by the check of the board
    # A light on a space without a tower is not used.
    room = sum(
        light
        for space, light in zip(lit, lights.entries, strict=True)
        if isinstance(light, int) and space in built
    )
    everybody = _each_takes(rules, "wizards")
    for count in sorted(rules.players):
        need = _cell(supply, count, "wizards")
        if need is None or need.low is None:
            continue
        wizards = need.low * count if everybody else need.low
        if wizards <= room:
            continue
        assert isinstance(entry.node, n.Setting)
        yield survey(rules).between(
            "too-few-places",
            f"{count} players place {wizards} wizards, but there are only {room} lights",
            Label(entry.node.value.span, f"{room} lights on towers in total"),
            Label(need.span, f"{need.low} wizards for {'each of ' * everybody}{count} players"),
            "give the towers more lights, or the players fewer wizards",
        )
        return
