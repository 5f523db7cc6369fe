"""Spells: laying them out and taking them back."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower.actions import Action, lowering
from wtrules.program.lower.code import Code
from wtrules.program.program import op


@lowering("lay out", guarded=False)
def lay_out(action: Action, code: Code) -> None:
    """Put a spell face up beside the track."""
    _set(action, 1, code)


@lowering("take back spell", guarded=False)
def take_back(action: Action, code: Code) -> None:
    """Put a spell back into the box."""
    _set(action, 0, code)


def _set(action: Action, laid_out: int, code: Code) -> None:
    spell = code.name(action["what"])
    code.write(p.If(op(">=", spell, 0), (p.Store("laid_out", spell, laid_out),)))
