"""Two games played side by side, turn by turn, until what they do differs.

Many turns are played at once, and every move of every position that is reached is compared; of the
positions after them a few are played on. The names of moves do not matter: where they differ, two
moves are the same if they lead to the same table. Where only cards or moves differ, the turn is
played on with what both allow: something may follow that is easier to see.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from attrs import define, frozen

from wtrules.game.game import Game, State
from wtrules.game.view import Result
from wtrules.program.program import FieldRole
from wtrules.sidebyside.batches import Batches, Block, Positions, batches
from wtrules.sidebyside.compared import (
    COMPARED,
    compared_part,
    compared_slices,
    option_shape,
)
from wtrules.value import Value

_OVER = "over"  # instead of a field: whether the game is over, or how it ended
_DEEPEST = 7  # decisions of a turn
_FURTHER = 2  # decisions after the first difference
_ENOUGH = 40  # differences that are seen on the board
_WIDEST = 300  # positions played on at the same time
_FURTHER_ON = 80  # once a difference was found
# Bytes of states that are played on at the same time, of both games; shipped ones take up to 24 MiB.
LARGEST = 32 * 2**20

# What lies on the table openly and for everybody to see; cards come and go in any turn.
_SEEN = {
    FieldRole.BOARD,
    FieldRole.HOME,
    FieldRole.FLASKS,
    FieldRole.SPELLS,
    FieldRole.SUPPLY,
    FieldRole.WINNERS,
    FieldRole.TURN,
}


_ENDING = ("at", "outcome", "winner", "points")  # the fields that say how a game ended

_Types = tuple[
    tuple[int, int], ...
]  # the decisions on the way, and which type of option was chosen


@frozen
class Parting(Value):
    """Where two games differ: the turn, what was chosen in it, and which fields of the states differ.

    No fields: the moves differ. Forced moves are left out.
    """

    turn: int
    choices: tuple[int, ...]
    fields: frozenset[str]
    is_seen: bool  # more than cards differs
    types: _Types


@define
class _Front:
    """Positions that both games have reached in the same way; *parents* were reached just before."""

    one: Positions
    two: Positions
    turns: list[int]
    choices: list[tuple[int, ...]]
    parents: list[int]
    apart: list[bool]  # cards or moves have differed before
    types: list[_Types]


def _front(one: Positions, two: Positions) -> _Front:
    """Return the beginning: each position is a turn of its own."""
    numbers = list(range(len(one)))
    alike = [False for _ in numbers]
    return _Front(one, two, numbers, [() for _ in numbers], numbers, alike, [() for _ in numbers])


_Range = tuple[int, int, int, int]  # from and to, in states of both games


class Lockstep:
    """Two games, played together."""

    def __init__(self, games: tuple[Game, Game], players: int) -> None:
        self.games = games
        self.players = players
        self.one, self.two = batches(games, players)
        a, b = self.one.program, self.two.program
        self._ranges = self._addresses(compared_slices(a, b))
        self._seen = self._addresses(compared_slices(a, b, _SEEN))
        same_places = all(x[:2] == x[2:] for x in (*self._ranges, *self._seen))
        self._stored_alike = self.one.size == self.two.size and same_places
        self._ends = [self._end_of(runner) for runner in (self.one, self.two)]
        self._results: dict[tuple[object, ...], Result | None] = {}
        self._at = a.fields["at"].offset, b.fields["at"].offset
        self._active = a.fields["active"].offset, b.fields["active"].offset
        self._same_numbering = a.words.spells == b.words.spells and a.cards == b.cards
        self._same_options: dict[tuple[int, int], bool] = {}
        self.compared = 0  # positions so far
        self.has_left_out = False  # positions that would have been played on, for lack of room

    def _addresses(self, slices: Iterable[tuple[slice, slice]]) -> list[_Range]:
        one, two = self.one.addresses, self.two.addresses
        return [(one[x.start], one[x.stop], two[y.start], two[y.stop]) for x, y in slices]

    def partings(
        self,
        turns: Sequence[tuple[list[int], list[int]]],
        chance: random.Random,
        *,
        deepest: int = _DEEPEST,
        every: bool = False,
    ) -> Iterator[Parting]:
        """Play turns, each given as a state of both games; yield where they differ.

        A little further than where the first one is. *every*: all positions are played on.
        """
        front = _front(
            self.one.listed(self.one.pack(a for a, _ in turns)),
            self.two.listed(self.two.pack(b for _, b in turns)),
        )
        whose = [a[self._active[0]] for a, _ in turns]
        seen = 0
        last = deepest
        for depth in range(deepest + 1):
            only = [whose[turn] for turn in front.turns]
            front.one = self.one.settled(front.one, only)
            front.two = self.two.settled(front.two, only)
            going = []
            alike = self._are_alike(front)
            for i in range(len(front.turns)):
                # Most positions are the same in both games: this is where the time would go.
                fields = None if alike and front.one.options[i] else self._differ(front, i)
                if fields is not None:
                    last = min(last, depth + _FURTHER)
                    parting = self._parting(front, i, fields)
                    yield parting
                    if fields and parting.is_seen:
                        seen += 1
                        continue
                    front.apart[i] = True
                going.append(i)
            self.compared += len(front.turns)
            if seen >= _ENOUGH or depth >= last:
                return
            going = self._going_on(front, going, whose)
            most = _WIDEST if last == deepest else _FURTHER_ON
            chosen = going if every else self._chosen(front, going, chance, most)
            chosen = self._fitting(front, chosen)
            after, unmatched = self._expand(front, chosen)
            for i in unmatched:
                if not front.apart[i]:
                    last = min(last, depth + _FURTHER)
                    yield self._parting(front, i, frozenset())
            if not after.turns:
                return
            front = after

    def parted(self, seed: int, lines: Sequence[Sequence[int]]) -> set[int]:
        """Return which games of the first ruleset could be told from games of the second one.

        The games have seeds from *seed* on; *lines* is what is chosen in each of them, without forced
        moves. At every decision all that could be chosen is compared, with what it leads to.
        """
        number = len(lines)
        front = _front(self.one.starts(seed, number), self.two.starts(seed, number))
        games = list(range(number))  # that of each position in the front
        parted = {games[i] for i in self._differing(front)}
        for depth in range(max(map(len, lines), default=0)):
            going = [
                i
                for i, game in enumerate(games)
                if game not in parted and depth < len(lines[game]) and front.one.options[i]
            ]
            ones, twos, onward = [], [], list[int]()
            while going:
                piece = self._fitting(front, going)
                going = going[len(piece) :]
                after, unmatched = self._expand(front, piece)
                parted |= {games[i] for i in unmatched}
                parted |= {games[after.parents[i]] for i in self._differing(after)}
                kept = [
                    i
                    for i, parent in enumerate(after.parents)
                    if games[parent] not in parted
                    and after.choices[i] == (lines[games[parent]][depth],)
                ]
                ones.append(_picked(after.one, kept, self.one.size))
                twos.append(_picked(after.two, kept, self.two.size))
                onward += [games[after.parents[i]] for i in kept]
            front, games = _front(_joined(ones), _joined(twos)), onward
        return parted

    def _differing(self, front: _Front) -> list[int]:
        """Make all forced moves of a front; return the positions that are not the same in both games."""
        front.one, front.two = self.one.settled(front.one), self.two.settled(front.two)
        alike = self._are_alike(front)
        return [
            i
            for i in range(len(front.turns))
            if not (alike and front.one.options[i]) and self._differ(front, i) is not None
        ]

    # --- comparing ---

    def _are_alike(self, front: _Front) -> bool:
        """Whether all positions are the same in both games, with the same options."""
        one, two = front.one, front.two
        return self._stored_alike and one.states == two.states and one.options == two.options

    def _differ(self, front: _Front, i: int) -> frozenset[str] | None:
        """Return which fields differ; the moves differ if none does; None: both are the same."""
        one, two = front.one, front.two
        mine, theirs = one.options[i], two.options[i]
        if mine is None or theirs is None:  # one of them never asks again; nobody can be shown that
            return None
        ranges = self._seen if front.apart[i] else self._ranges
        if not self._on_one_table(one.states, i, two.states, i, ranges):
            return self._fields(front, i)
        if bool(mine) != bool(theirs):
            return frozenset({_OVER})
        if not mine:
            results = self._result(0, one.states, i), self._result(1, two.states, i)
            return None if results[0] == results[1] else frozenset({_OVER})
        if mine != theirs and not front.apart[i] and self._are_numbered_alike(front, i):
            return frozenset()
        return None

    @staticmethod
    def _end_of(runner: Batches) -> list[slice]:
        """Return where the state of a game says how it ended."""
        fields = (runner.program.fields[name] for name in _ENDING)
        places = runner.addresses
        return [slice(places[f.offset], places[f.offset + f.size]) for f in fields]

    def _result(self, which: int, block: Block, i: int) -> Result | None:
        """Return how a game ended; many end in the same way."""
        size = (self.one, self.two)[which].size
        state = bytes(block[i * size : (i + 1) * size])
        key = which, *(state[part] for part in self._ends[which])
        if key not in self._results:
            self._results[key] = self.state(which, block, i).result
        return self._results[key]

    def _on_one_table(
        self, one: Block, i: int, two: Block, j: int, ranges: Sequence[_Range]
    ) -> bool:
        x, y = i * self.one.size, j * self.two.size
        return all(one[x + a : x + b] == two[y + c : y + d] for a, b, c, d in ranges)

    def _fields(self, front: _Front, i: int) -> frozenset[str]:
        a, b = self.one.unpack(front.one.states, i), self.two.unpack(front.two.states, i)
        f, g = self.one.program.fields, self.two.program.fields
        return frozenset(
            name
            for name in f.keys() & g.keys()
            if f[name].role in COMPARED
            and a[compared_part(f[name], self.one.program, self.two.program)]
            != b[compared_part(g[name], self.two.program, self.one.program)]
        )

    def _parting(self, front: _Front, i: int, fields: frozenset[str]) -> Parting:
        known = self.one.program.fields
        seen = not fields or any(x == _OVER or known[x].role in _SEEN for x in fields)
        return Parting(front.turns[i], front.choices[i], fields, seen, front.types[i])

    def _are_numbered_alike(self, front: _Front, i: int) -> bool:
        """Whether the options of two decisions have the same numbers."""
        key = (
            self.one.number(front.one.states, i, self._at[0]),
            self.two.number(front.two.states, i, self._at[1]),
        )
        if key not in self._same_options:
            one = self.one.program.decisions[key[0] - 1]
            two = self.two.program.decisions[key[1] - 1]
            alike = self._same_numbering and option_shape(one) == option_shape(two)
            self._same_options[key] = alike
        return self._same_options[key]

    # --- playing ---

    def _going_on(self, front: _Front, going: list[int], whose: Sequence[int]) -> list[int]:
        """Return the positions in which there is something to decide in this turn."""
        active = self.one.column(front.one.states, self._active[0])
        one, two, turns = front.one.options, front.two.options, front.turns
        return [i for i in going if one[i] and two[i] and active[i] == whose[turns[i]]]

    def _chosen(
        self, front: _Front, going: list[int], chance: random.Random, most: int
    ) -> list[int]:
        """Return at most so many positions to play on: of each parent, one for each type of move."""
        alike: dict[tuple[int, _Types], list[int]] = {}
        for i in going:
            alike.setdefault((front.parents[i], front.types[i]), []).append(i)
        chosen = [chance.choice(group) for group in alike.values()]
        return chosen if len(chosen) <= most else chance.sample(chosen, most)

    def _fitting(self, front: _Front, chosen: list[int]) -> list[int]:
        """Return as many of some positions as there is room for what follows them."""
        one, two = front.one.options, front.two.options
        rooms = (
            len(one[i] or ()) * self.one.size + len(two[i] or ()) * self.two.size for i in chosen
        )
        number = max(1, sum(room <= LARGEST for room in accumulate(rooms)))
        self.has_left_out |= number < len(chosen)
        return chosen[:number]

    def _expand(self, front: _Front, chosen: list[int]) -> tuple[_Front, list[int]]:
        """Play every option of some positions; return the next front, and where moves differ.

        The front has what the moves lead to that both games allow.
        """
        one, two = (
            _played(runner, positions, chosen)
            for runner, positions in ((self.one, front.one), (self.two, front.two))
        )
        unmatched = []
        pairs: list[tuple[int, int]] = []
        turns: list[int] = []
        lines: list[tuple[int, ...]] = []
        parents: list[int] = []
        types: list[_Types] = []
        x = y = 0  # where the positions after this one begin
        for i in chosen:
            mine, theirs = front.one.options[i] or (), front.two.options[i] or ()
            if self._are_numbered_alike(front, i):
                numbers = {option: n for n, option in enumerate(theirs)}
                matched = {n: numbers[o] for n, o in enumerate(mine) if o in numbers}
            else:
                after = _After(one.states, x, len(mine)), _After(two.states, y, len(theirs))
                matched, complete = self._matched(front, i, *after)
                if not complete:
                    unmatched.append(i)
            at = self.one.number(front.one.states, i, self._at[0])
            number = len(self.one.program.decisions[at - 1].alternatives)
            before = front.choices[i]
            onward = [(*front.types[i], (at, type)) for type in range(number)]
            pairs += [(x + n, y + m) for n, m in matched.items()]
            turns += [front.turns[i]] * len(matched)
            parents += [i] * len(matched)
            lines += [(*before, mine[n]) for n in matched]
            types += [onward[mine[n] % number] for n in matched]
            x, y = x + len(mine), y + len(theirs)
        alone = set(unmatched)
        apart = [front.apart[i] or i in alone for i in parents]
        after_one = _picked(one, [n for n, _ in pairs], self.one.size)
        after_two = _picked(two, [m for _, m in pairs], self.two.size)
        return _Front(after_one, after_two, turns, lines, parents, apart, types), unmatched

    def _matched(
        self, front: _Front, i: int, one: _After, two: _After
    ) -> tuple[dict[int, int], bool]:
        """Return which options of a position are the same in both games, and whether all are.

        Those with the same name, or else with the same result.
        """
        states = self.state(0, front.one.states, i), self.state(1, front.two.states, i)
        names = [[move.text for move in state.legal_moves] for state in states]
        there = {text: m for m, text in enumerate(names[1])}
        found = {n: there[text] for n, text in enumerate(names[0]) if text in there}
        left = set(range(two.number)) - set(found.values())
        complete = True
        for n in range(one.number):
            if n not in found:
                match = next((m for m in range(two.number) if self._alike(one, n, two, m)), None)
                if match is None:
                    complete = False
                else:
                    found[n] = match
        for m in left:
            if not any(self._alike(one, n, two, m) for n in range(one.number)):
                complete = False
        return found, complete

    def _alike(self, one: _After, n: int, two: _After, m: int) -> bool:
        return self._on_one_table(
            one.states, one.first + n, two.states, two.first + m, self._ranges
        )

    def state(self, which: int, block: Block, i: int) -> State:
        """Return a position of one of the games."""
        game = self.games[which]
        data = (self.one, self.two)[which].unpack(block, i)
        engine = game.engine(self.players)
        return State(game, engine, data, engine.options(data))


@frozen
class _After(Value):
    """The positions after each option of one position, among those of others."""

    states: Block
    first: int
    number: int


def _played(runner: Batches, positions: Positions, chosen: Sequence[int]) -> Positions:
    """Return what every option of some positions leads to."""
    size = runner.size
    states = []
    choices: list[int] = []
    for i in chosen:
        options = positions.options[i] or ()
        states.append(bytes(positions.states[i * size : (i + 1) * size]) * len(options))
        choices += options
    return runner.play(b"".join(states), choices)


def _picked(positions: Positions, numbers: Sequence[int], size: int) -> Positions:
    """Return some of the positions."""
    if list(numbers) == list(range(len(positions))):
        return positions
    states = positions.states
    return Positions(
        b"".join(states[i * size : (i + 1) * size] for i in numbers),
        [positions.options[i] for i in numbers],
    )


def _joined(parts: Sequence[Positions]) -> Positions:
    """Return the positions of several blocks as one."""
    states = b"".join(part.states for part in parts)
    return Positions(states, [options for part in parts for options in part.options])
