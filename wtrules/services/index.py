"""Where names are used, and what each of them means: from a place in a rule file to a definition.

Takes a parsed file and the rules it belongs to, and returns an `Index`. Hover texts, definitions,
completion, references and renaming are answered from it. Names in terms and statements mean what
binding finds out; this module adds those in clauses about definitions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import define, field, frozen

from wtrules.language.constants import CONSTANTS
from wtrules.language.events import EVENTS
from wtrules.language.predicates import predicates
from wtrules.language.properties import properties
from wtrules.language.verbs import VERBS
from wtrules.meaning.chapters import LABELLED
from wtrules.meaning.outcomes import outcome_cells
from wtrules.meaning.references import DEFINES, Reference
from wtrules.meaning.references_in import Layer, layers_of, nothing
from wtrules.node import walk
from wtrules.resolve.model import Entry, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.value import Value

# What a plain name in a term can be, in the order in which it is looked up.
TERMS = (
    "memory",
    "allowance",
    "setting",
    "define",
    "piece",
    "spell",
    "deck",
    "card",
    "outcome",
    "table",
)
_PERFORMED = ("rule", "card", "spell")
_ALONE = (*TERMS[:3], "column", *TERMS[3:], "rule", "chapter", "variant", "word")
_WORD = re.compile(r"[^\W\d][\w.-]*")


@frozen
class Meant(Value):
    """What a name means: a definition of the rules, a variable, a variant, or a word of the language."""

    kind: str  # that of an entry, or `variable`, `variant`, `ruleset`, `word`, `verb`, `property` …
    id: str
    span: Span | None = field(default=None, eq=False)  # where it is defined; None for the language
    entry: Entry | None = field(default=None, eq=False, repr=False)
    doc: str = field(default="", eq=False, repr=False)  # of the language's own words
    place: tuple[str, int] | None = None  # tells variables of the same name apart


@frozen
class Use(Value):
    """A name in a file, and what it means; the definition itself counts as a use."""

    span: Span
    meant: Meant
    is_definition: bool = False


@define(eq=False, repr=False)
class Index:
    """The names of one file."""

    uses: list[Use]

    def __attrs_post_init__(self) -> None:
        """Put the uses into the order of the text."""
        self.uses.sort(key=lambda use: (use.span.start, -use.span.end))
        self._starts = [use.span.start for use in self.uses]

    _starts: list[int] = field(factory=list, init=False)

    def at(self, offset: int) -> Use | None:
        """Return the name at a place, the shortest if several are there."""
        last = bisect_right(self._starts, offset)
        around = [use for use in self.uses[:last] if offset <= use.span.end]
        return min(around, key=lambda use: use.span.end - use.span.start, default=None)

    def of(self, meant: Meant) -> list[Use]:
        """Return all uses of a definition in this file, in order."""
        return [use for use in self.uses if use.meant == meant]


def index_of(file: n.File, rules: Rules | None) -> Index:
    """Return the index of a file; without rules it knows only variables and words of the language."""
    uses: dict[tuple[int, int], Use] = {}
    for layer in layers_of(file, rules or nothing(file.span)):
        for use in _Layer(layer).uses():
            if use.span.source is file.span.source:
                uses[use.span.start, use.span.end] = use
    return Index(list(uses.values()))


def uses_in(files: Iterable[n.File], rules: Rules | None, meant: Meant) -> Iterator[Use]:
    """Yield the uses of a definition in several files."""
    last = meant.id.rpartition(".")[2]
    for file in files:
        if last in file.span.source.text:
            yield from index_of(file, rules).of(meant)


def variables_at(file: n.File, offset: int, rules: Rules | None) -> dict[str, str]:
    """Return the variables that are known at a place, with their types."""
    found: dict[str, str] = {}
    for layer in layers_of(file, rules or nothing(file.span)):
        for one in layer.variables_at(offset):
            found.setdefault(one.name, one.type)
    return found


def symbols_of(rules: Rules) -> dict[str, tuple[Entry, Span]]:
    """Return the words that memories and settings can hold, each with where it is listed."""
    found: dict[str, tuple[Entry, Span]] = {}
    for entry in rules.entries.values():
        for name in choices_of(entry):
            found.setdefault(name.id, (entry, name.span))
    return found


def choices_of(entry: Entry) -> tuple[n.Name, ...]:
    """Return the words that a memory or setting can hold; none if it holds something else."""
    match entry.node:
        case n.Memory(value=n.OneOf(names=names)) | n.Setting(value=n.Value(choices=names)):
            return names
        case _:
            return ()


_VARIANT = ("variant",)
# The names in clauses, and what they can be the names of; nothing: they mean nothing elsewhere.
_NAMED: Mapping[type, tuple[str, tuple[str, ...]]] = {
    n.Cites: ("manual", ("manual",)),
    n.Assumed: ("entries", ("assumption",)),
    n.Covers: ("ids", ("topic",)),
    n.ManualLine: ("topic", ("topic",)),
    n.InChapter: ("name", ("chapter",)),
    n.RuleAfter: ("rules", _PERFORMED),
    n.Shows: ("ids", ("setting", "table", "deck")),
    n.Face: ("kind", ("card",)),
    n.Extends: ("variants", _VARIANT),
    n.Needs: ("variants", _VARIANT),
    n.Excludes: ("variants", _VARIANT),
    n.ExampleWith: ("variants", _VARIANT),
    n.Variant: ("id", _VARIANT),
    n.NewValue: ("id", ("setting", "allowance", "memory", "column")),
    # A label is found, and renamed, with what it is about.
    n.Label: ("id", (*LABELLED, "label")),
    n.Suppress: ("code", ()),
    n.Code: ("name", ()),
    n.Option: ("name", ()),
    n.LayerAfter: ("layers", ()),
    n.Confidence: ("name", ()),
    n.QuestionKind: ("name", ()),
    n.Holds: ("ids", ()),
    n.Manual: ("id", ()),
    n.Group: ("id", ()),
}
_DEFINING = (
    n.Rule, n.Card, n.Spell, n.Define, n.Piece, n.Outcome, n.Deck, n.Table, n.Memory, n.Allowance,
    n.Example, n.Assumption, n.Chapter, n.Topic,
)  # fmt: skip


@define(eq=False, repr=False)
class _Layer:
    """Finds the uses of names in one ruleset, variant or reading of a file."""

    layer: Layer
    known: set[int] = field(factory=set)  # where names begin that clauses have
    _symbols: dict[str, tuple[Entry, Span]] | None = None

    @property
    def rules(self) -> Rules:
        return self.layer.rules

    def uses(self) -> Iterator[Use]:
        """Yield all uses; the last one at a place is right."""
        names: list[n.Name] = []
        for node in walk(*self.layer.items):
            if isinstance(node, n.Name):
                names.append(node)
            else:
                yield from self._in_clause(node)
        for name in names:
            if name.span.start not in self.known:
                yield from self._use(name.span, self._alone(name))
        for reference in self.layer.references:
            yield from self._reference(reference)

    def _use(self, span: Span, meant: Meant | None, is_definition: bool = False) -> Iterator[Use]:
        self.known.add(span.start)
        if meant is not None:
            yield Use(span, meant, is_definition)

    # --- what names mean ---

    def meant(self, id: str, *kinds: str) -> Meant | None:
        """Return the first of these kinds of definitions that there is with a name."""
        for kind in kinds:
            match kind:
                case "variant":
                    info = self.rules.variants.get(id)
                    if info is not None:
                        return Meant("variant", id, info.node.id.span)
                case "word":
                    if (word := self._word(id)) is not None:
                        return word
                case "column":
                    table, _, _ = id.rpartition(".")
                    if (found := self.meant(table, "table")) is not None:
                        return found
                case _:
                    key = (kind, id)
                    entry = self.rules.entries.get(key) or self.rules.removed.get(key)
                    if entry is not None:
                        return Meant(kind, id, entry.name_span, entry)
        return None

    def _word(self, id: str) -> Meant | None:
        """Return a word that a memory or setting can hold."""
        if self._symbols is None:
            self._symbols = symbols_of(self.rules)
        if id not in self._symbols:
            return None
        entry, span = self._symbols[id]
        return Meant("word", id, span, entry)

    def _alone(self, name: n.Name) -> Meant | None:
        """Return what a name means that binding did not come to: in sentences, and beside mistakes."""
        for variable in self.layer.variables_at(name.span.start):
            if variable.name == name.id:
                return _variable(name.id, variable.span, variable.type)
        return self.meant(name.id, *_ALONE) or _of_language(name.id)

    def _reference(self, reference: Reference) -> Iterator[Use]:
        span, kind, id, use, place = reference
        meant: Meant | None
        match kind:
            case "variable":
                assert place is not None
                meant = _variable(id, place, self.layer.types[place])
            case "verb":
                span, meant = _first_word(span), Meant("verb", VERBS[id].shown, doc=VERBS[id].doc)
            case "event":
                meant = Meant("event", EVENTS[id].pattern, doc=EVENTS[id].doc)
            case "constant" | "predicate" | "property":
                meant = _of_language(id, kind)
            case _:
                meant = self.meant(id, kind)
        yield from self._use(span, meant, use == DEFINES)

    # --- clauses that name things ---

    def _in_clause(self, node: Any) -> Iterator[Use]:
        """Yield the names of a clause, or of a definition, without those in its terms."""
        kinds: tuple[str, ...]
        match node:
            case n.Ruleset():
                yield from self._use(node.id.span, Meant("ruleset", node.id.id, node.id.span), True)
            case n.Reference():
                wanted = node.name.rpartition("/")[2].removesuffix(".wtr")
                for layer in self.rules.layers:
                    if layer.kind == "ruleset" and layer.name == wanted:
                        yield Use(node.span, Meant("ruleset", layer.name, layer.span))
            case n.Setting():
                return
            case n.Group():
                for setting in node.settings:
                    meant = self.meant(f"{node.id.id}.{setting.key.id}", "setting")
                    yield from self._use(setting.key.span, meant, True)
            case n.OneOf():
                for name in node.names:
                    yield from self._use(name.span, self._word(name.id), True)
            case n.Remove() | n.Add() if node.id is not None:
                kinds = (node.kind, "setting")
                yield from self._use(node.id.span, self.meant(node.id.id, *kinds))
            case n.Illustrates():
                yield from self._use(node.name.span, self.meant(node.name.id, node.kind))
            case n.Given() if node.spell is not None:
                yield from self._written(node.span, node.spell, "spell", after=r"\bspell\s+")
            case n.WhenMove():
                for word in _WORD.finditer(node.move.span.text):
                    yield from self._use(
                        _inside(node.move.span, word), self.meant(word[0], "spell")
                    )
            case n.Then(value=str(value)):
                kinds = ("outcome",) if node.what == "game_over" else _PERFORMED
                yield from self._written(node.span, value, *kinds)
            case _ if isinstance(node, _DEFINING) and node.id is not None:
                kind = type(node).__name__.lower()
                yield from self._use(node.id.span, self.meant(node.id.id, kind), True)
        if isinstance(node, n.Table | n.Add):  # cells that name outcomes
            for cell in outcome_cells(self.rules, node):
                yield from self._use(cell.span, self.meant(str(cell.text), "outcome"))
        if type(node) in _NAMED:
            part, kinds = _NAMED[type(node)]
            named = getattr(node, part)
            for name in named if isinstance(named, tuple) else (named,):
                yield from self._use(name.span, self.meant(name.id, *kinds))

    def _written(self, within: Span, id: str, *kinds: str, after: str = "") -> Iterator[Use]:
        """Yield a name that has no place of its own: it is found in the text of its clause."""
        kind, _, rest = id.partition(".")
        word = re.search(rf"{after}(?<![\w.-])({re.escape(id)})(?![\w.-])", within.text)
        if word is not None:
            meant = self.meant(id, *kinds) or self.meant(rest, kind)
            yield from self._use(_inside(within, word, 1), meant)


def _inside(within: Span, word: re.Match[str], group: int = 0) -> Span:
    start, end = word.span(group)
    return Span(within.source, within.start + start, within.start + end)


def _first_word(action: Span) -> Span:
    """Return the place of the verb of an action."""
    word = _WORD.search(action.text.removeprefix("do"))
    assert word is not None
    start = action.start + action.text.index(word[0])
    return Span(action.source, start, start + len(word[0]))


def _variable(id: str, place: Span, type: str) -> Meant:
    return Meant("variable", id, place, doc=type, place=(place.source.path, place.start))


def _of_language(id: str, *kinds: str) -> Meant | None:
    """Return what a word of the language means."""
    docs = {
        "constant": [CONSTANTS[id].doc] if id in CONSTANTS else [],
        "predicate": [one.doc for one in predicates(id)],
        "property": [one.doc for one in properties(id)],
    }
    kind = next((kind for kind in kinds or docs if docs[kind]), None)
    return Meant(kind, id, doc="; ".join(dict.fromkeys(docs[kind]))) if kind is not None else None
