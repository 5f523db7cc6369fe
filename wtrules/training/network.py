"""The network as training sees it: weights as fractions, fitted with numpy, rounded for native code.

The value of a position is `sigmoid(x·plain + relu(x·into + bias)·out + start)`, where *x* are the
features. Training makes it a better guess of how the game ends, by gradient descent (Adam).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wtrules.backends.learned import (
    COLUMNS,
    HIDDEN,
    MOST_OUT,
    MOST_WEIGHT,
    OUT_BITS,
    WEIGHT_BITS,
)

Array = NDArray[Any]

BATCH = 1024  # rows of one step
_CERTAIN = 12.0  # a logit beyond which native code sees no difference


class Network:
    """Weights that are being fitted, with what Adam remembers of the steps before."""

    def __init__(self, size: int, chance: np.random.Generator) -> None:
        self.size = size
        # Each feature has its row: the plain weight, then those of the hidden units. The first is
        # always there.
        into = chance.normal(0.0, 0.15, (1 + size, 1 + HIDDEN)).astype(np.float32)
        into[:, 0] = 0.0
        out = chance.normal(0.0, 0.15, HIDDEN).astype(np.float32)
        self.weights = [into, out]
        self.averages = [w.copy() for w in self.weights]
        self._mean = [np.zeros_like(w) for w in self.weights]
        self._square = [np.zeros_like(w) for w in self.weights]
        self._steps = 0

    def resume(self, rounded: Array, scale: Array) -> None:
        """Go on with weights as native code has them."""
        rows = rounded[:-HIDDEN].reshape(1 + self.size, COLUMNS).astype(np.float64)
        rows /= np.concatenate([[1.0], scale])[:, None] * (1 << WEIGHT_BITS)
        into = np.concatenate([rows[:, :1], rows[:, 4:]], axis=1).astype(np.float32)
        out = (rounded[-HIDDEN:] / float(1 << OUT_BITS)).astype(np.float32)
        self.weights, self.averages = [into, out], [into.copy(), out.copy()]

    def step(self, x: Array, target: Array, rate: float, calm: float) -> float:
        """Make a step downhill for some rows; return how wrong the network was (cross entropy).

        *calm* is how slowly the averages of the weights, which the bot plays with, follow them.
        """
        into, out = self.weights
        sums = x @ into
        hidden = np.maximum(sums[:, 1:], 0.0)
        logit = np.clip(sums[:, 0] + hidden @ out, -_CERTAIN, _CERTAIN)
        guess = 1.0 / (1.0 + np.exp(-logit))
        loss = -(target * np.log(guess) + (1.0 - target) * np.log(1.0 - guess)).mean()
        error = ((guess - target) / len(x)).astype(np.float32)
        back = np.empty_like(sums)
        back[:, 0] = error
        back[:, 1:] = (hidden > 0.0) * (error[:, None] * out)
        self._update([x.T @ back, hidden.T @ error], rate, calm)
        return float(loss)

    def _update(self, slopes: list[Array], rate: float, calm: float) -> None:
        self._steps += 1
        first, second = 1.0 - 0.9**self._steps, 1.0 - 0.999**self._steps
        for i, slope in enumerate(slopes):
            self._mean[i] += 0.1 * (slope - self._mean[i])
            self._square[i] += 0.001 * (slope * slope - self._square[i])
            change = self._mean[i] / first / (np.sqrt(self._square[i] / second) + 1e-8)
            # A little decay keeps weights of features that are rarely seen from growing.
            self.weights[i] -= rate * (change + 0.01 * self.weights[i])
            self.averages[i] += (1.0 - calm) * (self.weights[i] - self.averages[i])

    def rounded(self, scale: Array) -> Array:
        """Return the averages as native code has them; features were multiplied by *scale*."""
        into, out = self.averages
        made = np.zeros((1 + self.size, COLUMNS), np.float64)
        made[:, 0] = into[:, 0]
        made[:, 4:] = into[:, 1:]
        made *= np.concatenate([[1.0], scale])[:, None] * (1 << WEIGHT_BITS)
        made = np.clip(np.rint(made), -MOST_WEIGHT, MOST_WEIGHT)
        last = np.clip(np.rint(out * float(1 << OUT_BITS)), -MOST_OUT, MOST_OUT)
        return np.concatenate([made.ravel(), last]).astype(np.int32)


def returns(
    lesson: Array,
    seat: Array,
    turn: Array,
    value: Array,
    scores: Array,
    steady: float,
    hurry: float,
) -> Array:
    """Return what each row should have been worth: the end of the game, mixed with later values.

    *steady* is how little later values count (λ of TD(λ)); *hurry* is what a win loses with every turn.
    Rows are in the order in which they were recorded.
    """
    players = scores.shape[1] - 2
    key = lesson.astype(np.int64) * players + seat
    order = np.argsort(key, kind="stable")
    keys = key[order]
    ends = np.flatnonzero(np.concatenate([keys[1:] != keys[:-1], [True]]))
    found = np.empty(len(keys), np.float32)
    won = scores[lesson[order], seat[order]].astype(np.float32)
    last = scores[lesson[order], players]
    turns, values = turn[order], value[order]
    # From the last row of every player and game backwards, all games at once.
    now = ends
    worth = won[now] * np.exp(-hurry * (last[now] - turns[now]))
    found[now] = worth
    while True:
        goes_on = (now > 0) & (keys[now] == keys[np.maximum(now - 1, 0)])
        now, worth = now[goes_on], worth[goes_on]
        if not len(now):
            break
        later = values[now] * (1.0 - steady) + worth * steady
        worth = later * np.exp(-hurry * (turns[now] - turns[now - 1]))
        now = now - 1
        found[now] = worth
    made = np.empty_like(found)
    made[order] = found
    return made


def batches(number: int, steps: int, chance: np.random.Generator) -> Iterator[Array]:
    """Yield the numbers of rows for each step: all rows in random order, again and again."""
    order, at = chance.permutation(number), 0
    size = min(BATCH, number)
    for _ in range(steps):
        if at + size > number:
            order, at = chance.permutation(number), 0
        yield order[at : at + size]
        at += size
