"""Aspects of phrasing: in which ways two manuals can say the same thing in other words.

The atlas notes them with `phrased`. Some aspects have fixed words, so that notes can be compared
word by word; what aspects and words are called in reports is in the catalogues (`report.aspect.…`).
"""

from __future__ import annotations

from attrs import frozen


@frozen(eq=False, repr=False)
class Aspect:
    """One way in which manuals can differ although they say the same."""

    name: str
    doc: str
    words: tuple[str, ...] = ()  # empty: free text in each language
    is_quoted: bool = False  # the text in the manual's own language is the manual's own word


ASPECTS: dict[str, Aspect] = {
    aspect.name: aspect
    for aspect in (
        Aspect("term", "the word that the manual uses", is_quoted=True),
        Aspect("actor", "who is spoken to or acts; `passive` if nobody is named",
               ("you", "active", "player", "everybody", "caster", "passive")),
        Aspect("modality", "how it is put: as a duty, a permission, a possibility, a fact, advice or a ban",
               ("must", "may", "can", "fact", "advice", "ban")),
        Aspect("order", "where, or in which sequence, it is said"),
        Aspect("scope", "how far the words reach"),
        Aspect("means", "anything else about how it is said: by a picture, a comparison, a reason …"),
        Aspect("example", "whether the manual gives an example", ("yes", "no")),
    )
}  # fmt: skip
