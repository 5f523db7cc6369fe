"""Suggestions: the name that was probably meant.

A misspelt name and the names there are come in; the nearest one goes out, or none: a wrong
guess is worse than no guess.

A file can have thousands of misspelt names and thousands of names that they could be. What is known of
the latter is kept from one question to the next. `sparingly` keeps the work within a limit, after which
there are no more suggestions; only such files notice.
"""

from __future__ import annotations

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
_PREPARED = 8  # lists of names that are kept; those of one stage of a check

_Candidate = tuple[int, str, str]  # the letters of a key, the key, the name


class _Work:
    """What is left of the work, and what was prepared so far."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.prepared: dict[tuple[str, ...], _Candidates] = {}


_work: ContextVar[_Work | None] = ContextVar("work for suggestions", default=None)  # None: no limit


class _SpentError(Exception):
    """The work for suggestions is used up."""


@contextmanager
def sparingly(work: int | None = None) -> Iterator[None]:
    """Limit the work for all suggestions in this block together; 0: there are none."""
    if _work.get() is not None:  # a block in a block shares its limit
        yield
        return
    token = _work.set(_Work(WORK if work is None else work))
    try:
        yield
    finally:
        _work.reset(token)


def _spend(amount: int) -> None:
    work = _work.get()
    if work is not None:
        work.left -= amount
        if work.left < 0:
            raise _SpentError


# Letters of other alphabets, and signs, that look like Latin ones in most fonts.
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝѵ" + "АВЕКМНОРСТУХІЈЅ" + "αεικνορτυχ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ıɡǀ" + "‐‑‒–—−",
    "aeopcyxijshdqwv" + "ABEKMHOPCTYXIJS" + "aeikvoptux" + "ABEZHIKMNOPTYX" + "igl" + "------",
)


class _Candidates:
    """Names that a misspelt one could be, prepared for many questions about them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.by_key: dict[str, list[str]] = {}
        self.by_look: dict[str, list[str]] = {}
        self.by_length: dict[int, list[_Candidate]] = {}
        for name in names:
            key = _key(name)
            self.by_key.setdefault(key, []).append(name)
            self.by_look.setdefault(skeleton(name), []).append(name)
            if len(key) <= _LONGEST:
                self.by_length.setdefault(len(key), []).append((_letters(key), key, name))
        # Answers that are known: a name may be misspelt the same way thousands of times.
        self.closest: dict[str, str | None] = {}
        self.is_sure: dict[tuple[str, str], bool] = {}

    def between(self, shortest: int, longest: int) -> Iterator[_Candidate]:
        """Yield the candidates whose keys have a length from *shortest* to *longest*."""
        for length, those in self.by_length.items():
            if shortest <= length <= longest:
                yield from those

    def near(self, wanted: str, *others: str) -> list[tuple[str, str]]:
        """Return the candidates that few edits could turn into *wanted*, with their keys, except *others*.

        An edit changes two letters at most, so most names are ruled out by the letters in them.
        """
        limit = _allowed_edits(len(wanted))
        letters = _letters(wanted)
        return [
            (key, name)
            for other, key, name in self.between(len(wanted) - limit, len(wanted) + limit)
            if (letters ^ other).bit_count() <= 2 * limit and name not in others
        ]


