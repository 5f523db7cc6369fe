"""The ledger of open questions: what no manual answers, the possible readings, and the default.

The entries are in `rulesets/assumptions.wtr`, which is read only when it is needed; a ruleset may
have entries of its own. A chosen reading is applied on top of the ruleset like a variant. Two
readings that change the same definition contradict each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from wtrules import resources
from wtrules.diagnostics import name_hint, wording
from wtrules.phrase import Verbatim, commas, listed, phrase
from wtrules.resolve.choices import apply_choice, is_choice
from wtrules.resolve.clauses import by_language, clauses_of, covered, in_language
from wtrules.resolve.layer_names import DECK, Key, key_of
from wtrules.resolve.layering import Layering
from wtrules.resolve.model import Layer, Rules
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.texts import Texts
from wtrules.value import Value

if TYPE_CHECKING:
    from wtrules.resolve.coverage import Coverage
    from wtrules.resolve.coverage import Reading as TopicReading
    from wtrules.resolve.library import Library

# How sure the ledger can be of the reading that is played; the surest first.
CONFIDENCE = ("certain", "high", "medium", "low")
# What an entry is: a question that manuals leave open, something that is printed on the pieces but in no
# text, or a detail that only a program has to settle.
KINDS = ("question", "fact", "detail")

# Which reading to take for which entry; a list keeps what was given twice.
Assume = Mapping[str, str] | Sequence[tuple[str, str]]


# --- the entries -----------------------------------------------------------------------------


def open_ledger(library: Library) -> dict[str, n.Assumption]:
    """Return the shipped entries by id; the library gets the diagnostics."""
    path = resources.rulesets_folder() / resources.ledger_file()
    if not path.is_file():
        return {}
    loaded = library.open_path(path, f"rulesets/{resources.ledger_file()}")
    members = loaded.file.members if loaded is not None else ()
    return {item.id.id: item for item in members if isinstance(item, n.Assumption)}


def ledger_of(rules: Rules, library: Library) -> dict[str, n.Assumption]:
    """Return the entries of the ruleset itself, then the shipped ones."""
    own = {entry.id: entry.node_as(n.Assumption) for entry in rules.of_kind("assumption")}
    return own | {id: node for id, node in open_ledger(library).items() if id not in own}


def readings(assumption: n.Assumption) -> dict[str, n.Reading]:
    """Return the readings of an entry by name."""
    return {reading.name.id: reading for reading in clauses_of(assumption, n.Reading)}


def default(assumption: n.Assumption, layers: Collection[str] = ()) -> str | None:
    """Return the reading that is used with these layers unless another one is chosen."""
    name = None
    for clause in clauses_of(assumption, n.DefaultReading):
        if _applies_to(clause, layers):
            return clause.name.id
        if not clause.rulesets:
            name = clause.name.id
    return name


def letter(assumption: n.Assumption, layers: Collection[str]) -> str | None:
    """Return the reading that follows from reading the manual of these layers literally."""
    for clause in clauses_of(assumption, n.LetterReading):
        if _applies_to(clause, layers):
            return clause.name.id
    return default(assumption, layers)


def stated(assumption: n.Assumption, rules: Rules, topics: Coverage) -> tuple[TopicReading, ...]:
    """Return where the edition's manual states how a question is read with these rules.

    Nothing if that is open: if the manual does not state all topics that the question covers, if it says
    something else when it is read literally, or if another reading was chosen.
    """
    layers = [layer.name for layer in rules.layers]
    is_chosen = assumption.id.id in dict(rules.assumed)
    if is_chosen or default(assumption, layers) != letter(assumption, layers):
        return ()
    statements = topics.said(covered(assumption))
    return statements if all(each.stance == "states" for each in statements) else ()


def confidence(assumption: n.Assumption) -> str | None:
    """Return how sure the ledger is of the default reading."""
    return next((clause.name.id for clause in clauses_of(assumption, n.Confidence)), None)


def kind(assumption: n.Assumption) -> str:
    """Return what kind of question an entry is: one of KINDS."""
    return next((clause.name.id for clause in clauses_of(assumption, n.QuestionKind)), KINDS[0])


def affected(assumption: n.Assumption) -> tuple[str, ...]:
    """Return the rules and addresses an entry is about."""
    return tuple(name.id for clause in clauses_of(assumption, n.Affects) for name in clause.ids)


def body_of(reading: n.Reading, layers: Collection[str]) -> n.ReadingBody | None:
    """Return what a reading changes with these layers: the first body that is for them."""
    for body in reading.bodies:
        if not body.rulesets or _applies_to(body, layers):
            return body
    return None


@frozen
class ReadingExample(Value):
    """An example that proves a reading, and the variants it is played with."""

    reading: str
    node: n.Example
    variants: tuple[str, ...]


def reading_examples(assumption: n.Assumption, layers: Collection[str]) -> Iterator[ReadingExample]:
    """Yield the examples of all readings that can be played with a ruleset of these layers.

    An example is played with the variants that its body and the example itself name.
    """
    for name, reading in readings(assumption).items():
        for body in reading.bodies:
            for example in body.examples:
                clauses = clauses_of(example, n.ExampleWith)
                named = (*body.variants, *(name for clause in clauses for name in clause.variants))
                variants = tuple(dict.fromkeys(variant.id for variant in named))
                if body_of(reading, {*layers, *variants}) is body:
                    yield ReadingExample(name, example, variants)


def _applies_to(
    scope: n.ReadingBody | n.DefaultReading | n.LetterReading, layers: Collection[str]
) -> bool:
    """Return whether one of the named rulesets, and all the variants, are among the layers."""
    here = any(name.id in layers for name in scope.rulesets)
    return here and all(name.id in layers for name in scope.variants)


# --- applying a reading ------------------------------------------------------------------------


def apply_readings(layering: Layering, assume: Assume) -> None:
    """Apply the chosen readings on top of the rulesets and variants."""
    chosen = list(assume.items()) if isinstance(assume, Mapping) else list(assume)
    if chosen:
        _Readings(layering).apply(chosen)


@define(eq=False, repr=False)
class _Readings:
    """Applies readings, one after the other."""

    layering: Layering
    questions: dict[str, n.Assumption] = field(factory=dict)
    # The reading that changed a definition last.
    changed: dict[Key, Layer] = field(factory=dict)

    def apply(self, chosen: list[tuple[str, str]]) -> None:
        self.questions = open_ledger(self.layering.library)
        for (kind, id), entry in self.layering.entries.items():
            if kind == "assumption":
                self.questions[id] = entry.node_as(n.Assumption)
        layers = self.layering.layers
        below = {layer.name for layer in layers}
        name = next((x.name for x in reversed(layers) if x.kind == "ruleset"), "")
        taken: dict[str, str] = {}
        for id, wanted in chosen:
            if id in taken:
                self._twice(id, taken[id], wanted)
                continue
            taken[id] = wanted
            if id not in self.questions and is_choice(self.layering, id):
                apply_choice(self.layering, id, wanted, below)
                continue
            reading = self._reading(id, wanted)
            if reading is None:
                continue
            body = body_of(reading, below)
            if body is None:
                self._unfit("unfit-reading.here", id, reading, reading.name.span, name=name)
                continue
            # A reading on top of a house rule is checked like a house rule.
            layer = Layer(f"{id}={wanted}", "reading", layers[-1].shipped, reading.name.span)
            if self._fits(id, reading, body, layer, name):
                items = [self._with_text(item, layer, reading) for item in body.changes]
                self.layering.apply(layer, items, below)

    def _twice(self, id: str, first: str, second: str) -> None:
        name = "duplicate-assumption" if first != second else "duplicate-assumption.same"
        self.layering.library.report(name, None, id=id, first=first, second=second)

    def _reading(self, id: str, wanted: str) -> n.Reading | None:
        assumption = self.questions.get(id)
        if assumption is None:
            hint = name_hint(id, [*self.questions, *self._settings()])
            self.layering.library.report("unknown-assumption", None, hint, id=id)
            return None
        readings_by_name = readings(assumption)
        reading = readings_by_name.get(wanted)
        if reading is None:
            ways = (
                wording("unknown-reading.chosen.way", name=name, text=_written(r.phrases))
                for name, r in readings_by_name.items()
            )
            self.layering.library.report(
                "unknown-reading.chosen",
                assumption.id.span,
                id=id,
                wanted=wanted,
                list=commas(ways, "; "),
            )
        elif reading.unplayable:
            self.layering.library.report(
                "unplayable-reading",
                reading.name.span,
                wanted=wanted,
                id=id,
                text=_written(reading.unplayable),
            )
            return None
        return reading

    def _settings(self) -> list[str]:
        return [id for kind, id in self.layering.entries if kind in ("setting", "table")]

    def _unfit(self, fault: str, id: str, reading: n.Reading, at: Span, **values: str) -> None:
        self.layering.library.report(
            fault,
            at,
            **values,
            reading=reading.name.id,
            id=id,
            list=commas(dict.fromkeys(map(_scope, reading.bodies))),
        )

    def _with_text(self, item: n.Item, layer: Layer, reading: n.Reading) -> n.Item:
        """Return an override of what a rule does with a text that mentions the reading."""
        if not isinstance(item, n.Override) or not isinstance(item.item, n.Rule | n.Card | n.Spell):
            return item
        new = item.item
        entry = self.layering.entries[key_of(new, self.layering.entries)]
        said = list(clauses_of(entry.node, n.Says))
        kinds = {type(clause) for clause in new.clauses}
        if not said or n.Says in kinds or kinds <= {n.Cost}:
            return item
        # The sentence that is always read mentions the reading, if there is one.
        says = next((one for one in said if one.condition is None), said[0])
        now = by_language(reading.phrases)
        phrases = tuple(
            evolve(phrase, text=f"{phrase.text} ({_note(phrase.language, layer, text)})")
            for phrase in says.phrases
            if (text := now.get(phrase.language))
        )
        noted = (evolve(one, phrases=phrases) if one is says else one for one in said)
        clauses = (*noted, *new.clauses)
        return evolve(item, item=evolve(new, clauses=clauses))

    def _fits(
        self, id: str, reading: n.Reading, body: n.ReadingBody, layer: Layer, ruleset: str
    ) -> bool:
        """Whether everything the reading changes exists and no other reading has changed it."""
        fits = True
        targets = list(_targets(body.changes, self.layering.entries))
        for key, item, is_new in targets:
            kind, name = key
            what = "the deck" if key == DECK else phrase("{kind} `{name}`", kind=kind, name=name)
            rival = self.changed.get(key)
            if rival is not None:
                fits = False
                self.layering.library.report(
                    "layer-conflict.readings",
                    item.span,
                    rival=rival.name,
                    layer=layer.name,
                    what=what,
                    first=rival.span,
                )
            elif not is_new and key not in self.layering.entries:
                fits = False
                self._unfit("unfit-reading", id, reading, item.span, what=what, ruleset=ruleset)
        if fits:
            self.changed |= {key: layer for key, _, _ in targets}
        return fits


def _targets(
    items: Iterable[n.Item], entries: Collection[Key]
) -> Iterator[tuple[Key, n.Item, bool]]:
    """Yield the definition each item is about, and whether the item adds it."""
    for item in items:
        match item:
            case n.Group():
                for setting in item.settings:
                    yield ("setting", f"{item.id.id}.{setting.key.id}"), item, True
            case n.Deck() | n.Suppress():
                pass
            case _:
                is_new = not isinstance(item, n.Override | n.Remove | n.Add)
                yield key_of(item, entries), item, is_new


def _scope(body: n.ReadingBody) -> str:
    names = [f"`{name.id}`" for name in body.rulesets]
    rulesets = listed(names, "or") if names else "every ruleset"
    variants = " and ".join(f"`{name.id}`" for name in body.variants)
    return (
        phrase("{rulesets} with {variants}", rulesets=rulesets, variants=variants)
        if variants
        else rulesets
    )


def _note(language: str, layer: Layer, text: str) -> str:
    """Return a note on how a question is read in a layer."""
    return Texts(language)("common.read_as", layer=layer.name, text=text)


def _written(phrases: Iterable[n.Phrase]) -> Verbatim:
    """Return what a rule file says, in all its languages."""
    texts = by_language(phrases)
    return Verbatim(in_language(phrases, "en") or "", texts)
