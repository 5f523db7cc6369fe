"""The rules of a ruleset after all layers, as text and as JSON, for `wtrules show`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from wtrules.cli.terminal import wrapped
from wtrules.meaning.changes import meaning_text, number_list, text
from wtrules.meaning.sentences import sentences
from wtrules.pipeline import load_rules
from wtrules.resolve.citations import Citation, citations_of
from wtrules.resolve.clauses import by_language, clauses_of, covered, in_language, phrases_in
from wtrules.resolve.library import Library, ruleset_names
from wtrules.resolve.model import Entry, Origin, Rules
from wtrules.safe_text import json_text
from wtrules.say.describe import (
    definition,
    drawn,
    origin_verb,
    parameters,
    said,
    value_of,
)
from wtrules.services.index import Meant, Use, uses_in
from wtrules.source import Span
from wtrules.syntax import nodes as n
from wtrules.syntax.clauses import given
from wtrules.texts import Texts

_MOST_USES = 5

# --- the list of rulesets ---


def _shipped() -> tuple[list[Rules], list[Rules]]:
    """Return the shipped rulesets and the examples."""
    found = [load_rules(name)[0] for name in ruleset_names()]
    there = [rules for rules in found if rules is not None]
    return (
        [rules for rules in there if rules.layers[-1].shipped],
        [rules for rules in there if not rules.layers[-1].shipped],
    )


def list_text(lang: str) -> str:
    """Return the shipped rulesets and the examples as text."""
    texts = Texts(lang)
    rulesets, examples = _shipped()
    lines: list[str] = []
    for heading, members in (
        (texts("show.rulesets"), rulesets),
        (texts("show.examples"), examples),
    ):
        lines += ["", heading] if lines else [heading]
        width = max((len(rules.name) for rules in members), default=0) + 2
        for rules in members:
            lines.append(f"  {rules.name:<{width}}{in_language(rules.title, lang)}")
            if rules.variants and rules.layers[-1].shipped:
                lines.append(
                    f"  {'':<{width}}{texts('show.variants')}: {', '.join(rules.variants)}"
                )
    lines += ["", texts("show.how_to")]
    return "\n".join(lines) + "\n"


def list_json() -> str:
    """Return the shipped rulesets and the examples as JSON."""
    rulesets, examples = _shipped()
    return json_text(
        {
            "schema": 1,
            "rulesets": [_head_json(rules) for rules in rulesets],
            "examples": [_head_json(rules) for rules in examples],
        }
    )


# --- a whole ruleset ---


def rules_text(rules: Rules, kinds: Iterable[str], lang: str) -> str:
    """Return the entries of the given kinds as text."""
    texts = Texts(lang)
    title = in_language(rules.title, lang)
    lines = [f"{rules.name}: {title}" if title else rules.name]
    width = max(len(layer.name) for layer in rules.layers) + 2
    for index, layer in enumerate(rules.layers):
        lead = texts("show.layers") if index == 0 else ""
        lines.append(f"{lead:<10}{layer.name:<{width}}{layer.kind:<9}{layer.span.source.path}")
    lines.append(f"{texts('show.players'):<10}{number_list(rules.players)}")
    if rules.variants:
        lines.append(f"{texts('show.variants'):<10}{', '.join(rules.variants)}")
    for kind in kinds:
        entries = list(rules.of_kind(kind))
        if entries:
            lines += ["", texts(f"show.kind.{kind}"), *_group_lines(rules, entries, kind, texts)]
    return "\n".join(lines) + "\n"


def _group_lines(rules: Rules, entries: Sequence[Entry], kind: str, texts: Texts) -> Iterator[str]:
    """Yield the lines for all entries of one kind."""
    if kind in ("setting", "memory", "allowance"):
        width = max(len(entry.id) for entry in entries) + 2
        for entry in entries:
            value = value_of(entry) or ""
            yield from wrapped(f"  {entry.id:<{width}}", f"{value}{_changed(entry, texts)}")
        return
    for entry in entries:
        yield from wrapped("  ", f"{_headline(entry, texts)}{_changed(entry, texts)}", hang=8)
        if kind in ("table", "deck"):
            yield from (f"    {line}" for line in drawn(entry))
        says = said(rules, entry, texts.language)
        if says:
            yield from wrapped("      ", says)


def _headline(entry: Entry, texts: Texts) -> str:
    """Return an entry on one line: its id, its name and its value or cost."""
    node = entry.node
    name = in_language(phrases_in(entry.node, n.NameClause), texts.language)
    aside = [f"“{name}”"] if name else []
    match node:
        case n.Define():
            return f"{entry.id}{given(node.parameters)} = {meaning_text(node)}"
        case n.Rule() | n.Card():
            return "  ".join([f"{entry.id}{parameters(node)}", *aside])
        case n.Deck():
            name = node.id.id if node.id is not None else ""
            return "  ".join(filter(None, [name, texts("show.cards", n=node.copies)]))
        case n.Spell():
            costs = (text(cost.value.span) for cost in clauses_of(entry.node, n.Cost))
            aside += [texts("show.cost", cost=cost) for cost in costs]
    return "  ".join([entry.id, *aside])


def _changed(entry: Entry, texts: Texts) -> str:
    """Return which layer last changed an entry, if any did after its definition."""
    last = entry.chain[-1]
    if last.verb == "defined":
        return ""
    verb = origin_verb(last, texts)
    return f"  ({texts('show.changed', verb=verb, layer=last.layer)})"


# --- one entry ---


def uses_of(rules: Rules, library: Library, entry: Entry) -> list[Use]:
    """Return where an entry is used, in all files that were read for the rules; not in its own text."""
    files = [loaded.file for loaded in library.files_read().values()]
    own = [origin.span for origin in entry.chain]
    return [
        use
        for use in uses_in(files, rules, Meant(entry.kind, entry.id))
        if not any(
            at.source is use.span.source and at.start <= use.span.start < at.end for at in own
        )
    ]


def entry_text(rules: Rules, entry: Entry, asked: str, lang: str, uses: Sequence[Use] = ()) -> str:
    """Return one entry with its origins as text; *asked* is the id or topic that was asked for."""
    texts = Texts(lang)
    lines = []
    title = entry.kind if entry.kind == entry.id else f"{entry.kind} {entry.id}"
    if asked != entry.id and asked in covered(entry.node):
        lines += [texts("show.covered_by", id=asked, entry=title), ""]
    removed = (entry.kind, entry.id) in rules.removed
    value = value_of(entry)
    if removed:
        lines.append(texts("show.removed", entry=title))
    else:
        lines.append(f"{title} = {value}" if value is not None else title)
        says = said(rules, entry, lang)
        lines += wrapped("  ", says) if says else []
        if value is None:
            lines += ["", *(f"    {line}".rstrip() for line in definition(entry).split("\n"))]
    lines += ["", texts("show.origins"), *_chain_lines(entry.chain, texts)]
    if uses:
        lines += ["", texts("show.used_in"), *_use_lines(uses, texts)]
    about = _ground_texts(entry)
    if about:
        lines.append("")
    for word, values in about.items():
        lines += wrapped(f"{texts(f'show.{word}'):<9}", ", ".join(values))
    return "\n".join(lines) + "\n"


def _chain_lines(chain: Sequence[Origin], texts: Texts) -> Iterator[str]:
    layer_width = max(len(origin.layer) for origin in chain) + 2
    verbs = [origin_verb(origin, texts) for origin in chain]
    verb_width = max(map(len, verbs)) + 2
    for origin, verb in zip(chain, verbs, strict=True):
        span = origin.span
        place = f"{span.source.path}:{span.line}:{span.column}"
        yield f"  {origin.layer:<{layer_width}}{verb:<{verb_width}}{place}"
        yield f"      {span.source.line_text(span.line).strip()}"


def _use_lines(uses: Sequence[Use], texts: Texts) -> Iterator[str]:
    for use in uses[:_MOST_USES]:
        span = use.span
        yield f"  {span.source.path}:{span.line}:{span.column}"
        yield f"      {span.source.line_text(span.line).strip()}"
    if len(uses) > _MOST_USES:
        yield f"  {texts('show.more_uses', n=len(uses) - _MOST_USES)}"


def _ground_texts(entry: Entry) -> dict[str, list[str]]:

    assumed = [name.id for ground in clauses_of(entry.node, n.Assumed) for name in ground.entries]
    found = {
        "cites": [_cited(cited) for cited in citations_of(entry.node)],
        "assumed": assumed,
        "covers": covered(entry.node),
    }
    return {word: texts for word, texts in found.items() if texts}


# --- for programs ---


def _head_json(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": by_language(rules.title),
        "players": sorted(rules.players),
        "variants": list(rules.variants),
        "layers": [
            {"name": layer.name, "kind": layer.kind, "file": layer.span.source.path}
            for layer in rules.layers
        ],
    }


def rules_json(rules: Rules, kinds: Iterable[str]) -> str:
    """Return the entries of the given kinds as JSON."""
    entries = [entry_json(rules, entry) for kind in kinds for entry in rules.of_kind(kind)]
    return json_text({"schema": 1, **_head_json(rules), "entries": entries})


def entry_json(rules: Rules, entry: Entry, uses: Sequence[Use] | None = None) -> dict[str, Any]:
    """Return one entry with its origins for JSON."""
    return {
        "kind": entry.kind,
        "id": entry.id,
        "removed": (entry.kind, entry.id) in rules.removed,
        "value": value_of(entry),
        "definition": definition(entry),
        "name": by_language(phrases_in(entry.node, n.NameClause)),
        "says": sentences(rules, entry.node),
        "cites": [
            {
                "manual": cites.manual.id,
                "section": cites.section,
                "page": cites.page,
                "stance": cites.stance,
            }
            for cites in clauses_of(entry.node, n.Cites)
        ],
        "assumed": _ground_texts(entry).get("assumed", []),
        "covers": covered(entry.node),
        "origins": [
            {
                "layer": origin.layer,
                "did": origin.verb,
                "file": origin.span.source.path,
                "line": origin.span.line,
                "column": origin.span.column,
                "text": origin.span.source.line_text(origin.span.line),
            }
            for origin in entry.chain
        ],
        **({"uses": [_place_json(use.span) for use in uses]} if uses is not None else {}),
    }


def _place_json(span: Span) -> dict[str, Any]:
    return {"file": span.source.path, "line": span.line, "column": span.column}


def _cited(cited: Citation) -> str:
    """Return a place as rule files write it, and whether the manual says it."""
    return f"{cited} ({cited.stance})" if cited.stance else str(cited)
