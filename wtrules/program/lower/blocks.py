"""Blocks: the pieces of code a procedure is made of, between which it can stop and resume."""

from __future__ import annotations

from collections.abc import Callable

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, op


class Blocks:
    """The blocks written so far; the number of a block is its place in the list."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._bodies: list[list[p.Statement]] = []

    def new(self, name: str) -> int:
        """Add an empty block and return its number."""
        self._names.append(name)
        self._bodies.append([])
        return len(self._names) - 1

    def begin(self, block: int, code: Code) -> None:
        """Continue writing in a block."""
        code.out = self._bodies[block]

    def goto(self, block: int, code: Code) -> None:
        """Write a jump to a block."""
        code.write(p.Goto(block))

    def go_on(self, block: int, code: Code) -> None:
        """Write a jump to a block and continue writing there."""
        self.goto(block, code)
        self.begin(block, code)

    def skip_if(self, condition: Expr, code: Code) -> Callable[[], None]:
        """Skip what is written next if a condition is true, up to the call of the result."""
        if code.asking:
            after = self.new("after")
            code.write(p.If(condition, (p.Goto(after),)))
            return lambda: self.go_on(after, code)
        outer, code.out = code.out, []

        def close() -> None:
            inner, code.out = code.out, outer
            code.write(p.If(op("not", condition), tuple(inner)))

        return close

    def finished(self) -> list[p.Block]:
        """Return all blocks as values."""
        return [
            p.Block(name, tuple(body)) for name, body in zip(self._names, self._bodies, strict=True)
        ]
