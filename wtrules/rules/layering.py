"""Applying layers on top of each other: what each defines, overrides, removes and adds to.

The result are entries with their history. Two independent layers that change the same definition
are an error, unless one of them says `after` the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, evolve, field

from wtrules.diagnostics import Diagnostic, Label, Severity, closest, name_hint
from wtrules.rules.library import Library
from wtrules.rules.merging import merge, with_parts
from wtrules.rules.model import Entry, Layer, Origin, VariantInfo
from wtrules.source import Span
from wtrules.syntax import nodes as n

Key = tuple[str, str]

MOST_PLAYERS = 8


@define(eq=False)
class Layering:
    """Collects entries layer by layer."""

    library: Library
    entries: dict[Key, Entry] = field(factory=dict)
    removed: dict[Key, Entry] = field(factory=dict)
    variants: dict[str, VariantInfo] = field(factory=dict)
    layers: list[Layer] = field(factory=list)
    # For each layer the names of the layers it was written on top of.
    below: dict[str, set[str]] = field(factory=dict)
    chosen: list[str] = field(factory=list)
    players: frozenset[int] = frozenset()
    title: tuple[n.Phrase, ...] = ()
    language: str | None = None
    suppressions: list[n.Suppress] = field(factory=list)
    done: dict[str, Span] = field(factory=dict)

    def report(self, code: str, message: str, at: Span, label: str, **more: object) -> None:
        """Report a fault."""
        severity = more.pop("severity", Severity.ERROR)
        assert isinstance(severity, Severity)
        self.library.diagnostics.append(
            Diagnostic(code, message, Label(at, label), severity=severity, **more)  # type: ignore[arg-type]
        )

    def apply(self, layer: Layer, items: Iterable[n.Item], below: set[str]) -> None:
        """Apply one layer's items on top of the layers so far."""
        self.layers.append(layer)
        self.below[layer.name] = set(below)
        for lower in below:
            self.below[layer.name] |= self.below.get(lower, set())
        for item in items:
            self._item(layer, item)

    def _item(self, layer: Layer, item: n.Item) -> None:
        match item:
            case n.Group():
                for setting in item.settings:
                    path = f"{item.id.id}.{setting.key.id}"
                    self._define(layer, "setting", path, setting, setting.key.span)
            case n.Deck():
                self._define(layer, "deck", "deck", item, item.span)
            case n.Variant():
                self._variant(layer, item)
            case n.Suppress():
                self.suppressions.append(item)
            case n.Override():
                self._override(layer, item)
            case n.Remove():
                self._remove(layer, item)
            case n.Add():
                self._add(layer, item)
            case _:
                self._define(layer, kind_of(item), item.id.id, item, item.id.span)

    def _define(self, layer: Layer, kind: str, id: str, node: n.Item | n.Setting, at: Span) -> None:
        there = self.entries.get((kind, id))
        if there is not None:
            if there.chain[-1].layer == layer.name:
                self.report(
                    "duplicate-id",
                    f"{kind} `{id}` is defined twice",
                    at,
                    "defined again here",
                    related=(Label(there.name_span, "first defined here"),),
                    help=("give one of them another name, or remove it",),
                )
            else:
                self.report(
                    "already-defined",
                    f"{kind} `{id}` is already defined in `{there.layer}`",
                    at,
                    "defined again here",
                    related=(Label(there.name_span, "defined here"),),
                    help=(_override_help(kind, id, node),),
                )
            return
        span = node.span if isinstance(node, n.Setting) else at
        self.entries[kind, id] = Entry(kind, id, node, (Origin(layer.name, "defined", span),))
        self.removed.pop((kind, id), None)

    def _variant(self, layer: Layer, node: n.Variant) -> None:
        there = self.variants.get(node.id.id)
        if there is not None:
            self.report(
                "duplicate-id",
                f"variant `{node.id.id}` is defined twice",
                node.id.span,
                "defined again here",
                related=(Label(there.node.id.span, "first defined here"),),
                help=("give one of them another name",),
            )
            return
        self.variants[node.id.id] = VariantInfo(node.id.id, node, layer.name)

    def _target(self, layer: Layer, key: Key, at: Span, word: str) -> Entry | None:
        """Return the entry that an override, remove or add names, or report that there is none."""
        there = self.entries.get(key)
        kind, id = key
        if there is None:
            self._nothing_there(key, at, word)
            return None
        last = there.chain[-1]
        known = self.below[layer.name]
        if last.layer != layer.name and last.layer not in known:
            self.report(
                "layer-conflict",
                f"`{last.layer}` and `{layer.name}` both change {kind} `{id}`",
                at,
                f"changed by `{layer.name}`",
                related=(Label(last.span, f"changed by `{last.layer}`"),),
                help=(
                    f"say which change wins: write `after {last.layer}` in "
                    f"`{layer.name}`, or `after {layer.name}` in `{last.layer}`",
                ),
            )
        return there

    def _nothing_there(self, key: Key, at: Span, word: str) -> None:
        kind, id = key
        gone = self.removed.get(key)
        if gone is not None:
            self.report(
                f"unknown-{word}",
                f"{kind} `{id}` has already been removed",
                at,
                f"nothing left to {_to(word)}",
                related=(Label(gone.span, "removed here"),),
                help=("remove one of the two changes",),
            )
            return
        same = [i for k, i in self.entries if k == kind]
        if kind == "variant":
            self._no_variant(id, at, word)
            return
        other = next((k for k, i in self.entries if i == id), None)
        nearest = closest(id, same)
        related: tuple[Label, ...] = ()
        help: tuple[str, ...]
        if other is not None:
            related = (Label(self.entries[other, id].name_span, f"this is a {other}"),)
            help = (
                (f"write `{_to(word)} {other} {id}`",)
                if other != "setting"
                else (f"settings are changed with `override {id} = …`",)
            )
        elif nearest is not None:
            related = (Label(self.entries[kind, nearest].name_span, "did you mean this one?"),)
            lead = "" if kind == "setting" and word != "remove" else f"{kind} "
            help = (f"write `{_to(word)} {lead}{nearest}`" + _or_drop(word, kind),)
        else:
            help = (f"`wtrules show` lists what there is to {_to(word)}",)
        base = self.layers[0].name if len(self.layers) > 1 else "this ruleset"
        self.report(
            f"unknown-{word}",
            f"`{base}` has no {kind} called `{id}`"
            if base != "this ruleset"
            else f"there is no {kind} called `{id}`",
            at,
            f"nothing here to {_to(word)}",
            related=related,
            help=help,
        )

    def _no_variant(self, id: str, at: Span, word: str) -> None:
        hint = name_hint(id, list(self.variants))
        self.report(
            f"unknown-{word}",
            f"there is no variant called `{id}`",
            at,
            f"nothing here to {_to(word)}",
            help=(hint,) if hint else (),
        )

    def _override(self, layer: Layer, item: n.Override) -> None:
        new = item.item
        if isinstance(new, n.NewValue):
            self._new_value(layer, new)
            return
        if isinstance(new, n.Deck):
            key, at = ("deck", "deck"), new.span
        else:
            key, at = (kind_of(new), new.id.id), new.id.span
        there = self._target(layer, key, at, "override")
        if there is None:
            return
        node: n.Item = new
        if isinstance(new, n.Rule | n.Card | n.Spell | n.Outcome | n.Chapter | n.Label):
            if not new.clauses:
                self._empty_override(there, at)
                return
            node = merge(there.node, new)
        self._replace(there, layer, node, "overridden", at)

    def _empty_override(self, there: Entry, at: Span) -> None:
        idle = ", or `if yes { }` between the braces to make it do nothing"
        self.report(
            "empty-override",
            f"this override of {there.kind} `{there.id}` is empty and changes nothing",
            at,
            "changes nothing",
            related=(Label(there.name_span, "unchanged"),),
            help=(
                "write the changes between the braces",
                f"write `remove {there.kind} {there.id}` to remove it"
                + (idle if there.kind == "rule" else ""),
            ),
        )

    def _new_value(self, layer: Layer, new: n.NewValue) -> None:
        id = new.id.id
        if ("allowance", id) in self.entries or ("memory", id) in self.entries:
            for extra in new.value.entries[1:]:
                self.report(
                    "type-error",
                    "a list is used where one value is needed",
                    extra.span,
                    "one value too many",
                    help=("keep one value",),
                )
        if ("allowance", id) in self.entries:
            there = self._target(layer, ("allowance", id), new.id.span, "override")
            assert there is not None
            assert isinstance(there.node, n.Allowance)
            unit = new.unit or there.node.unit
            node = evolve(there.node, amount=new.value.entries[0], unit=unit, span=new.span)
            self._replace(there, layer, node, "overridden", new.span)
            return
        if ("memory", id) in self.entries:
            there = self._target(layer, ("memory", id), new.id.span, "override")
            assert there is not None
            assert isinstance(there.node, n.Memory)
            memory = evolve(
                there.node,
                value=new.value.entries[0],
                unit=new.unit or there.node.unit,
                span=new.span,
            )
            self._replace(there, layer, memory, "overridden", new.span)
            return
        there = self._target(layer, ("setting", id), new.id.span, "override")
        if there is None:
            return
        assert isinstance(there.node, n.Setting)
        if new.unit is not None:
            self.report(
                "unit-error",
                f"`{id}` is a setting and takes no `per {new.unit.scope}`",
                new.unit.span,
                "not allowed for a setting",
                related=(Label(there.name_span, "defined without a unit"),),
                help=("remove `per …`; only an allowance has a unit",),
            )
        value = self._among_choices(there, new)
        # The sources of the old value say nothing about the new one; the topics stay the same.
        covers = tuple(g for g in there.node.grounds if isinstance(g, n.Covers))
        node_ = evolve(there.node, value=value, grounds=covers, span=new.span)
        self._replace(there, layer, node_, "overridden", new.span)

    def _among_choices(self, there: Entry, new: n.NewValue) -> n.Value:
        """Return the new value of a setting; if it has choices, the value must be one of them."""
        assert isinstance(there.node, n.Setting)
        choices = there.node.value.choices
        if not choices or new.value.choices:
            return new.value
        names = [name.id for name in choices]
        given = new.value.entries[0] if len(new.value.entries) == 1 else None
        if not isinstance(given, n.Name) or given.id not in names:
            hint = name_hint(given.id, names) if isinstance(given, n.Name) else None
            self.report(
                "unknown-choice",
                f"`{new.value.span.text}` is not a value of `{there.id}`",
                new.value.span,
                "not in the list",
                related=(Label(there.node.value.span, "these are the values"),),
                help=(hint or "write one of: " + ", ".join(names),),
            )
            return there.node.value
        return evolve(new.value, choices=choices)

    def _replace(
        self, there: Entry, layer: Layer, node: n.Item | n.Setting, verb: str, at: Span
    ) -> None:
        last = there.chain[-1]
        if verb == "overridden" and last.layer == layer.name and last.verb == "overridden":
            self.report(
                "duplicate-override",
                f"{there.kind} `{there.id}` is overridden twice in `{layer.name}`",
                at,
                "the second override",
                related=(Label(last.span, "the first one"),),
                help=("keep only one of them",),
            )
        chain = (*there.chain, Origin(layer.name, verb, at))
        self.entries[there.kind, there.id] = Entry(there.kind, there.id, node, chain)

    def _remove(self, layer: Layer, item: n.Remove) -> None:
        id = item.id.id
        if item.kind == "variant":
            if self.variants.pop(id, None) is None:
                self._nothing_there(("variant", id), item.id.span, "remove")
            return
        there = self._target(layer, (item.kind, id), item.id.span, "remove")
        if there is None:
            return
        del self.entries[item.kind, id]
        chain = (*there.chain, Origin(layer.name, "removed", item.span))
        self.removed[item.kind, id] = evolve(there, chain=chain)

    def _name_kinds(self) -> None:
        """Complete the reports of `remove x` without a kind: now the kinds of all names are known."""
        for index, fault in enumerate(self.library.diagnostics):
            if fault.code != "missing-kind" or fault.primary is None:
                continue
            span = fault.primary.span
            name, verb = span.text, span.source.text[: span.start].split()[-1]
            verb = "add to" if verb == "to" else verb
            kinds = [kind for kind, id in self.entries if id == name]
            kinds += ["variant"] if name in self.variants else []
            if not kinds:
                near = closest(name, [id for _, id in self.entries])
                kinds = [kind for kind, id in self.entries if id == near]
                name = near or name
            if kinds:
                ways = " or ".join(f"`{verb} {kind} {name}`" for kind in kinds)
                self.library.diagnostics[index] = evolve(fault, help=(f"write {ways}",))

    def _add(self, layer: Layer, item: n.Add) -> None:
        id = item.id.id if item.id is not None else "deck"
        at = item.id.span if item.id is not None else item.span
        there = self._target(layer, (item.kind, id), at, "add")
        if there is None:
            return
        node = with_parts(there.node, item)
        if node is None:
            self.report(
                "cannot-add",
                f"this cannot be added to {there.kind} `{id}`",
                at,
                "has no parts of this kind",
                help=(_replace_help(there.kind, id),),
            )
            return
        self._replace(there, layer, node, "added to", item.span)


