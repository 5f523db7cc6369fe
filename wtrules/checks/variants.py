"""Variants: which can be combined, and for how many players."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.checks.words import numbers
from wtrules.diagnostics import Diagnostic, Fix, Label, name_fix, report, wording
from wtrules.diagnostics.fix import delete_entry, replace
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import listed
from wtrules.resolve.model import Rules, VariantInfo, counts
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check all variants, and the chosen ones together."""
    rules = meaning.resolved
    for variant in rules.variants.values():
        yield from _names(rules, variant)
        yield from _counts(rules, variant)
    chosen = [rules.variants[name] for name in rules.chosen if name in rules.variants]
    for variant in chosen:
        yield from _together(rules, variant)
    yield from _common(rules, chosen)


def _names(rules: Rules, variant: VariantInfo) -> Iterator[Diagnostic]:
    excluded = {name.id: name for name in variant.names(n.Excludes)}
    for name in (*variant.names(n.Needs), *variant.names(n.Excludes)):
        # A house rule may remove a variant that an inherited one excludes, or needs: `trials`.
        if name.id not in rules.variants and survey(rules).is_own(variant.node.span):
            known = listed(f"`{other}`" for other in sorted(rules.variants))
            yield report(
                "unknown-variant",
                name.span,
                name_fix(name.span, rules.variants),
                name=name.id,
                known=known,
            )
    for name in variant.names(n.Needs):
        if name.id in excluded:
            yield report(
                "variants-exclude.needed",
                excluded[name.id].span,
                delete_entry(excluded[name.id].span, keyword="excludes"),
                variant=variant.id,
                name=name.id,
                needed=name.span,
            )


def _counts(rules: Rules, variant: VariantInfo) -> Iterator[Diagnostic]:
    # A ruleset may support fewer players than the variants it inherits, and a chosen variant
    # or the choice of who plays restricts the player counts further.
    chosen = rules.chosen or any(layer.kind == "reading" for layer in rules.layers)
    if chosen or not survey(rules).is_own(variant.node.span):
        return
    if not variant.players or not variant.players & rules.players:
        return
    for part in variant.node.players:
        strange = counts((part,)) - rules.players
        if strange:
            yield report(
                "unsupported-players",
                part.span,
                _allowed(part, rules.players),
                variant=variant.id,
                text=part.span.text,
                ruleset=rules.name,
                counts=numbers(rules.players),
                strange=numbers(strange),
                needed=rules.span,
            )


def _allowed(part: n.Range, players: frozenset[int]) -> Fix | None:
    """Return the fix that leaves only player counts that a ruleset allows."""
    left = sorted(counts((part,)) & players)
    if not left or left[-1] - left[0] != len(left) - 1:
        return None
    text = f"{left[0]}..{left[-1]}" if len(left) > 1 else str(left[0])
    return replace(part.span, text)


def _together(rules: Rules, variant: VariantInfo) -> Iterator[Diagnostic]:
    for name in variant.names(n.Excludes):
        if name.id in rules.chosen:
            yield report(
                "variants-exclude", rules.span, variant=variant.id, name=name.id, excluded=name.span
            )
    for name in variant.names(n.Needs):
        if name.id not in rules.chosen and name.id in rules.variants:
            yield report(
                "variant-needs", rules.span, variant=variant.id, name=name.id, needed=name.span
            )


def _common(rules: Rules, chosen: list[VariantInfo]) -> Iterator[Diagnostic]:
    counted = [variant for variant in chosen if variant.players]
    left = [variant.players for variant in counted if variant.players is not None]
    if left and not frozenset.intersection(*left):
        yield report(
            "unsupported-players.together",
            rules.span,
            list=listed(f"`{v.id}`" for v in counted),
            related=[
                Label(
                    v.node.players[0].span,
                    wording(
                        "unsupported-players.together.variant",
                        variant=v.id,
                        counts=numbers(v.players or ()),
                    ),
                )
                for v in counted
            ],
        )


def too_many(variant: VariantInfo) -> Diagnostic:
    """Return the error that the variants are too many to be tried."""
    return report("rules-too-large.variants", variant.node.id.span)
