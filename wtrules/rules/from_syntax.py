"""From syntax trees to resolved rules: applying layers on top of each other.

The layers of a ruleset are the rulesets it extends (oldest first), the variants chosen with `with`,
the ruleset itself, and readings of open questions. Each layer can define, `override`, `remove` and
`add to`; `layering.py` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from attrs import define, evolve

from wtrules.diagnostics import Diagnostic, Label, Severity, name_hint
from wtrules.rules.layering import MOST_PLAYERS, Layering, empty_range, players_beyond
from wtrules.rules.library import Library, LoadedFile, ruleset_names
from wtrules.rules.model import Layer, Rules, VariantInfo, counts
from wtrules.source import Span
from wtrules.syntax import nodes as n

if TYPE_CHECKING:
    from wtrules.rules.ledger import Assume

_T = TypeVar("_T")


def resolve(
    library: Library,
    loaded: LoadedFile,
    variants: Sequence[str] = (),
    assume: Assume = (),
) -> Rules | None:
    """Return the rules of the ruleset in *loaded* with some variants and readings chosen on top.

    Mistakes are added to the diagnostics of the library; None means that there is no ruleset.
    """
    ruleset = _only_ruleset(library, loaded)
    if ruleset is None:
        return None
    maker = Maker(library)
    maker.ruleset(loaded, ruleset, ())
    maker.choose_variants(
        [n.Name(name, span=ruleset.id.span) for name in variants], ruleset.id.span, direct=True
    )
    if assume:
        from wtrules.rules.ledger import apply_readings

        apply_readings(maker, assume)
    return maker.finish(ruleset)


def _only_ruleset(library: Library, loaded: LoadedFile) -> n.Ruleset | None:
    blocks = loaded.rulesets()
    if not blocks:
        if not any(d.severity is Severity.ERROR for d in library.diagnostics):
            start = Span(loaded.source, 0, 0)
            library.diagnostics.append(
                Diagnostic(
                    "no-ruleset",
                    f"`{loaded.source.path}` defines no ruleset",
                    Label(start, "no `ruleset … { }` in this file"),
                    help=(
                        "start the file with `ruleset my-rules { extends en-capstone }`; "
                        "check an included file through the file that includes it",
                    ),
                )
            )
        return None
    for extra in blocks[1:]:
        library.diagnostics.append(
            Diagnostic(
                "second-ruleset",
                f"a second ruleset, `{extra.id.id}`, in the same file",
                Label(extra.id.span, "a file defines only one ruleset"),
                related=(Label(blocks[0].id.span, "the first one"),),
                help=(f"move `{extra.id.id}` to a file of its own, `{extra.id.id}.wtr`",),
            )
        )
    return blocks[0]


@define(eq=False)
class Maker(Layering):
    """Opens rulesets and applies them, with the chosen variants."""

    # --- rulesets ---

    def ruleset(
        self, loaded: LoadedFile, ruleset: n.Ruleset, path: tuple[tuple[str, Span], ...]
    ) -> set[str]:
        """Apply *ruleset* and everything it extends; return the names of its layers."""
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
        self._check_single(members)
        for member in members:
            if isinstance(member, n.Title):
                self.title = member.phrases
            elif isinstance(member, n.EditionLanguage):
                self.language = member.language
            elif isinstance(member, n.Players):
                self.players = self._player_counts(member)
        items = [m for m in members if not isinstance(m, _HEADER)]
        layer = Layer(name, "ruleset", loaded.shipped, ruleset.id.span)
        self.apply(layer, [*items, *parts], below | after)
        self.done[name] = ruleset.id.span
        return below | {name}

    def _bases_in_order(
        self, loaded: LoadedFile, references: list[n.Reference]
    ) -> list[n.Reference]:
        """Return the bases in an order that respects their `after` clauses."""
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
                        f"`after` names an unknown ruleset or variant: `{name.id}`",
                        name.span,
                        "no such ruleset or variant",
                        help=(hint,) if hint else ("name a ruleset or variant it builds on",),
                    )

    def _check_single(self, members: list[n.RulesetMember]) -> None:
        for kind, word in _SINGLE.items():
            said = [m for m in members if isinstance(m, kind)]
            for again in said[1:]:
                self.report(
                    "duplicate-clause",
                    f"a second `{word}`",
                    again.span,
                    "the second one",
                    related=(Label(said[0].span, "the first one"),),
                    help=("keep one of the two",),
                )

    def _player_counts(self, node: n.Players) -> frozenset[int]:
        """Return the counts of `players`; report impossible ones and leave them out."""
        ranges = []
        for part in node.ranges:
            if part.low > part.high:  # most likely swapped by mistake
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
                    "neither in the folder of this file nor a shipped ruleset",
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
                f"`{found.source.path}` defines the ruleset `{base.id.id}`, not `{reference.name}`",
                base.id.span,
                "a ruleset has the name of its file",
                related=(Label(reference.span, "needed here"),),
                help=(f"call it `ruleset {reference.name}`, or rename the file",),
            )
        if base.id.id in self.done:  # two bases share this one
            return {base.id.id, *self.below.get(base.id.id, ())}
        return self.ruleset(found, base, path)

    def _cycle(self, name: str, at: Span, path: tuple[tuple[str, Span], ...]) -> set[str]:
        start = next(i for i, (step, _) in enumerate(path) if step == name)
        ring = " → ".join([*(step for step, _ in path[start:]), name])
        self.report(
            "cyclic-extends",
            f"`{name}` extends itself: {ring}",
            at,
            "leads back to the start",
            related=tuple(Label(span, f"`{step}` extends this") for step, span in path[start:-1]),
            help=("make one of them extend something else",),
        )
        return set()

    def _members(
        self, loaded: LoadedFile, ruleset: n.Ruleset
    ) -> tuple[list[n.RulesetMember], list[n.Item]]:
        """Return the ruleset's members, and the items next to it and in included files."""
        members = list(ruleset.members)
        items: list[n.Item] = [m for m in loaded.file.members if not isinstance(m, n.Ruleset)]
        seen: dict[str, Span] = {}
        # Shipped rulesets have many examples, which are not always needed.
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
                        "included again here",
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
                        f"the included file `{part.source.path}` defines a ruleset of its own",
                        block.id.span,
                        "an included file contains only rules",
                        related=(Label(text.span, "included here"),),
                        help=("use `extends` to build on a ruleset",),
                    )
                items += [m for m in part.file.members if not isinstance(m, n.Ruleset)]
        return members, items

    # --- variants ---

    def choose_variants(self, names: list[n.Name], at: Span, *, direct: bool = False) -> set[str]:
        """Apply the named variants, in an order that respects their `after` clauses."""
        wanted: list[VariantInfo] = []
        for name in names:
            variant = self.variants.get(name.id)
            if variant is None:
                hint = name_hint(name.id, list(self.variants))
                known = ", ".join(f"`{v}`" for v in sorted(self.variants)) or "none"
                self.report(
                    "unknown-variant",
                    f"there is no variant called `{name.id}`",
                    name.span,
                    "unknown variant",
                    help=(
                        hint or f"the variants are: {known}",
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
            self.apply(layer, items, _bases(self, variant) | after | needs)
        return {name.id for name in names if name.id in self.chosen}

    def _played_by(self) -> frozenset[int]:
        """Return the player counts that the chosen variants allow; a solo variant has its own."""
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
            self.language,
            tuple(self.layers),
            self.entries,
            self.removed,
            self.variants,
            tuple(self.chosen),
            self._played_by(),
            tuple(self.suppressions),
            ruleset.id.span,
        )


# Clauses that a ruleset has at most once.
_SINGLE = {n.Title: "title", n.EditionLanguage: "language", n.Players: "players"}
_HEADER = (n.Title, n.EditionLanguage, n.Extends, n.Includes, n.Examples, n.Players, n.LayerAfter)
_VARIANT_HEADER = (
    n.NameClause, n.Says, n.Cites, n.Assumed, n.Covers, n.Needs, n.Excludes, n.LayerAfter,
)  # fmt: skip


def _offered_elsewhere(variant: str, layers: Sequence[Layer]) -> Iterator[str]:
    """Yield which other shipped rulesets have a variant that is missing here."""
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
    """Sort chosen variants so that each comes after those it names or needs."""
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


def _bases(maker: Maker, variant: VariantInfo) -> set[str]:
    """Return the rulesets a variant may change freely: all that are laid, but no variant."""
    return {layer.name for layer in maker.layers if layer.kind == "ruleset"}


def _shipped(maker: Maker, variant: VariantInfo) -> bool:
    return any(layer.name == variant.layer and layer.shipped for layer in maker.layers)
