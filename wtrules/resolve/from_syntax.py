"""From syntax trees to resolved rules: applying layers on top of each other.

The layers of a ruleset are the rulesets it extends (oldest first), the variants chosen with `with`,
the ruleset itself, and readings of open questions. Each layer can define, `override`, `remove` and
`add to`; `layering.py` does that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from attrs import define, evolve, field, frozen

from wtrules import resources
from wtrules.diagnostics import Label, Severity, name_fix, wording
from wtrules.diagnostics.fix import delete, delete_entry, insert, replace
from wtrules.phrase import names
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.layering import Layering
from wtrules.resolve.library import Library, LoadedFile, ruleset_names
from wtrules.resolve.model import Layer, Rules, VariantInfo, counts
from wtrules.resolve.player_counts import MOST_PLAYERS, empty_range, players_beyond
from wtrules.source import Span
from wtrules.syntax import nodes as n

if TYPE_CHECKING:
    from wtrules.resolve.ledger import Assume

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
    resolver = _Resolver(library, Layering(library))
    resolver.as_before(loaded, ruleset, ())
    resolver.choose_variants([n.Name(name, span=ruleset.id.span) for name in variants])
    if assume:
        from wtrules.resolve.ledger import apply_readings

        apply_readings(resolver.layering, assume)
    return resolver.finish(ruleset)


def _only_ruleset(library: Library, loaded: LoadedFile) -> n.Ruleset | None:
    blocks = loaded.rulesets()
    if not blocks:
        if not any(d.severity is Severity.ERROR for d in library.diagnostics):
            library.report(
                "no-ruleset",
                Span(loaded.source, 0, 0),
                insert(
                    Span(loaded.source, 0, 0),
                    f"ruleset {loaded.path.stem} {{\n  extends {resources.default_ruleset()}\n}}\n\n",
                ),
                source=loaded.source.path,
                default_ruleset=resources.default_ruleset(),
            )
        return None
    for extra in blocks[1:]:
        library.report("second-ruleset", extra.id.span, extra=extra.id.id, first=blocks[0].id.span)
    return blocks[0]


class _Step(NamedTuple):
    """A ruleset on the way to one that it extends, and the place where it names that one."""

    ruleset: str
    at: Span


@define(eq=False, repr=False)
class _Resolver:
    """Opens rulesets and applies them, with the chosen variants."""

    library: Library
    layering: Layering
    chosen: list[str] = field(factory=list)
    players: frozenset[int] = frozenset()
    title: tuple[n.Phrase, ...] = ()
    language: str | None = None
    done: set[str] = field(factory=set)  # the rulesets that have been applied

    # --- rulesets ---

    def ruleset(self, loaded: LoadedFile, ruleset: n.Ruleset, path: tuple[_Step, ...]) -> set[str]:
        """Apply *ruleset* and everything it extends; return the names of its layers."""
        name = ruleset.id.id
        members, parts = ruleset.members, self._parts(loaded, ruleset)
        below: set[str] = set()
        extends = [m for m in members if isinstance(m, n.Extends)]
        for reference in self._bases_in_order(loaded, [base for e in extends for base in e.bases]):
            below |= self._base(loaded, reference, (*path, _Step(name, reference.span)))
        for clause in extends:
            below |= self.choose_variants(clause.variants)
        after = _after(ruleset)
        self._check_after(loaded, after)
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
        self.layering.apply(layer, [*items, *parts], below | {name.id for name in after})
        self.done.add(name)
        return below | {name}

    def _bases_in_order(
        self, loaded: LoadedFile, references: list[n.Reference]
    ) -> list[n.Reference]:
        """Return the bases in an order that respects their `after` clauses."""
        if len(references) < 2:
            return references
        named: dict[n.Reference, tuple[str, set[str]]] = {}
        for reference in references:
            opened = self._open(reference, loaded)
            block = next(iter(opened.rulesets()), None) if opened is not None else None
            if block is not None:
                named[reference] = (block.id.id, {x.id for x in _after(block)})
        return _sorted(references, lambda reference: named.get(reference, ("", set())))

    def _open(self, reference: n.Reference, origin: LoadedFile) -> LoadedFile | None:
        if reference.is_path:
            return self.library.open_relative(reference.name, origin.origin, reference.span)
        return self.library.find_ruleset(reference.name, origin.origin, reference.span)

    def _check_after(self, loaded: LoadedFile, names: list[n.Name]) -> None:
        here = {*self.layering.variants, *(layer.name for layer in self.layering.layers)}
        unsure = [name for name in names if name.id not in here]
        known = sorted(here.union(self.library.names(loaded.origin))) if unsure else []
        for name in unsure:
            if name.id not in known:
                self.library.report(
                    "unknown-after", name.span, name_fix(name.span, known), name=name.id
                )

    def _check_single(self, members: Sequence[n.RulesetMember]) -> None:
        for kind, word in _SINGLE.items():
            said = [m for m in members if isinstance(m, kind)]
            for again in said[1:]:
                self.library.report(
                    "duplicate-clause.ruleset",
                    again.span,
                    delete(again.span),
                    word=word,
                    first=said[0].span,
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
        self, loaded: LoadedFile, reference: n.Reference, path: tuple[_Step, ...]
    ) -> set[str]:
        if not reference.is_path and any(step.ruleset == reference.name for step in path):
            return self._cycle(reference.name, reference.span, path)
        opened = self._open(reference, loaded)
        if opened is None:
            # What cannot be read is reported where it was looked for.
            if not reference.is_path and not self.library.has_ruleset(
                reference.name, loaded.origin
            ):
                self.library.report(
                    "unknown-ruleset",
                    reference.span,
                    name_fix(reference.span, self.library.names(loaded.origin)),
                    reference=reference.name,
                )
            return set()
        base = _only_ruleset(self.library, opened)
        if base is None:
            return set()
        if any(step.ruleset == base.id.id for step in path):
            return self._cycle(base.id.id, reference.span, path)
        if not reference.is_path and base.id.id != reference.name:
            self.library.report(
                "wrong-ruleset-name",
                base.id.span,
                replace(base.id.span, reference.name),
                source=opened.source.path,
                base=base.id.id,
                reference=reference.name,
                needed=reference.span,
            )
        if base.id.id in self.done:  # two bases share this one
            self._check_namesake(base, reference.span)
            return {base.id.id, *self.layering.below.get(base.id.id, ())}
        # To keep each of a house rule's layers would take too much memory if there are hundreds.
        if (opened.shipped or len(path) == 1) and not self.layering.layers:
            return self.as_before(opened, base, path)
        return self.ruleset(opened, base, path)

    def _check_namesake(self, base: n.Ruleset, at: Span) -> None:
        """Report a base that is left out because another ruleset with its name was applied."""
        for layer in self.layering.layers:
            there = layer.span.source
            if layer.name == base.id.id and there.text != base.id.span.source.text:
                self.library.report("ignored-ruleset", at, name=layer.name, there=layer.span)

    def as_before(
        self, loaded: LoadedFile, ruleset: n.Ruleset, path: tuple[_Step, ...]
    ) -> set[str]:
        """Apply a ruleset below everything else: after the first time, as it was then."""
        applied = loaded.applied.get(self.library.with_examples)
        fits = isinstance(applied, _Applied) and not applied.done & {step.ruleset for step in path}
        if isinstance(applied, _Applied) and fits and self.library.reads(applied.files):
            applied.put_into(self)
            return set(applied.names)
        before = len(self.library.diagnostics)
        with self.library.noting_files(loaded) as files:
            names = self.ruleset(loaded, ruleset, path)
        if len(self.library.diagnostics) == before:
            loaded.applied[self.library.with_examples] = _Applied.of(self, files, names)
        return names

    def _cycle(self, name: str, at: Span, path: tuple[_Step, ...]) -> set[str]:
        start = next(i for i, step in enumerate(path) if step.ruleset == name)
        circle = names([*(step.ruleset for step in path[start:]), name], " → ")
        self.library.report(
            "cyclic-extends",
            at,
            name=name,
            circle=circle,
            related=[
                Label(step.at, wording("cyclic-extends.step", ruleset=step.ruleset))
                for step in path[start:-1]
            ],
        )
        return set()

    def _parts(self, loaded: LoadedFile, ruleset: n.Ruleset) -> list[n.Item]:
        """Return the items next to a ruleset and in the files it includes."""
        items: list[n.Item] = [m for m in loaded.file.members if not isinstance(m, n.Ruleset)]
        seen: dict[str, Span] = {}
        # Shipped rulesets have many examples, which are not always needed.
        with_examples = self.library.with_examples or not loaded.shipped
        wanted = (n.Includes, n.Examples) if with_examples else (n.Includes,)
        for include in (m for m in ruleset.members if isinstance(m, wanted)):
            for text in include.paths:
                part = self.library.open_relative(text.value, loaded.origin, text.span)
                if text.value in seen:
                    self.library.report(
                        "duplicate-include",
                        text.span,
                        delete_entry(text.span, is_safe=True, keyword="includes"),
                        text=text.value,
                        first=seen[text.value],
                    )
                    continue
                seen[text.value] = text.span
                if part is None:
                    continue
                for block in part.rulesets():
                    self.library.report(
                        "ruleset-in-part",
                        block.id.span,
                        source=part.source.path,
                        included=text.span,
                    )
                items += [m for m in part.file.members if not isinstance(m, n.Ruleset)]
        return items

    # --- variants ---

    def choose_variants(self, chosen: Sequence[n.Name]) -> set[str]:
        """Apply the named variants, in an order that respects their `after` clauses."""
        variants, layers = self.layering.variants, self.layering.layers
        wanted: list[VariantInfo] = []
        for name in chosen:
            variant = variants.get(name.id)
            if variant is None:
                offered = ", ".join(f"`{v}`" for v in sorted(variants)) or "none"
                self.library.report(
                    "unknown-variant.chosen",
                    name.span,
                    name_fix(name.span, variants)
                    or wording("unknown-variant.chosen.known", known=offered),
                    _offered_elsewhere(name.id, layers),
                    name=name.id,
                )
            elif name.id not in self.chosen and variant not in wanted:
                wanted.append(variant)
        for variant in _sorted(wanted, lambda variant: (variant.id, _names_before(variant))):
            shipped = any(layer.name == variant.layer and layer.shipped for layer in layers)
            layer = Layer(variant.id, "variant", shipped, variant.node.id.span)
            items = [m for m in variant.node.members if not isinstance(m, _VARIANT_HEADER)]
            # A variant may change every ruleset, but another variant only if it names it.
            rulesets = {layer.name for layer in layers if layer.kind == "ruleset"}
            self.chosen.append(variant.id)
            self.layering.apply(layer, items, rulesets | _names_before(variant))
        return {name.id for name in chosen if name.id in self.chosen}

    def _played_by(self) -> frozenset[int]:
        """Return the player counts that the chosen variants allow; a solo variant has its own."""
        common: frozenset[int] | None = None
        for name in self.chosen:
            variant = self.layering.variants.get(name)
            if variant is not None and variant.players is not None:
                common = variant.players if common is None else common & variant.players
        if not common:
            return self.players
        return (common & self.players) or common & frozenset(range(1, MOST_PLAYERS + 1))

    def _seated(self, players: frozenset[int]) -> frozenset[int]:
        """Return the player counts that are left if the players were named."""
        seats = self.layering.seats
        if seats is None or not players or seats in players:
            return players if seats is None else players & {seats}
        layer = self.layering.layers[-1]
        counts = names(map(str, sorted(players)))
        self.library.report("too-few-colours.named", layer.span, seats=seats, counts=counts)
        return players

    def finish(self, ruleset: n.Ruleset) -> Rules:
        """Return the finished rules."""
        self.layering.name_kinds()
        return Rules(
            name=ruleset.id.id,
            title=self.title,
            language=self.language,
            layers=tuple(self.layering.layers),
            entries=self.layering.entries,
            removed=self.layering.removed,
            variants=self.layering.variants,
            chosen=tuple(self.chosen),
            players=self._seated(self._played_by()),
            suppressions=tuple(self.layering.suppressions),
            span=ruleset.id.span,
        )


@frozen(eq=False, repr=False)
class _Applied:
    """Everything that is known when a ruleset, and all it extends, has been applied.

    It never changes, and the next rules begin with copies of it. They share its entries, and so what
    has been computed for these.
    """

    files: dict[Path, LoadedFile]  # the files from which it was made
    names: frozenset[str]  # of its layers
    done: frozenset[str]
    chosen: tuple[str, ...]
    players: frozenset[int]
    title: tuple[n.Phrase, ...]
    language: str | None
    layering: Layering

    @classmethod
    def of(cls, resolver: _Resolver, files: dict[Path, LoadedFile], names: set[str]) -> _Applied:
        """Return what a resolver knows from some files."""
        return cls(
            files,
            frozenset(names),
            frozenset(resolver.done),
            tuple(resolver.chosen),
            resolver.players,
            resolver.title,
            resolver.language,
            resolver.layering.copied(Library()),
        )

    def put_into(self, resolver: _Resolver) -> None:
        """Let a resolver know it that has applied nothing yet."""
        resolver.done |= self.done
        resolver.chosen += self.chosen
        resolver.players, resolver.title = self.players, self.title
        resolver.language = self.language
        resolver.layering = self.layering.copied(resolver.library)


# Clauses that a ruleset has at most once.
_SINGLE = {n.Title: "title", n.EditionLanguage: "language", n.Players: "players"}
_HEADER = (n.Title, n.EditionLanguage, n.Extends, n.Includes, n.Examples, n.Players, n.LayerAfter)
_VARIANT_HEADER = (
    n.NameClause, n.Says, n.Cites, n.Assumed, n.Covers, n.Needs, n.Excludes, n.LayerAfter,
)  # fmt: skip


def _offered_elsewhere(variant: str, layers: Sequence[Layer]) -> str | None:
    """Return which other shipped rulesets have a variant that is missing here, if any."""
    here = {layer.name for layer in layers}
    rulesets = []
    for name in ruleset_names():
        library = Library()
        loaded = library.find_ruleset(name) if name not in here else None
        if loaded is not None and loaded.shipped:
            rules = resolve(library, loaded)
            if rules is not None and variant in rules.variants:
                rulesets.append(f"`{name}`")
    return (
        wording("unknown-variant.chosen.elsewhere", variant=variant, list=", ".join(rulesets))
        if rulesets
        else None
    )


def _names_before(variant: VariantInfo) -> set[str]:
    """Return the layers that a variant comes after: those it names or needs."""
    return {name.id for name in (*variant.names(n.LayerAfter), *variant.names(n.Needs))}


def _sorted(items: list[_T], about: Callable[[_T], tuple[str, set[str]]]) -> list[_T]:
    """Sort items, each with its name and the names it comes after; else keep their order."""
    ordered: list[_T] = []
    waiting = [(item, *about(item)) for item in items]
    while waiting:
        names = {name for _, name, _ in waiting}
        ready = next(
            (i for i, (_, name, before) in enumerate(waiting) if not names & before - {name}),
            0,  # a circle of `after` clauses, which the checks report
        )
        ordered.append(waiting.pop(ready)[0])
    return ordered


def _after(ruleset: n.Ruleset) -> list[n.Name]:
    """Return the names behind `after` of a ruleset."""
    return [name for clause in clauses_of(ruleset, n.LayerAfter) for name in clause.layers]
