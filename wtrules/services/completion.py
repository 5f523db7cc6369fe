"""What can be written at a place of a rule file: words of the language, and names that fit there.

`syntax/expected.py` says which words can follow; this module adds the names in scope, by kind, and
what the records of the language and the rules themselves say about each.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS
from wtrules.language.phrasing import ASPECTS
from wtrules.language.predicates import PREDICATES
from wtrules.language.properties import PROPERTIES
from wtrules.language.things import THINGS
from wtrules.language.verbs import VERBS
from wtrules.meaning import values
from wtrules.meaning.sentences import printed, sentence
from wtrules.resolve.clauses import in_language, phrases_in
from wtrules.resolve.model import Entry, Rules
from wtrules.say.describe import said, value_of
from wtrules.services.index import symbols_of, variables_at
from wtrules.syntax import nodes as n
from wtrules.syntax.expected import Expected, blank_at, expected_at
from wtrules.syntax.vocabulary import HOMES, LABELS, VALUE_STARTS
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
    "assumed": ("assumption",),
    "covers": ("topic",),
    "cites": ("manual",),
    "chapter": ("chapter",),
    "after": ("rule", "card", "spell"),
    "shows": ("setting", "table", "deck"),
}
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
    elif (there := expected_at(text, offset)) is not None:
        start, prefix = there.start, there.prefix
        found = _Options(there, rules, tuple(rulesets), lang).options(file)
    else:
        return Completion(offset, ())
    prefix = prefix.casefold()
    fitting = {option.label: option for option in found if _fits(option.label, prefix)}
    first = sorted(fitting.values(), key=lambda o: not o.label.casefold().startswith(prefix))
    return Completion(start, tuple(first))


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
        """Yield what fits, the likeliest first."""
        there = self.there
        before = there.before
        last = before[-1] if before else ""
        if there.begins_clause:
            yield from self._keywords()
            return
        wanted = self._wanted(before)
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

    def _wanted(self, before: tuple[str, ...]) -> Iterable[Option] | None:
        """Return the names that fit if the words before leave no doubt; None if they do."""
        first, last = (before[0], before[-1]) if before else ("", "")
        if first in ("on", "forbid") and (len(before) == 1 or last == "or"):
            return self._events(first == "forbid")
        if last in ("do", "can"):
            return self._verbs()
        if first == "extends":
            return self._extended(before)
        if first in ("needs", "excludes") or (first == "remove" and last == "variant"):
            return self._variants()
        if first in _CHANGES and self.there.takes_name:
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

    def _extended(self, before: tuple[str, ...]) -> Iterator[Option]:
        if "with" in before:
            yield from self._variants()
        elif before[-1] in ("extends", ","):
            for name in self.rulesets:
                yield Option(name, "ruleset")
        else:
            yield from self._keywords()

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
            yield Option(word, "keyword", "", HOMES.get(word, ""), snippet)

    def _verbs(self) -> Iterator[Option]:
        for verb in VERBS.values():
            if verb.form.split()[0] in self.there.keywords:
                yield Option(verb.shown, "verb", verb.possible, verb.doc, _fields(verb.shown))

    def _events(self, forbidden: bool) -> Iterator[Option]:
        for event in EVENTS.values():
            if event.forbiddable or not forbidden:
                for pattern in event.patterns:
                    yield Option(pattern, "event", "", event.doc, _fields(pattern))

    def _values(self, file: n.File, last: str) -> Iterator[Option]:
        """Yield what a term can be."""
        before, types = self.there.before, self._types()
        words = list(self._words_after(before))
        if words:
            yield from words
            return
        for name, kind in variables_at(file, self.there.start, self.rules).items():
            if types is None or kind in types or not kind:
                yield Option(name, "variable", kind)
        if before[:2] == ("says", "when"):
            yield from self._variants()
        subject = self._subject(before)
        if last in ("is", "not", "where", "and", "or"):
            yield from self._predicates(subject)
        rules = self.rules
        if rules is not None:
            for entry in rules.entries.values():
                if entry.kind in _VALUES and _is_of(entry, types, subject):
                    yield self._entry(rules, entry)
        for constant in CONSTANTS.values():
            if types is None or constant.type in types:
                yield Option(constant.name, "constant", constant.type, constant.doc)
        shown: dict[str, str] = {}
        for one in PROPERTIES:
            if types is None or one.result in types:
                shown.setdefault(one.name, one.doc)
        for word, doc in shown.items():
            yield Option(f"{word} of", "property", "", doc, f"{word} of ")

    def _types(self) -> frozenset[str] | None:
        """Return the types of the terms that fit; None if that is not clear."""
        before = self.there.before
        last, earlier = (before[-1] if before else ""), before[-2:-1]
        if earlier == ("do",) or earlier == ("can",):
            verbs = [verb for verb in VERBS.values() if verb.form.split()[0] == last]
            return frozenset(t for verb in verbs for part in verb.parts[:1] for t in part.types)
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

    def _words_after(self, before: tuple[str, ...]) -> Iterator[Option]:
        """Yield the words that a memory or setting can hold, after `sky is`."""
        if self.rules is None or before[-1:] not in (("is",), ("not",), ("=",)):
            return
        names = set(before[-3:-1])
        for symbol, (entry, _) in symbols_of(self.rules).items():
            if entry.id in names:
                yield Option(symbol, "word", entry.id)

    def _predicates(self, subject: str | None) -> Iterator[Option]:
        kinds: dict[str, list[str]] = {}
        docs: dict[str, str] = {}
        for predicate in PREDICATES:
            if subject in (None, predicate.subject):
                kinds.setdefault(predicate.name, []).append(predicate.subject)
                docs.setdefault(predicate.name, predicate.doc)
        for word, subjects in kinds.items():
            yield Option(word, "predicate", ", ".join(subjects), docs[word])

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
