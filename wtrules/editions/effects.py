"""Which changes can be felt in play: each is made by itself, and the programs are compared.

A change that cannot be made alone is made with what it needs. An entry that only exists for the sake
of others, such as a memory, a word or a rule that is only performed, does nothing by itself: it is a
part of the changes that use it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from wtrules.editions.changes import TEXT_ONLY, Key, Mode
from wtrules.editions.diff import Found
from wtrules.editions.hybrid import Workbench, names_in, plays_alike
from wtrules.editions.sides import Side
from wtrules.editions.witness import Hunt
from wtrules.game.game import Game
from wtrules.rules.changes import Added, Removed
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n

_NOT_COMPARED = ("topic", "manual", "example", "assumption")
_ACTIVE = ("card", "spell", "deck")


@frozen
class Effect:
    """A change that can be felt: two games that differ in it, in a mode, for some players."""

    mode: Mode
    players: int
    without: Game
    with_it: Game
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
            old, new = self.one.mode(mode), self.two.mode(mode)
            assert old is not None
            assert new is not None
            self._benches[mode] = Workbench(old, new, tuple(differing_keys(old, new)))
        return self._benches[mode]

    def effect(self, found: Found, modes: tuple[Mode, ...]) -> Effect | None:
        """Return how a change can be felt; None if it changes nothing in any mode."""
        for mode in [found.mode] if found.mode else [(), *modes]:
            bench = self.bench(mode)
            if found.key not in bench.keys or not _is_read(found.key, bench):
                continue
            for effect in self._ways(bench, found.key, mode):
                return effect
        return None

    def _ways(self, bench: Workbench, key: Key, mode: Mode) -> Iterator[Effect]:
        every = frozenset(bench.keys)
        for backwards in (False, True):
            group = bench.with_needed(key, backwards=backwards)
            rest = group - {key}
            low, high = (every - group, every - rest) if backwards else (rest, group)
            pairs = [(low, high)] if self._is_own(bench, rest) else []
            # What it needs does something itself: see what it adds to that.
            pairs.append((every - group, every) if backwards else (frozenset(), group))
            for without, with_it in pairs if pairs[0] != pairs[-1] else pairs[:1]:
                a, b = bench.game(without), bench.game(with_it)
                if a is None or b is None:
                    continue
                counts = bench.players
                if key[0] != "table":  # only a table tells one number of players from another
                    counts = tuple(dict.fromkeys((counts[0], counts[-1])))
                players = _felt_for(a, b, counts)
                if players is not None:
                    yield Effect(mode, players, a, b, group)
                break

    def _is_own(self, bench: Workbench, rest: frozenset[Key]) -> bool:
        return any(not is_passive(bench.one, bench.two, key) for key in rest)

    def hunt(self, effect: Effect, seed: int = 0) -> Hunt:
        """Return what to look for: a position in which a change shows."""
        bench = self.bench(effect.mode)
        return Hunt(
            effect.without,
            effect.with_it,
            bench.first,
            bench.second,
            effect.mode,
            effect.players,
            seed,
        )


def differing_keys(old: Rules, new: Rules) -> Iterator[Key]:
    """Yield the entries that are not the same on both sides."""
    for key in dict.fromkeys([*old.entries, *new.entries]):
        if key[0] in _NOT_COMPARED:
            continue
        a, b = old.entries.get(key), new.entries.get(key)
        if a is None or b is None or a.node != b.node:
            yield key


# What the board is made from is read without any rule.
_BUILT_IN = ("board.", "die.", "hand.", "colours")
_PASSIVE = ("setting", "table", "define", "memory", "allowance", "outcome")


def _is_read(key: Key, bench: Workbench) -> bool:
    """Whether anything could come of a change: the board, or some rule reads it."""
    if key[0] not in _PASSIVE or key[1].startswith(_BUILT_IN):
        return True
    return any(next(users(key, rules), None) is not None for rules in (bench.one, bench.two))


def _felt_for(one: Game, two: Game, players: tuple[int, ...]) -> int | None:
    for count in players:
        if not plays_alike(one.program(count), two.program(count)):
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
