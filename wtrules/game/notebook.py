"""Games, positions and explanations in a notebook: what their `_repr_html_` returns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wtrules.game.picture import picture
from wtrules.game.table import SeenTable
from wtrules.notebook import output
from wtrules.pipeline import OpenedRuleset
from wtrules.resolve.library import Library
from wtrules.say.changes import Changed, change_list
from wtrules.say.voice import Voice
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.game.explain import Explanation
    from wtrules.game.game import Game, Observation, State
    from wtrules.game.recipe import Recipe

_FOLDER = Path(__file__).parent
_MOST_MOVES = 40
_MOST_CHANGES = 30


def state_html(view: State | Observation, lang: str = "en") -> str:
    """Return a position: the board, the players, and what is to be decided."""
    words = Voice(view.game.rules, lang)
    moves = view.legal_moves
    decision = None if view.is_over else view.decision
    seat = getattr(view, "seat", None)
    table = SeenTable(view, words)
    seats = table.seats
    return output(
        _FOLDER / "state.html.jinja",
        t=Texts(lang),
        view=view,
        title=words.title,
        svg=picture(view, lang),
        seats=seats,
        deciding=None if view.is_over else view.to_act,
        seen_by=seats[seat].name if seat is not None else None,
        question=decision.question(lang) if decision is not None else None,
        rule=decision.rule if decision is not None else None,
        decides=seats[decision.seat].name if decision is not None else None,
        moves=[move.text for move in moves[:_MOST_MOVES]],
        more=max(0, len(moves) - _MOST_MOVES),
        spells=[one.name for one in table.spells],
        outcome=words.outcome(view.result.outcome or "") if view.result is not None else None,
        winners=[seats[one].name for one in view.result.winners] if view.result else [],
    )


def game_html(game: Game, recipe: Recipe | None, lang: str = "en") -> str:
    """Return a game: its name, for whom it is, what a house rule changes, and the set-up."""
    base, changed = _changes(game, recipe, lang)
    rules = game.rules
    return output(
        _FOLDER / "game.html.jinja",
        t=Texts(lang),
        game=game,
        title=Voice(game.rules, lang).title,
        counts=", ".join(map(str, game.players)),
        others=[id for id in rules.variants if id not in rules.chosen],
        base=base,
        changed=changed[:_MOST_CHANGES],
        more=max(0, len(changed) - _MOST_CHANGES),
        svg=picture(game.start(game.players[0], seed=0), lang),
    )


def _changes(game: Game, recipe: Recipe | None, lang: str) -> tuple[str, list[Changed]]:
    """Return what a house rule extends and changes; nothing for rules that extend nothing."""
    library = Library()
    loaded = recipe.open(library) if recipe is not None else None
    if recipe is None or loaded is None:
        return "", []
    opened = OpenedRuleset(library, loaded)
    made = opened.compile_base(recipe.variants, recipe.assume)
    if made is None:
        return "", []
    return made.rules.name, change_list(game.rules, made.rules, lang)


def explanation_html(found: Explanation, lang: str = "en") -> str:
    """Return an explanation: whether the move is legal, and the rules behind it."""
    texts = Texts(lang)
    return output(
        _FOLDER / "explanation.html.jinja",
        head=texts("explain.legal" if found.legal else "explain.illegal", move=found.move),
        reasons=list(found.with_facts(texts)),
    )
