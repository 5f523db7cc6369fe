"""House rules that meet: whether they go together, whether their order matters, whether one undoes the other.

Each pair is made into two rulesets that extend both, in either order. Whether these play alike is read
off their programs; where the programs differ, random games are played in both, move by move.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from itertools import combinations
from pathlib import Path

from attrs import define, field, frozen

from wtrules.backends.reference import EndlessPlay
from wtrules.diagnostics import Diagnostic, report
from wtrules.editions.sides import Side, SideError, open_side, side_of
from wtrules.game.game import Game, State
from wtrules.pipeline import open_ruleset
from wtrules.prove.same import same_program
from wtrules.resolve.library import Library
from wtrules.resolve.model import Layer
from wtrules.sidebyside.answer import Answer, compare, differing
from wtrules.source import SourceFile
from wtrules.value import Value
from wtrules.workers import run_all

GAMES = 20  # random games, in all, where the programs differ
_MOST = 1000  # decisions of one of them


class Fit(StrEnum):
    """How two house rules go together."""

    ANY_ORDER = "any-order"  # the same program, whichever comes first
    ORDER_MATTERS = "order-matters"  # a position shows it
    UNSETTLED = "unsettled"  # the programs differ, but no random game showed it
    CONFLICT = "conflict"


@frozen
class Disagreement(Value):
    """A move after which the two orders are not the same."""

    players: int
    position: str
    move: str  # "" for the set-up
    what: tuple[
        tuple[str, str, str], ...
    ]  # a thing on the table, with the first order and the second


@frozen
class Meeting(Value):
    """Two house rules in one game."""

    names: tuple[str, str]
    fit: Fit
    conflicts: tuple[Diagnostic, ...] = ()
    idle: tuple[str, ...] = ()  # which of them makes no difference beside the other
    disagreement: Disagreement | None = None
    players: tuple[int, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether both rules have an effect, and the order makes no difference."""
        return self.fit is Fit.ANY_ORDER and not self.idle


def together(
    rulesets: Sequence[str], jobs: int | None = None, note: Callable[[Meeting], None] | None = None
) -> tuple[Meeting, ...]:
    """Return how each two of some house rules go together.

    *note* is called for each as soon as it is known. Raises SideError for one that cannot be read or
    played by itself, or is there twice.
    """
    written = [_Written.of(name) for name in rulesets]
    pairs = list(combinations(written, 2))
    for one, two in pairs:
        if one.rules == two.rules:
            raise SideError("together.twice", one=one.name, two=two.name)
    found: list[Meeting] = []
    for meeting in run_all([partial(_meet, *pair) for pair in pairs], jobs):
        found.append(meeting)
        if note is not None:
            note(meeting)
    return tuple(found)


@define(eq=False)
class _Written:
    """A house rule as it was named, and by itself."""

    name: str
    path: Path | None  # None: a shipped ruleset or example
    variants: tuple[str, ...]
    side: Side = field(eq=False)

    @classmethod
    def of(cls, name: str) -> _Written:
        bare, *variants = (name,) if Path(name).is_file() else name.split("+")
        path = next((p for p in (Path(bare), Path(f"{bare}.wtr")) if p.is_file()), None)
        return cls(name, path, tuple(variants), open_side(name))

    @property
    def rules(self) -> tuple[str, str, tuple[str, ...]]:
        """What is played, however it was named."""
        rules = self.side.rules
        return rules.name, rules.span.source.text, self.variants

    @property
    def layers(self) -> dict[str, Layer]:
        """The rulesets that it consists of."""
        return {each.name: each for each in self.side.rules.layers if each.kind == "ruleset"}

    def clause(self, folder: Path) -> str:
        """Return the clause that extends it, in a file of a folder."""
        named = self.name.split("+")[0]
        if self.path is not None:
            named = f'"{self.path.resolve().relative_to(folder).as_posix()}"'
        chosen = f" with {', '.join(self.variants)}" if self.variants else ""
        return f"  extends {named}{chosen}"


def _meet(one: _Written, two: _Written) -> Meeting:
    names = one.name, two.name
    namesakes = tuple(_namesakes(one, two))
    if namesakes:
        return Meeting(names, Fit.CONFLICT, namesakes)
    library = Library()
    try:
        orders = [_side(library, *pair).game() for pair in ((one, two), (two, one))]
    except SideError as error:
        return Meeting(names, Fit.CONFLICT, error.diagnostics)
    games = [game for game in orders if game is not None]
    players = tuple(sorted(games[0].rules.players))
    alike = all(same_program(*(game.program(k) for game in games)) for k in players)
    disagreement = None if alike else _disagreement(games, players)
    fit = Fit.ANY_ORDER if alike else Fit.ORDER_MATTERS if disagreement else Fit.UNSETTLED
    idle = tuple(
        each.name for each, other in ((one, two), (two, one)) if _is_all(other.side, games, players)
    )
    return Meeting(names, fit, (), idle, disagreement, players)


def _namesakes(one: _Written, two: _Written) -> Iterator[Diagnostic]:
    """Yield the rulesets of the second that the first has others by the same name for.

    In one game, the first of them would count as both.
    """
    for name, layer in two.layers.items():
        there = one.layers.get(name)
        if there is not None and there.span.source.text != layer.span.source.text:
            yield report("ignored-ruleset", layer.span, name=name, there=there.span)


def _side(library: Library, *rules: _Written) -> Side:
    """Return the ruleset that extends some house rules, in this order. Raises SideError."""
    files = [rule.path.resolve().parent for rule in rules if rule.path is not None]
    folder = Path(os.path.commonpath(files)) if files else Path().resolve()
    taken = {layer.name for rule in rules for layer in rule.side.rules.layers}
    name = "together"
    while name in taken:
        name += "-all"
    clauses = "\n".join(rule.clause(folder) for rule in rules)
    text = f"ruleset {name} {{\n{clauses}\n}}\n"
    source = SourceFile(str(folder / f"{name}.wtr"), text)
    return side_of(open_ruleset(source, library), " + ".join(rule.name for rule in rules))


def _is_all(side: Side, games: Sequence[Game], players: tuple[int, ...]) -> bool:
    """Whether one side by itself is the same game as both together."""
    alone = side.game()
    if alone is None or tuple(sorted(alone.rules.players)) != players:
        return False
    return all(same_program(alone.program(k), game.program(k)) for k in players for game in games)


def _disagreement(games: Sequence[Game], players: tuple[int, ...]) -> Disagreement | None:
    """Return where random games of the two orders part; None if they do not."""
    for seed in range(GAMES):
        count = players[seed % len(players)]
        found = _parting([game.start(count, seed=seed) for game in games], random.Random(seed))
        if found is not None:
            return found
    return None


def _parting(states: list[State], chance: random.Random) -> Disagreement | None:
    before, move = str(states[0]), ""
    for _ in range(_MOST):
        one, two = map(Answer, states)
        if compare(one, two) is not None:
            what = [(each, one.get(each), two.get(each)) for each in differing(one, two)]
            if not what:
                what = [("moves", ", ".join(one.moves), ", ".join(two.moves))]
            return Disagreement(states[0].players, before, move, tuple(what))
        shared = [each for each in one.moves if each in two.moves]
        if not shared:
            return None
        before, move = str(states[0]), chance.choice(shared)
        try:
            states = [state.play(move) for state in states]
        except EndlessPlay:
            return None
    return None
