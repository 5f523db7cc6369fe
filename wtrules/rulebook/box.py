"""The tables of a rulebook: what is in the box, the deck, the set-up by player count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.rulebook.marks import Marks
from wtrules.rulebook.parts import Table
from wtrules.rulebook.texts import Texts
from wtrules.rules import values
from wtrules.rules.changes import number_list
from wtrules.rules.coverage import texts
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n

# Players, then the wizards and the flasks of each of them.
Supply = tuple[int, tuple[int, ...], tuple[int, ...]]


def box_tables(rules: Rules, words: Texts, marks: Marks) -> Iterator[Table]:
    """Yield what is in the box, and what there is of each colour."""
    towers = [str(kind) for kind in values.entries_of(rules, "board.towers")]
    colours = values.table(rules, "colours")
    deck = rules.get("deck", "deck")
    raven = towers.count("raven")
    rows = [
        (
            "1",
            words(
                "track",
                spaces=values.number(rules, "board.spaces"),
                shields=len(values.entries_of(rules, "board.shields")),
            ),
        ),
        ("1", words("castle")),
        (str(len(towers)), words("towers", raven=raven, plain=len(towers) - raven)),
    ]
    if deck is not None and isinstance(deck.node, n.Deck):
        rows.append((str(deck.node.size), words("cards")))
    rows.append((str(len(list(rules.of_kind("spell")))), words("spell_tiles")))
    totals = {column: _total(colours, column) for column in ("wizards", "flasks")}
    rows += [(str(total), words(column)) for column, total in totals.items() if total]
    faces = values.number(rules, "die.faces")
    if faces:
        rows.append(("1", words("die", faces=faces)))
    yield Table(words("box"), (words("number"), words("piece")), tuple(rows), numeric=(0,))
    if colours is not None:
        lines = list(_colour_rows(rules, colours, words))
        yield Table(
            words("colours"),
            (words("colour"), words("letter"), words("Wizards"), words("Flasks")),
            (
                *lines,
                (words("total"), "", str(totals["wizards"]), str(totals["flasks"])),
            ),
            numeric=(2, 3),
            swatches=tuple(line[1] for line in lines),
            anchor="table-colours",
            mark=marks.of("table", "colours"),
        )


def _total(colours: values.TableValue | None, column: str) -> int:
    if colours is None or column not in colours.columns:
        return 0
    return sum(_count(colours, row, column) for row in colours.rows)


def _count(table: values.TableValue, row: n.Row, column: str) -> int:
    cell = table.cell(row.keys[0].text or "", column)
    return cell if isinstance(cell, int) else 0


def _colour_rows(
    rules: Rules, colours: values.TableValue, words: Texts
) -> Iterator[tuple[str, str, str, str]]:
    letters = values.letters(rules)
    for row in colours.rows:
        id = row.keys[0].text or ""
        wizards, flasks = (_count(colours, row, column) for column in ("wizards", "flasks"))
        if wizards or flasks:
            yield colour_name(rules, id, words), letters.get(id, ""), str(wizards), str(flasks)


def colour_name(rules: Rules, id: str, words: Texts) -> str:
    """Return a colour's name in the language of the book."""
    colours = values.table(rules, "colours")
    name = colours.cell(id, words.language) if colours is not None else None
    return name if isinstance(name, str) else id


def deck_table(rules: Rules, deck: Entry, words: Texts, marks: Marks) -> Table:
    """Return the deck by kinds of cards."""
    node = deck.node
    assert isinstance(node, n.Deck)
    groups: dict[tuple[str, ...], list[n.DeckLine]] = {}
    for line in node.lines:
        groups.setdefault(tuple(face.kind.id for face in line.faces), []).append(line)
    rows = []
    for kinds, lines in groups.items():
        shown = [f"{line.copies}\u00a0×\u00a0{_face(line, kinds, rules, words)}" for line in lines]
        name = f" {words('or')} ".join(card_name(rules, kind, words) for kind in kinds)
        total = sum(line.copies for line in lines)
        rows.append((name[:1].upper() + name[1:], ", ".join(shown), str(total)))
    return Table(
        words("deck", size=node.size),
        (words("card"), words("shows"), words("number")),
        tuple(rows),
        numeric=(2,),
        anchor="deck",
        mark=marks.of("deck", "deck"),
    )


def card_name(rules: Rules, id: str, words: Texts) -> str:
    """Return the name of a kind of cards."""
    entry = rules.get("card", id)
    return (words.phrase(texts(entry.node, n.NameClause)) if entry is not None else "") or id


def _face(line: n.DeckLine, kinds: Sequence[str], rules: Rules, words: Texts) -> str:
    if any(face.die for face in line.faces):
        return words.dice(line.rolls or 1)
    numbers = [str(face.value) for face in line.faces if face.value is not None]
    return "/".join(numbers) if numbers else card_name(rules, kinds[0], words)


def supply_table(rules: Rules, hands: Sequence[Supply], words: Texts, marks: Marks) -> Table:
    """Return what everybody gets, by the number of players."""
    hand = values.number(rules, "hand.size")
    limited = [_fitting(rules, wizards, flasks, words) for _, wizards, flasks in hands]
    with_colours = any(text is not None for text in limited)
    rows = []
    for (players, wizards, flasks), colours in zip(hands, limited, strict=True):
        row = [str(players), _share(wizards, words), _share(flasks, words), str(hand)]
        rows.append((*row, colours or words("any_colour")) if with_colours else tuple(row))
    header = [words("players"), words("Wizards"), words("Flasks"), words("hand")]
    return Table(
        words("supply"),
        (*header, words("fitting")) if with_colours else tuple(header),
        tuple(rows),
        numeric=(0, 1, 2, 3),
        anchor="table-supply",
        mark=marks.of("table", "supply") or marks.of("setting", "hand.size"),
    )


def _share(amounts: tuple[int, ...], words: Texts) -> str:
    if len(amounts) == 1:
        return str(amounts[0])
    if len(set(amounts)) == 1:
        return words("each", n=amounts[0]) if amounts[0] else "0"
    return words("in_all", n=sum(amounts))


def _fitting(
    rules: Rules, wizards: tuple[int, ...], flasks: tuple[int, ...], words: Texts
) -> str | None:
    """Return the colours of which the box holds enough, None if that is all of them."""
    colours = values.table(rules, "colours")
    if colours is None or len(set(wizards)) > 1 or len(wizards) == 1:
        return None
    enough = [
        row.keys[0].text or ""
        for row in colours.rows
        if _count(colours, row, "wizards") >= wizards[0]
        and _count(colours, row, "flasks") >= flasks[0]
    ]
    if len(enough) == len(colours.rows):
        return None
    return ", ".join(colour_name(rules, id, words) for id in enough)


def lights_table(rules: Rules, words: Texts, marks: Marks) -> Table | None:
    """Return how many wizards may start on which tower, None if it is not told by lights."""
    lights = values.list_of(rules, "board.lights")
    castle = values.number(rules, "board.castle")
    towers = values.list_of(rules, "board.towers")
    if lights is None or castle is None or towers is None or towers.first != castle + 1:
        return None
    groups: dict[int, list[int]] = {}
    for number in range(1, len(towers.entries) + 1):
        limit = lights.at(castle + number)
        if isinstance(limit, int):
            groups.setdefault(limit, []).append(number)
    rows = [
        (number_list(numbers).replace("..", "–"), str(limit)) for limit, numbers in groups.items()
    ]
    return Table(
        words("lights"),
        (words("tower_number"), words("lights.row")),
        tuple(rows),
        numeric=(0, 1),
        mark=marks.of("setting", "board.lights"),
    )
