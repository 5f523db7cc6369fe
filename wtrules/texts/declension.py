"""The endings of German words: `der blaue Magier`, `den blauen Magier`, `den Drachen`.

A rule file gives a colour as one plain word, such as `blau`; the text that uses it has the ending it
needs as a format: `der {colour:e} Magier`. It names a piece with its article, `der Drache`, from which
the other forms follow.
"""

from __future__ import annotations

from attrs import frozen

from wtrules.safe_text import safe
from wtrules.value import Value

_VOWELS = "aeiouyäöü"

# Masculine nouns that take `-en` as the object: by how they end, or by what they are.
_WEAK_ENDINGS = ("ant", "ent", "graf", "ist", "oge", "soph")
_WEAK_NOUNS = (
    "bandit", "bär", "christ", "fürst", "held", "hirt", "komet", "mensch", "narr", "ochs", "pirat",
    "planet", "poet", "prinz", "prophet", "soldat", "spatz", "zar",
)  # fmt: skip
_WEAK_IN_N = ("bauer", "herr", "nachbar", "ungar")  # these take `-n`, as all in `-e` do
_STRONG = ("ee", "eist", "käse")  # endings of those that look weak and are not


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


def as_object(phrase: str, language: str) -> str:
    """Return what is done to something, from what does something: `den alten Drachen`.

    Only the article, adjectives behind it and the first noun change, and those of masculine words only.
    """
    if language != "de" or not phrase.startswith("der "):
        return phrase
    words = ["den", *phrase.split(" ")[1:]]
    for i, word in enumerate(words[1:], 1):
        if not word[:1].islower():
            words[i] = _noun_as_object(word)
            break
        words[i] = f"{word}n" if word.endswith("e") else word
    return " ".join(words)


def _noun_as_object(noun: str) -> str:
    word = noun.casefold()
    if word.endswith(_STRONG):
        return noun
    if word.endswith(("e", *_WEAK_IN_N)):
        return f"{noun}n"
    return f"{noun}en" if word.endswith((*_WEAK_ENDINGS, *_WEAK_NOUNS)) else noun
