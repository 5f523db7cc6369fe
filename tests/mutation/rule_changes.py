"""Small changes to rule files: every number, condition, statement, event, page and sentence by itself."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator

from tests.mutation.mutant import Change, Mutant, short
from wtrules import resources
from wtrules.source import SourceFile
from wtrules.syntax import nodes as n
from wtrules.syntax.parse import parse

_WORDS = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*')
_NUMBER = re.compile(r"(?<![\w.~])\d+(?=[ \t]*x(?![\w-])|(?![\w.])|\.\.)|(?<=\.\.)\d+(?!\w)")
_PAGE = re.compile(r"\bp~?(\d+)\b")
_GERMAN = re.compile(r'(?<=\bde )"(?:\\.|[^"\\\n])*"')
_STANCE = re.compile(r"^  (states|implies)\b", re.M)
_TURN = re.compile(r"(?<!option )\b(counterclockwise|clockwise)\b")
_FLIPPED = {
    "=": ("!=",), "!=": ("=",), "is": ("is not",), "is not": ("is",),
    "<": ("<=", ">"), "<=": ("<", ">"), ">": (">=", "<"), ">=": (">", "<"),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",),
}  # fmt: skip
_EVENTS = {
    "lands on": "leaves", "leaves": "lands on", "begins": "ends", "ends": "begins",
    "hides": "uncovers", "uncovers": "hides", "plays": "discards", "casts": "plays",
}  # fmt: skip
_PROSE = (n.Says, n.NameClause, n.Cites, n.Assumed, n.Covers, n.Title, n.Suppress)
_STATEMENTS = (
    n.Choose, n.May, n.Either, n.Option, n.If, n.When, n.Repeat, n.Each, n.As, n.Scope,
    n.Perform, n.Set, n.Let, n.Use, n.Stop, n.End, n.Do,
)  # fmt: skip
_ITEMS = (n.Rule, n.Card, n.Spell, n.Define, n.Group, n.Table, n.Deck, n.Memory, n.Allowance)


def mutants(files: str = "**/*.wtr") -> list[Mutant]:
    """Return every change to the shipped rules, or some of them; examples are tests themselves."""
    folder = resources.rulesets_folder()
    found: list[Mutant] = []
    for path in sorted(folder.glob(files)):
        name = path.relative_to(folder).as_posix()
        if "examples" not in name:
            found += mutants_of(f"rulesets/{name}", path.read_text("utf-8"))
    return found


def mutants_of(name: str, text: str) -> Iterator[Mutant]:
    """Yield every change to one file."""
    source = SourceFile(name, text)
    file, _ = parse(source)
    seen: set[str] = set()
    alike: Counter[tuple[str, ...]] = Counter()
    items = [item for item in file.members if isinstance(item, _ITEMS)]
    examples = [node.span for node in _walk(file) if isinstance(node, n.Example)]
    for kind, start, end, instead in sorted(_changes(file, text), key=lambda c: (c[1], c[2])):
        changed = text[:start] + instead + text[end:]
        if changed in seen or any(span.start <= start < span.end for span in examples):
            continue
        seen.add(changed)
        place = next((_name(i) for i in items if i.span.start <= start < i.span.end), "")
        before, after = short(text[start:end]), short(instead)
        alike[place, kind, before, after] += 1
        number = alike[place, kind, before, after]
        row = text.count("\n", 0, start) + 1
        change = start, end, instead
        yield Mutant(name, place, kind, before, after, row, number, text, change)


def _name(item: n.Item) -> str:
    id = getattr(item, "id", None)
    return id.id if id is not None else type(item).__name__.lower()


def _changes(file: n.File, text: str) -> Iterator[Change]:
    prose = [(m.start(), m.end()) for m in _WORDS.finditer(text)]
    for node in _walk(file):
        if isinstance(node, _PROSE):
            prose.append((node.span.start, node.span.end))
        else:
            yield from _of_node(node, text)
    yield from _of_prose(text)
    for match in _NUMBER.finditer(text):
        if not any(start <= match.start() < end for start, end in prose):
            number = int(match[0])
            yield "number", match.start(), match.end(), str(number + 1)
            if number:
                yield "number", match.start(), match.end(), str(number - 1)
    for match in _TURN.finditer(text):
        if not any(start <= match.start() < end for start, end in prose):
            other = "clockwise" if match[0] == "counterclockwise" else "counterclockwise"
            yield "direction", match.start(), match.end(), other


def _of_prose(text: str) -> Iterator[Change]:
    quoted = [(m.start(), m.end()) for m in _WORDS.finditer(text)]
    for match in _PAGE.finditer(text):
        if not any(start <= match.start() < end for start, end in quoted):
            yield "page", match.start(1), match.end(1), str(int(match[1]) + 1)
    for match in _STANCE.finditer(text):
        other = "implies" if match[1] == "states" else "states"
        yield "stance", match.start(1), match.end(1), other
    sentences = list(_GERMAN.finditer(text))
    for one, two in itertools.pairwise(sentences):
        if one[0] != two[0]:
            yield "sentence", one.start(), one.end(), two[0]


def _of_node(node: object, text: str) -> Iterator[Change]:
    match node:
        case n.Binary(operator="and" | "or", left=left, right=right):
            start, end = node.span.start, node.span.end
            yield "drop a part of", start, end, text[left.span.start : left.span.end]
            yield "drop a part of", start, end, text[right.span.start : right.span.end]
        case n.Binary(left=left, right=right):
            start, end = left.span.end, right.span.start
            gap = text[start:end]
            written = " ".join(gap.replace("(", " ").replace(")", " ").split())
            for other in _FLIPPED.get(written, ()):
                yield "flip", start, end, re.sub(r"[^\s()](.*[^\s()])?", other, gap, flags=re.S)
        case n.Unary(operator="not", operand=operand):
            inner = text[operand.span.start : operand.span.end]
            yield "flip", node.span.start, node.span.end, inner
        case n.Query(where=where) if where is not None:
            at = text.rindex("where", node.span.start, where.span.start)
            yield "drop", at, node.span.end, ""
        case n.Define(value=value):
            inner = text[value.span.start : value.span.end]
            sum_of = isinstance(value, n.Binary) and value.operator in ("+", "-", "*", "/")
            other = f"({inner}) + 1" if sum_of else f"not ({inner})"
            yield "negate", value.span.start, value.span.end, other
        case n.Value(choices=choices) if len(choices) > 1:
            names = [name.id for name in choices]
            start, end = choices[0].span.start, choices[-1].span.end
            yield "choose", start, end, ", ".join([*names[1:], names[0]])
        case n.Unit(scope="turn" | "action" as scope):
            end = node.span.end
            other = "action" if scope == "turn" else "turn"
            at = text.index(scope, node.span.start, end)
            yield "scope", at, at + len(scope), other
        case n.Trigger() | n.Forbid():
            for word, other in _EVENTS.items():
                for match in re.finditer(rf"\b{word}\b", text[node.span.start : node.span.end]):
                    at = node.span.start + match.start()
                    yield "event", at, at + len(word), other
        case n.Rule(clauses=clauses) if any(isinstance(c, n.Trigger | n.Forbid) for c in clauses):
            yield "remove rule", node.span.start, node.span.end, ""
    if isinstance(node, _STATEMENTS):
        yield "drop", node.span.start, node.span.end, ""


def _walk(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        for part in node:
            yield from _walk(part)
    elif hasattr(node, "__attrs_attrs__") and hasattr(node, "span"):
        yield node
        if isinstance(node, _PROSE):
            return
        for attribute in node.__attrs_attrs__:
            if attribute.name not in ("span", "comments"):
                yield from _walk(getattr(node, attribute.name))
