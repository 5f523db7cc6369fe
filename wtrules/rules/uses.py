"""Which names the syntax of a rule uses, and which it only defines, mentions or changes.

A tree comes in; its parts, without the names that are not uses, go out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wtrules.language.verbs import VERBS
from wtrules.node import Node, inner_parts, walk
from wtrules.syntax import nodes as n

# Fields with names that are defined or mentioned but not used.
_NOT_USES: dict[type, tuple[str, ...]] = {
    n.Cites: ("manual",),
    n.Assumed: ("entries",),
    n.Covers: ("ids",),
    n.Suppress: ("code",),
    n.Option: ("name",),
    n.RuleAfter: ("rules",),
    n.Code: ("name",),
    n.Parameter: ("name",),
    n.Query: ("variable",),
    n.Let: ("name",),
    n.Set: ("target",),
    n.Setting: ("key",),
    n.OneOf: ("names",),
    n.Value: ("choices",),
    n.ExampleWith: ("variants", "facts"),
    n.Then: ("facts",),
    n.Reading: ("name",),
    n.ReadingBody: ("rulesets", "variants"),
    n.DefaultReading: ("name", "rulesets", "variants"),
    n.LetterReading: ("name", "rulesets", "variants"),
    n.Affects: ("ids",),
    n.Confidence: ("name",),
    n.QuestionKind: ("name",),
    n.LayerAfter: ("layers",),
    n.Needs: ("variants",),
    n.Excludes: ("variants",),
    n.InChapter: ("name",),
    n.Holds: ("ids",),
    n.Shows: ("ids",),
    n.Word: ("name",),
    n.ManualLine: ("topic",),
    n.Illustrates: ("name",),
}
# The parts of actions that name a memory to be changed.
_WRITTEN: dict[str, tuple[str, ...]] = {
    verb.name: tuple(part.label for part in verb.parts if "memory" in part.types)
    for verb in VERBS.values()
}
_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(cls: type) -> tuple[str, ...]:
    # A sentence uses the names in its blanks; no other text has any.
    skipped = ("id", *(("phrases",) if cls is not n.Says else ()), *_NOT_USES.get(cls, ()))
    _FIELDS[cls] = found = tuple(name for name in inner_parts(cls) if name not in skipped)
    return found


def used_parts(node: Any) -> list[Any]:
    """Return the nodes directly inside a node, without the names that it does not use."""
    if type(node) is n.Do:
        written = _WRITTEN.get(node.verb, ())
        return [part.term for part in node.parts if part.label not in written]
    found: list[Any] = []
    kind = type(node)
    names = _FIELDS.get(kind)
    for name in _fields(kind) if names is None else names:
        value = getattr(node, name)
        if type(value) is tuple:
            found += value
        elif value is not None:
            found.append(value)
    return found


def walk_uses(*roots: object) -> Iterator[Any]:
    """Yield nodes and all their used parts; of parts side by side, the last comes first."""
    waiting = list(roots)
    while waiting:
        part = waiting.pop()
        if isinstance(part, Node):
            yield part
            waiting += used_parts(part)
        elif isinstance(part, (tuple, list)):
            waiting += part[::-1]


def walk_outside_loops(*roots: object) -> Iterator[Any]:
    """Yield nodes and all their used parts, but nothing inside `repeat`, `each` and `secretly`."""
    return walk(
        *roots,
        inside=lambda node: (
            () if isinstance(node, n.Repeat | n.Each | n.Secretly) else used_parts(node)
        ),
    )


def written_names(node: n.Set | n.Do) -> list[Any]:
    """Return the names of the memories that a statement changes."""
    if isinstance(node, n.Set):
        return [node.target]
    written = _WRITTEN.get(node.verb, ())
    return [part.term for part in node.parts if part.label in written]


def inner_blocks(node: object) -> tuple[n.Block, ...]:
    """Return the blocks directly inside a statement."""
    return tuple(part for part in used_parts(node) if isinstance(part, n.Block))
