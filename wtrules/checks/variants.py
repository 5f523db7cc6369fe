"""Variants: which can be combined, and for how many players."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.survey import survey
from wtrules.checks.words import numbers
from wtrules.diagnostics import Advice, Diagnostic, Label, error, name_fix
from wtrules.diagnostics.fix import delete_entry, replace
from wtrules.phrase import listed, phrase
from wtrules.rules.meaning import Meaning
from wtrules.rules.model import Rules, VariantInfo, counts
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
            yield error(
                "unknown-variant",
                phrase("there is no variant called `{name}`", name=name.id),
                name.span,
                "unknown variant",
                name_fix(name.span, rules.variants)
                or phrase("the variants are: {known}", known=known),
            )
    for name in variant.names(n.Needs):
        if name.id in excluded:
            yield error(
                "variants-exclude",
                phrase(
                    "variant `{variant}` both needs and excludes `{name}`",
                    variant=variant.id,
                    name=name.id,
                ),
                excluded[name.id].span,
                "excluded here",
                delete_entry(excluded[name.id].span, "remove one of the two", keyword="excludes"),
                related=(Label(name.span, "needed here"),),
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
            yield error(
                "unsupported-players",
                phrase(
                    "variant `{variant}` is for {text} players, `{ruleset}` for {counts}",
                    variant=variant.id,
                    text=part.span.text,
                    ruleset=rules.name,
                    counts=numbers(rules.players),
                ),
                part.span,
                phrase("not for {counts}", counts=numbers(strange)),
                _allowed(part, rules.players),
                related=(
                    Label(
                        rules.span, phrase("for {counts} players", counts=numbers(rules.players))
                    ),
                ),
            )


def _allowed(part: n.Range, players: frozenset[int]) -> Advice:
    """Return the fix that leaves only player counts that a ruleset allows."""
    help = "remove these counts, or allow them with `players` in the ruleset"
    left = sorted(counts((part,)) & players)
    if not left or left[-1] - left[0] != len(left) - 1:
        return help
    text = f"{left[0]}..{left[-1]}" if len(left) > 1 else str(left[0])
    return replace(part.span, text, help)


def _together(rules: Rules, variant: VariantInfo) -> Iterator[Diagnostic]:
    for name in variant.names(n.Excludes):
        if name.id in rules.chosen:
            yield error(
                "variants-exclude",
                phrase(
                    "the variants `{variant}` and `{name}` exclude each other",
                    variant=variant.id,
                    name=name.id,
                ),
                rules.span,
                "chosen with both",
                "choose one of the two",
                related=(Label(name.span, phrase("`{variant}` excludes it", variant=variant.id)),),
            )
    for name in variant.names(n.Needs):
        if name.id not in rules.chosen and name.id in rules.variants:
            yield error(
                "variant-needs",
                phrase(
                    "variant `{variant}` needs `{name}`, which is not chosen",
                    variant=variant.id,
                    name=name.id,
                ),
                rules.span,
                phrase("chosen without `{name}`", name=name.id),
                phrase("choose both: `with {name}, {variant}`", name=name.id, variant=variant.id),
                related=(Label(name.span, "needed here"),),
            )


def _common(rules: Rules, chosen: list[VariantInfo]) -> Iterator[Diagnostic]:
    counted = [variant for variant in chosen if variant.players]
    left = [variant.players for variant in counted if variant.players is not None]
    if left and not frozenset.intersection(*left):
        yield error(
            "unsupported-players",
            phrase(
                "there is no player count for {list} together",
                list=listed(f"`{v.id}`" for v in counted),
            ),
            rules.span,
            "chosen together",
            "choose variants that have a player count in common",
            related=[
                Label(
                    v.node.players[0].span,
                    phrase(
                        "`{variant}` is for {counts} players",
                        variant=v.id,
                        counts=numbers(v.players or ()),
                    ),
                )
                for v in counted
            ],
        )


def too_many(variant: VariantInfo) -> Diagnostic:
    """Return the error that the variants are too many to be tried."""
    return error(
        "rules-too-large",
        "the variants are too many to be checked one by one",
        variant.node.id.span,
        "not checked from here on",
        "let variants need fewer others, or move some of them into a ruleset of their own",
    )
