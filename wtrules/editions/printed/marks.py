"""The words that differ between two passages in one language.

`difflib` of the standard library compares them word by word: passages have a few dozen words, so
nothing faster is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from wtrules.editions.printed.passage import Run
from wtrules.editions.printed.sections import key_words

_TOKEN = re.compile(r"\s+|[^\W_]+|[^\w\s]|_")
_LEAST_SHARED = 4  # letters: a lone `the` between other words does not count as shared
_MOST_WORDS = 2000
_LEAST_ALIKE = 0.3  # of two passages; below it, nearly every word would be marked


def marked(one: str, two: str) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Return two texts as runs; the words that only one of them has are marked.

    Nothing is marked in texts that have hardly a word in common.
    """
    tokens = _TOKEN.findall(one), _TOKEN.findall(two)
    places = tuple([i for i, token in enumerate(some) if key_words(token)] for some in tokens)
    words = [
        [key_words(some[i])[0] for i in where] for some, where in zip(tokens, places, strict=True)
    ]
    if max(map(len, words)) > _MOST_WORDS:
        return (Run(one),), (Run(two),)
    shared: tuple[set[int], set[int]] = (set(), set())
    for a, b, size in _shared_blocks(*words):
        shared[0].update(places[0][a : a + size])
        shared[1].update(places[1][b : b + size])
    if 2 * len(shared[0]) < _LEAST_ALIKE * sum(map(len, words)):
        return (Run(one),), (Run(two),)
    first, second = (
        tuple(_runs(some, set(where) - same))
        for some, where, same in zip(tokens, places, shared, strict=True)
    )
    return first, second


def _shared_blocks(one: Sequence[str], two: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    for a, b, size in SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks():
        is_edge = (a == 0 and b == 0) or (a + size == len(one) and b + size == len(two))
        if is_edge or sum(map(len, one[a : a + size])) >= _LEAST_SHARED:
            yield a, b, size


def _runs(tokens: Sequence[str], differing: set[int]) -> Iterator[Run]:
    """Yield tokens as runs; what is between two differing words is marked with them."""
    flags = [index in differing for index in range(len(tokens))]
    words = [index for index, token in enumerate(tokens) if key_words(token)]
    for before, after in pairwise(words):
        if flags[before] and flags[after]:
            flags[before:after] = [True] * (after - before)
    start = 0
    for index in range(1, len(tokens) + 1):
        if index == len(tokens) or flags[index] != flags[start]:
            yield Run("".join(tokens[start:index]), flags[start])
            start = index
