"""What a memory can hold: its first value, and everything that rules set it to."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from wtrules.checks.survey import DEFINING, nodes_of, survey, variables_of
from wtrules.rules.model import Entry, Rules, VariantInfo
from wtrules.syntax import nodes as n
from wtrules.value import Value


@frozen
class Written(Value):
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


def words_and_variables(rules: Rules) -> frozenset[str]:
    """Return the names that somewhere in the rules are words of a memory or setting, or variables."""
    if words_and_variables not in rules.computed:
        values = [entry.node_as(n.Memory).value for entry in rules.of_kind("memory")]
        words = {name.id for value in values if isinstance(value, n.OneOf) for name in value.names}
        for entry in rules.of_kind("setting"):
            words.update(name.id for name in entry.node_as(n.Setting).value.choices)
        rules.computed[words_and_variables] = frozenset(words | _variables(rules))
    found: frozenset[str] = rules.computed[words_and_variables]
    return found


def _variables(rules: Rules) -> set[str]:
    parts = survey(rules).parts.values()
    return {name for part in parts for name in part.once(_variables_in)}


def _written(rules: Rules) -> Iterator[tuple[str, Written]]:
    parts = survey(rules).parts.values()
    variables = _variables(rules)
    made: dict[str, Written] = {}
    for entry in rules.of_kind("memory"):
        node = entry.node_as(n.Memory)
        if isinstance(node.value, n.KindValue) or entry.id in variables:
            continue
        first = node.value.names[0] if isinstance(node.value, n.OneOf) else node.value
        made[entry.id] = Written(node, [first])
    for part in parts:
        for id, value, is_added in part.once(_written_in):
            if id in made:
                (made[id].added if is_added else made[id].values).append(value)
    yield from made.items()


def _variables_in(part: Entry | VariantInfo) -> frozenset[str]:
    nodes = nodes_of(part).of(*DEFINING)
    return frozenset(name for node in nodes for name in variables_of(node))


def _written_in(part: Entry | VariantInfo) -> tuple[tuple[str, n.Expr, bool], ...]:
    """Return what an entry or variant sets or adds to names, and whether it is added."""
    found: list[tuple[str, n.Expr, bool]] = []
    for node in nodes_of(part).of(n.Set):
        found.append((node.target.id, node.value, False))
    for node in nodes_of(part).of(n.Do):
        if node.verb == "add":
            to, what = node.part("to"), node.part("what")
            if isinstance(to, n.Name) and what is not None:
                found.append((to.id, what, True))
    return tuple(found)
