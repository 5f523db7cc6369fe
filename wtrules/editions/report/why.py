"""Why each side answers as it does: the rule behind it, in words and with its pages."""

from __future__ import annotations

from wtrules.editions.changes import Wording
from wtrules.editions.differences import Difference
from wtrules.editions.find.diff import own_pages
from wtrules.editions.search.witness import Witness
from wtrules.editions.sides import manual_of
from wtrules.game.explain import Ground, explain
from wtrules.game.game import State
from wtrules.rules.describe import entry_of
from wtrules.texts import Texts


def why(
    difference: Difference, witness: Witness, words: Texts
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the reasons of side one and of side two."""
    one = _wording(difference, difference.one, words)
    two = _wording(difference, difference.two, words)
    if witness.kind == "moves":
        one += _refusal(witness, witness.only_two, 0, words)
        two += _refusal(witness, witness.only_one, 1, words)
    return tuple(one), tuple(two)


def _wording(difference: Difference, wording: Wording, words: Texts) -> list[str]:
    says = words.phrase(wording.says) or wording.value
    if not says:
        return [f"{difference.address}: {words('report.absent')}"]
    cites = f" ({'; '.join(wording.cites)})" if wording.cites else ""
    return [f"{difference.address}: {says}{cites}"]


def _refusal(witness: Witness, moves: tuple[str, ...], side: int, words: Texts) -> list[str]:
    """Return why a side does not allow a move that the other allows."""
    state = (witness.one, witness.two)[side].state
    allowed = {move.text for move in state.legal_moves}
    move = next((m for m in moves if m not in allowed), None)
    if move is None:
        return []
    found = []
    for reason in explain(state, move).reasons:
        ground = reason.ground
        if ground is None:
            continue
        cited = _pages(state, ground)
        cites = f" ({'; '.join(cited)})" if cited else ""
        said = f"{ground.rule}: {ground.text(words.language)}{cites}"
        found.append(f"{words('report.refused', move=move)} {said}")
    return found[:1]


def _pages(state: State, ground: Ground) -> tuple[str, ...]:
    """Return the pages of the manual the game goes back to, else those that the rule cites."""
    rules = state.game.rules
    entry = entry_of(rules, ground.rule)
    own = own_pages(entry.node, manual_of(rules)) if entry is not None else []
    return tuple(own) or ground.cites
