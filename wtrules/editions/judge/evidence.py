"""The search for evidence, change by change: whether it is observable, and a position that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import groupby, islice

from attrs import define, evolve, field, frozen

from wtrules.backends.reference import EndlessPlay
from wtrules.editions.budget import MOST_FOR_ONE, search_work
from wtrules.editions.changes import Mode
from wtrules.editions.find.diff import Found
from wtrules.editions.judge.attribution import explaining
from wtrules.editions.judge.effects import Effect, Effects
from wtrules.editions.search.examples import example_scenes
from wtrules.editions.search.turns import RandomTurns
from wtrules.editions.search.witness import (
    IN_THE_SET_UP,
    INSEPARABLE,
    NEVER_ASKS,
    SAME_PROGRAM,
    Clue,
    Result,
    Searched,
    SearchTask,
    Witness,
    differs_at_the_start,
    search_examples,
    searching,
    witness,
)
from wtrules.game.game import Game
from wtrules.sidebyside.batches import batches
from wtrules.value import Value

_WAYS = 4  # searched for each change: applied, reverted, in one mode or another


@frozen
class Evidence(Value):
    """What the search found out about a change; plain values, because processes exchange them."""

    effect: Effect | None = None  # None: it is not observable at all
    clue: Clue | None = None
    searched: Searched | None = None
    because: tuple[str, ...] = ()
    work: int = 0  # that it took


@define
class _Way:
    """A way in which a change may show, and its search until now."""

    effect: Effect
    task: SearchTask
    search: Iterator[Result]
    failed: Evidence = Evidence()  # how far it went without finding anything
    positions: int = 0  # compared so far

    @property
    def work(self) -> int:
        """The work it took until now."""
        program = self.task.without.program(self.task.players)
        return search_work(self.task.mixed, program, self.positions)

    @property
    def was_futile(self) -> bool:
        """Whether there was nothing to search."""
        return self.failed.searched is None or self.failed.searched.reason is not None


@define
class EvidenceSearch:
    """Searches for evidence; games are played once for all changes that need them.

    *known_turns* may be shared by several comparisons.
    """

    effects: Effects
    modes: tuple[Mode, ...]
    seed: int = 0
    known_turns: dict[tuple[int, int], RandomTurns] = field(factory=dict)

    def evidence(self, found: Found) -> Evidence:
        """Return where a change shows, or how far the search went.

        In each mode all ways are begun before one of them is searched to its end; further modes
        are only begun. It ends early if it takes too much work.
        """
        ways: list[_Way] = []
        found_out = self._evidence(found, ways)
        return evolve(found_out, work=sum(way.work for way in ways))

    def _evidence(self, found: Found, all: list[_Way]) -> Evidence:
        """Return where a change shows, or how far the search went; list the ways that were begun."""
        failed: Evidence | None = None
        thorough = True

        def is_too_much() -> bool:
            return sum(way.work for way in all) >= MOST_FOR_ONE

        ways = islice(self.effects.of(found, self.modes), _WAYS)
        for mode, effects in groupby(ways, key=lambda way: way and way.mode):
            if mode is None:
                failed = failed or Evidence(searched=Searched(reason=INSEPARABLE))
                continue
            begun: list[_Way] = []
            for effect in effects:
                if is_too_much():
                    break
                assert effect is not None
                task = self.effects.task(effect, self.seed)
                begun.append(_Way(effect, task, searching(task, self.turns(task))))
                all.append(begun[-1])
                shown = self._gone_on(begun[-1], found)
                if shown is not None:
                    return shown
            for way in begun if thorough else ():
                shown = self._gone_on(way, found) if not is_too_much() else None
                if shown is not None:
                    return shown
            for way in begun:
                failed = _added(failed, way.failed)
                thorough = thorough and way.was_futile
        if failed is None:
            return Evidence(searched=Searched(reason=SAME_PROGRAM))
        return self._in_examples(failed) or self._set_up(failed) or failed

    def _gone_on(self, way: _Way, found: Found) -> Evidence | None:
        """Go on with a search; return what it found."""
        effect = way.effect
        try:
            clue, searched = next(way.search, (None, None))
        except EndlessPlay:
            if any(_never_asks(game, effect.players) for game in way.task.sides):
                return Evidence(searched=Searched(players=effect.players, reason=NEVER_ASKS))
            way.failed = Evidence(searched=Searched(reason=INSEPARABLE))
            return None  # a mixture of rules that cannot be played
        if searched is None:  # it was at its end
            return None
        way.positions = searched.positions
        shown = self.witness(effect, clue) if clue is not None else None
        if shown is None:
            way.failed = Evidence(effect, None, searched)
            return None
        mixtures = self.effects.mixtures(effect.mode)
        # What makes up a topic of a manual belongs together, whatever shows in one position.
        guess = found.keys if found.members else effect.group
        because = explaining(mixtures, shown, guess, shrink=not found.members)
        return Evidence(effect, clue, searched, because)

    def _in_examples(self, failed: Evidence) -> Evidence | None:
        """Search the examples for every other number of players."""
        effect = failed.effect
        if effect is None:
            return None
        mixtures = self.effects.mixtures(effect.mode)
        found = example_scenes(self.effects.sides(effect.mode))
        for players in dict.fromkeys(each.scene.players for each in found):
            if players == effect.players or players not in mixtures.players:
                continue
            other = evolve(effect, players=players)
            task = self.effects.task(other, self.seed)
            clue = search_examples(task, self.turns(task))
            shown = self.witness(other, clue) if clue is not None else None
            if shown is not None:
                because = explaining(mixtures, shown, effect.group)
                return Evidence(other, clue, failed.searched, because)
        return None

    def _set_up(self, failed: Evidence) -> Evidence | None:
        """Compare the set-up for every other number of players."""
        effect = failed.effect
        if effect is None:
            return None
        mixtures = self.effects.mixtures(effect.mode)
        for players in mixtures.players:
            other = evolve(effect, players=players)
            task = self.effects.task(other, self.seed)
            if players != effect.players and differs_at_the_start(task):
                shown = self.witness(other, IN_THE_SET_UP)
                assert shown is not None
                because = explaining(mixtures, shown, effect.group)
                return Evidence(other, IN_THE_SET_UP, failed.searched, because)
        return None

    def witness(self, effect: Effect, clue: Clue) -> Witness | None:
        """Return a clue as a witness, with the answers of the sides or of the two mixtures."""
        sides = self.effects.sides(effect.mode)
        found = witness(
            clue,
            sides if clue.alone else self.effects.games(effect),
            effect.mode,
            effect.players,
            self.seed,
        )
        if found is None:
            return None
        return evolve(found, sides=sides, mix=lambda: self.effects.games(effect))

    def prepare(self, found: Iterable[Found]) -> None:
        """Make what the search for each change begins with.

        Workers that are forked afterwards share it.
        """
        first = (next(self.effects.where(each, self.modes), None) for each in found)
        for mode in dict.fromkeys(first):
            if mode is not None:
                self.prepare_mode(mode)

    def prepare_mode(self, mode: Mode) -> None:
        """Make the games of both sides, for the fewest players, and random turns."""
        one, two = self.effects.sides(mode)
        players = self.effects.mixtures(mode).players[0]
        with suppress(EndlessPlay):
            batches((one, two), players)
            self._turns_of(one, players).prepare(two)

    def turns(self, task: SearchTask) -> RandomTurns:
        """Return the turns of one side; searches from the same side share them."""
        return self._turns_of(task.without, task.players)

    def _turns_of(self, game: Game, players: int) -> RandomTurns:
        key = (id(game), players)
        if key not in self.known_turns:
            self.known_turns[key] = RandomTurns(game, players, self.seed)
        return self.known_turns[key]


def _never_asks(game: Game, players: int) -> bool:
    try:
        game.start(players)
    except EndlessPlay:
        return True
    return False


def _added(first: Evidence | None, next: Evidence) -> Evidence:
    """Return the first of two searches that found nothing, with the work of both."""
    if first is None or first.effect is None or first.searched is None or next.searched is None:
        return next
    if first.searched.reason is not None and next.searched.reason is None:
        return next  # nothing was searched before
    games = first.searched.games + next.searched.games
    positions = first.searched.positions + next.searched.positions
    boards = first.searched.boards + next.searched.boards
    searched = evolve(first.searched, games=games, positions=positions, boards=boards)
    return evolve(first, searched=searched)
