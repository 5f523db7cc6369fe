"""Lowering of properties, predicates and constants, each registered under its record's key.

The key of a property or predicate is its name and the type it is asked of, `space:wizard`; the key
of a constant is its name.
"""

from __future__ import annotations

from collections.abc import Callable

from wtrules.language.things import THINGS
from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.lower.lowering import Lowering
from wtrules.program.program import Expr, Load, op

# From the thing that is asked about, 0 for a constant, to the answer.
Answer = Callable[[Lowering, Expr, Code], Expr]

ANSWERS: dict[str, Answer] = {}

# Constants that are groups of wizards: the field with the number of wizards of each player.
GROUPS: dict[str, str | None] = {"arrivals": "arrivals", "nobody": None}


def answers(*keys: str) -> Callable[[Answer], Answer]:
    """Register the lowering of properties, predicates or constants."""

    def register(answer: Answer) -> Answer:
        for key in keys:
            assert key not in ANSWERS, key
            ANSWERS[key] = answer
        return answer

    return register


def lower(low: Lowering, key: str, thing: Expr, code: Code) -> Expr:
    """Return the answer to a question; *thing* is what it is asked of."""
    name, _, id = key.partition(":")
    if name == "left":
        return _left(low, id, code)
    if name == "face":
        return low.cards.has_half(thing, id)
    return ANSWERS[key](low, thing, code)


# Properties whose subject is named in the key itself: `left:spells.allowance`.
NAMED = ("left:allowance",)


def _left(low: Lowering, id: str, code: Code) -> Expr:
    allowance = low.meaning.allowances[id]
    index: Expr = Load("actor", 0) if allowance.each else 0
    used = Load(f"used.{id}", index)
    return op("max", 0, op("-", low.terms.expr(allowance.amount, code), used))


# --- constants -------------------------------------------------------------------------------


@answers("players")
def _players(low: Lowering, _: Expr, code: Code) -> Expr:
    return low.layout.players


@answers("castle")
def _castle(low: Lowering, _: Expr, code: Code) -> Expr:
    return 0  # there is only one


@answers("group")
def _group(low: Lowering, _: Expr, code: Code) -> Expr:
    return code.group


def _field(key: str, field: str) -> None:
    """Register a question that a field of the state answers."""
    constant = ":" not in key
    answers(key)(lambda low, thing, code: Load(field, 0 if constant else thing))


_field("active", "active")
_field("actor", "actor")
_field("roll", "roll")
_field("draw_pile", "pile_size")
_field("discard_pile", "discard_size")

# --- players ---------------------------------------------------------------------------------

_field("wizards:player", "wizards")
_field("home:player", "home")
_field("hand_size:player", "hand_size")
_field("points:player", "points")
_field("empty_flasks:player", "empty")
_field("full_flasks:player", "full")
_field("spent_flasks:player", "spent")
_field("winner:player", "winner")


@answers("next_player:player")
def _next_player(low: Lowering, player: Expr, code: Code) -> Expr:
    return op("%", op("+", player, 1), low.layout.players)


@answers("previous_player:player")
def _previous_player(low: Lowering, player: Expr, code: Code) -> Expr:
    return op("%", op("+", player, low.layout.players - 1), low.layout.players)


@answers("opposite:player")
def _opposite(low: Lowering, player: Expr, code: Code) -> Expr:
    return op("%", op("+", player, low.layout.players // 2), low.layout.players)


@answers("seat:player", "index:space", "place:tower")
def _number(low: Lowering, thing: Expr, code: Code) -> Expr:
    return thing


# --- wizards ---------------------------------------------------------------------------------


@answers("owner:wizard")
def _owner(low: Lowering, wizard: Expr, code: Code) -> Expr:
    return low.board.owner_of(wizard)


@answers("place:wizard")
def _place_of_wizard(low: Lowering, wizard: Expr, code: Code) -> Expr:
    return low.board.surface_of(wizard)


@answers("space:wizard")
def _space_of_wizard(low: Lowering, wizard: Expr, code: Code) -> Expr:
    return op("//", wizard, low.layout.players * low.layout.levels)


@answers("level:wizard")
def _level_of_wizard(low: Lowering, wizard: Expr, code: Code) -> Expr:
    return low.board.level_of(low.board.surface_of(wizard))


@answers("visible:wizard")
def _visible(low: Lowering, wizard: Expr, code: Code) -> Expr:
    return low.board.is_top(low.board.surface_of(wizard))


@answers("hidden:wizard")
def _hidden(low: Lowering, wizard: Expr, code: Code) -> Expr:
    return op("not", low.board.is_top(low.board.surface_of(wizard)))


# --- towers, spaces, places, the castle ------------------------------------------------------


@answers("space:tower", "space:place")
def _space(low: Lowering, surface: Expr, code: Code) -> Expr:
    return low.board.space_of(surface)


@answers("level:tower", "level:place")
def _level(low: Lowering, surface: Expr, code: Code) -> Expr:
    return low.board.level_of(surface)


@answers("floor:tower")
def _floor(low: Lowering, tower: Expr, code: Code) -> Expr:
    return op("-", tower, 1)


@answers("height:tower")
def _height_of_tower(low: Lowering, tower: Expr, code: Code) -> Expr:
    height = Load("height", low.board.space_of(tower))
    return op("+", op("-", height, low.board.level_of(tower)), 1)


@answers("topmost:tower", "uppermost:place")
def _topmost(low: Lowering, surface: Expr, code: Code) -> Expr:
    return low.board.is_top(surface)


@answers("shielded:place", "shielded:tower")
def _shielded(low: Lowering, surface: Expr, code: Code) -> Expr:
    shields = Load("shields", low.board.space_of(surface))
    return op("&", op(">>", shields, low.board.level_of(surface)), 1)


_field("height:space", "height")


@answers("top:space")
def _top(low: Lowering, space: Expr, code: Code) -> Expr:
    return low.board.top(space)


@answers("ground:space")
def _ground(low: Lowering, space: Expr, code: Code) -> Expr:
    return low.board.surface(space, 0)


@answers("space:castle")
def _space_of_castle(low: Lowering, _: Expr, code: Code) -> Expr:
    return Load("castle", 0)


@answers("place:castle")
def _place_of_castle(low: Lowering, _: Expr, code: Code) -> Expr:
    return low.board.top(Load("castle", 0))


# --- cards and spells ------------------------------------------------------------------------


@answers("rolls:card")
def _rolls(low: Lowering, card: Expr, code: Code) -> Expr:
    return low.cards.rolls(card)


@answers("value:card")
def _value(low: Lowering, card: Expr, code: Code) -> Expr:
    return low.cards.value(card)


@answers("discarded:card")
def _discarded(low: Lowering, card: Expr, code: Code) -> Expr:
    return op(">", Load("discard", card), 0)


_field("laid_out:spell", "laid_out")


@answers("cost:spell")
def _cost(low: Lowering, spell: Expr, code: Code) -> Expr:
    costs = [low.terms.expr(s.cost, code) for s in low.meaning.spells.values()]
    if isinstance(spell, int):
        return costs[spell]
    if all(isinstance(cost, int) for cost in costs):
        low.tables["spell_cost"] = tuple(c for c in costs if isinstance(c, int))
        return p.Entry("spell_cost", spell)
    total: Expr = 0
    for i, cost in enumerate(costs):
        total = op("+", total, op("*", cost, op("==", spell, i)))
    return total


@answers(*(f"known:{thing}" for thing in THINGS))
def _known(low: Lowering, thing: Expr, code: Code) -> Expr:
    return op(">=", thing, 0)
