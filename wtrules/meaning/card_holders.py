"""Who has a card that one player has chosen and another one acts with.

`do discard c` means a card in the hand of the player who acts. If the card was chosen outside of
`as q { … }`, from another hand, it is still there: inside, the action is done by the player who has it.
"""

from __future__ import annotations

from attrs import define, evolve, field

from wtrules.meaning import nodes as m
from wtrules.meaning.binding import Context
from wtrules.meaning.decks import is_in_hand
from wtrules.node import rewrite, walk

# What is done with a card in the hand.
_FROM_HAND = ("play", "discard", "hand over", "return", "reveal", "take back")


@define(eq=False, repr=False)
class CardHolders:
    """Knows from whose hands the cards of variables are, while the statements of a rule are bound."""

    ctx: Context
    cards: dict[str, int] = field(factory=dict)  # by variable: how many `as` are around it
    # For each `as` around what is bound now: a variable for who acts outside of it, if needed.
    outside: list[m.Local | None] = field(factory=list)

    def note_query(self, query: m.Query) -> None:
        """Remember whose card a query finds."""
        if query.kind == "card" and is_in_hand(query):
            self.cards[query.variable] = len(self.outside)

    def note_let(self, name: str, value: m.Term) -> None:
        """Remember whose card a variable gets."""
        match value:
            case m.Search(query=query) if query.kind == "card" and is_in_hand(query):
                self.cards[name] = len(self.outside)
            case m.Local() if value.name in self.cards:
                self.cards[name] = self.cards[value.name]

    def around(self, statement: m.As) -> m.Statement:
        """Return an `as` that has been bound, with a name for who acts outside of it if it needs one."""
        holder = self.outside.pop()
        if holder is None:
            return statement
        return _named(holder, statement)

    def act(self, act: m.Act) -> m.Statement:
        """Return an action, done by the player who has its card."""
        card = act.part("what")
        if act.verb not in _FROM_HAND or not isinstance(card, m.Local):
            return act
        level = self.cards.get(card.name, len(self.outside))
        if level == len(self.outside):
            return act
        holder = self.outside[level]
        if holder is None:
            holder = self.outside[level] = self._new("card_holder", act)
        me = self._new("me", act)

        def change(part: object) -> m.Term | None:
            return me if isinstance(part, m.Prim) and part.op == "actor" else None

        parts = tuple(m.Argument(part.label, rewrite(part.term, change)) for part in act.parts)
        made = m.As(holder, (evolve(act, parts=parts),), span=act.span)
        return _named(me, made) if me in walk(made) else made

    def _new(self, stem: str, at: m.Act) -> m.Local:
        self.ctx.counter += 1
        return m.Local("player", f"{stem}_{self.ctx.counter}", span=at.span)


def _named(name: m.Local, statement: m.As) -> m.As:
    """Return a statement before which a variable is set to the player who acts."""
    actor = m.Prim("player", "actor", (), span=name.span)
    let = m.Let(name.name, actor, span=name.span)
    return m.As(actor, (let, statement), span=statement.span)
