"""Suggestions: the name that was probably meant.

A misspelt name and the names there are come in; the nearest one goes out, or none: a wrong
guess is worse than no guess.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

_CUTOFF = 0.7  # of difflib's ratio, for names that share words rather than letters

# Letters of other alphabets, and signs, that look like Latin ones in most fonts.
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝѵ" + "АВЕКМНОРСТУХІЈЅ" + "αεικνορτυχ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ıɡǀ" + "‐‑‒–—−",
    "aeopcyxijshdqwv" + "ABEKMHOPCTYXIJS" + "aeikvoptux" + "ABEZHIKMNOPTYX" + "igl" + "------",
)


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that *name* is most likely meant to be, if any is near enough."""
    wanted = _key(name)
    limit = _allowed_edits(len(wanted))
    letters = Counter(wanted)
    best: tuple[int, str] | None = None
    far: list[tuple[str, str]] = []
    for candidate in dict.fromkeys(candidates):
        if candidate == name:
            continue
        key = _key(candidate)
        if key == wanted:
            return candidate
        # Lengths and letters rule most names out before edits are counted, so that long lists stay fast.
        if abs(len(key) - len(wanted)) <= limit and _missing(letters, key) <= limit:
            edits = _edits(wanted, key, limit)
            if edits <= limit and (best is None or (edits, candidate) < best):
                best, limit = (edits, candidate), edits
        far.append((key, candidate))
    if best is not None:
        return best[1]
    return _most_alike(wanted, far)


def looks_like(a: str, b: str) -> bool:
    """Whether two different names look the same on the screen."""
    return a != b and skeleton(a) == skeleton(b)


def name_hint(name: str, candidates: Iterable[str]) -> str | None:
    """Return the help line for an unknown name, or None when nothing is near."""
    names = list(dict.fromkeys(candidates))
    seen = skeleton(name)
    for candidate in names:
        if candidate != name and skeleton(candidate) == seen:
            odd = next((c for c in name if c not in candidate), None)
            which = f": `{odd}` is {_describe(odd)}" if odd else ""
            return f"there is a `{candidate}` that only looks the same{which}; type the name again"
    guess = closest(name, names)
    return f"did you mean `{guess}`?" if guess else None


def _describe(character: str) -> str:
    label = unicodedata.name(character, "a character without a name")
    return f"U+{ord(character):04X} {label}"


def skeleton(name: str) -> str:
    """Return what a reader sees: composed letters, Latin in place of look-alikes."""
    if name.isascii():
        return name
    plain = unicodedata.normalize("NFKC", name).translate(_LOOK_ALIKES)
    return "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Cc"))


@lru_cache(maxsize=8192)
def _key(name: str) -> str:
    return skeleton(name).casefold().replace("-", "_").replace(" ", "_")


def _allowed_edits(length: int) -> int:
    return 0 if length <= 1 else 1 if length <= 4 else 2 if length <= 8 else 3


def _missing(letters: Counter[str], key: str) -> int:
    """Return how many letters of the wanted name *key* lacks: a lower bound of edits."""
    return sum(max(number - key.count(letter), 0) for letter, number in letters.items())


def _edits(a: str, b: str, limit: int) -> int:
    """Return the Damerau distance (insert, delete, replace, swap neighbours), or more than limit."""
    while a and b and a[0] == b[0]:
        a, b = a[1:], b[1:]
    while a and b and a[-1] == b[-1]:
        a, b = a[:-1], b[:-1]
    beyond = limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        # Only the band around the diagonal can stay within the limit.
        low, high = max(1, i - limit), min(len(b), i + limit)
        last, row = row, [beyond] * (len(b) + 1)
        row[0] = i
        for j in range(low, high + 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != b[j - 1]))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == b[j - 1]:
                cost = min(cost, before[j - 2] + 1)
            row[j] = cost
        if min(row) > limit and min(last) > limit:
            return beyond
        before = last
    return row[-1]


def _most_alike(wanted: str, candidates: Iterable[tuple[str, str]]) -> str | None:
    if len(wanted) < 3:
        return None
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    found: tuple[float, str] | None = None
    floor = _CUTOFF
    for key, candidate in candidates:
        matcher.set_seq1(key)
        if matcher.real_quick_ratio() < floor or matcher.quick_ratio() < floor:
            continue
        ratio = matcher.ratio()
        if ratio > floor or (ratio == floor and (found is None or candidate < found[1])):
            found, floor = (ratio, candidate), ratio
    return found[1] if found else None
