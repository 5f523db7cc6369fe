"""Memories: where the value for a thing is kept, and how it is changed."""

from __future__ import annotations

from collections.abc import Callable

from wtrules.meaning import nodes as m
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr


def field_of(id: str) -> str:
    """Return the field of a memory."""
    return f"memory.{id}"


def index(of: m.Term | None, code: Code) -> Expr:
    """Return which number of a memory's field belongs to a thing; the first if there is only one."""
    if of is None:
        return 0
    thing = code.expr(of)
    return code.low.board.figure(thing) if of.type == "wizard" else thing


def change(of: m.Term | None, code: Code, write: Callable[[Code, Expr], None]) -> None:
    """Write a change of the value for a thing; a tower that is gone has none to change."""
    at = index(of, code)
    if of is None or of.type != "tower" or code.has_found(of):
        write(code, at)
        return
    at = code.name(at)
    code.only_if(code.low.board.is_tower(at), lambda inner: write(inner, at))
