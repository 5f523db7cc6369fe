"""Lowering of properties, predicates and constants, each registered under its record's key.

The key of a property or predicate is its name and the type it is asked of, `space:wizard`; the key
of a constant is its name.
"""

from __future__ import annotations

from collections.abc import Callable

from wtrules.language.things import THINGS
from wtrules.program import program as p
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, op

# From the thing that is asked about, 0 for a constant, to the answer.
Answer = Callable[[Expr, Code], Expr]

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


def answer(key: str, thing: Expr, code: Code) -> Expr:
    """Return the answer to a question; *thing* is what it is asked of."""
    name, _, id = key.partition(":")
    if name == "left":
        return _left(id, code)
    if name == "face":
        return code.low.cards.has_half(thing, id)
    return ANSWERS[key](thing, code)


# Properties whose subject is named in the key itself: `left:spells.allowance`.
NAMED = ("left:allowance",)


def _left(id: str, code: Code) -> Expr:
    allowance = code.low.meaning.allowances[id]
    index: Expr = Load("actor", 0) if allowance.each else 0
    used = Load(f"used.{id}", index)
    return op("max", 0, op("-", code.expr(allowance.amount), used))


# --- constants -------------------------------------------------------------------------------


@answers("players")
def _players(_: Expr, code: Code) -> Expr:
    return code.low.layout.players


@answers("castle")
def _castle(_: Expr, code: Code) -> Expr:
    return 0  # there is only one


@answers("group")
def _group(_: Expr, code: Code) -> Expr:
    return code.group


def _field(key: str, field: str) -> None:
    """Register a question that a field of the state answers."""
    constant = ":" not in key
    answers(key)(lambda thing, code: Load(field, 0 if constant else thing))


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
def _next_player(player: Expr, code: Code) -> Expr:
    return op("%", op("+", player, 1), code.low.layout.players)


@answers("previous_player:player")
def _previous_player(player: Expr, code: Code) -> Expr:
    low = code.low
    return op("%", op("+", player, low.layout.players - 1), low.layout.players)


@answers("opposite:player")
def _opposite(player: Expr, code: Code) -> Expr:
    low = code.low
    return op("%", op("+", player, low.layout.players // 2), low.layout.players)


@answers("seat:player", "index:space", "place:tower")
def _number(thing: Expr, code: Code) -> Expr:
    return thing


# --- wizards ---------------------------------------------------------------------------------


@answers("owner:wizard")
def _owner(wizard: Expr, code: Code) -> Expr:
    return code.low.board.owner_of(wizard)


@answers("place:wizard")
def _place_of_wizard(wizard: Expr, code: Code) -> Expr:
    return code.low.board.surface_of(wizard)


@answers("space:wizard")
def _space_of_wizard(wizard: Expr, code: Code) -> Expr:
    low = code.low
    return op("//", wizard, low.layout.players * low.layout.levels)


@answers("level:wizard")
def _level_of_wizard(wizard: Expr, code: Code) -> Expr:
    low = code.low
    return low.board.level_of(low.board.surface_of(wizard))


@answers("visible:wizard")
def _visible(wizard: Expr, code: Code) -> Expr:
    low = code.low
    return low.board.is_top(low.board.surface_of(wizard))


@answers("hidden:wizard")
def _hidden(wizard: Expr, code: Code) -> Expr:
    low = code.low
    return op("not", low.board.is_top(low.board.surface_of(wizard)))


# --- towers, spaces, places, the castle ------------------------------------------------------


@answers("space:tower", "space:place")
def _space(surface: Expr, code: Code) -> Expr:
    return code.low.board.space_of(surface)


@answers("level:tower", "level:place")
def _level(surface: Expr, code: Code) -> Expr:
    return code.low.board.level_of(surface)


@answers("floor:tower")
def _floor(tower: Expr, code: Code) -> Expr:
    return op("-", tower, 1)


@answers("height:tower")
def _height_of_tower(tower: Expr, code: Code) -> Expr:
    low = code.low
    height = Load("height", low.board.space_of(tower))
    return op("+", op("-", height, low.board.level_of(tower)), 1)


@answers("topmost:tower", "uppermost:place")
def _topmost(surface: Expr, code: Code) -> Expr:
    return code.low.board.is_top(surface)


@answers("shielded:place", "shielded:tower")
def _shielded(surface: Expr, code: Code) -> Expr:
    low = code.low
    shields = Load("shields", low.board.space_of(surface))
    return op("&", op(">>", shields, low.board.level_of(surface)), 1)


_field("height:space", "height")


@answers("top:space")
def _top(space: Expr, code: Code) -> Expr:
    return code.low.board.top(space)


@answers("ground:space")
def _ground(space: Expr, code: Code) -> Expr:
    return code.low.board.surface(space, 0)


@answers("space:castle")
def _space_of_castle(_: Expr, code: Code) -> Expr:
    return Load("castle", 0)


@answers("place:castle")
def _place_of_castle(_: Expr, code: Code) -> Expr:
    return code.low.board.top(Load("castle", 0))


# --- cards and spells ------------------------------------------------------------------------


@answers("rolls:card")
def _rolls(card: Expr, code: Code) -> Expr:
    return code.low.cards.rolls(card)


@answers("value:card")
def _value(card: Expr, code: Code) -> Expr:
    return code.low.cards.value(card)


@answers("discarded:card")
def _discarded(card: Expr, code: Code) -> Expr:
    return op(">", Load("discard", card), 0)


_field("laid_out:spell", "laid_out")


@answers("cost:spell")
def _cost(spell: Expr, code: Code) -> Expr:
    low = code.low
    costs = [code.expr(s.cost) for s in low.meaning.spells.values()]
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
def _known(thing: Expr, code: Code) -> Expr:
    return op(">=", thing, 0)
