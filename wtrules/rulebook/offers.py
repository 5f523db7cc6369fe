"""The variants on offer, and what each of them changes."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from wtrules.checks.variants import too_many
from wtrules.diagnostics import has_errors
from wtrules.game.load import RulesetError, errors_of
from wtrules.meaning.changes import Added, ClauseChanged, Removed, ValueChanged, changes
from wtrules.meaning.reach import rules_in_force
from wtrules.pipeline import OpenedRuleset
from wtrules.resolve.clauses import covered
from wtrules.resolve.model import Entry, Rules, VariantInfo
from wtrules.rulebook.labels import amounts_by_players, changed_value, label
from wtrules.rulebook.paragraphs import outcomes
from wtrules.rulebook.parts import LabelledValue, Notes, Paragraph, Variant
from wtrules.rulebook.sources import Sources
from wtrules.rulebook.wording import Wording, player_counts
from wtrules.say.describe import name_of
from wtrules.syntax import nodes as n
from wtrules.texts import Texts, capitalised
from wtrules.value import Value

_MOST = (
    25_000  # definitions in all rules with a variant: a shipped game has 200, with seven variants
)
_ALWAYS = 20  # variants that a house rule may have, however large it is


@frozen
class Offer(Value):
    """A variant on offer: the rules with it, and without it."""

    variant: VariantInfo
    rules: Rules
    without: Rules
    counts: tuple[int, ...]


def find_offers(
    opened: OpenedRuleset,
    chosen: tuple[str, ...],
    rules: Rules,
    counts: tuple[int, ...] | None,
    is_house: bool,
) -> tuple[Offer, ...]:
    """Return the variants that can still be chosen, each with the rules it leads to.

    Raises RulesetError for a house rule with too many of them.
    """
    found: list[Offer] = []
    order = list(rules.variants)
    work = 0
    for variant in rules.variants.values():
        needed = tuple(name.id for name in variant.names(n.Needs) if name.id not in rules.chosen)
        excluded = {name.id for name in variant.names(n.Excludes)}
        for id in rules.chosen:
            excluded |= {variant.id} & {x.id for x in rules.variants[id].names(n.Excludes)}
        if variant.id in (*rules.chosen, *excluded) or excluded & set(rules.chosen):
            continue
        below = (*chosen, *needed)
        # The book of another variant offers this one with the same rules, so both name them alike.
        made = opened.compile(sorted((*below, variant.id), key=order.index))
        without = opened.compile(below)
        if made is None or without is None:
            continue
        # What it needs may not go together with what is chosen, or with the house rule.
        faults = errors_of(made, is_checked=True) if is_house else made.faults
        work += len(made.rules.entries)
        if is_house and work > _MOST and len(found) >= _ALWAYS:
            raise RulesetError([too_many(variant)])
        if has_errors(faults):
            continue
        played = made.rules.players
        there = sorted(played if counts is None else played & set(counts))
        if there:
            found.append(Offer(variant, made.rules, without.rules, tuple(there)))
    return tuple(found)


def variant_block(
    rules: Rules, offer: Offer, offers: Sequence[Offer], texts: Texts, sources: Sources
) -> Variant:
    """Return a variant on offer with what it changes."""
    sources = sources.of(offer.rules)
    values, paragraphs, dropped = _changes(offer, texts, sources)
    wording = Wording(offer.rules, texts, offer.counts)
    paragraph = variant_paragraph(offer.variant, wording, texts, sources)
    return Variant(
        paragraph,
        player_counts(offer.counts, texts),
        tuple(_remarks(rules, offer, offers, texts)),
        tuple(values),
        tuple(p for p in paragraphs if p.text),
        tuple(p for p in dropped if p.text),
    )


def variant_paragraph(
    variant: VariantInfo, wording: Wording, texts: Texts, sources: Sources
) -> Paragraph:
    """Return what a variant says about itself."""
    node = variant.node
    return Paragraph(
        anchor=f"variant-{variant.id}",
        id=f"variant {variant.id}",
        text=wording.says(node),
        title=name_of(node, texts) or variant.id,
        notes=sources.notes_of(node.members, covered(node)),
    )


def _remarks(rules: Rules, offer: Offer, offers: Sequence[Offer], texts: Texts) -> list[str]:
    """Return which other variants it needs, and which it cannot be combined with."""
    names = {id: name_of(v.node, texts) or id for id, v in rules.variants.items()}
    there = {*rules.chosen, *(each.variant.id for each in offers)}
    needs = [names[name.id] for name in offer.variant.names(n.Needs) if name.id in names]
    # A variant that is not there needs no warning.
    excludes = [names[name.id] for name in offer.variant.names(n.Excludes) if name.id in there]
    remarks = [texts("rulebook.needs", names=texts.join(needs))] if needs else []
    return remarks + ([texts("rulebook.excludes", names=texts.join(excludes))] if excludes else [])


def _changes(
    offer: Offer, texts: Texts, sources: Sources
) -> tuple[list[LabelledValue], list[Paragraph], list[Paragraph]]:
    """Return the values, the new and changed rules, and the dropped rules of a variant."""
    wording = Wording(offer.rules, texts, offer.counts)
    before = Wording(offer.without, texts, offer.counts)
    in_force = rules_in_force(offer.rules, offer.counts)
    values: list[LabelledValue] = []
    entries: list[Entry] = []
    dropped: list[Entry] = []
    tables: dict[str, None] = {}
    for change in changes(offer.rules, offer.without):
        match change:
            case ValueChanged():
                value = changed_value(change.path, offer.without, offer.rules, texts)
                if value is not None:
                    asked = sources.about(change.path, offer.variant.node.members)
                    values.append(evolve(value, notes=Notes(asked=asked)))
            case ClauseChanged(kind="table"):
                tables[change.id] = None
            case ClauseChanged(kind="rule" | "card", what="says") | Added(kind="rule" | "card"):
                entry = offer.rules.get(change.kind, change.id)
                if entry is not None and (change.kind == "card" or change.id in in_force):
                    entries.append(entry)
            case ClauseChanged(kind="spell", what="says" | "cost") | Added(kind="spell"):
                entry = offer.rules.get("spell", change.id)
                entries += [entry] if entry is not None else []
            case Removed(kind="rule" | "spell" | "card"):
                entry = offer.without.get(change.kind, change.id)
                dropped += [entry] if entry is not None else []
    # A rule that a setting of the variant brings into play is new to the reader.
    listed = {entry.id for entry in entries}
    fresh = in_force - rules_in_force(offer.without, offer.counts) - listed
    entries += [entry for entry in offer.rules.of_kind("rule") if entry.id in fresh]
    amounts = [
        LabelledValue(label(offer.rules, id, texts), words)
        for id in tables
        if (words := amounts_by_players(offer.rules, id, offer.counts, texts)) is not None
    ]
    return (
        [*amounts, *values],
        [_paragraph(entry, wording, texts, sources) for entry in entries],
        [_paragraph(entry, before, texts, sources) for entry in dropped],
    )


def _paragraph(entry: Entry, wording: Wording, texts: Texts, sources: Sources) -> Paragraph:
    return Paragraph(
        wording.says(entry.node),
        id=entry.id,
        title=capitalised(name_of(entry.node, texts)),
        items=outcomes(wording.rules, entry, texts),
        notes=sources.notes(entry),
    )
