"""Mixtures of two rulesets: one side with some of its entries as the other side has them.

Any set of the entries that differ can be taken from side two. A set that does not fit together,
because a rule performs one that is missing, is not a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from attrs import define, evolve, field

from wtrules.editions.changes import Key
from wtrules.editions.sides import mixed_game
from wtrules.game.game import Game
from wtrules.language.verbs import VERBS
from wtrules.meaning.outcomes import outcome_cells
from wtrules.node import parts_in, walk
from wtrules.pipeline import Compilation
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n


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

    def is_complete(self, group: frozenset[Key]) -> bool:
        """Whether nothing is missing that the entries of a group use, so that they may be a game."""
        return self._complete(group, backwards=False) == group

    def _complete(self, group: frozenset[Key], backwards: bool) -> frozenset[Key]:
        """Add what the entries of a group use and only their side has, and the users of what goes."""
        old, new = (self.two, self.one) if backwards else (self.one, self.two)
        complete = set(group)
        waiting = list(group)
        while waiting:
            key = waiting.pop()
            if key in new.entries:
                names = needed_in(new.entries[key].node) & self._by_id.keys()
                used = (self._by_id[name] for name in names)
                more = {other for other in used if other not in old.entries}
            else:
                more = self._users[backwards].get(key[1], set())
            waiting += more - complete
            complete |= more
        return frozenset(complete)

    @cached_property
    def _by_id(self) -> dict[str, Key]:
        return {id: (kind, id) for kind, id in self.keys}

    @cached_property
    def _users(self) -> tuple[dict[str, set[Key]], dict[str, set[Key]]]:
        """Which of the entries that differ use a name, on each side."""
        found: tuple[dict[str, set[Key]], ...] = ({}, {})
        for users, rules in zip(found, (self.one, self.two), strict=True):
            for key in self.keys:
                entry = rules.entries.get(key)
                for name in needed_in(entry.node) if entry is not None else ():
                    users.setdefault(name, set()).add(key)
        return found[0], found[1]

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


_NAMES: dict[int, tuple[object, frozenset[str], frozenset[str]]] = {}


def names_in(node: object) -> frozenset[str]:
    """Return every name that a definition uses; each node is walked once."""
    return _walked(node)[1]


def needed_in(node: object) -> frozenset[str]:
    """Return every name without which a definition makes no sense: also what it only changes."""
    return _walked(node)[2]


# Clauses whose names are not those of what a definition works with.
_ABOUT = tuple(kind for kind in n.DESCRIPTIONS if kind not in (n.Says, n.Worth))
_SILENT = (*_ABOUT, n.RuleAfter, n.Code, n.Option, n.OneOf, n.ExampleWith, n.Then, n.Illustrates)


def _walked(node: object) -> tuple[object, frozenset[str], frozenset[str]]:
    known = _NAMES.get(id(node))
    if known is None or known[0] is not node:
        parts = list(walk(node, inside=lambda x: () if isinstance(x, _SILENT) else parts_in(x)))
        changed = {id(name) for part in parts for name in _changed_by(part)}
        found = [part for part in parts if isinstance(part, n.Name)]
        names = frozenset(name.id for name in found if id(name) not in changed)
        known = _NAMES[id(node)] = node, names, frozenset(name.id for name in found)
    return known


def _changed_by(node: object) -> Iterator[n.Expr]:
    """Yield the names of the memories that a statement changes."""
    match node:
        case n.Set():
            yield node.target
        case n.Do():
            labels = {part.label for part in VERBS[node.verb].parts if "memory" in part.types}
            yield from (part.term for part in node.parts if part.label in labels)


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
