"""The sources of shipped rules, and their texts in both languages."""

from __future__ import annotations

from collections.abc import Iterator

from wtrules import resources
from wtrules.checks.survey import survey
from wtrules.diagnostics import Diagnostic, error, name_hint
from wtrules.language.physical import PHYSICAL
from wtrules.rules.from_syntax import resolve
from wtrules.rules.ledger import check_entry
from wtrules.rules.library import Library, ruleset_names
from wtrules.rules.model import Entry, Rules
from wtrules.syntax import nodes as n


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Check the `cites`, `assumed`, `says` and `name` clauses."""
    shipped = {layer.name for layer in rules.layers if layer.shipped}
    for entry in rules.entries.values():
        if entry.chain[-1].layer in shipped:
            yield from _source(entry)
            yield from _languages(entry)
    for entry in rules.of_kind("assumption"):
        assert isinstance(entry.node, n.Assumption)
        yield from check_entry(entry.node)
    known = {layer.name for layer in rules.layers}
    cited = [x for nodes in survey(rules).nodes.values() for x in nodes if type(x) is n.Cites]
    strange = [cites for cites in cited if cites.manual.id not in known]
    if strange:
        known.update(ruleset_names())
    for cites in strange:
        if cites.manual.id not in known:
            yield error(
                "unknown-manual",
                f"there is no manual called `{cites.manual.id}`",
                cites.manual.span,
                "not a manual",
                name_hint(cites.manual.id, sorted(known))
                or "the manuals are: " + ", ".join(_manuals()),
            )


def _manuals() -> list[str]:
    """Return the manuals of the rule atlas."""
    library = Library()
    loaded = library.find_ruleset(resources.atlas_ruleset())
    atlas = resolve(library, loaded) if loaded is not None else None
    return [entry.id for entry in atlas.of_kind("manual")] if atlas is not None else []


def _source(entry: Entry) -> Iterator[Diagnostic]:
    if entry.kind == "setting":
        # An overriding value cannot have a source of its own.
        if entry.id not in PHYSICAL["setting"] or entry.chain[-1].verb != "defined":
            return
        assert isinstance(entry.node, n.Setting)
        grounds: tuple[n.Clause | n.Ground, ...] = entry.node.grounds
    elif entry.kind in ("card", "spell") or (
        # A rule without a text is a step of another one, which has a text.
        entry.kind == "rule" and any(isinstance(c, n.Says | n.Covers) for c in entry.clauses())
    ):
        grounds = entry.clauses()
    else:
        return
    if not any(isinstance(c, n.Cites | n.Assumed) for c in grounds):
        yield error(
            "missing-source",
            f"{entry.kind} `{entry.id}` does not say where it comes from",
            entry.name_span,
            "no source",
            'add `cites manual "section" p3`, or `assumed` with the open question it answers',
        )


def _languages(entry: Entry) -> Iterator[Diagnostic]:
    for clause in entry.clauses():
        if isinstance(clause, n.Says | n.NameClause):
            there = {phrase.language for phrase in clause.phrases}
            for language, name in (("en", "English"), ("de", "German")):
                if language not in there:
                    yield error(
                        "missing-language-text",
                        f"{entry.kind} `{entry.id}` has no {name} text",
                        clause.span,
                        f"no `{language}` text",
                        f'add `{language} "…"`',
                    )
