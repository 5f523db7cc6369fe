"""Rules that never apply, because another rule has ended the game before.

A house rule may end the game as soon as something happens. A rule that waits for more than that, such
as the usual end of the game, comes too late, and what it says would mislead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wtrules.language.events import matching_event
from wtrules.language.properties import properties
from wtrules.language.verbs import VERBS
from wtrules.rules.clauses import clauses_of
from wtrules.rules.model import Entry, Rules
from wtrules.rules.pieces import general_event, piece_kinds
from wtrules.syntax import nodes as n

_DEEPEST = 20  # words that are defined with other words


def too_late(rules: Rules, entries: Iterable[Entry]) -> set[str]:
    """Return the ids of the rules among *entries* for which the game never lasts long enough."""
    there = list(entries)
    final = {event for entry in there for event in _ends_at_once(rules, entry)}
    if not final:
        return set()
    return {
        entry.id
        for entry in there
        if any(
            isinstance(s, n.When) and needs(rules, s.condition) & final for s in entry.statements()
        )
    }


def needs(rules: Rules, condition: n.Expr, depth: int = 0) -> set[str]:
    """Return events that must have happened before a condition can be true; there may be more."""
    if depth > _DEEPEST:
        return set()
    match condition:
        case n.Binary(operator="and"):
            return needs(rules, condition.left, depth) | needs(rules, condition.right, depth)
        case n.Binary(operator="or"):
            return needs(rules, condition.left, depth) & needs(rules, condition.right, depth)
        case n.Binary(operator="=" | ">" | ">=", left=n.PropertyOf() as asked, right=amount):
            is_none = isinstance(amount, n.Number) and amount.value == 0
            is_more = condition.operator == ">"
            return _raised_by(asked.property.id) if is_more or not is_none else set()
        case n.Ask(word="any"):
            where = condition.query.where
            return needs(rules, where, depth) if where is not None else set()
        case n.PropertyOf():
            return _of_word(rules, condition.property.id, depth)
        case n.Name():
            return _of_word(rules, condition.id, depth)
        case _:
            return set()


def _of_word(rules: Rules, id: str, depth: int) -> set[str]:
    """Return what a defined word needs; a layer that adds a meaning to it needs something else."""
    entry = rules.get("define", id)
    if entry is None or entry.node_as(n.Define).more:
        return set()
    return needs(rules, entry.node_as(n.Define).value, depth + 1)


def _raised_by(property: str) -> set[str]:
    """Return the events with which a number of things of a player grows from 0."""
    counts = (x for x in properties(property) if (x.subject, x.result) == ("player", "number"))
    verbs = [verb for each in counts for verb in each.changed_by[:1]]
    return {event for verb in verbs for kind in VERBS[verb].kinds for event in kind.events}


def _ends_at_once(rules: Rules, entry: Entry) -> Iterator[str]:
    """Yield the events with which a rule ends the game, whatever else is the case."""
    for statement in entry.statements():
        match statement:
            case n.End(scope="game"):
                break
            case n.Do() | n.Set():
                continue
            case _:
                return
    else:
        return
    pieces = {kind.id: kind for kind in piece_kinds(rules)}
    for clause in clauses_of(entry.node, n.Trigger):
        for event in clause.events:
            words, kind_of_piece = general_event(event.words, pieces)
            found = matching_event(words)
            if found is not None and kind_of_piece is None:
                yield found[0].id
