"""Decks: drawing, revealing, shuffling, showing. The main deck is meant where no other is named."""

from __future__ import annotations

from attrs import evolve

from wtrules.meaning import nodes as m
from wtrules.program import program as p
from wtrules.program.lower import actions, events, loops, permissions, piles
from wtrules.program.lower.actions import Action, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, Var, op


def _drawable(deck: Expr) -> Expr:
    """Return how many cards of a deck can be drawn: those in its pile and its discards."""
    return op("+", Load("pile_size", deck), Load("discard_size", deck))


# --- drawing -----------------------------------------------------------------------------------


@permission("draw", "refill")
def can_draw(action: Action, code: Code) -> Expr:
    """There are cards in the pile or the discards of the deck, and no rule forbids it."""
    allowed: Expr = 1
    if "card-drawn" in action.events:
        allowed = permissions.allowed("card-drawn", [action["player"]], code)
    return op("and", op(">", _drawable(piles.pile(action).number), 0), allowed)


@lowering("draw")
def draw(action: Action, code: Code) -> None:
    """Draw cards from a pile, as many as there are."""
    _draw(action, action["amount"], code)


@lowering("refill")
def refill(action: Action, code: Code) -> None:
    """Draw cards until the hand has so many."""
    _draw(action, op("-", action["amount"], Load("hand_size", action["player"])), code)


def _draw(action: Action, amount: Expr, code: Code) -> None:
    pile = piles.pile(action)

    def write(inner: Code, args: list[Expr]) -> Expr:
        _draw_one_by_one(action, pile.inside(args), inner, args[0], args[1])
        return 0

    given = {"n": ("number", amount), "who": ("player", action["player"]), **pile.given}
    actions.run(action, given, code, write, name=f"do_draw{pile.name}")


def _draw_one_by_one(
    action: Action, pile: piles.Pile, code: Code, amount: Expr, player: Expr
) -> None:
    """Write the drawing of cards; a pile that becomes empty is renewed before the next card."""
    low, deck = code.low, pile.number
    reacts = "card-drawn" in action.events and low.analysis.reacting("card-drawn")
    before: Expr = 0
    if reacts:
        before = code.keep("held", Load("hand_size", player))
    left = Var(low.fresh("left"))
    code.write(p.Assign(left.name, amount))
    inner = code.inner()
    renewed = inner.inner()
    _renew(action, pile, renewed)
    none_left = op("==", Load("pile_size", deck), 0)
    if renewed.out:  # the pile may have been empty for some time, with nothing to shuffle
        inner.write(p.If(none_left, tuple(renewed.out)))
    inner.write(p.If(none_left, (p.Break(),)))
    if "card-drawn" in action.events:
        forbidden = permissions.forbidden("card-drawn", [player], code)
        if forbidden != 0:  # tested for each card
            inner.write(p.If(forbidden, (p.Break(),)))
    inner.write(p.Run(pile.call("take_card", player)))
    inner.write(p.Assign(left.name, op("-", left, 1)))
    if renewed.out and "deck-empty" in action.events:  # … the moment the pile is empty
        inner.write(p.If(none_left, tuple(renewed.out)))
    code.write(p.While(op(">", left, 0), tuple(inner.out)))
    if reacts:
        more = op(">", Load("hand_size", player), before)
        drawn = op("-", Load("hand_size", player), before)
        events.emit_if(more, "card-drawn", [player, drawn], code)


def _renew(action: Action, pile: piles.Pile, code: Code) -> None:
    """Write what happens when a pile is empty: rules react to it, or the discards are shuffled."""
    if "deck-empty" in action.events:
        code.low.analysis.refuse_asking("deck-empty", "drawing")
        events.emit("deck-empty", [], code)
    else:
        code.write(p.Run(pile.call("reshuffle")))


# --- face-up cards -----------------------------------------------------------------------------


@permission("reveal deck", "reveal cards")
def can_reveal(action: Action, code: Code) -> Expr:
    """There are cards of the deck to turn up; those that are face up are, if they go first."""
    deck = piles.deck(action)
    there = _drawable(deck)
    if "what" in action.values:
        there = op("+", there, Load("row_size", deck))
    return op(">", there, 0)


@lowering("reveal deck")
def reveal(action: Action, code: Code) -> None:
    """Discard the face-up cards of a deck, and turn its top card face up."""
    code.write(p.Run(piles.call("clear_row", piles.deck(action))))
    _turn_up(action, code)


@lowering("reveal cards")
def reveal_cards(action: Action, code: Code) -> None:
    """Turn cards of a deck face up, one after another, as many as there are."""
    amount = action.term("amount")
    if m.constant(amount) == 1:
        _turn_up(action, code)
        return
    one = m.Argument("amount", m.Const("number", 1, span=amount.span))
    parts = tuple(one if part.label == "amount" else part for part in action.act.parts)
    act = evolve(action.act, parts=parts)
    loops.repeat(m.Repeat("times", amount, (act,), span=act.span), code)


def _turn_up(action: Action, code: Code) -> None:
    deck = piles.deck(action)

    def write(inner: Code, args: list[Expr]) -> Expr:
        renewed = inner.inner()
        _renew(action, piles.Pile(deck, deck), renewed)
        none_left = tuple(renewed.out)
        if none_left:
            inner.write(p.If(op("==", Load("pile_size", deck), 0), none_left))

        def turn(there: Code) -> None:
            card = there.keep("card", piles.call("turn_up", deck), "card")
            if "deck-empty" in action.events and none_left:
                there.write(p.If(op("==", Load("pile_size", deck), 0), none_left))
            events.emit("card-revealed", [card], there)

        if "deck-empty" in action.events:  # rules need not have made a new pile
            events.only_if(op(">", Load("pile_size", deck), 0), action.events, inner, turn)
        else:
            turn(inner)
        return 0

    actions.run(action, {}, code, write, name=p.of_deck("do_reveal", deck))


# --- shuffling and showing ---------------------------------------------------------------------


@lowering("reshuffle", guarded=False)
def reshuffle(action: Action, code: Code) -> None:
    """Shuffle all cards of a deck that are in the pile, discarded or face up into a new pile."""
    pile = piles.pile(action)
    if code.low.layout.has_rows and not pile.is_own:
        code.write(p.Run(pile.call("clear_row")))
    code.write(p.Run(pile.call("reshuffle")))


@lowering("show hand", guarded=False)
def show_hand(action: Action, code: Code) -> None:
    """Let a player see the cards of a deck in a hand."""
    _show_hand(action, action["to"], code)


@lowering("reveal hand", guarded=False)
def reveal_hand(action: Action, code: Code) -> None:
    """Let everybody see the cards of a deck in a hand."""
    for viewer in range(code.low.layout.players):
        _show_hand(action, viewer, code)


def _show_hand(action: Action, viewer: Expr, code: Code) -> None:
    code.write(p.Run(piles.call("show_hand", piles.deck(action), action["player"], viewer)))


@lowering("show top", guarded=False)
def show_top(action: Action, code: Code) -> None:
    """Let a player see the next cards of a pile."""
    code.write(p.Run(piles.pile(action).call("show_top", action["amount"], action["to"])))
