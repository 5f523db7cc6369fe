"""Whether rules are certainly within the limits of a program, known without lowering them.

Lowering a house rule takes as long as all checks together. The shipped rules are far below the limits,
and what a short house rule adds to them is too, if it has few of the constructs that multiply: rules
that react, rules and spells that are performed, loops and questions. All other rules are lowered to
find out.
"""

from __future__ import annotations

from wtrules.meaning.track import track
from wtrules.meaning.values import number
from wtrules.node import walk
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n

_LONG = 8000  # characters
# At most so many of each. Three rules that react to one another make a program at most eight times
# as large, because what they do is written once for each set of them that is reacting; three loops in
# one another have a few thousand turns; and what is not nested is not nested too deeply. Choices of
# several things at once may have more options than there are numbers for.
_FEW: dict[type, int] = {
    n.Trigger: 3,
    n.Perform: 6,
    n.Scope: 3,
    n.Define: 8,
    n.Memory: 20,
    n.Spell: 10,
    n.Query: 3,
    n.Repeat: 3,
    n.Choose: 6,
    n.Either: 4,
    n.May: 6,
    n.Block: 15,
    n.If: 12,
    n.When: 20,
    n.Can: 10,
    n.Unary: 20,
    n.Binary: 100,
}
# Loops over all spaces of a larger board have more turns than that.
_FEW_SPACES = 24
_LOOPS_ON_A_LARGE_BOARD = 2
# Ways on that depend on where a piece comes from: with few of them, a piece soon comes to a space from
# the same side again.
_MANY_BRANCHES = 40
_HANDFUL = ("card", "player", "spell")


def is_small(rules: Rules) -> bool:
    """Return whether the program of these rules is certainly within the limits.

    False only means that the lowering has to find out.
    """
    if open_loops(rules):
        return False
    shape = track(rules)
    if shape.routes > 1 or len(shape.branches) > _MANY_BRANCHES:
        return False  # every move may need a choice, or may be long before it comes round again
    own = {layer.name for layer in rules.layers if not layer.shipped}
    left = dict(_FEW)
    if (number(rules, "board.spaces") or 0) > _FEW_SPACES:
        left[n.Query] = _LOOPS_ON_A_LARGE_BOARD
    length = 0
    for entry in rules.entries.values():
        steps = [step for step in entry.chain if step.layer in own]
        if not steps:
            continue
        length += sum(step.span.end - step.span.start for step in steps)
        if length > _LONG:
            return False
        for node in walk(entry.node):
            kind = type(node)
            if isinstance(node, n.Choose) and sum(q.kind not in _HANDFUL for q in node.queries) > 1:
                return False
            if kind in left:
                left[kind] -= 1
                if left[kind] < 0:
                    return False
    return True


def open_loops(rules: Rules) -> list[n.Repeat]:
    """Return the loops of a house rule that might never end."""
    own = {layer.name for layer in rules.layers if not layer.shipped}
    return [
        node
        for entry in rules.entries.values()
        if any(step.layer in own for step in entry.chain)
        for node in walk(entry.node)
        if isinstance(node, n.Repeat) and node.mode != "times"
    ]
