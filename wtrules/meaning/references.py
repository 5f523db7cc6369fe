"""Names in rule files and what they mean, as binding finds out."""

from __future__ import annotations

from typing import NamedTuple

from attrs import define

from wtrules.source import Span

READS = "reads"
WRITES = "writes"  # sets a memory, or adds to it; also what it was before, in what it is set to
PERFORMS = "performs"
DEFINES = "defines"


class Reference(NamedTuple):
    """A name, and what it means."""

    span: Span
    kind: str  # that of a definition, or `variable`, `word`, `constant`, `predicate`, `property`
    id: str
    use: str = READS
    place: Span | None = None  # where a variable is defined, which tells it from others of its name


@define(eq=False, repr=False)
class Variable:
    """A variable of a definition, and the place from which on it is unknown again."""

    name: str
    type: str  # empty if that is not known
    span: Span
    end: int | None = None
