"""From syntax trees to resolved rules: layers laid over one another.

A ruleset is made of layers: the rulesets it extends (oldest first), the variants chosen with
`with`, then the ruleset itself; readings of open questions may come on top. Each layer may define,
`override`, `remove` and `add to`. Two layers that know nothing of each other and change the same
thing are an error, unless one of them says `after` the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from attrs import define, evolve, field

from wtrules.diagnostics import Diagnostic, Label, Severity, name_hint
from wtrules.rules.library import Library, LoadedFile, ruleset_names
from wtrules.rules.merging import merge, with_parts
from wtrules.rules.model import Entry, Layer, Origin, Rules, VariantInfo, counts
from wtrules.source import Span
from wtrules.syntax import nodes as n

if TYPE_CHECKING:
    from wtrules.rules.ledger import Assume

Key = tuple[str, str]
_T = TypeVar("_T")

MOST_PLAYERS = 8


def resolve(
    library: Library,
    loaded: LoadedFile,
    variants: Sequence[str] = (),
    assume: Assume = (),
) -> Rules | None:
    """Return the rules of the ruleset in *loaded* with some variants and readings chosen on top.

    Faults are added to the library's diagnostics; None means there is no ruleset to speak of.
    """
    ruleset = _only_ruleset(library, loaded)
    if ruleset is None:
        return None
    maker = _Maker(library)
    maker.ruleset(loaded, ruleset, ())
    maker.choose_variants(
        [n.Name(name, span=ruleset.id.span) for name in variants], ruleset.id.span, direct=True
    )
    if assume:
        from wtrules.rules.ledger import lay_readings

        lay_readings(maker, assume)
    return maker.finish(ruleset)


def _only_ruleset(library: Library, loaded: LoadedFile) -> n.Ruleset | None:
    blocks = loaded.rulesets()
    if not blocks:
        if not any(d.severity is Severity.ERROR for d in library.diagnostics):
            start = Span(loaded.source, 0, 0)
            library.diagnostics.append(
                Diagnostic(
                    "no-ruleset",
                    f"`{loaded.source.path}` holds no ruleset",
                    Label(start, "no `ruleset … { }` in this file"),
                    help=(
                        "begin the file with `ruleset my-rules { extends en-capstone }`; "
                        "a part that another file includes is checked with that file",
                    ),
                )
            )
        return None
    for extra in blocks[1:]:
        library.diagnostics.append(
            Diagnostic(
                "second-ruleset",
                f"a second ruleset, `{extra.id.id}`, in one file",
                Label(extra.id.span, "only one ruleset stands in a file"),
                related=(Label(blocks[0].id.span, "the first one"),),
                help=(f"move `{extra.id.id}` to a file of its own, `{extra.id.id}.wtr`",),
            )
        )
    return blocks[0]


@define
class _Maker:
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
    suppressions: list[n.Suppress] = field(factory=list)
    done: dict[str, Span] = field(factory=dict)

    def report(self, code: str, message: str, at: Span, label: str, **more: object) -> None:
        severity = more.pop("severity", Severity.ERROR)
        assert isinstance(severity, Severity)
        self.library.diagnostics.append(
            Diagnostic(code, message, Label(at, label), severity=severity, **more)  # type: ignore[arg-type]
        )

    # --- rulesets ---

    def ruleset(
        self, loaded: LoadedFile, ruleset: n.Ruleset, path: tuple[tuple[str, Span], ...]
    ) -> set[str]:
        """Lay *ruleset* and all it extends; return the names of the layers it stands on."""
        name = ruleset.id.id
        members, parts = self._members(loaded, ruleset)
        below: set[str] = set()
        extends = [m for m in members if isinstance(m, n.Extends)]
        for reference in self._bases_in_order(loaded, [base for e in extends for base in e.bases]):
            below |= self._base(loaded, reference, (*path, (name, reference.span)))
        for clause in extends:
            below |= self.choose_variants(list(clause.variants), clause.span)
        after = {x.id for x in _after(ruleset)}
        self._unknown_after(loaded, ruleset)
        self._said_once(members)
        for member in members:
            if isinstance(member, n.Title):
                self.title = member.phrases
            elif isinstance(member, n.Players):
                self.players = self._player_counts(member)
        items = [m for m in members if not isinstance(m, _HEADER)]
        layer = Layer(name, "ruleset", loaded.shipped, ruleset.id.span)
        self.lay(layer, [*items, *parts], below | after)
        self.done[name] = ruleset.id.span
        return below | {name}

    def _bases_in_order(
        self, loaded: LoadedFile, references: list[n.Reference]
    ) -> list[n.Reference]:
        """Sort bases so that each stands after those its own `after` names."""
        if len(references) < 2:
            return references
        named: dict[n.Reference, tuple[str, set[str]]] = {}
        for reference in references:
            if reference.is_path:
                found = self.library.open_relative(reference, loaded)
            else:
                found = self.library.find_ruleset(reference.name, loaded)
            block = next(iter(found.rulesets()), None) if found is not None else None
            if block is not None:
                named[reference] = (block.id.id, {x.id for x in _after(block)})
        return _sorted(references, lambda reference: named.get(reference, ("", set())))

    def _unknown_after(self, loaded: LoadedFile, ruleset: n.Ruleset) -> None:
        here = {*self.variants, *(layer.name for layer in self.layers)}
        for name in _after(ruleset):
            if name.id not in here:
                names = sorted({*here, *ruleset_names(loaded)})
                if name.id not in names:
                    hint = name_hint(name.id, names)
                    self.report(
                        "unknown-after",
                        f"there is no ruleset or variant called `{name.id}` to come after",
                        name.span,
                        "no such ruleset or variant",
                        help=(hint,) if hint else ("name a ruleset or variant it builds on",),
                    )

    def _said_once(self, members: list[n.RulesetMember]) -> None:
        for kind in (n.Title, n.Players):
            said = [m for m in members if isinstance(m, kind)]
            for again in said[1:]:
                self.report(
                    "duplicate-clause",
                    f"a second `{kind.__name__.lower()}`",
                    again.span,
                    "said again",
                    related=(Label(said[0].span, "said first"),),
                    help=("keep one of the two",),
                )

    def _player_counts(self, node: n.Players) -> frozenset[int]:
        """Return the counts of `players`; what no table can hold is reported and left out."""
        ranges = []
        for part in node.ranges:
            if part.low > part.high:  # most likely meant the other way round
                self.library.diagnostics.append(empty_range(part.low, part.high, part.span))
                part = evolve(part, low=part.high, high=part.low)
            self.library.diagnostics += players_beyond(part)
            ranges.append(part)
        return counts(tuple(ranges)) & frozenset(range(1, MOST_PLAYERS + 1))

    def _base(
        self, loaded: LoadedFile, reference: n.Reference, path: tuple[tuple[str, Span], ...]
    ) -> set[str]:
        found: LoadedFile | None
        if reference.is_path:
            found = self.library.open_relative(reference, loaded)
            if found is None:
                return set()
        else:
            if any(reference.name == name for name, _ in path):
                return self._cycle(reference.name, reference.span, path)
            found = self.library.find_ruleset(reference.name, loaded)
            if found is None:
                hint = name_hint(reference.name, ruleset_names(loaded))
                self.report(
                    "unknown-ruleset",
                    f"there is no ruleset called `{reference.name}`",
                    reference.span,
                    "not found beside this file nor among the shipped rulesets",
                    help=(hint,) if hint else ("`wtrules show` lists the shipped rulesets",),
                )
                return set()
        base = _only_ruleset(self.library, found)
        if base is None:
            return set()
        if any(base.id.id == name for name, _ in path):
            return self._cycle(base.id.id, reference.span, path)
        if not reference.is_path and base.id.id != reference.name:
            self.report(
                "wrong-ruleset-name",
                f"`{found.source.path}` holds the ruleset `{base.id.id}`, not `{reference.name}`",
                base.id.span,
                "a ruleset is called like its file",
                related=(Label(reference.span, "wanted here"),),
                help=(f"call it `ruleset {reference.name}`, or rename the file",),
            )
        if base.id.id in self.done:  # a diamond: both sides share this base
            return {base.id.id, *self.below.get(base.id.id, ())}
        return self.ruleset(found, base, path)

    def _cycle(self, name: str, at: Span, path: tuple[tuple[str, Span], ...]) -> set[str]:
        start = next(i for i, (step, _) in enumerate(path) if step == name)
        ring = " → ".join([*(step for step, _ in path[start:]), name])
        self.report(
            "cyclic-extends",
            f"`{name}` extends itself: {ring}",
            at,
            "leads back to where it began",
            related=tuple(Label(span, f"`{step}` extends this") for step, span in path[start:-1]),
            help=("let one of them extend something else",),
        )
        return set()

    def _members(
        self, loaded: LoadedFile, ruleset: n.Ruleset
    ) -> tuple[list[n.RulesetMember], list[n.Item]]:
        """Return the ruleset's own members and the items beside it and in included files."""
        members = list(ruleset.members)
        items: list[n.Item] = [m for m in loaded.file.members if not isinstance(m, n.Ruleset)]
        seen: dict[str, Span] = {}
        # The examples of shipped rulesets are many; a house rule has a few, and they are run.
        with_examples = self.library.with_examples or not loaded.shipped
        wanted = (n.Includes, n.Examples) if with_examples else (n.Includes,)
        for include in (m for m in members if isinstance(m, wanted)):
            for text in include.paths:
                part = self.library.open_relative(text, loaded)
                if text.value in seen:
                    self.report(
                        "duplicate-include",
                        f"`{text.value}` is included twice",
                        text.span,
                        "once is enough",
                        related=(Label(seen[text.value], "first included here"),),
                        help=("remove one of the two",),
                    )
                    continue
                seen[text.value] = text.span
                if part is None:
                    continue
                for block in part.rulesets():
                    self.report(
                        "ruleset-in-part",
                        f"the included file `{part.source.path}` holds a ruleset of its own",
                        block.id.span,
                        "an included file holds only rules",
                        related=(Label(text.span, "included here"),),
                        help=("use `extends` to build on a ruleset",),
                    )
                items += [m for m in part.file.members if not isinstance(m, n.Ruleset)]
        return members, items

    # --- variants ---

    def choose_variants(self, names: list[n.Name], at: Span, *, direct: bool = False) -> set[str]:
        """Lay the named variants in the order their `after` clauses ask for."""
        wanted: list[VariantInfo] = []
        for name in names:
            variant = self.variants.get(name.id)
            if variant is None:
                hint = name_hint(name.id, list(self.variants))
                known = ", ".join(f"`{v}`" for v in sorted(self.variants)) or "none"
                self.report(
                    "unknown-variant",
                    f"there is no variant called `{name.id}` here",
                    name.span,
                    "not on offer",
                    help=(
                        hint or f"the variants on offer are: {known}",
                        *_offered_elsewhere(name.id, self.layers),
                    ),
                )
            elif name.id not in self.chosen and variant not in wanted:
                wanted.append(variant)
        for variant in _in_order(wanted):
            after = {name.id for name in variant.names(n.LayerAfter)}
            needs = {name.id for name in variant.names(n.Needs)}
            layer = Layer(variant.id, "variant", _shipped(self, variant), variant.node.id.span)
            items = [m for m in variant.node.members if not isinstance(m, _VARIANT_HEADER)]
            self.chosen.append(variant.id)
            self.lay(layer, items, _bases(self, variant) | after | needs)
        return {name.id for name in names if name.id in self.chosen}

    # --- items ---

    def lay(self, layer: Layer, items: Iterable[n.Item], below: set[str]) -> None:
        """Apply one layer's items on top of what is there."""
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
                    f"{kind} `{id}` exists already in `{there.layer}`",
                    at,
                    "defined a second time",
                    related=(Label(there.name_span, "it stands here"),),
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
        """Return what an override, remove or add speaks of, or report that it is not there."""
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
                    f"say which one has the last word: write `after {last.layer}` in "
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
                f"{kind} `{id}` was removed before",
                at,
                f"nothing left to {_to(word)}",
                related=(Label(gone.span, "removed here"),),
                help=("drop one of the two changes",),
            )
            return
        same = [i for k, i in self.entries if k == kind]
        if kind == "variant":
            self._no_variant(id, at, word)
            return
        other = next((k for k, i in self.entries if i == id), None)
        nearest = _nearest(id, same)
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
        if isinstance(new, n.Rule | n.Card | n.Spell | n.Outcome):
            if not new.clauses:
                self._empty_override(there, at)
                return
            node = merge(there.node, new)
        self._replace(there, layer, node, "overridden", at)

    def _empty_override(self, there: Entry, at: Span) -> None:
        idle = ", or `if yes { }` between the braces to let it do nothing"
        self.report(
            "empty-override",
            f"this override says nothing about {there.kind} `{there.id}`, so all of it stays",
            at,
            "changes nothing",
            related=(Label(there.name_span, "stays as it is"),),
            help=(
                "write what is to change between the braces",
                f"write `remove {there.kind} {there.id}` to take it away"
                + (idle if there.kind == "rule" else ""),
            ),
        )

    def _new_value(self, layer: Layer, new: n.NewValue) -> None:
        id = new.id.id
        if ("allowance", id) in self.entries or ("memory", id) in self.entries:
            for extra in new.value.entries[1:]:
                self.report(
                    "type-error",
                    "a list stands where one value is needed",
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
                f"`{id}` is a plain value and takes no `per {new.unit.scope}`",
                new.unit.span,
                "a unit here means nothing",
                related=(Label(there.name_span, "defined without a unit"),),
                help=("drop `per …`; only an allowance has a unit",),
            )
        value = self._among_choices(there, new)
        # What the manuals say about the old value is no ground for the new one; the topic stays.
        covers = tuple(g for g in there.node.grounds if isinstance(g, n.Covers))
        node_ = evolve(there.node, value=value, grounds=covers, span=new.span)
        self._replace(there, layer, node_, "overridden", new.span)

    def _among_choices(self, there: Entry, new: n.NewValue) -> n.Value:
        """Return the new value of a setting; one that names its choices keeps to them."""
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
                f"`{new.value.span.text}` is nothing `{there.id}` can be",
                new.value.span,
                "not one of its values",
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
        """Say what it is that is removed or changed, where the file does not: now it is known."""
        for index, fault in enumerate(self.library.diagnostics):
            if fault.code != "missing-kind" or fault.primary is None:
                continue
            span = fault.primary.span
            name, verb = span.text, span.source.text[: span.start].split()[-1]
            verb = "add to" if verb == "to" else verb
            kinds = [kind for kind, id in self.entries if id == name]
            kinds += ["variant"] if name in self.variants else []
            if not kinds:
                near = _nearest(name, [id for _, id in self.entries])
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
                f"nothing of this kind can be added to {there.kind} `{id}`",
                at,
                "this is not made of such parts",
                help=(_replace_help(there.kind, id),),
            )
            return
        self._replace(there, layer, node, "added to", item.span)

    def _played_by(self) -> frozenset[int]:
        """Return the player counts left by the chosen variants; a solo mode brings its own."""
        common: frozenset[int] | None = None
        for name in self.chosen:
            counts_ = self.variants[name].players if name in self.variants else None
            if counts_ is not None:
                common = counts_ if common is None else common & counts_
        if not common:
            return self.players
        return (common & self.players) or common & frozenset(range(1, MOST_PLAYERS + 1))

    def finish(self, ruleset: n.Ruleset) -> Rules:
        """Return the finished rules."""
        self._name_kinds()
        return Rules(
            ruleset.id.id,
            self.title,
            tuple(self.layers),
            self.entries,
            self.removed,
            self.variants,
            tuple(self.chosen),
            self._played_by(),
            tuple(self.suppressions),
            ruleset.id.span,
        )


