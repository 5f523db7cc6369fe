"""Named decks: drawing, revealing, shuffling."""

from __future__ import annotations

from attrs import evolve

from wtrules.program import program as p
from wtrules.program.lower import actions, events, loops
from wtrules.program.lower.actions import Action, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, op
from wtrules.rules import meaning as m


def _drawable(deck: Expr) -> Expr:
    """Return how many cards of a deck can be drawn: those in its pile and its discards."""
    return op("+", Load("deck_pile_size", deck), Load("deck_discard_size", deck))


@permission("draw from", "reveal cards")
def can_draw(action: Action, code: Code) -> Expr:
    """There are cards in the pile or the discards of the deck."""
    return op(">", _drawable(action["from"]), 0)


@lowering("draw from")
def draw(action: Action, code: Code) -> None:
    """Draw cards of a deck into a hand, as many as there are."""
    args = (action["amount"], action["from"], action["player"])
    code.write(p.Run(p.Call("draw_from", args)))


@permission("reveal deck")
def can_reveal(action: Action, code: Code) -> Expr:
    """There are cards of the deck that are not in a hand."""
    deck = action["what"]
    return op(">", op("+", _drawable(deck), Load("deck_row_size", deck)), 0)


@lowering("reveal deck")
def reveal(action: Action, code: Code) -> None:
    """Discard the face-up cards of a deck, and turn its top card face up."""
    code.write(p.Run(p.Call("clear_row", (action["what"],))))
    _turn_up(action, action["what"], code)


@lowering("reveal cards")
def reveal_cards(action: Action, code: Code) -> None:
    """Turn cards of a deck face up, one after another, as many as there are."""
    amount = action.term("amount")
    if amount == m.Const("number", 1, span=amount.span):
        _turn_up(action, action["from"], code)
        return
    one = m.Part("amount", m.Const("number", 1, span=amount.span))
    parts = tuple(one if part.label == "amount" else part for part in action.act.parts)
    act = evolve(action.act, parts=parts)
    loops.repeat(m.Repeat("times", amount, (act,), span=act.span), code)


def _turn_up(action: Action, deck: Expr, code: Code) -> None:
    def write(inner: Code, args: list[Expr]) -> Expr:
        card = inner.keep("card", p.Call("turn_up", (args[0],)), "card")
        events.emit("card-revealed", [card], inner)
        return 0

    actions.run(action, {"deck": ("number", deck)}, code, write, name="do_reveal")


@lowering("reshuffle deck", guarded=False)
def reshuffle(action: Action, code: Code) -> None:
    """Shuffle all cards of a deck that are not in a hand into a new pile."""
    code.write(p.Run(p.Call("clear_row", (action["what"],))))
    code.write(p.Run(p.Call("shuffle_deck", (action["what"],))))


@lowering("show hand from", guarded=False)
def show_hand(action: Action, code: Code) -> None:
    """Let a player see the cards of a deck in a hand."""
    args = (action["player"], action["from"], action["to"])
    code.write(p.Run(p.Call("show_hand_of", args)))


@lowering("reveal hand from", guarded=False)
def reveal_hand(action: Action, code: Code) -> None:
    """Let everybody see the cards of a deck in a hand."""
    for viewer in range(code.low.layout.players):
        args = (action["player"], action["from"], viewer)
        code.write(p.Run(p.Call("show_hand_of", args)))


@lowering("show top from", guarded=False)
def show_top(action: Action, code: Code) -> None:
    """Let a player see the next cards of a deck's pile."""
    args = (action["amount"], action["from"], action["to"])
    code.write(p.Run(p.Call("show_top_of", args)))
