"""Suggestions: the name that was probably meant.

A misspelt name and the names there are come in; the nearest one goes out, or none: a wrong
guess is worse than no guess.

A file can have thousands of misspelt names and thousands of names that they could be. `sparingly` keeps
the work for them within a limit, after which there are no more suggestions; only such files notice.
"""

import sys
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import SequenceMatcher
from functools import lru_cache

from wtrules.diagnostics.fix import Advice, replace
from wtrules.phrase import Verbatim, phrase
from wtrules.source import Span

_CUTOFF = 0.7  # of difflib's ratio, for names that share words rather than letters

_LONGEST = 200  # characters of a name that is compared with others
WORK = 3_000_000  # comparisons of two letters, about a second

# What is left of the work, in a list of its own for each block of `sparingly`; None: no limit.
_left: ContextVar[list[int] | None] = ContextVar("work left for suggestions", default=None)


class _SpentError(Exception):
    """The work for suggestions is used up."""


@contextmanager
def sparingly() -> Iterator[None]:
    """Limit the work for all suggestions in this block together."""
    if _left.get() is not None:  # a block in a block shares its limit
        yield
        return
    token = _left.set([WORK])
    try:
        yield
    finally:
        _left.reset(token)


def _spend(work: int) -> None:
    left = _left.get()
    if left is not None:
        left[0] -= work
        if left[0] < 0:
            raise _SpentError


