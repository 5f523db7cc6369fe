"""Words for colours in a sentence: `the blue wizard`, `der blaue Magier`, `den blauen Magier`.

A rule file gives a colour as one plain word, such as `blau`. The text that uses it has the ending it
needs as a format: `der {colour:e} Magier`.
"""

from __future__ import annotations

from attrs import frozen

from wtrules.safe_text import safe
from wtrules.value import Value

_VOWELS = "aeiouyäöü"


@frozen
class Adjective(Value):
    """The word for a colour, which takes an ending where a text asks for one."""

    word: str

    @property
    def is_one(self) -> bool:
        """Whether it is an adjective at all; `Drache` and `Team 2` are names."""
        return self.word[:1].islower() and self.word[-1:].isalpha()

    def __str__(self) -> str:
        return self.word

    def __format__(self, ending: str) -> str:
        return safe(_stem(self.word) + ending if ending else self.word)


def _stem(word: str) -> str:
    """Return what a German ending is added to: `blau`, `dunkl`, `orangefarben`."""
    if word.endswith("el"):
        return word[:-2] + "l"
    # `orange`, `rosa` and `lila` take no endings, but what has that colour does.
    return f"{word}farben" if word[-1] in _VOWELS and not word.endswith("au") else word
