"""Clauses and items without blocks as words: what each begins with, and what follows.

A node comes in; a `Line` goes out. `blocks.py` has the nodes with blocks, `format.py` the layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wtrules.language.things import THINGS
from wtrules.node import parts_of
from wtrules.syntax import nodes as n
from wtrules.syntax.lines import Line
from wtrules.syntax.wording import (
    ATOM,
    COMPARISON,
    NOTHING,
    After,
    Piece,
    Pieces,
    action,
    commas,
    in_parentheses,
    listed,
    pieces,
    query,
    quoted,
    term,
    unbroken,
    unit,
    value,
)

# The first words of the clauses of an item are padded to this width; longer ones stick out.
WIDTHS: dict[type[Any], int] = {
    n.Ruleset: len("includes"),
    n.Assumption: len("evidence"),
    n.Topic: len("chapter"),
    n.Chapter: len("holds"),
    n.Label: len("name"),
    n.Piece: len("name"),
    n.Manual: len("implies"),
    **dict.fromkeys(
        (n.Rule, n.Card, n.Spell, n.Outcome, n.Variant, n.Example, n.Add), len("choose")
    ),
}

# Clauses that are this word and their parts, one after the other.
_FIRST_WORDS: dict[type[Any], str] = {
    n.Title: "title",
    n.NameClause: "name",
    n.Assumed: "assumed",
    n.Covers: "covers",
    n.Affects: "affects",
    n.RuleAfter: "after",
    n.LayerAfter: "after",
    n.Code: "code",
    n.Goal: "goal",
    n.Confidence: "confidence",
    n.QuestionKind: "kind",
    n.InChapter: "chapter",
    n.Holds: "holds",
    n.Shows: "shows",
    n.Word: "word",
    n.EditionLanguage: "language",
    n.Needs: "needs",
    n.Excludes: "excludes",
    n.Players: "players",
    n.Includes: "includes",
    n.Examples: "examples",
    n.WhenMove: "when",
    n.Use: "use",
    n.Stop: "stop",
    n.Remove: "remove",
}


# --- clauses ---------------------------------------------------------------------------------


def line_of(node: Any, follower: Any = None) -> Line | None:
    """Return a clause that has no block; None for one that has."""
    after = After(
        word=isinstance(follower, n.Trigger),
        name=isinstance(follower, n.Group | n.Setting),
    )
    word = _FIRST_WORDS.get(type(node))
    if word is not None:
        return Line(word, unbroken(*(_part(getattr(node, name)) for name in parts_of(type(node)))))
    match node:
        case n.Says():
            return Line("says", _said(node))
        case n.Evidence():
            return Line("evidence", _apart(node.phrases))
        case n.Detail():
            return Line("detail", [])
        case n.Illustrates():
            kind = "" if node.kind == "rule" else node.kind
            return Line("illustrates", pieces(kind, node.name.id))
        case n.Cites():
            section = quoted(node.section) if node.section is not None else ""
            parts = (node.manual.id, section, node.page or "", node.stance or "")
            return Line("cites", unbroken(*parts))
        case n.Suppress():
            return Line("suppress", unbroken(node.code.id, quoted(node.reason)))
        case n.Trigger():
            return Line("on", _events(node.events))
        case n.PieceOn():
            return Line("on", _start(node))
        case n.Forbid():
            return Line("forbid", _events(node.events))
        case n.Cost():
            return Line("cost", term(node.value, after=after))
        case n.Worth():
            return Line("worth", term(node.value, after=after))
        case n.DefaultReading() | n.LetterReading():
            word = "default" if isinstance(node, n.DefaultReading) else "letter"
            scope = unbroken("for", listed(node.rulesets)) if node.rulesets else []
            scope += unbroken("with", listed(node.variants)) if node.variants else []
            return Line(word, [*pieces(node.name.id), *scope])
        case n.Reading(bodies=()):
            rest = unbroken(node.name.id, phrases_of(node.phrases))
            rest += _below("unplayable", node.unplayable)
            hang = len(f"{'reading':<{WIDTHS[n.Assumption]}} {node.name.id} ")
            return Line("reading", rest, hang)
        case n.Columns():
            titles = (
                f"{each.language} {', '.join(map(quoted, each.texts))}" for each in node.titles
            )
            return Line("columns", pieces(*titles))
        case n.Extends():
            names = [quoted(base.name) if base.is_path else base.name for base in node.bases]
            bases = commas([pieces(name) for name in names])
            if node.variants:
                bases += unbroken("with", listed(node.variants))
            return Line("extends", bases)
        case n.Picture():
            look = node.look
            return Line("picture", pieces(quoted(look.name) if look.is_path else look.name))
        case n.Given():
            people = "player" if node.players == 1 else "players"
            words = (
                quoted(node.board.value) if node.board is not None else "",
                f"start for {node.players} {people}" if node.players is not None else "",
                f"{node.seat} to move" if node.seat is not None else "",
                f"card {node.card}" if node.card is not None else "",
                f"roll {node.roll}" if node.roll is not None else "",
                f"spell {node.spell}" if node.spell is not None else "",
            )
            return Line("given", pieces(*words))
        case n.ExampleWith():
            return Line("with", commas([*map(_part, node.variants), *map(_fact, node.facts)]))
        case n.Then(what="facts"):
            return Line("then", commas([_fact(fact) for fact in node.facts]))
        case n.Then():
            return Line("then", pieces(_outcome(node)))
        case n.ManualLine():
            return manual_line(node, 0)
        case _:
            return _statement_line(node, after) or _item_line(node, after)


def _statement_line(node: Any, after: After) -> Line | None:
    match node:
        case n.Choose(otherwise=None):
            return Line("choose", commas([query(each) for each in node.queries]))
        case n.Option():
            rest = unbroken(node.name.id, phrases_of(node.phrases))
            return Line("option", rest, len(f"option {node.name.id} "))
        case n.When():
            return Line("when", term(node.condition, after=after))
        case n.End():
            outcome = term(node.outcome, after=after) if node.outcome is not None else []
            return Line("end", unbroken(node.scope, outcome))
        case n.Perform():
            rest = term(node.target, after=after)
            if node.arguments:
                arguments = in_parentheses(commas([term(each) for each in node.arguments]))
                rest = [Piece(node.name + arguments[0].text), *arguments[1:]]
            return Line("perform", rest)
        case n.Set():
            player = term(node.player, ATOM, After(COMPARISON)) if node.player is not None else []
            target = unbroken(node.target.id, "of" if player else "", player, "=")
            return Line("set", unbroken(target, term(node.value, after=after)))
        case n.Let():
            return Line("let", unbroken(f"{node.name.id} =", term(node.value, after=after)))
        case n.Do():
            return Line("do", action(node, after))
        case _:
            return None


def _item_line(node: Any, after: After) -> Line | None:
    match node:
        case n.Define():
            header = f"{node.id.id}{given(node.parameters)} ="
            hang = len(f"define {header} ")
            means = term(node.value, after=after if node.worth is None else NOTHING)
            words = [*unbroken(header, means), *_worth(node.worth, after)]
            return Line("define", words, min(hang, 48))
        case n.Memory():
            words = unbroken("memory", _memory(node, after))
            return Line("secret", words) if node.secret else Line("memory", _memory(node, after))
        case n.Piece(clauses=() | (n.PieceOn(),)):
            return Line("piece", unbroken(piece_header(node), *map(_part, node.clauses)))
        case n.Allowance():
            amount = term(node.amount)
            return Line("allowance", unbroken(f"{node.id.id} =", amount, unit(node.unit)))
        case n.NewValue():
            held = value(node.value, after.name and node.unit is None)
            rest = unbroken("=", held, unit(node.unit))
            return Line(node.id.id, rest, min(len(f"{node.id.id} = "), 48))
        case n.Override():
            inner = _item_line(node.item, after)
            if inner is None:
                return None
            more = inner.hang + len("override ") if inner.hang is not None else None
            return Line("override", unbroken(inner.word, inner.rest), more)
        case n.Add(meaning=n.Addition() as added, id=n.Name() as name):
            header = f"to {node.kind} {name.id}{given(added.parameters)} ="
            hang = len(f"add {header} ")
            return Line("add", unbroken(header, term(added.value, after=after)), min(hang, 48))
        case n.Add(value=n.Value() as added, id=n.Name() as name):
            rest = unbroken(f"to {name.id} =", value(added, after.name))
            return Line("add", rest, min(len(f"add to {name.id} = "), 48))
        case _:
            return None


def given(parameters: tuple[n.Parameter, ...]) -> str:
    """Return what a word is defined for: ` of wizard w`, or `(wizard w, number n)`."""
    shown = [f"{parameter.kind} {parameter.name.id}" for parameter in parameters]
    return f" of {shown[0]}" if len(shown) == 1 else f"({', '.join(shown)})" if shown else ""


def _memory(node: n.Memory, after: After) -> Pieces:
    held: Pieces
    match node.value:
        case n.OneOf():
            held = unbroken("one of", listed(node.value.names))
        case n.KindValue():
            held = pieces(node.value.kind + " followed" * node.value.followed)
        case _:
            held = term(node.value, after=after if node.unit is None is node.worth else NOTHING)
            first = held[0].text.split()[0]
            if first.removesuffix("s") in THINGS and not isinstance(node.value, n.NumberedSpace):
                held = in_parentheses(held)  # `place of w` would be read as the type `place`
    per = unit(node.unit)
    if node.unit is not None and node.unit.scope == "game" and node.unit.each:
        per = f"for each {node.unit.each}"
    return [*unbroken(f"{node.id.id} =", held, per), *_worth(node.worth, after)]


def _worth(worth: n.Worth | None, after: After) -> Pieces:
    return unbroken("worth", term(worth.value, after=after)) if worth is not None else []


def _part(part: Any) -> Pieces:
    """Return a part of a clause that needs no more than itself."""
    match part:
        case n.Name():
            return pieces(part.id)
        case n.Text():
            return pieces(quoted(part.value))
        case n.Range():
            return pieces(range_of(part))
        case n.PieceOn():
            return unbroken("on", _start(part))
        case (n.Phrase(), *_):
            return phrases_of(part)
        case tuple():
            return commas([_part(each) for each in part])
        case _:
            return pieces(part or "")


def piece_header(piece: n.Piece) -> str:
    """Return the name of a piece, with how many there are if that is given."""
    return piece.id.id if piece.number is None else f"{piece.id.id} {piece.number}"


def _start(on: n.PieceOn) -> Pieces:
    is_single = len(on.spaces) == 1 and on.spaces[0].low == on.spaces[0].high
    return unbroken("space" if is_single else "spaces", commas([_part(each) for each in on.spaces]))


def phrases_of(phrases: Sequence[n.Phrase]) -> Pieces:
    return pieces(*(f"{phrase.language} {quoted(phrase.text)}" for phrase in phrases))


def _apart(phrases: Sequence[n.Phrase]) -> Pieces:
    """Return phrases each on a line of its own: translations change one at a time."""
    first, *rest = phrases_of(phrases)
    return [first, *(piece._replace(fresh=True) for piece in rest)]


def _said(says: n.Says) -> Pieces:
    """Return a condition and, on lines of their own, the phrases that it is for."""
    phrases = _apart(says.phrases)
    if says.condition is None:
        return phrases
    first, *rest = phrases
    return [*unbroken("when", term(says.condition)), first._replace(fresh=True), *rest]


def _below(word: str, phrases: Sequence[n.Phrase]) -> Pieces:
    """Return a word with phrases, on lines of their own below what they belong to."""
    first, *rest = unbroken(word, phrases_of(phrases))
    indent = len(word) + 1
    return [
        first._replace(fresh=True),
        *(piece._replace(fresh=True, indent=indent) for piece in rest),
    ]


def _events(events: Sequence[n.Event]) -> Pieces:
    first, *rest = (" ".join(event.words) for event in events)
    return pieces(first, *(f"or {event}" for event in rest))


def range_of(numbers: n.Range) -> str:
    low, high = numbers.low, numbers.high
    return f"{low}" if low == high else f"{low}..{high}"


def _knows(fact: n.Knows) -> Pieces:
    part = fact.shown.part
    match fact.shown.verb:
        case "lift":
            shown = unbroken("wizards beneath", term(_given(part("what"))))
        case "show hand":
            deck = part("from")
            shown = unbroken("hand of", term(_given(part("player"))))
            shown = shown if deck is None else unbroken(shown, "from", term(deck))
        case "show":
            of = part("of")
            shown = term(_given(part("what")))
            shown = shown if of is None else unbroken(shown, "of", term(of, ATOM))
        case _:
            amount, deck = _given(part("amount")), part("from")
            is_single = amount == n.Number(1, span=amount.span)
            shown = unbroken("top", term(amount), "card" if is_single else "cards")
            shown = shown if deck is None else unbroken(shown, "from", term(deck))
    return unbroken(fact.who.id, "knows" if fact.is_so else "does not know", shown)


def _given(part: n.Expr | None) -> n.Expr:
    assert part is not None
    return part


def _fact(fact: n.Fact) -> Pieces:
    if isinstance(fact, n.Knows):
        return _knows(fact)
    if not isinstance(fact, n.Listing):
        return term(fact)
    names = [entry.id for entry in fact.entries] or ["nothing"]
    # Cards are listed as in positions, `w1.t2`; spells have a name each.
    is_cards = not (isinstance(fact.target, n.Name) and fact.target.id == "spells")
    entries = pieces(".".join(names)) if is_cards else commas([pieces(name) for name in names])
    return unbroken(term(fact.target), "=", entries)


def _outcome(then: n.Then) -> str:
    match then.what:
        case "board":
            return quoted(str(then.value))
        case "forbidden":
            return "forbidden" if then.value is None else f"forbidden by {then.value}"
        case "game_over":
            return "game over" if then.value is None else f"game over {then.value}"
        case "moves":
            return f"moves {then.count}"
        case "turn":
            return f"turn {then.value}"
        case "fills":
            flasks = "flask" if then.count is None else f"{then.count} flasks"
            return f"{then.value} fills {flasks}"
        case "scores":
            return f"{then.value} scores {then.count}"
    return _OUTCOMES[then.what].format(then.value)


_OUTCOMES = {
    "home": "{} home",
    "acts": "{} to act",
    "has_turn": "{} to move",
    "wins": "{} wins",
    "only_wins": "only {} wins",
}


# --- rows, settings, deck lines ----------------------------------------------------------------


def _cell(cell: n.Cell) -> str:
    if cell.text is not None:
        return quoted(cell.text) if cell.quoted else cell.text
    if cell.ways:
        return " or ".join(map(str, cell.ways))
    if cell.coming_from:
        return f"{cell.low} coming from {' or '.join(map(str, cell.coming_from))}"
    match cell.low, cell.high:
        case None, None:
            return ""
        case None, int(high):
            return f"<{high + 1}"
        case int(low), None:
            return f">{low - 1}"
        case low, high:
            return f"{low}" if low == high else f"{low}..{high}"


def row_cells(row: n.Row) -> list[str]:
    return [", ".join(map(_cell, row.keys)), *map(_cell, row.cells)]


def deck_line(line: n.DeckLine, width: int) -> str:
    faces = " or ".join(
        face.kind.id + (" die" if face.die else f" {face.value}" if face.value is not None else "")
        for face in line.faces
    )
    rolls = f" rolls {line.rolls}" if line.rolls is not None else ""
    return f"{line.copies:>{width}} x {faces}{rolls}"


def manual_line(node: n.ManualLine, width: int) -> Line:
    """Return a line of a manual, its section in a column."""
    section = quoted(node.section) if node.section is not None else ""
    topic = node.topic.id.ljust(width if section else 0)
    rest = unbroken(topic, section, node.page or "")
    rest += _below("differs", node.differs) if node.differs else []
    return Line(node.stance, rest + _aspects(node.phrased))


def _aspects(aspects: Sequence[n.Aspect]) -> Pieces:
    """Return how a manual puts something, one aspect a line, what it is in a column."""
    width = max((len(aspect.name) for aspect in aspects), default=0)
    written: Pieces = []
    for index, aspect in enumerate(aspects):
        match aspect:
            case n.Aspect("example", n.Name(value)):
                words = pieces("no example" if value == "no" else "example")
            case n.Aspect(name, n.Name(value)):
                words = unbroken(name.ljust(width), value)
            case _:
                words = unbroken(aspect.name.ljust(width), phrases_of(aspect.phrases))
        indent = len("phrased ")
        first, *rest = words if index else unbroken("phrased", words)
        written.append(first._replace(fresh=True, indent=indent if index else 0))
        written += (piece._replace(indent=indent + width + 1) for piece in rest)
    return written
