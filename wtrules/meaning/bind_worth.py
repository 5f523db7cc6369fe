"""What bots count: the `worth` of rules, cards, outcomes, memories and definitions, bound.

It is kept apart from what it is about: what something is worth changes nothing in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wtrules.diagnostics import wording
from wtrules.language.things import described
from wtrules.meaning import nodes as m
from wtrules.meaning.binding import BindTerm, Context
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.model import Entry
from wtrules.syntax import nodes as n

_COUNTED = ("number", "truth")  # types of memories that are worth something

Owner = m.MemoryCell | Sequence[m.Parameter] | None


def bind_worth(entry: Entry, ctx: Context, term: BindTerm, owner: Owner = None) -> None:
    """Bind what a definition is worth, if it says so; *owner* is a memory, or the parameters of a word."""
    node = entry.node
    worth = node.worth if isinstance(node, n.Memory | n.Define) else None
    worth = worth or next(clauses_of(node, n.Worth), None)
    if worth is None or _is_misplaced(entry, worth, owner, ctx):
        return
    triggers = clauses_of(node, n.Trigger)
    later, ctx.later = ctx.later, dict(ctx.later)
    at_any_time = partial(wording, "unknown-name.later.at-any-time")
    ctx.later |= {name: at_any_time for c in triggers for e in c.events for name in e.words}
    ctx.worths[entry.kind, entry.id] = ctx.expect(term(worth.value), ("number",))
    ctx.later = later


def _is_misplaced(entry: Entry, worth: n.Worth, owner: Owner, ctx: Context) -> bool:
    """Report what is worth nothing to a player: it is not one player's, or cannot be counted."""
    if isinstance(owner, m.MemoryCell):
        if owner.type in _COUNTED and owner.each in (None, "player"):
            return False
        if owner.type in _COUNTED:
            ctx.report("type-error.worth-of-each", worth.span, each=owner.each)
        else:
            ctx.report("type-error.worth-of", worth.span, type=described(owner.type))
    elif owner is None or [parameter.type for parameter in owner] == ["player"]:
        return False
    else:
        ctx.report("type-error.worth-of-word", worth.span, id=entry.id)
    return True
