"""The game as an OpenSpiel game written in Python.

    import pyspiel
    import wtrules.adapters.open_spiel

    game = pyspiel.load_game("python_wandering_towers(ruleset=en-capstone+nasty,players=3)")

The first move is one of chance: it chooses the deal, which is the seed of the game. All shuffles and
rolls of a game follow from it, and no player sees it; an algorithm that looks ahead on a copy of a state
sees them, and should look at `resampled` states instead. After *max_decisions* decisions a game is
over, and nobody has won.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from wtrules.adapters.common import MOST_DECISIONS, framework, game_of
from wtrules.game.game import State
from wtrules.resolve.player_counts import MOST_PLAYERS
from wtrules.resources import default_ruleset

_spiel = framework("pyspiel", "open_spiel")

NAME = "python_wandering_towers"
_DEFAULTS: dict[str, Any] = {
    "ruleset": default_ruleset(),
    "players": 2,
    "deals": 1024,
    "max_decisions": MOST_DECISIONS,
}

_TYPE = _spiel.GameType(
    short_name=NAME,
    long_name="Wandering Towers",
    dynamics=_spiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=_spiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=_spiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=_spiel.GameType.Utility.GENERAL_SUM,
    reward_model=_spiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


# OpenSpiel makes the game anew for every state that it reads back.
_loaded = lru_cache(maxsize=8)(game_of)


class TowersGame(_spiel.Game):  # type: ignore[misc,name-defined]
    """A ruleset for a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = _DEFAULTS | (params or {})
        self.rules = _loaded(str(chosen["ruleset"]))
        self.seats = int(chosen["players"])
        self.deals = int(chosen["deals"])
        self.max_decisions = int(chosen["max_decisions"])
        self.space = self.rules.action_space(self.seats)
        info = _spiel.GameInfo(
            num_distinct_actions=len(self.space),
            max_chance_outcomes=self.deals,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.max_decisions,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> TowersState:
        """Return the state before the deal."""
        return TowersState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TowersObserver:
        """Return what makes observations."""
        return TowersObserver(self, params)


class TowersState(_spiel.State):  # type: ignore[misc,name-defined]
    """A position, or the moment before the deal."""

    def __init__(self, game: TowersGame) -> None:
        super().__init__(game)
        self._position: State | None = None
        self._decisions = 0

    @property
    def position(self) -> State | None:
        """The position as wtrules has it; None before the deal."""
        return self._position

    def resampled(self, seat: int, chance: random.Random) -> State | None:
        """Return a position that is possible for a seat: what it does not know is drawn again."""
        return (
            None if self._position is None else self._position.observation(seat).determinize(chance)
        )

    def current_player(self) -> Any:
        """Return the seat that decides, chance, or the end."""
        if self._position is None:
            return _spiel.PlayerId.CHANCE
        return _spiel.PlayerId.TERMINAL if self.is_terminal() else self._position.to_act

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        if self._position is None:
            return False
        return self._position.is_over or self._decisions >= self.get_game().max_decisions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        position = self._position
        assert position is not None
        return sorted(position.actions) if player == position.to_act else []

    def _apply_action(self, action: int) -> None:
        if self._position is None:
            game = self.get_game()
            self._position = game.rules.start(game.seats, seed=action)
        else:
            self._position = self._position.play_action(action)
            self._decisions += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _spiel.PlayerId.CHANCE:
            return f"deal {action}"
        game = self.get_game()
        at, option = game.space.option(action)
        position = self._position
        # A position knows shorter names for what it offers.
        if position is not None and at == position.numbers("at")[0] and option in position.options:
            return position.move(option).text
        text: str = game.space[action].text
        return text

    def returns(self) -> list[float]:
        """Return 1 for each seat that has won and -1 for those that have lost."""
        seats = range(self.get_game().seats)
        result = self._position.result if self._position is not None else None
        if result is None:
            return [0.0 for _ in seats]
        return [1.0 if seat in result.winners else -1.0 for seat in seats]

    def __str__(self) -> str:
        return "before the deal" if self._position is None else str(self._position)


class TowersObserver:
    """Observations as OpenSpiel wants them: one tensor, and a dictionary of its parts."""

    def __init__(self, game: TowersGame, params: Any) -> None:
        import numpy

        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        self._layout = game.rules.vector_layout(game.seats)
        self.tensor = numpy.zeros(self._layout.size, numpy.float32)
        self.dict = {
            part.name: self.tensor[part.offset : part.stop].reshape(part.shape)
            for part in self._layout.parts
        }

    def set_from(self, state: TowersState, player: int) -> None:
        """Write what a player knows; before the deal that is nothing."""
        position = state.position
        self.tensor[:] = 0 if position is None else position.observation(player).vector()

    def string_from(self, state: TowersState, player: int) -> str:
        """Return what a player knows as a line."""
        position = state.position
        return "before the deal" if position is None else str(position.observation(player))


if NAME not in _spiel.registered_names():
    _spiel.register_game(_TYPE, TowersGame)
