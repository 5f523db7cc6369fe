"""Which rules, and which of their statements, can have an effect with the settings as they are.

A rule that nothing performs, or that waits for another value of a setting, belongs to a variant
and would only confuse the reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from wtrules.rules import values
from wtrules.rules.model import Entry, Rules
from wtrules.rules.uses import used_parts, walk_uses
from wtrules.syntax import nodes as n


def rules_in_force(rules: Rules) -> set[str]:
    """Return the ids of the rules that can have an effect.

    These are the ones that react to or forbid something, those that do nothing but say something,
    and all that are performed by them, by the cards or by the spells.
    """
    found: set[str] = set()
    pending: list[Entry] = [*rules.of_kind("card"), *rules.of_kind("spell")]
    for entry in rules.of_kind("rule"):
        reacts = any(isinstance(clause, n.Trigger | n.Forbid) for clause in entry.clauses())
        own = reacts or not entry.statements()
        if entry.id == "game" or (own and not _is_barred(rules, entry.statements())):
            found.add(entry.id)
            pending.append(entry)
    while pending:
        for node in live_nodes(rules, pending.pop()):
            target = node.name if isinstance(node, n.Perform) else ""
            performed = rules.get("rule", target)
            if performed is not None and target not in found:
                found.add(target)
                pending.append(performed)
    return found


def live_nodes(rules: Rules, entry: Entry) -> Iterator[Any]:
    """Yield all nodes of an entry's statements, without branches that no setting leads to."""
    return _live(rules, entry.statements())


def names_read(rules: Rules, entry: Entry) -> set[str]:
    """Return the names that an entry reads where it can have an effect."""
    return {node.id for node in live_nodes(rules, entry) if isinstance(node, n.Name)}


def lays_out(nodes: Iterable[object]) -> bool:
    """Whether one of the nodes lays out a spell."""
    return any(isinstance(node, n.Do) and node.verb == "lay out" for node in nodes)


def ends_game(entry: Entry) -> bool:
    """Whether a rule can end the game."""
    return any(isinstance(s, n.End) and s.scope == "game" for s in walk_uses(*entry.statements()))


def _is_barred(rules: Rules, body: Iterable[n.Statement]) -> bool:
    return any(isinstance(s, n.When) and is_true(rules, s.condition) is False for s in body)


def _live(rules: Rules, body: Iterable[n.Statement]) -> Iterator[Any]:
    for statement in body:
        match statement:
            case n.When() if is_true(rules, statement.condition) is False:
                yield from walk_uses(statement.condition)
                return
            case n.If():
                known = is_true(rules, statement.condition)
                yield from walk_uses(statement.condition)
                if known is not False:
                    yield from _live(rules, statement.then.statements)
                if known is not True and statement.otherwise is not None:
                    yield from _live(rules, statement.otherwise.statements)
            case _:
                yield statement
                for part in used_parts(statement):
                    if isinstance(part, n.Block):
                        yield from _live(rules, part.statements)
                    else:
                        yield from walk_uses(part)


def is_true(rules: Rules, condition: n.Expr) -> bool | None:
    """Return whether a condition is true by the settings alone; None if it depends on the game."""
    match condition:
        case n.Binary(operator="and" | "or"):
            both = (is_true(rules, condition.left), is_true(rules, condition.right))
            strong = condition.operator == "or"
            if strong in both:
                return strong
            return None if None in both else not strong
        case n.Unary(operator="not"):
            inner = is_true(rules, condition.operand)
            return None if inner is None else not inner
        case n.Binary(operator="is" | "is not", left=n.Name() as left, right=n.Name() as right):
            held = values.entries_of(rules, left.id)
            if len(held) != 1 or not isinstance(held[0], str):
                return None
            return (held[0] == right.id) == (condition.operator == "is")
        case _:
            return None