def empty_range(low: int, high: int, at: Span) -> Diagnostic:
    """Return the fault of a range that ends before it begins."""
    return Diagnostic(
        "empty-range",
        f"the range `{low}..{high}` is empty",
        Label(at, "ends before it starts"),
        help=(f"write `{high}..{low}`",),
    )


def players_beyond(node: n.Range) -> Iterator[Diagnostic]:
    """Yield the fault of a range with player counts that no game has."""
    if node.low <= node.high and not 1 <= node.low <= node.high <= MOST_PLAYERS:
        few = node.low < 1
        yield Diagnostic(
            "out-of-range",
            f"a game for {node.low if few else node.high} players: too {'few' if few else 'many'}",
            Label(node.span, f"allowed: 1 to {MOST_PLAYERS}"),
            help=(f"write numbers from 1 to {MOST_PLAYERS}",),
        )


def kind_of(item: n.Item) -> str:
    """Return the kind of entry an item makes, which is the keyword it begins with."""
    return type(item).__name__.lower()


def _replace_help(kind: str, id: str) -> str:
    if kind in ("setting", "allowance", "memory"):
        return f"write `override {id} = …` to change it"
    if kind in ("example", "assumption"):
        return f"write `remove {kind} {id}` and define it again"
    return f"write `override {kind}{'' if kind == 'deck' else f' {id}'}` to replace it"


def _override_help(kind: str, id: str, node: n.Item | n.Setting) -> str:
    if kind == "setting":
        return f"write `override {id} = …` to change it"
    return f"write `override {kind} {id}` to change it, or choose another name"


def _to(word: str) -> str:
    return "add to" if word == "add" else word


def _or_drop(word: str, kind: str) -> str:
    if word == "override" and kind != "setting":
        return f", or remove `override` to add a new {kind}"
    return ""
