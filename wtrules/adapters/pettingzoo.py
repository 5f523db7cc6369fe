"""The game as a PettingZoo environment (AEC: one agent after the other).

    from wtrules.adapters.pettingzoo import env

    towers = env("en-capstone", players=3)

Agents are called after the colours of their wizards and their seats, `blue_0`. An observation is a dictionary: `observation`, a
vector whose numbers `Game.vector_layout` explains, and `action_mask`.
"""

from __future__ import annotations

from typing import Any

from wtrules.adapters.common import MOST_DECISIONS, box, framework, game_of, render
from wtrules.game.arrays import Games
from wtrules.game.game import Game

_zoo = framework("pettingzoo", "pettingzoo")
_spaces = framework("gymnasium.spaces", "gymnasium")
_wrappers = framework("pettingzoo.utils.wrappers", "pettingzoo")


def env(ruleset: str | Game | None = None, **options: Any) -> Any:
    """Return the environment with the usual wrappers: an illegal action ends the game, with a loss."""
    made = TowersEnv(ruleset, **options)
    made = _wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = _wrappers.AssertOutOfBoundsWrapper(made)
    return _wrappers.OrderEnforcingWrapper(made)


class TowersEnv(_zoo.AECEnv):  # type: ignore[misc,name-defined]
    """One game after the other, played by agents that know what their seats know.

    *max_decisions*: a game that is longer is truncated.
    """

    metadata = {  # noqa: RUF012  # PettingZoo wants a plain dictionary
        "name": "wandering_towers_v1",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        ruleset: str | Game | None = None,
        *,
        players: int | None = None,
        render_mode: str | None = None,
        max_decisions: int = MOST_DECISIONS,
    ) -> None:
        super().__init__()
        self.game = game_of(ruleset)
        self._games = Games(self.game, 1, players=players, auto_reset=False)
        self.render_mode = render_mode
        self.max_decisions = max_decisions
        program = self.game.program(self._games.players)
        # PettingZoo likes names with numbers: `blue_0`, `yellow_1`.
        self.possible_agents = [f"{colour}_{i}" for i, colour in enumerate(program.board.colours)]
        self.agents: list[str] = []
        actions = _spaces.Discrete(len(self._games.action_space))
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        size = self._games.vector_layout.size
        seen = _spaces.Dict(
            {
                "observation": box(_spaces, size),
                "action_mask": _spaces.MultiBinary(len(self._games.action_space)),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self._chance: Any = None

    def action_space(self, agent: str) -> Any:
        """Return the actions of an agent, the same for all of them."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """Return the observations of an agent."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the seed is that of `Game.start`. Without one, it is drawn."""
        import numpy

        if seed is not None or self._chance is None:
            self._chance = numpy.random.default_rng(seed)
        drawn = int(self._chance.integers(1 << 62)) if seed is None else seed
        self._games.reset(drawn)
        self._decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()

    def step(self, action: int | None) -> None:
        """Play an action of the agent that decides; raises IllegalMove if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._games.step(action)
        self._decisions += 1
        given = zip(self.possible_agents, self._games.rewards[0].tolist(), strict=True)
        self.rewards = dict(given)
        if self._games.done[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._decisions >= self.max_decisions:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._deciding()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows; the mask is empty unless it is the one to decide."""
        import numpy

        seat = self.possible_agents.index(agent)
        decides = seat == self._games.seats[0]
        mask = self._games.mask[0].astype(numpy.int8)
        return {
            "observation": self._games.observations[0].copy()
            if decides
            else self._games.observe(seat)[0],
            "action_mask": mask if decides else numpy.zeros_like(mask),
        }

    def render(self) -> str | None:
        """Return the board as text, or print it."""
        return render(self._games.state(0), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _deciding(self) -> str:
        return self.possible_agents[int(self._games.seats[0])]
