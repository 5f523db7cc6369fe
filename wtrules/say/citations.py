"""Places in manuals in words: `Capstone: “Setup”, p. 3`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wtrules.resolve.citations import Citation
from wtrules.texts import Texts


def page_text(cited: Citation, texts: Texts) -> str:
    """Return the page, if there is one: `p. 3`, or `about p. 3` if it is inferred."""
    key = "say.page_inferred" if cited.is_inferred else "say.page"
    return texts(key, n=cited.number) if cited.number else ""


def place_text(cited: Citation, texts: Texts) -> str:
    """Return the place in its manual: `“Casting a Spell”, p. 5 (implied)`."""
    section = texts("say.quoted", text=cited.section) if cited.section else ""
    place = ", ".join(filter(None, (section, page_text(cited, texts))))
    return f"{place} ({texts('say.implied')})" if place and cited.is_implied else place


def citation_texts(
    cited: Iterable[Citation],
    texts: Texts,
    named: Callable[[str], str] = str,
    own: str | None = None,
) -> Iterator[str]:
    """Yield places in words, those of one manual together; the manual *own* is not named.

    *named* returns what a manual is called.
    """
    by_manual: dict[str, dict[str, None]] = {}
    for one in cited:
        by_manual.setdefault(one.manual, {})[place_text(one, texts)] = None
    for manual, places in by_manual.items():
        said = "; ".join(filter(None, places))
        yield said if said and manual == own else ": ".join(filter(None, (named(manual), said)))
