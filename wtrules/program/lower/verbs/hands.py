"""Cards in hands: playing, discarding, handing over."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower import actions, events, permissions, piles
from wtrules.program.lower.actions import Action, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.lower.verbs import moved_cards
from wtrules.program.program import Expr, Load, op

_ACTOR = Load("actor", 0)


def _has_card(card: Expr, code: Code) -> Expr:
    """Return whether the actor has a card in hand."""
    return op(">", piles.held(card, _ACTOR, code.low), 0)


@permission("play")
def can_play(action: Action, code: Code) -> Expr:
    """The actor has the card in hand, and no rule forbids it."""
    card = action["what"]
    has_card = _has_card(card, code)
    return op("and", has_card, permissions.allowed("card-played", [_ACTOR, card], code))


@lowering("play")
def play(action: Action, code: Code) -> None:
    """Put a card of the actor face up on the discard pile."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        inner.write(p.Run(p.Call("lay_down", (args[0], _ACTOR))))
        events.emit("card-played", [_ACTOR, args[0]], inner)
        return 0

    actions.run(action, {"k": ("card", action["what"])}, code, write)
    piles.note_place(action.term("what"), "discarded", code.low)


@permission("discard")
def can_discard(action: Action, code: Code) -> Expr:
    """The actor has the card in hand or it is face up, and no rule forbids it."""
    card, what, low = action["what"], action.term("what"), code.low
    allowed = permissions.allowed("card-discarded", [_ACTOR, card], code)
    if _goes_far(action, code):
        return op("and", piles.is_there(what, card, code), allowed)
    there = op(">", piles.face_up(card, low), 0)
    if piles.place(what, low) != "revealed":
        there = op("or", _has_card(card, code), there)
    return op("and", there, allowed)


@lowering("discard", guarded=False)
def discard(action: Action, code: Code) -> None:
    """Put a card of the actor on the discard pile unused."""
    card, what, low = action["what"], action.term("what"), code.low
    laid = p.Call("lay_down", (card, _ACTOR))
    if _goes_far(action, code):
        can = can_discard(action, code)
        events.only_if(can, action.events, code, lambda inner: moved_cards.discard(action, inner))
        return
    if piles.place(what, low) == "revealed":
        laid = p.Call("lay_down_revealed", (card,))

    def write(inner: Code) -> None:
        inner.write(p.Run(laid))
        events.emit("card-discarded", [_ACTOR, card], inner)

    events.only_if(can_discard(action, code), action.events, code, write)
    piles.note_place(what, "discarded", low)


def _goes_far(action: Action, code: Code) -> bool:
    """Return whether a card comes from or goes where only `moving.program` takes cards."""
    return "owner" in action.values or piles.is_far(action.term("what"), code.low)


@permission("discard hand")
def can_discard_hand(action: Action, code: Code) -> Expr:
    """No rule forbids it."""
    return permissions.allowed("hand-discarded", [action["player"]], code)


@lowering("discard hand")
def discard_hand(action: Action, code: Code) -> None:
    """Put a whole hand on the discard pile."""

    def write(inner: Code, args: list[Expr]) -> Expr:
        inner.write(p.Run(p.Call("lay_down_hand", (args[0],))))
        events.emit("hand-discarded", [args[0]], inner)
        return 0

    actions.run(action, {"who": ("player", action["player"])}, code, write)


@permission("hand over")
def can_hand_over(action: Action, code: Code) -> Expr:
    """The actor has the card in hand, and the other player may receive it."""
    card = action["what"]
    allowed = permissions.allowed("card-received", [action["to"], card], code)
    return op("and", _has_card(card, code), allowed)


@lowering("hand over", guarded=False)
def hand_over(action: Action, code: Code) -> None:
    """Give a card of the actor to another player."""
    card, to = action["what"], action["to"]

    def write(inner: Code) -> None:
        _add_to_hand(card, _ACTOR, -1, inner)
        _add_to_hand(card, to, 1, inner)
        if inner.low.meaning.shows_cards:
            inner.write(p.Run(p.Call("note_handed", (card, _ACTOR, to))))
        events.emit("card-received", [to, card], inner)

    events.only_if(can_hand_over(action, code), action.events, code, write)


def _add_to_hand(card: Expr, player: Expr, number: int, code: Code) -> None:
    """Write that a card comes into a hand, or leaves it."""
    board = code.low.board
    _add("hand", board.in_hand(player, card), number, code)
    _add("hand_size", board.hand_size(player, card), number, code)


def _add(field: str, place: Expr, number: int, code: Code) -> None:
    changed = op("+" if number > 0 else "-", Load(field, place), 1)
    code.write(p.Store(field, place, changed))
