"""The blocks of a program as one WebAssembly function."""

from __future__ import annotations

from wtrules.backends.wasm.batches import ENDLESS, NO_DECISION
from wtrules.backends.wasm.context import Context
from wtrules.backends.wasm.instructions import (
    END,
    RETURN,
    SUB,
    UNREACHABLE,
    Code,
    Function,
    block,
    const,
    get,
    loop,
    put,
    when,
)
from wtrules.backends.wasm.statements import Statements
from wtrules.program import program as p


class Blocks:
    """Makes one function of all blocks.

    They are ordered so that most jumps lead forward, which needs no table. A jump back goes through
    the table at the top, and is counted.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.statements = Statements(context, "", jumps=self)
        self.blocks = context.program.blocks
        self.order = _order(context.program)
        self.place = {block: i for i, block in enumerate(self.order)}
        self.labels = [f"{i}.{each.name}" for i, each in enumerate(self.blocks)]
        self.here = 0

    def function(self) -> Function:
        """Return the function."""
        at = self.context.layout.fields["at"]
        code: Code = [
            *(const(self.context.effort.patience), put("left")),
            *(const(self.context.effort.most_turns), ("global.set", "turns")),
            *(loop("next"), block("wrong")),
            *(block(self.labels[number]) for number in reversed(self.order)),
            *(get("pc"), ("br_table", *self.labels, "wrong")),
        ]
        for here, number in enumerate(self.order):
            self.here = here
            code.append(END)
            if number == p.OVER:
                code += [const(at), const(0), ("i32.store", 0)]
                code += [const(0), ("global.set", "n"), RETURN]
            else:
                code += self.statements.body(self.blocks[number].body)
        code += [END, const(NO_DECISION), ("call", "fail"), END]
        variables = [("left", "i32"), *((name, "i32") for name in self.statements.frame.locals)]
        return Function("run", [("pc", "i32")], "", variables, code)

    def goto(self, block: p.Expr) -> Code:
        """Return a jump."""
        if isinstance(block, int) and self.place[block] > self.here:
            return [("br", self.labels[block])]
        return [
            *(*self.statements.expressions.expr(block), put("pc")),
            *(get("left"), const(1), SUB, put("left"), get("left"), ("br_if", "next")),
            *(const(ENDLESS), ("call", "fail"), UNREACHABLE),
        ]

    def decide(self, statement: p.Decide) -> Code:
        """Return a decision: stop if there is something to choose from."""
        options = self.context.program.decisions[statement.decision].options
        at = self.context.layout.fields["at"]
        stop = [const(at), const(statement.decision + 1), ("i32.store", 0), RETURN]
        return [
            *(("call", self.context.names[options]), ("global.set", "n")),
            *(("global.get", "n"), when(), *stop, END),
            *self.goto(statement.otherwise),
        ]


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

    for number in range(len(program.blocks)):
        visit(number)
    return order[::-1]


def _targets(body: p.Body) -> set[int]:
    targets = set()
    for part in p.parts_of(body):
        if isinstance(part, p.Goto) and isinstance(part.block, int):
            targets.add(part.block)
        elif isinstance(part, p.Decide):
            targets.add(part.otherwise)
    return targets
