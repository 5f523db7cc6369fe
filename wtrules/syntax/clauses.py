"""Clauses and items without blocks as words: what each begins with, and what follows.

A node comes in; a `Line` goes out. `blocks.py` has the nodes with blocks, `format.py` the layout.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from wtrules.language.things import THINGS
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
    of_pair,
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

# How clauses, and the headers of blocks, are written: words, parts in braces, texts in quotes. What is
# in brackets or parentheses is left out together with the part in it; a line may break before a bracket.
_FORMS: dict[type[Any], str] = {
    n.Title: "title {phrases}",
    n.NameClause: "name {phrases}",
    n.Detail: "detail",
    n.Cites: 'cites {manual} "{section}" {page} {stance}',
    n.Assumed: "assumed {entries}",
    n.Covers: "covers {ids}",
    n.Affects: "affects {ids}",
    n.Suppress: 'suppress {code} "{reason}"',
    n.Trigger: "on {events}",
    n.Forbid: "forbid {events}",
    n.RuleAfter: "after {rules}",
    n.LayerAfter: "after {layers}",
    n.Cost: "cost {value}",
    n.Worth: "worth {value}",
    n.Code: "code {name}",
    n.Picture: "picture {look}",
    n.Goal: "goal {word}",
    n.Confidence: "confidence {name}",
    n.QuestionKind: "kind {name}",
    n.DefaultReading: "default {name} [for {rulesets}] [with {variants}]",
    n.LetterReading: "letter {name} [for {rulesets}] [with {variants}]",
    n.InChapter: "chapter {name}",
    n.Illustrates: "illustrates {kind} {name}",
    n.Given: "given {board} [{seat} to move] [card {card}] [roll {roll}] [spell {spell}]",
    n.Holds: "holds {ids}",
    n.Shows: "shows {ids}",
    n.Word: "word {name} {phrases}",
    n.EditionLanguage: "language {language}",
    n.Extends: "extends {bases} [with {variants}]",
    n.Needs: "needs {variants}",
    n.Excludes: "excludes {variants}",
    n.Players: "players {ranges}",
    n.Includes: "includes {paths}",
    n.Examples: "examples {paths}",
    n.Remove: "remove {kind} {id}",
    n.Allowance: "allowance {id} = {amount} {unit}",
    n.WhenMove: "when {move} (roll {rolls})",
    n.Choose: "choose {queries}",
    n.May: "may",
    n.Either: "either",
    n.If: "if {condition}",
    n.When: "when {condition}",
    n.Each: "each {query}",
    n.As: "as {player}",
    n.Secretly: "secretly (each {query})",
    n.Scope: "{word} (of {player})",
    n.Set: "set {target} (of {player}) = {value}",
    n.Let: "let {name} = {value}",
    n.Use: "use {allowance}",
    n.Stop: "stop",
    n.End: "end {scope} {outcome}",
}
_REPETITIONS = {
    "forever": "repeat",
    "times": "repeat {term} times",
    "while": "repeat while {term}",
}
_OUTCOMES = {
    "board": 'then "{value}"',
    "forbidden": "then forbidden (by {value})",
    "game_over": "then game over {value}",
    "moves": "then moves {count}",
    "turn": "then turn {value}",
    "fills": "then {value} fills {count} flasks",
    "scores": "then {value} scores {count}",
    "home": "then {value} home",
    "acts": "then {value} to act",
    "has_turn": "then {value} to move",
    "wins": "then {value} wins",
    "only_wins": "then only {value} wins",
}
_GROUP = re.compile(r"\[(.*?)\]|\((.*?)\)|(\S+)")
_PART = re.compile(r"\{(\w+)\}")


def _form(node: Any) -> str | None:
    """Return the form of a node; None if it has none."""
    match node:
        case n.Illustrates(kind="rule"):
            return "illustrates {name}"
        case n.Given(players=int(players)):
            return f"given start for {{players}} {'player' if players == 1 else 'players'}"
        case n.WhenMove(by_chance=True):
            return "when {move} by chance"
        case n.Set(player=n.Pair()):
            return None
        case n.Repeat(mode=mode):
            return _REPETITIONS[mode]
        case n.Then(what="fills", count=None):
            return "then {value} fills flask"
        case n.Then(what=what):
            return _OUTCOMES.get(what)
    return _FORMS.get(type(node))


def by_form(node: Any, after: After = NOTHING) -> tuple[str, Pieces] | None:
    """Return a clause, or the header of a block, by its form: its first word, and the rest."""
    form = _form(node)
    if form is None:
        return None
    words: list[str] = []
    breaks = set()  # where a line may break
    for apart, optional, word in _GROUP.findall(form):
        group = apart or optional or word
        if word or all(getattr(node, name) not in (None, ()) for name in _PART.findall(group)):
            breaks.update([len(words)] if apart else [])
            words += group.split()
    lines: list[list[Pieces]] = [[]]
    for index in range(len(words)):
        lines += [[]] if index in breaks else []
        lines[-1].append(_by_word(node, words, index, after))
    return lines[0].pop(0)[0].text, [piece for line in lines for piece in unbroken(*line)]


def _by_word(node: Any, words: list[str], index: int, after: After) -> Pieces:
    """Return a word of a form, or the part of the clause that it stands for."""
    word = words[index]
    name = word.strip('"{}')
    if name == word:
        return pieces(word)
    part = getattr(node, name)
    if name == "board" and part is not None:
        return pieces(_board(part))
    if word[0] == '"':
        return pieces(quoted(part)) if part is not None else []
    if index + 1 < len(words):
        after = After(COMPARISON) if words[index + 1] == "=" else NOTHING
    return _part(part, ATOM if words[index - 1] == "of" else 0, after)


# --- clauses ---------------------------------------------------------------------------------


def line_of(node: Any, follower: Any = None) -> Line | None:
    """Return a clause that has no block; None for one that has."""
    after = After(
        word=isinstance(follower, n.Trigger),
        name=isinstance(follower, n.Group | n.Setting),
    )
    written = by_form(node, after)
    if written is not None:
        return None if n.inner_blocks(node) else Line(*written)
    match node:
        case n.Says():
            return Line("says", _said(node))
        case n.Evidence():
            return Line("evidence", _apart(node.phrases))
        case n.PieceOn():
            return Line("on", _start(node))
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
        case n.ExampleWith():
            return Line("with", commas([*map(_part, node.variants), *map(_fact, node.facts)]))
        case n.Then(what="facts"):
            return Line("then", commas([_fact(fact) for fact in node.facts]))
        case n.ManualLine():
            return manual_line(node, 0)
        case n.Option():
            rest = unbroken(node.name.id, phrases_of(node.phrases))
            return Line("option", rest, len(f"option {node.name.id} "))
        case n.Perform():
            rest = term(node.target, after=after)
            if node.arguments:
                arguments = in_parentheses(commas([term(each) for each in node.arguments]))
                rest = [Piece(node.name + arguments[0].text), *arguments[1:]]
            return Line("perform", rest)
        case n.Set(player=n.Pair() as pair):
            target = unbroken(of_pair(pieces(node.target.id), pair), "=")
            return Line("set", unbroken(target, term(node.value, after=after)))
        case n.Do():
            return Line("do", action(node, after))
        case _:
            return _item_line(node, after)


def _item_line(node: Any, after: After) -> Line | None:
    match node:
        case n.Define():
            header = f"{node.id.id}{given(node.parameters)} ="
            hang = len(f"define {header} ")
            means = term(node.value, after=after if node.worth is None else NOTHING)
            words = [*unbroken(header, means), *_worth(node.worth, after)]
            return Line("define", words, min(hang, 48))
        case n.Memory():
            words = _memory(node, after)
            return (
                Line("secret", unbroken("memory", words)) if node.secret else Line("memory", words)
            )
        case n.Piece(clauses=() | (n.PieceOn(),)):
            return Line("piece", unbroken(piece_header(node), *map(_part, node.clauses)))
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


def _board(board: n.Text) -> str:
    """Return a board as it is written: in quotes, unless it says what differs from the set-up."""
    is_from_start = board.value.split(" ")[0] == "start" and board.span.text[:1] != '"'
    return board.value if is_from_start else quoted(board.value)


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


def _part(part: Any, binding: int = 0, after: After = NOTHING) -> Pieces:
    """Return a part of a clause."""
    match part:
        case None | str() | int():
            return pieces("" if part is None else str(part))
        case n.Text():
            return pieces(quoted(part.value))
        case n.Range():
            return pieces(range_of(part))
        case n.Reference():
            return pieces(quoted(part.name) if part.is_path else part.name)
        case n.Query():
            return query(part)
        case n.Unit():
            return pieces(unit(part))
        case n.PieceOn():
            return unbroken("on", _start(part))
        case (n.Phrase(), *_):
            return phrases_of(part)
        case (n.Event(), *_):
            return _events(part)
        case tuple():
            return commas([_part(each) for each in part])
        case _:
            return term(part, binding, after)


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
