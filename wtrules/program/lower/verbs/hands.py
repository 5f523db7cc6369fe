"""Cards: drawing, playing, discarding, handing over."""

from __future__ import annotations

from wtrules.program import program as p
from wtrules.program.lower import actions, events, permissions, piles
from wtrules.program.lower.actions import Action, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, Var, op

_ACTOR = Load("actor", 0)


@permission("draw", "refill")
def can_draw(action: Action, code: Code) -> Expr:
    """There are cards in the pile or the discards, and no rule forbids it."""
    allowed = permissions.allowed("card-drawn", [action["player"]], code)
    left = op("+", Load("pile_size", 0), Load("discard_size", 0))
    return op("and", op(">", left, 0), allowed)


@lowering("draw")
def draw(action: Action, code: Code) -> None:
    """Draw cards from the pile, as many as there are."""
    _draw(action, action["amount"], code)


@lowering("refill")
def refill(action: Action, code: Code) -> None:
    """Draw cards until the hand has so many."""
    _draw(action, op("-", action["amount"], Load("hand_size", action["player"])), code)


def _draw(action: Action, amount: Expr, code: Code) -> None:
    def write(inner: Code, args: list[Expr]) -> Expr:
        _draw_one_by_one(inner, *args)
        return 0

    given = {"n": ("number", amount), "who": ("player", action["player"])}
    actions.run(action, given, code, write, name="do_draw")


def _draw_one_by_one(code: Code, amount: Expr, player: Expr) -> None:
    """Write the drawing of cards; `deck-empty` happens the moment the pile is empty."""
    low = code.low
    low.analysis.refuse_asking("deck-empty", "while cards are being drawn")
    before: Expr = 0
    if low.analysis.reacting("card-drawn"):
        before = code.keep("held", Load("hand_size", player))
    left = Var(low.fresh("left"))
    code.write(p.Assign(left.name, amount))
    inner = code.inner()
    empty = inner.inner()
    events.emit("deck-empty", [], empty)
    none_left = op("==", Load("pile_size", 0), 0)
    if empty.out:  # the pile may have been empty for some time, with nothing to shuffle
        inner.write(p.If(none_left, tuple(empty.out)))
    inner.write(p.If(none_left, (p.Break(),)))
    forbidden = permissions.forbidden("card-drawn", [player], code)
    if forbidden != 0:  # tested for each card
        inner.write(p.If(forbidden, (p.Break(),)))
    inner.write(p.Run(p.Call("take_card", (player,))))
    inner.write(p.Assign(left.name, op("-", left, 1)))
    if empty.out:
        inner.write(p.If(none_left, tuple(empty.out)))
    code.write(p.While(op(">", left, 0), tuple(inner.out)))
    if low.analysis.reacting("card-drawn"):
        more = op(">", Load("hand_size", player), before)
        events.emit_if(more, "card-drawn", [player], code)


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


@permission("discard")
def can_discard(action: Action, code: Code) -> Expr:
    """The actor has the card in hand or it is face up, and no rule forbids it."""
    card = action["what"]
    allowed = permissions.allowed("card-discarded", [_ACTOR, card], code)
    there = op(">", piles.face_up(card, code.low), 0)
    if piles.place(action.term("what"), code.low) != "revealed":
        there = op("or", _has_card(card, code), there)
    return op("and", there, allowed)


@lowering("discard", guarded=False)
def discard(action: Action, code: Code) -> None:
    """Put a card of the actor on the discard pile unused."""
    card = action["what"]
    laid = p.Call("lay_down", (card, _ACTOR))
    if piles.place(action.term("what"), code.low) == "revealed":
        laid = p.Call("lay_down_revealed", (card,))

    def write(inner: Code) -> None:
        inner.write(p.Run(laid))
        events.emit("card-discarded", [_ACTOR, card], inner)

    events.only_if(can_discard(action, code), action.events, code, write)


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
    low = code.low
    card, to = action["what"], action["to"]
    mine, theirs = low.board.in_hand(_ACTOR, card), low.board.in_hand(to, card)

    def write(inner: Code) -> None:
        if low.layout.decks:
            inner.write(p.Run(p.Call("take_from_hand", (card, _ACTOR))))
            inner.write(p.Run(p.Call("add_to_hand", (card, to))))
            if low.meaning.shows_cards:
                inner.write(p.Run(p.Call("note_handed", (card, _ACTOR, to))))
            events.emit("card-received", [to, card], inner)
            return
        inner.write(
            p.Store("hand", mine, op("-", Load("hand", mine), 1)),
            p.Store("hand_size", _ACTOR, op("-", Load("hand_size", _ACTOR), 1)),
            p.Store("hand", theirs, op("+", Load("hand", theirs), 1)),
            p.Store("hand_size", to, op("+", Load("hand_size", to), 1)),
        )
        if low.meaning.shows_cards:
            inner.write(p.Run(p.Call("note_handed", (card, _ACTOR, to))))
        events.emit("card-received", [to, card], inner)

    events.only_if(can_hand_over(action, code), action.events, code, write)


@permission("take card")
def can_take_card(action: Action, code: Code) -> Expr:
    """The card is discarded or face up, and the player may receive it."""
    card = action["what"]
    allowed = permissions.allowed("card-received", [action["player"], card], code)
    there = op(">", piles.discarded(card, code.low), 0)
    if piles.place(action.term("what"), code.low) != "discarded":
        there = op("or", there, op(">", piles.face_up(card, code.low), 0))
    return op("and", there, allowed)


@lowering("take card")
def take_card(action: Action, code: Code) -> None:
    """Take a card from the discards, or a face-up one, into a hand."""
    discarded = piles.place(action.term("what"), code.low) == "discarded"
    picked = "pick_up_discarded" if discarded else "pick_up"

    def write(inner: Code, args: list[Expr]) -> Expr:
        card, player = args
        if code.low.layout.decks:
            inner.write(p.Run(p.Call(picked, (card, player))))
            events.emit("card-received", [player, card], inner)
            return 0
        held = code.low.board.in_hand(player, card)
        inner.store("discard", op("-", Load("discard", card), 1), card)
        inner.store("discard_size", op("-", Load("discard_size", 0), 1))
        inner.store("hand", op("+", Load("hand", held), 1), held)
        inner.store("hand_size", op("+", Load("hand_size", player), 1), player)
        if code.low.meaning.shows_cards:
            inner.write(p.Run(p.Call("note_taken", (card, player))))
        events.emit("card-received", [player, card], inner)
        return 0

    given = {"k": ("card", action["what"]), "who": ("player", action["player"])}
    variation = "_discarded" if discarded and code.low.layout.decks else ""
    actions.run(action, given, code, write, variation)


@lowering("show hand", guarded=False)
def show_hand(action: Action, code: Code) -> None:
    """Let a player see a hand."""
    code.write(p.Run(p.Call("show_hand", (action["player"], action["to"]))))


@lowering("reveal hand", guarded=False)
def reveal_hand(action: Action, code: Code) -> None:
    """Let everybody see a hand."""
    for viewer in range(code.low.layout.players):
        code.write(p.Run(p.Call("show_hand", (action["player"], viewer))))


@lowering("show top", guarded=False)
def show_top(action: Action, code: Code) -> None:
    """Let a player see the next cards of the draw pile."""
    code.write(p.Run(p.Call("show_top", (action["amount"], action["to"]))))


@lowering("reshuffle", guarded=False)
def reshuffle(action: Action, code: Code) -> None:
    """Shuffle all cards that are not in a hand into a new pile."""
    code.write(p.Run(p.Call("reshuffle", ())))
