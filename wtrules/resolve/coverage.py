"""Coverage: the topics of the atlas, and which manuals, rules and examples are about them.

Computed from the atlas, and a ruleset by itself and with each of its variants. A topic is covered if
a `covers` clause names it, and has an example if that clause is in an `example`.

As JSON (`to_json`) it reads:

    {
      "schema": 1,
      "ruleset": "en-capstone",
      "variants": ["nasty", …],
      "manuals": {"en-capstone": {"states": 230, "implies": 20, "omits": 12, "lost": 0,
                                  "differs": 40}, …},
      "topics": [
        {"id": "castle.move.target", "chapter": "castle", "says": {"en": "…", "de": "…"},
         "readings": {"en-capstone": {"stance": "states", "section": "…", "page": "p5",
                                      "differs": {"en": "…", "de": "…"} or null,
                                      "phrased": {"modality": "must",
                                                  "term": {"en": "…", "de": "…"}, …}}, …},
         "alike": false,
         "covered_by": ["rule castle.move", …],
         "examples": ["castle.next_shield", …]}, …
      ],
      "rules": [
        {"kind": "rule", "id": "castle.move", "variants": [], "covers": ["castle.move.target", …],
         "examples": ["castle.next_shield", …], "fired": 412 or null}, …
      ],
      "examples": [
        {"id": "castle.next_shield", "covers": […], "cites": ["en-capstone"], "variants": []}, …
      ],
      "uncovered": ["scope.age", …],
      "without_example": ["scope.age", …],
      "games": 0
    }

`stance` is `states`, `implies`, `omits` or `lost` (the page is there, its text is not); a page with
`~` is inferred. `differs` is what a manual says instead of the topic's own text, `phrased` how it
puts it, `alike` whether all manuals say the same. `variants` of a rule names the variants it needs,
nothing if it is always there; of an example, those it is played with. `fired` counts the games in
which a rule did something, null if no games were played or the rule only describes something.

What a rulebook says of the topics of its manual (`BookCoverage`) reads, as JSON:

    {
      "schema": 1, "ruleset": "en-capstone", "manual": "en-capstone",
      "stated": {"printed": ["scope.age", …],
                 "missing": [{"id": "…", "says": {"en": "…", "de": "…"},
                              "section": "…", "page": "p5"}, …]},
      "implied": …
    }
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from attrs import asdict, evolve, field, frozen

from wtrules.resolve.clauses import by_language, clauses_of, covered, texts
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

STANCES = ("states", "implies", "omits", "lost")
# What can cover a topic, in the order of the report.
_KINDS = ("setting", "rule", "card", "spell", "outcome")
# What can do something in a game.
_ACTIVE = ("rule", "card", "spell")

Texts = Mapping[str, str]
# A fixed word of the language, or texts of our own by language.
Note = str | Texts


@frozen
class Reading(Value):
    """What one manual says about a topic, and where."""

    stance: str
    section: str | None
    page: str | None
    differs: Texts | None
    phrased: Mapping[str, Note] = field(factory=dict)  # how it puts it, by aspect


@frozen
class Topic(Value):
    """A topic of the atlas: what each manual says, what covers it, and its examples."""

    id: str
    chapter: str
    says: Texts
    readings: Mapping[str, Reading]
    covered_by: tuple[str, ...]
    examples: tuple[str, ...]

    @property
    def alike(self) -> bool:
        """Whether all manuals say the same about it."""
        readings = list(self.readings.values())
        return len({(r.stance, str(r.differs)) for r in readings}) <= 1


@frozen
class Clause(Value):
    """A rule, card or spell: the variants it needs, its topics, its examples, the games it fired in."""

    kind: str
    id: str
    variants: tuple[str, ...]
    covers: tuple[str, ...]
    examples: tuple[str, ...]
    acts: bool = True  # False: it only describes something
    fired: int | None = None


@frozen
class Shown(Value):
    """An example: its topics, the manuals that print it, the variants it is played with."""

    id: str
    covers: tuple[str, ...]
    cites: tuple[str, ...]
    variants: tuple[str, ...]
    rules: tuple[str, ...]


@frozen
class Printed(Value):
    """Topics of a manual: those the rulebook has a sentence about, and those it has not."""

    there: tuple[Topic, ...]
    missing: tuple[Topic, ...]


@frozen
class BookCoverage(Value):
    """What the rulebook of a ruleset says of what its manual states and implies."""

    ruleset: str
    manual: str
    stated: Printed
    implied: Printed

    def to_json(self) -> dict[str, Any]:
        """Return it for other programs; the docstring of the module describes it."""
        return {
            "schema": 1,
            "ruleset": self.ruleset,
            "manual": self.manual,
            "stated": self._part(self.stated),
            "implied": self._part(self.implied),
        }

    def _part(self, part: Printed) -> dict[str, Any]:
        return {
            "printed": [topic.id for topic in part.there],
            "missing": [
                {
                    "id": topic.id,
                    "says": dict(topic.readings[self.manual].differs or topic.says),
                    "section": topic.readings[self.manual].section,
                    "page": topic.readings[self.manual].page,
                }
                for topic in part.missing
            ],
        }


@frozen
class Coverage(Value):
    """A ruleset compared with the atlas."""

    ruleset: str
    variants: tuple[str, ...]
    manuals: tuple[str, ...]
    topics: tuple[Topic, ...]
    clauses: tuple[Clause, ...]
    examples: tuple[Shown, ...]
    games: int = 0
    left_out: tuple[str, ...] = ()  # variants that cannot be played
    manual: str | None = None  # the manual of the ruleset's edition

    def totals(self, manual: str) -> dict[str, int]:
        """Return how many topics a manual states, implies, omits, …, and describes differently."""
        readings = [topic.readings[manual] for topic in self.topics]
        counted = Counter(reading.stance for reading in readings)
        return {stance: counted[stance] for stance in STANCES} | {
            "differs": sum(reading.differs is not None for reading in readings)
        }

    @property
    def uncovered(self) -> tuple[str, ...]:
        """The topics that no rule, setting, spell, card or variant covers."""
        return tuple(topic.id for topic in self.topics if not topic.covered_by)

    @property
    def without_example(self) -> tuple[str, ...]:
        """The topics without an example."""
        return tuple(topic.id for topic in self.topics if not topic.examples)

    @property
    def bare_clauses(self) -> tuple[Clause, ...]:
        """The rules, cards and spells that do something and have no example."""
        return tuple(clause for clause in self.clauses if clause.acts and not clause.examples)

    @property
    def never_fired(self) -> tuple[Clause, ...]:
        """What did nothing in any of the games; empty if none were played."""
        return tuple(clause for clause in self.clauses if clause.fired == 0)

    def in_book(self, manual: str, printed: Collection[str]) -> BookCoverage:
        """Return which topics of a manual are among those that a rulebook prints."""
        parts = []
        for stance in ("states", "implies"):
            topics = [topic for topic in self.topics if topic.readings[manual].stance == stance]
            there = tuple(topic for topic in topics if topic.id in printed)
            missing = tuple(topic for topic in topics if topic.id not in printed)
            parts.append(Printed(there, missing))
        return BookCoverage(self.ruleset, manual, *parts)

    def said(self, topics: Collection[str]) -> tuple[Reading, ...]:
        """Return what the edition's own manual says about some topics; nothing without a manual."""
        if self.manual is None:
            return ()
        return tuple(topic.readings[self.manual] for topic in self.topics if topic.id in topics)

    def with_games(self, games: int, fired: Mapping[str, int]) -> Coverage:
        """Return the coverage with how many of some games each rule fired in."""
        clauses = tuple(
            evolve(c, fired=fired.get(address(c.kind, c.id), 0)) if c.acts else c
            for c in self.clauses
        )
        return evolve(self, games=games, clauses=clauses)

    def to_json(self) -> dict[str, Any]:
        """Return everything for other programs; the docstring of the module describes it."""
        return {
            "schema": 1,
            "ruleset": self.ruleset,
            "variants": list(self.variants),
            "manuals": {manual: self.totals(manual) for manual in self.manuals},
            "topics": [_topic_json(topic) for topic in self.topics],
            "rules": [_json(clause, without="acts") for clause in self.clauses],
            "examples": [_json(shown, without="rules") for shown in self.examples],
            "uncovered": list(self.uncovered),
            "without_example": list(self.without_example),
            "games": self.games,
        }


