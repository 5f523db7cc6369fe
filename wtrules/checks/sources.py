"""The sources of shipped rules, and their texts in both languages."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules.checks.assumptions import check_entry
from wtrules.checks.survey import nodes_of, survey
from wtrules.diagnostics import Diagnostic, name_fix, report
from wtrules.language.physical import PHYSICAL
from wtrules.meaning.nodes import Meaning
from wtrules.phrase import names
from wtrules.resolve.clauses import clauses_of
from wtrules.resolve.library import ruleset_names
from wtrules.resolve.manuals import manuals
from wtrules.resolve.model import Entry, VariantInfo, once
from wtrules.syntax import nodes as n


def check(meaning: Meaning) -> Iterator[Diagnostic]:
    """Check the `cites`, `assumed`, `says` and `name` clauses."""
    rules = meaning.resolved
    shipped = {layer.name for layer in rules.layers if layer.shipped}
    for entry in rules.entries.values():
        if entry.chain[-1].layer in shipped:
            yield from _missing(entry)
    for entry in rules.of_kind("assumption"):
        yield from check_entry(entry.node_as(n.Assumption))
    known = {layer.name for layer in rules.layers}
    cited = [cites for part in survey(rules).parts.values() for cites in _cited(part)]
    if any(cites.manual.id not in known for cites in cited):
        known.update(ruleset_names())
    for cites in cited:
        if cites.manual.id not in known:
            yield report(
                "unknown-manual",
                cites.manual.span,
                name_fix(cites.manual.span, sorted(known)),
                manual=cites.manual.id,
                list=names(list(manuals())),
            )


@once
def _missing(entry: Entry) -> tuple[Diagnostic, ...]:
    return (*_source(entry), *_languages(entry))


@once
def _cited(part: Entry | VariantInfo) -> tuple[n.Cites, ...]:
    return tuple(nodes_of(part).of(n.Cites))


def _source(entry: Entry) -> Iterator[Diagnostic]:
    if entry.kind == "setting":
        # An overriding value cannot have a source of its own.
        if entry.id not in PHYSICAL["setting"] or entry.chain[-1].verb != "defined":
            return
    elif entry.kind == "rule":
        # A rule without a text is a step of another one, which has a text.
        if not any(isinstance(clause, n.Says | n.Covers) for clause in entry.clauses()):
            return
    elif entry.kind not in ("card", "spell"):
        return
    if not any(clauses_of(entry.node, n.Cites)) and not any(clauses_of(entry.node, n.Assumed)):
        yield report("missing-source", entry.name_span, kind=entry.kind, id=entry.id)


def _languages(entry: Entry) -> Iterator[Diagnostic]:
    for clause in entry.clauses():
        if isinstance(clause, n.Says | n.NameClause):
            there = {phrase.language for phrase in clause.phrases}
            for language, name in (("en", "English"), ("de", "German")):
                if language not in there:
                    yield report(
                        "missing-language-text",
                        clause.span,
                        kind=entry.kind,
                        id=entry.id,
                        name=name,
                        language=language,
                    )
