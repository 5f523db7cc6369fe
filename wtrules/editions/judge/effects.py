"""Which changes can be felt in play: each is made by itself, and the programs are compared.

A change that cannot be made alone is made with what it needs. An entry that only exists for the sake
of others, such as a memory, a word or a rule that is only performed, does nothing by itself: it is a
part of the changes that use it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from wtrules.editions.changes import TEXT_ONLY, Key, Mode
from wtrules.editions.find.diff import Found
from wtrules.editions.judge.hybrid import Workbench, names_in
from wtrules.editions.search.equivalence import same_program
from wtrules.editions.search.witness import SearchTask
from wtrules.editions.sides import Side
from wtrules.game.game import Game
from wtrules.language.physical import PHYSICAL, READ_BY_NAME
from wtrules.rules.changes import Added, Removed
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n

_NOT_COMPARED = ("topic", "manual", "example", "assumption", "chapter", "label")
_ACTIVE = ("spell", "deck")  # a card does nothing unless the deck holds it


@frozen
class Effect:
    """A change that may be felt: two mixtures of both sides that differ in it, and for how many."""

    mode: Mode
    players: int
    without: frozenset[Key]  # what is taken over from side two
    with_it: frozenset[Key]
    group: frozenset[Key]  # what was changed together


@define
class Effects:
    """Answers what changes do; every mixture of the two sides is made once."""

    one: Side
    two: Side
    _benches: dict[Mode, Workbench] = field(factory=dict)

    def bench(self, mode: Mode) -> Workbench:
        """Return both sides in a mode, ready to be mixed."""
        if mode not in self._benches:
            old, new = self.one.game(mode), self.two.game(mode)
            assert old is not None
            assert new is not None
            self._benches[mode] = Workbench(old, new, tuple(differing_keys(old.rules, new.rules)))
        return self._benches[mode]

    def of(self, found: Found, modes: tuple[Mode, ...]) -> Iterator[Effect]:
        """Yield the ways in which a change may be felt: in each mode, taken over and given back."""
        for mode in self.where(found, modes):
            yield from self._ways(self.bench(mode), found.key, mode)

    def where(self, found: Found, modes: tuple[Mode, ...]) -> Iterator[Mode]:
        """Yield the modes in which anything could come of a change."""
        for mode in [found.mode] if found.mode else [(), *modes]:
            bench = self.bench(mode)
            if bench.players and found.key in bench.keys and _is_read(found.key, bench):
                yield mode

    def _ways(self, bench: Workbench, key: Key, mode: Mode) -> Iterator[Effect]:
        every = frozenset(bench.keys)
        for backwards in (False, True):
            group = bench.with_needed(key, backwards=backwards)
            rest = group - {key}
            whole = (every - group, every) if backwards else (frozenset[Key](), group)
            # What it needs does something itself: see what it adds to that.
            own = (every - group, every - rest) if backwards else (rest, group)
            acting = any(not is_passive(bench.one, bench.two, key) for key in rest)
            for without, with_it in (own, whole) if acting else (whole,):
                a, b = bench.game(without), bench.game(with_it)
                if a is None or b is None:
                    continue
                players = differs_for(a, b, _counts(bench, key))
                if players is not None:
                    yield Effect(mode, players, without, with_it, group)
                break

    def sides(self, mode: Mode) -> tuple[Game, Game]:
        """Return the games of both sides in a mode."""
        bench = self.bench(mode)
        return bench.first, bench.second

    def compile_sides(self, mode: Mode) -> None:
        """Compile the games of both sides in a mode, for the fewest players."""
        for game in self.sides(mode):
            game.engine(game.players[0])

    def games(self, effect: Effect) -> tuple[Game, Game]:
        """Return the two games that differ in a change."""
        bench = self.bench(effect.mode)
        without, with_it = bench.game(effect.without), bench.game(effect.with_it)
        assert without is not None
        assert with_it is not None
        return without, with_it

    def task(self, effect: Effect, seed: int = 0) -> SearchTask:
        """Return what to look for: a position in which a change shows."""
        games = (*self.games(effect), *self.sides(effect.mode))
        spells = tuple(spells_in(self.bench(effect.mode), effect.group))
        return SearchTask(*games, effect.players, seed, spells)


def spells_in(bench: Workbench, group: frozenset[Key]) -> Iterator[str]:
    """Yield the spells among some changes, and those that the changes speak of."""
    for rules in (bench.one, bench.two):
        names = {id for kind, id in group if kind == "spell"}
        for key in group:
            if key in rules.entries and key[0] != "setting":
                names |= names_in(rules.entries[key].node)
        yield from (entry.id for entry in rules.of_kind("spell") if entry.id in names)


def _counts(bench: Workbench, key: Key) -> tuple[int, ...]:
    """Return the numbers of players to look at; only a table tells one from another."""
    counts = bench.players
    return counts if key[0] == "table" else tuple(dict.fromkeys((counts[0], counts[-1])))


def differing_keys(old: Rules, new: Rules) -> Iterator[Key]:
    """Yield the entries that are not the same on both sides."""
    for key in dict.fromkeys([*old.entries, *new.entries]):
        if key[0] in _NOT_COMPARED:
            continue
        a, b = old.entries.get(key), new.entries.get(key)
        if a is None or b is None or a.node != b.node:
            yield key


# The physics reads these without any rule.
_BUILT_IN = {*READ_BY_NAME, *(id for ids in PHYSICAL.values() for id in ids)}
_PASSIVE = ("setting", "table", "define", "memory", "allowance", "outcome")


def _is_read(key: Key, bench: Workbench) -> bool:
    """Whether anything could come of a change: the board, or some rule reads it."""
    if key[0] not in _PASSIVE or key[1] in _BUILT_IN:
        return True
    return any(next(users(key, rules), None) is not None for rules in (bench.one, bench.two))


def differs_for(one: Game, two: Game, players: tuple[int, ...]) -> int | None:
    """Return the first number of players for whom two games are not the same."""
    for count in players:
        if not same_program(one.program(count), two.program(count)):
            return count
    return None


def is_text(found: Found) -> bool:
    """Whether nothing but words and sources changed."""
    return all(isinstance(change, TEXT_ONLY) for change in found.changes)


def is_helper(found: Found, one: Rules, two: Rules) -> bool:
    """Whether an entry is new or gone and does nothing but through others."""
    whole = any(isinstance(change, Added | Removed) for change in found.changes)
    return whole and is_passive(one, two, found.key)


def is_passive(one: Rules, two: Rules, key: Key) -> bool:
    """Whether an entry that only one side has does nothing by itself."""
    a, b = one.entries.get(key), two.entries.get(key)
    if a is not None and b is not None:
        return False
    entry = a if a is not None else b
    return entry is not None and not _acts(entry)


def _acts(entry: Entry) -> bool:
    if entry.kind == "rule":
        return any(isinstance(c, n.Trigger | n.Forbid) for c in entry.clauses())
    return entry.kind in _ACTIVE


def users(key: Key, rules: Rules) -> Iterator[Key]:
    """Yield the entries that use another one; a column of a table is read as `supply.wizards`."""
    for other, entry in rules.entries.items():
        if other != key and other[0] not in _NOT_COMPARED and _speaks_of(names_in(entry.node), key):
            yield other


def _speaks_of(names: frozenset[str], key: Key) -> bool:
    if key[0] == "table":
        return any(name == key[1] or name.startswith(f"{key[1]}.") for name in names)
    return key[1] in names
