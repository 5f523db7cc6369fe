"""Cards that go from where they are to another place: a hand, their pile, the box, the cards beside the pile."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wtrules.language.verbs import ENDS
from wtrules.program import program as p
from wtrules.program.lower import actions, events, permissions, piles
from wtrules.program.lower.actions import Action, Given, lowering, permission
from wtrules.program.lower.code import Code
from wtrules.program.program import Expr, Load, op

# Writes what becomes of a card: the values of the parameters, the card first, and who knows it.
_Arrive = Callable[[Code, list[Expr], Expr], None]


@permission("return", "take back card", "reveal card")
def is_there(action: Action, code: Code) -> Expr:
    """The card is where it was chosen."""
    return piles.is_there(action.term("what"), action["what"], code)


@permission("take card")
def can_take_card(action: Action, code: Code) -> Expr:
    """The card is where it was chosen, and the player may receive it."""
    allowed = permissions.allowed("card-received", [action["player"], action["what"]], code)
    there = piles.is_there(action.term("what"), action["what"], code, hand=False)
    return op("and", there, allowed)


def _move(
    action: Action, to: str | None, code: Code, arrive: _Arrive, given: Mapping[str, Given], *,
    hand: bool = True,
) -> None:  # fmt: skip
    """Write that a card leaves where it is, and what becomes of it; *hand*: also if that is a hand."""
    what = action.term("what")
    place = piles.place_number(what, code.low, hand=hand)

    def write(inner: Code, args: list[Expr]) -> Expr:
        pile = args[1] if is_own else inner.low.board.deck_of(args[0])
        known = inner.name(p.Call("pick_up", (args[0], Load("actor", 0), place, pile)))
        arrive(inner, args, known)
        return 0

    direction = f"_to_{action.act.direction}" if action.act.direction else ""
    its_pile = piles.its_pile(what, action["what"], code)
    is_own = its_pile != code.low.board.deck_of(action["what"])
    more: dict[str, Given] = {"pile": ("number", its_pile)} if is_own else {}
    given = {"k": ("card", action["what"]), **more, **given}
    own = "_own" * is_own + "_for" * ("owner" in given)
    actions.run(action, given, code, write, f"_from_{place}{direction}{own}")
    if to is not None:
        piles.note_place(what, to, code.low)


@lowering("take card")
def take_card(action: Action, code: Code) -> None:
    """Take a card into a hand."""

    def arrive(inner: Code, args: list[Expr], known: Expr) -> None:
        card, player = args[0], args[-1]
        inner.write(p.Run(p.Call("hand_to", (card, player, known))))
        events.emit("card-received", [player, card], inner)

    _move(action, None, code, arrive, {"who": ("player", action["player"])}, hand=False)


@lowering("take back card")
def take_back(action: Action, code: Code) -> None:
    """Put a card into the box."""

    def arrive(inner: Code, args: list[Expr], _: Expr) -> None:
        inner.store("boxed", op("+", Load("boxed", args[0]), 1), args[0])

    _move(action, "in_box", code, arrive, {})


@lowering("reveal card")
def reveal_card(action: Action, code: Code) -> None:
    """Put a card face up beside its pile."""

    def arrive(inner: Code, args: list[Expr], _: Expr) -> None:
        inner.write(p.Run(p.Call("lay_beside", (args[0],))))
        events.emit("card-revealed", [args[0]], inner)

    _move(action, "revealed", code, arrive, {})


@lowering("return")
def put_back(action: Action, code: Code) -> None:
    """Put a card on top of its pile, under it or into it."""

    def arrive(inner: Code, args: list[Expr], known: Expr) -> None:
        pile = _goes_to(action, args, inner)
        inner.write(p.Run(p.Call("put_back", (pile, args[0], known, _end(action)))))

    _move(action, "seen", code, arrive, _owner(action))


def discard(action: Action, code: Code) -> None:
    """Put a card on discards, from where it is."""

    def arrive(inner: Code, args: list[Expr], _: Expr) -> None:
        inner.write(p.Run(p.Call("lay_on", (args[0], _goes_to(action, args, inner)))))
        events.emit("card-discarded", [Load("actor", 0), args[0]], inner)

    _move(action, "discarded", code, arrive, _owner(action))


def _owner(action: Action) -> dict[str, Given]:
    """Return the player to whose pile or discards a card goes, if it is not the common one."""
    return {"owner": ("player", action["owner"])} if "owner" in action.values else {}


def _goes_to(action: Action, args: list[Expr], code: Code) -> Expr:
    """Return the pile that a card goes to, or to whose discards: the player is the last argument."""
    if "owner" in action.values:
        return piles.pile_for(args[0], args[-1], code)
    return code.low.board.deck_of(args[0])


@permission("return card")
def can_put_back_from_pile(action: Action, code: Code) -> Expr:
    """The pile has as many cards."""
    number = action["amount"]
    enough = op("<=", number, Load("pile_size", piles.pile(action).number))
    return op("and", op(">", number, 0), enough)


@lowering("return card")
def put_back_from_pile(action: Action, code: Code) -> None:
    """Put a card of the pile on top of it, under it, or anywhere in it."""
    args = (piles.pile(action).number, action["amount"], _end(action))
    code.write(p.Run(p.Call("put_back_from", args)))


def _end(action: Action) -> int:
    """Return the number that `moving.program` has for where a card goes in a pile."""
    assert action.act.direction is not None
    return ENDS.index(action.act.direction)
