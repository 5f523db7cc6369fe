"""Properties: what `NAME of X` asks of a thing."""

from __future__ import annotations

from attrs import frozen


@frozen(eq=False, repr=False)
class Property:
    """What `name of X` gives for one type of X."""

    name: str
    subject: str  # the type of X
    result: str  # the type of the answer
    doc: str
    signed: bool = False  # a number that may be below 0
    changed_by: tuple[
        str, ...
    ] = ()  # the names of the verbs that change it, those to mention first

    @property
    def op(self) -> str:
        """The operation that computes it, as `Prim` and the lowering name it."""
        return f"{self.name}:{self.subject}"


PROPERTIES = (
    Property("owner", "wizard", "player", "the player the wizard belongs to"),
    Property("space", "wizard", "space", "the space the wizard is in", changed_by=("move", "put")),
    Property("space", "tower", "space", "the space the tower is in", changed_by=("move", "put")),
    Property("space", "place", "space", "the space the surface belongs to"),
    Property("space", "castle", "space", "the space the castle is in", changed_by=("move", "put")),
    Property(
        "space",
        "piece",
        "space",
        "the space the piece is in; nothing if it is in the box",
        changed_by=("move", "put"),
    ),
    Property(
        "place", "wizard", "place", "the surface the wizard is on", changed_by=("move", "put")
    ),
    Property("place", "tower", "place", "the tower's own upper surface"),
    Property(
        "place", "castle", "place", "the surface the castle is on", changed_by=("move", "put")
    ),
    Property(
        "place",
        "piece",
        "place",
        "the surface the piece is on; nothing if it is in the box",
        changed_by=("move", "put"),
    ),
    Property("floor", "tower", "place", "the surface the tower is on"),
    Property("top", "space", "place", "the uppermost surface of the space"),
    Property("ground", "space", "place", "the ground of the space, covered or not"),
    Property("height", "space", "number", "the number of towers in the space"),
    Property("height", "tower", "number", "the number of towers from this one up"),
    Property("level", "place", "number", "the number of towers below this surface"),
    Property("level", "tower", "number", "1 for the lowest tower of its space"),
    Property("level", "wizard", "number", "the number of towers below the wizard"),
    Property("level", "piece", "number", "the number of towers below the piece"),
    Property("index", "space", "number", "the number of the space, 0 where the castle starts"),
    Property("seat", "player", "number", "0 for the first player, then clockwise"),
    Property("next_player", "player", "player", "the next player clockwise"),
    Property("previous_player", "player", "player", "the next player counterclockwise"),
    Property("opposite", "player", "player", "the player across the table"),
    Property(
        "wizards",
        "player",
        "number",
        "all wizards of the player, home or not",
        changed_by=("place", "take back"),
    ),
    Property(
        "home",
        "player",
        "number",
        "wizards of the player in the castle",
        changed_by=("bring home", "release"),
    ),
    Property(
        "empty_flasks",
        "player",
        "number",
        "flasks still to be filled",
        changed_by=("take", "fill", "empty", "recover"),
    ),
    Property(
        "full_flasks",
        "player",
        "number",
        "flasks filled and not spent",
        changed_by=("fill", "empty", "spend", "give flasks"),
    ),
    Property(
        "spent_flasks",
        "player",
        "number",
        "flasks spent on spells",
        changed_by=("spend", "recover"),
    ),
    Property(
        "hand_size",
        "player",
        "number",
        "cards of the main deck in hand",
        changed_by=("draw", "discard", "hand over"),
    ),
    Property(
        "points",
        "player",
        "number",
        "the points that `do score` has given",
        signed=True,
        changed_by=("score",),
    ),
    Property("cost", "spell", "number", "how many full flasks the spell costs"),
    Property("rolls", "card", "number", "dice on the card: how often you may roll for it"),
    Property(
        "value",
        "card",
        "number",
        "the number on its first half, or the last roll: known once it was rolled for",
    ),
    Property(
        "revealed", "deck", "card", "the face-up card of a named deck, the last one if several are"
    ),
    Property(
        "draw_pile",
        "deck",
        "number",
        "the number of cards in the pile of a named deck",
        changed_by=("draw", "reshuffle"),
    ),
    Property("discard_pile", "deck", "number", "the number of discarded cards of a named deck"),
    Property("left", "allowance", "number", "how often the allowance can still be used"),
)


def properties(name: str) -> tuple[Property, ...]:
    """Return the properties of a name, one for each type it can be asked of."""
    return tuple(p for p in PROPERTIES if p.name == name)