_HEADER = (n.Title, n.Extends, n.Includes, n.Examples, n.Players, n.LayerAfter)
_VARIANT_HEADER = (
    n.NameClause, n.Says, n.Cites, n.Assumed, n.Covers, n.Needs, n.Excludes, n.LayerAfter,
)  # fmt: skip


def empty_range(low: int, high: int, at: Span) -> Diagnostic:
    """Return the fault of a range that ends before it begins."""
    return Diagnostic(
        "empty-range",
        f"`{low}..{high}` holds no number",
        Label(at, "ends before it begins"),
        help=(f"write `{high}..{low}`",),
    )


def players_beyond(node: n.Range) -> Iterator[Diagnostic]:
    """Yield the fault of a range with player counts that no game has."""
    if node.low <= node.high and not 1 <= node.low <= node.high <= MOST_PLAYERS:
        few = node.low < 1
        yield Diagnostic(
            "out-of-range",
            f"a game for {node.low if few else node.high} players: too {'few' if few else 'many'}",
            Label(node.span, f"from 1 to {MOST_PLAYERS} will do"),
            help=(f"write numbers from 1 to {MOST_PLAYERS}",),
        )


def kind_of(item: n.Item) -> str:
    """Return the kind of entry an item makes, which is the keyword it begins with."""
    return type(item).__name__.lower()


