"""The search for a position in which a difference shows.

A task is two games that differ in one rule, and the two sides they belong to. Turns of random games,
and turns made from them, are played in both games side by side. Where they differ, both sides are
asked. The places that look best are made small, and the one that is easiest to understand is kept;
if none of them is easy, more turns are tried.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from attrs import evolve, field, frozen

from wtrules.editions.changes import Mode
from wtrules.editions.search.examples import example_scenes
from wtrules.editions.search.score import END, cost, size, visibility
from wtrules.editions.search.shrink import Line, shrink
from wtrules.editions.search.small import small_scenes
from wtrules.editions.search.turns import FIRST, GAMES, Met, RandomTurns, all_spells
from wtrules.game.game import Game, State
from wtrules.position.table import Table
from wtrules.prove.same import same_after_setup
from wtrules.sidebyside.answer import Answer, answers, compare, own_moves
from wtrules.sidebyside.lockstep import Lockstep, Parting
from wtrules.sidebyside.scene import first_decisions, set_up, set_up_data, settle
from wtrules.sidebyside.walk import Walk, begin, distinguishing_lines, follow
from wtrules.value import Value

_MET = 40  # turns of random games, of which every move is compared
_PERTURBED = (FIRST, 400, 1200)  # turns made from theirs, as long as nothing telling was found
_DEPTH = 2  # decisions on small boards: a card, and what to do with it
_EVALUATED = 16  # of the places where two games differ, those that look best
_ALIKE = 2  # of these, with the same types of moves and the same things different
_SHRUNK = 2  # of which the best one is taken
# What it costs if only names differ, if more than the rule differs, if a side cannot be brought there.
_OTHER_NAMES, _NOT_ALONE, _AWAY = 100.0, 50.0, 20.0
_TELLING = 14.0  # the cost of a position that need not be improved on
_SOON = 2  # portions of turns, after which other ways to show it are worth a try
SET_UP_ONLY = "nothing but the set-up reads it, and that comes out the same"
INSEPARABLE = "the change alone does not make a game"
SAME_PROGRAM = "both are compiled to the same program"
TOO_MUCH = "the changes before it took all the work that a report may take"
NEVER_ASKS = "one side goes on for ever there without asking anybody"


@frozen
class Witness(Value):
    """A position in which two rulesets answer differently, and both answers."""

    kind: str  # moves, result, outcome, setup
    mode: Mode
    scene: Table | None  # None: the set-up itself
    line: Line
    before: tuple[State, State] = field(eq=False, repr=False)
    one: Answer
    two: Answer
    met: Met | None = None  # None: made up, not from a game
    example: str | None = None  # it comes from this example

    only_one: tuple[str, ...] = ()  # moves that are legal on side one only
    only_two: tuple[str, ...] = ()
    alone: bool = True  # the rule alone explains all of it; else the answers are with it alone
    # The sides as they are, and two games that differ in the rule alone, made when needed.
    sides: tuple[Game, ...] = field(default=(), eq=False, repr=False)
    mix: Callable[[], tuple[Game, ...]] = field(default=tuple, eq=False, repr=False)


@frozen
class Searched(Value):
    """How far the search went when nothing was found."""

    games: int = 0
    positions: int = 0
    players: int = 0
    boards: int = 0  # small boards of which every line of two decisions was played
    reason: str | None = None  # why there was nothing to search


@frozen
class Clue(Value):
    """Where a difference shows: plain values that can be sent from one process to another."""

    scene: Table | None  # None: in the set-up
    line: Line
    kind: str
    alone: bool  # the rule alone explains all that differs between the sides
    # More differs than names and order; None: not all games can be brought there to find out.
    informative: bool | None
    met: Met | None
    example: str | None = None  # its scene is that of an example

    @property
    def faults(self) -> frozenset[str]:
        """What is wrong with it, however small it is made."""
        faults = {"names": self.informative is False, "away": self.informative is None}
        faults["not alone"] = not self.alone
        return frozenset(fault for fault, is_there in faults.items() if is_there)


IN_THE_SET_UP = Clue(None, (), "setup", alone=True, informative=True, met=None)


@frozen
class Compared(Value):
    """How two games differ in a scene, and what they answer."""

    kind: str
    alone: bool  # the one rule explains all that differs between the sides
    answers: list[Answer]

    @property
    def forced(self) -> int:
        """How many moves without an alternative are written out."""
        return max(len(answer.line) - answer.played for answer in self.answers)

    @property
    def visibility(self) -> float:
        """How well hidden it is what differs."""
        return visibility(*self.answers)


@frozen
class SearchTask(Value):
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

    def compared(self, scene: Table, line: Line) -> Compared | None:
        """Return how the two games differ in a scene, if the sides differ there as well."""
        found = answers(self.mixed, scene, line)
        kind = compare(*found) if found is not None else None
        if found is None or kind is None:
            return None
        if self.sides == self.mixed:
            return Compared(kind, True, found)
        sides = answers(self.sides, scene, line)
        if sides is None:  # a side with another board cannot be asked
            return Compared(kind, False, found)
        if compare(*sides) is None:
            return None
        alone = sides[0].played == found[0].played and all(
            compare(side, game) is None for side, game in zip(sides, found, strict=True)
        )
        return Compared(kind, alone, found)

    def is_informative(self, clue: Clue) -> bool | None:
        """Whether a turn that begins with a scene shows more than other names or another order.

        Both between the two games and between the sides. None: one of them cannot be brought there.
        """
        assert clue.scene is not None
        for games in dict.fromkeys((self.sides, self.mixed)):
            found = _is_informative(games, clue.scene, clue.line)
            if not found:
                return found
        return True


def _is_informative(games: tuple[Game, Game], scene: Table, line: Line) -> bool | None:
    walks = begin(games, scene)
    if walks is None:
        return None
    if not all(follow(walks, move) for move in line):
        return False
    settled = [Walk(settle(walk.state), walk.moves, walk.before) for walk in walks]
    return any(True for pair in (walks, settled) for _ in distinguishing_lines(*pair))


# Where a scene comes from: the number of a turn in the random games, or an example; None: made up.
Origin = int | str | None
Turns = list[tuple[Table, Origin]]


@frozen
class _Candidate(Value):
    """A turn in which the two games were seen to differ."""

    scene: Table
    parting: Parting
    origin: Origin

    @property
    def key(self) -> tuple[object, ...]:
        """What to look at first."""
        return not self.parting.is_seen, len(self.parting.choices), size(self.scene)


@frozen
class _Priced(Value):
    """A clue with its cost, and where its scene comes from."""

    clue: Clue
    price: float
    origin: Origin

    @property
    def is_telling(self) -> bool:
        """Whether it need not be improved on.

        If a side lacks a spell, nothing brings it there; and what ends the game only shows in its end.
        """
        excused = _AWAY * (self.clue.informative is None) + END * (self.clue.kind == "outcome")
        return self.price - excused <= _TELLING


Result = tuple[Clue | None, Searched]


def search(task: SearchTask, turns: RandomTurns) -> Result:
    """Return where a difference shows, or how far the search went without finding it."""
    *_, result = searching(task, turns)
    return result


def searching(task: SearchTask, turns: RandomTurns) -> Iterator[Result]:
    """Yield where a difference shows, or how far the search went without finding it.

    If it does not show soon, there are two results: the caller may look elsewhere before this search
    goes on to its end.
    """
    if differs_at_the_start(task):
        yield IN_THE_SET_UP, Searched(players=task.players)
        return
    if same_after_setup(*(game.program(task.players) for game in task.mixed)):
        yield None, Searched(players=task.players, reason=SET_UP_ONLY)
        return
    lockstep = Lockstep(task.mixed, task.players)
    chance = random.Random(task.seed)
    found: list[_Priced] = []
    boards = 0

    def searched() -> Searched:
        return Searched(GAMES, lockstep.compared, task.players, boards)

    for number, (scenes, deepest) in enumerate(_portions(task, turns, chance), 1):
        candidates = _candidates(lockstep, scenes, chance, deepest)
        if deepest is not None and not lockstep.has_left_out:
            boards += sum(origin is None for _, origin in scenes)
        more = _shown(task, candidates, turns.scene(0))
        lacking = _lacking(found) & _lacking(more)
        found += more
        if lacking or any(each.is_telling for each in more):
            break
        if number == _SOON and not found:
            yield None, searched()
    if not found:
        yield None, searched()
        return
    yield _best(found, turns), searched()


def search_examples(task: SearchTask, turns: RandomTurns) -> Clue | None:
    """Return where a difference shows in the examples of both sides."""
    scenes, deepest = _examples(task)
    if not scenes or not len(turns):
        return None
    lockstep = Lockstep(task.mixed, task.players)
    candidates = _candidates(lockstep, scenes, random.Random(task.seed), deepest)
    found = _shown(task, candidates, turns.scene(0))
    return _best(found, turns) if found else None


def _examples(task: SearchTask) -> tuple[Turns, int]:
    """Return the positions of examples, and how many decisions to play in them."""
    known = example_scenes(task.sides, task.players)
    deepest = max((each.decisions for each in known), default=0)
    return [(each.scene, each.id) for each in known], deepest


def _best(found: list[_Priced], turns: RandomTurns) -> Clue:
    """Return the best clue, with where it was found."""
    best = min(found, key=lambda each: each.price)
    if isinstance(best.origin, int):
        return evolve(best.clue, met=turns.met(best.origin) if turns.is_met(best.origin) else None)
    return evolve(best.clue, example=best.origin)


def _lacking(found: list[_Priced]) -> frozenset[str]:
    """Return what is wrong with all clues; if more turns have the same fault, the change has it."""
    return frozenset.intersection(*(each.clue.faults for each in found)) if found else frozenset()


def _portions(
    task: SearchTask, turns: RandomTurns, chance: random.Random
) -> Iterator[tuple[Turns, int | None]]:
    """Yield turns to play, ever more of them; and how deep, if all moves are to be played.

    The examples of both sides come first: what is written there would hardly happen by chance.
    """
    if not len(turns):  # over before it began
        return
    examples, deepest = _examples(task)
    if examples:
        yield examples, deepest
    program = task.without.program(task.players)
    spells = all_spells(*task.mixed, task.players)
    numbers = chance.sample(range(len(turns)), min(_MET, len(turns)))
    met: Turns = [(turns.scene(number), number) for number in numbers]
    before = 0
    for number in _PERTURBED:
        made = turns.made_up(number, spells, task.spells)[before:]
        yield met + [(scene, None) for scene in made], None
        if not before:
            yield [(scene, None) for scene in small_scenes(turns.scene(0), program)], _DEPTH
        met, before = [], number


def _candidates(
    lockstep: Lockstep, scenes: Turns, chance: random.Random, deepest: int | None
) -> list[_Candidate]:
    """Return where two games differ in some turns, the most promising first."""
    set_up = []
    known = []
    for scene, number in scenes:
        states = [set_up_data(game, scene) for game in lockstep.games]
        if states[0] is not None and states[1] is not None:
            set_up.append((states[0], states[1]))
            known.append((scene, number))
    if deepest is None:
        partings = lockstep.partings(set_up, chance)
    else:
        partings = lockstep.partings(set_up, chance, deepest=deepest, every=True)
    found = [_Candidate(known[p.turn][0], p, known[p.turn][1]) for p in partings]
    return sorted(found, key=lambda each: each.key)


def _shown(task: SearchTask, candidates: list[_Candidate], start: Table) -> list[_Priced]:
    """Return the best of some candidates, made small."""
    seen: Counter[object] = Counter()
    clues: list[_Priced] = []
    for each in candidates:
        likeness = each.parting.fields, each.parting.types
        if seen[likeness] >= _ALIKE:
            continue
        line = _line(task.without, each)
        found = task.compared(each.scene, line)
        if found is None:
            continue
        seen[likeness] += 1
        clue = Clue(each.scene, line, found.kind, found.alone, informative=True, met=None)
        clues.append(_Priced(clue, _price(task, clue, found), each.origin))
        if len(clues) >= _EVALUATED:
            break
    clues.sort(key=lambda each: each.price)
    best: list[_Priced] = []
    others: list[_Priced] = []
    for priced in clues:
        informative = task.is_informative(priced.clue)
        known = evolve(priced, clue=evolve(priced.clue, informative=informative))
        (best if informative else others).append(known)
        if len(best) == _SHRUNK:
            break
    others.sort(key=lambda each: each.clue.informative is False)
    return [_shrunk(task, each, start) for each in best or others[:1]]


def _price(task: SearchTask, clue: Clue, found: Compared) -> float:
    """Return the cost of a clue, with a penalty if it shows less than it should."""
    assert clue.scene is not None
    own = own_moves(*found.answers)
    total = cost(clue.scene, found.answers, own, task.spells)
    hidden = clue.informative is False and clue.kind != "outcome"  # who wins is always worth seeing
    away = clue.informative is None
    return total + _OTHER_NAMES * hidden + _AWAY * away + _NOT_ALONE * (not clue.alone)


def _line(game: Game, candidate: _Candidate) -> Line:
    """Return what was chosen as texts."""
    state = set_up(game, candidate.scene)
    assert state is not None
    line = []
    for option in candidate.parting.choices:
        state = settle(state)
        line.append(state.move(option).text)
        state = state.play(option)
    return tuple(line)


def differs_at_the_start(task: SearchTask) -> bool:
    """Whether the set-ups differ, both of the two games and of the two sides."""
    for games in dict.fromkeys((task.mixed, task.sides)):
        a, b = (Answer(_first(game, task.players, task.seed)) for game in games)
        if a.table == b.table:
            return False
    return True


def _first(game: Game, players: int, seed: int) -> State:
    """Return the first position of a game; to compile a native module for it would take longer."""
    engine = game.engine(players)
    return State(game, engine, *engine.start(seed))


def _shrunk(task: SearchTask, priced: _Priced, start: Table) -> _Priced:
    """Return a clue made small."""
    clue = priced.clue
    program = task.without.program(task.players)  # whose games the scene comes from
    assert clue.scene is not None
    first = task.compared(clue.scene, clue.line)
    assert first is not None

    def shows(scene: Table, line: Line) -> bool:
        found = task.compared(scene, line)
        if found is None or found.kind != clue.kind or found.alone < clue.alone:
            return False
        return found.visibility <= first.visibility and found.forced <= first.forced

    def shows_it_well(scene: Table, line: Line) -> bool:
        small = evolve(clue, scene=scene, line=line)
        return shows(scene, line) and task.is_informative(small) is True

    decisions = first_decisions(task.one, clue.scene)
    scene, line = shrink(clue.scene, clue.line, shows, program, start, decisions)
    # To ask at every step whether it is informative takes long and is rarely needed.
    if clue.informative and not task.is_informative(evolve(clue, scene=scene, line=line)):
        scene, line = shrink(clue.scene, clue.line, shows_it_well, program, start, decisions)
    found = task.compared(scene, line)
    assert found is not None
    small = evolve(clue, scene=scene, line=line, alone=found.alone)
    return _Priced(small, _price(task, small, found), priced.origin)


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
    only = own_moves(a, b)
    origin = (clue.met, clue.example)
    return Witness(kind, mode, clue.scene, line, states, a, b, *origin, *only, clue.alone)
