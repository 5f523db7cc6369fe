"""The blocks of a program as one WebAssembly function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wtrules.backends.wasm.batches import ENDLESS, NO_DECISION
from wtrules.backends.wasm.context import Context
from wtrules.backends.wasm.statements import Statements
from wtrules.program import program as p


class Blocks:
    """Prints all blocks as one function.

    They are ordered so that most jumps lead forward, which needs no table. A jump back goes through
    the table at the top, and is counted.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.statements = Statements(context, "", jumps=self)
        self.blocks = context.program.blocks
        self.order = _order(context.program)
        self.place = {block: i for i, block in enumerate(self.order)}
        self.here = 0

    def lines(self) -> Iterator[str]:
        """Print the function."""
        bodies = []
        for here, number in enumerate(self.order):
            self.here = here
            block = self.blocks[number]
            bodies.append(f"    ) ;; block {number}: {block.name.replace(';', ',')}")
            if number == p.OVER:
                at = self.context.layout.fields["at"]
                bodies.append(f"(i32.store (i32.const {at}) (i32.const 0))")
                bodies.append("(global.set $n (i32.const 0)) (return)")
            else:
                bodies += self.statements.body(block.body)
        labels = " ".join(f"$b{i}" for i in range(len(self.blocks)))
        yield "  (func $run (param $pc i32) (local $left i32)"
        yield from declared(self.statements.frame.locals)
        yield f"    (local.set $left (i32.const {self.context.effort.patience}))"
        yield f"    (global.set $turns (i32.const {self.context.effort.most_turns}))"
        yield "    (loop $next (block $wrong"
        yield "".join(f"(block $b{number} " for number in reversed(self.order))
        yield f"    (br_table {labels} $wrong (local.get $pc))"
        yield from bodies
        yield f"    ) (call $fail (i32.const {NO_DECISION}))))"

    def goto(self, block: p.Expr) -> Iterator[str]:
        """Print a jump."""
        if isinstance(block, int) and self.place[block] > self.here:
            yield f"(br $b{block})"
            return
        yield f"(local.set $pc {self.statements.expressions.expr(block)})"
        yield "(local.set $left (i32.sub (local.get $left) (i32.const 1)))"
        yield "(br_if $next (local.get $left))"
        yield f"(call $fail (i32.const {ENDLESS})) (unreachable)"

    def decide(self, statement: p.Decide) -> Iterator[str]:
        """Print a decision: stop if there is something to choose from."""
        options = self.context.program.decisions[statement.decision].options
        yield f"(global.set $n (call {self.context.names[options]}))"
        yield f"(if (global.get $n) (then (i32.store (i32.const {self.context.layout.fields['at']})"
        yield f"  (i32.const {statement.decision + 1})) (return)))"
        yield from self.goto(statement.otherwise)


def _order(program: p.Program) -> list[int]:
    """Return the blocks in an order in which most jumps lead forward."""
    seen: set[int] = set()
    order: list[int] = []
    ways = [sorted(_targets(block.body), reverse=True) for block in program.blocks]

    def visit(start: int) -> None:
        if start in seen:
            return
        seen.add(start)
        stack = [(start, iter(ways[start]))]
        while stack:
            block, left = stack[-1]
            for target in left:
                if target not in seen:
                    seen.add(target)
                    stack.append((target, iter(ways[target])))
                    break
            else:
                order.append(block)
                stack.pop()

    for block in range(len(program.blocks)):
        visit(block)
    return order[::-1]


def _targets(body: p.Body) -> set[int]:
    found = set()
    for part in p.parts_of(body):
        if isinstance(part, p.Goto) and isinstance(part.block, int):
            found.add(part.block)
        elif isinstance(part, p.Decide):
            found.add(part.otherwise)
    return found


def declared(names: Sequence[str]) -> Iterator[str]:
    """Print the declarations of locals."""
    for name in names:
        yield f"    (local ${name} i32)"
