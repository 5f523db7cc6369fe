"""Bounds of the numbers of a program, computed before it runs.

With the bounds of an expression, the back end can leave out checks that rounding down would need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from wtrules.backends.reference import initial_state
from wtrules.intervals import ANY, HUGE, NATURAL, Span, calculated
from wtrules.program import program as p

TRUTH: Span = (0, 1)
NONE: Span = (0, 0)  # of a variable without a value
Target = tuple[str, str]  # a variable of a function; of "": a field, or a variable of the blocks
Flow = tuple[Target, p.Expr, str]  # a target, a value it can take, and the function that gives it


class Survey:
    """The calls, assignments and parts of a program, collected in one pass."""

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


class Bounds:
    """The bounds of a program's numbers.

    *Open* functions are also called from outside the program, and other code changes the state: only
    the bounds of the physical fields are known for them.
    """

    def __init__(self, program: p.Program, *, is_open: bool = False) -> None:
        self.program = program
        self.survey = Survey(program)
        self.fields = _of_pieces(program)
        self._tables = {
            name: (min(values, default=0), max(values, default=0))
            for name, values in program.tables.items()
        }
        cells = program.board.spaces * program.board.levels
        self._steps = sorted({0, program.players - 1, program.board.spaces - 1, cells - 1, HUGE})
        self._spans: dict[Target, Span] = {}
        state = initial_state(program)
        for field in program.fields.values():
            if field.role in (p.FieldRole.FRAME, p.FieldRole.CONTROL, p.FieldRole.COUNTER):
                first = state[field.offset : field.offset + field.size]
                self._spans["", field.name] = (min([0, *first]), max([0, *first]))
            else:
                # A position given by a user may hold any number that the field allows.
                self._spans["", field.name] = (field.least, field.most)
        self._spans["", "choice"] = NATURAL
        self._spans["", "rng"] = ANY  # one half of it, read as a number
        self._unknown = NONE
        if is_open:
            self._spans, self._unknown = {}, ANY
            for function in program.functions.values():
                self._spans |= {(function.name, name): ANY for name in function.parameters}
        self._spread([f for f in _flows(program, self.survey) if f[0][0] or not is_open])

    def of(self, expr: p.Expr, function: str = "") -> Span:
        """Return the bounds of an expression of a function."""
        match expr:
            case int():
                return (expr, expr)
            case p.Op():
                return span_of(expr, [self.of(arg, function) for arg in expr.args])
            case p.Var():
                return self._spans.get((function, expr.name), NONE)
            case p.Load():
                known = self.fields.get(expr.array)
                return known or self._spans.get(("", expr.array), self._unknown)
            case p.Entry():
                return self._tables[expr.table]
            case p.Call():
                if expr.function not in self.program.functions:
                    return ANY
                if expr.function == "random":
                    return (0, max(0, self.of(expr.args[0], function)[1] - 1))
                return self._spans.get((expr.function, "return"), NONE)
        return NATURAL  # a number of options, or a block

    def _spread(self, flows: list[Flow]) -> None:
        """Find the bounds of all variables and fields; they start at 0 and are widened in a few steps."""
        readers: dict[Target, list[Flow]] = {}
        waiting: dict[int, Flow] = {}
        for flow in flows:
            target, expr, function = flow
            if type(expr) is int:  # most of them, and they never change again
                self._widen(target, (expr, expr))
                continue
            waiting[id(flow)] = flow
            for read in _reads(expr, function):
                readers.setdefault(read, []).append(flow)
        while waiting:
            target, expr, function = waiting.pop(next(iter(waiting)))
            if self._spans.get(target) != ANY and self._widen(target, self.of(expr, function)):
                for flow in readers.get(target, ()):
                    waiting[id(flow)] = flow

    def _widen(self, target: Target, span: Span) -> bool:
        """Widen the bounds of a number; return whether that changed them."""
        old = self._spans.get(target, NONE)
        low, high = span
        if low >= old[0] and high <= old[1]:
            return False
        low = old[0] if low >= old[0] else -1 if low == -1 else -HUGE
        high = old[1] if high <= old[1] else next(x for x in self._steps if x >= high)
        self._spans[target] = (low, high)
        return True


def span_of(expr: p.Op, spans: Sequence[Span]) -> Span:
    """Return the bounds of an operation on numbers within these bounds."""
    if expr.op in p.TRUTHS:
        return TRUTH
    if expr.op == "clamp":
        low, high = spans[0]
        return (p.clamp(low), p.clamp(high))
    return calculated(expr.op, *spans)


# Fields whose numbers never leave the limits of the field, not even between two decisions.
_PIECES = (
    "height", "shields", "cell", "castle", "pile", "laid_out", "winner", "ending", "open", "arrived",
    "row",
)  # fmt: skip


def _of_pieces(program: p.Program) -> dict[str, Span]:
    """Return the bounds of the physical fields; positions are read with the same bounds."""
    return {name: (f.least, f.most) for name in _PIECES if (f := program.fields.get(name))}


def _reads(expr: p.Expr, function: str) -> list[Target]:
    """Return what an expression depends on."""
    match expr:
        case p.Var():
            return [(function, expr.name)]
        case p.Load():
            return [("", expr.array)]
        case p.Op():
            return [target for arg in expr.args for target in _reads(arg, function)]
        case p.Call():
            return [(expr.function, "return")]
    return []


def _flows(program: p.Program, survey: Survey) -> Iterator[Flow]:
    """Yield all values that each variable, field and function can take."""
    functions = program.functions
    bodies = [(name, parts) for name, parts in survey.functions.items() if name != "random"]
    for function, parts in (*bodies, *(("", parts) for parts in survey.blocks)):
        for part in parts:
            match part:
                case p.Assign():
                    yield (function, part.name), part.value, function
                case p.Store():
                    yield ("", part.array), part.value, function
                case p.For():
                    last = p.Op("max", (part.start, p.Op("-", (part.stop, 1))))
                    yield (function, part.name), part.start, function
                    yield (function, part.name), last, function
                case p.Return():
                    yield (function, "return"), part.value, function
                case p.Call() if part.function in functions:
                    parameters = functions[part.function].parameters
                    for name, arg in zip(parameters, part.args, strict=True):
                        yield (part.function, name), arg, function
