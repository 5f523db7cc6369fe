"""The program form as text, and back.

The text is a small part of Python's syntax, so that it reads like what it means and Python's own
parser can read it. Arrays of the state and constant arrays are indexed names; `state['memory.x']` is
an array whose name is no word of Python.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce

from attrs import evolve

from wtrules.program import program as p

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "and", ast.Or: "or", ast.Not: "not", ast.USub: "-", ast.Invert: "~",
}  # fmt: skip
_WORDS = ("min", "max", "clamp")
_NO_TABLES: Mapping[str, tuple[int, ...]] = {}


def parse_functions(
    text: str, constants: Mapping[str, p.Expr], tables: Mapping[str, tuple[int, ...]] = _NO_TABLES
) -> list[p.Function]:
    """Read functions from program text; capitals are looked up in *constants*.

    What is known is folded: a branch that is never taken is left out, and a constant array with only
    one number is that number.
    """
    reader = _Reader(constants, tables)
    return [
        reader.function(node) for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)
    ]


def for_each_deck(copies: Sequence[Sequence[p.Function]]) -> Iterator[p.Function]:
    """Yield the functions of a text that was read once for each deck.

    What comes out the same for all decks is about any card; of the rest each deck has its own.
    """
    for functions in zip(*copies, strict=True):
        for deck, function in enumerate(functions if len(set(functions)) > 1 else functions[:1]):
            yield evolve(function, name=p.of_deck(function.name, deck))


class _Reader:
    def __init__(
        self, constants: Mapping[str, p.Expr], tables: Mapping[str, tuple[int, ...]]
    ) -> None:
        self.constants = constants
        self.tables = tables

    def function(self, node: ast.FunctionDef) -> p.Function:
        parameters = tuple(argument.arg for argument in node.args.args)
        return p.Function(node.name, parameters, self.body(node.body))

    def body(self, nodes: Iterable[ast.stmt]) -> p.Body:
        return tuple(statement for node in nodes for statement in self.statements(node))

    def statements(self, node: ast.stmt) -> p.Body:
        """Return a statement; of a branch with a known condition, what is in it."""
        if isinstance(node, ast.If) and isinstance(condition := self.expr(node.test), int):
            return self.body(node.body if condition else node.orelse)
        return (self.statement(node),)

    def statement(self, node: ast.stmt) -> p.Statement:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return p.Assign(name, self.expr(value))
            case ast.Assign(targets=[ast.Subscript(value=array, slice=where)]):
                return p.Store(_array(array), self.expr(where), self.expr(node.value))
            case ast.If():
                return p.If(self.expr(node.test), self.body(node.body), self.body(node.orelse))
            case ast.While():
                return p.While(self.expr(node.test), self.body(node.body))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[start, stop])):
                return p.For(name, self.expr(start), self.expr(stop), self.body(node.body))
            case ast.Break():
                return p.Break()
            case ast.Return(value=value):
                return p.Return(self.expr(value) if value is not None else 0)
            case ast.Expr(value=ast.Call() as call):
                written = self.expr(call)
                assert isinstance(written, p.Call)
                return p.Run(written)
        raise ValueError(ast.dump(node))

    def expr(self, node: ast.expr) -> p.Expr:
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=name):
                return self.constants[name] if name.isupper() else p.Var(name)
            case ast.Subscript(value=array, slice=index):
                name, where = _array(array), self.expr(index)
                if name not in self.tables:
                    return p.Load(name, where)
                return p.entry(name, self.tables[name], where)
            case ast.BinOp():
                return p.op(_OPERATORS[type(node.op)], self.expr(node.left), self.expr(node.right))
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return p.op(_OPERATORS[type(operator)], self.expr(left), self.expr(right))
            case ast.BoolOp():
                return reduce(partial(p.op, _OPERATORS[type(node.op)]), map(self.expr, node.values))
            case ast.UnaryOp():
                return p.op(_OPERATORS[type(node.op)], self.expr(node.operand))
            case ast.Call(func=ast.Name(id=name)):
                args = tuple(self.expr(argument) for argument in node.args)
                return p.op(name, *args) if name in _WORDS else p.Call(name, args)
        raise ValueError(ast.dump(node))


def state_array(name: str) -> str:
    """Return how text names an array of the state that rules have named: no word need be in its name."""
    return f"state[{name!r}]"


def _array(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=ast.Name(id="state"), slice=ast.Constant(value=str(name))):
            return name
    raise ValueError(ast.dump(node))


# --- printing --------------------------------------------------------------------------------


_BINDING = {
    "or": 1, "and": 2, "not": 3, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "|": 5,
    "^": 6, "&": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "//": 10, "%": 10, "~": 11,
}  # fmt: skip
_INDENT = "    "


class Printer:
    """Prints statements and expressions as Python; with *rules* each statement names its rule."""

    def __init__(self, rules: bool = True) -> None:
        self.rules = rules

    # --- statements ---

    def body(self, body: p.Body, depth: int) -> list[str]:
        """Print statements, so far to the right."""
        lines = [line for statement in body for line in self.statement(statement, depth)]
        return lines or [_INDENT * depth + "pass"]

    def statement(self, statement: p.Statement, depth: int) -> list[str]:
        """Print a statement."""
        pad, note = _INDENT * depth, self._note(statement)
        match statement:
            case p.If():
                lines = [f"{pad}if {self.show(statement.condition)}:{note}"]
                lines += self.body(statement.then, depth + 1)
                if statement.otherwise:
                    lines += [f"{pad}else:", *self.body(statement.otherwise, depth + 1)]
                return lines
            case p.While() | p.For():
                head = f"{pad}{self._loop(statement)}:{note}"
                return [
                    head,
                    *self.turn(statement, depth + 1),
                    *self.body(statement.body, depth + 1),
                ]
            case p.Assign():
                text = f"{self.variable(statement.name)} = {self.number(statement.value)}"
            case p.Store():
                place = self.place(statement.array, statement.index)
                text = f"{place} = {self.number(statement.value)}"
            case p.Break():
                text = "break"
            case p.Return():
                text = f"return {self.number(statement.value)}"
            case p.Run():
                text = self.show(statement.call)
            case p.Emit():
                text = f"emit({self.number(statement.value)})"
            case p.Goto():
                text = self.goto(statement.block)
            case p.Decide():
                return [f"{pad}{line}{note}" for line in self.decide(statement)]
        return [f"{pad}{text}{note}"]

    def _loop(self, loop: p.While | p.For) -> str:
        if isinstance(loop, p.While):
            return f"while {self.show(loop.condition)}"
        span = f"range({self.show(loop.start)}, {self.show(loop.stop)})"
        return f"for {self.variable(loop.name)} in {span}"

    def _note(self, statement: p.Statement) -> str:
        is_said = self.rules and statement.origin is not p.NOWHERE
        return f"  # {statement.origin.rule}" if is_said else ""

    # --- what another printer may do in its own way ---

    def turn(self, loop: p.While | p.For, depth: int) -> list[str]:
        """Print what is done at the beginning of each turn of a loop."""
        return []

    def goto(self, block: p.Expr) -> str:
        """Print a jump."""
        return f"goto({self.show(p.At(block) if isinstance(block, int) else block)})"

    def decide(self, statement: p.Decide) -> list[str]:
        """Print a decision."""
        return [f"decide({statement.decision}, otherwise=block_{statement.otherwise})"]

    def variable(self, name: str) -> str:
        """Print a variable."""
        return name

    def place(self, array: str, index: p.Expr) -> str:
        """Print a place in the state."""
        return f"{array}[{self.show(index)}]"

    def table(self, table: str) -> str:
        """Print the name of a constant array."""
        return table

    def call(self, call: p.Call) -> str:
        """Print a call."""
        return f"{call.function}({', '.join(map(self.show, call.args))})"

    def number(self, expr: p.Expr) -> str:
        """Print an expression whose value is stored."""
        return self.show(expr)

    # --- expressions ---

    def show(self, expr: p.Expr, outer: int = 0) -> str:
        """Print an expression, with brackets only where needed."""
        match expr:
            case int():
                return str(expr) if expr >= 0 or outer < 10 else f"({expr})"
            case p.Var():
                return self.variable(expr.name)
            case p.Load():
                return self.place(expr.array, expr.index)
            case p.Entry():
                return f"{self.table(expr.table)}[{self.show(expr.index)}]"
            case p.At():
                return f"block_{expr.block}"
            case p.Emitted():
                return "emitted()"
            case p.Call():
                return self.call(expr)
            case p.Op(op="min" | "max" | "clamp" as name):
                return f"{name}({', '.join(map(self.show, expr.args))})"
        binding = _BINDING[expr.op]
        if len(expr.args) == 1:
            space = " " if expr.op == "not" else ""
            text = f"{expr.op}{space}{self.show(expr.args[0], 11)}"
        else:
            # Comparisons do not chain, so both sides bind tighter.
            left = self.show(expr.args[0], binding if binding == 4 else binding - 1)
            text = f"{left} {expr.op} {self.show(expr.args[1], binding)}"
        return f"({text})" if outer >= binding else text


def print_program(program: p.Program, rules: bool = True) -> str:
    """Return the whole program as text; with *rules* each statement names its rule."""
    lines = [
        f"# {program.ruleset} for {program.players} players: {program.size} numbers of state, "
        f"{len(program.functions)} functions, {len(program.blocks)} blocks, "
        f"{len(program.decisions)} decisions",
        "",
        *(f"# state {f.name}[{f.size}] at {f.offset} ({f.role})" for f in program.fields.values()),
        "",
        *(f"{name} = {list(values)}" for name, values in program.tables.items()),
        "",
    ]
    for function in program.functions.values():
        lines += [*function_lines(function, rules), ""]
    for number, decision in enumerate(program.decisions):
        lines.append(
            f"# decision {number}: {decision.name} ({decision.rule}), options from "
            f"{decision.options}, goes on with block_{decision.resume}"
        )
    lines.append("")
    for number, block in enumerate(program.blocks):
        body = Printer(rules).body(block.body, 1)
        lines += [f"def block_{number}():  # {block.name}", *body, ""]
    return "\n".join(lines)


def function_lines(function: p.Function, rules: bool = True) -> list[str]:
    """Return the lines of one function."""
    note = f"  # {function.origin.rule}" if rules else ""
    head = f"def {function.name}({', '.join(function.parameters)}):{note}"
    return [head, *Printer(rules).body(function.body, 1)]
