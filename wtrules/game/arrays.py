"""Many games at once as numpy arrays, played in native code.

    games = Games(wtrules.load("en-capstone"), 4096, players=2, seed=1)
    while training:
        games.step(policy(games.observations, games.mask))

The arrays are views of the memory in which the games are played: they change with every step. numpy is
needed only here (`pip install "wtrules[rl]"`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wtrules.backends.batch_games import WORDS, Rows, batch_games, lineup
from wtrules.backends.native import Native
from wtrules.backends.players import BOTS
from wtrules.backends.vectors import VectorLayout
from wtrules.backends.wasm.layout import MOST_BYTES
from wtrules.game.game import Game, State
from wtrules.game.moves import IllegalMove

_TYPES = {
    "vectors": "<i2", "seeds": "<u8", "actions": "<i4", "counts": "<i4", "starts": "<i4",
    "seats": "<i4", "rewards": "<f4", "done": "?", "again": "?", "mask": "?",
}  # fmt: skip


class Games:
    """Many games of one ruleset, each at a decision, as arrays with a row for each game.

    A game that ends begins again at once, with its seed increased by the number of games, unless
    *auto_reset* is False. Bots play the seats that *bots* names; None is a seat that you play.
    """

    def __init__(
        self,
        game: Game,
        number: int,
        *,
        players: int | None = None,
        seed: int | Sequence[int] = 0,
        bots: Sequence[str | None] = (),
        auto_reset: bool = True,
        mask: bool = True,
        observe: bool = True,
    ) -> None:
        self.game = game
        self.players = players if players is not None else game.players[0]
        self.number = number
        self._program = game.program(self.players)
        seated = _seated(bots, self.players)
        self.action_space = game.action_space(self.players)
        parts = batch_games(
            self.action_space, game.open_hands, any(bot is not None for bot in seated)
        )
        self._native = Native(self._program, parts)
        layout = self._native.layout
        self._rows = Rows(
            _checked_number(number), self._program, layout.state_size, layout.block,
            len(self.action_space), mask,
        )  # fmt: skip
        self._at = self._rows.addresses()
        self._list_size = self._rows.list_size()
        needed = self._at["legal"] + self._list_size
        if needed > MOST_BYTES:
            raise ValueError(
                f"{number:,} games of {game.name} need {needed >> 20:,} MiB, and native code has "
                f"{MOST_BYTES >> 20}: use fewer games" + (", or mask=False" if mask else "")
            )
        self._stride = number if auto_reset else 0
        self._has_vectors = observe
        self._write("lineup", lineup(seated))
        self._make_room()
        self.reset(seed)

    # --- what there is to see ---

    @property
    def vector_layout(self) -> VectorLayout:
        """What each number of an observation means."""
        return self._rows.vectors

    @property
    def observations(self) -> Any:
        """What the seat that decides knows, in each game: 16-bit numbers, see `vector_layout`."""
        if not self._has_vectors:
            raise ValueError("these games were made with observe=False")
        return self._views["vectors"][:, : self._rows.vectors.size]

    @property
    def mask(self) -> Any:
        """Which actions are legal in each game."""
        if not self._rows.has_mask:
            raise ValueError("these games were made with mask=False")
        return self._views["mask"]

    @property
    def counts(self) -> Any:
        """How many legal actions each game has; 0: it is over."""
        return self._views["counts"]

    @property
    def starts(self) -> Any:
        """Where in `legal` the actions of each game begin."""
        return self._views["starts"]

    @property
    def legal(self) -> Any:
        """The legal actions of all games, one game after the other, in the order of the rules."""
        return self._views["legal"][: int(self.starts[-1]) + int(self.counts[-1])]

    @property
    def seats(self) -> Any:
        """The seat that decides in each game."""
        return self._views["seats"]

    @property
    def rewards(self) -> Any:
        """For each game and seat: 1 if it has just won, -1 if it has just lost, otherwise 0."""
        return self._views["rewards"]

    @property
    def done(self) -> Any:
        """Which games the last step has ended; those that begin again are already at their start."""
        return self._views["done"]

    @property
    def seeds(self) -> Any:
        """The seed of each game: `game.start(players, seed)` is its beginning."""
        return self._views["seeds"]

    # --- what can be done ---

    def reset(self, seeds: Any = None, where: Any = None) -> None:
        """Begin games again.

        *seeds* are numbers, one for each game, or the first of consecutive ones; without them, the
        games keep theirs. *where* selects games by True and False; without it, all begin again.
        """
        numpy = _numpy()
        if isinstance(seeds, int):
            first = seeds % (1 << 64)
            seeds = numpy.uint64(first) + numpy.arange(self.number, dtype="u8")
        which = numpy.ones(self.number, bool) if where is None else numpy.asarray(where, bool)
        if seeds is not None:
            self.seeds[which] = numpy.asarray(seeds, dtype="u8")[which]
        self._views["again"][:] = which
        self._run("batch_reset")

    def step(self, actions: Any) -> None:
        """Play one action in each game; those of games that are over are ignored.

        If an action is not legal, IllegalMove is raised and nothing is played. If the rules of a
        house never reach another decision, EndlessPlay is raised, and all games are to be reset.
        """
        if actions is not self._views["actions"]:
            self._views["actions"][:] = actions
        self._play()

    def sample(self, seed: int) -> Any:
        """Return a random legal action for each game; the same seed gives the same actions."""
        self._native.call("batch_sample", seed)
        self._fetch("actions")
        return self._views["actions"]

    def observe(self, seat: int) -> Any:
        """Return what one seat knows, in each game, as an array of your own."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat} in a game of {self.players}")
        self._native.call("batch_observe", seat)
        self._fetch("vectors")
        found = self.observations.copy()
        self._native.call("batch_observe", -1)
        self._fetch("vectors")
        return found

    def state(self, index: int) -> State:
        """Return one of the games as a state."""
        size = self._rows.state_size
        at = self._at["states"] + range(self.number)[index] * size
        [data] = self._native.unpack(self._native.read(at, size))
        engine = self.game.engine(self.players)
        return State(self.game, engine, data, engine.options(data))

    def put(self, index: int, state: State) -> None:
        """Continue one of the games from a position, which must be of the same game."""
        if state.game != self.game or state.players != self.players:
            raise ValueError(
                f"a position of {state.game.name} for {state.players} is of another game"
            )
        at = self._at["states"] + range(self.number)[index] * self._rows.state_size
        self._native.write(at, self._native.pack([state.data]))
        self._views["again"][:] = False
        self._run("batch_reset")

    def __len__(self) -> int:
        return self.number

    # --- the module ---

    def _play(self) -> None:
        self._send("actions")
        wrong = self._native.call("batch_check")
        if wrong < self.number:
            action = int(self._views["actions"][wrong])
            raise IllegalMove(f"game {wrong}: {self._why_illegal(wrong, action)}")
        self._run("batch_step")

    def _why_illegal(self, index: int, action: int) -> str:
        if not 0 <= action < len(self.action_space):
            return f"there is no action {action}; they are 0 to {len(self.action_space) - 1:,}"
        return f"action {action}, `{self.action_space[action].text}`, is not legal here"

    def _run(self, name: str) -> None:
        """Call a function that lists the actions of all games, with more room for them if needed."""
        self._send("seeds", "again")
        self._native.call("batch_clear")
        first = 0
        try:
            while first < self.number:
                first = self._native.call(name, first)
                if first < self.number:
                    self._list_size *= 2
                    self._make_room()
        except Exception:  # rules that never reach a decision: only new games can go on
            self._views["counts"][:] = 0
            self._views["mask"][:] = False
            self._send("counts", "mask")
            raise
        self._fetch()

    def _make_room(self) -> None:
        """Give the list of legal actions its size, and find the arrays, which may have moved."""
        old = getattr(self, "_views", {})
        at = self._at
        self._native.room(at["legal"] + self._list_size - self._native.layout.block)
        words = at | {
            "number": self.number,
            "end": at["legal"] + self._list_size,
            "stride": self._stride,
            "vectors": at["vectors"] if self._has_vectors else 0,
        }
        if not old:
            self._write("batch", [words.get(name, 0) for name in WORDS])
        else:
            end = self._native.layout.areas["batch"] + 4 * WORDS.index("end")
            self._native.write(end, words["end"].to_bytes(4, "little"))
        sizes = self._rows.sizes() | {"legal": self._list_size}
        numpy = _numpy()
        self._views = {}
        for name, type in (_TYPES | {"legal": "<i4"}).items():
            memory = self._native.view(at[name], sizes[name])
            held = bytearray(sizes[name]) if memory is None else memory
            flat = numpy.frombuffer(held, type)
            wide = name in ("vectors", "mask", "rewards")
            self._views[name] = flat.reshape(self.number, -1) if wide and sizes[name] else flat
        self._is_live = self._native.view(at["seeds"], 8) is not None

    def _write(self, area: str, numbers: Sequence[int]) -> None:
        at = self._native.layout.areas[area]
        self._native.write(at, b"".join(n.to_bytes(4, "little", signed=True) for n in numbers))

    def _send(self, *names: str) -> None:
        """Copy arrays into the module, where they are not its own memory."""
        if not self._is_live:
            for name in names:
                self._native.write(self._at[name], self._views[name].tobytes())

    def _fetch(self, *names: str) -> None:
        """Copy arrays out of the module, where they are not its own memory."""
        if not self._is_live:
            numpy = _numpy()
            for name in names or self._views:
                view = self._views[name]
                data = self._native.read(self._at[name], view.nbytes)
                view.reshape(-1)[:] = numpy.frombuffer(data, view.dtype)


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise ImportError('arrays of games need numpy: pip install "wtrules[rl]"') from None
    return numpy


def _checked_number(number: int) -> int:
    if number < 1:
        raise ValueError(f"there must be at least one game, not {number}")
    return number


def _seated(bots: Sequence[str | None], players: int) -> list[int | None]:
    """Return the number of the bot in each seat."""
    if len(bots) > players:
        raise ValueError(f"there are {players} seats, not {len(bots)}")
    for bot in bots:
        if bot is not None and bot not in BOTS:
            raise ValueError(f"there is no bot called {bot!r}; there are {', '.join(BOTS)}")
    named = [*bots, *[None] * (players - len(bots))]
    if None not in named:
        raise ValueError("one seat at least must be yours: None in bots")
    return [None if bot is None else BOTS.index(bot) for bot in named]
