"""What players and their wizards are called in a sentence, as far as their colour goes.

Colours are given by the rules, most of them as adjectives: `the blue wizard`. A colour may be a name
as well: `the wizard of Team 2`. If all wizards belong together, the colour says nothing.
"""

from __future__ import annotations

from wtrules.game.game import Game, State
from wtrules.program.program import Program
from wtrules.texts.adjective import Adjective


def player_name(game: Game, program: Program, seat: int, lang: str) -> str:
    """Return what a player is called: the colour as a name, `Blue`."""
    name = game.colour_name(program.colours[seat], lang)
    return name[:1].upper() + name[1:]


def ownership(state: State, owner: int, lang: str) -> tuple[str, dict[str, Adjective | str]]:
    """Return how texts put whose wizard it is, which is the end of their keys, and what they need for it."""
    if sum(map(bool, state.numbers("wizards"))) < 2:
        return "plain", {}
    colour = Adjective(state.game.colour_name(state.program.colours[owner], lang))
    if colour.is_one:
        return "coloured", {"colour": colour}
    return "named", {"who": player_name(state.game, state.program, owner, lang)}
