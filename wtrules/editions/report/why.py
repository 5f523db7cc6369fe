"""Why a side forbids what the other allows: the rule behind it, in words and with its pages."""

from __future__ import annotations

from wtrules.editions.differences import Difference
from wtrules.editions.find.diff import own_pages
from wtrules.editions.report.names import Names
from wtrules.editions.report.witness_text import WitnessText
from wtrules.editions.sides import manual_of
from wtrules.game.explain import Ground, explain
from wtrules.game.game import State
from wtrules.resolve.citations import Citation
from wtrules.say.describe import entry_of


def why(
    difference: Difference, said: WitnessText, names: Names
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the reasons of side one and of side two."""
    if said.witness.kind != "moves":
        return (), ()
    one, two = (_refusal(said, side, names) for side in (0, 1))
    return one, two


def _refusal(said: WitnessText, side: int, names: Names) -> tuple[str, ...]:
    """Return why a side does not allow a move that the other allows."""
    state, words = said.answers[side].state, names.words
    allowed = {move.text for move in state.legal_moves}
    move = next((m for m in said.own[1 - side] if m not in allowed), None)
    if move is None:
        return ()
    for reason in explain(state, move).reasons:
        ground = reason.ground
        if ground is None:
            continue
        cited = "; ".join(names.cites(_pages(state, ground), state.game.rules))
        cites = f" ({cited})" if cited else ""
        entry = entry_of(state.game.rules, ground.rule)
        title = names.title(entry.kind if entry is not None else "rule", ground.rule)
        return (words("report.refused", rule=title, text=f"{ground.text(words.language)}{cites}"),)
    return ()


def _pages(state: State, ground: Ground) -> tuple[Citation, ...]:
    """Return the pages of the manual the game goes back to, else those that the rule cites."""
    rules = state.game.rules
    entry = entry_of(rules, ground.rule)
    own = own_pages(entry.node, manual_of(rules)) if entry is not None else []
    return tuple(own) or ground.cites
