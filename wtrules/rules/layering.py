"""Applying layers on top of each other: what each defines, overrides, removes and adds to.

The result are entries with their history. Two independent layers that change the same definition
are an error, unless one of them says `after` the other.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field

from wtrules.diagnostics import (
    Advice,
    Label,
    advised,
    closest,
    name_fix,
    warning,
)
from wtrules.diagnostics.fix import (
    begin_block,
    delete,
    delete_entry,
    one_of,
    replace,
)
from wtrules.diagnostics.suggest import is_sure
from wtrules.phrase import listed, names, phrase
from wtrules.rules.clauses import clauses_of
from wtrules.rules.layer_names import (
    DECK,
    Key,
    as_override,
    instead,
    key_of,
    name_span,
    other_kind,
    replace_help,
    shown,
)
from wtrules.rules.library import Library
from wtrules.rules.merging import merge, with_parts
from wtrules.rules.model import Entry, Layer, Origin, VariantInfo
from wtrules.source import Span
from wtrules.syntax import nodes as n

# Definitions of which an `override` changes only the clauses that it has.
_MERGED = (n.Rule, n.Card, n.Spell, n.Outcome, n.Piece, n.Chapter, n.Label)


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
                self.library.report(
                    "duplicate-id",
                    phrase("{kind} is defined twice", kind=shown(kind, id)),
                    at,
                    "defined again here",
                    "give one of them another name, or remove it",
                    related=(Label(there.name_span, "first defined here"),),
                )
            else:
                other = "choose another name"
                if (kind, id) == DECK:
                    other = "give the new deck a name: `deck events { … }`"
                self.library.report(
                    "already-defined",
                    phrase(
                        "{kind} is already defined in `{layer}`",
                        kind=shown(kind, id),
                        layer=there.layer,
                    ),
                    at,
                    "defined again here",
                    as_override(kind, id, node, other),
                    related=(Label(there.name_span, "defined here"),),
                )
            return
        span = node.span if isinstance(node, n.Setting) else at
        self.entries[kind, id] = Entry(kind, id, node, (Origin(layer.name, "defined", span),))
        self.removed.pop((kind, id), None)

    def _empty_group(self, item: n.Group) -> None:
        self.library.diagnostics.append(
            warning(
                "empty-block",
                phrase("the group `{id}` has no settings", id=item.id.id),
                item.id.span,
                "no effect",
                delete(
                    item.span,
                    phrase("write some, `{id} {{ strength 2 }}`, or remove it", id=item.id.id),
                ),
            )
        )

    def _variant(self, layer: Layer, node: n.Variant) -> None:
        there = self.variants.get(node.id.id)
        if there is not None:
            self.library.report(
                "duplicate-id",
                phrase("variant `{id}` is defined twice", id=node.id.id),
                node.id.span,
                "defined again here",
                "give one of them another name",
                related=(Label(there.node.id.span, "first defined here"),),
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
            help = phrase(
                "say which change wins: write `after {layer}` in `{layer2}`, or `after {layer2}` in "
                "`{layer}`",
                layer=last.layer,
                layer2=layer.name,
            )
            self.library.report(
                "layer-conflict",
                phrase(
                    "`{layer}` and `{layer2}` both change {kind} `{id}`",
                    layer=last.layer,
                    layer2=layer.name,
                    kind=there.kind,
                    id=there.id,
                ),
                at,
                phrase("changed by `{layer}`", layer=layer.name),
                begin_block(layer.span, f"after {last.layer}", help),
                begin_block(other.span, f"after {layer.name}", help) if other else None,
                help,
                related=(Label(last.span, phrase("changed by `{layer}`", layer=last.layer)),),
            )
        return there

    def _nothing_there(self, key: Key, at: Span, verb: str) -> None:
        kind, id = key
        code = f"unknown-{verb.removesuffix(' to')}"
        gone = self.removed.get(key)
        if gone is not None:
            self.library.report(
                code,
                phrase("{kind} `{id}` has already been removed", kind=kind, id=id),
                at,
                phrase("nothing left to {verb}", verb=verb),
                "remove one of the two changes",
                related=(Label(gone.span, "removed here"),),
            )
            return
        if kind == "variant":
            self.library.report(
                code,
                phrase("there is no variant called `{id}`", id=id),
                at,
                phrase("nothing here to {verb}", verb=verb),
                name_fix(at, self.variants),
            )
            return
        other = next((k for k, i in self.entries if i == id), None)
        nearest = closest(id, [i for k, i in self.entries if k == kind])
        related: tuple[Label, ...] = ()
        help: Advice = phrase("`wtrules show` lists what there is to {verb}", verb=verb)
        if other is not None:
            related = (
                Label(self.entries[other, id].name_span, phrase("this is a {other}", other=other)),
            )
            help = (
                phrase("settings are changed with `override {id} = …`", id=id)
                if other == "setting"
                else other_kind(
                    at,
                    kind,
                    other,
                    phrase("write `{verb} {other} {id}`", verb=verb, other=other, id=id),
                )
            )
        elif nearest is not None:
            related = (Label(self.entries[kind, nearest].name_span, "did you mean this one?"),)
            lead = "" if kind == "setting" and verb != "remove" else f"{kind} "
            says: str = phrase(
                "write `{verb} {lead}{nearest}`", verb=verb, lead=lead, nearest=nearest
            )
            if verb == "override" and kind != "setting":
                says += phrase(", or remove `override` to add a new {kind}", kind=kind)
            is_safe = verb != "remove" and is_sure(id, nearest, [i for _, i in self.entries])
            help = replace(at, nearest, says, is_safe) if at.text == id else says
        missing = "`{layer}` has no {kind} called `{id}`"
        if len(self.layers) == 1:
            missing = "there is no {kind} called `{id}`"
        self.library.report(
            code,
            phrase(missing, layer=self.layers[0].name, kind=kind, id=id),
            at,
            phrase("nothing here to {verb}", verb=verb),
            help,
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
            given = there.node_as(n.Define).parameters
            if not new.parameters:
                node = evolve(new, parameters=given)
            elif [p.kind for p in new.parameters] != [p.kind for p in given]:
                self._other_parameters(there, new, given)
                return
        self._replace(there, layer, node, "overridden", at)

    def _other_parameters(
        self, there: Entry, new: n.Define, given: tuple[n.Parameter, ...]
    ) -> None:
        things = [f"{p.kind} {p.name.id}" for p in given]
        of = f" of {things[0]}" if len(things) == 1 else f"({', '.join(things)})" if things else ""
        self.library.report(
            "wrong-arguments",
            phrase("`{id}` is defined for other things than here", id=there.id),
            new.parameters[0].span.join(new.parameters[-1].span),
            "the rules that use the word give it other things",
            phrase("write `override define {id}{of} = …`", id=there.id, of=of),
            related=(Label(there.name_span, "defined here"),),
        )

    def _empty_override(self, there: Entry, item: n.Override, at: Span) -> None:
        idle = ", or `if yes { }` between the braces to make it do nothing"
        self.library.report(
            "empty-override",
            phrase(
                "this override of {kind} `{id}` is empty and changes nothing",
                kind=there.kind,
                id=there.id,
            ),
            at,
            "changes nothing",
            "write the changes between the braces",
            replace(
                item.span,
                f"remove {there.kind} {there.id}",
                phrase("write `remove {kind} {id}` to remove it", kind=there.kind, id=there.id)
                + (idle if there.kind == "rule" else ""),
            ),
            related=(Label(there.name_span, "unchanged"),),
        )

    def _new_value(self, layer: Layer, new: n.NewValue) -> None:
        kind, id = key_of(new, self.entries)
        if kind != "setting":
            for extra in new.value.entries[1:]:
                self.library.report(
                    "type-error",
                    "a list is used where one value is needed",
                    extra.span,
                    "one value too many",
                    delete_entry(extra.span, "keep one value"),
                )
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
                phrase(
                    "`{id}` is a setting and takes no `per {scope}`",
                    id=there.id,
                    scope=new.unit.scope,
                ),
                new.unit.span,
                "not allowed for a setting",
                delete(new.unit.span, "remove `per …`; only an allowance has a unit"),
                related=(Label(there.name_span, "defined without a unit"),),
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
        known = [name.id for name in choices]
        given = new.value.entries[0] if len(new.value.entries) == 1 else None
        if not isinstance(given, n.Name) or given.id not in known:
            help = phrase("write one of: {list}", list=names(known))
            hint = name_fix(given.span, known) if isinstance(given, n.Name) else None
            self.library.report(
                "unknown-choice",
                phrase("`{text}` is not a value of `{id}`", text=new.value.span.text, id=there.id),
                new.value.span,
                "not in the list",
                hint,
                *(one_of(new.value.span, known, help) if hint is None else ()),
                help if hint is None else None,
                related=(Label(old.span, "these are the values"),),
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
        what, where = shown(there.kind, there.id), phrase("in `{layer}`", layer=layer.name)
        if last.verb == verb:
            message, help = (
                phrase("{what} is {verb} twice {where}", what=what, verb=verb, where=where),
                "keep only one of them",
            )
            first, second = "the first one", "the second override"
        else:
            message = phrase(
                "{what} is {verb} and then {verb2} {where}",
                what=what,
                verb=last.verb,
                verb2=verb,
                where=where,
            )
            help = "keep only one of the two" if last.verb != "defined" else instead(verb)
            first, second = phrase("{verb} here", verb=last.verb), phrase("{verb} here", verb=verb)
        related = (Label(last.span, first),)
        self.library.report("duplicate-override", message, at, second, help, related=related)

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
                fixes = [
                    replace(span, f"{x} {name}", phrase("write {ways}", ways=ways), is_safe)
                    for x in kinds
                ]
                self.library.diagnostics[index] = advised(fault, *fixes)

    def _add(self, layer: Layer, item: n.Add) -> None:
        at = item.id.span if item.id is not None else item.span
        there = self._target(layer, key_of(item, self.entries), at, "add to")
        if there is None:
            return
        if not item.members and item.value is None and item.meaning is None:
            self.library.report(
                "empty-override",
                phrase("this adds nothing to {kind}", kind=shown(there.kind, there.id)),
                at,
                "changes nothing",
                delete(item.span, "write what is added between the braces, or remove it"),
            )
            return
        node = with_parts(there.node, item)
        if node is None:
            self.library.report(
                "cannot-add",
                phrase("this cannot be added to {kind} `{id}`", kind=there.kind, id=there.id),
                at,
                "has no parts of this kind",
                replace_help(there.kind, there.id, item),
            )
            return
        self._replace(there, layer, node, "added to", item.span)
