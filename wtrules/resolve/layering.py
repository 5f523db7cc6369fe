"""Applying layers on top of each other: what each defines, overrides, removes and adds to.

The result are entries with their history. Two independent layers that change the same definition
are an error, unless one of them says `after` the other.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field

from wtrules.diagnostics import Advice, Label, closest, name_fix, report, wording
from wtrules.diagnostics.fix import (
    begin_block,
    delete,
    delete_entry,
    one_of,
    replace,
)
from wtrules.diagnostics.suggest import is_sure
from wtrules.phrase import listed, names
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.layer_names import (
    Key,
    as_override,
    key_of,
    name_span,
    other_kind,
    replace_help,
    shown,
)
from wtrules.resolve.library import Library
from wtrules.resolve.merging import merge, with_parts
from wtrules.resolve.model import Entry, Layer, Origin, VariantInfo
from wtrules.source import Span
from wtrules.syntax import nodes as n

# Definitions of which an `override` changes only the clauses that it has.
_MERGED = (n.Rule, n.Card, n.Spell, n.Outcome, n.Piece, n.Chapter, n.Label)


# What is reported if there is nothing to change.
_UNKNOWN = {"override": "unknown-override", "remove": "unknown-remove", "add to": "unknown-add"}


@define(eq=False, repr=False)
class Layering:
    """Collects entries layer by layer."""

    library: Library
    entries: dict[Key, Entry] = field(factory=dict)
    removed: dict[Key, Entry] = field(factory=dict)
    variants: dict[str, VariantInfo] = field(factory=dict)
    layers: list[Layer] = field(factory=list)
    # For each layer the names of the layers it was written on top of.
    below: dict[str, set[str]] = field(factory=dict)
    suppressions: list[n.Suppress] = field(factory=list)
    seats: int | None = None  # how many players there are, if that was chosen

    def copied(self, library: Library) -> Layering:
        """Return the same layers for further ones, which may come from other files."""
        return Layering(
            library,
            dict(self.entries),
            dict(self.removed),
            dict(self.variants),
            list(self.layers),
            dict(self.below),
            list(self.suppressions),
            self.seats,
        )

    def apply(self, layer: Layer, items: Iterable[n.Item], below: set[str]) -> None:
        """Apply one layer's items on top of the layers so far."""
        self.layers.append(layer)
        self.below[layer.name] = self._all_below(below)
        for item in items:
            self._item(layer, item)

    def _all_below(self, below: set[str]) -> set[str]:
        """Return layers with all that they were written on top of."""
        found, left = set(below), set(below)
        for name in reversed(self.below):  # what the upper ones include is not looked at again
            if not left:
                break
            if name in left:
                found |= self.below[name]
                left -= {name, *self.below[name]}
        return found

    def _item(self, layer: Layer, item: n.Item) -> None:
        match item:
            case n.Group():
                if not item.settings:
                    self._empty_group(item)
                for setting in item.settings:
                    path = f"{item.id.id}.{setting.key.id}"
                    self._define(layer, "setting", path, setting, setting.key.span)
            case n.Deck():
                self._define(layer, *key_of(item, self.entries), item, name_span(item))
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
                kind, id = key_of(item, self.entries)
                self._define(layer, kind, id, item, item.id.span)

    def _define(self, layer: Layer, kind: str, id: str, node: n.Item | n.Setting, at: Span) -> None:
        there = self.entries.get((kind, id))
        if there is not None:
            if there.chain[-1].layer == layer.name:
                self.library.report("duplicate-id", at, kind=shown(kind, id), there=there.name_span)
            else:
                self.library.report(
                    "already-defined",
                    at,
                    as_override(kind, id, node),
                    kind=shown(kind, id),
                    layer=there.layer,
                    there=there.name_span,
                )
            return
        span = node.span if isinstance(node, n.Setting) else at
        self.entries[kind, id] = Entry(kind, id, node, (Origin(layer.name, "defined", span),))
        self.removed.pop((kind, id), None)

    def _empty_group(self, item: n.Group) -> None:
        self.library.diagnostics.append(
            report("empty-block.group", item.id.span, delete(item.span), id=item.id.id)
        )

    def _variant(self, layer: Layer, node: n.Variant) -> None:
        there = self.variants.get(node.id.id)
        if there is not None:
            self.library.report(
                "duplicate-id.variant", node.id.span, id=node.id.id, there=there.node.id.span
            )
            return
        self.variants[node.id.id] = VariantInfo(node.id.id, node, layer.name)

    def _target(self, layer: Layer, key: Key, at: Span, verb: str) -> Entry | None:
        """Return the entry that an override, remove or add names, or report that there is none."""
        there = self.entries.get(key)
        if there is None:
            self._nothing_there(key, at, verb)
            return None
        last = there.chain[-1]
        if verb == "add to" and there.kind == "define":
            # What several layers add to a word adds up, in any order.
            last = next((o for o in there.chain[::-1] if o.verb != "added to"), last)
        if last.layer != layer.name and last.layer not in self.below[layer.name]:
            other = next((one for one in self.layers if one.name == last.layer), None)
            self.library.report(
                "layer-conflict",
                at,
                begin_block(layer.span, f"after {last.layer}"),
                begin_block(other.span, f"after {layer.name}") if other else None,
                first=last.layer,
                layer=layer.name,
                kind=there.kind,
                id=there.id,
                last=last.span,
            )
        return there

    def _nothing_there(self, key: Key, at: Span, verb: str) -> None:
        kind, id = key
        code = _UNKNOWN[verb]
        gone = self.removed.get(key)
        if gone is not None:
            self.library.report(f"{code}.removed", at, kind=kind, id=id, gone=gone.span)
            return
        if kind == "variant":
            self.library.report(f"{code}.variant", at, name_fix(at, self.variants), id=id)
            return
        other = next((k for k, i in self.entries if i == id), None)
        nearest = closest(id, [i for k, i in self.entries if k == kind])
        related: tuple[Label, ...] = ()
        help: Advice = None
        if other is not None:
            label = wording(f"{code}.is-a", other=other)
            related = (Label(self.entries[other, id].name_span, label),)
            help = (
                wording(f"{code}.setting", id=id)
                if other == "setting"
                else other_kind(at, kind, other, wording(f"{code}.other-kind", other=other, id=id))
            )
        elif nearest is not None:
            label = wording(f"{code}.near")
            related = (Label(self.entries[kind, nearest].name_span, label),)
            lead = "" if kind == "setting" and verb != "remove" else f"{kind} "
            is_new = verb == "override" and kind != "setting"
            says = wording(
                f"{code}.{'nearest-or-new' if is_new else 'nearest'}",
                kind=kind,
                lead=lead,
                nearest=nearest,
            )
            is_safe = verb != "remove" and is_sure(id, nearest, [i for _, i in self.entries])
            help = replace(at, nearest, says, is_safe) if at.text == id else says
        self.library.report(
            code if len(self.layers) == 1 else f"{code}.in-layer",
            at,
            help,
            layer=self.layers[0].name,
            kind=kind,
            id=id,
            related=related,
        )

    def _override(self, layer: Layer, item: n.Override) -> None:
        new = item.item
        if isinstance(new, n.NewValue):
            self._new_value(layer, new)
            return
        at = name_span(new)
        there = self._target(layer, key_of(new, self.entries), at, "override")
        if there is None:
            return
        node: n.Item = new
        if isinstance(new, _MERGED):
            if not new.clauses and getattr(new, "number", None) is None:
                self._empty_override(there, item, at)
                return
            node = merge(there.node, new)
        elif isinstance(new, n.Define):
            parameters = there.node_as(n.Define).parameters
            if not new.parameters:
                node = evolve(new, parameters=parameters)
            elif [p.kind for p in new.parameters] != [p.kind for p in parameters]:
                self._other_parameters(there, new, parameters)
                return
        self._replace(there, layer, node, "overridden", at)

    def _other_parameters(
        self, there: Entry, new: n.Define, parameters: tuple[n.Parameter, ...]
    ) -> None:
        things = [f"{p.kind} {p.name.id}" for p in parameters]
        of = f" of {things[0]}" if len(things) == 1 else f"({', '.join(things)})" if things else ""
        self.library.report(
            "wrong-arguments.override",
            new.parameters[0].span.join(new.parameters[-1].span),
            id=there.id,
            of=of,
            there=there.name_span,
        )

    def _empty_override(self, there: Entry, item: n.Override, at: Span) -> None:
        self.library.report(
            "empty-override.rule" if there.kind == "rule" else "empty-override",
            at,
            wording("empty-override.changes"),
            replace(item.span, f"remove {there.kind} {there.id}"),
            kind=there.kind,
            id=there.id,
            there=there.name_span,
        )

    def _new_value(self, layer: Layer, new: n.NewValue) -> None:
        kind, id = key_of(new, self.entries)
        if kind != "setting":
            for extra in new.value.entries[1:]:
                self.library.report("type-error.list", extra.span, delete_entry(extra.span))
        there = self._target(layer, (kind, id), new.id.span, "override")
        if there is None:
            return
        value = new.value.entries[0]
        node: n.Item | n.Setting
        match there.node:
            case n.Allowance() as old:
                node = evolve(old, amount=value, unit=new.unit or old.unit, span=new.span)
            case n.Memory() as old:
                node = evolve(old, value=value, unit=new.unit or old.unit, span=new.span)
            case _:
                node = self._new_setting(there, new)
        self._replace(there, layer, node, "overridden", new.span)

    def _new_setting(self, there: Entry, new: n.NewValue) -> n.Setting:
        if new.unit is not None:
            self.library.report(
                "unit-error",
                new.unit.span,
                delete(new.unit.span),
                id=there.id,
                scope=new.unit.scope,
                there=there.name_span,
            )
        old = there.node_as(n.Setting)
        # The sources of the old value say nothing about the new one; the topics stay the same.
        covers = tuple(clauses_of(old, n.Covers))
        return evolve(old, value=self._among_choices(there, new), grounds=covers, span=new.span)

    def _among_choices(self, there: Entry, new: n.NewValue) -> n.Value:
        """Return the new value of a setting; if it has choices, the value must be one of them."""
        old = there.node_as(n.Setting).value
        choices = old.choices
        if not choices or new.value.choices:
            return new.value
        words = [name.id for name in choices]
        chosen = new.value.entries[0] if len(new.value.entries) == 1 else None
        if not isinstance(chosen, n.Name) or chosen.id not in words:
            hint = name_fix(chosen.span, words) if isinstance(chosen, n.Name) else None
            self.library.report(
                "unknown-choice",
                new.value.span,
                hint,
                *(one_of(new.value.span, words) if hint is None else ()),
                list=names(words),
                text=new.value.span.text,
                id=there.id,
                old=old.span,
            )
            return old
        return evolve(new.value, choices=choices)

    def _replace(
        self, there: Entry, layer: Layer, node: n.Item | n.Setting, verb: str, at: Span
    ) -> None:
        if verb == "overridden":
            self._changed_twice(there, layer, "overridden", at)
        chain = (*there.chain, Origin(layer.name, verb, at))
        self.entries[there.kind, there.id] = Entry(there.kind, there.id, node, chain)

    def _changed_twice(self, there: Entry, layer: Layer, verb: str, at: Span) -> None:
        """Report a change of something that the same layer has changed before."""
        last = there.chain[-1]
        is_kept = (
            last.verb == "added to" and verb == "overridden" and isinstance(there.node, _MERGED)
        )
        if last.layer != layer.name or is_kept:
            return
        what = shown(there.kind, there.id)
        if last.verb == verb:
            self.library.report(
                "duplicate-override", at, what=what, verb=verb, layer=layer.name, first=last.span
            )
            return
        help = None
        if last.verb == "defined":
            way = "both" if verb == "removed" else "itself"
            help = wording(f"duplicate-override.mixed.{way}")
        self.library.report(
            "duplicate-override.mixed",
            at,
            help,
            what=what,
            before=last.verb,
            verb=verb,
            layer=layer.name,
            first=last.span,
        )

    def _remove(self, layer: Layer, item: n.Remove) -> None:
        key = key_of(item, self.entries)
        if item.kind == "variant" and self.variants.pop(item.id.id, None) is not None:
            return
        there = self._target(layer, key, item.id.span, "remove")
        if there is not None:
            self._changed_twice(there, layer, "removed", item.id.span)
            del self.entries[key]
            chain = (*there.chain, Origin(layer.name, "removed", item.span))
            self.removed[key] = evolve(there, chain=chain)

    def name_kinds(self) -> None:
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
                ways = listed((f"`{verb} {kind} {name}`" for kind in kinds), "or")
                is_safe = len(kinds) == 1 and name == span.text
                help = wording("missing-kind.ways", ways=ways)
                fixes = (replace(span, f"{x} {name}", help, is_safe) for x in kinds)
                made = evolve(fault, help=(help,), fixes=tuple(fixes))
                self.library.diagnostics[index] = made

    def _add(self, layer: Layer, item: n.Add) -> None:
        at = item.id.span if item.id is not None else item.span
        there = self._target(layer, key_of(item, self.entries), at, "add to")
        if there is None:
            return
        if not item.members and item.value is None and item.meaning is None:
            self.library.report(
                "empty-override.add", at, delete(item.span), kind=shown(there.kind, there.id)
            )
            return
        node = with_parts(there.node, item)
        if node is None:
            self.library.report(
                "cannot-add",
                at,
                replace_help(there.kind, there.id, item),
                kind=there.kind,
                id=there.id,
            )
            return
        self._replace(there, layer, node, "added to", item.span)
