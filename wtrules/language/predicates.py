"""Predicates: what `X is NAME` and `where NAME` ask of a thing."""

from __future__ import annotations

from attrs import frozen

from wtrules.language.things import THINGS


@frozen(eq=False, repr=False)
class Predicate:
    """A word that is true or false of things of one type."""

    name: str
    subject: str
    doc: str

    @property
    def op(self) -> str:
        """The operation that computes it, as `Prim` and the lowering name it."""
        return f"{self.name}:{self.subject}"


PREDICATES = (
    Predicate("visible", "wizard", "no tower is on top of it"),
    Predicate("hidden", "wizard", "a tower is on top of it"),
    Predicate("visible", "piece", "it is on the board, and no tower is on top of it"),
    Predicate("hidden", "piece", "a tower is on top of it"),
    Predicate("in_play", "piece", "it is on the board, not in the box"),
    Predicate("topmost", "tower", "no tower is on top of it"),
    Predicate("shielded", "place", "it has a raven shield, on the ground or on the tower"),
    Predicate("shielded", "tower", "it has a raven shield"),
    Predicate("uppermost", "place", "only wizards or the castle are on it"),
    Predicate("laid_out", "spell", "it is face up beside the track"),
    Predicate("discarded", "card", "it is among the discards of its deck"),
    Predicate("revealed", "card", "it is face up beside the pile of its deck"),
    Predicate("in_box", "card", "it is in the box, out of the game"),
    Predicate(
        "seen", "card", "it is in the pile of its deck, and the player who acts has been shown it"
    ),
    Predicate("winner", "player", "the player has been declared a winner"),
    Predicate("opponent", "player", "it is not the player who acts"),
    *(Predicate("known", thing, f"the memory holds a {thing}") for thing in THINGS),
)


def predicates(name: str) -> tuple[Predicate, ...]:
    """Return the predicates of a name, one for each type it can be asked of."""
    return tuple(p for p in PREDICATES if p.name == name)
