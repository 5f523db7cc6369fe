"""Which tests come to which code: found out once, by one run with probes.

A *block* is what runs from its first statement on: the body of a function, of a condition, of a loop. In
a copy of the project each block begins with a *probe*, which writes down the test that is running the
first time it comes by. Processes that a test starts write down the same test. Of tests with many cases
some are run. What tests share (`tests/shared.py`) is made anew for each file of tests.
"""

from __future__ import annotations

import ast
import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from attrs import define, field, frozen

from tests.mutation.forks import Forks
from tests.mutation.mutant import Mutant
from tests.mutation.python_changes import ROOT, place_of

LOADING = "loading"  # comes to what runs while modules are loaded, as if it were a test
_A_DAY = 24 * 60 * 60
_CASES = 4  # of a test with many
# Where each mistake in a rule file has its case.
FAULTY_FILES = ("tests/diagnostics/test_pages.py", "tests/rules/test_bad_cases.py")
_PROBED = ("tests", "--ignore=tests/mutation", "--ignore=tests/fuzz", "--ignore=tests/browser")
_COPY = "{copy}"  # where a copy of the project is
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_PROBE = "_probe.py"
_PROBING = '''\
import os

_FOLDER = os.environ.get("WTRULES_PROBES", "")
_file = None
P = bytearray({count})


def H(number):
    """Write down that the test that is running came to a block."""
    P[number] = 1
    if _file is not None:
        os.write(_file, b"%d\\n" % number)


def begin(test):
    """Write down which test begins."""
    global _file
    if _FOLDER:
        if _file is None:
            name = os.path.join(_FOLDER, f"{{os.getpid()}}-{{os.urandom(4).hex()}}")
            _file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        P[:] = bytes({count})
        os.write(_file, b"=%s\\n" % test.encode())


begin(os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0])
'''


@frozen
class Block:
    """Statements that run together."""

    key: str  # the function, and its first statement: no line numbers, so that it lasts
    first: int
    last: int


