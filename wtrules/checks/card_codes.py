"""The codes of cards in positions and moves: present, valid and unambiguous."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.checks.words import free_letter
from wtrules.diagnostics import Diagnostic, Label, error
from wtrules.diagnostics.fix import begin_block, replace
from wtrules.phrase import phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.decks import only_in_named_decks
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Rules
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
            help = phrase("add `code {free}`, or another unused letter", free=free)
            yield error(
                "missing-code",
                phrase("card `{id}` has no code", id=entry.id),
                entry.name_span,
                "no `code`",
                begin_block(entry.name_span, f"code {free}", help) or help,
            )
        elif not re.fullmatch("[a-z]+", code.name.id) or "d" in code.name.id:
            die = "d" in code.name.id
            yield error(
                "bad-code",
                phrase("`{code}` cannot be the code of a card", code=code.name.id),
                code.name.span,
                "`d` stands for the die" if die else "only lowercase letters from a to z",
                replace(
                    code.name.span,
                    free,
                    "use another letter" if die else "use an unused lowercase letter",
                ),
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
        same = first.id == second.id
        yield survey(rules).between(
            "clashing-codes",
            phrase("two cards have the code `{first}`", first=first.id)
            if same
            else phrase(
                "the code `{second}` starts with `{first}`, which is the code of another card",
                second=second.id,
                first=first.id,
            ),
            Label(second.span, "ambiguous"),
            Label(first.span, "the other one"),
            replace(
                second.span,
                free_letter(second.id, {*(code.id[:1] for code in codes), "d"}),
                "give one of them another letter",
            ),
        )
