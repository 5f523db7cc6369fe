"""The calls, assignments and parts of a program, collected in one pass."""

from __future__ import annotations

from collections import Counter

from wtrules.program import program as p


class Survey:
    """An index of the parts of a program."""

    def __init__(self, program: p.Program) -> None:
        self.calls: Counter[str] = Counter(d.options for d in program.decisions)
        self.values: Counter[tuple[str, str]] = Counter()  # given to each variable
        self.functions: dict[str, list[p.Statement | p.Expr]] = {}
        self.blocks = [p.parts_of(block.body) for block in program.blocks]
        for function in program.functions.values():
            self.functions[function.name] = p.parts_of(function.body)
            self.values.update((function.name, name) for name in function.parameters)
        for name, parts in (*self.functions.items(), *(("", parts) for parts in self.blocks)):
            for part in parts:
                if type(part) is p.Call:
                    self.calls[part.function] += 1
                elif type(part) is p.Assign or type(part) is p.For:
                    self.values[name, part.name] += 1
