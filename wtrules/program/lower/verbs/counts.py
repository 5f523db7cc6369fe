"""What is counted beside the pieces: memories, points and winners."""

from __future__ import annotations

from wtrules.meaning import nodes as m
from wtrules.program.lower import events, memories
from wtrules.program.lower.actions import Action, lowering
from wtrules.program.lower.code import Code


@lowering("add", guarded=False)
def add(action: Action, code: Code) -> None:
    """Add to the number in a memory."""
    memory = action.term("to")
    assert isinstance(memory, m.Recall)
    field = memories.field_of(memory.id)
    memories.change(memory.of, code, lambda inner, index: inner.add(field, action["what"], index))


@lowering("declare", guarded=False)
def declare(action: Action, code: Code) -> None:
    """Declare a winner."""
    code.store("winner", 1, action["player"])


@lowering("score", guarded=False)
def score(action: Action, code: Code) -> None:
    """Add to a player's points."""
    amount = action["amount"]
    if code.low.analysis.reacting("points-scored"):
        amount = code.name(amount)
    code.add("points", amount, action["player"])
    events.emit_own(action, 1, [action["player"], amount], code)
