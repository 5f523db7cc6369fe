"""Pieces beside wizards, towers and the castle: their names, letters, numbers and starting spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.limits import Limit, out_of_range
from wtrules.checks.survey import survey
from wtrules.checks.words import plural
from wtrules.diagnostics import Diagnostic, name_fix, report
from wtrules.language.figures import FIGURES
from wtrules.language.physical import BOARD_LETTERS
from wtrules.meaning import nodes as m
from wtrules.meaning.pieces import GENERAL, MOST_PIECES, piece_kinds, starts_of
from wtrules.meaning.values import number
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n

MOST_OF_A_SIGN = 8  # characters: an emoji can be made of several


def check(meaning: m.Meaning) -> Iterator[Diagnostic]:
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
    yield from _pictures(rules)
    if not piece_kinds(rules):
        yield from _without_pieces(meaning)


def _without_pieces(meaning: m.Meaning) -> Iterator[Diagnostic]:
    """Find what is about pieces in a ruleset that has none."""
    is_own = survey(meaning.resolved).is_own
    for references in meaning.references.values():
        events = {one.span for one in references if one.kind == "event"}
        for one in references:
            if (one.kind, one.id) == ("thing", GENERAL) and is_own(one.span):
                what = "event" if one.span in events else "search"
                yield report(f"never-fires.piece-{what}", one.span, text=one.span.flat_text)


def _number(entry: Entry) -> Iterator[Diagnostic]:
    node = entry.node_as(n.Piece)
    starts = sum(at.high - at.low + 1 for at in starts_of(entry))
    if node.number is None:
        return
    if node.number < 1:
        yield out_of_range(entry.id, node.number, node.id.span, Limit(1, MOST_PIECES, "pieces"))
    elif starts > node.number:
        clause = next(clauses_of(node, n.PieceOn))
        yield report(
            "out-of-range.pieces",
            clause.span,
            pieces=plural(node.number, "piece"),
            id=entry.id,
            spaces=plural(starts, "space"),
            starts=starts,
        )


def _spaces(rules: Rules, entry: Entry) -> Iterator[Diagnostic]:
    spaces = number(rules, "board.spaces")
    if spaces is None:
        return
    for at in starts_of(entry):
        if at.low <= at.high and not at.high < spaces:
            yield report(
                "off-the-ring.piece",
                at.span,
                high=at.high,
                spaces=spaces,
                last=spaces - 1,
                setting=rules.entries["setting", "board.spaces"].value_span,
            )


def _pictures(rules: Rules) -> Iterator[Diagnostic]:
    for entry in rules.of_kind("piece"):
        for clause in clauses_of(entry.node, n.Picture):
            look = clause.look
            if not look.is_path and look.name not in FIGURES:
                yield report(
                    "unknown-picture",
                    look.span,
                    name_fix(look.span, FIGURES),
                    name=look.name,
                    figures=", ".join(FIGURES),
                )
            elif look.is_path and not 0 < len(look.name) <= MOST_OF_A_SIGN:
                yield report("unknown-picture.sign", look.span, most=MOST_OF_A_SIGN)


def _letters(rules: Rules) -> Iterator[Diagnostic]:
    seen: dict[str, n.Name] = {}
    for entry in rules.of_kind("piece"):
        for clause in clauses_of(entry.node, n.Code):
            letter = clause.name
            if not re.fullmatch("[A-Z]", letter.id) or letter.id in BOARD_LETTERS:
                is_taken = letter.id in BOARD_LETTERS
                name = "bad-code.board-letter" if is_taken else "bad-code.piece"
                yield report(name, letter.span, letter=letter.id)
                continue
            first = seen.setdefault(letter.id, letter)
            if first is not letter:
                yield report(
                    "clashing-codes.pieces", letter.span, letter=letter.id, first=first.span
                )
