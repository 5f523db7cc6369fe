"""Secret memories: revealing, hiding and showing them."""

from __future__ import annotations

from wtrules.meaning import nodes as m
from wtrules.program.lower import secrets
from wtrules.program.lower.actions import Action, lowering
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr


def _places(action: Action, code: Code) -> tuple[m.MemoryCell, list[Expr]]:
    """Return a secret memory and the places in it that an action is about."""
    recall = action.term("what")
    assert isinstance(recall, m.Recall)
    memory = code.low.meaning.memories[recall.id]
    of = code.expr(recall.of) if recall.of is not None else None
    return memory, secrets.places_of(memory, of, code.low)


@lowering("reveal secret", guarded=False)
def reveal(action: Action, code: Code) -> None:
    """Let everybody see a secret."""
    memory, places = _places(action, code)
    for place in places:
        secrets.hide_from(memory, place, 0, code)


@lowering("hide", guarded=False)
def hide(action: Action, code: Code) -> None:
    """Hide a secret from everybody but its owner."""
    memory, places = _places(action, code)
    for place in places:
        secrets.hide_from(memory, place, secrets.outsiders(memory, place, code.low), code)


@lowering("show", guarded=False)
def show(action: Action, code: Code) -> None:
    """Let one player see a secret."""
    memory, places = _places(action, code)
    for place in places:
        secrets.show_to(memory, place, action["to"], code)
