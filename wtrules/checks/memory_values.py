"""What a memory can hold: its first value, and everything that rules set it to."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from wtrules.checks.survey import survey, variables_of
from wtrules.rules.model import Rules
from wtrules.syntax import nodes as n


@frozen
class Written:
    """The terms that a memory is set to, its first value among them, and the numbers added to it."""

    memory: n.Memory
    values: list[n.Expr] = field(factory=list)
    added: list[n.Expr] = field(factory=list)

    @property
    def words(self) -> frozenset[str]:
        """The words it can hold; none if it holds something else."""
        value = self.memory.value
        return frozenset(x.id for x in value.names) if isinstance(value, n.OneOf) else frozenset()


def written(rules: Rules) -> dict[str, Written]:
    """Return the memories of numbers, words and truth values, with all that is written to them.

    A memory that shares its name with a variable of some rule is left out: its name may mean either.
    """
    if Written not in rules.computed:
        rules.computed[Written] = dict(_written(rules))
    found: dict[str, Written] = rules.computed[Written]
    return found


def _written(rules: Rules) -> Iterator[tuple[str, Written]]:
    nodes = [node for found in survey(rules).nodes.values() for node in found]
    variables = {name for node in nodes for name in variables_of(node)}
    made: dict[str, Written] = {}
    for entry in rules.of_kind("memory"):
        node = entry.node_as(n.Memory)
        if isinstance(node.value, n.KindValue) or entry.id in variables:
            continue
        first = node.value.names[0] if isinstance(node.value, n.OneOf) else node.value
        made[entry.id] = Written(node, [first])
    for node in nodes:
        if isinstance(node, n.Set) and node.target.id in made:
            made[node.target.id].values.append(node.value)
        elif isinstance(node, n.Do) and node.verb == "add":
            to, what = node.part("to"), node.part("what")
            if isinstance(to, n.Name) and to.id in made and what is not None:
                made[to.id].added.append(what)
    yield from made.items()
