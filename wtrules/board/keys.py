"""Names for the pieces of a picture that stay the same from one picture to the next.

A position says how many blue wizards are on a surface, not which ones. A page that animates a move
must know which: `Keys.of` numbers the pieces of a board, and `after` finds them again on the board
after a move. What did not move keeps its number; towers that moved together are found together;
otherwise a piece comes from the nearest place behind it.

    keys = Keys.of(before)
    svg(before, keys=keys, …)
    svg(after, keys=keys.after(after), …)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from attrs import field, frozen

from wtrules.board.boardtext import PLAIN, RAVEN
from wtrules.board.pieces import Board, Stack
from wtrules.value import Value

_Numbers = tuple[tuple[int, ...], ...]

Spot = tuple[int, int]  # a space, and the level of a surface or a tower there


@frozen
class Keys(Value):
    """A board with a number for each piece; towers count by kind, all others by letter.

    `towers` has the numbers of each space's towers from the bottom, `others` those of the wizards
    and then the other pieces on each surface of each space.
    """

    board: Board = field(repr=False)
    towers: _Numbers
    others: tuple[_Numbers, ...]

    @classmethod
    def of(cls, board: Board) -> Keys:
        """Return the usual numbers: around the ring from space 0, visible pieces before hidden ones.

        So the numbers of visible pieces say nothing about hidden ones.
        """
        blank = Keys(Board(()), (), ())
        return Keys(board, _fresh_towers(board), _other_numbers(blank, (), board, {}))

    def after(self, board: Board) -> Keys:
        """Return the numbers of the same pieces on another board of the same game."""
        if len(board.spaces) != len(self.board.spaces):
            return Keys.of(board)
        towers = _tower_numbers(self, board)
        places = {
            tower_key(stack.towers[level].shield, number): (space, level + 1)
            for space, (stack, numbers) in enumerate(
                zip(self.board.spaces, self.towers, strict=True)
            )
            for level, number in enumerate(numbers)
        }
        return Keys(board, towers, _other_numbers(self, towers, board, places))

    def tower(self, space: int, level: int) -> str:
        """Return the key of a tower; level 1 is the lowest."""
        return tower_key(
            self.board.spaces[space].towers[level - 1].shield, self.towers[space][level - 1]
        )

    def on(
        self, space: int, level: int | None = None, letter: str | None = None
    ) -> tuple[str, ...]:
        """Return the keys of the wizards and other pieces on a surface, all or those of a letter.

        Level 0 is the ground, None the visible surface.
        """
        stack = self.board.spaces[space]
        level = stack.height if level is None else level
        pairs = zip(_letters(stack, level), self.others[space][level], strict=True)
        return tuple(other_key(x, number) for x, number in pairs if letter in (None, x))


def pieces_of(keys: Keys) -> dict[str, Spot]:
    """Return where every piece of a board is, the castle too."""
    found: dict[str, Spot] = {}
    for space, (stack, towers, others) in enumerate(
        zip(keys.board.spaces, keys.towers, keys.others, strict=True)
    ):
        for level, (tower, number) in enumerate(zip(stack.towers, towers, strict=True), 1):
            found[tower_key(tower.shield, number)] = space, level
        letters = map("".join, zip(stack.surfaces, stack.pieces, strict=True))
        for level, (here, numbers) in enumerate(zip(letters, others, strict=True)):
            for letter, number in zip(here, numbers, strict=True):
                found[other_key(letter, number)] = space, level
        if stack.castle:
            found["castle"] = space, stack.height
    return found


def tower_key(shield: bool, number: int) -> str:
    """Return the key of a tower."""
    return f"tower:{RAVEN if shield else PLAIN}{number}"


def other_key(letter: str, number: int) -> str:
    """Return the key of a wizard, or of another piece, which has a capital letter."""
    return f"{'piece' if letter.isupper() else 'wizard'}:{letter}:{number}"


def _letters(stack: Stack, level: int) -> str:
    return stack.surfaces[level] + stack.pieces[level]


# --- towers --------------------------------------------------------------------------------------


def _fresh_towers(board: Board) -> _Numbers:
    count = {True: 0, False: 0}
    found = []
    for stack in board.spaces:
        numbers = []
        for tower in stack.towers:
            numbers.append(count[tower.shield])
            count[tower.shield] += 1
        found.append(tuple(numbers))
    return tuple(found)


def _tower_numbers(old: Keys, board: Board) -> _Numbers:
    found: list[list[int | None]] = []
    gone: list[tuple[int, list[tuple[bool, int]]]] = []  # the upper part of a space that has left
    for space, (before, now) in enumerate(zip(old.board.spaces, board.spaces, strict=True)):
        same = _common(before, now)
        kept: list[int | None] = [*old.towers[space][:same]]
        found.append([*kept, *[None] * (now.height - same)])
        pairs = zip(before.towers, old.towers[space], strict=True)
        if left := [(tower.shield, number) for tower, number in pairs][same:]:
            gone.append((space, left))
    for space, stack in enumerate(board.spaces):
        new = [level for level, number in enumerate(found[space]) if number is None]
        shields = [stack.towers[level].shield for level in new]
        whole = [x for x in gone if [shield for shield, _ in x[1]] == shields]
        if new and whole:
            block = min(whole, key=lambda x: (space - x[0]) % len(board.spaces))
            gone.remove(block)
            for level, (_, number) in zip(new, block[1], strict=True):
                found[space][level] = number
    return _filled(board, found, gone)


def _common(before: Stack, now: Stack) -> int:
    same = 0
    for one, two in zip(before.towers, now.towers, strict=False):
        if one.shield != two.shield:
            break
        same += 1
    return same


def _filled(
    board: Board,
    found: list[list[int | None]],
    gone: Iterable[tuple[int, list[tuple[bool, int]]]],
) -> _Numbers:
    """Number what is left tower by tower: the nearest that left, or a new one."""
    left = [(space, shield, number) for space, block in gone for shield, number in block]
    used: dict[bool, set[int]] = {True: set(), False: set()}
    for stack, numbers in zip(board.spaces, found, strict=True):
        for tower, number in zip(stack.towers, numbers, strict=True):
            if number is not None:
                used[tower.shield].add(number)
    for space, (stack, numbers) in enumerate(zip(board.spaces, found, strict=True)):
        for level, tower in enumerate(stack.towers):
            if numbers[level] is not None:
                continue
            same = [x for x in left if x[1] == tower.shield and x[2] not in used[tower.shield]]
            if same:
                number = min(same, key=lambda x: (space - x[0]) % len(board.spaces))[2]
            else:
                number = _unused(used[tower.shield])
            numbers[level] = number
            used[tower.shield].add(number)
    return tuple(tuple(x for x in numbers if x is not None) for numbers in found)


def _unused(used: set[int]) -> int:
    return next(number for number in range(len(used) + 1) if number not in used)


# --- wizards and other pieces --------------------------------------------------------------------


def _surfaces(board: Board) -> Iterator[tuple[int, int]]:
    """Yield every surface, the visible ones first."""
    yield from ((space, stack.height) for space, stack in enumerate(board.spaces))
    for space, stack in enumerate(board.spaces):
        yield from ((space, level) for level in range(stack.height))


def _other_numbers(
    old: Keys, towers: _Numbers, board: Board, places: dict[str, tuple[int, int]]
) -> tuple[_Numbers, ...]:
    """Number the pieces on all surfaces: those that stayed on theirs, the nearest, new ones."""
    before: dict[tuple[int, int], dict[str, list[int]]] = {}
    for space, stack in enumerate(old.board.spaces):
        for level in range(stack.height + 1):
            here: dict[str, list[int]] = defaultdict(list)
            before[space, level] = here
            for letter, number in zip(
                _letters(stack, level), old.others[space][level], strict=True
            ):
                here[letter].append(number)
    found: dict[tuple[int, int], list[int | None]] = {}
    used: dict[str, set[int]] = defaultdict(set)
    for space, level in _surfaces(board):
        stack = board.spaces[space]
        was = (space, 0)
        if level and towers:
            key = tower_key(stack.towers[level - 1].shield, towers[space][level - 1])
            was = places.get(key, (-1, -1))
        here = before.get(was, {})
        found[space, level] = [
            here[letter].pop(0) if here.get(letter) else None for letter in _letters(stack, level)
        ]
        for letter, kept in zip(_letters(stack, level), found[space, level], strict=True):
            if kept is not None:
                used[letter].add(kept)
    left = [
        (at, letter, n) for at, here in before.items() for letter, ns in here.items() for n in ns
    ]
    for space, level in _surfaces(board):
        numbers = found[space, level]
        for i, letter in enumerate(_letters(board.spaces[space], level)):
            if numbers[i] is None:
                same = [x for x in left if x[1] == letter and x[2] not in used[letter]]
                nearest = min(
                    same, key=lambda x: (space - x[0][0]) % len(board.spaces), default=None
                )
                number = _unused(used[letter]) if nearest is None else nearest[2]
                numbers[i] = number
                used[letter].add(number)
    return tuple(
        tuple(
            tuple(x for x in found[space, level] if x is not None)
            for level in range(stack.height + 1)
        )
        for space, stack in enumerate(board.spaces)
    )
