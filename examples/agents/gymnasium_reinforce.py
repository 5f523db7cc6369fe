"""Train against a bot with Gymnasium: many games at once, and REINFORCE with numpy.

    python examples/agents/gymnasium_reinforce.py

It needs gymnasium and `pip install "wtrules[rl]"`, and takes a few seconds.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from linear import LinearPolicy

from wtrules.adapters.gymnasium import TowersVectorEnv


def play(envs, policy, games, seed, learning):
    """Play so many games; return the share that was won."""
    seen, info = envs.reset(seed=seed)
    policy.traces[:] = 0
    results = []
    while len(results) < games:
        actions = policy.choose(seen, info["action_mask"], learning)
        seen, rewards, ended, _, info = envs.step(actions)
        if learning:
            policy.learn(ended, rewards)
        results += rewards[ended].tolist()
    return float(np.mean(np.array(results) > 0))


def train(ruleset="first-home", rows=64, games=700, tests=300, seed=1):
    """Return the share of games won before and after training, and the policy."""
    envs = TowersVectorEnv(rows, ruleset, bots=["random"], copy=False)
    policy = LinearPolicy(envs.game, 2, rows, seed)
    before = play(envs, policy, tests, seed + 1, learning=False)
    play(envs, policy, games, seed + 2, learning=True)
    after = play(envs, policy, tests, seed + 3, learning=False)
    return before, after, policy


if __name__ == "__main__":
    before, after, policy = train()
    print(f"won against a random player: {before:.0%} before, {after:.0%} after training")
    print("likes most:", ", ".join(policy.favourites()))
