"""Learn by playing against oneself with PettingZoo, then play against a random player.

    python examples/agents/pettingzoo_self_play.py

It needs pettingzoo and `pip install "wtrules[rl]"`, and takes less than a minute.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from linear import LinearPolicy

from wtrules.adapters.pettingzoo import env


def play(towers, policies, seed, learning):
    """Play one game; return the rewards of the agents. None is a random player."""
    towers.reset(seed=seed)
    agents = towers.possible_agents
    chance = np.random.default_rng(seed)
    rewards = np.zeros(len(agents))
    masks = np.zeros((len(agents), towers.action_space(agents[0]).n), bool)
    for agent in towers.agent_iter():
        seen, reward, ended, truncated, _ = towers.last()
        seat = agents.index(agent)
        if ended or truncated:
            rewards[seat] = reward
            towers.step(None)
            continue
        policy = policies[seat]
        if policy is None:
            action = chance.choice(np.flatnonzero(seen["action_mask"]))
        else:
            masks[:] = False
            masks[seat] = seen["action_mask"]
            vectors = np.repeat(seen["observation"][None], len(agents), axis=0)
            action = policy.choose(vectors, masks, learning)[seat]
        towers.step(int(action))
    return rewards


def train(ruleset="first-home", games=200, tests=100, seed=1):
    """Return the share of games won against a random player before and after training."""
    towers = env(ruleset, players=2)
    game = towers.unwrapped.game
    policy = LinearPolicy(game, 2, 2, seed)

    def strength():
        won = [play(towers, (policy, None), 10_000 + i, False)[0] > 0 for i in range(tests // 2)]
        won += [play(towers, (None, policy), 20_000 + i, False)[1] > 0 for i in range(tests // 2)]
        return float(np.mean(won))

    before = strength()
    for number in range(games):
        rewards = play(towers, (policy, policy), number, True)
        policy.learn(np.ones(2, bool), rewards)
    return before, strength(), policy


if __name__ == "__main__":
    before, after, policy = train()
    print(f"won against a random player: {before:.0%} before, {after:.0%} after training")
    print("likes most:", ", ".join(policy.favourites()))
