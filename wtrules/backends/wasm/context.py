"""What is known about a program when it becomes WebAssembly."""

from __future__ import annotations

from attrs import define, field

from wtrules.backends.wasm.bounds import Bounds, Survey
from wtrules.backends.wasm.layout import Layout
from wtrules.program import program as p
from wtrules.program.optimise.effort import Effort

MOST_TURNS = 8  # of a loop that is unrolled
_SMALL = 30  # parts of a function that is always inlined …
_LARGE = 2000  # … unless with all that is inlined into it, it has more than this


@define
class Context:
    """A program with its memory and everything that was found out about it."""

    program: p.Program
    layout: Layout
    bounds: Bounds
    effort: Effort
    names: dict[str, str]  # functions in WebAssembly
    _inlined: dict[str, bool] = field(factory=dict, init=False)
    _pure: dict[str, bool] = field(factory=dict, init=False)
    _sizes: dict[str, int] = field(factory=dict, init=False)
    _bodies: dict[str, int] = field(factory=dict, init=False)

    @property
    def survey(self) -> Survey:
        """An index of the parts of the program."""
        return self.bounds.survey

    def is_inlined(self, function: str) -> bool:
        """Return whether calls of a function are replaced by its body."""
        if function not in self._inlined:
            called = self.program.functions.get(function)
            self._inlined[function] = (
                called is not None
                and not called.options
                and function != "random"
                and not self.effort.is_heavy
                and (self.survey.calls[function] == 1 or self._is_small(called))
                and not self._is_recursive(function)
            )
        return self._inlined[function]

    def _is_small(self, function: p.Function) -> bool:
        """Return whether a call would cost as much as the function itself; a loop always costs more."""
        parts = self.survey.functions[function.name]
        if any(type(part) is p.For or type(part) is p.While for part in parts):
            return False
        return self.size_of(function.name) <= _SMALL and self._written_out(function.name) <= _LARGE

    def size_of(self, function: str) -> int:
        """Return the number of parts of a function; it is asked for again for every loop in it."""
        if function not in self._bodies:
            self._bodies[function] = size_of(self.program.functions[function].body)
        return self._bodies[function]

    def _written_out(self, function: str) -> int:
        """Return the number of parts of a function with all that is inlined into it."""
        if function not in self._sizes:
            self._sizes[function] = _LARGE + 1  # until it is known; only a recursion asks for it
            calls = [x.function for x in self.survey.functions[function] if isinstance(x, p.Call)]
            size = self.size_of(function)
            for inner in calls:
                if size <= _LARGE and self.is_inlined(inner):
                    size += self._written_out(inner)
            self._sizes[function] = size
        return self._sizes[function]

    def _is_recursive(self, function: str) -> bool:
        """Return whether a function calls itself, directly or through others."""
        seen: set[str] = set()
        waiting = [function]
        while waiting:
            for part in self.survey.functions.get(waiting.pop(), ()):
                if isinstance(part, p.Call) and part.function not in seen:
                    seen.add(part.function)
                    waiting.append(part.function)
        return function in seen

    def is_reassigned(self, function: str, name: str) -> bool:
        """Return whether a variable is given more than one value."""
        return self.survey.values[function, name] > 1

    def is_pure(self, body: p.Body) -> bool:
        """Return whether a body leaves the state as it is."""
        return self._are_pure(p.parts_of(body))

    def _are_pure(self, parts: list[p.Statement | p.Expr]) -> bool:
        for part in parts:
            if isinstance(part, p.Store):
                return False
            if isinstance(part, p.Call):
                name = part.function
                if name not in self._pure:
                    self._pure[name] = name == "emitted"
                    inside = self.survey.functions.get(name)
                    if inside is not None:
                        self._pure[name] = self._are_pure(inside)
                if not self._pure[name]:
                    return False
        return True

    def constant_loads(self, body: p.Body) -> set[tuple[str, int]]:
        """Return the state fields that a body loads at a constant index."""
        return self._constant_loads(p.parts_of(body)) - {("rng", 0)}

    def _constant_loads(self, parts: list[p.Statement | p.Expr]) -> set[tuple[str, int]]:
        loads: set[tuple[str, int]] = set()
        for part in parts:
            if isinstance(part, p.Load) and isinstance(part.index, int):
                loads.add((part.array, part.index))
            elif isinstance(part, p.Call) and self.is_inlined(part.function):
                loads |= self._constant_loads(self.survey.functions[part.function])
        return loads


def size_of(part: p.Statement | p.Expr | p.Body) -> int:
    """Return the number of parts to write out, counting every turn of short loops."""
    match part:
        case int() | p.Var() | p.Goto():
            return 1
        case tuple():
            return sum(map(size_of, part))
    inner = sum(map(size_of, p.inside(part)))
    match part:
        case p.Run():
            return inner
        case p.For(start=int(start), stop=int(stop)) if stop - start <= MOST_TURNS:
            return (2 + inner) * (stop - start)
        case p.For() | p.While():
            return 2 + inner
    return 1 + inner
