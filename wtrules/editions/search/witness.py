"""The search for a position in which a difference shows.

A task is two games that differ in one rule, and the two sides they belong to. Random games are played
in pairs with the same cards, rolls and choices. Where a pair differs, the turn is set up by itself,
made small, and both sides are asked. If no pair differs, positions of these games are perturbed:
wizards sent home or crowded together, flasks filled, spells laid out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from attrs import evolve, field, frozen

from wtrules.editions.changes import Mode
from wtrules.editions.search.answer import Answer, answers, compare, own_moves
from wtrules.editions.search.equivalence import same_after_setup
from wtrules.editions.search.lockstep import Pair
from wtrules.editions.search.perturb import perturbed
from wtrules.editions.search.scene import Scene, first_decisions, scene_of, settle
from wtrules.editions.search.shrink import Line, shrink
from wtrules.editions.search.small import small_scenes
from wtrules.editions.search.walk import Walk, begin, distinguishing_lines, follow
from wtrules.game.consequence import Step, Yardstick
from wtrules.game.game import Game, State

GAMES = 6  # pairs of games
TURNS = 30  # of these games, of which every move is compared
PERTURBED = 190  # turns made from theirs
_CANDIDATES = 3  # of which the shortest is taken
_DEPTH = 2  # decisions on small boards: a card, and what to do with it
SET_UP_ONLY = "nothing but the set-up reads it, and that comes out the same"
INSEPARABLE = "the change alone does not make a game"
SAME_PROGRAM = "both are compiled to the same program"
NEVER_ASKS = "one side goes on for ever there without asking anybody"
_ENOUGH = 3  # if none of them shows the rule alone
_MANY = 8  # if none of them shows anything but other names of moves


@frozen
class Met:
    """The random game in which a position occurred: under side one, with all its moves until then."""

    seed: int
    moves: tuple[str, ...]


@frozen
class Witness:
    """A position in which two rulesets answer differently, and both answers."""

    kind: str  # moves, result, outcome, setup
    mode: Mode
    scene: Scene | None  # None: the set-up itself
    line: Line
    before: tuple[State, State] = field(eq=False, repr=False)
    one: Answer
    two: Answer
    met: Met | None = None  # None: made up, not from a game

    only_one: tuple[str, ...] = ()  # moves that are legal on side one only
    only_two: tuple[str, ...] = ()
    alone: bool = True  # the rule alone explains all of it; else the answers are with it alone
    # The sides as they are, and two games that differ in the rule alone, made when needed.
    sides: tuple[Game, ...] = field(default=(), eq=False, repr=False)
    mix: Callable[[], tuple[Game, ...]] = field(default=tuple, eq=False, repr=False)


@frozen
class Searched:
    """How far the search went when nothing was found."""

    games: int = 0
    positions: int = 0
    players: int = 0
    boards: int = 0  # small boards of which every line of two decisions was played
    reason: str | None = None  # why there was nothing to search


@frozen
class Clue:
    """Where a difference shows: plain values that can be sent from one process to another."""

    scene: Scene | None  # None: in the set-up
    line: Line
    kind: str
    alone: bool  # the rule alone explains all that differs between the sides
    informative: bool  # both sides can be brought there, and do not only differ in names and order
    met: Met | None


IN_THE_SET_UP = Clue(None, (), "setup", alone=True, informative=True, met=None)


@frozen
class SearchTask:
    """What to search: two games with one difference, within the two sides."""

    without: Game  # the rule as side one has it
    with_it: Game  # the rule as side two has it
    one: Game
    two: Game
    players: int
    seed: int = 0
    spells: tuple[str, ...] = ()  # that are involved

    @property
    def sides(self) -> tuple[Game, Game]:
        """The two sides as they are."""
        return self.one, self.two

    @property
    def mixed(self) -> tuple[Game, Game]:
        """The two games with one difference."""
        return self.without, self.with_it

    def compared(self, scene: Scene, line: Line) -> tuple[str, bool] | None:
        """Return how the two games differ in a scene, if the sides differ there as well.

        And whether the one rule explains all that differs between the sides.
        """
        found = answers((self.without, self.with_it), scene, line)
        kind = compare(*found) if found is not None else None
        if found is None or kind is None:
            return None
        if self.one is self.without and self.two is self.with_it:
            return kind, True
        sides = answers((self.one, self.two), scene, line)
        if sides is None:  # a side with another board cannot be asked
            return kind, False
        if compare(*sides) is None:
            return None
        alone = sides[0].played == found[0].played and all(
            compare(side, game) is None for side, game in zip(sides, found, strict=True)
        )
        return kind, alone

    def is_informative(self, scene: Scene, line: Line) -> bool:
        """Whether a turn that begins with a scene shows more than other names or another order.

        Both between the two games and between the sides.
        """
        return all(_is_informative(games, scene, line) for games in {self.mixed, self.sides})


def _is_informative(games: tuple[Game, Game], scene: Scene, line: Line) -> bool:
    walks = begin(games, scene)
    if walks is None or not all(follow(walks, move) for move in line):
        return False
    settled = [Walk(settle(walk.state), walk.moves, walk.before) for walk in walks]
    return any(True for pair in (walks, settled) for _ in distinguishing_lines(*pair))


def search(task: SearchTask, yardstick: Yardstick) -> tuple[Clue | None, Searched]:
    """Return where a difference shows, or how far the search went without finding it."""
    if differs_at_the_start(task):
        return IN_THE_SET_UP, Searched(players=task.players)
    if same_after_setup(*(game.program(task.players) for game in (task.without, task.with_it))):
        return None, Searched(players=task.players, reason=SET_UP_ONLY)
    pair = Pair(task.without, task.with_it, task.players)
    candidates: list[Clue] = []
    games = positions = 0
    for seed in range(task.seed, task.seed + GAMES):
        trace = yardstick.trace(seed)
        games += 1
        parted = pair.parted(trace, seed)
        positions += parted if parted is not None else len(trace)
        if parted is not None:
            candidates += _turn(task, trace, parted - 1, seed)
        if _enough(candidates):
            break
    if not _enough(candidates):
        for scene, line, met in _made_up(task, pair, yardstick):
            positions += 1
            if line is not None:
                candidates += _candidate(task, scene, line, met)
                if _enough(candidates):
                    break
    boards = 0
    for scene in () if candidates else _small(task, yardstick):
        boards += 1
        line = pair.exhaust(scene, _DEPTH)
        if line is not None:
            candidates += _candidate(task, scene, line, None)
            if candidates:
                break
    if not candidates:
        return None, Searched(games, positions, task.players, boards)
    best = min(
        candidates,
        key=lambda c: (
            not c.informative,
            not c.alone,
            len(c.line),
            c.kind != "moves",
            c.met is None,
        ),
    )
    return _shrunk(task, best), Searched(games, positions, task.players)


def _enough(candidates: list[Clue]) -> bool:
    clean = [c for c in candidates if c.alone and c.informative]
    short = any(len(c.line) <= 1 for c in clean)
    enough = _ENOUGH if any(c.informative for c in candidates) else _MANY
    return len(clean) >= _CANDIDATES or short or len(candidates) >= enough


def _candidate(task: SearchTask, scene: Scene, line: Line, met: Met | None) -> list[Clue]:
    found = task.compared(scene, line)
    return [Clue(scene, line, *found, task.is_informative(scene, line), met)] if found else []


def differs_at_the_start(task: SearchTask) -> bool:
    """Whether the set-ups differ, both of the two games and of the two sides."""
    for games in ((task.without, task.with_it), (task.one, task.two)):
        a, b = (Answer(game.start(task.players, task.seed)) for game in games)
        if a.table == b.table:
            return False
    return True


def _turn(task: SearchTask, trace: list[Step], parted: int, seed: int) -> list[Clue]:
    """Return the turn in which a pair of games differed, if it shows the difference by itself."""
    starts = [_first(trace, parted)]
    # Where the games differ at the change of turns, the turn before counts.
    if starts[0] == parted and parted > 0:
        starts.insert(0, _first(trace, parted - 1))
    for start in starts:
        state = trace[start].state
        if state.is_over:
            continue
        line = tuple(_move(step) for step in trace[start:parted])
        met = Met(seed, tuple(_move(step) for step in trace[:start]))
        found = _candidate(task, scene_of(state), line, met)
        if found:
            return found
    return []


def _first(trace: list[Step], at: int) -> int:
    """Return where the turn of a decision begins."""
    active = trace[at].state.active
    while at > 0 and trace[at - 1].state.active == active:
        at -= 1
    return at


def _move(step: Step) -> str:
    return step.state.move(step.state.options[step.choice]).text


def _made_up(
    task: SearchTask, pair: Pair, yardstick: Yardstick
) -> Iterator[tuple[Scene, Line | None, Met | None]]:
    """Yield turns of the games, then perturbed ones, with the moves after which two games differ.

    And where a turn was met, if it was not perturbed.
    """
    chance = random.Random(task.seed)
    spells = tuple(dict.fromkeys([*pair.one.spells, *pair.two.spells]))
    for number in range(TURNS + PERTURBED):
        seed = task.seed + chance.randrange(GAMES)
        trace = yardstick.trace(seed)
        if len(trace) < 2:  # over before it began
            continue
        first = _first(trace, chance.randrange(len(trace) - 1))
        state = trace[first].state
        scene = scene_of(state)
        if number >= TURNS:
            scene = perturbed(scene, state.program, spells, task.spells, chance)
        line = pair.parting_line(scene, chance)
        is_met = line is not None and number < TURNS
        yield scene, line, Met(seed, tuple(map(_move, trace[:first]))) if is_met else None


def _small(task: SearchTask, yardstick: Yardstick) -> Iterator[Scene]:
    """Yield every small board, from the first turn of a game."""
    state = yardstick.trace(task.seed)[0].state
    return small_scenes(scene_of(state), state.program) if not state.is_over else iter(())


def _shrunk(task: SearchTask, best: Clue) -> Clue:
    letters = task.without.program(task.players).letters  # whose games the scene comes from
    assert best.scene is not None

    def shows(scene: Scene, line: Line) -> bool:
        found = task.compared(scene, line)
        if found is None or found[0] != best.kind or found[1] < best.alone:
            return False
        return not best.informative or task.is_informative(scene, line)

    decisions = first_decisions(task.one, best.scene)
    scene, line = shrink(best.scene, best.line, shows, letters, decisions)
    found = task.compared(scene, line)
    assert found is not None
    return evolve(best, scene=scene, line=line, alone=found[1])


def witness(
    clue: Clue, games: tuple[Game, Game], mode: Mode, players: int, seed: int = 0
) -> Witness | None:
    """Return a clue as a witness; both games are asked again, None if they agree after all."""
    if clue.scene is None:
        one, two = (game.start(players, seed) for game in games)
        return Witness("setup", mode, None, (), (one, two), Answer(one), Answer(two))
    found, begun = answers(games, clue.scene, clue.line), answers(games, clue.scene, ())
    if found is None or begun is None:
        return None
    a, b = found
    kind = compare(a, b)
    if kind is None:
        return None
    line = clue.line[: a.played]
    states = (begun[0].state, begun[1].state)
    return Witness(
        kind, mode, clue.scene, line, states, a, b, clue.met, *own_moves(a, b), clue.alone
    )
