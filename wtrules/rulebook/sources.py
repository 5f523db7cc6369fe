"""The sources of the paragraphs: manuals, the atlas of topics, the open questions.

A rule is cited from the manual of the book's edition, if possible: by its own `cites` clause, else
by the lines of that manual in the atlas for the topics the rule covers.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from copy import copy

from attrs import evolve

from wtrules.meaning.chapters import Places, label_of, shown
from wtrules.resolve.citations import Citation, citation
from wtrules.resolve.clauses import by_language, covered, phrases_in
from wtrules.resolve.coverage import Reading, Topic, coverage
from wtrules.resolve.ledger import affected, confidence, default, readings, stated
from wtrules.resolve.model import Entry, Rules
from wtrules.rulebook.parts import Asked, Notes, Paragraph, Question
from wtrules.say.citations import citation_texts
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

_MOST = 3  # places named for one rule
_COVERED = ("states", "implies")
_CERTAIN = "certain"  # a fact of which nobody has to be warned


class Sources:
    """The sources of one ruleset, in one language."""

    def __init__(
        self, rules: Rules, atlas: Rules, ledger: Mapping[str, n.Assumption], texts: Texts
    ) -> None:
        self.rules = rules
        self.atlas = atlas
        self.texts = texts
        self.ledger = ledger
        self.coverage = coverage(atlas, [rules])
        self.topics: dict[str, Topic] = {topic.id: topic for topic in self.coverage.topics}
        self._order = {id: i for i, id in enumerate(self.topics)}
        self.manual = self.coverage.manual
        self._places = Places(rules)
        # What no manual prints, by the definitions it is about.
        self._facts: dict[str, list[str]] = {}
        for id, entry in ledger.items():
            if self._is_fact(id) and self._confidence(id):
                for name in affected(entry):
                    self._facts.setdefault(name, []).append(id)
        # The open questions that paragraphs name, and the rules that these are about.
        self.asked: dict[str, Rules] = {}
        self.named: dict[str, None] = {}  # the manuals that paragraphs name

    def of(self, rules: Rules) -> Sources:
        """Return the sources of the same book for other rules: those with a variant on offer."""
        other = copy(self)
        other.rules = rules
        return other

    def ruleset_name(self, rules: Rules) -> str:
        """Return the title of a ruleset, followed by its name."""
        title = self.texts.phrase(by_language(rules.title))
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
            self.texts.phrase(says), id=id, anchor=f"topic-{id}", notes=self.notes_of((), [id])
        )

    def notes(self, entry: Entry, mark: str | None = None, *, own_cost: bool = False) -> Notes:
        """Return where a rule, card or spell comes from; *mark* says what a house rule does to it.

        With *own_cost*, the house rule says what a spell costs.
        """
        clauses = (*entry.clauses(), *getattr(entry.node, "grounds", ()))
        found = self.notes_of(clauses, covered(entry.node))
        if mark == "added" and not found.sources:
            return Notes((self.texts("rulebook.house_rule"),), found.asked)
        if own_cost:
            return evolve(found, asked=found.questions)
        # What a spell costs may be a fact that no manual prints.
        facts = self.facts(entry.id) if entry.kind == "spell" else ()
        return evolve(found, asked=tuple(dict.fromkeys((*found.asked, *facts))))

    def notes_of(self, clauses: Iterable[object], topics: Sequence[str]) -> Notes:
        """Return the places in manuals and the entries of the ledger behind some clauses."""
        clauses = list(clauses)
        cites = [citation(clause) for clause in clauses if isinstance(clause, n.Cites)]
        found = [cited for cited in cites if cited.manual == self.manual]
        if not found and self.manual is not None:
            lines = [self._reading(topic) for topic in topics]
            covering = [line for line in lines if line is not None and line.stance in _COVERED]
            # A place is implied only if nothing there says it outright.
            outright = {(x.section, x.page) for x in covering if x.stance == "states"}
            found = [
                Citation(
                    self.manual,
                    x.section,
                    x.page,
                    "states" if (x.section, x.page) in outright else "implies",
                )
                for x in covering
            ]
        found = found or cites
        grounds = [clause for clause in clauses if isinstance(clause, n.Assumed)]
        assumed = [name.id for ground in grounds for name in ground.entries]
        return Notes(
            tuple(self._in_words(list(dict.fromkeys(found))[:_MOST])),
            self._asked(assumed),
            is_assumed=not found,
        )

    def facts(self, id: str) -> tuple[Asked, ...]:
        """Return the facts behind a definition that no manual prints, such as what a spell costs."""
        return self._asked(self._facts.get(id, []))

    def about(self, id: str, clauses: Iterable[object]) -> tuple[Asked, ...]:
        """Return the open questions that some clauses assume and that affect a definition."""
        assumed = [x.id for c in clauses if isinstance(c, n.Assumed) for x in c.entries]
        return self._asked(
            x for x in assumed if x in self.ledger and id in affected(self.ledger[x])
        )

    def _asked(self, ids: Iterable[str]) -> tuple[Asked, ...]:
        # A question in no chapter is a detail for programs, of no use at the table.
        # What the manual of the edition states is not open.
        kept = [
            id for id in dict.fromkeys(ids) if self._places.by_id(id) and not self._is_stated(id)
        ]
        for id in kept:
            self.asked.setdefault(id, self.rules)
        return tuple(Asked(id, self._confidence(id) if self._is_fact(id) else "") for id in kept)

    def _is_stated(self, id: str) -> bool:
        """Whether the manual of the edition states how a question is read here."""
        entry = self.ledger.get(id)
        return entry is not None and bool(stated(entry, self.rules, self.coverage))

    def _is_fact(self, id: str) -> bool:
        """Whether a question is about something in the box: it is in another chapter than open ones."""
        holder = self._places.by_id(id)
        return holder is not None and "questions" not in shown(holder)

    def _confidence(self, id: str) -> str:
        entry = self.ledger.get(id)
        found = confidence(entry) if entry is not None else None
        return found if found and found != _CERTAIN else ""

    def questions(self, chapters: Container[str]) -> Iterator[Question]:
        """Yield the open questions of some chapters that were named so far, and their answers here."""
        for id in sorted(self.asked):
            entry = self.ledger.get(id)
            holder = self._places.by_id(id)
            if entry is None or holder is None or holder.id not in chapters:
                continue
            layers = {layer.name for layer in self.asked[id].layers}
            reading = readings(entry).get(default(entry, layers) or "")
            yield Question(
                id,
                self._phrase(phrases_in(entry, n.Says)),
                self._phrase(reading.phrases) if reading is not None else "",
                self._confidence(id),
            )

    def about_manuals(self) -> list[str]:
        """Return what the labels of the manuals that were named so far say, each sentence once."""
        says = (self.texts.phrase(label_of(self.atlas, id).says) for id in sorted(self.named))
        return list(dict.fromkeys(text for text in says if text))

    def _reading(self, topic: str) -> Reading | None:
        if self.manual is None or topic not in self.topics:
            return None
        return self.topics[topic].readings.get(self.manual)

    def _in_words(self, places: Sequence[Citation]) -> Iterator[str]:
        """Yield places in words, those of one manual together."""
        self.named.update(dict.fromkeys(place.manual for place in places))
        yield from citation_texts(places, self.texts, self._manual_name)

    def _manual_name(self, id: str) -> str:
        return self.texts.phrase(label_of(self.atlas, id).name) or id

    def _phrase(self, phrases: Iterable[n.Phrase]) -> str:
        return self.texts.phrase(by_language(phrases))
