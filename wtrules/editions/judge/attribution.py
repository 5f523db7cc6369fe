"""Which rules explain a position: the smallest set that turns one side's answer into the other's.

Delta debugging over the entries that differ: first the change the position was found with, then ever
smaller sets of all of them. Rules that only act together are found together.
"""

from __future__ import annotations

from collections.abc import Iterable

from wtrules.editions.changes import Key
from wtrules.editions.judge.mixtures import Mixtures
from wtrules.editions.search.witness import Witness
from wtrules.sidebyside.answer import answers, compare


def explaining(
    mixtures: Mixtures, witness: Witness, guess: Iterable[Key], *, shrink: bool = True
) -> tuple[str, ...]:
    """Return the addresses of the fewest entries that explain what differs in a witness.

    Without *shrink*, those of the guess.
    """
    if witness.scene is None or not witness.alone or not shrink:
        return _addresses(mixtures, frozenset(guess))
    whole = frozenset(mixtures.keys)
    start = frozenset(guess)
    found = start if _explains(mixtures, witness, start) else whole
    return _addresses(mixtures, _smallest(mixtures, witness, found))


def _smallest(mixtures: Mixtures, witness: Witness, keys: frozenset[Key]) -> frozenset[Key]:
    """Leave out parts of a set, large ones first, as long as the rest explains the witness."""
    order = [key for key in mixtures.keys if key in keys]
    size = len(order) // 2
    while size:
        at = 0
        while at < len(order):
            rest = order[:at] + order[at + size :]
            if rest and _explains(mixtures, witness, frozenset(rest)):
                order = rest
            else:
                at += size
        size //= 2
    return frozenset(order)


def _explains(mixtures: Mixtures, witness: Witness, keys: frozenset[Key]) -> bool:
    if not mixtures.is_complete(keys):
        return False
    game = mixtures.game(keys)
    if game is None or witness.scene is None:
        return False
    found = answers([game, mixtures.second], witness.scene, witness.line)
    if found is None or found[0].played < len(witness.line):
        return False
    return compare(found[0], found[1]) is None


def _addresses(mixtures: Mixtures, keys: frozenset[Key]) -> tuple[str, ...]:
    found = [key for key in mixtures.keys if key in keys]
    return tuple(id if kind in ("setting", id) else f"{kind} {id}" for kind, id in found)
