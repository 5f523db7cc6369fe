"""Single moves: native code takes over after a while, and nobody can tell."""

from __future__ import annotations

import pickle
import random

import pytest

from wtrules.backends import stepping
from wtrules.game.game import State
from wtrules.game.load import load
from wtrules.game.moves import IllegalMove


def shown(state: State) -> list[object]:
    """Return all that a caller can see of a position; what is asked first unpacks nothing."""
    return [
        state.to_act,
        state.active,
        state.is_over,
        [(move.option, move.text, move.rule) for move in state.legal_moves],
        state.decision and (state.decision.seat, state.decision.name, state.decision.kind),
        state.actions,
        state.data,
        str(state),
        state.result,
        state.observation(0),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["en-capstone", "werewolf"])
def test_both_back_ends_give_the_same_states(ruleset: str) -> None:
    """A game played by native code is the one that the reference back end plays."""
    plain, fast = load(ruleset), load(ruleset)
    fast.engine(3).stepper.compile()
    assert fast.engine(3).stepper.steps is not None
    chance = random.Random(1)
    one, two = plain.start(3, 5), fast.start(3, 5)
    for _ in range(120):
        move = chance.choice(one.legal_moves)
        text = chance.choice([move, move.text, move.option])
        one, two = one.play(text), two.play(text)
        assert shown(one) == shown(two)
        assert (one, hash(one)) == (two, hash(two))
    assert plain.engine(3).stepper.steps is None
    again = pickle.loads(pickle.dumps(two))
    assert shown(again) == shown(two)
    with pytest.raises(IllegalMove):
        two.play(-5)
    rolled = [state.outcomes(state.options[0]) for state in (one, two)]
    assert rolled[0] == rolled[1]
    assert one.with_seed(3).play(one.options[0]) == two.with_seed(3).play(two.options[0])


def test_native_code_takes_over_after_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state from before goes on like one from after."""
    monkeypatch.setattr(stepping, "PLAYED_FIRST", 40)
    game = load("en-capstone")
    state, chance = game.start(2, 1), random.Random(1)
    trail = [state]
    for _ in range(60):
        state = state.play(chance.choice(state.legal_moves))
        trail.append(state)
    assert game.engine(2).stepper.steps is not None
    usual, chance = load("en-capstone").start(2, 1), random.Random(1)
    for seen in trail[1:]:
        usual = usual.play(chance.choice(usual.legal_moves))
        assert usual == seen
    assert trail[10].play(trail[10].options[-1]) == trail[10].play(trail[10].legal_moves[-1])
