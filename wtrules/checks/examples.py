"""Examples: complete, with a readable board and existing colours, spells and variants."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.diagnostics import Advice, Diagnostic, closest, name_fix, report, wording
from wtrules.meaning.nodes import Meaning
from wtrules.meaning.pieces import piece_kinds
from wtrules.meaning.values import letters, number
from wtrules.phrase import Verbatim, listed, names
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.ledger import ReadingExample, reading_examples
from wtrules.resolve.model import Entry, Origin, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n

_STANDING = ("moves", "facts", "acts", "has_turn")  # true of a position, with or without a move
_PARTS: dict[type, str] = {n.Given: "given", n.WhenMove: "when", n.Then: "then"}


def own_examples(rules: Rules) -> list[Entry]:
    """Return the examples of a ruleset itself, without those it inherits."""
    return [entry for entry in rules.of_kind("example") if entry.chain[-1].layer == rules.name]


def own_reading_examples(rules: Rules) -> Iterator[tuple[Entry, str, ReadingExample]]:
    """Yield the examples in the readings of a ruleset's own open questions, with the question."""
    names = {layer.name for layer in rules.layers if layer.kind == "ruleset"}
    for question in rules.of_kind("assumption"):
        if question.chain[-1].layer == rules.name:
            for one in reading_examples(question.node_as(n.Assumption), names):
                origin = Origin(rules.name, "defined", one.node.span)
                yield Entry("example", one.node.id.id, one.node, (origin,)), question.id, one


