"""Clauses and items as words: what each begins with, what follows, which blocks it has.

A node comes in; a `Line` goes out, or for a node with blocks its `Part`s. `format.py` lays them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import field, frozen

from wtrules.syntax import nodes as n
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
    n.Manual: len("implies"),
    **dict.fromkeys(
        (n.Rule, n.Card, n.Spell, n.Outcome, n.Variant, n.Example, n.Add), len("choose")
    ),
}


# --- clauses ---------------------------------------------------------------------------------


@frozen
class Line:
    """A clause without a block: its first word, the rest, and how far a second line is indented."""

    word: str
    rest: Pieces
    hang: int | None = None  # columns after the clause's own; under the first piece unless given


@frozen
class Part:
    """A block of a clause: its header and its contents."""

    header: str
    children: tuple[Any, ...]
    before: Pieces = field(factory=list)
    hang: int = 4


def line_of(node: Any, follower: Any = None) -> Line | None:
    """Return a clause that has no block; None for one that has."""
    after = After(
        word=isinstance(follower, n.Trigger),
        name=isinstance(follower, n.Group | n.Setting),
    )
    match node:
        case n.Title():
            return Line("title", _phrases(node.phrases))
        case n.NameClause():
            return Line("name", _phrases(node.phrases))
        case n.Says():
            return Line("says", _apart(node.phrases))
        case n.Evidence():
            return Line("evidence", _apart(node.phrases))
        case n.Cites():
            section = quoted(node.section) if node.section is not None else ""
            parts = (node.manual.id, section, node.page or "", node.stance or "")
            return Line("cites", unbroken(*parts))
        case n.Assumed():
            return Line("assumed", listed(node.entries))
        case n.Covers():
            return Line("covers", listed(node.ids))
        case n.Affects():
            return Line("affects", listed(node.ids))
        case n.Suppress():
            return Line("suppress", unbroken(node.code.id, quoted(node.reason)))
        case n.Trigger():
            return Line("on", _events(node.events))
        case n.Forbid():
            return Line("forbid", _events(node.events))
        case n.RuleAfter():
            return Line("after", listed(node.rules))
        case n.LayerAfter():
            return Line("after", listed(node.layers))
        case n.Cost():
            return Line("cost", term(node.value, after=after))
        case n.Code():
            return Line("code", pieces(node.name.id))
        case n.DefaultReading() | n.LetterReading():
            scope = unbroken("for", listed(node.rulesets)) if node.rulesets else []
            scope += unbroken("with", listed(node.variants)) if node.variants else []
            word = "default" if isinstance(node, n.DefaultReading) else "letter"
            return Line(word, [*pieces(node.name.id), *scope])
        case n.Reading(bodies=()):
            rest = unbroken(node.name.id, _phrases(node.phrases))
            rest += _below("unplayable", node.unplayable)
            return Line(
                "reading", rest, len(f"{'reading':<{WIDTHS[n.Assumption]}} {node.name.id} ")
            )
        case n.Confidence():
            return Line("confidence", pieces(node.name.id))
        case n.InChapter():
            return Line("chapter", pieces(node.name.id))
        case n.Holds():
            return Line("holds", listed(node.ids))
        case n.Shows():
            return Line("shows", listed(node.ids))
        case n.Word():
            return Line("word", unbroken(node.name.id, _phrases(node.phrases)))
        case n.Columns():
            titles = (
                f"{each.language} {', '.join(map(quoted, each.texts))}" for each in node.titles
            )
            return Line("columns", pieces(*titles))
        case n.EditionLanguage():
            return Line("language", pieces(node.language))
        case n.Needs():
            return Line("needs", listed(node.variants))
        case n.Excludes():
            return Line("excludes", listed(node.variants))
        case n.ExampleWith():
            return Line("with", listed(node.variants))
        case n.Players():
            return Line("players", commas([pieces(_range(each)) for each in node.ranges]))
        case n.Includes():
            return Line("includes", commas([pieces(quoted(path.value)) for path in node.paths]))
        case n.Examples():
            return Line("examples", commas([pieces(quoted(path.value)) for path in node.paths]))
        case n.Extends():
            names = [quoted(base.name) if base.is_path else base.name for base in node.bases]
            bases = commas([pieces(name) for name in names])
            if node.variants:
                bases += unbroken("with", listed(node.variants))
            return Line("extends", bases)
        case n.Given():
            people = "player" if node.players == 1 else "players"
            given = (
                quoted(node.board.value) if node.board is not None else "",
                f"start for {node.players} {people}" if node.players is not None else "",
                f"{node.seat} to move" if node.seat is not None else "",
                f"card {node.card}" if node.card is not None else "",
                f"roll {node.roll}" if node.roll is not None else "",
                f"spell {node.spell}" if node.spell is not None else "",
            )
            return Line("given", pieces(*given))
        case n.WhenMove():
            return Line("when", pieces(quoted(node.move.value)))
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
            rest = unbroken(node.name.id, _phrases(node.phrases))
            return Line("option", rest, len(f"option {node.name.id} "))
        case n.When():
            return Line("when", term(node.condition, after=after))
        case n.Perform():
            rest = pieces(node.target.id)
            if node.arguments:
                arguments = in_parentheses(commas([term(each) for each in node.arguments]))
                rest = [Piece(node.target.id + arguments[0].text), *arguments[1:]]
            return Line("perform", rest)
        case n.Set():
            player = term(node.player, ATOM, After(COMPARISON)) if node.player is not None else []
            target = unbroken(node.target.id, "of" if player else "", player, "=")
            return Line("set", unbroken(target, term(node.value, after=after)))
        case n.Let():
            return Line("let", unbroken(f"{node.name.id} =", term(node.value, after=after)))
        case n.Use():
            return Line("use", pieces(node.allowance.id))
        case n.Stop():
            return Line("stop", [])
        case n.End():
            return Line("end", unbroken(node.scope, node.outcome.id if node.outcome else ""))
        case n.Do():
            return Line("do", action(node, after))
        case _:
            return None


def _item_line(node: Any, after: After) -> Line | None:
    match node:
        case n.Define():
            of = f"of {node.parameter.kind} {node.parameter.name.id}" if node.parameter else ""
            header = " ".join(filter(None, (node.id.id, of, "=")))
            hang = len(f"define {header} ")
            return Line("define", unbroken(header, term(node.value, after=after)), min(hang, 48))
        case n.Memory():
            return Line("memory", _memory(node, after))
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
        case n.Remove():
            return Line("remove", pieces(f"{node.kind} {node.id.id}"))
        case n.Add(value=n.Value() as added, id=n.Name() as name):
            rest = unbroken(f"to {name.id} =", value(added, after.name))
            return Line("add", rest, min(len(f"add to {name.id} = "), 48))
        case _:
            return None


def _memory(node: n.Memory, after: After) -> Pieces:
    held: Pieces
    match node.value:
        case n.OneOf():
            held = unbroken("one of", listed(node.value.names))
        case n.KindValue():
            held = pieces(node.value.kind + " followed" * node.value.followed)
        case _:
            held = term(node.value, after=after if node.unit is None else NOTHING)
    per = unit(node.unit)
    if node.unit is not None and node.unit.scope == "game" and node.unit.each:
        per = f"for each {node.unit.each}"
    return unbroken(f"{node.id.id} =", held, per)


def _phrases(phrases: Sequence[n.Phrase]) -> Pieces:
    return pieces(*(f"{phrase.language} {quoted(phrase.text)}" for phrase in phrases))


def _apart(phrases: Sequence[n.Phrase]) -> Pieces:
    """Return phrases each on a line of its own: translations change one at a time."""
    first, *rest = _phrases(phrases)
    return [first, *(piece._replace(fresh=True) for piece in rest)]


def _below(word: str, phrases: Sequence[n.Phrase]) -> Pieces:
    """Return a word with phrases, on lines of their own below what they belong to."""
    first, *rest = unbroken(word, _phrases(phrases))
    indent = len(word) + 1
    return [
        first._replace(fresh=True),
        *(piece._replace(fresh=True, indent=indent) for piece in rest),
    ]


def _events(events: Sequence[n.Event]) -> Pieces:
    first, *rest = (" ".join(event.words) for event in events)
    return pieces(first, *(f"or {event}" for event in rest))


def _range(numbers: n.Range) -> str:
    low, high = numbers.low, numbers.high
    return f"{low}" if low == high else f"{low}..{high}"


def _outcome(then: n.Then) -> str:
    match then.what:
        case "board":
            return quoted(str(then.value))
        case "forbidden":
            return "forbidden" if then.value is None else f"forbidden by {then.value}"
        case "moves" | "turn":
            return f"{then.what} {then.value}"
        case "fills":
            return f"{then.value} fills flask"
        case _:
            return f"{then.value} home"


# --- blocks ----------------------------------------------------------------------------------


def parts_of(node: Any) -> list[Part]:
    """Return the blocks of a clause or item, in order, each with its header."""
    match node:
        case n.Ruleset():
            return [Part(f"ruleset {node.id.id}", node.members)]
        case n.Variant():
            ranges = ", ".join(map(_range, node.players))
            people = "player" if ranges == "1" else "players"
            players = f" for {ranges} {people}" if node.players else ""
            return [Part(f"variant {node.id.id}{players}", node.members)]
        case n.Rule():
            return [Part(f"rule {node.id.id}{_parameters(node.parameters)}", node.clauses)]
        case n.Card():
            return [Part(f"card {node.id.id}{_parameters(node.parameters)}", node.clauses)]
        case n.Spell():
            return [Part(f"spell {node.id.id}", node.clauses)]
        case n.Outcome():
            return [Part(f"outcome {node.id.id}", node.clauses)]
        case n.Example():
            return [Part(f"example {node.id.id}", node.clauses)]
        case n.Assumption():
            return [Part(f"assumption {node.id.id}", node.clauses)]
        case n.Topic():
            return [Part(f"topic {node.id.id}", node.clauses)]
        case n.Chapter():
            return [Part(f"chapter {node.id.id}", node.clauses)]
        case n.Label():
            return [Part(f"label {node.id.id}", node.clauses)]
        case n.Manual():
            return [Part(f"manual {node.id.id}", node.lines)]
        case n.Group():
            return [Part(node.id.id, node.settings)]
        case n.Table():
            return [Part(f"table {node.id.id}", node.rows)]
        case n.Deck():
            return [Part(f"deck {node.size}", node.lines)]
        case n.Override():
            first, *rest = parts_of(node.item)
            return [Part(f"override {first.header}", first.children), *rest]
        case n.Add():
            name = f" {node.id.id}" if node.id else ""
            return [Part(f"add to {node.kind}{name}", node.members)]
        case n.Reading():
            named = f"{'reading':<{WIDTHS[n.Assumption]}} {node.name.id}"
            before = unbroken(named, _phrases(node.phrases))
            parts = [Part("", body.items, _scope(body)) for body in node.bodies]
            if len(parts) == 1 and not parts[0].before:
                return [Part("", parts[0].children, before, len(named) + 1)]
            return [Part("", (), before, len(named) + 1), *parts]
        case _:
            return _statement_parts(node)


def _statement_parts(node: Any) -> list[Part]:
    match node:
        case n.Choose():
            queries = commas([query(each) for each in node.queries])
            parts = [Part("", (), unbroken("choose", queries), len("choose "))]
        case n.May():
            parts = [Part("may", node.body.statements)]
        case n.Either():
            first, *rest = node.branches
            parts = [Part("either", first.statements)]
            parts += [Part("or", branch.statements) for branch in rest]
        case n.If():
            parts = [Part("", node.then.statements, unbroken("if", term(node.condition)))]
        case n.Repeat():
            before = pieces("repeat")
            if node.mode == "times" and node.term is not None:
                before = unbroken("repeat", term(node.term), "times")
            elif node.mode == "while" and node.term is not None:
                before = unbroken("repeat while", term(node.term))
            parts = [Part("", node.body.statements, before)]
        case n.Each():
            parts = [Part("", node.body.statements, unbroken("each", query(node.query)))]
        case n.As():
            parts = [Part("", node.body.statements, unbroken("as", term(node.player)))]
        case n.Scope():
            player = unbroken("of", term(node.player, ATOM)) if node.player is not None else []
            parts = [Part("", node.body.statements, unbroken(node.word, player))]
        case _:
            raise TypeError(f"no layout for {type(node).__name__}")
    otherwise: n.Block | None = getattr(node, "otherwise", None)
    if otherwise is not None:
        parts.append(Part("else", otherwise.statements))
    return parts


def _scope(body: n.ReadingBody) -> Pieces:
    rulesets = unbroken("for", listed(body.rulesets)) if body.rulesets else []
    variants = unbroken("with", listed(body.variants)) if body.variants else []
    return unbroken(rulesets, variants)


def _parameters(parameters: tuple[n.Parameter, ...]) -> str:
    if not parameters:
        return ""
    return "(" + ", ".join(f"{each.kind} {each.name.id}" for each in parameters) + ")"


# --- rows, settings, deck lines ----------------------------------------------------------------


def _cell(cell: n.Cell) -> str:
    if cell.text is not None:
        return quoted(cell.text) if cell.quoted else cell.text
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


# --- about nodes ------------------------------------------------------------------------------


def manual_line(node: n.ManualLine, width: int) -> Line:
    """Return a line of a manual, its section in a column."""
    section = quoted(node.section) if node.section is not None else ""
    topic = node.topic.id.ljust(width if section else 0)
    rest = unbroken(topic, section, node.page or "")
    return Line(node.stance, rest + (_below("differs", node.differs) if node.differs else []))


def blocks_of(node: Any) -> Sequence[n.Block | n.ReadingBody]:
    """Return the blocks of a clause that may have several, in the order they are written."""
    blocks: list[n.Block]
    match node:
        case n.Either():
            blocks = list(node.branches)
        case n.If():
            blocks = [node.then]
        case n.Choose():
            blocks = []
        case n.Reading():
            return list(node.bodies)
        case _:
            body = getattr(node, "body", None)
            blocks = [body] if isinstance(body, n.Block) else []
    otherwise = getattr(node, "otherwise", None)
    return [*blocks, otherwise] if otherwise is not None else blocks


def header_end(node: n.Choose | n.Reading) -> int:
    parts = node.queries if isinstance(node, n.Choose) else node.phrases
    return parts[-1].span.end


def item_class(node: Any) -> type[Any]:
    """Return the class of an item, or of the item that it overrides."""
    return type(node.item if isinstance(node, n.Override) else node)


def is_item(node: Any) -> bool:
    """Whether a node is allowed at the top of a file; others are clauses of such a node."""
    return isinstance(node, n.Ruleset | n.Item) and not isinstance(node, n.Suppress)
