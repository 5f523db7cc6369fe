"""What settings and table columns are for, found by how the rules use them.

Rule files choose the names, so a check that needs the size of a hand looks for the amount of
`refill hand of PLAYER to N`, whatever it is called. A table column is named `table.column`.
"""

from __future__ import annotations

from attrs import field, frozen

from wtrules.checks.survey import Key, Nodes, nodes_of, survey
from wtrules.language.properties import properties
from wtrules.node import walk
from wtrules.resolve.model import Entry, Rules, VariantInfo, once
from wtrules.syntax import nodes as n
from wtrules.value import Value

_COMPARISONS = ("<", "<=", ">", ">=", "=", "!=")


@frozen
class SettingUses(Value):
    """Names of settings and table columns by use; a mapping also says which entries use them so."""

    amounts: dict[str, set[str]] = field(factory=dict)  # by verb: `do VERB … NAME …`
    actions: set[str] = field(factory=set)  # `repeat NAME times { action { … } }`
    placings: dict[str, set[Key]] = field(factory=dict)  # `repeat NAME times { … place wizard … }`
    # `do place wizard … where number of wizards on q < NAME at …`
    rooms: dict[str, set[Key]] = field(factory=dict)
    by_space: set[str] = field(factory=set)  # `NAME at space of q`
    members: set[str] = field(factory=set)  # `s in NAME`


@once
def setting_uses(rules: Rules) -> SettingUses:
    """Return how *rules* use their settings and tables, once for all checks.

    Uses in variants that are not chosen count too.
    """
    found = SettingUses()
    for key, part in survey(rules).parts.items():
        inside = _uses_in(part)
        if inside is None:
            continue
        for verb, names in inside.amounts.items():
            found.amounts.setdefault(verb, set()).update(names)
        for name in inside.placings:
            found.placings.setdefault(name, set()).add(key)
        for name in inside.rooms:
            found.rooms.setdefault(name, set()).add(key)
        found.actions.update(inside.actions)
        found.by_space.update(inside.by_space)
        found.members.update(inside.members)
    return found


@once
def _uses_in(part: Entry | VariantInfo) -> SettingUses | None:
    """Return what one entry or variant uses; None if it uses nothing. Its mappings have no entries."""
    found, nodes = SettingUses(), nodes_of(part)
    for node in nodes.of(n.Do, n.Repeat, n.EntryAt, n.Binary):
        match node:
            case n.Do():
                _action(found, node)
            case n.Repeat(mode="times", term=n.Name() as name):
                _repeat(found, node, name.id)
            case n.EntryAt() if _is_space(node.key, nodes):
                found.by_space.add(node.table.id)
            case n.Binary(operator="in", right=n.Name() as name):
                found.members.add(name.id)
    return None if found == SettingUses() else found


def _action(found: SettingUses, node: n.Do) -> None:
    amount = node.part("amount")
    if isinstance(amount, n.Name):
        found.amounts.setdefault(node.verb, set()).add(amount.id)
    if node.verb == "place":
        for inner in walk(node.part("on")):
            match inner:
                case (
                    n.Binary(left=n.Ask(word="number of"), right=n.EntryAt() as entry)
                    | n.Binary(left=n.EntryAt() as entry, right=n.Ask(word="number of"))
                ) if inner.operator in _COMPARISONS:
                    found.rooms.setdefault(entry.table.id, set())


def _repeat(found: SettingUses, node: n.Repeat, name: str) -> None:
    for inner in walk(node.body):
        match inner:
            case n.Scope(word="action"):
                found.actions.add(name)
            case n.Do(verb="place"):
                found.placings.setdefault(name, set())


def _is_space(term: n.Expr, nodes: Nodes) -> bool:
    """Whether a term is a space; *nodes* are those of the entry around it."""
    match term:
        case n.NumberedSpace() | n.Ask(query=n.Query(kind="space")):
            return True
        case n.PropertyOf():
            return any(known.result == "space" for known in properties(term.property.id))
        case n.Binary(operator="+" | "-"):
            return _is_space(term.left, nodes) or _is_space(term.right, nodes)
        case n.Name():
            queries = (node for node in nodes.of(n.Query) if node.kind == "space")
            return any(query.variable and query.variable.id == term.id for query in queries)
        case _:
            return False
