"""What is known of the numbers of a program before it runs: their bounds, and which are never negative.

Comes in: a program. Goes out: for any expression the least and the most it can be, as far as that
can be told. With it the printer does without the checks that rounding down would need.
"""

from __future__ import annotations

from collections.abc import Mapping

from wtrules.program import program as p

HUGE = 1 << 40  # stands for no bound at all
Span = tuple[int, int]
ANY: Span = (-HUGE, HUGE)
NATURAL: Span = (0, HUGE)
TRUTH: Span = (0, 1)

_TRUTHS = frozenset(("==", "!=", "<", "<=", ">", ">=", "and", "or", "not"))


class Bounds:
    """The bounds of a program's numbers."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.fields = _of_pieces(program)
        self._tables = {
            name: (min(values, default=0), max(values, default=0))
            for name, values in program.tables.items()
        }
        self._negative: set[tuple[str, str]] = {("", "rng")}  # half of it, read as a number
        self._find_negative()

    def of(self, expr: p.Expr, scope: Mapping[str, Span], function: str = "") -> Span:
        """Return the least and the most an expression of a function can be."""
        match expr:
            case int():
                return (expr, expr)
            case p.Var():
                found = scope.get(expr.name)
                return found if found is not None else self._natural(function, expr.name)
            case p.Load():
                found = self.fields.get(expr.array)
                return found if found is not None else self._natural("", expr.array)
            case p.Entry():
                return self._tables[expr.table]
            case p.Call():
                known = expr.function in self.program.functions
                return self._natural(expr.function, "return") if known else ANY
            case p.Emitted() | p.At():
                return NATURAL
        return self._operation(expr, scope, function)

    def _natural(self, function: str, name: str) -> Span:
        return ANY if (function, name) in self._negative else NATURAL

    def _operation(self, expr: p.Op, scope: Mapping[str, Span], function: str) -> Span:
        name = expr.op
        if name in _TRUTHS:
            return TRUTH
        low, high = self.of(expr.args[0], scope, function)
        if len(expr.args) == 1:
            return _clip(-high, -low) if name == "-" else _clip(~high, ~low)
        low2, high2 = self.of(expr.args[1], scope, function)
        match name:
            case "+":
                return _clip(low + low2, high + high2)
            case "-":
                return _clip(low - high2, high - low2)
            case "*":
                ends = (low * low2, low * high2, high * low2, high * high2)
                return _clip(min(ends), max(ends))
            case "%" if low2 > 0:
                return (low, high) if low >= 0 and high < low2 else (0, high2 - 1)
            case "//" if low2 > 0:
                return _clip(min(low // low2, low // high2), max(high // low2, high // high2))
            case "&" if low >= 0 or low2 >= 0:
                return (0, min(h for at, h in ((low, high), (low2, high2)) if at >= 0))
            case "|" | "^" if low >= 0 and low2 >= 0:
                return (0, min(HUGE, (1 << max(high, high2).bit_length()) - 1))
            case ">>" if low >= 0 and low2 >= 0:
                return (0, high >> min(low2, 64))
            case "<<" if low >= 0 and 0 <= low2 and high2 < 32:
                return _clip(low << low2, high << high2)
            case "<<" if low >= 0:
                return NATURAL
            case "min":
                return (min(low, low2), min(high, high2))
            case "max":
                return (max(low, low2), max(high, high2))
        return ANY

    def _find_negative(self) -> None:
        """Take every number to be natural, then drop those that may not be, until all is said."""
        flows = _flows(self.program)
        changed = True
        scope: dict[str, Span] = {}
        while changed:
            changed = False
            left = []
            for flow in flows:
                target, expr, function = flow
                if target in self._negative:
                    continue
                if self.of(expr, scope, function)[0] < 0:
                    self._negative.add(target)
                    changed = True
                else:
                    left.append(flow)
            flows = left
        for field in self.program.fields.values():
            if field.role == "memory" and field.name not in self.fields:
                # What rules remember can also be written in a position, by anybody.
                self._negative.add(("", field.name))


def _clip(low: int, high: int) -> Span:
    return (max(-HUGE, low), min(HUGE, high))


def _of_pieces(program: p.Program) -> dict[str, Span]:
    """Return the bounds of what the physics keeps; positions are read with the same bounds."""
    players, cards = program.players, len(program.cards)
    known = {
        "height": program.levels - 1,
        "shields": (1 << program.levels) - 1,
        "cell": (1 << players * program.bits) - 1,
        "castle": program.spaces - 1,
        "pile": max(0, cards - 1),
        "laid_out": 1,
        "winner": 1,
        "ending": 4,
        "open": 7,
        "arrived": 1,
    }
    return {name: (0, most) for name, most in known.items()}


Flow = tuple[tuple[str, str], p.Expr, str]


def _flows(program: p.Program) -> list[Flow]:
    """Return what can become the value of each variable, field and function."""
    flows: list[Flow] = []
    parameters: dict[str, tuple[str, ...]] = {
        f.name: f.parameters for f in program.functions.values()
    }

    def calls(expr: p.Expr, function: str) -> None:
        match expr:
            case p.Load() | p.Entry():
                calls(expr.index, function)
            case p.Op():
                for arg in expr.args:
                    calls(arg, function)
            case p.Call():
                for name, arg in zip(parameters.get(expr.function, ()), expr.args, strict=False):
                    flows.append(((expr.function, name), arg, function))
                for arg in expr.args:
                    calls(arg, function)

    def walk(body: p.Body, function: str) -> None:
        for statement in body:
            match statement:
                case p.Assign():
                    flows.append(((function, statement.name), statement.value, function))
                    calls(statement.value, function)
                case p.Store():
                    flows.append((("", statement.array), statement.value, function))
                    calls(statement.index, function)
                    calls(statement.value, function)
                case p.If():
                    calls(statement.condition, function)
                    walk(statement.then, function)
                    walk(statement.otherwise, function)
                case p.While():
                    calls(statement.condition, function)
                    walk(statement.body, function)
                case p.For():
                    flows.append(((function, statement.name), statement.start, function))
                    calls(statement.start, function)
                    calls(statement.stop, function)
                    walk(statement.body, function)
                case p.Return():
                    flows.append(((function, "return"), statement.value, function))
                    calls(statement.value, function)
                case p.Run():
                    calls(statement.call, function)
                case p.Emit():
                    calls(statement.value, function)

    for function in program.functions.values():
        if function.name != "random":  # gives what is below its number; see the printer
            walk(function.body, function.name)
    for block in program.blocks:
        walk(block.body, "")
    return flows