def address(kind: str, id: str) -> str:
    """Return what a rule, card or spell is called in a program: `castle.move`, `spell.piggyback`."""
    return id if kind == "rule" else f"{kind}.{id}"


def coverage(atlas: Rules, played: Sequence[Rules]) -> Coverage:
    """Return how a ruleset covers the atlas.

    *played* is the ruleset by itself, then once for each playable variant, with their examples.
    """
    base = played[0]
    behind: dict[str, dict[str, None]] = {}
    for rules in played:
        for kind in _KINDS:
            for entry in rules.of_kind(kind):
                for topic in covered(entry.node):
                    behind.setdefault(topic, {})[f"{kind} {entry.id}"] = None
    for variant in base.variants.values():
        for topic in covered(variant.node):
            behind.setdefault(topic, {})[f"variant {variant.id}"] = None
    examples = tuple(_examples(played))
    manuals = {entry.id: readings_of(entry) for entry in atlas.of_kind("manual")}
    topics = tuple(
        Topic(
            entry.id,
            _chapter(entry),
            texts(entry.node, n.Says),
            {manual: readings[entry.id] for manual, readings in manuals.items()},
            tuple(behind.get(entry.id, ())),
            tuple(shown.id for shown in examples if entry.id in shown.covers),
        )
        for entry in atlas.of_kind("topic")
    )
    clauses = tuple(_clauses(played, examples))
    layers = [layer.name for layer in base.layers]
    return Coverage(
        base.name,
        tuple(base.variants),
        tuple(manuals),
        topics,
        clauses,
        examples,
        manual=next((name for name in reversed(layers) if name in manuals), None),
    )


