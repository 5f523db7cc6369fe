"""What people call the things of a report: the sides, rules, topics, modes, values and pages.

Everything has the name that a rule file gives it, in the language of the report. Only what has no name
is called by its id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from wtrules.editions.changes import Mode
from wtrules.editions.differences import Difference, Report
from wtrules.game.load import load_atlas
from wtrules.meaning.changes import Added, Removed
from wtrules.meaning.chapters import LABELLED, label_of
from wtrules.resolve.citations import Citation
from wtrules.resolve.clauses import by_language, covered
from wtrules.resolve.clauses import texts as phrases_of
from wtrules.resolve.model import Rules
from wtrules.say.citations import citation_texts
from wtrules.say.describe import name_of, value_words
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

# These serve other entries, which explain more.
_SERVING = ("memory", "define")
_RULESET = re.compile(r"[^\s+(]+")


class Names:
    """The names of one report in one language."""

    def __init__(self, report: Report, words: Texts) -> None:
        self.report = report
        self.words = words

    # --- the sides ---

    @cached_property
    def sides(self) -> tuple[str, str]:
        """What the two sides are called: `Capstone`, `Friday night`; with ids if they are alike."""
        one, two = (self._side(shown, i) for i, shown in enumerate(self.ids))
        return (one, two) if one != two else self.ids

    @property
    def ids(self) -> tuple[str, str]:
        """The names of the two rulesets."""
        return self.report.one, self.report.two

    def _side(self, shown: str, side: int) -> str:
        """Return the title of a side: its ruleset and its variants by name, what is behind as it is."""
        rules = self.report.rules[side] if self.report.rules else None
        name = _RULESET.match(shown)
        if name is None:
            return shown
        rest = shown[name.end() :]
        for id in rules.chosen if rules is not None else ():
            rest = rest.replace(f"+{id}", f" + {self.mode((id,))}", 1)
        return (self.manual(name[0]) or self._title(rules) or name[0]) + rest

    def manual(self, id: str) -> str:
        """Return the name of a printed manual; nothing if there is no such manual."""
        return self.words.phrase(label_of(load_atlas(), id).name)

    def _title(self, rules: Rules | None) -> str:
        """Return the title that a ruleset gives itself, not one of a ruleset below it."""
        if rules is None or not rules.title or rules.title[0].span.source != rules.span.source:
            return ""
        return self.words.phrase(by_language(rules.title))

    def mode(self, mode: Mode) -> str:
        """Return the names of variants: `Solo mode + Solo with spells`."""
        return " + ".join(self.title("variant", id) for id in mode)

    # --- rules and topics ---

    def difference(self, difference: Difference) -> str:
        """Return the title of a difference, without its mode.

        If the manuals differ in a single statement about a rule of both, that names the difference.
        """
        is_of_both = not any(isinstance(each, Added | Removed) for each in difference.changes)
        if is_of_both and len(difference.statements) == 1:
            return self.topic(difference.statements[0].topic)
        return self.title(*difference.key)

    def title(self, kind: str, id: str) -> str:
        """Return what an entry is called: by itself, by its label, or by the topic it is about."""
        if kind == "topic":
            return self.topic(id)
        for rules in reversed(self.report.rules):
            variant = rules.variants.get(id) if kind == "variant" else None
            entry = rules.get(kind, id)
            node = variant.node if variant is not None else entry.node if entry else None
            label = self.words.phrase(label_of(rules, id).name) if kind in LABELLED else ""
            if node is not None and (name := name_of(node, self.words) or label):
                return name
            topics = (id, *covered(node)) if node is not None else (id,)
            known = (topic_name(topic, self.words.language) for topic in topics)
            if name := next(filter(None, known), ""):
                return name
        key = f"report.kind.{kind}"
        if kind == id and key in self.words:  # there is only one of it
            return self.words(key)
        return id

    def topic(self, id: str) -> str:
        """Return the name of a topic of the atlas; what it says if it has none, else its id."""
        entry = load_atlas().get("topic", id)
        said = phrases_of(entry.node, n.Says) if entry is not None else {}
        return topic_name(id, self.words.language) or self.words.phrase(said) or id

    def because(self, difference: Difference) -> str:
        """Return the rules that explain a witness, by their names."""
        found = {}
        for address in difference.because:
            kind, _, id = address.rpartition(" ")
            if kind not in _SERVING:
                found[self.title(kind or "setting", id)] = id
        # What has no name of its own serves what has one.
        named = [title for title, id in found.items() if title != id]
        return self.words.join(named or list(found) or list(difference.because))

    def question(self, id: str, ledger: dict[str, n.Assumption]) -> str:
        """Return an open question in words."""
        entry = ledger.get(id)
        return (self.words.phrase(phrases_of(entry, n.Says)) if entry is not None else "") or id

    # --- values and pages ---

    def says(self, difference: Difference, side: int) -> str:
        """Return what a side says: its sentence, or its value in words."""
        wording = (difference.one, difference.two)[side]
        if said := self.words.phrase(wording.says):
            return said
        if wording.value is None:
            return ""
        rules = self._rules(difference, side)
        entry = rules.get(difference.kind, difference.id) if rules is not None else None
        found = value_words(rules, entry, self.words) if rules is not None and entry else ""
        return found or wording.value

    def _rules(self, difference: Difference, side: int) -> Rules | None:
        """Return the rules of a side in the mode of a difference, as far as they are at hand."""
        witness = difference.witness
        if witness is not None and difference.taken is None:
            return (witness.one, witness.two)[side].state.game.rules
        return self.report.rules[side] if self.report.rules else None

    def cites(self, places: Iterable[Citation], rules: Rules | None = None) -> list[str]:
        """Return places in words; the manual that *rules* are is not named again."""
        own = rules.name if rules is not None else None
        return list(citation_texts(places, self.words, lambda id: self.manual(id) or id, own))

    def chapter(self, difference: Difference) -> str:
        """Return the chapter of a difference, by the first topic that has one."""
        topics: Sequence[str] = (difference.id, *(s.topic for s in difference.statements))
        for rules in self.report.rules:
            if (entry := rules.get(difference.kind, difference.id)) is not None:
                topics = (*topics, *covered(entry.node))
        return next(filter(None, (self.chapter_of(topic) for topic in topics)), "")

    def chapter_of(self, topic: str) -> str:
        """Return the name of a topic's chapter; nothing if it has no chapter."""
        chapter = topic_chapter(topic)
        entry = load_atlas().get("chapter", chapter)
        return (name_of(entry.node, self.words) if entry is not None else "") or chapter


@cache
def topic_name(id: str, language: str) -> str:
    """Return the name of a topic of the atlas; nothing if it has none."""
    entry = load_atlas().get("topic", id)
    return name_of(entry.node, Texts(language)) if entry is not None else ""


@cache
def topic_chapter(id: str) -> str:
    """Return the chapter in which a topic of the atlas is; nothing if there is none."""
    entry = load_atlas().get("topic", id)
    if entry is None:
        return ""
    return next((c.name.id for c in entry.clauses() if isinstance(c, n.InChapter)), "")
