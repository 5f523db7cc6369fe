"""Which changes are observable in play: each is made by itself, and the programs are compared.

A change that cannot be made alone is made together with what it needs. An entry that only serves
others, such as a memory, a word or a rule that is only performed, does nothing by itself: it is a
part of the changes that use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field, frozen

from wtrules.editions.changes import TEXT_ONLY, Key, Mode
from wtrules.editions.find.diff import NOT_COMPARED, Findings, Found
from wtrules.editions.judge.mixtures import Mixtures, names_in, names_used
from wtrules.editions.search.witness import SearchTask
from wtrules.editions.sides import Side
from wtrules.game.game import Game
from wtrules.language.physical import PHYSICAL, READ_BY_NAME, TABLES_READ_BY_NAME
from wtrules.meaning.changes import Added, Removed
from wtrules.prove.same import same_program
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

_ACTIVE = ("spell", "deck")  # a card does nothing unless the deck holds it


@frozen
class Effect(Value):
    """A change that may be observable: two mixtures of both sides that differ in it."""

    mode: Mode
    players: int
    without: frozenset[Key]  # what is taken from side two
    with_it: frozenset[Key]
    group: frozenset[Key]  # what was changed together


@define
class Effects:
    """What changes do; every mixture of the two sides is made once."""

    one: Side
    two: Side
    _mixtures: dict[Mode, Mixtures] = field(factory=dict)

    def mixtures(self, mode: Mode) -> Mixtures:
        """Return both sides in a mode, ready to be mixed."""
        if mode not in self._mixtures:
            old, new = self.one.game(mode), self.two.game(mode)
            assert old is not None
            assert new is not None
            self._mixtures[mode] = Mixtures(old, new, tuple(differing_keys(old.rules, new.rules)))
        return self._mixtures[mode]

    def of(self, found: Found, modes: tuple[Mode, ...]) -> Iterator[Effect | None]:
        """Yield the ways in which a change may be observable: in each mode, applied and reverted.

        None is a way that cannot be tried: with this change alone there is no game.
        """
        alike: list[Mode] = []
        for mode in self.where(found, modes):
            alike.append(mode)
            for way in self._ways(found, mode, _extremes):
                if mode in alike:
                    alike.remove(mode)
                yield way
        # The numbers of players in between take long to compile and rarely differ by themselves.
        for mode in alike:
            yield from self._ways(found, mode, _between)

    def where(self, found: Found, modes: tuple[Mode, ...]) -> Iterator[Mode]:
        """Yield the modes in which a change could have an effect."""
        for mode in [found.mode] if found.mode else [(), *modes]:
            mixtures = self.mixtures(mode)
            here = found.keys & set(mixtures.keys)
            if mixtures.players and any(_is_read(key, mixtures) for key in here):
                yield mode

    def _ways(
        self, found: Found, mode: Mode, counted: Callable[[Mixtures, Found, Mode], tuple[int, ...]]
    ) -> Iterator[Effect | None]:
        mixtures = self.mixtures(mode)
        keys = found.keys & set(mixtures.keys)
        every = frozenset(mixtures.keys)
        counts = counted(mixtures, found, mode)
        for backwards in (False, True):
            group = mixtures.with_needed(keys, backwards=backwards)
            rest = group - keys
            whole = (every - group, every) if backwards else (frozenset[Key](), group)
            # What it needs has an effect itself: look at what it adds to that.
            own = (every - group, every - rest) if backwards else (rest, group)
            acting = any(not is_passive(mixtures.one, mixtures.two, key) for key in rest)
            for without, with_it in (own, whole) if acting else (whole,):
                a, b = mixtures.game(without), mixtures.game(with_it)
                if a is None or b is None:
                    continue
                players = differs_for(a, b, counts)
                if players is not None:
                    yield Effect(mode, players, without, with_it, group)
                break
            else:
                yield None

    def sides(self, mode: Mode) -> tuple[Game, Game]:
        """Return the games of both sides in a mode."""
        mixtures = self.mixtures(mode)
        return mixtures.first, mixtures.second

    def games(self, effect: Effect) -> tuple[Game, Game]:
        """Return the two games that differ in a change."""
        mixtures = self.mixtures(effect.mode)
        without, with_it = mixtures.game(effect.without), mixtures.game(effect.with_it)
        assert without is not None
        assert with_it is not None
        return without, with_it

    def task(self, effect: Effect, seed: int = 0) -> SearchTask:
        """Return the search for a position in which a change shows."""
        games = (*self.games(effect), *self.sides(effect.mode))
        spells = tuple(spells_in(self.mixtures(effect.mode), effect.group))
        return SearchTask(*games, effect.players, seed, spells)


def spells_in(mixtures: Mixtures, group: frozenset[Key]) -> Iterator[str]:
    """Yield the spells among some changes, and those that the changes mention."""
    for rules in (mixtures.one, mixtures.two):
        names = {id for kind, id in group if kind == "spell"}
        for key in group:
            if key in rules.entries and key[0] != "setting":
                names |= names_in(rules.entries[key].node)
        yield from (entry.id for entry in rules.of_kind("spell") if entry.id in names)


def _extremes(mixtures: Mixtures, found: Found, mode: Mode) -> tuple[int, ...]:
    """Return the numbers of players to compare first: the most different ones."""
    counts = mixtures.players
    return tuple(dict.fromkeys((counts[0], counts[-1])))


def _between(mixtures: Mixtures, found: Found, mode: Mode) -> tuple[int, ...]:
    """Return the other numbers of players to compare.

    Without further variants all of them: a program that is the same for all cannot differ in play.
    """
    every = not mode or any(kind == "table" for kind, _ in found.keys)
    return mixtures.players[1:-1] if every else ()


def differing_keys(old: Rules, new: Rules) -> Iterator[Key]:
    """Yield the entries that are not the same on both sides."""
    for key in dict.fromkeys([*old.entries, *new.entries]):
        if key[0] in NOT_COMPARED:
            continue
        a, b = old.entries.get(key), new.entries.get(key)
        if a is None or b is None or a.node != b.node:
            yield key


# The physics reads these without any rule.
_BUILT_IN = {*READ_BY_NAME, *TABLES_READ_BY_NAME, *(id for ids in PHYSICAL.values() for id in ids)}
_PASSIVE = ("setting", "table", "define", "memory", "allowance", "outcome")


def _is_read(key: Key, mixtures: Mixtures) -> bool:
    """Whether a change could have an effect: the physics or some rule reads it."""
    if key[0] not in _PASSIVE or key[1] in _BUILT_IN:
        return True
    return any(next(users(key, rules), None) is not None for rules in (mixtures.one, mixtures.two))


def differs_for(one: Game, two: Game, players: tuple[int, ...]) -> int | None:
    """Return the first number of players for which two games are not the same."""
    for count in players:
        if not same_program(one.program(count), two.program(count)):
            return count
    return None


def is_same_game(effects: Effects, findings: Findings) -> bool:
    """Whether both sides are the same program, as given and in every mode, for all players.

    Numbers of players and modes that only one side has are differences themselves.
    """
    if findings.only_one or findings.only_two or findings.left_out:
        return False
    if all(map(is_text, findings.entries)):
        return True  # a program holds no texts
    pairs = [effects.sides(mode) for mode in ((), *findings.modes)]
    counts = [sorted(one.rules.players) for one, _ in pairs]
    if any(n != sorted(two.rules.players) for n, (_, two) in zip(counts, pairs, strict=True)):
        return False
    fewest = [differs_for(*pair, tuple(n[:1])) for pair, n in zip(pairs, counts, strict=True)]
    if any(n is not None for n in fewest):  # most differ here; others take long to compile
        return False
    others = (differs_for(*pair, tuple(n[1:])) for pair, n in zip(pairs, counts, strict=True))
    return all(n is None for n in others)


def is_text(found: Found) -> bool:
    """Whether nothing but words and sources changed."""
    return all(isinstance(change, TEXT_ONLY) for change in found.changes)


def is_helper(found: Found, one: Rules, two: Rules) -> bool:
    """Whether an entry is new or gone and does nothing except through others."""
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
    if entry.kind in _PASSIVE and entry.id in _BUILT_IN:
        return True
    return entry.kind in _ACTIVE


def users(key: Key, rules: Rules) -> Iterator[Key]:
    """Yield the entries that use another one; a column of a table is read as `supply.wizards`."""
    by_name: dict[str, list[Key]] | None = rules.computed.get(users)
    if by_name is None:
        by_name = rules.computed[users] = _users_by_name(rules)
    name = f"{key[1]}." if key[0] == "table" else key[1]
    yield from (other for other in by_name.get(name, ()) if other != key)


def _users_by_name(rules: Rules) -> dict[str, list[Key]]:
    """Return the entries that use each name; those that use a table or its columns with a dot."""
    found: dict[str, list[Key]] = {}
    for key, entry in rules.entries.items():
        if key[0] in NOT_COMPARED:
            continue
        names = names_used(rules, entry)
        parts = (name.split(".") for name in names)
        tables = {".".join(part[:end]) + "." for part in parts for end in range(1, len(part) + 1)}
        for name in (*names, *tables):
            found.setdefault(name, []).append(key)
    return found


def mentions(names: frozenset[str], key: Key) -> bool:
    """Whether an entry is among the names that others use."""
    if key[0] == "table":
        return any(name == key[1] or name.startswith(f"{key[1]}.") for name in names)
    return key[1] in names
