"""Which rules can come to bear with the settings as they are.

A rule that nothing performs, or that stands behind a setting with another value, belongs to some
variant and would only puzzle the reader.
"""

from __future__ import annotations

from collections.abc import Iterable

from wtrules.checks.survey import inner_blocks, statements
from wtrules.rules import values
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n


def rules_in_force(rules: Rules) -> set[str]:
    """Return the ids of the rules that can come to bear.

    These are the ones that answer or forbid something, those that only tell something, and all
    that are performed from them, from the cards or from the spells.
    """
    found: set[str] = set()
    pending: list[Entry] = [*rules.of_kind("card"), *rules.of_kind("spell")]
    for entry in rules.of_kind("rule"):
        own = isinstance_any(entry.clauses(), (n.Trigger, n.Forbid)) or not statements(entry)
        if entry.id == "game" or (own and not _is_barred(rules, statements(entry))):
            found.add(entry.id)
            pending.append(entry)
    while pending:
        for target in _performed(rules, statements(pending.pop())):
            entry_there = rules.get("rule", target)
            if entry_there is not None and target not in found:
                found.add(target)
                pending.append(entry_there)
    return found


def isinstance_any(clauses: Iterable[object], kinds: tuple[type, ...]) -> bool:
    """Whether one of the clauses is of one of the kinds."""
    return any(isinstance(clause, kinds) for clause in clauses)


def _is_barred(rules: Rules, body: Iterable[n.Statement]) -> bool:
    return any(isinstance(s, n.When) and holds(rules, s.condition) is False for s in body)


def _performed(rules: Rules, body: Iterable[n.Statement]) -> Iterable[str]:
    for statement in body:
        match statement:
            case n.When() if holds(rules, statement.condition) is False:
                return
            case n.If():
                known = holds(rules, statement.condition)
                if known is not False:
                    yield from _performed(rules, statement.then.statements)
                if known is not True and statement.otherwise is not None:
                    yield from _performed(rules, statement.otherwise.statements)
            case n.Perform():
                yield statement.target.id
            case _:
                for block in inner_blocks(statement):
                    yield from _performed(rules, block.statements)


def holds(rules: Rules, condition: n.Expr) -> bool | None:
    """Return whether a condition holds by the settings alone; None if only a game can tell."""
    match condition:
        case n.Binary(operator="and" | "or"):
            both = (holds(rules, condition.left), holds(rules, condition.right))
            strong = condition.operator == "or"
            if strong in both:
                return strong
            return None if None in both else not strong
        case n.Unary(operator="not"):
            inner = holds(rules, condition.operand)
            return None if inner is None else not inner
        case n.Binary(operator="is" | "is not", left=n.Name() as left, right=n.Name() as right):
            held = values.entries_of(rules, left.id)
            if len(held) != 1 or not isinstance(held[0], str):
                return None
            return (held[0] == right.id) == (condition.operator == "is")
        case _:
            return None
