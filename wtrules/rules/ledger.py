"""The ledger of open questions: what no manual answers, the possible readings, and the default.

The entries are in `rulesets/assumptions.wtr`, which is read only when it is needed; a ruleset may
have entries of its own. A chosen reading is applied on top of the ruleset like a variant. Two
readings that change the same definition contradict each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from wtrules import resources
from wtrules.diagnostics import Diagnostic, Label, error, name_hint
from wtrules.rules.model import Layer, Rules
from wtrules.syntax import nodes as n
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.rules.layering import Layering
    from wtrules.rules.library import Library

Key = tuple[str, str]
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
    """Return the shipped entries and those of the ruleset."""
    found = open_ledger(library)
    for entry in rules.of_kind("assumption"):
        assert isinstance(entry.node, n.Assumption)
        found[entry.id] = entry.node
    return found


def readings(assumption: n.Assumption) -> dict[str, n.Reading]:
    """Return the readings of an entry by name."""
    return {c.name.id: c for c in assumption.clauses if isinstance(c, n.Reading)}


def default(assumption: n.Assumption, layers: Collection[str] = ()) -> str | None:
    """Return the reading that is used with these layers unless another one is chosen."""
    found = None
    for clause in assumption.clauses:
        if isinstance(clause, n.DefaultReading):
            if _applies_to(clause, layers):
                return clause.name.id
            if not clause.rulesets:
                found = clause.name.id
    return found


def letter(assumption: n.Assumption, layers: Collection[str]) -> str | None:
    """Return the reading that follows from reading the manual of these layers literally."""
    for clause in assumption.clauses:
        if isinstance(clause, n.LetterReading) and _applies_to(clause, layers):
            return clause.name.id
    return default(assumption, layers)


def phrases(
    assumption: n.Assumption, kind: type[n.Says] | type[n.Evidence]
) -> tuple[n.Phrase, ...]:
    """Return the question (`Says`) or the evidence of an entry."""
    return tuple(
        phrase
        for clause in assumption.clauses
        if isinstance(clause, kind)
        for phrase in clause.phrases
    )


def confidence(assumption: n.Assumption) -> str | None:
    """Return how sure the ledger is of a fact."""
    return next((c.name.id for c in assumption.clauses if isinstance(c, n.Confidence)), None)


def affected(assumption: n.Assumption) -> tuple[str, ...]:
    """Return the rules and addresses an entry is about."""
    return tuple(name.id for c in assumption.clauses if isinstance(c, n.Affects) for name in c.ids)


def body_of(reading: n.Reading, layers: Collection[str]) -> n.ReadingBody | None:
    """Return what a reading changes with these layers: the first body that is for them."""
    for body in reading.bodies:
        if not body.rulesets or _applies_to(body, layers):
            return body
    return None


def _applies_to(
    scope: n.ReadingBody | n.DefaultReading | n.LetterReading, layers: Collection[str]
) -> bool:
    """Return whether one of the named rulesets, and all the variants, are among the layers."""
    here = any(name.id in layers for name in scope.rulesets)
    return here and all(name.id in layers for name in scope.variants)


# --- applying a reading ------------------------------------------------------------------------


def apply_readings(maker: Layering, assume: Assume) -> None:
    """Apply the chosen readings on top of the rulesets and variants."""
    chosen = list(assume.items()) if isinstance(assume, Mapping) else list(assume)
    if chosen:
        _Readings(maker).apply(chosen)


@define
class _Readings:
    maker: Layering
    entries: dict[str, n.Assumption] = field(factory=dict)
    # The reading that changed a definition last.
    changed: dict[Key, Layer] = field(factory=dict)

    def apply(self, chosen: list[tuple[str, str]]) -> None:
        maker = self.maker
        self.entries = open_ledger(maker.library)
        for (kind, id), entry in maker.entries.items():
            if kind == "assumption" and isinstance(entry.node, n.Assumption):
                self.entries[id] = entry.node
        below = {layer.name for layer in maker.layers}
        name = next((x.name for x in reversed(maker.layers) if x.kind == "ruleset"), "")
        taken: dict[str, str] = {}
        for id, wanted in chosen:
            if id in taken:
                self._twice(id, taken[id], wanted)
                continue
            taken[id] = wanted
            reading = self._reading(id, wanted)
            if reading is None:
                continue
            body = body_of(reading, below)
            if body is None:
                self._unfit(id, reading, f"does not apply to `{name}` as it is played here", None)
                continue
            # A reading on top of a house rule is checked like a house rule.
            shipped = maker.layers[-1].shipped
            layer = Layer(f"{id}={wanted}", "reading", shipped, reading.name.span)
            if self._fits(id, reading, body, layer, name):
                items = [self._with_text(item, layer, reading) for item in body.items]
                maker.apply(layer, items, set(below))

    def _report(self, code: str, message: str, primary: Label | None, *help: str) -> None:
        self.maker.library.diagnostics.append(Diagnostic(code, message, primary, help=help))

    def _twice(self, id: str, first: str, second: str) -> None:
        both = f"`{first}` and `{second}`" if first != second else f"`{first}` twice"
        self._report(
            "duplicate-assumption", f"`{id}` is given {both}", None, "choose one reading of it"
        )

    def _reading(self, id: str, wanted: str) -> n.Reading | None:
        assumption = self.entries.get(id)
        if assumption is None:
            hint = name_hint(id, list(self.entries))
            self._report(
                "unknown-assumption",
                f"there is no open question called `{id}`",
                None,
                hint or "`wtrules assumptions` lists the open questions of a ruleset",
            )
            return None
        known = readings(assumption)
        reading = known.get(wanted)
        if reading is None:
            ways = "; ".join(f"`{name}` {_english(r.phrases)}" for name, r in known.items())
            self._report(
                "unknown-reading",
                f"`{id}` has no reading `{wanted}`",
                Label(assumption.id.span, "the question"),
                f"the readings are: {ways}",
            )
        elif reading.unplayable:
            self._report(
                "unplayable-reading",
                f"reading `{wanted}` of `{id}` cannot be played",
                Label(reading.name.span, "only documented"),
                f"the reason: {_english(reading.unplayable)}",
            )
            return None
        return reading

    def _unfit(self, id: str, reading: n.Reading, why: str, primary: Label | None) -> None:
        self._report(
            "unfit-reading",
            f"reading `{reading.name.id}` of `{id}` {why}",
            primary or Label(reading.name.span, "this reading"),
            f"it is written for: {', '.join(dict.fromkeys(map(_scope, reading.bodies)))}",
        )

    def _with_text(self, item: n.Item, layer: Layer, reading: n.Reading) -> n.Item:
        """Return an override of what a rule does with a text that mentions the reading."""
        if not isinstance(item, n.Override) or not isinstance(item.item, n.Rule | n.Card | n.Spell):
            return item
        new = item.item
        old = self.maker.entries[_kind(new), new.id.id].clauses()
        says = next((clause for clause in old if isinstance(clause, n.Says)), None)
        kinds = {type(clause) for clause in new.clauses}
        if says is None or n.Says in kinds or kinds <= {n.Cost}:
            return item
        now = {phrase.language: phrase.text for phrase in reading.phrases}
        phrases = tuple(
            evolve(said, text=f"{said.text} ({_read_as(said.language, layer, text)})")
            for said in says.phrases
            if (text := now.get(said.language))
        )
        clauses = (evolve(says, phrases=phrases), *new.clauses)
        return evolve(item, item=evolve(new, clauses=clauses))

    def _fits(
        self, id: str, reading: n.Reading, body: n.ReadingBody, layer: Layer, ruleset: str
    ) -> bool:
        """Whether everything the reading changes exists and no other reading has changed it."""
        maker = self.maker
        fits = True
        for key, node, is_new in _targets(body.items, maker.entries):
            rival = self.changed.get(key)
            kind, name = key
            what = "the deck" if kind == "deck" else f"{kind} `{name}`"
            if rival is not None:
                fits = False
                self.maker.library.diagnostics.append(
                    error(
                        "layer-conflict",
                        f"`{rival.name}` and `{layer.name}` both change {what}",
                        node.span,
                        f"changed by `{layer.name}`",
                        "choose one of the two readings",
                        related=(Label(rival.span, f"changed by `{rival.name}`"),),
                    )
                )
            elif not is_new and key not in maker.entries:
                fits = False
                label = Label(node.span, "nothing to change")
                self._unfit(id, reading, f"changes {what}, which `{ruleset}` does not have", label)
        if fits:
            for key, _, _ in _targets(body.items, maker.entries):
                self.changed[key] = layer
        return fits


def _targets(
    items: Iterable[n.Item], entries: Collection[Key]
) -> Iterator[tuple[Key, n.Item, bool]]:
    """Yield the definition each item is about, and whether the item adds it."""
    for item in items:
        match item:
            case n.Override(item=n.NewValue() as new):
                kinds = ("allowance", "memory")
                kind = next((k for k in kinds if (k, new.id.id) in entries), "setting")
                yield (kind, new.id.id), item, False
            case n.Override(item=changed):
                id = "deck" if isinstance(changed, n.Deck) else changed.id.id
                yield (_kind(changed), id), item, False
            case n.Remove():
                yield (item.kind, item.id.id), item, False
            case n.Add():
                yield (item.kind, item.id.id if item.id is not None else "deck"), item, False
            case n.Group():
                for setting in item.settings:
                    yield ("setting", f"{item.id.id}.{setting.key.id}"), item, True
            case n.Deck() | n.Suppress():
                pass
            case _:
                yield (_kind(item), item.id.id), item, True


def _scope(body: n.ReadingBody) -> str:
    rulesets = " or ".join(f"`{name.id}`" for name in body.rulesets) or "every ruleset"
    variants = " and ".join(f"`{name.id}`" for name in body.variants)
    return f"{rulesets} with {variants}" if variants else rulesets


def _kind(item: object) -> str:
    return type(item).__name__.lower()


def _english(phrases: tuple[n.Phrase, ...]) -> str:
    texts = {phrase.language: phrase.text for phrase in phrases}
    return texts.get("en") or next(iter(texts.values()), "")


# --- the file by itself ----------------------------------------------------------------------

_CONFIDENCE = ("certain", "high", "medium", "low")


def is_ledger(file: n.File) -> bool:
    """Whether a file contains only open questions."""
    return bool(file.members) and all(isinstance(m, n.Assumption) for m in file.members)


def check_ledger(file: n.File) -> Iterator[Diagnostic]:
    """Yield what is wrong with the entries of a ledger."""
    seen: dict[str, n.Assumption] = {}
    for entry in file.members:
        if isinstance(entry, n.Assumption):
            yield from check_entry(entry, ("says", "reading", "evidence", "default"))
            yield from _check_languages(entry)
            first = seen.setdefault(entry.id.id, entry)
            if first is not entry:
                yield error(
                    "duplicate-id",
                    f"assumption `{entry.id.id}` is defined twice",
                    entry.id.span,
                    "defined again here",
                    "give one of them another name, or remove it",
                    related=(Label(first.id.span, "first defined here"),),
                )


_PARTS = {n.Says: "says", n.Reading: "reading", n.Evidence: "evidence"}


def check_entry(
    entry: n.Assumption, needed: Collection[str] = ("says", "reading", "default")
) -> Iterator[Diagnostic]:
    """Yield what is wrong with an entry; it must have the parts that are *needed*."""
    known = readings(entry)
    has = {_PARTS.get(type(clause)) for clause in entry.clauses}
    if any(isinstance(c, n.DefaultReading) and not c.rulesets for c in entry.clauses):
        has.add("default")
    missing = [word for word in needed if word not in has]
    if missing:
        words = ", ".join(f"`{word}`" for word in missing)
        yield error(
            "missing-definition",
            f"assumption `{entry.id.id}` lacks {words}",
            entry.id.span,
            "incomplete",
            "an open question needs a text, readings and a default",
        )
    for usual in entry.clauses:
        if isinstance(usual, n.DefaultReading | n.LetterReading) and usual.name.id not in known:
            yield error(
                "unknown-reading",
                f"`{entry.id.id}` has no reading `{usual.name.id}`",
                usual.name.span,
                "no such reading",
                f"the readings are: {', '.join(f'`{name}`' for name in known)}",
            )
    for clause in entry.clauses:
        if isinstance(clause, n.Confidence) and clause.name.id not in _CONFIDENCE:
            yield error(
                "unknown-choice",
                f"`{clause.name.id}` is not a degree of confidence",
                clause.name.span,
                "not one of its values",
                f"write one of: {', '.join(_CONFIDENCE)}",
            )


def _check_languages(entry: n.Assumption) -> Iterator[Diagnostic]:
    for clause in entry.clauses:
        texts = [getattr(clause, "phrases", ()), getattr(clause, "unplayable", ())]
        for written in filter(None, texts):
            for language, name in (("en", "English"), ("de", "German")):
                if language not in {phrase.language for phrase in written}:
                    yield error(
                        "missing-language-text",
                        f"assumption `{entry.id.id}` has no {name} text in some places",
                        written[0].span,
                        f"no `{language}` text here",
                        f'add `{language} "…"`',
                    )


def _read_as(language: str, layer: Layer, text: str) -> str:
    """Return a note on how a question is read in a layer."""
    return Texts(language)("common.read_as", layer=layer.name, text=text)
