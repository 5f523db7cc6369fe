"""Training: generations of lessons, each followed by fitting the network to the last ones.

The first lessons are played by `greedy` and `random`; later ones by the bot against itself, and one in
four against `greedy`. What a row should have been worth is the end of the game, mixed with what the
network thought a little later, TD(λ). Where all players always win or lose together, as in
solo games, a win is worth less with every turn, so that the bot learns to be quick.

Every generation has its own random numbers, made from the seed, the number of players and its
number. So the same seed and number of games give the same weights, on any number of threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from wtrules.backends.learned import CERTAIN_BITS, Features, Mind, bot_number
from wtrules.backends.players import BOTS
from wtrules.game.game import Game
from wtrules.game.trained import Trained
from wtrules.training.lessons import HEAD, Class, Lessons, Pace
from wtrules.training.network import Network, batches, returns
from wtrules.value import Value
from wtrules.workers import never

GENERATION = 512  # lessons
MEASURED = 256  # games against greedy, to see how good it is …
_LEAST_MEASURED = 4  # … and fewer after few lessons
_MEASURE_EVERY = 4  # generations
_ROWS = 200_000  # that are kept to learn from
_PER_LESSON = 60  # rows of a lesson, on average
_MOST_DECISIONS = 4_000  # of a lesson
_STEPS = 150  # of fitting in each generation
_RATE = 0.002  # of the first steps
_HALVED = 8  # generations after which the rate is half as high
_CALM_FIRST, _CALM = 0.98, 0.998  # how slowly the bot follows the network that is fitted
_STEADY = 0.7  # λ
_WILD = 20  # one decision out of so many is left to chance
_NEVER = 1 << 30
_GREEDY, _RANDOM = BOTS.index("greedy"), BOTS.index("random")
_PUPIL = bot_number(0, searches=False)


@frozen
class Course(Value):
    """What to train for: the rules, the number of players, the seed."""

    game: Game
    players: int
    seed: int = 0
    games: int | None = None  # None: until the time is up
    seconds: float | None = None
    generation: int = GENERATION  # lessons of each generation

    def seed_of(self, *what: object) -> int:
        """Return a seed for one purpose."""
        text = " ".join(map(str, ("wtrules train", self.seed, self.players, *what)))
        return int.from_bytes(sha256(text.encode()).digest()[:7], "little")


@frozen
class Progress(Value):
    """What has been learned so far."""

    course: Course
    games: int  # of this call
    seconds: float
    trained: Trained
    measured: bool  # a point was just added to the curve


@frozen
class _Memory(Value):
    """The rows of the last generations, with what they should have been worth."""

    rows: tuple[NDArray[Any], ...] = field(default=(), repr=False)
    worth: tuple[NDArray[Any], ...] = field(default=(), repr=False)

    def with_more(self, rows: NDArray[Any], worth: NDArray[Any]) -> _Memory:
        made, values = (*self.rows, rows), (*self.worth, worth)
        while len(made) > 1 and sum(map(len, made)) > _ROWS:
            made, values = made[1:], values[1:]
        return _Memory(made, values)


def train(
    course: Course,
    before: Trained | None = None,
    *,
    jobs: int = 1,
    note: Callable[[Progress], None] = lambda progress: None,
    is_cancelled: Callable[[], bool] = never,
) -> Trained:
    """Train a mind until the games or the time of the course are used up.

    With *before*, training goes on with this mind. *note* is called after each generation.
    Training ends early, with what was learned so far, if *is_cancelled* returns true; it is asked
    after each generation.
    """
    return _Training(course, before, jobs).run(note, is_cancelled)


class _Training:
    def __init__(self, course: Course, before: Trained | None, jobs: int) -> None:
        self.course = course
        self.lessons = Class(course.game.program(course.players), course.game.open_hands, jobs)
        self.features: Features = self.lessons.features
        self.scale = np.array(self.features.scale, np.float32)
        self.network = Network(self.features.size, np.random.default_rng(course.seed_of("weights")))
        self.memory = _Memory()
        self.games = self.generation = 0
        self.hurry = 0.0
        self.every = 8
        self.curve: list[Mapping[str, float]] = []
        if before is not None:
            self.network.resume(np.array(before.mind.weights, np.int32), self.scale)
            self.games = before.training["games"]
            self.generation = before.training["generations"]
            self.hurry = before.training["hurry"]
            self.curve = list(before.training["curve"])

    def run(self, note: Callable[[Progress], None], is_cancelled: Callable[[], bool]) -> Trained:
        begin = time.monotonic()
        course, games = self.course, 0
        try:
            while True:
                number = course.generation
                if course.games is not None:
                    number = min(number, course.games - games)
                loss = self.learn(number)
                games += number
                seconds = time.monotonic() - begin
                done = (course.games is not None and games >= course.games) or (
                    course.seconds is not None and seconds >= course.seconds
                )
                stopped = is_cancelled()
                measured = done or stopped or self.generation % _MEASURE_EVERY == 1
                if measured:
                    self.measure(loss)
                note(Progress(course, games, seconds, self.result, measured))
                if done or stopped:
                    return self.result
        finally:
            self.lessons.close()

    @property
    def mind(self) -> bytes:
        return self.network.rounded(self.scale).tobytes()

    @property
    def result(self) -> Trained:
        weights = tuple(self.network.rounded(self.scale).tolist())
        training = {
            "seed": self.course.seed,
            "games": self.games,
            "generations": self.generation,
            "hurry": self.hurry,
            "curve": list(self.curve),
        }
        return Trained(Mind(self.features.fingerprint, weights), training)

    # --- one generation ---

    def learn(self, number: int) -> float:
        """Play a generation of lessons and fit the network; return how wrong it was."""
        course, players = self.course, self.course.players
        is_first = self.generation == 0
        if is_first:
            companies = [[_GREEDY] * players, [_RANDOM] + [_GREEDY] * (players - 1)]
        else:
            companies = [[_PUPIL] * players] * 3 + [[_PUPIL] + [_GREEDY] * (players - 1)]
        pace = Pace(self.every, _WILD, _MOST_DECISIONS)
        seed = course.seed_of("lessons", self.generation)
        lessons = self.lessons.play(seed, number, companies, pace, self.mind)
        self.every = max(1, round(lessons.scores[:, -1].mean() * players / _PER_LESSON))
        if is_first:
            self.hurry = _hurry(lessons)
        self.remember(lessons, 1.0 if is_first else _STEADY)
        loss = self.fit(3 * _STEPS if is_first else _STEPS, _CALM_FIRST if is_first else _CALM)
        self.generation += 1
        self.games += number
        return loss

    def remember(self, lessons: Lessons, steady: float) -> None:
        head = np.ascontiguousarray(lessons.rows[:, : 4 * HEAD]).view("<i4")
        rows = lessons.rows[:, 4 * HEAD : 4 * HEAD + self.features.size].view(np.int8)
        if not len(rows):
            return
        lesson, seat, turn, value = head.T
        value = value / np.float32(1 << CERTAIN_BITS)
        worth = returns(lesson, seat, turn, value, lessons.scores, steady, self.hurry)
        self.memory = self.memory.with_more(rows.copy(), worth)

    def fit(self, steps: int, calm: float) -> float:
        if not self.memory.rows:
            return 0.0
        rows, worth = np.concatenate(self.memory.rows), np.concatenate(self.memory.worth)
        chance = np.random.default_rng(self.course.seed_of("fit", self.generation))
        rate = _RATE / (1.0 + self.generation / _HALVED)
        losses = []
        for chosen in batches(len(rows), steps, chance):
            x = np.ones((len(chosen), 1 + self.features.size), np.float32)
            np.multiply(rows[chosen], self.scale, out=x[:, 1:])
            losses.append(self.network.step(x, worth[chosen], rate, calm))
        return float(np.mean(losses))

    # --- how good it is ---

    def measure(self, loss: float) -> None:
        """Play against greedy, and add a point to the curve."""
        players = self.course.players
        company = [_PUPIL] + [_GREEDY] * (players - 1)
        seed = self.course.seed_of("measure", self.generation)
        pace = Pace(_NEVER, _NEVER, 5 * _MOST_DECISIONS)
        number = min(MEASURED, max(_LEAST_MEASURED, self.games))
        scores = self.lessons.play(seed, number, [company], pace, self.mind).scores
        # The bot moves on by one seat with every game.
        seats = -np.arange(len(scores)) % players
        won = scores[np.arange(len(scores)), seats].sum()
        point = {
            "games": self.games,
            "loss": round(loss, 4),
            "wins": int(won),
            "of": len(scores),
            "turns": round(float(scores[:, players].mean()), 2),
        }
        self.curve.append(point)


def _hurry(lessons: Lessons) -> float:
    """Return what a win loses with every turn: nothing, unless all win and lose together."""
    won = lessons.scores[:, :-2]
    if (won != won[:, :1]).any():
        return 0.0
    return round(min(1.0, 1.0 / max(1.0, float(lessons.scores[:, -2].mean()))), 6)