# Letters of other alphabets, and signs, that look like Latin ones in most fonts.
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝѵ" + "АВЕКМНОРСТУХІЈЅ" + "αεικνορτυχ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ıɡǀ" + "‐‑‒–—−",
    "aeopcyxijshdqwv" + "ABEKMHOPCTYXIJS" + "aeikvoptux" + "ABEZHIKMNOPTYX" + "igl" + "------",
)


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that *name* is most likely meant to be, if any is near enough."""
    try:
        return _closest(name, candidates)
    except _SpentError:
        return None


def _closest(name: str, candidates: Iterable[str]) -> str | None:
    names = dict.fromkeys(candidates)
    _spend(len(names))
    wanted = _key(name)
    keys = [(_key(each), each) for each in names if each != name]
    same = next((each for key, each in keys if key == wanted), None)
    if same or len(wanted) > _LONGEST:
        return same
    keys = [pair for pair in keys if len(pair[0]) <= _LONGEST]
    return _nearest(wanted, keys) or _most_alike(wanted, keys)


def looks_like(a: str, b: str) -> bool:
    """Whether two different names look the same on the screen."""
    return a != b and skeleton(a) == skeleton(b)


def name_hint(name: str, candidates: Iterable[str]) -> str | None:
    """Return the help line for an unknown name, or None when nothing is near."""
    found = _meant(name, list(dict.fromkeys(candidates)))
    return found[1] if found else None


def name_fix(at: Span, candidates: Iterable[str]) -> Advice:
    """Return the fix for an unknown name that is written at a place, None when nothing is near."""
    names = list(dict.fromkeys(candidates))
    found = _meant(at.text, names)
    if found is None:
        return None
    guess, hint = found
    return replace(at, guess, hint, is_sure(at.text, guess, names))


def _meant(name: str, names: list[str]) -> tuple[str, str] | None:
    """Return the name that is probably meant, and the help line that says so."""
    try:
        _spend(len(names))
    except _SpentError:
        return None
    seen = skeleton(name)
    for candidate in names:
        if candidate != name and skeleton(candidate) == seen:
            odd = next((c for c in name if c not in candidate), None)
            which = (
                phrase(": `{odd}` is {character}", odd=odd, character=Verbatim(_describe(odd)))
                if odd
                else ""
            )
            return candidate, phrase(
                "there is a `{candidate}` that only looks the same{which}; type the name again",
                candidate=candidate,
                which=which,
            )
    guess = closest(name, names)
    return (guess, phrase("did you mean `{guess}`?", guess=guess)) if guess else None


def is_sure(name: str, guess: str, candidates: Iterable[str]) -> bool:
    """Whether a name can only be a slip for *guess*: no other candidate is nearly as close."""
    wanted = _key(name)
    if _key(guess) == wanted:
        return True
    names = dict.fromkeys(candidates)
    try:
        _spend(len(names))
        if len(wanted) < 4 or not _nearest(wanted, [(_key(guess), guess)]):
            return False
        others = [(_key(each), each) for each in names if each not in (name, guess)]
        return _nearest(wanted, others) is None
    except _SpentError:
        return False


def _describe(character: str) -> str:
    label = unicodedata.name(character, "a character without a name")
    return f"U+{ord(character):04X} {label}"


def skeleton(name: str) -> str:
    """Return what a reader sees: composed letters, Latin in place of look-alikes."""
    if name.isascii():
        return name
    plain = unicodedata.normalize("NFKC", name).translate(_LOOK_ALIKES)
    return "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Cc"))


@lru_cache(maxsize=65_536)  # more than the names in any folder, or it would be useless
def _key(name: str) -> str:
    return skeleton(name).casefold().replace("-", "_").replace(" ", "_")


def _allowed_edits(length: int) -> int:
    return 0 if length <= 1 else 1 if length <= 4 else 2 if length <= 8 else 3


def _nearest(wanted: str, keys: list[tuple[str, str]]) -> str | None:
    """Return the candidate with the fewest edits (insert, delete, replace, swap neighbours).

    Keys with the same beginning share the rows of the table for it, and are passed over together if
    that beginning is too far off: long lists stay fast.
    """
    limit = _allowed_edits(len(wanted))
    keys = sorted(pair for pair in keys if abs(len(pair[0]) - len(wanted)) <= limit)
    best: tuple[int, str] | None = None
    rows = [list(range(len(wanted) + 1))]  # edits from the beginnings of a key to those of *wanted*
    before, start = "", 0
    while start < len(keys):
        key, candidate = keys[start]
        start += 1
        shared = _shared(before, key)
        del rows[shared + 1 :]
        for i in range(shared, len(key)):
            rows.append(_row(key[: i + 1], wanted, rows, limit))
            # A swap can reach back over one row.
            if min(rows[-1]) > limit and min(rows[-2]) > limit:
                end = key[: i + 1] + chr(sys.maxunicode)
                start = bisect_left(keys, (end,), start)
                break
        else:
            if rows[-1][-1] <= limit and (best is None or (rows[-1][-1], candidate) < best):
                best = rows[-1][-1], candidate
                limit = best[0]
        before = key[: len(rows) - 1]
    return best[1] if best is not None else None


def _shared(a: str, b: str) -> int:
    """Return how many characters two texts have in common at their beginnings."""
    for i, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            return i
    return min(len(a), len(b))


def _row(a: str, b: str, rows: list[list[int]], limit: int) -> list[int]:
    """Return the row of *a*: its edits to each beginning of *b*, exact up to the limit."""
    _spend(2 * limit + 1)
    i, x, last = len(a), a[-1], rows[-1]
    row = [limit + 1] * (len(b) + 1)
    row[0] = i
    # Only the band around the diagonal can stay within the limit.
    for j in range(max(1, i - limit), min(len(b), i + limit) + 1):
        cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != b[j - 1]))
        if i > 1 and j > 1 and x == b[j - 2] and a[-2] == b[j - 1]:
            cost = min(cost, rows[-2][j - 2] + 1)
        row[j] = cost
    return row


def _most_alike(wanted: str, candidates: Iterable[tuple[str, str]]) -> str | None:
    if len(wanted) < 3:
        return None
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    letters = [(letter, wanted.count(letter)) for letter in dict.fromkeys(wanted)]
    found: tuple[float, str] | None = None
    floor = _CUTOFF
    for key, candidate in candidates:
        both = len(key) + len(wanted)
        # Lengths and letters rule most names out: the ratio is never above these.
        if 2 * min(len(key), len(wanted)) / both < floor:
            continue
        _spend(len(letters))
        common = sum([min(key.count(letter), number) for letter, number in letters])
        if 2 * common / both < floor:
            continue
        _spend(len(key) * len(wanted))
        matcher.set_seq1(key)
        ratio = matcher.ratio()
        if ratio > floor or (ratio == floor and (found is None or candidate < found[1])):
            found, floor = (ratio, candidate), ratio
    return found[1] if found else None
