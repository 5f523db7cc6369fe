"""The codes of cards in positions and moves: present, valid and unambiguous."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.words import free_letter
from wtrules.diagnostics import Diagnostic, report
from wtrules.diagnostics.fix import begin_block, replace
from wtrules.meaning.decks import only_in_named_decks
from wtrules.meaning.nodes import Meaning
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the code of every card."""
    rules = meaning.resolved
    codes: list[n.Name] = []
    named = only_in_named_decks(rules)
    taken = {c.name.id[:1] for card in rules.of_kind("card") for c in clauses_of(card.node, n.Code)}
    for entry in rules.of_kind("card"):
        code = next(clauses_of(entry.node, n.Code), None)
        free = free_letter(entry.id, {*taken, "d"})
        if code is None and entry.id in named:  # written with its name
            continue
        if code is None:
            yield report(
                "missing-code",
                entry.name_span,
                begin_block(entry.name_span, f"code {free}"),
                id=entry.id,
                free=free,
            )
        elif not re.fullmatch("[a-z]+", code.name.id) or "d" in code.name.id:
            yield report(
                "bad-code.die" if "d" in code.name.id else "bad-code.card",
                code.name.span,
                replace(code.name.span, free),
                code=code.name.id,
            )
        else:
            codes.append(code.name)
    yield from _clashing(rules, codes)


def _clashing(rules: Rules, codes: list[n.Name]) -> Iterator[Diagnostic]:
    # In sorted order, codes that start with another code come right after it.
    first: n.Name | None = None
    for second in sorted(codes, key=lambda name: name.id):
        if first is None or not second.id.startswith(first.id):
            first = second
            continue
        yield report(
            "clashing-codes.cards" if first.id == second.id else "clashing-codes.start",
            second.span,
            replace(second.span, free_letter(second.id, {*(code.id[:1] for code in codes), "d"})),
            code=second.id,
            other=first.id,
            first=first.span,
        )