def _candidates(names: Iterable[str]) -> _Candidates:
    """Return names prepared for questions, or those that were prepared before."""
    each = tuple(dict.fromkeys(names))
    work = _work.get()
    if work is None:
        return _Candidates(each)
    _spend(len(each) // 4)
    if each not in work.prepared:
        _spend(2 * len(each))
        if len(work.prepared) == _PREPARED:
            del work.prepared[next(iter(work.prepared))]
        work.prepared[each] = _Candidates(each)
    return work.prepared[each]


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that *name* is most likely meant to be, if any is near enough."""
    try:
        return _closest(name, _candidates(candidates))
    except _SpentError:
        return None


def _closest(name: str, candidates: _Candidates) -> str | None:
    if name not in candidates.closest:
        wanted = _key(name)
        same = next((each for each in candidates.by_key.get(wanted, ()) if each != name), None)
        if same is None and len(wanted) <= _LONGEST:
            _spend(len(candidates.names) // 4)
            same = _nearest(wanted, candidates.near(wanted, name))
            same = same or _most_alike(wanted, candidates, name)
        candidates.closest[name] = same
    return candidates.closest[name]


def looks_like(a: str, b: str) -> bool:
    """Whether two different names look the same on the screen."""
    return a != b and skeleton(a) == skeleton(b)


def name_hint(name: str, candidates: Iterable[str]) -> str | None:
    """Return the help line for an unknown name, or None when nothing is near."""
    try:
        guess = _meant(name, _candidates(candidates))
    except _SpentError:
        return None
    return _hint(name, guess) if guess else None


def name_fix(at: Span, candidates: Iterable[str]) -> Advice:
    """Return the fix for an unknown name that is written at a place, None when nothing is near."""
    name = at.text
    try:
        known = _candidates(candidates)
        guess = _meant(name, known)
        if guess is None:
            return None
        return replace(at, guess, _hint(name, guess), _is_sure(name, guess, known))
    except _SpentError:
        return None


def _meant(name: str, candidates: _Candidates) -> str | None:
    """Return the name that is probably meant: one that looks the same, or the closest one."""
    alike = (each for each in candidates.by_look.get(skeleton(name), ()) if each != name)
    return next(alike, None) or _closest(name, candidates)


def _hint(name: str, guess: str) -> str:
    """Return the help line that suggests a name."""
    if skeleton(guess) != skeleton(name):
        return phrase("did you mean `{guess}`?", guess=guess)
    odd = next((c for c in name if c not in guess), None)
    which = (
        phrase(": `{odd}` is {character}", odd=odd, character=Verbatim(_describe(odd)))
        if odd
        else ""
    )
    return phrase(
        "there is a `{candidate}` that only looks the same{which}; type the name again",
        candidate=guess,
        which=which,
    )


def is_sure(name: str, guess: str, candidates: Iterable[str]) -> bool:
    """Whether a name can only be a slip for *guess*: no other candidate is nearly as close."""
    try:
        return _is_sure(name, guess, _candidates(candidates))
    except _SpentError:
        return False


def _is_sure(name: str, guess: str, candidates: _Candidates) -> bool:
    wanted, key = _key(name), _key(guess)
    if key == wanted:
        return True
    pair = (name, guess)
    if pair not in candidates.is_sure:
        _spend(len(candidates.names) // 4)
        candidates.is_sure[pair] = (
            4 <= len(wanted) <= _LONGEST
            and _nearest(wanted, [(key, guess)]) is not None
            and _nearest(wanted, candidates.near(wanted, name, guess)) is None
        )
    return candidates.is_sure[pair]


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


@lru_cache(maxsize=65_536)
def _letters(key: str) -> int:
    """Return the letters of a name as bits; some letters share one."""
    bits = 0
    for letter in set(key):
        bits |= 1 << (ord(letter) & 63)
    return bits


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


def _most_alike(wanted: str, candidates: _Candidates, name: str) -> str | None:
    """Return the candidate that shares the most parts with *wanted*; *name* is none."""
    if len(wanted) < 3:
        return None
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    letters = [(letter, wanted.count(letter)) for letter in dict.fromkeys(wanted)]
    found: tuple[float, str] | None = None
    floor = _CUTOFF
    # Lengths and letters rule most names out: the ratio is never above these.
    part = _CUTOFF / (2 - _CUTOFF)
    for _, key, candidate in candidates.between(
        int(len(wanted) * part), int(len(wanted) / part) + 1
    ):
        both = len(key) + len(wanted)
        if candidate == name or 2 * min(len(key), len(wanted)) / both < floor:
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