@define
class Reach:
    """Which blocks each test comes to, and how many seconds of computing it takes."""

    blocks: list[str] = field(repr=False)
    seconds: dict[str, float] = field(repr=False)
    hits: dict[str, int] = field(repr=False)  # of each test, a bit for each block

    @classmethod
    def read(cls, path: Path) -> Reach:
        """Return what a file has."""
        rows = json.loads(gzip.decompress(path.read_bytes()))
        tests = rows["tests"]
        return cls(
            rows["blocks"],
            {test: seconds for test, (seconds, _) in tests.items()},
            {test: int(hits, 16) for test, (_, hits) in tests.items()},
        )

    def write(self, path: Path) -> None:
        """Write it to a file."""
        tests = {test: (self.seconds[test], f"{self.hits.get(test, 0):x}") for test in self.seconds}
        rows = {"blocks": self.blocks, "tests": tests}
        path.write_bytes(gzip.compress(json.dumps(rows).encode(), 3))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self.blocks)}

    @property
    def unknown(self) -> list[str]:
        """The files with code in functions that were not there when it was found out."""
        known = {key.partition(" ")[0] for key in self.blocks}
        return [file for file in _files() if file not in known and _read(file)[1]]

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that come to a mutant."""
        mask = self._mask(_around(mutant))
        return [test for test, hits in self.hits.items() if hits & mask and test != LOADING]

    def is_loading(self, mutant: Mutant) -> bool:
        """Whether a mutant changes what runs while modules are loaded."""
        return not mutant.function or bool(self.hits[LOADING] & self._mask(_around(mutant)))

    def _mask(self, keys: Iterable[str]) -> int:
        mask = 0
        for key in keys:
            if key in self._numbers:
                mask |= 1 << self._numbers[key]
            else:  # changed since then: all of the function
                function = key.partition(": ")[0] + ": "
                for other, number in self._numbers.items():
                    if other.startswith(function):
                        mask |= 1 << number
        return mask


def found_out(folder: Path, jobs: int) -> Reach:
    """Run the tests once in a copy with probes."""
    from tests.mutation.suite import copy

    project, hits = folder / "probed", folder / "hits"
    copy(project)
    hits.mkdir()
    keys: list[str] = []
    for path in sorted((project / "wtrules").rglob("*.py")):
        text = path.read_text("utf-8")
        file = path.relative_to(project).as_posix()
        found = list(blocks_of(file, text))
        path.write_text(with_probes(text, found, len(keys)), "utf-8")
        keys += [block.key for block in found]
    (project / "wtrules" / _PROBE).write_text(_PROBING.format(count=len(keys)))
    environment = {
        "WTRULES_PROBES": str(hits),
        "WTRULES_CASES": str(_CASES),
        "WTRULES_EVERY": " ".join(FAULTY_FILES),
    }
    with Forks(project, "nothing", environment) as forks:
        outcome = forks.run(["-n", str(jobs), *_PROBED], _A_DAY, _A_DAY)
    masks = _masks(hits, len(keys))
    seconds = {LOADING: 0.0, **outcome.passing}
    return Reach(
        keys,
        {_named(test, project): time for test, time in seconds.items()},
        {_named(test, project): mask for test, mask in masks.items() if test in seconds},
    )


def _named(test: str, project: Path) -> str:
    """Return what a test is called in all copies: some cases are called by the path of a file."""
    return test.replace(str(project), _COPY)


def in_copy(test: str, project: Path) -> str:
    """Return what a test is called in a copy."""
    return test.replace(_COPY, str(project))


def _masks(folder: Path, count: int) -> dict[str, int]:
    found: dict[str, bytearray] = defaultdict(lambda: bytearray(count // 8 + 1))
    for path in folder.iterdir():
        mask = bytearray(count // 8 + 1)
        for row in path.read_text().splitlines():
            if row.startswith("="):
                mask = found[row[1:]]
            elif row.isdigit():
                mask[int(row) // 8] |= 1 << int(row) % 8
    return {test: int.from_bytes(mask, "little") for test, mask in found.items()}


# --- blocks --------------------------------------------------------------------------------------


def blocks_of(file: str, text: str) -> Iterator[Block]:
    """Yield the blocks of a file: each body in a function that begins in a row of its own."""
    tree = ast.parse(text)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    rows = text.split("\n")
    alike: Counter[str] = Counter()
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if not isinstance(body, list) or not isinstance(
                node, ast.stmt | ast.match_case | ast.excepthandler
            ):
                continue
            if isinstance(node, _Function) and ast.get_docstring(node) is not None:
                body = body[1:]  # commands print it as their help
            place = place_of(node, parents)
            if not body or not _is_in_function(node, parents):
                continue
            first = _row(body[0])
            row = rows[first - 1]
            begins = row[: body[0].col_offset].strip() in ("", "@")
            if not begins or row.lstrip().startswith("elif"):
                continue
            if name == "orelse" and first <= _row(node):
                continue
            key = f"{file} {place}: {row.strip()[:60]}"
            alike[key] += 1
            number = f" ({alike[key]})" if alike[key] > 1 else ""
            yield Block(key + number, first, body[-1].end_lineno or first)


def with_probes(text: str, blocks: Iterable[Block], number: int) -> str:
    """Return a file with a probe at the beginning of each block; the first has this number."""
    rows = text.split("\n")
    numbered = sorted(enumerate(blocks, number), key=lambda each: each[1].first, reverse=True)
    if not numbered:
        return text
    for each, block in numbered:
        row = rows[block.first - 1]
        indent = row[: len(row) - len(row.lstrip())]
        rows.insert(block.first - 1, f"{indent}_P[{each}] or _H({each})")
    tree = ast.parse(text)
    after = 0
    for node in tree.body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_docstring and not (
            isinstance(node, ast.ImportFrom) and node.module == "__future__"
        ):
            break
        after = node.end_lineno or 0
    rows.insert(after, "from wtrules._probe import H as _H, P as _P")
    return "\n".join(rows)


def _is_in_function(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    at: ast.AST | None = node
    while at is not None:
        if isinstance(at, _Function):
            return True
        at = parents.get(at)
    return False


def _row(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


# --- where a mutant is ---------------------------------------------------------------------------


_texts: dict[str, tuple[str, list[Block]]] = {}


def _read(file: str) -> tuple[str, list[Block]]:
    if file not in _texts:
        text = (ROOT / file).read_text("utf-8")
        _texts[file] = text, list(blocks_of(file, text))
    return _texts[file]


def _around(mutant: Mutant) -> list[str]:
    """Return the innermost block around a mutant; outside of functions, those that use its name."""
    text, blocks = _read(mutant.file)
    if mutant.function:
        around = [block for block in blocks if block.first <= mutant.line <= block.last]
        if around:
            return [max(around, key=lambda block: (block.first, -block.last)).key]
        return [f"{mutant.file} {mutant.place}: "]
    names = re.compile(rf"\b({'|'.join(map(re.escape, _names(text, mutant.line)))})\b")
    found = []
    for file in (mutant.file, *_importers().get(mutant.file, ())):
        other, blocks = _read(file)
        rows = other.split("\n")
        found += [b.key for b in blocks if names.search("\n".join(rows[b.first - 1 : b.last]))]
    return found


def _names(text: str, line: int) -> list[str]:
    """Return what is defined where a line is: variables, or a class or function."""
    names: list[str] = []
    body = ast.parse(text).body
    while body:
        node = next((n for n in body if _row(n) <= line <= (n.end_lineno or 0)), None)
        match node:
            case ast.Assign(targets=targets):
                names = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                names = [name]
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                names = [node.name]
        body = node.body if isinstance(node, ast.ClassDef) else []
    return names or ["no name"]


def _files() -> list[str]:
    return [p.relative_to(ROOT).as_posix() for p in sorted((ROOT / "wtrules").rglob("*.py"))]


def _importers() -> dict[str, list[str]]:
    """Return which files import something from each file."""
    if not _imported:
        _imported.update(importers({file: ast.parse(_read(file)[0]) for file in _files()}))
    return _imported


_imported: dict[str, list[str]] = {}


def importers(trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Return which files import something from each file."""
    files = {
        file.removesuffix(".py").removesuffix("/__init__").replace("/", "."): file for file in trees
    }
    found: dict[str, list[str]] = defaultdict(list)
    for file, tree in trees.items():
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(module=str(module), names=names):
                    modules = [module, *(f"{module}.{each.name}" for each in names)]
                case ast.Import(names=names):
                    modules = [each.name for each in names]
                case _:
                    continue
            for module in modules:
                if (source := files.get(module)) is not None and file not in found[source]:
                    found[source].append(file)
    return found
