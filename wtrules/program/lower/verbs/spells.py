"""Spells: laying them out and taking them back."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.kinds import Action
from wtrules.program.lower.lowering import Lowering
from wtrules.program.lower.verbs.registry import lowering
from wtrules.program.program import op


@lowering("lay out", guarded=False)
def lay_out(low: Lowering, action: Action, code: Code) -> None:
    """Put a spell face up beside the track."""
    _set(low, action, 1, code)


@lowering("take back spell", guarded=False)
def take_back(low: Lowering, action: Action, code: Code) -> None:
    """Put a spell back into the box."""
    _set(low, action, 0, code)


def _set(low: Lowering, action: Action, laid_out: int, code: Code) -> None:
    spell = low.variables.name(action["what"], code)
    code.write(p.If(op(">=", spell, 0), (p.Store("laid_out", spell, laid_out),)))
