"""What is compared of two games: fields of their states, what options mean, when they part."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from wtrules.program.program import Decision, Field, Program
from wtrules.program.state import ON_TABLE, FieldRole

# The fields that are compared. Memories are not: other rules may add some of their own.
COMPARED = ON_TABLE | {FieldRole.DIE, FieldRole.WINNERS, FieldRole.TURN}


def compared_part(field: Field, own: Program, other: Program) -> slice:
    """Return which numbers of a state are compared: of cards, those that both games can have."""
    size = field.size if own.decks == other.decks else own.size_in_main_deck(field)
    return slice(field.offset, field.offset + size)


def compared_slices(
    one: Program, two: Program, roles: Collection[FieldRole] = COMPARED
) -> Iterator[tuple[slice, slice]]:
    """Yield the slices of both states that are compared; adjacent fields are merged."""
    before: tuple[int, int, int, int] | None = None
    for name, f in one.fields.items():
        g = two.fields.get(name)
        if f.role not in roles or g is None:
            continue
        if name == "shields" and one.board.ground_shields != two.board.ground_shields:
            continue  # only what the different track leads to counts as a difference
        if name == "laid_out" and one.words.spells != two.words.spells:
            # A spell that only one game has cannot be laid out in the other.
            for i, spell in enumerate(one.words.spells):
                if spell in two.words.spells:
                    j = g.offset + two.words.spells.index(spell)
                    yield slice(f.offset + i, f.offset + i + 1), slice(j, j + 1)
            continue
        x, y = compared_part(f, one, two), compared_part(g, two, one)
        here = x.start, x.stop, y.start, y.stop
        if before is not None and (before[1], before[3]) == (here[0], here[2]):
            before = before[0], here[1], before[2], here[3]
            continue
        if before is not None:
            yield slice(*before[:2]), slice(*before[2:])
        before = here
    assert before is not None
    yield slice(*before[:2]), slice(*before[2:])


def option_shape(decision: Decision) -> list[tuple[object, ...]]:
    """Return what the numbers of options mean."""
    return [(a.words, a.kinds, a.radices) for a in decision.alternatives]


def partings(one: bytes, other: bytes, size: int) -> tuple[int, ...]:
    """Return the turn in which each pair of games first differs, 0 for none, from their traces.

    A trace has a number for each turn of a game, in *size* bytes; if one side has more games than the
    other, only as many are compared.
    """
    found = []
    for at in range(0, min(len(one), len(other)), size):
        a, b = one[at : at + size], other[at : at + size]
        if a == b:
            found.append(0)
            continue
        pairs = zip(memoryview(a).cast("I"), memoryview(b).cast("I"), strict=True)
        found.append(next(turn for turn, (x, y) in enumerate(pairs) if x != y))
    return tuple(found)
