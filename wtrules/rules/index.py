"""Where names are used, and what each of them means: from a place in a rule file to a definition.

A parsed file and the rules it belongs to come in; an `Index` goes out. Hover texts, definitions,
completion, references and renaming are answered from it. It reads names as `bind_names.py` does, but
needs no types, so that a file with mistakes has an index, too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import ChainMap
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field, frozen

from wtrules.language.constants import CONSTANTS
from wtrules.language.events import matching_event
from wtrules.language.predicates import predicates
from wtrules.language.properties import properties
from wtrules.language.verbs import VERBS
from wtrules.node import Node, inner_parts
from wtrules.rules.chapters import LABELLED
from wtrules.rules.decide import DESCRIBED, definitions_in, variants_in
from wtrules.rules.model import Entry, Rules
from wtrules.rules.outcomes import outcome_cells
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
    found = _Finder(rules)
    found.visit(file, ChainMap())
    return Index(found.uses)


def uses_in(files: Iterable[n.File], rules: Rules | None, meant: Meant) -> Iterator[Use]:
    """Yield the uses of a definition in several files."""
    last = meant.id.rpartition(".")[2]
    for file in files:
        if last in file.span.source.text:
            yield from index_of(file, rules).of(meant)


def variables_at(file: n.File, offset: int) -> dict[str, str]:
    """Return the variables that are known at a place, with their kinds."""
    found = _Finder(None, offset)
    found.visit(file, ChainMap())
    return {name: meant.doc for name, meant in found.known.items()}


def symbols_of(rules: Rules) -> dict[str, tuple[Entry, Span]]:
    """Return the words that memories and settings can hold, each with where it is listed."""
    found: dict[str, tuple[Entry, Span]] = {}
    for entry in rules.entries.values():
        names: Iterable[n.Name] = ()
        if isinstance(entry.node, n.Memory) and isinstance(entry.node.value, n.OneOf):
            names = entry.node.value.names
        elif isinstance(entry.node, n.Setting):
            names = entry.node.value.choices
        for name in names:
            found.setdefault(name.id, (entry, name.span))
    return found


Scope = ChainMap[str, Meant]


@define(eq=False, repr=False)
class _Finder:
    """Walks through a file with the variables known at each place."""

    rules: Rules | None
    wanted: int | None = None  # the place whose variables are to be kept
    uses: list[Use] = field(factory=list)
    known: dict[str, Meant] = field(factory=dict)
    _symbols: dict[str, tuple[Entry, Span]] | None = None

    # --- walking ---

    def visit(self, part: Any, scope: Scope) -> None:
        """Note the names of a node, and of everything in it."""
        if isinstance(part, tuple):
            for one in part:
                self.visit(one, scope)
            return
        if not isinstance(part, Node):
            return
        handle = getattr(self, f"_{type(part).__name__}", None)
        if handle is not None:
            handle(part, scope)
        else:
            self._inside(part, scope)

    def _keep(self, part: Node, scope: Scope) -> None:
        """Keep the variables known at the wanted place: those of the innermost node around it."""
        if self.wanted is not None and part.span.start <= self.wanted <= part.span.end:
            for name, meant in scope.items():
                if meant.span is not None and meant.span.start < self.wanted:
                    self.known.setdefault(name, meant)

    def _inside(self, part: Node, scope: Scope, *without: str) -> None:
        for name in inner_parts(type(part)):
            if name not in without:
                self.visit(getattr(part, name), scope)
        self._keep(part, scope)

    # --- finding ---

    def _use(self, span: Span, meant: Meant | None, is_definition: bool = False) -> None:
        if meant is not None:
            self.uses.append(Use(span, meant, is_definition))

    def _entry(self, id: str, *kinds: str) -> Meant | None:
        if self.rules is None:
            return None
        for kind in kinds:
            entry = self.rules.get(kind, id) or self.rules.removed.get((kind, id))
            if entry is not None:
                return Meant(kind, id, entry.name_span, entry)
        return None

    def _column(self, id: str) -> Meant | None:
        table, dot, _ = id.rpartition(".")
        return self._entry(table, "table") if dot else None

    def _variant(self, name: n.Name) -> None:
        info = self.rules.variants.get(name.id) if self.rules is not None else None
        if info is not None:
            self._use(name.span, Meant("variant", name.id, info.node.id.span))

    def _term(self, id: str, scope: Scope) -> Meant | None:
        """Return what a name in a term means."""
        if id in scope:
            return scope[id]
        found = self._entry(id, *TERMS[:3]) or self._column(id) or self._entry(id, *TERMS[3:])
        if found is not None:
            return found
        if id in CONSTANTS:
            return Meant("constant", id, doc=CONSTANTS[id].doc)
        if asked := predicates(id):
            return Meant("predicate", id, doc="; ".join(p.doc for p in asked))
        return self._word(id)

    def _word(self, id: str) -> Meant | None:
        """Return a word that a memory or setting can hold."""
        if self._symbols is None:
            self._symbols = symbols_of(self.rules) if self.rules is not None else {}
        if id not in self._symbols:
            return None
        entry, span = self._symbols[id]
        return Meant("word", id, span, entry)

    def _bind(self, name: n.Name, kind: str, scope: Scope) -> None:
        meant = Meant(
            "variable",
            name.id,
            name.span,
            doc=kind,
            place=(name.span.source.path, name.span.start),
        )
        scope[name.id] = meant
        self._use(name.span, meant, True)

    # --- files and layers ---

    def _Reference(self, node: n.Reference, scope: Scope) -> None:
        layers = self.rules.layers if self.rules is not None else ()
        wanted = node.name.rpartition("/")[2].removesuffix(".wtr")
        for layer in layers:
            if layer.kind == "ruleset" and layer.name == wanted:
                self._use(node.span, Meant("ruleset", layer.name, layer.span))

    def _Extends(self, node: n.Extends, scope: Scope) -> None:
        self.visit(node.bases, scope)
        for name in node.variants:
            self._variant(name)

    def _names_of_variants(self, node: n.Needs | n.Excludes, scope: Scope) -> None:
        for name in node.variants:
            self._variant(name)

    _Needs = _Excludes = _names_of_variants

    def _Variant(self, node: n.Variant, scope: Scope) -> None:
        self._variant(node.id)
        self.visit(node.members, scope)

    def _Ruleset(self, node: n.Ruleset, scope: Scope) -> None:
        self._use(node.id.span, Meant("ruleset", node.id.id, node.id.span), True)
        self.visit(node.members, scope)

    def _NewValue(self, node: n.NewValue, scope: Scope) -> None:
        kinds = ("setting", "allowance", "memory", "table")
        self._use(node.id.span, self._entry(node.id.id, *kinds) or self._column(node.id.id))
        self.visit(node.value, scope)

    def _Remove(self, node: n.Remove, scope: Scope) -> None:
        if node.kind == "variant":
            self._variant(node.id)
        else:
            self._use(node.id.span, self._entry(node.id.id, node.kind, "setting"))

    def _Add(self, node: n.Add, scope: Scope) -> None:
        if node.id is not None:
            self._use(node.id.span, self._entry(node.id.id, node.kind, "setting"))
        self._outcomes(node)
        inner = scope.new_child()
        self._inside(node, inner, "id")

    def _Group(self, node: n.Group, scope: Scope) -> None:
        for setting in node.settings:
            id = f"{node.id.id}.{setting.key.id}"
            self._use(setting.key.span, self._entry(id, "setting"), True)
            self.visit(setting.value, scope)
            self.visit(setting.grounds, scope)

    # --- definitions ---

    def _definition(self, node: Any, scope: Scope) -> None:
        kind = type(node).__name__.lower()
        if node.id is not None:
            self._use(node.id.span, self._entry(node.id.id, kind), True)
        self._inside(node, scope.new_child(), "id")

    def _Table(self, node: n.Table, scope: Scope) -> None:
        self._definition(node, scope)
        self._outcomes(node)

    def _outcomes(self, node: n.Table | n.Add) -> None:
        """Note the outcomes that cells name, if a rule ends the game with them."""
        for cell in outcome_cells(self.rules, node) if self.rules is not None else ():
            self._use(cell.span, self._entry(str(cell.text), "outcome"))

    _Rule = _Card = _Spell = _Define = _Piece = _Outcome = _Deck = _definition
    _Memory = _Allowance = _Example = _Assumption = _Chapter = _Topic = _definition

    def _Label(self, node: n.Label, scope: Scope) -> None:
        """A label is found, and renamed, with what it is about."""
        about = self._entry(node.id.id, *LABELLED) or self._entry(node.id.id, "label")
        self._use(node.id.span, about)
        self._inside(node, scope.new_child(), "id")

    def _Parameter(self, node: n.Parameter, scope: Scope) -> None:
        self._bind(node.name, node.kind, scope)

    def _Addition(self, node: n.Addition, scope: Scope) -> None:
        self._inside(node, scope.new_child())

    # --- clauses that name things ---

    def _Cites(self, node: n.Cites, scope: Scope) -> None:
        self._use(node.manual.span, self._entry(node.manual.id, "manual"))

    def _Assumed(self, node: n.Assumed, scope: Scope) -> None:
        for name in node.entries:
            self._use(name.span, self._entry(name.id, "assumption"))

    def _Covers(self, node: n.Covers, scope: Scope) -> None:
        for name in node.ids:
            self._use(name.span, self._entry(name.id, "topic"))

    def _InChapter(self, node: n.InChapter, scope: Scope) -> None:
        self._use(node.name.span, self._entry(node.name.id, "chapter"))

    def _RuleAfter(self, node: n.RuleAfter, scope: Scope) -> None:
        for name in node.rules:
            self._use(name.span, self._entry(name.id, *_PERFORMED))

    def _Shows(self, node: n.Shows, scope: Scope) -> None:
        for name in node.ids:
            self._use(name.span, self._entry(name.id, "setting", "table", "deck"))

    def _Illustrates(self, node: n.Illustrates, scope: Scope) -> None:
        self._use(node.name.span, self._entry(node.name.id, node.kind))

    def _Says(self, node: n.Says, scope: Scope) -> None:
        """A sentence knows no variables; a name without a value is that of a variant or a definition."""
        known: Scope = ChainMap()
        offered = self.rules.variants if self.rules is not None else {}
        if self.rules is not None and node.condition is not None:
            for name in variants_in(self.rules, node.condition):
                if name.id in offered:
                    span = offered[name.id].node.id.span
                    known[name.id] = Meant("variant", name.id, span)
            for name in definitions_in(self.rules, node.condition):
                if (found := self._entry(name.id, *DESCRIBED)) is not None:
                    known[name.id] = found
        self.visit(node.condition, known)
        self.visit(node.phrases, known)

    def _Blank(self, node: n.Blank, scope: Scope) -> None:
        id = node.name.id
        found = self._entry(id, "deck", *TERMS) or self._column(id) or self._entry(id, "chapter")
        if found is None and id in CONSTANTS:
            found = Meant("constant", id, doc=CONSTANTS[id].doc)
        if found is None and (asked := properties(id)):
            found = Meant("property", id, doc=asked[0].doc)
        self._use(node.name.span, found)
        if found is None:
            self._variant(node.name)

    def _nothing(self, node: Node, scope: Scope) -> None:
        """Names that mean nothing outside of their clause."""

    _Suppress = _Code = _Option = _LayerAfter = _Confidence = _QuestionKind = _Holds = _nothing

    def _OneOf(self, node: n.OneOf, scope: Scope) -> None:
        for name in node.names:
            self._use(name.span, self._word(name.id), True)

    def _Face(self, node: n.Face, scope: Scope) -> None:
        self._use(node.kind.span, self._entry(node.kind.id, "card"))

    def _Event(self, node: n.Event, scope: Scope) -> None:
        """The words of an event have no places of their own: they are found in its text."""
        # An event of a piece may begin with its name: `dragon lands on p`.
        match = matching_event(node.words) or matching_event(("piece", *node.words))
        if match is None:
            return
        event, names = match
        self._use(node.span, Meant("event", event.pattern, doc=event.doc))
        kinds = dict(zip(names, event.types, strict=False))
        for word in _WORD.finditer(node.span.text):
            if word[0] in kinds and self._entry(word[0], "piece") is None:
                start = node.span.start + word.start()
                span = Span(node.span.source, start, start + len(word[0]))
                self._bind(n.Name(word[0], span=span), kinds.pop(word[0]), scope)

    # --- examples name rules and spells in their own words ---

    def _Given(self, node: n.Given, scope: Scope) -> None:
        if node.spell is not None:
            self._named(node, node.spell, "spell", after=r"\bspell\s+")
        self._inside(node, scope)

    def _ExampleWith(self, node: n.ExampleWith, scope: Scope) -> None:
        for name in node.variants:
            self._variant(name)
        self.visit(node.facts, scope)

    def _WhenMove(self, node: n.WhenMove, scope: Scope) -> None:
        for word in _WORD.finditer(node.move.span.text):
            self._named_at(node.move.span, word, self._entry(word[0], "spell"))

    def _Then(self, node: n.Then, scope: Scope) -> None:
        if isinstance(node.value, str):
            kinds = ("outcome",) if node.what == "game_over" else _PERFORMED
            self._named(node, node.value, *kinds)
        self._inside(node, scope)

    def _named(self, node: Node, id: str, *kinds: str, after: str = "") -> None:
        """Note a name that has no place of its own: it is found in the text of its clause."""
        kind, _, rest = id.partition(".")
        word = re.search(rf"{after}(?<![\w.-])({re.escape(id)})(?![\w.-])", node.span.text)
        if word is not None:
            self._named_at(node.span, word, self._entry(id, *kinds) or self._entry(rest, kind), 1)

    def _named_at(
        self, within: Span, word: re.Match[str], meant: Meant | None, group: int = 0
    ) -> None:
        start, end = word.span(group)
        self._use(Span(within.source, within.start + start, within.start + end), meant)

    # --- statements ---

    def _Block(self, node: n.Block, scope: Scope) -> None:
        self._inside(node, scope.new_child())

    def _with_query(self, node: Node, scope: Scope) -> None:
        """What is asked for is known only inside."""
        inner = scope.new_child()
        query = getattr(node, "query", None)
        self.visit(query, inner)
        self._inside(node, inner, "query")

    _Each = _Secretly = _Ask = _Extreme = _with_query

    def _Query(self, node: n.Query, scope: Scope) -> None:
        if node.variable is not None:
            self._bind(node.variable, node.kind, scope)
        self._inside(node, scope, "variable")

    def _Let(self, node: n.Let, scope: Scope) -> None:
        self.visit(node.value, scope)
        self._bind(node.name, "", scope)

    def _Set(self, node: n.Set, scope: Scope) -> None:
        self._use(node.target.span, self._term(node.target.id, scope))
        self._inside(node, scope, "target")

    def _Perform(self, node: n.Perform, scope: Scope) -> None:
        if isinstance(node.target, n.Name):
            id = node.target.id
            kind, _, rest = id.partition(".")
            found = scope.get(id) or self._entry(id, *_PERFORMED)
            self._use(node.target.span, found or self._entry(rest, kind))
        else:
            self.visit(node.target, scope)
        self.visit(node.arguments, scope)

    def _Use(self, node: n.Use, scope: Scope) -> None:
        self._use(node.allowance.span, self._entry(node.allowance.id, "allowance"))

    def _End(self, node: n.End, scope: Scope) -> None:
        if isinstance(node.outcome, n.Name):
            self._use(node.outcome.span, self._entry(node.outcome.id, "outcome"))
        else:
            self.visit(node.outcome, scope)

    def _Do(self, node: n.Do, scope: Scope) -> None:
        verb = VERBS.get(node.verb)
        first = _WORD.search(node.span.text.removeprefix("do"))
        if verb is not None and first is not None:
            start = node.span.start + node.span.text.index(first[0])
            span = Span(node.span.source, start, start + len(first[0]))
            self._use(span, Meant("verb", verb.shown, doc=verb.doc))
        self._inside(node, scope)

    # --- terms ---

    def _Name(self, node: n.Name, scope: Scope) -> None:
        self._use(node.span, self._term(node.id, scope))

    def _PropertyOf(self, node: n.PropertyOf, scope: Scope) -> None:
        id = node.property.id
        found = self._entry(id, "define", "memory", "allowance") or self._column(id)
        if found is None and (asked := properties(id)):
            found = Meant("property", id, doc="; ".join(dict.fromkeys(p.doc for p in asked)))
        self._use(node.property.span, found or self._term(id, scope))
        self.visit(node.subject, scope)

    def _Applied(self, node: n.Applied, scope: Scope) -> None:
        self._use(node.word.span, self._entry(node.word.id, "define"))
        self.visit(node.arguments, scope)

    def _EntryAt(self, node: n.EntryAt, scope: Scope) -> None:
        found = self._entry(node.table.id, "setting", "table") or self._column(node.table.id)
        self._use(node.table.span, found)
        self.visit(node.key, scope)
