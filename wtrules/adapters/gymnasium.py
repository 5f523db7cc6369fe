"""The game as a Gymnasium environment: alone, or against bots; one game, or many at once.

    import gymnasium
    import wtrules.adapters.gymnasium

    env = gymnasium.make("wtrules/Towers-v0", ruleset="en-capstone", bots=["greedy"])
    envs = gymnasium.make_vec("wtrules/Towers-v0", num_envs=512, ruleset="en-capstone+solo")

Each step is one decision of one seat; bots play the others. An observation is a vector whose numbers
`Game.vector_layout` explains; `info["action_mask"]` says which actions are legal. An action that is
not legal ends the game with a loss, and `info["illegal"]` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wtrules.adapters.common import MOST_DECISIONS, box, drawing, framework, game_of
from wtrules.game.arrays import Games
from wtrules.game.game import Game

_gym = framework("gymnasium", "gymnasium")
_vector = framework("gymnasium.vector", "gymnasium")
_utils = framework("gymnasium.vector.utils", "gymnasium")
_registration = framework("gymnasium.envs.registration", "gymnasium")

ID = "wtrules/Towers-v0"


def _seats(
    game: Game, players: int | None, seat: int, bots: Sequence[str]
) -> tuple[int, list[str | None]]:
    """Return the number of players, and who plays each seat; None is the one who learns."""
    fitting = next((n for n in game.players if n > len(bots)), len(bots) + 1)
    count = players if players is not None else fitting
    game.engine(count)  # refuses a number of players that the rules do not allow
    if not 0 <= seat < count:
        raise ValueError(f"there is no seat {seat} in a game of {count}")
    others = [bots[i % len(bots)] if bots else "random" for i in range(count - 1)]
    return count, [*others[:seat], None, *others[seat:]]


class TowersEnv(_gym.Env):  # type: ignore[misc,name-defined]
    """One game, with bots in all seats but one.

    *bots* are repeated until every seat has one; without any, the others play at random.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium wants it

    def __init__(
        self,
        ruleset: str | Game | None = None,
        *,
        players: int | None = None,
        seat: int = 0,
        bots: Sequence[str] = (),
        render_mode: str | None = None,
        max_decisions: int = MOST_DECISIONS,
    ) -> None:
        self.game = game_of(ruleset)
        self.seat = seat
        count, seats = _seats(self.game, players, seat, bots)
        self._games = Games(self.game, 1, players=count, bots=seats, auto_reset=False)
        self.render_mode = render_mode
        self.max_decisions = max_decisions
        self.action_space = _gym.spaces.Discrete(len(self._games.action_space))
        self.observation_space = box(_gym.spaces, self._games.vector_layout.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game; the seed is that of `Game.start`. Without one, it is drawn."""
        super().reset(seed=seed)
        self._games.reset(seed if seed is not None else int(self.np_random.integers(1 << 62)))
        self._decisions = 0
        self._lost = False
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and the actions of the bots up to the next decision."""
        if self._lost or not self._games.counts[0]:
            raise ValueError("the game is over: call reset first")
        if not self._games.mask[0][action]:
            self._lost = True
            return self._seen(), -1.0, True, False, self._info() | {"illegal": True}
        self._games.step(action)
        self._decisions += 1
        ended = bool(self._games.done[0])
        truncated = not ended and self._decisions >= self.max_decisions
        reward = float(self._games.rewards[0, self.seat])
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, ended, truncated, self._info()

    def action_masks(self) -> Any:
        """Return which actions are legal, as libraries with masks want it."""
        return self._games.mask[0].copy()

    def render(self) -> str | None:
        """Return the board as text, or print it."""
        if self.render_mode is None:
            return None
        shown = drawing(self._games.state(0))
        if self.render_mode == "human":
            print(shown)
            return None
        return shown

    def _seen(self) -> Any:
        if self._games.seats[0] == self.seat:
            return self._games.observations[0].copy()
        return self._games.observe(self.seat)[0]

    def _info(self) -> dict[str, Any]:
        import numpy

        return {"action_mask": self._games.mask[0].astype(numpy.int8)}


class TowersVectorEnv(_vector.VectorEnv):  # type: ignore[misc,name-defined]
    """Many games at once, which stay in native code; a game that ends begins again in the same step.

    `info["final_obs"]` has the last observation of the games that ended. The arrays are copied, unless
    *copy* is False: then they change with the next step.
    """

    metadata = {  # noqa: RUF012  # as Gymnasium wants it
        "render_modes": [],
        "autoreset_mode": _vector.AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        ruleset: str | Game | None = None,
        *,
        players: int | None = None,
        seat: int = 0,
        bots: Sequence[str] = (),
        copy: bool = True,
        render_mode: str | None = None,
        max_decisions: int = MOST_DECISIONS,
    ) -> None:
        import numpy

        self.game = game_of(ruleset)
        self.seat = seat
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.max_decisions = max_decisions
        self._copies = copy
        count, seats = _seats(self.game, players, seat, bots)
        self._games = Games(self.game, num_envs, players=count, bots=seats, auto_reset=False)
        self._decisions = numpy.zeros(num_envs, int)
        self.single_action_space = _gym.spaces.Discrete(len(self._games.action_space))
        self.single_observation_space = box(_gym.spaces, self._games.vector_layout.size)
        self.action_space = _utils.batch_space(self.single_action_space, num_envs)
        self.observation_space = _utils.batch_space(self.single_observation_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games; a single seed is that of the first, the others count up from it."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if not isinstance(seed, int):
            drawn = self._drawn(self.num_envs)
            for i, given in enumerate(seed or ()):
                drawn[i] = drawn[i] if given is None else given
            seed = drawn
        self._games.reset(seed)
        self._decisions[:] = 0
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in each game, and the actions of the bots up to the next decision."""
        import numpy

        games = self._games
        actions = numpy.array(actions)
        illegal = ~games.mask[numpy.arange(self.num_envs), actions]
        if illegal.any():
            actions[illegal] = games.legal[games.starts[illegal]]
        games.step(actions)
        self._decisions += 1
        ended = games.done | illegal
        truncated = ~ended & (self._decisions >= self.max_decisions)
        rewards = numpy.where(illegal, -1.0, games.rewards[:, self.seat]).astype(float)
        info: dict[str, Any] = {}
        over = ended | truncated
        if over.any():
            info["final_obs"] = self._in_objects(over)
            info["_final_obs"] = over
            seeds = games.seeds.copy()
            seeds[over] = self._drawn(int(over.sum()))
            games.reset(seeds, where=over)
            self._decisions[over] = 0
        if illegal.any():
            info["illegal"] = illegal
        return self._seen(), rewards, ended, truncated, info | self._info()

    def _drawn(self, number: int) -> Any:
        return self.np_random.integers(1 << 62, size=number, dtype="u8")

    def _in_objects(self, over: Any) -> Any:
        """Return the observations of the games that ended, as Gymnasium wants them."""
        import numpy

        found = numpy.full(self.num_envs, None, dtype=object)
        last = self._games.observe(self.seat)
        for i in numpy.flatnonzero(over):
            found[i] = last[i]
        return found

    def _seen(self) -> Any:
        return self._games.observations.copy() if self._copies else self._games.observations

    def _info(self) -> dict[str, Any]:
        mask = self._games.mask
        return {"action_mask": mask.copy() if self._copies else mask}


if ID not in _registration.registry:
    _gym.register(
        ID,
        entry_point="wtrules.adapters.gymnasium:TowersEnv",
        vector_entry_point="wtrules.adapters.gymnasium:TowersVectorEnv",
    )
