"""Small changes to Python code: every comparison, condition, number, text, call and result by itself."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.mutation.mutant import Change, Mutant, short

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "wtrules"

_COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
}  # fmt: skip
_CALCULATED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"), ast.Mod: ("%", "+"), ast.BitOr: ("|", "&"), ast.BitAnd: ("&", "|"),
}  # fmt: skip
_CALLED = {
    "min": "max", "max": "min", "any": "all", "all": "any", "sum": "max", "sorted": "list",
}  # fmt: skip


def mutants() -> list[Mutant]:
    """Return every change to the package."""
    found: list[Mutant] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        found += mutants_of(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    return found


def mutants_of(file: str, text: str) -> Iterator[Mutant]:
    """Yield every change to one file."""
    tree = ast.parse(text)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    starts = [0]
    for row in text.encode().split(b"\n"):
        starts.append(starts[-1] + len(row) + 1)
    alike: Counter[tuple[str, ...]] = Counter()
    data = text.encode()
    for node in ast.walk(tree):
        if _is_left_alone(node, parents):
            continue
        for kind, start, end, instead in _of_node(node, data, starts, parents):
            before = data[start:end].decode()
            key = (kind, short(before), short(instead))
            alike[key] += 1
            change = len(data[:start].decode()), len(data[:end].decode()), instead
            row = data.count(b"\n", 0, start) + 1
            yield Mutant(
                file, place_of(node, parents), kind, short(before), short(instead), row, alike[key],
                text, change, _function(node, parents),
            )  # fmt: skip


def _function(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> int:
    """Return the row in which the outermost function begins whose body has a node; 0 if none has."""
    row, at = 0, node
    while (above := parents.get(at)) is not None:
        if isinstance(above, ast.FunctionDef | ast.AsyncFunctionDef):
            is_in_body = any(at is statement for statement in above.body)
            decorators = [each.lineno for each in above.decorator_list]
            row = min([above.lineno, *decorators]) if is_in_body else 0
        at = above
    return row


def place_of(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> str:
    """Return the function and class around a node, separated by dots."""
    names: list[str] = []
    at: ast.AST | None = node
    while at is not None:
        if isinstance(at, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(at.name)
        at = parents.get(at)
    return ".".join(reversed(names))


def _is_left_alone(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a node says nothing about what the code does.

    These are types, imports, names for `import *`, checks of our own (`assert`, `raise`, whether two
    lists are as long as each other), what only a debugger shows (`repr`), how many results a cache
    keeps, and for how many seconds something is waited for.
    """
    at: ast.AST | None = node
    while at is not None:
        above = parents.get(at)
        match above:
            case ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom():
                return True
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation):
                if at is annotation:
                    return True
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
                if at is returns:
                    return True
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                return True
            case ast.keyword(arg="repr" | "maxsize" | "timeout"):
                return True
            case ast.Call(func=ast.Name(id="zip")) if isinstance(at, ast.keyword):
                return True
            case ast.Call(func=ast.Name(id="cast"), args=[type, _]) if at is type:
                return True
            case ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec" | "NewType" | "lru_cache")):
                return True
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                return True
        at = above
    return False


def _of_node(
    node: ast.AST, data: bytes, starts: list[int], parents: dict[ast.AST, ast.AST]
) -> Iterator[Change]:
    def start(part: ast.expr | ast.stmt) -> int:
        return starts[part.lineno - 1] + part.col_offset

    def end(part: ast.expr | ast.stmt) -> int:
        assert part.end_lineno is not None
        assert part.end_col_offset is not None
        return starts[part.end_lineno - 1] + part.end_col_offset

    def between(left: ast.expr, right: ast.expr, word: str, other: str) -> Iterator[Change]:
        gap = data[end(left) : start(right)].decode()
        if gap.count(word) == 1:
            yield "flip", end(left), start(right), gap.replace(word, other)

    match node:
        case ast.Compare(left=left, ops=ops, comparators=rights):
            for op, one, two in zip(ops, [left, *rights], rights, strict=False):
                if type(op) in _COMPARED:
                    yield from between(one, two, *_COMPARED[type(op)])
        case ast.BinOp(op=op, left=left, right=right) if type(op) in _CALCULATED:
            if not isinstance(left, ast.Constant) or not isinstance(left.value, str):
                yield from between(left, right, *_CALCULATED[type(op)])
        case ast.BoolOp(op=op, values=values):
            word, other = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
            yield from between(values[0], values[1], word, other)
        case ast.UnaryOp(op=ast.Not()):
            yield "drop", start(node), start(node) + len("not"), ""
        case ast.Constant(value=bool(value)):
            yield "flip", start(node), end(node), str(not value)
        case ast.Constant(value=int(value)):
            yield "number", start(node), end(node), str(value + 1)
        case ast.Constant(value=str(value)) if _is_plain_text(node, data[start(node)], parents):
            yield "text", start(node), end(node), repr(value + "_")
        case ast.Call(func=ast.Name(id=name) as called) if name in _CALLED:
            yield "call", start(called), end(called), _CALLED[name]
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            inner = data[start(test) : end(test)].decode()
            yield "negate", start(test), end(test), f"(not ({inner}))"
        case ast.comprehension(ifs=[test, *_]):
            inner = data[start(test) : end(test)].decode()
            yield "negate", start(test), end(test), f"(not ({inner}))"
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield "result", start(value), end(value), "None"
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign():
            yield "drop", start(node), end(node), "pass"
        case ast.Break():
            yield "flip", start(node), end(node), "continue"
        case ast.Continue():
            yield "flip", start(node), end(node), "break"


def _is_plain_text(node: ast.Constant, quote: int, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a text is no docstring, no part of another text, and not several in a row."""
    above = parents[node]
    return chr(quote) in "\"'" and not isinstance(
        above, ast.Expr | ast.JoinedStr | ast.FormattedValue
    )
