"""The program form as text, and back.

The text is a small part of Python's syntax, so that it reads like what it means and Python's own
parser can read it. Arrays of the state and constant arrays are indexed names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from wtrules.program import program as p

_BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
_COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
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
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=where)]):
                return p.Store(name, self.expr(where), self.expr(node.value))
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
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                where = self.expr(index)
                if name not in self.tables:
                    return p.Load(name, where)
                return p.entry(name, self.tables[name], where)
            case ast.BinOp():
                return p.op(_BINARY[type(node.op)], self.expr(node.left), self.expr(node.right))
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return p.op(_COMPARE[type(operator)], self.expr(left), self.expr(right))
            case ast.BoolOp():
                name = "and" if isinstance(node.op, ast.And) else "or"
                joined = self.expr(node.values[0])
                for value in node.values[1:]:
                    joined = p.op(name, joined, self.expr(value))
                return joined
            case ast.UnaryOp(op=ast.Not()):
                return p.op("not", self.expr(node.operand))
            case ast.UnaryOp(op=ast.USub()):
                return p.op("-", self.expr(node.operand))
            case ast.UnaryOp(op=ast.Invert()):
                return p.op("~", self.expr(node.operand))
            case ast.Call(func=ast.Name(id=name)):
                args = tuple(self.expr(argument) for argument in node.args)
                return p.op(name, *args) if name in _WORDS else p.Call(name, args)
        raise ValueError(ast.dump(node))


# --- printing --------------------------------------------------------------------------------


def print_program(program: p.Program, rules: bool = True) -> str:
    """Return the whole program as text; with *rules* each statement names its rule."""
    lines = [
        f"# {program.ruleset} for {program.players} players: {program.size} numbers of state, "
        f"{len(program.functions)} functions, {len(program.blocks)} blocks, "
        f"{len(program.decisions)} decisions",
        "",
    ]
    for f in program.fields.values():
        size = f"[{f.size}]"
        lines.append(f"# state {f.name}{size} at {f.offset} ({f.role})")
    lines.append("")
    for name, values in program.tables.items():
        lines.append(f"{name} = {list(values)}")
    lines.append("")
    for function in program.functions.values():
        lines += function_lines(function, rules)
        lines.append("")
    for number, decision in enumerate(program.decisions):
        lines.append(
            f"# decision {number}: {decision.name} ({decision.rule}), options from "
            f"{decision.options}, goes on with block_{decision.resume}"
        )
    lines.append("")
    for number, block in enumerate(program.blocks):
        lines.append(f"def block_{number}():  # {block.name}")
        lines += _body(block.body, 1, rules)
        lines.append("")
    return "\n".join(lines)


def function_lines(function: p.Function, rules: bool = True) -> list[str]:
    """Return the lines of one function."""
    note = f"  # {function.origin.rule}" if rules else ""
    head = f"def {function.name}({', '.join(function.parameters)}):{note}"
    return [head, *_body(function.body, 1, rules)]


def _body(body: p.Body, depth: int, rules: bool) -> list[str]:
    lines: list[str] = []
    pad = "    " * depth
    for statement in body:
        note = ""
        if rules and statement.origin is not p.NOWHERE:
            note = f"  # {statement.origin.rule}"
        match statement:
            case p.Assign():
                lines.append(f"{pad}{statement.name} = {show(statement.value)}{note}")
            case p.Store():
                target = f"{statement.array}[{show(statement.index)}]"
                lines.append(f"{pad}{target} = {show(statement.value)}{note}")
            case p.If():
                lines.append(f"{pad}if {show(statement.condition)}:{note}")
                lines += _body(statement.then, depth + 1, rules)
                if statement.otherwise:
                    lines.append(f"{pad}else:")
                    lines += _body(statement.otherwise, depth + 1, rules)
            case p.While():
                lines.append(f"{pad}while {show(statement.condition)}:{note}")
                lines += _body(statement.body, depth + 1, rules)
            case p.For():
                span = f"range({show(statement.start)}, {show(statement.stop)})"
                lines.append(f"{pad}for {statement.name} in {span}:{note}")
                lines += _body(statement.body, depth + 1, rules)
            case p.Break():
                lines.append(f"{pad}break{note}")
            case p.Return():
                lines.append(f"{pad}return {show(statement.value)}{note}")
            case p.Run():
                lines.append(f"{pad}{show(statement.call)}{note}")
            case p.Emit():
                lines.append(f"{pad}emit({show(statement.value)}){note}")
            case p.Goto():
                target = show(statement.block)
                target = f"block_{target}" if isinstance(statement.block, int) else target
                lines.append(f"{pad}goto({target}){note}")
            case p.Decide():
                lines.append(
                    f"{pad}decide({statement.decision}, otherwise=block_{statement.otherwise}){note}"
                )
    return lines or [f"{pad}pass"]


BINDING = {
    "or": 1, "and": 2, "not": 3, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "|": 5,
    "^": 6, "&": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "//": 10, "%": 10, "~": 11,
}  # fmt: skip


def show(expr: p.Expr, outer: int = 0) -> str:
    """Return an expression as text, brackets only where needed."""
    match expr:
        case int():
            return str(expr) if expr >= 0 or outer < 10 else f"({expr})"
        case p.Var():
            return expr.name
        case p.Load():
            return f"{expr.array}[{show(expr.index)}]"
        case p.Entry():
            return f"{expr.table}[{show(expr.index)}]"
        case p.At():
            return f"block_{expr.block}"
        case p.Emitted():
            return "emitted()"
        case p.Call():
            return f"{expr.function}({', '.join(show(a) for a in expr.args)})"
        case p.Op(op=("min" | "max" | "clamp") as name):
            return f"{name}({', '.join(show(a) for a in expr.args)})"
    binding = BINDING[expr.op]
    if len(expr.args) == 1:
        space = " " if expr.op == "not" else ""
        text = f"{expr.op}{space}{show(expr.args[0], 11)}"
        return f"({text})" if outer >= binding else text
    # Comparisons do not chain, so both sides bind tighter.
    left = show(expr.args[0], binding if binding == 4 else binding - 1)
    text = f"{left} {expr.op} {show(expr.args[1], binding)}"
    return f"({text})" if outer >= binding else text
