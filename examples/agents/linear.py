"""A small player that learns: a linear policy over the legal actions, trained with REINFORCE.

It does not learn a weight for each of the thousands of actions, but for each kind of action (`card w3`,
`cast move_tower`, `wizard`), and for how far a chosen piece is from the castle. It plays many games
at once; every row of its arrays is one game.
"""

from __future__ import annotations

import re

import numpy as np

PLACE = re.compile(r"\bs(\d+)\.\d+\w*")


class LinearPolicy:
    """Chooses actions with probabilities that grow with their weights, and learns the weights."""

    def __init__(self, game, players, rows, seed=0, rate=1.0, batch=32):
        self.layout = game.vector_layout(players)
        self.spaces = game.program(players).board.spaces
        self.rate = rate
        self.random = np.random.default_rng(seed)
        kinds: dict[str, int] = {}
        self.kind, self.space = [], []
        for action in game.action_space(players):
            place = PLACE.search(action.text)
            kind = PLACE.sub("", action.text).strip()
            self.kind.append(kinds.setdefault(f"{action.decision} {kind}", len(kinds)))
            self.space.append(int(place[1]) if place else -1)
        self.kind, self.space = np.array(self.kind), np.array(self.space)
        self.kinds = list(kinds)
        self.weights = np.zeros(len(kinds) * (1 + self.spaces))
        self.traces = np.zeros((rows, len(self.weights)))
        self.batch = batch  # games that are learned from together
        self.gains = []

    def features(self, castles, actions):
        """Return two features of each action: its kind, and its kind at this distance."""
        space = self.space[actions]
        away = np.where(space < 0, 0, (castles - space) % self.spaces)
        return self.kind[actions], len(self.kinds) + self.kind[actions] * self.spaces + away

    def choose(self, observations, masks, learning=True):
        """Return an action for each row; rows without a legal action get -1."""
        rows, actions = np.nonzero(masks)
        castles = self.layout.take("castle", observations)[rows, 0]
        first, second = self.features(castles, actions)
        strength = np.exp(self.weights[first] + self.weights[second])
        total = np.bincount(rows, strength, len(masks))
        share = strength / total[rows]
        # In the running sum of all shares, each row with legal actions is one unit.
        alive = np.count_nonzero(total)
        drawn = np.arange(alive) + self.random.random(alive) * (1 - 1e-9)
        chosen = np.searchsorted(np.cumsum(share), drawn)
        picked = np.full(len(masks), -1)
        picked[rows[chosen]] = actions[chosen]
        if learning:
            for features in (first, second):
                np.subtract.at(self.traces, (rows, features), share)
                np.add.at(self.traces, (rows[chosen], features[chosen]), 1)
        return picked

    def learn(self, over, rewards):
        """Make the choices of the games that are over more likely after a win, less after a loss."""
        self.gains += [*zip(rewards[over], self.traces[over].copy(), strict=True)]
        self.traces[over] = 0
        if len(self.gains) >= self.batch:
            results = np.array([reward for reward, _ in self.gains])
            traces = np.array([trace for _, trace in self.gains])
            self.weights += self.rate * ((results - results.mean())[:, None] * traces).mean(axis=0)
            self.gains = []

    def favourites(self, number=5):
        """Return the kinds of action it likes best."""
        order = np.argsort(self.weights[: len(self.kinds)])[::-1]
        return [self.kinds[i] for i in order[:number]]
