"""The tables of a rulebook: what is in the box, the deck, what everybody gets, lists of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from wtrules.board.track import ways_in_words
from wtrules.language.physical import TOWER_WITH_SHIELD
from wtrules.rulebook.labels import card_name, column_titles, label
from wtrules.rulebook.marks import Marks
from wtrules.rulebook.parts import Table
from wtrules.rulebook.wording import capitalised, dice
from wtrules.rules import values
from wtrules.rules.changes import number_list
from wtrules.rules.decks import named_decks
from wtrules.rules.describe import colour_name, piece_name
from wtrules.rules.model import Entry, Rules
from wtrules.rules.pieces import PieceKind, piece_kinds
from wtrules.rules.track import track
from wtrules.rules.uses import walk_uses
from wtrules.syntax import nodes as n
from wtrules.texts import Texts


@frozen
class Supply:
    """What the players have at the start, seat by seat."""

    players: int
    wizards: tuple[int, ...]
    flasks: tuple[int, ...]
    cards: tuple[int, ...]


def _track(rules: Rules, texts: Texts) -> str:
    """Return how many spaces the track has, and which ways differ from those of a ring."""
    ways = " ".join(ways_in_words(track(rules), texts))
    return texts(
        "rulebook.track.ways" if ways else "rulebook.track",
        spaces=values.number(rules, "board.spaces"),
        shields=len(values.entries_of(rules, "board.shields")),
        ways=ways,
    )


def box_tables(rules: Rules, texts: Texts, marks: Marks) -> Iterator[Table]:
    """Yield what is in the box, and what there is of each colour."""
    towers = [str(kind) for kind in values.entries_of(rules, "board.towers")]
    colours = values.table(rules, "colours")
    deck = rules.get("deck", "deck")
    raven = towers.count(TOWER_WITH_SHIELD)
    rows = [
        ("1", _track(rules, texts)),
        ("1", texts("rulebook.castle")),
        (str(len(towers)), texts("rulebook.towers", raven=raven, plain=len(towers) - raven)),
    ]
    rows += [(str(kind.number), _piece(rules, kind, texts)) for kind in piece_kinds(rules)]
    if deck is not None and isinstance(deck.node, n.Deck):
        rows.append((str(deck.node.copies), texts("rulebook.cards")))
    for named in named_decks(rules):
        name = label(rules, named.id, texts)
        rows.append((str(named.node_as(n.Deck).copies), texts("rulebook.named_cards", name=name)))
    rows.append((str(len(list(rules.of_kind("spell")))), texts("rulebook.spell_tiles")))
    totals = {column: _total(colours, column) for column in ("wizards", "flasks")}
    rows += [
        (str(total), texts(f"rulebook.pieces.{column}"))
        for column, total in totals.items()
        if total
    ]
    faces = values.number(rules, "die.faces")
    if faces:
        rows.append(("1", texts("rulebook.die", faces=faces)))
    yield Table(
        texts("rulebook.box"),
        (texts("rulebook.number"), texts("rulebook.piece")),
        tuple(rows),
        numeric=(0,),
    )
    if colours is not None:
        lines = list(_colour_rows(rules, colours, texts))
        yield Table(
            texts("rulebook.colour_table"),
            (
                texts("rulebook.colour"),
                texts("rulebook.letter"),
                texts("rulebook.wizard_column"),
                texts("rulebook.flask_column"),
            ),
            (
                *lines,
                (texts("rulebook.total"), "", str(totals["wizards"]), str(totals["flasks"])),
            ),
            numeric=(2, 3),
            swatches=tuple(line[1] for line in lines),
            mark=marks.of("table", "colours"),
        )


def _piece(rules: Rules, kind: PieceKind, texts: Texts) -> str:
    """Return a piece beside wizards, towers and the castle, and where it starts."""
    name = piece_name(rules, kind.id, texts.language)
    if not kind.starts:
        return name
    spaces = ", ".join(map(str, kind.starts))
    return texts("rulebook.piece_starts", name=name, spaces=spaces, n=len(kind.starts))


def _total(colours: values.TableValue | None, column: str) -> int:
    if colours is None or column not in colours.columns:
        return 0
    return sum(_count(colours, row, column) for row in colours.rows)


def _count(table: values.TableValue, row: n.Row, column: str) -> int:
    cell = table.cell(row.keys[0].text or "", column)
    return cell if isinstance(cell, int) else 0


def _colour_rows(
    rules: Rules, colours: values.TableValue, texts: Texts
) -> Iterator[tuple[str, str, str, str]]:
    letters = values.letters(rules)
    for row in colours.rows:
        id = row.keys[0].text or ""
        wizards, flasks = (_count(colours, row, column) for column in ("wizards", "flasks"))
        if wizards or flasks:
            yield (
                colour_name(rules, id, texts.language),
                letters.get(id, ""),
                str(wizards),
                str(flasks),
            )


def deck_table(rules: Rules, deck: Entry, texts: Texts, marks: Marks) -> Table:
    """Return a deck by kinds of cards."""
    node = deck.node
    assert isinstance(node, n.Deck)
    groups: dict[tuple[str, ...], list[n.DeckLine]] = {}
    for line in node.lines:
        groups.setdefault(tuple(face.kind.id for face in line.faces), []).append(line)
    rows = []
    for kinds, lines in groups.items():
        shown = [f"{line.copies}\u00a0×\u00a0{_face(line, kinds, rules, texts)}" for line in lines]
        name = f" {texts('rulebook.or')} ".join(card_name(rules, kind, texts) for kind in kinds)
        total = sum(line.copies for line in lines)
        rows.append((capitalised(name), ", ".join(shown), str(total)))
    title = texts("rulebook.deck", size=node.copies)
    if node.id is not None:
        name = capitalised(label(rules, deck.id, texts))
        title = texts("rulebook.named_deck", name=name, size=node.copies)
    return Table(
        title,
        (texts("rulebook.card"), texts("rulebook.shows"), texts("rulebook.number")),
        tuple(rows),
        numeric=(2,),
        mark=marks.of("deck", deck.id),
    )


def _face(line: n.DeckLine, kinds: Sequence[str], rules: Rules, texts: Texts) -> str:
    if any(face.die for face in line.faces):
        return dice(line.rolls or 1, texts)
    numbers = [str(face.value) for face in line.faces if face.value is not None]
    return "/".join(numbers) if numbers else card_name(rules, kinds[0], texts)


def supply_table(
    rules: Rules, supplies: Sequence[Supply], setup: Iterable[Entry], texts: Texts, marks: Marks
) -> Table:
    """Return what everybody gets, by the number of players; *setup* are the rules that give it."""
    limited = [_fitting(rules, supply, texts) for supply in supplies]
    with_colours = any(text is not None for text in limited)
    rows = []
    for supply, colours in zip(supplies, limited, strict=True):
        amounts = (_share(supply.wizards, texts), _share(supply.flasks, texts))
        row = [str(supply.players), *amounts, _hand(supply.cards, texts)]
        rows.append((*row, colours or texts("rulebook.any_colour")) if with_colours else tuple(row))
    header = [
        texts("rulebook.player_column"),
        texts("rulebook.wizard_column"),
        texts("rulebook.flask_column"),
        texts("rulebook.hand_column"),
    ]
    return Table(
        texts("rulebook.supply"),
        (*header, texts("rulebook.fitting")) if with_colours else tuple(header),
        tuple(rows),
        numeric=(0, 1, 2, 3),
        mark=_supply_mark(setup, marks),
    )


def _supply_mark(setup: Iterable[Entry], marks: Marks) -> str | None:
    """Return the mark of a table or setting that says how much the players get."""
    for entry in setup:
        for node in walk_uses(*entry.statements()):
            amount = _amount(node)
            names = walk_uses(amount) if amount is not None else ()
            for name in (each for each in names if isinstance(each, n.Name)):
                table = name.id.rpartition(".")[0]
                mark = marks.of("table", table) or marks.of("setting", name.id)
                if mark is not None:
                    return mark
    return None


def _amount(node: object) -> n.Expr | None:
    """Return how many flasks, cards or wizards a statement gives, None if it gives nothing."""
    if isinstance(node, n.Do) and node.verb in ("take", "draw"):
        return node.part("amount")
    if isinstance(node, n.Repeat):
        inner = walk_uses(*node.body.statements)
        if any(isinstance(each, n.Do) and each.verb == "place" for each in inner):
            return node.term
    return None


def _share(amounts: tuple[int, ...], texts: Texts) -> str:
    if len(amounts) == 1:
        return str(amounts[0])
    if len(set(amounts)) == 1:
        return texts("rulebook.each", n=amounts[0]) if amounts[0] else "0"
    return texts("rulebook.in_all", n=sum(amounts))


def _hand(cards: tuple[int, ...], texts: Texts) -> str:
    return str(cards[0]) if len(set(cards)) == 1 else _share(cards, texts)


def _fitting(rules: Rules, supply: Supply, texts: Texts) -> str | None:
    """Return the colours of which the box holds enough, None if that is all of them."""
    colours = values.table(rules, "colours")
    if colours is None or len(set(supply.wizards)) > 1 or supply.players == 1:
        return None
    enough = [
        row.keys[0].text or ""
        for row in colours.rows
        if _count(colours, row, "wizards") >= supply.wizards[0]
        and _count(colours, row, "flasks") >= supply.flasks[0]
    ]
    if len(enough) == len(colours.rows):
        return None
    return ", ".join(colour_name(rules, id, texts.language) for id in enough)


def list_table(rules: Rules, entry: Entry, texts: Texts, marks: Marks) -> Table | None:
    """Return a setting that is a numbered list as a table, None if it is something else."""
    listed = values.list_of(rules, entry.id)
    node = entry.node
    if listed is None or not isinstance(node, n.Setting) or node.value.first is None:
        return None
    groups: dict[str, list[int]] = {}
    for place, value in enumerate(listed.entries, listed.first):
        groups.setdefault(str(value), []).append(place)
    titles = column_titles(rules, entry.id, texts)
    if len(titles) != 2:
        titles = (texts("rulebook.list.place"), texts("rulebook.list.value"))
    return Table(
        label(rules, entry.id, texts),
        titles,
        tuple((number_list(places).replace("..", "–"), value) for value, places in groups.items()),
        numeric=(0, 1),
        mark=marks.of(entry.kind, entry.id),
    )