def variants_of(entry: Entry) -> tuple[str, ...]:
    """Return the variants an example is played with."""
    clauses = clauses_of(entry.node, n.ExampleWith)
    return tuple(name.id for clause in clauses for name in clause.variants)


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the clauses of every example, and the terms of those that are played with these rules."""
    rules = meaning.resolved
    colours: dict[str, str] | None = None
    # An inherited example is about the ruleset it was written for, which may have a shorter ring or
    # fewer colours; it is checked and played with that one.
    in_readings = (entry for entry, _, _ in own_reading_examples(rules))
    for entry in (*own_examples(rules), *in_readings):
        if colours is None:
            colours = {letter: colour for colour, letter in letters(rules).items()}
        yield from _example(rules, entry, colours)
    for entry in own_examples(rules):
        if set(variants_of(entry)) == set(rules.chosen):
            yield from meaning.examples[entry.id].faults


def _example(rules: Rules, entry: Entry, colours: dict[str, str]) -> Iterator[Diagnostic]:
    node = entry.node_as(n.Example)
    there: set[type] = {type(clause) for clause in node.clauses}
    # Counting the moves, looking at a position, or describing the start needs no move.
    if any(c.what in _STANDING for c in clauses_of(node, n.Then)) or any(
        c.players for c in clauses_of(node, n.Given)
    ):
        there.add(n.WhenMove)
    missing = [word for kind, word in _PARTS.items() if kind not in there]
    if missing:
        yield report(
            "incomplete-example",
            node.id.span,
            id=entry.id,
            list=listed(wording("incomplete-example.missing", word=word) for word in missing),
        )
    for clause in node.clauses:
        yield from _clause(rules, clause, colours)
    yield from _late(node)


# What is said of seats, each by its letter.
_OF_SEATS = ("fills", "scores", "acts", "has_turn", "wins", "only_wins")


def _clause(rules: Rules, clause: n.ExampleClause, colours: dict[str, str]) -> Iterator[Diagnostic]:
    match clause:
        case n.Given():
            if clause.board is not None and not clause.board.value.startswith("start"):
                yield from _board(rules, clause.board.value, clause.board.span, colours)
            if clause.seat is not None:
                yield from _seat(clause.seat, clause.span, colours)
            yield from _spell(rules, clause)
        case n.Then(what="board", value=str(text)):
            yield from _board(rules, text, _quoted(clause.span), colours)
        case n.Then(value=str(seat)) if clause.what in _OF_SEATS:
            yield from _seat(seat, clause.span, colours)
        case n.Then(what="home", value=str(seats)):  # `bb`: two blue wizards came home
            if not set(seats) <= set(colours):
                yield from _seat(seats, clause.span, colours)
        case n.Then(what="game_over", value=str(outcome)):
            yield from _outcome(rules, outcome, clause.span)
        case n.ExampleWith():
            yield from _variants(rules, clause)


def _outcome(rules: Rules, id: str, span: Span) -> Iterator[Diagnostic]:
    known = [entry.id for entry in rules.of_kind("outcome")]
    if id not in known:
        at = Span(span.source, span.end - len(id), span.end)
        yield report("unknown-name.outcome", at, name_fix(at, known), outcome=id, list=names(known))


def _variants(rules: Rules, clause: n.ExampleWith) -> Iterator[Diagnostic]:
    for name in clause.variants:
        if name.id in rules.variants or name.id in rules.chosen:
            continue
        memory = rules.get("memory", name.id)
        help: Advice | None = name_fix(name.span, rules.variants)
        if memory is not None:
            each = memory.node_as(n.Memory).unit
            of = f" of a {each.each}" if each is not None and each.each else ""
            help = wording("unknown-variant.example.memory", name=name.id, of=of)
        yield report("unknown-variant.example", name.span, help, name=name.id)


def _late(node: n.Example) -> Iterator[Diagnostic]:
    """Find facts that come too late: `with` describes the position before the move."""
    moved = False
    for clause in node.clauses:
        moved = moved or isinstance(clause, n.WhenMove)
        if moved and isinstance(clause, n.ExampleWith) and clause.facts:
            yield report("misplaced-clause", clause.span)


def _quoted(span: Span) -> Span:
    """Return the span of the quoted text at the end of a clause."""
    return Span(span.source, span.start + span.text.index('"'), span.end)


def _board(rules: Rules, text: str, at: Span, colours: dict[str, str]) -> Iterator[Diagnostic]:
    from wtrules.board.boardtext import parse_board

    pieces = "".join(kind.letter for kind in piece_kinds(rules))
    field = text.split(" ")[0]  # a complete position has more fields after the board
    try:
        found = parse_board(field, "".join(colours), number(rules, "board.spaces"), pieces)
    except ValueError:  # letters that clash with pieces are reported with the colours
        return
    if not isinstance(found, tuple):
        return
    exact = at.text == f'"{text}"'  # without escapes every character is where it seems to be
    for problem in found:
        start = at.start + 1 + problem.offset
        place = Span(at.source, start, start + max(problem.length, 1)) if exact else at
        letter = problem.code == "unknown-board-letter"
        kinds = piece_kinds(rules) if letter and text[problem.offset].isupper() else ()
        named = listed(Verbatim(f"`{kind.letter}` {kind.id}") for kind in kinds) if kinds else ""
        yield report(
            "unknown-letter.board" if letter else "bad-board",
            place,
            wording("unknown-letter.board.pieces", named=named) if named else problem.help,
            message=problem.message,
        )


def _seat(seat: str, at: Span, colours: dict[str, str]) -> Iterator[Diagnostic]:
    if seat in colours or seat == "nobody" or not colours:
        return
    offset = at.text.find(f" {seat} ")
    place = Span(at.source, at.start + offset + 1, at.start + offset + 1 + len(seat))
    known = listed((Verbatim(f"`{letter}` {colour}") for letter, colour in colours.items()), "or")
    yield report("unknown-letter", place if offset >= 0 else at, seat=seat, known=known)


def _spell(rules: Rules, clause: n.Given) -> Iterator[Diagnostic]:
    if clause.spell is None or rules.get("spell", clause.spell) is not None:
        return
    spells = {entry.id: entry for entry in rules.of_kind("spell")}
    start = clause.span.start + clause.span.text.rfind(clause.spell)
    at = Span(clause.span.source, start, start + len(clause.spell))
    near = closest(clause.spell, spells)
    yield report(
        "unknown-spell",
        at,
        name_fix(at, spells),
        spell=clause.spell,
        near=spells[near].name_span if near else None,
    )
