"""Clauses as lines: words that are broken into lines where they grow too long."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from wtrules.syntax.wording import Pieces
from wtrules.value import Value

WIDTH = 100
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')


@frozen
class Line(Value):
    """A clause without a block: its first word, the rest, and how far a second line is indented."""

    word: str
    rest: Pieces
    hang: int | None = None  # columns after the clause's own; under the first piece unless given


def filled(line: Line, indent: str, width: int = 0, spare: int = 0) -> list[str]:
    """Return the lines of a clause, broken where it grows too long.

    A line breaks at the loosest place in it; *spare* columns stay free for a brace.
    """
    head = indent + (line.word.ljust(width) if line.rest else line.word)
    if line.word and line.rest:
        head += " "
    hang = " " * (len(head) if line.hang is None else len(indent) + line.hang)
    lines: list[str] = []
    current: Pieces = []
    for piece in line.rest:
        if piece.fresh and current:
            lines.append(head + joined(current))
            head, current = hang + " " * piece.indent, []
        current.append(piece)
        while len(current) > 1 and len(head) + _length(current) > WIDTH - spare:
            # The first piece has to stay; of the loosest places the last one that fits.
            ranks = [part.rank for part in current[1:]]
            at = len(ranks) - ranks[::-1].index(min(ranks))
            lines.append(head + joined(current[:at]))
            column = _open_parenthesis(lines)
            head = hang + " " * current[at].indent if column is None else " " * column
            current = current[at:]
    return [*lines, head + joined(current)]


def _open_parenthesis(lines: Sequence[str]) -> int | None:
    """Return the column after the last parenthesis that is still open."""
    columns: list[int] = []
    for line in lines:
        bare = _QUOTED.sub(lambda text: "x" * len(text[0]), line)
        for column, sign in enumerate(bare, 1):
            if sign == "(":
                columns.append(column)
            elif sign == ")":
                columns.pop()
    return columns[-1] if columns else None


def joined(some: Pieces) -> str:
    """Return pieces on one line."""
    return " ".join(piece.text for piece in some)


def _length(some: Pieces) -> int:
    return sum(len(piece.text) + 1 for piece in some) - 1
