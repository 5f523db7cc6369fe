"""What can be written at a place of a rule file: words of the language, and names that fit there.

`syntax/expected.py` says which words can follow; this module adds the names in scope, by kind, and
what the records of the language and the rules themselves say about each.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS
from wtrules.language.keywords import keyword_text
from wtrules.language.phrasing import ASPECTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.things import THINGS
from wtrules.language.verbs import VERBS
from wtrules.meaning import values
from wtrules.meaning.sentences import printed, sentence
from wtrules.resolve.clauses import in_language, phrases_in
from wtrules.resolve.ledger import ledger_of
from wtrules.resolve.library import Library
from wtrules.resolve.manuals import manuals
from wtrules.resolve.model import Entry, Rules
from wtrules.say.describe import said, value_of
from wtrules.services.index import choices_of, variables_at
from wtrules.syntax import nodes as n
from wtrules.syntax.expected import Expected, blank_at, cited_at, expected_at
from wtrules.syntax.tree.builder import unquote
from wtrules.syntax.usage import ranks
from wtrules.syntax.vocabulary import LABELS, SINGLE, VALUE_STARTS
from wtrules.syntax.wording import quoted
from wtrules.texts import LANGUAGES
from wtrules.value import Value

_SNIPPETS = Path(__file__).with_name("snippets.toml")
_CAPITALS = re.compile(r"\b[A-Z]+\b")
_FIELD = re.compile(r"\$\{\d+(?::([^}]*))?\}")
_OPTIONAL = re.compile(r" ?\[[^\]]*\]")
# What a name after these words is the name of, if the clause is begun with them.
_AFTER: dict[str, tuple[str, ...]] = {
    "perform": ("rule", "card", "spell"),
    "use": ("allowance",),
    "set": ("memory",),
    "chapter": ("chapter",),
    "after": ("rule", "card", "spell"),
    "shows": ("setting", "table", "deck"),
}
_SOURCES = ("cites", "assumed", "covers")
_CHANGES = ("override", "remove", "add")
_DEFINING = {
    "rule", "card", "spell", "table", "deck", "define", "memory", "allowance", "outcome", "piece",
    "variant", "ruleset", "example", "assumption", "topic", "manual", "label", "let", "option", "code",
}  # fmt: skip
_PRINTED = ("setting", "allowance", "define", "deck", "spell", "card", "piece", "outcome")
_VALUES = ("setting", "memory", "define", "piece", "spell", "deck", "allowance")


_TYPES_AFTER = {
    "as": frozenset({"player"}),
    "for": frozenset({"player"}),
    "beneath": frozenset({"tower"}),
    "above": frozenset({"tower"}),
    "clockwise": frozenset({"number"}),
    "counterclockwise": frozenset({"number"}),
}


def _is_of(entry: Entry, types: frozenset[str] | None, subject: str | None) -> bool:
    """Whether a name can be a term of these types, or a condition on such a subject."""
    node = entry.node
    if isinstance(node, n.Define):
        takes = [parameter.kind for parameter in node.parameters]
        return not takes or (types is None and subject in (None, takes[0]))
    if types is None:
        return True
    match node:
        case n.Memory():
            value = node.value
            return (value.kind if isinstance(value, n.KindValue) else "number") in types
        case n.Setting():
            return "number" in types
        case _:
            return entry.kind in types


@frozen
class Option(Value):
    """One thing that can be written: `insert` may have fields, `${1:name}`."""

    label: str
    kind: str
    detail: str = ""
    documentation: str = ""
    insert: str = ""
    is_expected: bool = False  # nothing fits better: of the right type, of the few that can be here

    @property
    def text(self) -> str:
        """What is written."""
        return self.insert or self.label


@frozen
class Completion(Value):
    """What fits at a place, and where the word begins that it replaces."""

    start: int
    options: tuple[Option, ...]


def without_fields(text: str) -> str:
    """Return what is written where fields cannot be filled in one by one."""
    return _FIELD.sub(lambda found: found[1] or "", text)


def complete(
    file: n.File, offset: int, rules: Rules | None, rulesets: Iterable[str], lang: str = "en"
) -> Completion:
    """Return what can be written at a place; *rulesets* are the names that `extends` can find."""
    text = file.span.source.text
    if (blank := blank_at(text, offset)) is not None:
        start, prefix = blank
        found = _blanks(rules, lang) if rules is not None else iter(())
        likely: dict[str, int] = {}
    elif (cited := cited_at(text, offset)) is not None:
        start, prefix, manual = cited
        found = (Option(one, "section", ", ".join(pages)) for one, pages in _sections(manual))
        likely = {}
    elif (there := expected_at(text, offset)) is not None:
        start, prefix = there.start, there.prefix
        found = _Options(there, rules, tuple(rulesets), lang).options(file)
        likely = {
            word: rank for word, rank in ranks(there).items() if word not in there.written & SINGLE
        }
    else:
        return Completion(offset, ())
    prefix = prefix.casefold()
    fitting: dict[str, Option] = {}
    for option in found:
        if _fits(option.label, prefix):
            fitting.setdefault(option.label, option)

    seen: Counter[str] = Counter()

    def order(option: Option) -> tuple[bool, bool, bool, int]:
        label, first = option.label, option.label.split(" ")[0]
        number = likely.get(label)
        if number is None:
            # Of several forms of an action, only the first one is as likely as their word.
            number = likely.get(first, len(likely)) + 10 * seen[first]
            seen[first] += 1
        begins = label.casefold().startswith(prefix)
        return not begins, not option.is_expected, option.kind != "variable", number

    return Completion(start, tuple(sorted(fitting.values(), key=order)))


def _sections(manual: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    return manuals().get(manual, {}).items()


def _blanks(rules: Rules, lang: str) -> Iterator[Option]:
    """Yield what a blank of a sentence can name, with what it prints."""
    names = {"players": "constant"}
    for entry in rules.entries.values():
        if isinstance(entry.node, n.Table):
            columns = values.table_value(entry).columns
            names |= {f"{entry.id}.{column}": "table" for column in columns}
        elif entry.kind in _PRINTED:
            names[entry.id] = entry.kind
    for name, kind in names.items():
        if (shown := printed(rules, name, lang)) is not None:
            yield Option(name, kind, shown[:80])


def _fits(label: str, prefix: str) -> bool:
    """Whether a label, or a part of it after a dot, begins with what is written."""
    label = label.casefold()
    return label.startswith(prefix) or any(
        part.startswith(prefix) for part in re.split(r"[.\s_-]", label)
    )


@cache
def _snippets() -> dict[str, str]:
    found = tomllib.loads(_SNIPPETS.read_text("utf-8"))
    return {word: text.strip("\n") for word, text in found.items()}


def _fields(form: str) -> str:
    """Return a form such as `fill N flasks [of PLAYER]` with its capital words as fields."""
    numbers = iter(range(1, 100))
    return _CAPITALS.sub(
        lambda found: f"${{{next(numbers)}:{found[0].lower()}}}", _OPTIONAL.sub("", form)
    )


@frozen
class _Options(Value):
    there: Expected
    rules: Rules | None
    rulesets: tuple[str, ...]
    lang: str

    def options(self, file: n.File) -> Iterator[Option]:
        """Yield what fits."""
        there = self.there
        before = there.before
        last = before[-1] if before else ""
        if there.begins_clause:
            yield from self._keywords()
            return
        held = list(self._held(before))
        if held:
            yield from held
            return
        wanted = self._wanted(before, file)
        if wanted is not None:
            yield from wanted
            return
        if last in _DEFINING and len(before) <= 2:
            return  # a name to be made up
        if "NAME" in there.terminals and VALUE_STARTS <= there.terminals:
            yield from self._values(file, last)
        elif there.takes_name and last not in _DEFINING:
            yield from self._entries(*_VALUES)
        yield from self._keywords()

    # --- names after certain words ---

    def _wanted(self, before: tuple[str, ...], file: n.File) -> Iterable[Option] | None:
        """Return the names that fit if the words before leave no doubt; None if they do."""
        first, last = (before[0], before[-1]) if before else ("", "")
        if first in ("on", "forbid"):
            begun = before[len(before) - before[::-1].index("or") if "or" in before else 1 :]
            return self._events(first == "forbid", begun)
        if last in ("do", "can"):
            return self._verbs()
        if first == "extends":
            return self._extended(before, file)
        # A value can be followed by its sources, on the same line.
        source = next((word for word in reversed(before) if word in _SOURCES), "")
        if source == "cites":
            return self._cited(before[len(before) - before[::-1].index("cites") :])
        if source == "assumed":
            return self._assumed()
        if source == "covers":
            return self._entries("topic")
        if first in ("needs", "excludes") or (first == "remove" and last == "variant"):
            return self._variants()
        if first in _CHANGES and self.there.takes_name and "=" not in before:
            return self._changed(before)
        if first == "end" and before[1:2] == ("game",):
            return self._entries("outcome")
        if first == "illustrates":
            return self._entries(last if last in ("card", "spell") else "rule")
        if last in ASPECTS and self.there.blocks[-1:] == ("manual",) and self.there.takes_name:
            return [Option(word, "word", last) for word in ASPECTS[last].words]
        if last in _AFTER and (len(before) == 1 or last in ("perform", "use")):
            return self._entries(*_AFTER[last])
        if first in _AFTER and last == ",":
            return self._entries(*_AFTER[first])
        return None

    def _extended(self, before: tuple[str, ...], file: n.File) -> Iterator[Option]:
        if "with" in before:
            yield from self._variants()
        elif before[-1] in ("extends", ","):
            own = {item.id.id for item in file.members if isinstance(item, n.Ruleset)}
            others = [name for name in self.rulesets if name not in own]
            for name in (*(name for name in manuals() if name in others), *others):
                yield Option(name, "ruleset", is_expected=name in manuals())
        else:
            yield from self._keywords()

    def _cited(self, clause: tuple[str, ...]) -> Iterator[Option]:
        """Yield manuals, then the sections of one, then its pages."""
        if not clause:
            for name in manuals():
                yield Option(name, "manual")
            yield from self._entries("manual")
            return
        if len(clause) == 1:
            for section, pages in _sections(clause[0]):
                yield Option(quoted(section), "section", ", ".join(pages), is_expected=True)
        elif len(clause) == 2:
            for page in dict(_sections(clause[0])).get(unquote(clause[1]), ()):
                yield Option(page, "page", is_expected=True)
        yield from self._keywords()

    def _assumed(self) -> Iterator[Option]:
        """Yield the open questions: those of the ledger too."""
        if self.rules is not None:
            for id, question in ledger_of(self.rules, Library()).items():
                said = in_language(phrases_in(question, n.Says), self.lang)
                yield Option(id, "assumption", said[:80])

    def _changed(self, before: tuple[str, ...]) -> Iterator[Option]:
        """What `override`, `remove` and `add to` can name."""
        last = before[-1]
        if last in ("override", "to"):
            yield from self._entries("setting")
            yield from self._entries("allowance")
            for word in sorted(self.there.keywords & {*_DEFINING, "setting", "chapter"}):
                yield Option(word, "keyword")
        elif last in _DEFINING or last == "setting":
            yield from self._entries(last)
        else:
            yield from self._entries(*_VALUES)

    # --- words of the language ---

    def _keywords(self) -> Iterator[Option]:
        for word in sorted(self.there.keywords):
            if not self.there.begins_clause and self.there.takes_name and word in LABELS:
                if not VALUE_STARTS <= self.there.terminals:
                    continue  # it would be a name
            snippet = _snippets().get(word, "") if self.there.begins_clause else ""
            is_own = word in LANGUAGES and word == self.lang
            yield Option(word, "keyword", "", keyword_text(word, self.lang), snippet, is_own)

    def _verbs(self) -> Iterator[Option]:
        for verb in VERBS.values():
            if verb.form.split()[0] in self.there.keywords:
                yield Option(verb.shown, "verb", verb.possible, verb.doc, _fields(verb.shown))

    def _events(self, forbidden: bool, begun: tuple[str, ...]) -> Iterator[Option]:
        """Yield what events are called, or the rest of it if a part is written."""
        for event in EVENTS.values():
            if event.forbiddable or not forbidden:
                for pattern in event.patterns:
                    words = pattern.split()
                    pairs = zip(words, begun, strict=False)
                    if len(begun) < len(words) and all(w in (b, w.upper()) for w, b in pairs):
                        rest = " ".join(words[len(begun) :])
                        yield Option(rest, "event", "", event.doc, _fields(rest))
        if begun:
            yield from self._keywords()

    def _values(self, file: n.File, last: str) -> Iterator[Option]:
        """Yield what a term can be."""
        before, types = self.there.before, self._types()
        variables = variables_at(file, self.there.start, self.rules)
        for name, kind in variables.items():
            if types is None or kind in types or not kind:
                yield Option(name, "variable", kind, is_expected=True)
        if before[:2] == ("says", "when"):
            yield from self._variants()
        subject = self._subject(before)
        if last in ("is", "not", "where", "and", "or"):
            yield from self._predicates(
                subject or variables.get(before[-2:-1][0] if last == "is" else "")
            )
        rules, is_clear = self.rules, types is not None
        for constant in CONSTANTS.values():
            if types is None or constant.type in types:
                yield Option(
                    constant.name, "constant", constant.type, constant.doc, is_expected=is_clear
                )
        if rules is not None:
            for entry in rules.entries.values():
                if entry.kind in _VALUES and _is_of(entry, types, subject):
                    is_question = isinstance(entry.node, n.Define)
                    fits = (
                        bool(entry.node_as(n.Define).parameters and subject)
                        if is_question
                        else is_clear
                    )
                    yield evolve(self._entry(rules, entry), is_expected=fits)
        shown: dict[str, str] = {}
        for one in PROPERTIES:
            if types is None or one.result in types:
                shown.setdefault(one.name, one.doc)
        for word, doc in shown.items():
            yield Option(f"{word} of", "property", "", doc, f"{word} of ", is_clear)

    def _types(self) -> frozenset[str] | None:
        """Return the types of the terms that fit; None if that is not clear."""
        before = self.there.before
        last, earlier = (before[-1] if before else ""), before[-2:-1]
        if earlier == ("do",) or earlier == ("can",):
            verbs = [verb for verb in VERBS.values() if verb.form.split()[0] == last]
            return frozenset(t for verb in verbs for part in verb.parts[:1] for t in part.types)
        if last == "of" and earlier and earlier[0] in ("flask", "flasks", "hand"):
            return frozenset({"player"})
        if last == "of" and earlier:
            asked = [one.subject for one in PROPERTIES if one.name == earlier[0]]
            return frozenset(asked) or None
        return _TYPES_AFTER.get(last)

    def _subject(self, before: tuple[str, ...]) -> str | None:
        """Return the kind of the pieces that a `where` is about."""
        if "where" not in before:
            return None
        head = before[: len(before) - 1 - before[::-1].index("where")]
        return next((word for word in reversed(head) if word in THINGS), None)

    def _held(self, before: tuple[str, ...]) -> Iterator[Option]:
        """Yield what a memory or setting can hold, after `sky is` and `override sky =`."""
        if self.rules is None or before[-1:] not in (("is",), ("not",), ("=",), (",",)):
            return
        names = before[-3:-1] if before[-1] != "," else before[:2]
        if "=" in before:
            names = before[: before.index("=")]
        for key in ((kind, name) for name in names for kind in ("setting", "memory")):
            entry = self.rules.entries.get(key)
            if entry is None:
                continue
            for name in choices_of(entry):
                yield Option(name.id, "word", entry.id, is_expected=True)
            if isinstance(entry.node, n.Setting) and "=" in before:
                held = {one.id for one in entry.node.value.entries if isinstance(one, n.Name)}
                kinds = {one.kind for one in self.rules.entries.values() if one.id in held}
                yield from self._entries(*(kinds & {"spell", "card", "deck", "piece"}))

    def _predicates(self, subject: str | None) -> Iterator[Option]:
        kinds: dict[str, list[str]] = {}
        docs: dict[str, str] = {}
        for predicate in PREDICATES:
            if subject in (None, predicate.subject):
                kinds.setdefault(predicate.name, []).append(predicate.subject)
                docs.setdefault(predicate.name, predicate.doc)
        for word, subjects in kinds.items():
            yield Option(
                word, "predicate", ", ".join(subjects), docs[word], is_expected=subject is not None
            )

    # --- names of the rules ---

    def _entries(self, *kinds: str) -> Iterator[Option]:
        rules = self.rules
        if rules is not None:
            for entry in (entry for kind in kinds for entry in rules.of_kind(kind)):
                yield self._entry(rules, entry)

    def _entry(self, rules: Rules, entry: Entry) -> Option:
        value = value_of(entry)
        name = in_language(phrases_in(entry.node, n.NameClause), self.lang)
        detail = value if value is not None else name
        return Option(entry.id, entry.kind, detail[:80], said(rules, entry, self.lang))

    def _variants(self) -> Iterator[Option]:
        rules = self.rules
        if rules is None:
            return
        for info in rules.variants.values():
            name = in_language(phrases_in(info.node, n.NameClause), self.lang)
            yield Option(info.id, "variant", name, sentence(rules, info.node, self.lang))
