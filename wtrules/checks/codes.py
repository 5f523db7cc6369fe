"""The letters that stand for cards in positions and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.report import error
from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, Label
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Look at the code of every kind of card."""
    codes: list[n.Name] = []
    for entry in rules.of_kind("card"):
        code = next((c for c in entry.clauses() if isinstance(c, n.Code)), None)
        if code is None:
            yield error(
                "missing-code",
                f"card `{entry.id}` has no code",
                entry.name_span,
                "how is it written in a position?",
                f"add `code {entry.id[:1]}`, or another letter that is free",
            )
        elif not re.fullmatch("[a-z]+", code.name.id) or "d" in code.name.id:
            die = "d" in code.name.id
            yield error(
                "bad-code",
                f"`{code.name.id}` cannot be a card's code",
                code.name.span,
                "`d` is the die" if die else "small letters from a to z only",
                "take another letter" if die else "take one small letter that is free",
            )
        else:
            codes.append(code.name)
    # Sorted, those that begin with a code stand behind it.
    order = {id(name): place for place, name in enumerate(codes)}
    first: n.Name | None = None
    for second in sorted(codes, key=lambda name: (name.id, order[id(name)])):
        if first is None or not second.id.startswith(first.id):
            first = second
            continue
        same = first.id == second.id
        yield survey(rules).between(
            "clashing-codes",
            f"two kinds of card have the code `{first.id}`"
            if same
            else f"the code `{second.id}` begins with `{first.id}`, which is a card as well",
            Label(second.span, "cannot be told apart"),
            Label(first.span, "the other one"),
            "give one of them another letter",
        )
