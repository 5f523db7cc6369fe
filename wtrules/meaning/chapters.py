"""The rulebook as rule files describe it: its chapters, what each holds, and what things are called.

Resolved rules come in. `chapters` returns the chapters in order, `Places` says to which chapter,
spell or card a definition belongs, and `label_of` what a setting, table or manual is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from wtrules.meaning.evaluate import Players
from wtrules.meaning.sentences import sentences
from wtrules.resolve.clauses import by_language, clauses_of, texts
from wtrules.resolve.model import Entry, Rules
from wtrules.syntax import nodes as n
from wtrules.value import Value

# What a chapter can show, by the word behind `shows`.
PARTS = (
    "cover", "goal", "overview", "box", "start", "steps", "cards", "spells", "variant", "rest",
    "details", "variants", "questions", "summary",
)  # fmt: skip

# The part whose list rules can add a line to.
BOX = "box"

# Parts that a book has in any case: what no chapter shows is in a chapter of its own.
_OPTIONAL = ("cover", "overview", "steps", "details", "summary")
NEEDED = tuple(part for part in PARTS if part not in _OPTIONAL)

# What a label can be about.
LABELLED = ("setting", "allowance", "table", "deck", "memory", "manual")

ByLanguage = Mapping[str, str]


@frozen
class Chapter(Value):
    """A chapter of the rulebook: its heading, a sentence below it, the parts it shows."""

    id: str
    name: ByLanguage
    says: ByLanguage
    shows: tuple[str, ...]


@frozen
class Label(Value):
    """What something is called; `words` are its values, `columns` the titles of its columns."""

    name: ByLanguage
    says: ByLanguage
    words: Mapping[str, ByLanguage]
    columns: Mapping[str, tuple[str, ...]]


NO_LABEL = Label({}, {}, {}, {})


def chapters(rules: Rules, players: Players = None) -> tuple[Chapter, ...]:
    """Return the chapters in the order of the book, for these numbers of players."""
    ordered: list[Entry] = []
    for entry in rules.of_kind("chapter"):
        after = {name.id for clause in clauses_of(entry.node, n.RuleAfter) for name in clause.rules}
        places = [i for i, other in enumerate(ordered, 1) if other.id in after]
        ordered.insert(max(places) if places else len(ordered), entry)
    return tuple(
        Chapter(
            entry.id,
            texts(entry.node, n.NameClause),
            sentences(rules, entry.node, players),
            tuple(shown(entry)),
        )
        for entry in ordered
    )


def shown(entry: Entry) -> Iterator[str]:
    """Yield what the `shows` clauses of a chapter, rule, card or spell name."""
    return (name.id for clause in clauses_of(entry.node, n.Shows) for name in clause.ids)


def is_detail(entry: Entry) -> bool:
    """Whether a definition is printed among the details."""
    return any(clauses_of(entry.node, n.Detail))


def label_of(rules: Rules, id: str) -> Label:
    """Return the label of a setting, table, deck, memory …; an empty one if it has none."""
    entry = rules.get("label", id)
    if entry is None:
        return NO_LABEL
    return Label(
        texts(entry.node, n.NameClause),
        texts(entry.node, n.Says),
        {word.name.id: by_language(word.phrases) for word in clauses_of(entry.node, n.Word)},
        {
            titles.language: titles.texts
            for clause in clauses_of(entry.node, n.Columns)
            for titles in clause.titles
        },
    )


class Places:
    """Where the rulebook prints the definitions of a ruleset."""

    def __init__(self, rules: Rules) -> None:
        self._holders: dict[str, Entry] = {
            name.id: entry
            for kind in ("chapter", "spell", "card")
            for entry in rules.of_kind(kind)
            for clause in clauses_of(entry.node, n.Holds)
            for name in clause.ids
        }
        self._chapters = {entry.id: entry for entry in rules.of_kind("chapter")}

    def holder(self, entry: Entry) -> Entry | None:
        """Return the chapter, spell or card where a definition is printed, None if there is none."""
        for clause in clauses_of(entry.node, n.InChapter):
            if clause.name.id in self._chapters:
                return self._chapters[clause.name.id]
        return self.by_id(entry.id) if entry.kind == "rule" else None

    def by_id(self, id: str) -> Entry | None:
        """Return what holds an id: the longest beginning of it that a `holds` clause names."""
        parts = id.split(".")
        beginnings = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
        return next((self._holders[x] for x in beginnings if x in self._holders), None)
