"""Making a scene small: fewer wizards, cards, flasks and spells, while it still shows the difference.

A wizard removed from the board goes home and a card removed from a hand is discarded, so that every
step is a position of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from attrs import evolve

from wtrules.board import Board, Stack
from wtrules.editions.search.perturb import tidied
from wtrules.position.table import Flasks, Table
from wtrules.program.program import Program

Line = tuple[str, ...]
Shows = Callable[[Table, Line], bool]


def shrink(
    scene: Table,
    line: Line,
    shows: Shows,
    program: Program,
    start: Table,
    decisions: Sequence[str] = (),
) -> tuple[Table, Line]:
    """Return the smallest scene and line that were found to show the same.

    *start* is the beginning of a game of the *program*; *decisions* are those a turn may begin with.
    """
    ends = (line[at:] for at in range(len(line), 0, -1))
    for end, decision in product(ends, decisions):
        begun = evolve(scene, decision=decision)
        if shows(begun, end):
            scene, line = begun, end
            break
    line = _shorter(scene, line, shows)
    for change in _barer(scene, line, program.board.letters.index(scene.active)):
        barer = change(scene)
        if barer != scene and shows(barer, line):
            scene = barer
    scene = _fewer_wizards(scene, line, shows, program.board.letters)
    for shift in dict.fromkeys((0, start.castle - scene.castle)):
        tidy = tidied(scene, start, program, shift % len(scene.board.spaces))
        if tidy.board.wizards == scene.board.wizards and shows(tidy, line):
            scene = tidy
            break
    for candidate in _flatter(scene):
        flat = candidate(scene)
        if flat is not None and shows(flat, line):
            scene = flat
    return scene, _shorter(scene, line, shows)


def _shorter(scene: Table, line: Line, shows: Shows) -> Line:
    at = 0
    while at < len(line):
        fewer = line[:at] + line[at + 1 :]
        if shows(scene, fewer):
            line = fewer
        else:
            at += 1
    return line


def _barer(scene: Table, line: Line, active: int) -> tuple[Callable[[Table], Table], ...]:
    """Return ways to do with fewer cards, spells and flasks, tried one after the other.

    The active player keeps a card: a turn with an empty hand does not happen, and is hard to follow.
    """
    words = {word for move in line for word in move.split()}
    named = tuple(spell for spell in scene.spells if spell in words)
    unspent = tuple((e + s, f, 0) for e, f, s in scene.flasks)
    empty = tuple((e + f + s, 0, 0) for e, f, s in scene.flasks)
    return (
        lambda s: evolve(s, spells=named),
        *(
            lambda s, gone=gone: evolve(s, spells=tuple(x for x in s.spells if x != gone))
            for gone in scene.spells
        ),
        lambda s: evolve(s, flasks=unspent),
        lambda s: evolve(s, flasks=empty),
        *(lambda s, i=i: evolve(s, flasks=_emptied(s, i)) for i in range(scene.players)),
        *(
            lambda s, i=i: evolve(s, flasks=_one_less(s, i))
            for i, (_, full, _) in enumerate(scene.flasks)
            for _ in range(full)
        ),
        lambda s: s.with_hands(_hands(s, words, 1)),
        lambda s: s.with_hands(_hands(s, words, 0, active)),
    )


def _emptied(scene: Table, player: int) -> tuple[Flasks, ...]:
    return tuple(
        (sum(three), 0, 0) if i == player else three for i, three in enumerate(scene.flasks)
    )


def _one_less(scene: Table, player: int) -> tuple[Flasks, ...]:
    """Return the flasks with one full flask of a player emptied."""
    return tuple(
        (e + 1, f - 1, s) if i == player and f else (e, f, s)
        for i, (e, f, s) in enumerate(scene.flasks)
    )


def _hands(
    scene: Table, words: set[str], more: int, keeps: int | None = None
) -> tuple[tuple[str, ...], ...]:
    """Return the hands with the cards that are played and a few more; one player keeps at least one."""
    hands = []
    for player, hand in enumerate(scene.hands):
        played = [card for card in dict.fromkeys(hand) if card in words]
        others = [card for card in hand if card not in words]
        hands.append((*played, *others[: more or (player == keeps and not played)]))
    return tuple(hands)


# --- wizards ---------------------------------------------------------------------------------------

Spot = tuple[int, int, int]  # space, level, which of those there


def _fewer_wizards(scene: Table, line: Line, shows: Shows, letters: str) -> Table:
    """Take wizards off the board, many at once first."""
    spots = _spots(scene.board)
    size = len(spots)
    while size:
        at = 0
        while at < len(spots):
            gone = spots[at : at + size]
            fewer = _without(scene, gone, letters)
            if fewer is not None and shows(fewer, line):
                scene = fewer
                spots = _moved_up(spots, gone)
            else:
                at += size
        size //= 2
    return scene


def _spots(board: Board) -> list[Spot]:
    return [
        (space, level, i)
        for space, stack in enumerate(board.spaces)
        for level, surface in enumerate(stack.surfaces)
        for i in range(len(surface))
    ]


def _moved_up(spots: list[Spot], gone: list[Spot]) -> list[Spot]:
    """Return the remaining spots, renumbered on their surfaces."""
    left = []
    for space, level, i in spots:
        if (space, level, i) not in gone:
            before = sum(1 for s, k, j in gone if (s, k) == (space, level) and j < i)
            left.append((space, level, i - before))
    return left


def _without(scene: Table, gone: list[Spot], letters: str) -> Table | None:
    stacks = list(scene.board.spaces)
    home = list(scene.home)
    for space, level, i in sorted(gone, reverse=True):
        surfaces = list(stacks[space].surfaces)
        surface = surfaces[level]
        home[letters.index(surface[i])] += 1
        surfaces[level] = surface[:i] + surface[i + 1 :]
        stacks[space] = stacks[space].with_surfaces(surfaces)
    board = Board(tuple(stacks))
    if not board.wizards[scene.active]:  # the active player keeps a wizard on the board
        return None
    return evolve(scene, board=board, home=tuple(home))


# --- towers ----------------------------------------------------------------------------------------


def _flatter(scene: Table) -> Iterator[Callable[[Table], Table | None]]:
    """Yield ways to take the topmost tower of a stack down to an empty space."""
    for space, stack in enumerate(scene.board.spaces):
        for _ in stack.towers[1:]:
            yield lambda scene, space=space: _taken_down(scene, space)  # type: ignore[misc]


def _taken_down(scene: Table, space: int) -> Table | None:
    stacks = list(scene.board.spaces)
    stack = stacks[space]
    if stack.castle or len(stack.towers) < 2:
        return None
    ring = len(stacks)
    empty = next(
        (at % ring for at in range(space + 1, space + ring) if stacks[at % ring] == Stack()),
        None,
    )
    if empty is None:
        return None
    stacks[space] = evolve(stack, towers=stack.towers[:-1])
    stacks[empty] = Stack("", stack.towers[-1:])
    return evolve(scene, board=Board(tuple(stacks)))
