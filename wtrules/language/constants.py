"""Constants: words with a value of their own at each moment of the game."""

from __future__ import annotations

from attrs import frozen


@frozen(eq=False, repr=False)
class Constant:
    """A word such as `active` or `players`."""

    name: str
    type: str
    doc: str
    changed_by: tuple[str, ...] = ()  # the names of the verbs that change it


CONSTANTS: dict[str, Constant] = {
    constant.name: constant
    for constant in (
        Constant("players", "number", "the number of players"),
        Constant("active", "player", "the player whose turn it is"),
        Constant("actor", "player", "the player who decides now: the active one, or one who casts"),
        Constant("draw_pile", "number", "the number of cards in the draw pile of the main deck", ("draw", "reshuffle")),
        Constant("discard_pile", "number", "the number of discarded cards of the main deck", ("discard", "reshuffle")),
        Constant("roll", "number", "what the die shows", ("roll", "change die")),
        Constant("group", "number", "in `forbid … lands on`: the number of wizards that arrive"),
        Constant("arrivals", "group", "the wizards that moved along with the one that landed"),
        Constant("yes", "truth", "always true"),
        Constant("nobody", "group", "no wizards"),
        Constant("nothing", "thing", "no piece, place, player, card or spell: `set marked = nothing`"),
    )
}  # fmt: skip
