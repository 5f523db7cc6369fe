"""Random games with a ruleset, for every number of players and every variant: `validate --deep`.

A ruleset without errors comes in. Diagnostics come out: games that never end, games without a winner,
and rules of the file that never do anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from wtrules.diagnostics import Diagnostic, Severity, report, wording
from wtrules.phrase import commas, names, numbered
from wtrules.position.text import ENDLESS, outcome_name
from wtrules.resolve.model import Rules
from wtrules.syntax import nodes as n
from wtrules.validation.endless import circle
from wtrules.validation.idle import idle_rules
from wtrules.validation.work import MOST_WORK, games_for, work_of
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.backends.native import Native
    from wtrules.game.game import Game
    from wtrules.source import Span

GAMES = 100  # random games for each number of players, fewer if they are slow
MOST = 20_000  # decisions; a random game that has not ended by then never will
_FEW = 20
_MOVES = 100  # of a game that is only tried out

Progress = Callable[[str], None]


@frozen
class Endings(Value):
    """How the games for one player count and choice of variants ended."""

    games: int
    endless: int
    unwon: int
    endless_seed: int | None = None  # of the first game that did not end

    @property
    def often_unwon(self) -> bool:
        """Whether most games had no winner."""
        return self.unwon * 2 > self.games


def rehearse(
    rules: Rules,
    game: Callable[[Sequence[str]], Game | None],
    base: Game | None,
    progress: Progress,
    games: int = GAMES,
) -> Iterator[Diagnostic]:
    """Play random games and yield what is wrong.

    *game* returns the game with some variants, None if it cannot be played; *base* is the game that
    the rules are built on: games without a winner are not reported if they are usual there too.
    """
    from wtrules.backends.reference import EndlessPlay
    from wtrules.program.from_rules import CannotCompile

    endless: list[str] = []
    unwon: list[str] = []
    every, why = False, ""
    # A house rule that says for how many players it is does not offer variants for other numbers.
    counts = rules.players if base is not None and {*base.players} != rules.players else None
    ways = _ways(rules, counts)
    offered = [(variants, one) for variants in ways if (one := game(variants)) is not None]
    tables = [(variants, one, players) for variants, one in offered for players in one.players]
    work = 0
    for number, (variants, one, players) in enumerate(tables, 1):
        if work > MOST_WORK:
            yield _partly_played(rules, number - 1, len(tables))
            break
        way: str = numbered(players, "{n} player", "{n} players")
        way += wording("game-without-end.with", list=names(variants)) if variants else ""
        progress(f"{rules.name}: {number} of {len(tables)}, {way}")
        try:
            endings = play_games(one, players, games)
            work += work_of(one.program(players), endings.games)
        except CannotCompile as failed:  # too large, with the variant or for so many players
            yield failed.fault
            return
        except EndlessPlay:
            yield never_asks(rules, way)
            return
        if endings.endless:
            endless.append(
                wording(
                    "game-without-end.way",
                    endless=endings.endless,
                    games=endings.games,
                    way=way,
                )
            )
            every |= endings.endless == endings.games
            if not why and endings.endless_seed is not None:
                why = circle(one, one.native(players), endings.endless_seed, MOST)
        if not variants and endings.often_unwon and not _usual(base, players, games):
            unwon.append(
                wording(
                    "no-winner.way",
                    unwon=endings.unwon,
                    games=endings.games,
                    way=way,
                )
            )
    if endless:
        yield report(
            "game-without-end",
            rules.span,
            why or None,
            most=MOST,
            few=_few(endless),
            severity=Severity.ERROR if every else None,
        )
    if unwon:
        yield report("no-winner", rules.span, few=_few(unwon))
    if offered and not every:
        yield from idle_rules(rules, offered[0][1], progress, [one for _, one in offered[1:]])


def _partly_played(rules: Rules, played: int, ways: int) -> Diagnostic:
    """Return the note that not every number of players and variant was played."""
    return report("partly-played", rules.span, played=played, ways=ways)


def try_out(rules: Rules, game: Game) -> Iterator[Diagnostic]:
    """Play a few moves of rules whose loops or choices could be too much, and yield whether they are.

    The smallest and the largest number of players will do.
    """
    from wtrules.backends.native import Native
    from wtrules.backends.reference import EndlessPlay, TooManyOptions
    from wtrules.program.estimate import open_loops
    from wtrules.program.limits import MOST_OPTIONS
    from wtrules.program.optimise.effort import Effort

    loops = open_loops(rules)
    for players in sorted({min(game.players), max(game.players)}):
        program = game.program(players)
        effort = Effort(program)
        if not loops and not effort.is_heavy and effort.most_options <= MOST_OPTIONS:
            continue
        way = numbered(players, "{n} player", "{n} players")
        try:
            _endings(Native(program), seed=1, games=3, most=_MOVES)
        except EndlessPlay:
            yield never_asks(rules, way, loops[0].span if loops else None)
            return
        except TooManyOptions:
            yield report("too-many-options.played", rules.span, way=way, most_options=MOST_OPTIONS)
            return


def never_asks(rules: Rules, way: str, at: Span | None = None) -> Diagnostic:
    """Return the error that the rules take too long to reach a decision."""
    return report("never-asks", at or rules.span, way=way)


def _few(ways: Sequence[str]) -> str:
    if len(ways) <= 3:
        return commas(ways)
    return commas(ways[:3]) + wording("game-without-end.more", number=len(ways) - 3)


def play_games(game: Game, players: int, games: int) -> Endings:
    """Play random games, fewer if they take long, and return how they ended.

    After a few games of which none ends, no more are played.
    """
    from wtrules.backends.native import Native

    program = game.program(players)
    games = games_for(program, games)
    native = Native(program)
    few = _endings(native, 0, min(games, _FEW))
    if few.endless == few.games:
        return few
    more = _endings(native, few.games, games - few.games)
    seed = few.endless_seed if few.endless else more.endless_seed
    return Endings(games, few.endless + more.endless, few.unwon + more.unwon, seed)


def _endings(native: Native, seed: int, games: int, most: int = MOST) -> Endings:
    """Return how some games ended; raises EndlessPlay if a loop of the rules did not."""
    from wtrules.backends.reference import EndlessPlay

    block, _ = native.finals(seed, games, most)
    program = native.program
    at, winner, outcome = (program.fields[name].offset for name in ("at", "winner", "outcome"))
    states = native.unpack(block)
    if any(outcome_name(program, state[outcome]) == ENDLESS for state in states):
        raise EndlessPlay(program.ruleset)
    over = [state for state in states if not state[at]]
    unwon = sum(not any(state[winner : winner + program.players]) for state in over)
    first = next((i for i, state in enumerate(states, seed) if state[at]), None)
    return Endings(games, games - len(over), unwon, first)


def _usual(base: Game | None, players: int, games: int) -> bool:
    """Whether most games of the base end without a winner too."""
    if base is None or players not in base.players:
        return False
    return play_games(base, players, games).often_unwon


def _ways(rules: Rules, counts: frozenset[int] | None) -> Iterator[tuple[str, ...]]:
    """Yield the variants to add: first none, then each one alone, with those it needs.

    With *counts*, only those that can be played by one of these numbers of players.
    """
    yield ()
    for variant in rules.variants.values():
        if counts and variant.players and not variant.players & counts:
            continue
        needed = [name.id for name in variant.names(n.Needs)]
        if variant.id not in rules.chosen:
            yield (*(name for name in needed if name not in rules.chosen), variant.id)
