"""Mixtures of two rulesets: one side with some of its entries as the other side has them.

Any set of the entries that differ can be taken from side two. A set that does not fit together,
because a rule performs one that is missing, is not a game.
"""

from __future__ import annotations

from collections.abc import Iterable

from wtrules.editions.changes import Key
from wtrules.editions.sides import mixed_game
from wtrules.game.game import Game
from wtrules.pipeline import Compilation
from wtrules.rules.model import Entry, Rules
from wtrules.rules.outcomes import outcome_cells
from wtrules.rules.uses import walk_uses
from wtrules.syntax import nodes as n
from wtrules.value_classes import define, evolve, field


@define
class Mixtures:
    """Two games, the keys of the entries that differ, and every mixture made so far."""

    first: Game  # side one as it is
    second: Game  # side two: all entries taken
    keys: tuple[Key, ...]
    _games: dict[frozenset[Key], Game | None] = field(factory=dict, init=False)
    _fits: dict[tuple[frozenset[Key], bool], frozenset[Key]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._games[frozenset(self.keys)] = self.second
        self._games[frozenset()] = self.first

    @property
    def one(self) -> Rules:
        """The rules of side one."""
        return self.first.rules

    @property
    def two(self) -> Rules:
        """The rules of side two."""
        return self.second.rules

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players both sides are for."""
        return tuple(sorted(self.one.players & self.two.players))

    def game(self, taken: Iterable[Key] = ()) -> Game | None:
        """Return side one with some entries of side two; None if these do not fit together."""
        wanted = frozenset(taken)
        if wanted not in self._games:
            self._games[wanted] = mixed_game(Compilation(self._mixed(wanted)))
        return self._games[wanted]

    def _mixed(self, taken: frozenset[Key]) -> Rules:
        entries: dict[Key, Entry] = {}
        added = _insertions(self.one, self.two, taken)
        for key in (None, *self.one.entries):
            if key is not None:
                entry = self.two.entries.get(key) if key in taken else self.one.entries[key]
                if entry is not None:
                    entries[key] = entry
            for new in added.get(key, ()):
                entries[new] = self.two.entries[new]
        name = f"{self.one.name}~"
        return evolve(self.one, name=name, entries=entries)

    def with_needed(self, keys: frozenset[Key], *, backwards: bool = False) -> frozenset[Key]:
        """Return the fewest entries that make a game when some are applied, or reverted.

        With *backwards* they are reverted: side two without them is the game.
        """
        known = (keys, backwards)
        if known not in self._fits:
            self._fits[known] = self._needed(keys, backwards)
        return self._fits[known]

    def _needed(self, keys: frozenset[Key], backwards: bool) -> frozenset[Key]:
        every = frozenset(self.keys)
        group = self._complete(keys, backwards)
        while group != every:
            if self.game(every - group if backwards else group) is not None:
                return group
            wider = group | self._linked(group)
            if wider == group:
                return every
            group = wider
        return every

    def _complete(self, group: frozenset[Key], backwards: bool) -> frozenset[Key]:
        """Add what the entries of a group use and only their side has, and the users of what goes."""
        old, new = (self.two, self.one) if backwards else (self.one, self.two)
        ids = {id: (kind, id) for kind, id in self.keys}
        while True:
            more = set()
            for key in group:
                if key in new.entries:
                    for name in self._uses(new, key) & ids.keys():
                        if ids[name] not in old.entries:
                            more.add(ids[name])
                else:
                    more |= {
                        k for k in self.keys if k in old.entries and key[1] in self._uses(old, k)
                    }
            if more <= group:
                return group
            group |= more

    def _uses(self, rules: Rules, key: Key) -> frozenset[str]:
        entry = rules.entries.get(key)
        return names_used(rules, entry) if entry is not None else frozenset()

    def _linked(self, group: frozenset[Key]) -> frozenset[Key]:
        """Return the entries that mention a group, or that the group mentions."""
        ids = {id for _, id in group}
        mentioned = {name for key in group for name in self._names(key)}
        return frozenset(
            key
            for key in self.keys
            if key not in group and (key[1] in mentioned or ids & self._names(key))
        )

    def _names(self, key: Key) -> frozenset[str]:
        return self._uses(self.one, key) | self._uses(self.two, key)


_NAMES: dict[int, tuple[object, frozenset[str]]] = {}


def names_in(node: object) -> frozenset[str]:
    """Return every name that a definition uses; each node is walked once."""
    known = _NAMES.get(id(node))
    if known is None or known[0] is not node:
        names = frozenset(part.id for part in walk_uses(node) if isinstance(part, n.Name))
        known = _NAMES[id(node)] = node, names
    return known[1]


def names_used(rules: Rules, entry: Entry) -> frozenset[str]:
    """Return every name that an entry uses, also the outcomes that a table names."""
    names = names_in(entry.node)
    if isinstance(entry.node, n.Table):
        names |= {str(cell.text) for cell in outcome_cells(rules, entry.node)}
    return names


def _insertions(one: Rules, two: Rules, taken: frozenset[Key]) -> dict[Key | None, list[Key]]:
    """Return where to insert entries that only side two has: after the one they follow there."""
    found: dict[Key | None, list[Key]] = {}
    last: Key | None = None
    for key in two.entries:
        if key in one.entries:
            last = key
        elif key in taken:
            found.setdefault(last, []).append(key)
    return found
