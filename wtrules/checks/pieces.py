"""Pieces beside wizards, towers and the castle: their names, letters, numbers and starting spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.board import Limit, out_of_range
from wtrules.checks.survey import survey
from wtrules.checks.words import plural
from wtrules.diagnostics import Diagnostic, Label, error, warning
from wtrules.language.physical import BOARD_LETTERS
from wtrules.phrase import phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Entry, Rules
from wtrules.rules.pieces import GENERAL, MOST_PIECES, piece_kinds, starts_of
from wtrules.rules.values import number
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check every piece, and that there are not too many of them."""
    rules = meaning.resolved
    total = 0
    for entry in rules.of_kind("piece"):
        yield from _number(entry)
        yield from _spaces(rules, entry)
    for kind in piece_kinds(rules):
        if total <= MOST_PIECES < total + kind.number:
            limit = Limit(1, MOST_PIECES, "pieces beside wizards, towers and the castle")
            yield out_of_range("piece", total + kind.number, kind.span, limit)
        total += kind.number
    yield from _letters(rules)
    if not piece_kinds(rules):
        yield from _without_pieces(rules)


def _without_pieces(rules: Rules) -> Iterator[Diagnostic]:
    """Find what is about pieces in a ruleset that has none."""
    seen = survey(rules)
    for key, nodes in seen.nodes.items():
        for node in nodes.of(n.Event, n.Query) if key[0] != "variant" else ():
            event = isinstance(node, n.Event) and node.words[0] == GENERAL
            search = isinstance(node, n.Query) and node.kind == GENERAL
            if (event or search) and seen.is_own(node.span):
                yield warning(
                    "never-fires",
                    phrase(
                        "`{text}`: the ruleset has no pieces", text=" ".join(node.span.text.split())
                    ),
                    node.span,
                    "never happens" if event else "never finds anything",
                    "define one: `piece dragon on space 8`",
                )


def _number(entry: Entry) -> Iterator[Diagnostic]:
    node = entry.node_as(n.Piece)
    starts = sum(at.high - at.low + 1 for at in starts_of(entry))
    if node.number is None:
        return
    if node.number < 1:
        yield out_of_range(entry.id, node.number, node.id.span, Limit(1, MOST_PIECES, "pieces"))
    elif starts > node.number:
        clause = next(clauses_of(node, n.PieceOn))
        yield error(
            "out-of-range",
            phrase(
                "{pieces} `{id}` cannot start on {spaces}",
                pieces=plural(node.number, "piece"),
                id=entry.id,
                spaces=plural(starts, "space"),
            ),
            clause.span,
            plural(starts, "space"),
            phrase("write `piece {id} {starts}`, or fewer spaces", id=entry.id, starts=starts),
        )


def _spaces(rules: Rules, entry: Entry) -> Iterator[Diagnostic]:
    spaces = number(rules, "board.spaces")
    if spaces is None:
        return
    for at in starts_of(entry):
        if at.low <= at.high and not at.high < spaces:
            setting = rules.get("setting", "board.spaces")
            assert setting is not None
            yield survey(rules).between(
                "off-the-ring",
                phrase("there is no space {high}", high=at.high),
                Label(at.span, "not on the track"),
                Label(
                    setting.node_as(n.Setting).value.span,
                    phrase("{spaces} spaces, 0 to {last}", spaces=spaces, last=spaces - 1),
                ),
                phrase("the last space is {last}", last=spaces - 1),
            )


def _letters(rules: Rules) -> Iterator[Diagnostic]:
    seen: dict[str, n.Name] = {}
    for entry in rules.of_kind("piece"):
        for clause in clauses_of(entry.node, n.Code):
            letter = clause.name
            if not re.fullmatch("[A-Z]", letter.id) or letter.id in BOARD_LETTERS:
                taken = letter.id in BOARD_LETTERS
                yield error(
                    "bad-code",
                    phrase("`{letter}` cannot be the code of a piece", letter=letter.id),
                    letter.span,
                    "stands for the castle or a tower"
                    if taken
                    else "one capital letter from A to Z",
                    "use another capital letter",
                )
                continue
            first = seen.setdefault(letter.id, letter)
            if first is not letter:
                yield survey(rules).between(
                    "clashing-codes",
                    phrase("two pieces have the code `{letter}`", letter=letter.id),
                    Label(letter.span, "ambiguous"),
                    Label(first.span, "the other one"),
                    "give one of them another letter",
                )
