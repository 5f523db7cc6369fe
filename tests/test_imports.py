"""Imports run downward only: the source agrees with the drawing in `wtrules/README.md`.

Every import counts, also inside functions and under `TYPE_CHECKING`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from wtrules import resources

ROOT = Path(resources.__file__).parent


def drawing() -> dict[str, set[str] | None]:
    """Return what each part may import, in the order of the table; None means everything."""
    found: dict[str, set[str] | None] = {}
    text = (ROOT / "README.md").read_text("utf-8")
    table = text.partition("## Folders and imports\n")[2].partition("\n## ")[0]
    for line in table.splitlines():
        if not line.startswith("| `"):
            continue
        part, _, allowed = line.strip("| ").split(" | ")
        name = re.sub(r"/$|\.py$", "", part.strip("`"))
        found[name] = None if allowed == "everything" else set(re.findall(r"`(\w+)`", allowed))
    return found


def modules() -> dict[str, Path]:
    """Return every module of the package by its dotted name."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = ("wtrules", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield the modules of the package that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in known)
            case ast.ImportFrom(module=str(module), names=names):
                for alias in names:
                    inner = f"{module}.{alias.name}"
                    if inner in known or module in known:
                        yield inner if inner in known else module


def part_of(module: str) -> str:
    """Return the row of the drawing that a module belongs to."""
    return module.split(".")[1] if "." in module else "__init__"


def graph() -> dict[str, set[str]]:
    """Return what each module imports."""
    known = modules()
    return {module: set(imported(path, known)) for module, path in known.items()}


def cycles(edges: dict[str, set[str]]) -> list[set[str]]:
    """Return the sets of modules that import each other, directly or not."""
    reached: dict[str, set[str]] = {}
    for module in edges:
        seen: set[str] = set()
        waiting = [module]
        while waiting:
            for target in edges[waiting.pop()] - seen:
                seen.add(target)
                waiting.append(target)
        reached[module] = seen
    found: list[set[str]] = []
    for module, seen in reached.items():
        if module in seen and not any(module in cycle for cycle in found):
            found.append({other for other in seen if module in reached[other]})
    return found


def test_every_part_is_in_the_drawing():
    """A new folder gets a row that says what it holds and what it may import."""
    parts = {part_of(module) for module in modules()}

    assert [] == sorted(parts ^ drawing().keys())


def test_the_drawing_goes_from_the_ground_up():
    """A part may import only parts that are above it in the table."""
    above: set[str] = set()
    for part, allowed in drawing().items():
        assert set() == (allowed or set()) - above, part
        above.add(part)


@pytest.mark.slow
def test_imports_follow_the_drawing():
    """No module imports a part that its own part may not import."""
    allowed = drawing()
    found = set()
    for module, targets in graph().items():
        own = part_of(module)
        may = allowed[own]
        for target in map(part_of, targets):
            if target != own and may is not None and target not in may:
                found.add((module, target))

    assert set() == found


@pytest.mark.slow
def test_no_module_imports_itself():
    """Modules do not import each other in a circle, not even inside one folder."""
    assert [] == [sorted(cycle) for cycle in cycles(graph())]


@pytest.mark.parametrize("source", ["import a.b", "def f():\n    from a import b"])
def test_imports_inside_functions_count(source: str, tmp_path: Path):
    """The reader of imports finds them wherever they are written."""
    path = tmp_path / "c.py"
    path.write_text(source)

    assert ["a.b"] == list(imported(path, {"a": path, "a.b": path}))
