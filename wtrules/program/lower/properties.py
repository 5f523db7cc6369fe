"""Lowering of properties, predicates and constants, each under its record's key.

The key of a property or predicate is its name and the type it is asked of, `space:wizard`; the key
of a constant is its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wtrules.language.things import THINGS
from wtrules.program import program as p
from wtrules.program.lower import piles
from wtrules.program.lower.board import Board
from wtrules.program.lower.code import Code
from wtrules.program.program import NOTHING, Expr, Load, chain, op

# From the thing that is asked about, 0 for a constant, to the answer.
Answer = Callable[[Expr, Code], Expr]

# Questions that a field of the state answers.
_FIELDS = {
    "active": "active",
    "actor": "actor",
    "roll": "roll",
    "draw_pile": "pile_size",
    "discard_pile": "discard_size",
    "wizards:player": "wizards",
    "home:player": "home",
    "hand_size:player": "hand_size",
    "points:player": "points",
    "empty_flasks:player": "empty",
    "full_flasks:player": "full",
    "spent_flasks:player": "spent",
    "winner:player": "winner",
    "height:space": "height",
    "laid_out:spell": "laid_out",
    "draw_pile:deck": "pile_size",
    "discard_pile:deck": "discard_size",
}

# Questions about the board, and the formulas that answer them.
_FORMULAS: Mapping[str, Callable[[Board, Expr], Expr]] = {
    "next_player:player": lambda board, player: board.seat_after(player, 1),
    "previous_player:player": lambda board, player: board.seat_after(
        player, board.layout.players - 1
    ),
    "opposite:player": lambda board, player: board.seat_after(player, board.layout.players // 2),
    "seat:player": lambda board, player: player,
    "index:space": lambda board, space: space,
    "top:space": Board.top,
    "ground:space": lambda board, space: board.surface(space, 0),
    "owner:wizard": Board.owner_of,
    "place:wizard": Board.surface_of,
    "space:wizard": Board.space_of_wizard,
    "level:wizard": lambda board, wizard: board.level_of(board.surface_of(wizard)),
    "visible:wizard": lambda board, wizard: board.is_top(board.surface_of(wizard)),
    "hidden:wizard": lambda board, wizard: op("not", board.is_top(board.surface_of(wizard))),
    "place:tower": lambda board, tower: tower,
    "space:tower": Board.space_of,
    "level:tower": Board.level_of,
    "floor:tower": lambda board, tower: op("-", tower, 1),
    "height:tower": Board.height_from,
    "topmost:tower": Board.is_top,
    "shielded:tower": Board.has_shield,
    "space:place": Board.space_of,
    "level:place": Board.level_of,
    "uppermost:place": Board.is_top,
    "shielded:place": Board.has_shield,
    "castle": lambda board, _: 0,  # there is only one
    "space:castle": lambda board, _: Load("castle", 0),
    "place:castle": lambda board, _: board.top(Load("castle", 0)),
    "place:piece": Board.place_of_piece,
    # Nothing stays nothing: -1 divided by the number of levels is -1.
    "space:piece": lambda board, piece: board.space_of(board.place_of_piece(piece)),
    "level:piece": Board.level_of_piece,
    "visible:piece": Board.is_visible_piece,
    "hidden:piece": Board.is_hidden_piece,
    "in_play:piece": Board.is_in_play,
    **{f"known:{thing}": lambda board, it: op(">=", it, 0) for thing in THINGS},
}

# Constants that are groups of wizards: the field with the number of wizards of each player.
GROUPS: dict[str, str | None] = {"arrivals": "arrivals", "nobody": None}


# Properties whose subject is named in the key itself: `left:spells.allowance`.
NAMED = ("left:allowance",)


def answer(key: str, thing: Expr, code: Code) -> Expr:
    """Return the answer to a question; *thing* is what it is asked of."""
    name, _, id = key.partition(":")
    if name == "left":
        return _left(id, code)
    if name == "boxed":
        return _boxed(id, code)
    if name == "face":
        return code.low.cards.has_half(thing, id)
    return ANSWERS[key](thing, code)


def _boxed(id: str, code: Code) -> Expr:
    """Return the first piece of a kind that is in the box."""
    low = code.low
    kind = next(kind for kind in low.layout.board.pieces if kind.id == id)
    name = "boxed_" + id.replace("-", "_")
    if name not in low.functions:
        missing = p.If(op("not", low.board.is_in_play(p.Var("i"))), (p.Return(p.Var("i")),))
        loop = p.For("i", kind.first, kind.first + kind.number, (missing,))
        low.define(p.Function(name, (), (loop, p.Return(NOTHING)), origin=code.origin))
    return p.Call(name, ())


def _field(key: str, field: str) -> Answer:
    constant = ":" not in key
    return lambda thing, code: Load(field, 0 if constant else thing)


def _formula(formula: Callable[[Board, Expr], Expr]) -> Answer:
    return lambda thing, code: formula(code.low.board, thing)


def _left(id: str, code: Code) -> Expr:
    """Return what is left of an allowance."""
    allowance = code.low.meaning.allowances[id]
    index: Expr = Load("actor", 0) if allowance.each else 0
    used = Load(f"used.{id}", index)
    return op("max", 0, op("-", code.expr(allowance.amount), used))


def _cost(spell: Expr, code: Code) -> Expr:
    low = code.low
    spells = list(low.meaning.spells.values())
    if isinstance(spell, int):
        return code.expr(spells[spell].cost)
    if "spell_cost" in low.tables:
        return p.Entry("spell_cost", spell)
    costs = [code.expr(s.cost) for s in spells]
    if all(isinstance(cost, int) for cost in costs):
        low.tables["spell_cost"] = tuple(c for c in costs if isinstance(c, int))
        return p.Entry("spell_cost", spell)
    return chain("+", [op("*", cost, op("==", spell, i)) for i, cost in enumerate(costs)])


ANSWERS: Mapping[str, Answer] = {
    **{key: _field(key, field) for key, field in _FIELDS.items()},
    **{key: _formula(formula) for key, formula in _FORMULAS.items()},
    "players": lambda _, code: code.low.layout.players,
    "group": lambda _, code: code.group,
    "opponent:player": lambda player, _: op("!=", player, Load("actor", 0)),
    "discarded:card": lambda card, code: op(">", piles.discarded(card), 0),
    "revealed:card": lambda card, code: op(">", piles.face_up(card, code.low), 0),
    "in_box:card": lambda card, code: op(">", piles.boxed(card, code.low), 0),
    "seen:card": lambda card, code: op(
        ">", piles.seen(card, code.low.board.deck_of(card), code.low), 0
    ),
    "revealed:deck": lambda deck, code: piles.call("last_revealed", deck),
    "rolls:card": lambda card, code: code.low.cards.rolls(card),
    "value:card": lambda card, code: code.low.cards.value(card),
    "cost:spell": _cost,
}
