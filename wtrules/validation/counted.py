"""Games that count how often each part of a rule was reached, and its conditions were true.

The rules are played with probes (`probes.py`): at random, and by players who try rare things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from wtrules.resolve.model import Entry
from wtrules.validation.probes import Key, Probe, Probes, Side
from wtrules.validation.work import MOST_WORK, games_for, work_of
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.game.game import Game
    from wtrules.program.program import Alternative, Program

_GAMES = 60  # random games for each number of players
_MORE = 240  # further ones, before it is said that a part of a rule was never reached
_CURIOUS = 20  # further games of players who try rare things
_MOST = 20_000  # decisions of a game
_SAVED = 0.9  # how often spells are left alone to save flasks for another one

Progress = Callable[[str], None]


@frozen
class Curious(Value):
    """Players who choose what is idle wherever it is offered, and save their flasks for it.

    Among other options they prefer those that were chosen least.
    """

    idle: frozenset[str]
    _chosen: Counter[tuple[str, int]] = field(factory=Counter, repr=False)

    def __call__(self, program: Program, decision: int, options: list[int], chance: Random) -> int:
        """Return one of the options of a decision."""
        asked = program.decisions[decision]
        saves = chance.random() < _SAVED
        wanted: list[int] = []
        others: list[int] = []
        for option in options:
            alternative, values = asked.decode(option)
            if _chosen_with(program, alternative, values) & self.idle:
                wanted.append(option)
            elif alternative.spell is None or not saves:
                others.append(option)
        if wanted:
            return chance.choice(wanted)
        among = others or options
        ways = [(asked.name, option % len(asked.alternatives)) for option in among]
        number = chance.choices(range(len(among)), [1 / (1 + self._chosen[way]) for way in ways])[0]
        self._chosen[ways[number]] += 1
        return among[number]


def _chosen_with(program: Program, way: Alternative, values: Sequence[int]) -> set[str | None]:
    """Return the rule, the spell and the cards that an option is about."""
    found = {way.rule, way.spell, way.card}
    for kind, value in zip(way.kinds, values, strict=True):
        if kind == "card" and value < len(program.cards):
            found |= {face.kind for face in program.cards[value].faces}
    return found


@define(eq=False, repr=False)
class Counted:
    """Games with probes, and what they have counted."""

    game: Game
    wanted: Mapping[Key, Entry]
    progress: Progress
    games: int = 0
    sums: Counter[str] = field(factory=Counter)
    lows: dict[str, int] = field(factory=dict)
    highs: dict[str, int] = field(factory=dict)
    memories: dict[Key, list[Probe]] = field(factory=dict)  # each time one is set
    _probes: dict[Key, list[Probe]] = field(factory=dict)
    _programs: list[Program] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        from wtrules.program.from_rules import CannotCompile, program

        made = Probes(self.game.meaning)
        meaning = made.counting(self.wanted)
        try:
            work = 0
            for players in self.game.players:
                made_for = program(self.game.rules, meaning, players)
                work += work_of(made_for, games_for(made_for, _GAMES))
                if work > MOST_WORK // 2:  # the games without probes are played as well
                    break
                self._programs.append(made_for)
        except CannotCompile:  # with what is counted, the rules are too large
            return
        for probe in made.found:
            key = (probe.kind, probe.id)
            (self._probes if key in self.wanted else self.memories).setdefault(key, []).append(
                probe
            )

    def play_at_random(self, *, more: bool = False) -> None:
        """Play random games for every number of players; *more*: further ones."""
        from wtrules.backends.native import Native

        for program in self._programs if self._probes else ():
            self.progress(f"{program.ruleset}: which rules do something, {program.players} players")
            native = Native(program)
            first, games = (_GAMES, _MORE) if more else (0, _GAMES)
            block, _ = native.finals(first, games_for(program, games), _MOST)
            for state in native.unpack(block):
                self._add(program, state)

    def play_curiously(self, tried: Collection[str]) -> None:
        """Play games for the fewest and the most players in which everybody tries some things."""
        from wtrules.backends.reference import EndlessPlay, Reference, TooManyOptions

        # One thing in each game: flasks spent on one spell cannot be saved for another.
        players = [Curious(frozenset({id})) for id in tried]
        for program in {id(p): p for p in (self._programs[0], self._programs[-1])}.values():
            self.progress(f"{program.ruleset}: what is rare, {program.players} players")
            engine = Reference(program)
            at = program.fields["at"].offset
            games = max(_CURIOUS, min(5 * len(players), 3 * _CURIOUS))
            for seed in range(games_for(program, games)):
                chance, curious = Random(seed), players[seed % len(players)]
                try:
                    state, options = engine.start(seed)
                    for _ in range(_MOST):
                        if not options:
                            break
                        choice = curious(program, state[at] - 1, options, chance)
                        options = engine.play(state, choice)
                except (EndlessPlay, TooManyOptions):
                    continue  # random games did not find this, so it is very rare
                self._add(program, state)

    def _add(self, program: Program, state: Sequence[int]) -> None:
        def value(cell: str) -> int:
            return state[program.fields[f"memory.{cell}"].offset]

        self.games += 1
        for probe in self._all():
            self.sums[probe.reached] += value(probe.reached)
            for stage in probe.stages:
                self.sums[stage.true] += value(stage.true)
                for side in stage.sides:
                    if isinstance(side, Side):
                        low, high = value(side.low), value(side.high)
                        self.lows[side.low] = min(low, self.lows.get(side.low, low))
                        self.highs[side.high] = max(high, self.highs.get(side.high, high))

    def busy(self) -> Collection[Key]:
        """Return what has done something so far, in the order of the file."""
        return [
            key
            for key, found in self._probes.items()
            if any(probe.acts and self.sums[probe.last] for probe in found)
        ]

    def idle(self) -> dict[Key, Sequence[Probe]]:
        """Return what has done nothing so far, with its probes."""
        busy = self.busy()
        return {key: found for key, found in self._probes.items() if key not in busy}

    def parts(self) -> Iterator[tuple[Key, Sequence[Probe]]]:
        """Yield what has done something, with the probes of its parts in the order of the text."""
        for key in self.busy():
            yield key, [probe for probe in self._probes[key] if probe.part is not None]

    def _all(self) -> Iterator[Probe]:
        for many in (self._probes, self.memories):
            yield from (probe for found in many.values() for probe in found)
