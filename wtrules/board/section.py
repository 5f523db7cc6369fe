"""The part of the track that a picture needs: some spaces in the order of travel, long gaps left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from wtrules.board.track import NOWHERE, Track

GAP = None  # spaces that are left out
Section = tuple[int | None, ...]

_MOST_SHOWN = 7  # spaces in a row without a gap
_MOST = 11  # spaces in all; with more, the whole board is clearer
_WITH_NEIGHBOURS = 5  # shorter rows get a space more at either end
_LONG = 4  # spaces of no interest that become a gap


def section(spaces: int, track: Track | None, needed: Collection[int]) -> Section | None:
    """Return the spaces to show, with GAP where some are left out; None if no row can show them.

    *needed* are the spaces that matter. Spaces that no way connects are in separate rows.
    """
    found: list[int | None] = []
    left = set(needed)
    for line, is_closed in _lines(spaces, track):
        here = left & set(line)
        if not here:
            continue
        left -= here
        row = _row(line, is_closed, here)
        if row is None:
            return None
        found += [GAP, *row] if found else row
    shown = [space for space in found if space is not GAP]
    if left or not shown or len(shown) > _MOST or len(set(shown)) < len(shown):
        return None
    return tuple(found)


def _lines(spaces: int, track: Track | None) -> Iterator[tuple[list[int], bool]]:
    """Yield rows of spaces, each followed by the next on the track; whether the last leads to the first."""
    if track is None:
        yield list(range(spaces)), True
        return
    seen: set[int] = set()
    # A space that nothing leads to begins a row; what is left are closed ones.
    entered = {to for space in range(spaces) for to in track.ways_on(space, 1)}
    for first in sorted(range(spaces), key=lambda space: (space in entered, space)):
        if first in seen:
            continue
        line, is_closed = _line(track, first, seen)
        seen.update(line)
        yield line, is_closed


def _line(track: Track, first: int, seen: set[int]) -> tuple[list[int], bool]:
    line, before, space = [first], None, first
    passed: set[tuple[int | None, int]] = set()
    while (before, space) not in passed:
        passed.add((before, space))
        ways = track.ways_on(space, 1, before)
        onward = ways[0]
        if onward == NOWHERE or (onward in seen and onward not in line):
            return line, False
        if onward == first and track.ways_on(first, 1, space)[0] == line[1 % len(line)]:
            return line, True
        before, space = space, onward
        line.append(onward)
    return line[:-1], False


def _row(line: Sequence[int], is_closed: bool, needed: set[int]) -> list[int | None] | None:
    """Return the shortest part of a line with all that is needed, and perhaps its neighbours."""
    count = len(line)
    windows = (
        (length, start)
        for length in range(1, count + 1)
        for start in range(count if is_closed else count - length + 1)
    )
    for length, start in windows:
        part = [line[(start + i) % count] for i in range(length)]
        if needed <= set(part):
            break
    else:
        return None
    if length <= _WITH_NEIGHBOURS:
        first, last = start - 1, start + length
        if is_closed and length + 2 <= count:
            part = [line[first % count], *part, line[last % count]]
        elif not is_closed:
            part = [*line[max(0, first) : start], *part, *line[last : last + 1]]
    return [*part] if len(part) <= _MOST_SHOWN else list(_shortened(part, needed))


def _shortened(part: Sequence[int], needed: set[int]) -> Iterator[int | None]:
    """Yield a long row without the spaces in the middle of long gaps."""
    at = [i for i, space in enumerate(part) if space in needed]
    for here, after in zip(at, [*at[1:], None], strict=True):
        yield part[here]
        if after is None:
            return
        between = part[here + 1 : after]
        if len(between) >= _LONG:
            yield from (between[0], GAP, between[-1])
        else:
            yield from between