def _chapter(entry: Entry) -> str:
    return next((clause.name.id for clause in clauses_of(entry.node, n.InChapter)), "")


def readings_of(entry: Entry) -> dict[str, Reading]:
    """Return what a manual says about each topic of the atlas."""
    return {
        line.topic.id: Reading(
            line.stance,
            line.section,
            line.page,
            by_language(line.differs) or None,
            {aspect.name: _note(aspect) for aspect in line.phrased},
        )
        for line in entry.node_as(n.Manual).lines
    }


def _note(aspect: n.Aspect) -> Note:
    return by_language(aspect.phrases) if aspect.word is None else aspect.word.id


def _examples(played: Sequence[Rules]) -> Iterator[Shown]:
    seen = set()
    for rules in played:
        for entry in rules.of_kind("example"):
            if entry.id in seen:
                continue
            seen.add(entry.id)
            node = entry.node
            yield Shown(
                entry.id,
                tuple(covered(node)),
                tuple(dict.fromkeys(cites.manual.id for cites in clauses_of(node, n.Cites))),
                tuple(v.id for clause in clauses_of(node, n.ExampleWith) for v in clause.variants),
                tuple(str(c.value) for c in clauses_of(node, n.Then) if c.what == "forbidden"),
            )


def _clauses(played: Sequence[Rules], examples: Sequence[Shown]) -> Iterator[Clause]:
    """Yield every rule, card and spell once, with the topics of all its forms together."""
    covering: dict[tuple[str, str], dict[str, None]] = {}
    variants: dict[tuple[str, str], tuple[str, ...]] = {}
    acting: set[tuple[str, str]] = set()
    for rules in played:
        for kind in _ACTIVE:
            for entry in rules.of_kind(kind):
                key = (kind, entry.id)
                # The ruleset without variants comes first.
                variants.setdefault(key, rules.chosen)
                covering.setdefault(key, {}).update(dict.fromkeys(covered(entry.node)))
                if any(not isinstance(clause, n.DESCRIPTIONS) for clause in entry.clauses()):
                    acting.add(key)
    for (kind, id), topics in covering.items():
        shown = tuple(
            example.id
            for example in examples
            if not topics.keys().isdisjoint(example.covers)
            or id in example.covers
            or id in example.rules
        )
        key = (kind, id)
        yield Clause(kind, id, variants[key], tuple(topics), shown, key in acting)


def _json(value: Clause | Shown, without: str) -> dict[str, Any]:
    """Return a value as JSON, except for one field that only the report in this program needs."""
    return asdict(value, filter=lambda field, _: field.name != without)


def _topic_json(topic: Topic) -> dict[str, Any]:
    return {
        "id": topic.id,
        "chapter": topic.chapter,
        "says": dict(topic.says),
        "readings": {manual: asdict(reading) for manual, reading in topic.readings.items()},
        "alike": topic.alike,
        "covered_by": list(topic.covered_by),
        "examples": list(topic.examples),
    }
