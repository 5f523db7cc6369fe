"""The tables of a rulebook: what is in the box, the deck, what everybody gets, lists of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from wtrules.board.track import ways_in_words
from wtrules.language.physical import MAIN_DECK, TOWER_WITH_SHIELD
from wtrules.meaning import values
from wtrules.meaning.changes import number_list
from wtrules.meaning.decks import named_decks
from wtrules.meaning.pieces import PieceKind, piece_kinds
from wtrules.meaning.track import track
from wtrules.node import walk
from wtrules.resolve.model import Entry, Rules
from wtrules.rulebook.drawings import Drawings
from wtrules.rulebook.labels import card_name, column_titles, label
from wtrules.rulebook.marks import Marks
from wtrules.rulebook.parts import Block, Notes, Piece, Pieces, Table
from wtrules.rulebook.sources import Sources
from wtrules.rulebook.wording import dice
from wtrules.say.describe import colour_name, piece_name
from wtrules.syntax import nodes as n
from wtrules.texts import Texts, capitalised
from wtrules.value import Value


@frozen
class Supply(Value):
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


def box_blocks(
    rules: Rules,
    lines: Iterable[tuple[Entry, str]],
    drawings: Drawings,
    texts: Texts,
    marks: Marks,
    sources: Sources,
) -> Iterator[Block]:
    """Yield what is in the box, and what there is of each colour.

    *lines* are rules that say what there is besides: `4 landscape tiles`.
    """
    lines_by_entry = {(entry.kind, entry.id): _line(says) for entry, says in lines}
    pieces = (*lines_by_entry.values(), *_in_the_box(rules, drawings, texts, sources))
    yield _with_pictures(
        Table(
            texts("rulebook.box"),
            (texts("rulebook.number"), texts("rulebook.piece")),
            tuple((piece.number, piece.name) for piece in pieces),
            numeric=(0,),
            about=tuple(lines_by_entry),
        ),
        pieces,
    )
    colours = values.table(rules, "colours")
    if colours is not None and (table := _colour_table(rules, colours, texts, marks)) is not None:
        yield table


def _line(says: str) -> Piece:
    """Return a line of the list: a number at its beginning says how many there are."""
    number, _, name = says.partition(" ")
    return Piece(number, name) if number.isdecimal() else Piece("", says)


def _with_pictures(table: Table, pieces: tuple[Piece, ...], *, is_deck: bool = False) -> Block:
    if not any(piece.svg for piece in pieces):
        return table
    return Pieces(table, pieces, is_deck)


def _in_the_box(
    rules: Rules, drawings: Drawings, texts: Texts, sources: Sources
) -> Iterator[Piece]:
    """Yield the pieces of the game, each with its number."""
    towers = [str(kind) for kind in values.entries_of(rules, "board.towers")]
    raven = towers.count(TOWER_WITH_SHIELD)
    facts = Notes((), (*sources.facts("board.shields"), *sources.facts("board.castle")))
    yield Piece("", _track(rules, texts), drawings.track(), facts)
    yield Piece("1", texts("rulebook.castle"), drawings.castle())
    for number, shield in ((len(towers) - raven, False), (raven, True)):
        if number:
            name = texts("rulebook.towers.raven" if shield else "rulebook.towers.plain", n=number)
            yield Piece(str(number), name, drawings.tower(shield))
    for kind in piece_kinds(rules):
        yield Piece(str(kind.number), _piece(rules, kind, texts), drawings.piece(kind))
    wizards = drawings.wizards(values.letters(rules).values())
    for column, svg in (("wizards", wizards), ("flasks", drawings.flasks())):
        if counts := _counts(values.table(rules, "colours"), column):
            name = texts(f"rulebook.pieces.{column}")
            if len(counts) > 1 and len(set(counts)) == 1:
                name = texts("rulebook.pieces.each", name=name, n=counts[0])
            yield Piece(str(sum(counts)), name, svg)
    deck = rules.get("deck", MAIN_DECK)
    if deck is not None:
        yield Piece(str(deck.node_as(n.Deck).copies), texts("rulebook.cards"), drawings.deck())
    for named in named_decks(rules):
        name = texts("rulebook.named_cards", name=label(rules, named.id, texts))
        yield Piece(str(named.node_as(n.Deck).copies), name, drawings.deck())
    if tiles := list(rules.of_kind("spell")):
        yield Piece(str(len(tiles)), texts("rulebook.spell_tiles"), drawings.spell(tiles[0]))
    if faces := values.number(rules, "die.faces"):
        yield Piece("1", texts("rulebook.die", faces=faces), drawings.die(faces))


def _colour_table(
    rules: Rules, colours: values.TableValue, texts: Texts, marks: Marks
) -> Table | None:
    """Return what there is of each colour; None if that is the same for all and nothing is changed."""
    lines = list(_colour_rows(rules, colours, texts))
    mark = marks.of("table", "colours")
    if mark is None and len({line[2:] for line in lines}) == 1:
        return None
    totals = (str(sum(_counts(colours, column))) for column in ("wizards", "flasks"))
    return Table(
        texts("rulebook.colour_table"),
        (
            texts("rulebook.colour"),
            texts("rulebook.letter"),
            texts("rulebook.wizard_column"),
            texts("rulebook.flask_column"),
        ),
        (*lines, (texts("rulebook.total"), "", *totals)),
        numeric=(2, 3),
        swatches=tuple(line[1] for line in lines),
        mark=mark,
    )


def _piece(rules: Rules, kind: PieceKind, texts: Texts) -> str:
    """Return a piece beside wizards, towers and the castle, and where it starts."""
    name = piece_name(rules, kind.id, texts.language)
    if not kind.starts:
        return name
    spaces = ", ".join(map(str, kind.starts))
    return texts("rulebook.piece_starts", name=name, spaces=spaces, n=len(kind.starts))


def _counts(colours: values.TableValue | None, column: str) -> list[int]:
    """Return how many pieces there are of each colour that has some."""
    if colours is None or column not in colours.columns:
        return []
    return [count for row in colours.rows if (count := _count(colours, row, column))]


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


def deck_block(
    rules: Rules, deck: Entry, drawings: Drawings, texts: Texts, marks: Marks, sources: Sources
) -> Block:
    """Return a deck by kinds of cards."""
    node = deck.node_as(n.Deck)
    groups: dict[tuple[str, ...], list[n.DeckLine]] = {}
    for line in node.lines:
        groups.setdefault(tuple(face.kind.id for face in line.faces), []).append(line)
    rows, pieces = [], []
    for kinds, lines in groups.items():
        faces = [(line, _face(line, kinds, rules, texts)) for line in lines]
        shown = [f"{line.copies}\u00a0×\u00a0{face}" for line, face in faces]
        name = f" {texts('rulebook.or')} ".join(card_name(rules, kind, texts) for kind in kinds)
        total = sum(line.copies for line in lines)
        rows.append((capitalised(name), ", ".join(shown), str(total)))
        pieces += [Piece(str(line.copies), "", drawings.card(deck.id, line)) for line in lines]
    title = texts("rulebook.deck", size=node.copies)
    if node.id is not None:
        name = capitalised(label(rules, deck.id, texts))
        title = texts("rulebook.named_deck", name=name, size=node.copies)
    mark = marks.of("deck", deck.id)
    table = Table(
        title,
        (texts("rulebook.card"), texts("rulebook.shows"), texts("rulebook.number")),
        tuple(rows),
        numeric=(2,),
        notes=Notes((), sources.facts(deck.id) if mark is None else ()),
        mark=mark,
        about=(("deck", deck.id),),
    )
    return _with_pictures(table, tuple(pieces), is_deck=True)


def _face(line: n.DeckLine, kinds: Sequence[str], rules: Rules, texts: Texts) -> str:
    if any(face.die for face in line.faces):
        return dice(line.rolls or 1, texts)
    numbers = [str(face.value) for face in line.faces if face.value is not None]
    return "/".join(numbers) if numbers else card_name(rules, kinds[0], texts)


def supply_table(
    rules: Rules, supplies: Sequence[Supply], setup: Iterable[Entry], texts: Texts, marks: Marks
) -> Table | None:
    """Return what everybody gets, by the number of players; *setup* are the rules that give it.

    What nobody gets is left out, and so is the number of players where it makes no difference.
    """
    columns: list[tuple[str, list[str]]] = []
    for title, amounts in (
        ("rulebook.wizard_column", [each.wizards for each in supplies]),
        ("rulebook.flask_column", [each.flasks for each in supplies]),
        ("rulebook.hand_column", [each.cards for each in supplies]),
    ):
        if any(map(any, amounts)):
            columns.append((title, [_share(each, texts) for each in amounts]))
    if not columns:
        return None
    about = tuple(dict.fromkeys(_amounts(rules, setup)))
    limited = [_fitting(rules, supply, texts) for supply in supplies]
    numeric = len(columns)
    if any(text is not None for text in limited):
        colours = [text or texts("rulebook.any_colour") for text in limited]
        columns.append(("rulebook.fitting", colours))
    if all(len(set(cells)) == 1 for _, cells in columns):
        columns = [(title, cells[:1]) for title, cells in columns]
    else:
        players = [str(each.players) for each in supplies]
        columns.insert(0, ("rulebook.player_column", players))
        numeric += 1
    return Table(
        texts("rulebook.supply", n=max(each.players for each in supplies)),
        tuple(texts(title) for title, _ in columns),
        tuple(zip(*(cells for _, cells in columns), strict=True)),
        numeric=tuple(range(numeric)),
        mark=next((mark for key in about if (mark := marks.of(*key)) is not None), None),
        about=about,
    )


def _amounts(rules: Rules, setup: Iterable[Entry]) -> Iterator[tuple[str, str]]:
    """Yield the tables and settings that say how much the players get."""
    for entry in setup:
        for node in walk(*entry.statements()):
            amount = _amount(node)
            names = walk(amount) if amount is not None else ()
            for name in (each for each in names if isinstance(each, n.Name)):
                for key in ("table", name.id.rpartition(".")[0]), ("setting", name.id):
                    if rules.get(*key) is not None:
                        yield key


def _amount(node: object) -> n.Expr | None:
    """Return how many flasks, cards or wizards a statement gives, None if it gives nothing."""
    if isinstance(node, n.Do) and node.verb in ("take", "draw"):
        return node.part("amount")
    if isinstance(node, n.Repeat):
        inner = walk(*node.body.statements)
        if any(isinstance(each, n.Do) and each.verb == "place" for each in inner):
            return node.term
    return None


def _share(amounts: tuple[int, ...], texts: Texts) -> str:
    if len(amounts) == 1:
        return str(amounts[0])
    if len(set(amounts)) == 1:
        return texts("rulebook.each", n=amounts[0]) if amounts[0] else "0"
    return texts("rulebook.in_all", n=sum(amounts))


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
        about=((entry.kind, entry.id),),
    )