def _replace_help(kind: str, id: str) -> str:
    if kind in ("setting", "allowance", "memory"):
        return f"write `override {id} = …` to change it"
    if kind in ("example", "assumption"):
        return f"`remove {kind} {id}` and write it anew"
    return f"write `override {kind}{'' if kind == 'deck' else f' {id}'}` to replace it"


def _offered_elsewhere(variant: str, layers: Sequence[Layer]) -> Iterator[str]:
    """Yield which other shipped rulesets have a variant that is missed here."""
    here = {layer.name for layer in layers}
    found = []
    for name in ruleset_names():
        library = Library()
        loaded = library.find_ruleset(name) if name not in here else None
        if loaded is not None and loaded.shipped:
            rules = resolve(library, loaded)
            if rules is not None and variant in rules.variants:
                found.append(f"`{name}`")
    if found:
        yield f"`{variant}` is offered by {', '.join(found)}"


def _in_order(variants: list[VariantInfo]) -> list[VariantInfo]:
    """Sort chosen variants so that each stands after those it names or needs."""
    return _sorted(
        variants,
        lambda v: (v.id, {x.id for x in (*v.names(n.LayerAfter), *v.names(n.Needs))}),
    )


def _sorted(items: list[_T], about: Callable[[_T], tuple[str, set[str]]]) -> list[_T]:
    """Sort items, each with its name and the names it comes after; else keep their order."""
    ordered: list[_T] = []
    waiting = list(items)
    while waiting:
        names = {about(item)[0] for item in waiting}
        ready = next(
            (item for item in waiting if not (names - {about(item)[0]}) & about(item)[1]),
            waiting[0],  # a ring of `after` clauses: the checks speak of it
        )
        waiting.remove(ready)
        ordered.append(ready)
    return ordered


def _after(ruleset: n.Ruleset) -> list[n.Name]:
    """Return the names behind `after` of a ruleset."""
    return [x for m in ruleset.members if isinstance(m, n.LayerAfter) for x in m.layers]


def _bases(maker: _Maker, variant: VariantInfo) -> set[str]:
    """Return the rulesets a variant may change freely: all that are laid, but no variant."""
    return {layer.name for layer in maker.layers if layer.kind == "ruleset"}


def _shipped(maker: _Maker, variant: VariantInfo) -> bool:
    return any(layer.name == variant.layer and layer.shipped for layer in maker.layers)


def _nearest(id: str, names: list[str]) -> str | None:
    from wtrules.diagnostics import closest

    return closest(id, names)


def _override_help(kind: str, id: str, node: n.Item | n.Setting) -> str:
    if kind == "setting":
        return f"write `override {id} = …` to change it"
    return f"write `override {kind} {id}` to change it, or choose another name"


def _to(word: str) -> str:
    return "add to" if word == "add" else word


def _or_drop(word: str, kind: str) -> str:
    if word == "override" and kind != "setting":
        return f", or drop `override` to add a new {kind}"
    return ""
