"""How two manuals put the same thing: their notes in the atlas, compared aspect by aspect."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from wtrules.language.phrasing import ASPECTS
from wtrules.resolve.coverage import Note
from wtrules.value import Value


@frozen
class Phrasing(Value):
    """One aspect that two manuals put differently: a fixed word each, or texts by language.

    Of a term, the text in the manual's own language is its own word, the other one a translation.
    """

    aspect: str
    one: Note
    two: Note
    languages: tuple[str | None, str | None]  # that the manuals are printed in


@frozen
class PhrasingChanged(Value):
    """Two manuals say the same about one topic, and put it differently."""

    topic: str
    phrasings: tuple[Phrasing, ...]


Phrased = Mapping[str, Note]  # how a manual puts something, by aspect


def compare_phrasing(
    one: Phrased, two: Phrased, languages: tuple[str | None, str | None]
) -> tuple[Phrasing, ...]:
    """Return the aspects that differ between two manuals in these languages.

    The atlas notes an aspect for all manuals or for none, so one that a note lacks says nothing.
    """
    return tuple(
        Phrasing(aspect, one[aspect], two[aspect], languages)
        for aspect in ASPECTS
        if aspect in one and aspect in two and _differ(aspect, one[aspect], two[aspect], languages)
    )


def _differ(aspect: str, one: Note, two: Note, languages: tuple[str | None, str | None]) -> bool:
    if isinstance(one, str) or isinstance(two, str):
        return one != two
    own, other = languages
    if ASPECTS[aspect].is_quoted and own is not None and own == other:
        return one.get(own) != two.get(own)  # two words may have one translation
    # Texts that agree in one language mean the same, however they are translated.
    return not any(one[language] == two.get(language) for language in one)
