"""Where the paragraphs of a rulebook come from: manuals, the atlas, the ledger.

A rule is cited from the manual of the edition the book is for, if it can be: by its own `cites`
clause, else by the lines of that manual in the atlas for the topics it covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from wtrules.rulebook.parts import Notes, Paragraph, Question
from wtrules.rulebook.texts import Texts
from wtrules.rules.coverage import Coverage, Reading, Topic, covered
from wtrules.rules.ledger import default, phrases, readings
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n

_MOST = 3  # places named for one rule
_TOLD = ("states", "implies")


@frozen
class _Place:
    manual: str
    section: str | None
    page: str | None
    implied: bool


def _cited(cites: n.Cites) -> _Place:
    return _Place(cites.manual.id, cites.section, cites.page, cites.stance == "implies")


class Sources:
    """Answers where things come from, for one ruleset and in one language."""

    def __init__(
        self, rules: Rules, atlas: Coverage, ledger: Mapping[str, n.Assumption], words: Texts
    ) -> None:
        self.rules = rules
        self.words = words
        self.ledger = ledger
        self.topics: dict[str, Topic] = {topic.id: topic for topic in atlas.topics}
        self._order = {id: i for i, id in enumerate(self.topics)}
        layers = [layer.name for layer in rules.layers]
        self.layers = set(layers)
        self.manual = next((name for name in reversed(layers) if name in atlas.manuals), None)
        self.asked: dict[str, None] = {}  # entries of the ledger that were named

    def ruleset_name(self, rules: Rules) -> str:
        """Return the title of a ruleset, with its name behind it."""
        title = self.words.phrase({phrase.language: phrase.text for phrase in rules.title})
        return f"{title} ({rules.name})" if title else rules.name

    def chapter(self, topic: str) -> str:
        """Return the chapter of the atlas a topic belongs to."""
        return self.topics[topic].chapter if topic in self.topics else ""

    def place(self, entry: Entry) -> int:
        """Return where in the atlas a rule begins; far behind if it covers nothing."""
        places = [self._order[topic] for topic in covered(entry.node) if topic in self._order]
        return places[0] if places else len(self._order)

    def topic(self, id: str) -> Paragraph:
        """Return a topic of the atlas as a paragraph, in the words of the edition's manual."""
        topic = self.topics[id]
        reading = self._reading(id)
        says = reading.differs if reading is not None and reading.differs else topic.says
        return Paragraph(
            self.words.phrase(says), id=id, anchor=f"topic-{id}", notes=self.notes_of((), [id])
        )

    def notes(self, entry: Entry, *, house: bool = False) -> Notes:
        """Return where a rule, card or spell comes from."""
        clauses = (*entry.clauses(), *getattr(entry.node, "grounds", ()))
        found = self.notes_of(clauses, covered(entry.node))
        if house and not found.sources:
            return Notes((self.words("house_rule"),), found.assumed)
        return found

    def notes_of(self, clauses: Iterable[object], topics: Sequence[str]) -> Notes:
        """Return the places in manuals and the entries of the ledger behind some clauses."""
        clauses = list(clauses)
        cites = [clause for clause in clauses if isinstance(clause, n.Cites)]
        own = [c for c in cites if c.manual.id == self.manual]
        found = [_cited(c) for c in own]
        if not found and self.manual is not None:
            lines = [self._reading(topic) for topic in topics]
            told = [line for line in lines if line is not None and line.stance in _TOLD]
            # A place is implied only if nothing there says it outright.
            outright = {(x.section, x.page) for x in told if x.stance == "states"}
            found = [
                _Place(self.manual, x.section, x.page, (x.section, x.page) not in outright)
                for x in told
            ]
        if not found:
            found = [_cited(c) for c in cites]
        grounds = [clause for clause in clauses if isinstance(clause, n.Assumed)]
        assumed = [name.id for ground in grounds for name in ground.entries]
        # What only a program has to ask is of no use at the table.
        asked = [id for id in assumed if not id.startswith("det.")]
        self.asked.update(dict.fromkeys(asked))
        return Notes(tuple(self._places(list(dict.fromkeys(found))[:_MOST])), tuple(asked))

    def questions(self) -> Iterator[Question]:
        """Yield the open questions that were named so far, and how they are read here."""
        for id in sorted(self.asked):
            entry = self.ledger.get(id)
            if entry is None or not id.startswith("amb."):
                continue
            reading = readings(entry).get(default(entry, self.layers) or "")
            yield Question(
                id,
                self._phrase(phrases(entry, n.Says)),
                self._phrase(reading.phrases) if reading is not None else "",
            )

    def _reading(self, topic: str) -> Reading | None:
        if self.manual is None or topic not in self.topics:
            return None
        return self.topics[topic].readings.get(self.manual)

    def _places(self, places: Sequence[_Place]) -> Iterator[str]:
        """Yield places in words, those of one manual together."""
        by_manual: dict[str, list[str]] = {}
        for place in places:
            section = self.words("quoted", text=place.section) if place.section else ""
            page = self.words.page(place.page) if place.page else ""
            text = ", ".join(part for part in (section, page) if part)
            text += f" ({self.words('implied')})" if place.implied else ""
            by_manual.setdefault(place.manual, []).append(text)
        for manual, texts in by_manual.items():
            name = self.words.get(f"manual.{manual}") or manual
            yield f"{name}: {'; '.join(texts)}" if any(texts) else name

    def _phrase(self, phrases: Iterable[n.Phrase]) -> str:
        return self.words.phrase({phrase.language: phrase.text for phrase in phrases})
