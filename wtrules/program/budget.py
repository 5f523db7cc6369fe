"""What a lowering has written so far, checked against the limits of a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from wtrules.program.limits import MOST_DEPTH, MOST_INDENT, MOST_LOOPS, MOST_PARTS
from wtrules.program.lower.faults import nested_too_deeply, too_large
from wtrules.program.statements import For, If, Origin, Statement, While
from wtrules.resolve.model import Rules


@define(eq=False, repr=False)
class Budget:
    """What a lowering has written so far, and how deep it is."""

    rules: Rules
    parts: int = 0
    depth: int = 0
    by_rule: Counter[str] = field(factory=Counter)

    def spend(self, parts: int, origin: Origin) -> None:
        """Count parts written for a rule; raises CannotCompile if there are too many."""
        self.parts += parts
        self.by_rule[origin.rule] += parts
        if self.parts > MOST_PARTS:
            raise too_large(self.rules, self.by_rule, MOST_PARTS)

    def enter(self, origin: Origin) -> None:
        """Go one level deeper, until `leave`; raises CannotCompile if that is too deep."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise nested_too_deeply(self.rules, origin)

    def leave(self) -> None:
        """Come back from the level entered last."""
        self.depth -= 1

    def check_nesting(self, body: Sequence[Statement]) -> None:
        """Raise CannotCompile if the loops and tests of a body are nested too deeply."""
        waiting: list[tuple[Sequence[Statement], int, int]] = [(body, 0, 0)]
        while waiting:
            inner, loops, levels = waiting.pop()
            for statement in inner:
                match statement:
                    case If():
                        deeper = [(statement.then, loops), (statement.otherwise, loops)]
                    case While() | For():
                        deeper = [(statement.body, loops + 1)]
                    case _:
                        continue
                if loops >= MOST_LOOPS or levels >= MOST_INDENT:
                    raise nested_too_deeply(self.rules, statement.origin)
                waiting += [(part, count, levels + 1) for part, count in deeper]
