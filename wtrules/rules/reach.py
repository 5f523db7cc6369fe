"""Which rules, and which of their statements, can have an effect with the settings as they are.

A rule that nothing performs, or that waits for another value of a setting, belongs to a variant
and would only confuse the reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from wtrules.rules.decide import DESCRIBED, Players, counts_of, is_true
from wtrules.rules.model import Entry, Rules
from wtrules.rules.too_late import too_late
from wtrules.rules.uses import used_parts, walk_uses
from wtrules.syntax import nodes as n

# Clauses that describe a rule; the others say what it does, and when.
_ABOUT = (*n.DESCRIPTIONS, n.RuleAfter)


def rules_in_force(rules: Rules, players: Players = None) -> set[str]:
    """Return the ids of the rules that can have an effect with one of these numbers of players.

    These are the ones that react to or forbid something, those that do nothing but say something,
    and all that are performed by them, by the cards or by the spells; but not those for which the
    game never lasts long enough.
    """
    key = (rules_in_force, tuple(counts_of(rules, players)))
    if key not in rules.computed:
        found = _reached(rules, players)
        rules.computed[key] = found - too_late(
            rules, (entry for entry in rules.of_kind("rule") if entry.id in found)
        )
    known: set[str] = rules.computed[key]
    return known


def is_as_known(rules: Rules, id: str, players: Players = None) -> bool:
    """Whether a rule is in force, and no house rule has changed it; the same for a table or a deck.

    What other rules say about it is true then.
    """
    entry = next((found for kind in DESCRIBED if (found := rules.get(kind, id))), None)
    if entry is None or (entry.kind == "rule" and id not in rules_in_force(rules, players)):
        return False
    own = {layer.name for layer in rules.layers if not layer.shipped and layer.kind != "reading"}
    first, *later = entry.chain
    changing = [origin.span.source for origin in later if origin.layer in own]
    if entry.kind != "rule":
        return not changing
    # A house rule that gives nothing but a new text to a rule changes nothing of what it does.
    return not any(
        clause.span.source is source is not first.span.source
        for clause in entry.clauses()
        if not isinstance(clause, _ABOUT)
        for source in changing
    )


def _reached(rules: Rules, players: Players) -> set[str]:
    found: set[str] = set()
    pending: list[Entry] = [*rules.of_kind("card"), *rules.of_kind("spell")]
    for entry in rules.of_kind("rule"):
        reacts = any(isinstance(clause, n.Trigger | n.Forbid) for clause in entry.clauses())
        own = reacts or not entry.statements()
        if entry.id == "game" or (own and not _is_barred(rules, entry.statements(), players)):
            found.add(entry.id)
            pending.append(entry)
    while pending:
        for node in live_nodes(rules, pending.pop(), players):
            target = node.name if isinstance(node, n.Perform) else ""
            performed = rules.get("rule", target)
            if performed is not None and target not in found:
                found.add(target)
                pending.append(performed)
    return found


def live_nodes(rules: Rules, entry: Entry, players: Players = None) -> Iterator[Any]:
    """Yield all nodes of an entry's statements, without branches that no setting leads to."""
    return _live(rules, entry.statements(), players)


def names_read(rules: Rules, entry: Entry, players: Players = None) -> set[str]:
    """Return the names that an entry reads where it can have an effect."""
    return {node.id for node in live_nodes(rules, entry, players) if isinstance(node, n.Name)}


def lays_out(nodes: Iterable[object]) -> bool:
    """Whether one of the nodes lays out a spell."""
    return any(isinstance(node, n.Do) and node.verb == "lay out" for node in nodes)


def ends_game(entry: Entry) -> bool:
    """Whether a rule can end the game."""
    return any(isinstance(s, n.End) and s.scope == "game" for s in walk_uses(*entry.statements()))


def declares_winner(entry: Entry) -> bool:
    """Whether a rule can declare a winner."""
    nodes = walk_uses(*entry.statements())
    return any(isinstance(node, n.Do) and node.verb == "declare" for node in nodes)


def _is_barred(rules: Rules, body: Iterable[n.Statement], players: Players) -> bool:
    return any(
        isinstance(s, n.When) and is_true(rules, s.condition, players) is False for s in body
    )


def _live(rules: Rules, body: Iterable[n.Statement], players: Players) -> Iterator[Any]:
    for statement in body:
        match statement:
            case n.When() if is_true(rules, statement.condition, players) is False:
                yield from walk_uses(statement.condition)
                return
            case n.If():
                known = is_true(rules, statement.condition, players)
                yield from walk_uses(statement.condition)
                if known is not False:
                    yield from _live(rules, statement.then.statements, players)
                if known is not True and statement.otherwise is not None:
                    yield from _live(rules, statement.otherwise.statements, players)
            case _:
                yield statement
                for part in used_parts(statement):
                    if isinstance(part, n.Block):
                        yield from _live(rules, part.statements, players)
                    else:
                        yield from walk_uses(part)
