"""A guided first turn, made from the examples of a ruleset, so that it is true for a house rule, too.

What an example teaches is seen from what its move does to the pieces: a wizard moves, a tower moves, a
flask is filled, a wizard comes home. The examples of a house rule come last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from wtrules.checks.examples import variants_of
from wtrules.game.examples import play_example, run_example
from wtrules.game.game import Game, State
from wtrules.game.outcomes import Outcome
from wtrules.resolve.clauses import by_language, clauses_of, phrases_in
from wtrules.resolve.model import Entry
from wtrules.rulebook.examples import examples_of
from wtrules.syntax import nodes as n
from wtrules.value import Value
from wtrules.web import shapes
from wtrules.web.arguments import Arguments
from wtrules.web.calls import Call
from wtrules.web.projects import OpenProject
from wtrules.web.references import rule_reference

_MOST_OWN = 3  # examples of a house rule
_PLAYERS, _SEED = 2, 1


@frozen
class Taught(Value):
    """An example with one legal move, and its result."""

    entry: Entry
    outcome: Outcome


def lesson(argument: Arguments, call: Call) -> shapes.Lesson:
    """Return the steps: a first choice, and then an example for each thing to learn."""
    project = call.projects.open(argument.project())
    game = project.game()
    examples = project.once("lesson", lambda: _chosen(project, game))
    return {"steps": [*_start(game, call), *(_step(game, one, call) for one in examples)]}


def _start(game: Game, call: Call) -> Iterator[shapes.LessonStep]:
    """Yield the beginning of a game, in which any card will do; nothing if none is to be chosen."""
    players = _PLAYERS if _PLAYERS in game.players else min(game.players)
    state = game.start(players, _SEED)
    point, decision = state.decision_point, state.decision
    if point is None or decision is None or all("card" not in x.kinds for x in point.alternatives):
        return
    rule = rule_reference(game, decision.rule, call.language)
    says = rule["says"] or decision.question(call.language)
    yield {"says": says, "position": "", "players": players, "moves": [], "rule": rule}


def _step(game: Game, one: Taught, call: Call) -> shapes.LessonStep:
    before, move = one.outcome.state_before, one.outcome.move
    return {
        "says": call.texts.phrase(by_language(phrases_in(one.entry.node, n.Says))),
        "position": str(before),
        "players": before.players,
        "moves": [move.text],
        "rule": rule_reference(game, move.rule, call.language),
    }


# --- which examples ------------------------------------------------------------------------------


def _heights(state: State) -> list[int]:
    return [stack.height for stack in state.board.spaces]


def _moves_tower(one: Outcome) -> bool:
    return _heights(one.state_before) != _heights(one.state_after)


def _changes_board(one: Outcome) -> bool:
    return one.state_before.board != one.state_after.board


# What there is to learn, in this order.
_GOALS: tuple[Callable[[Outcome], bool], ...] = (
    lambda one: _changes_board(one) and not (_moves_tower(one) or one.filled or one.home),
    lambda one: _moves_tower(one) and not (one.filled or one.home),
    lambda one: _moves_tower(one) and bool(one.filled),
    lambda one: bool(one.home),
)


def _chosen(project: OpenProject, game: Game) -> list[Taught]:
    found: list[Taught | None] = [None] * len(_GOALS)
    own: list[Taught] = []
    house = {layer.name for layer in game.rules.layers if not layer.shipped}
    for entry in examples_of(project.opened, project.opened.chosen):
        is_own = entry.chain[-1].layer in house
        if len(own) == _MOST_OWN if is_own else all(found):
            continue
        one = _taught(game, entry)
        if one is None:
            continue
        if is_own:
            own.append(one)
            continue
        goal = next((i for i, goal in enumerate(_GOALS) if goal(one.outcome)), None)
        if goal is not None and found[goal] is None:
            found[goal] = one
    return [*(one for one in found if one is not None), *own]


def _taught(game: Game, entry: Entry) -> Taught | None:
    """Return an example that says something and is one legal move of the plain game."""
    node = entry.node
    moves, says = (tuple(clauses_of(node, kind)) for kind in (n.WhenMove, n.Says))
    if len(moves) != 1 or not says or variants_of(entry) or run_example(game, entry).failures:
        return None
    played = play_example(game, entry)
    if played is None or not played.moves or played.moves[0].outcome is None:
        return None
    return Taught(entry, played.moves[0].outcome)
