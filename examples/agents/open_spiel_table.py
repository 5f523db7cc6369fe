"""Learn a table of how good each kind of action is with OpenSpiel, by Monte Carlo.

    python examples/agents/open_spiel_table.py

It needs open_spiel and `pip install "wtrules[rl]"`, and takes less than a minute.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict

import pyspiel

import wtrules.adapters.open_spiel  # noqa: F401  # makes the game known to OpenSpiel

PLACE = re.compile(r"\bs\d+\.\d+\w*")


class Table:
    """How good each kind of action is: the mean result of the games in which it was chosen."""

    def __init__(self, game):
        # An action without the place where it is done: `card w3`, `cast move_tower tower`, `wizard`.
        self.kinds = [PLACE.sub("", action.text).strip() for action in game.space]
        self.sums = defaultdict(float)
        self.counts = defaultdict(int)

    def value(self, action):
        """Return how good an action is; a kind that is new is worth a try."""
        kind = self.kinds[action]
        return self.sums[kind] / self.counts[kind] if self.counts[kind] else 1.0

    def note(self, actions, result):
        """Note the result of a game for everything that was chosen in it."""
        for action in actions:
            self.sums[self.kinds[action]] += result
            self.counts[self.kinds[action]] += 1


def play(game, players, deal, chance, curious=0.0):
    """Play one game; return the results, and the actions that each seat chose."""
    state = game.new_initial_state()
    state.apply_action(deal % game.deals)
    chosen = [[], []]
    while not state.is_terminal():
        seat = state.current_player()
        legal = state.legal_actions()
        table = players[seat]
        if table is None or chance.random() < curious:
            action = chance.choice(legal)
        else:
            chance.shuffle(legal)  # equally good actions are chosen at random
            action = max(legal, key=table.value)
        chosen[seat].append(action)
        state.apply_action(action)
    return state.returns(), chosen


def train(ruleset="first-home", games=150, tests=100, seed=1):
    """Return the share of games won against a random player before and after training."""
    game = pyspiel.load_game(f"python_wandering_towers(ruleset={ruleset},players=2)")
    table, chance = Table(game), random.Random(seed)

    def strength(player):
        won = 0
        for number in range(tests):
            seat = number % 2
            players = [None, None]
            players[seat] = player
            results, _ = play(game, players, 500 + number, chance)
            won += results[seat] > 0
        return won / tests

    before = strength(None)
    for number in range(games):
        results, chosen = play(game, [table, table], number, chance, curious=0.5)
        for seat in range(2):
            table.note(chosen[seat], results[seat])
    return before, strength(table), table


if __name__ == "__main__":
    before, after, table = train()
    print(f"won against a random player: {before:.0%} before, {after:.0%} after training")
    best = sorted(table.counts, key=lambda kind: table.sums[kind] / table.counts[kind])
    print("likes most:", ", ".join(best[:-6:-1]))
