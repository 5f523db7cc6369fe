"""Completions for the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wtrules.resolve.model import Rules


def complete_rulesets(incomplete: str) -> list[str]:
    """Return the shipped rulesets, examples and files of this folder that begin like *incomplete*.

    Behind a `+`, these are the variants of the ruleset before it.
    """
    if "+" in incomplete:
        ruleset, _, variants = incomplete.partition("+")
        return [f"{ruleset}+{each}" for each in _variants(ruleset, variants, "+")]
    from pathlib import Path

    from wtrules.resolve.library import ruleset_names
    from wtrules.safe_text import safe

    names = [*ruleset_names(), *sorted(str(path) for path in Path().glob("*.wtr"))]
    # A shell prints what it is given: a name that is not plain text is left out.
    return [name for name in names if name.startswith(incomplete) and safe(name) == name]


def complete_variants(ctx: Any, incomplete: str) -> list[str]:
    """Return the lists of variants, `nasty,team`, that begin like *incomplete*."""
    return _variants(_named(ctx), incomplete, ",")


def complete_spells(ctx: Any, incomplete: str) -> list[str]:
    """Return the spells of the ruleset that begin like *incomplete*."""
    return [name for name in _ids(ctx, "spell") if name.startswith(incomplete)]


def complete_entries(ctx: Any, incomplete: str) -> list[str]:
    """Return the entries of the ruleset, and the topics that they cover, that begin like *incomplete*."""
    from wtrules.resolve.clauses import covered

    rules = _rules(_named(ctx))
    entries = rules.entries.values() if rules is not None else ()
    names = [name for entry in entries for name in (entry.id, *covered(entry.node))]
    return sorted({name for name in names if name.startswith(incomplete)})


def _named(ctx: Any) -> str | None:
    """Return the ruleset that is named before the cursor, by an option or as the first argument."""
    named: str | None = ctx.params.get("ruleset")
    first = next((one for one in ctx.command.params if one.param_type_name == "argument"), None)
    if named is None and first is not None and first.name == "ruleset":
        # Behind an option without its value, arguments have not been given their names.
        named = next(iter(ctx.args), None)
    return named


def _rules(ruleset: str | None) -> Rules | None:
    """Return rules, also those with mistakes; none if they cannot be read."""
    from wtrules.cli.configuration import default_ruleset
    from wtrules.pipeline import load_rules

    return load_rules(ruleset or default_ruleset())[0]


def _ids(ctx: Any, kind: str) -> list[str]:
    rules = _rules(_named(ctx))
    return [entry.id for entry in rules.entries.values() if entry.kind == kind] if rules else []


def _variants(ruleset: str | None, incomplete: str, between: str) -> list[str]:
    """Return lists of variants with one more name, none of them twice."""
    rules = _rules(ruleset)
    before, mark, last = incomplete.rpartition(between)
    names = [
        name for name in (rules.variants if rules else ()) if name not in before.split(between)
    ]
    return [f"{before}{mark}{name}" for name in names if name.startswith(last)]


def complete_codes(incomplete: str) -> list[str]:
    """Return the codes of diagnostics that begin like *incomplete*."""
    from wtrules.diagnostics.manual import all_codes

    return [code for code in all_codes() if code.startswith(incomplete)]


def complete_readings(incomplete: str) -> list[str]:
    """Return the readings of open questions, as `--assume` takes them, that begin like this."""
    from wtrules.resolve.ledger import open_ledger, readings
    from wtrules.resolve.library import Library

    ledger = open_ledger(Library())
    names = [
        f"{id}={reading.name.id}"
        for id, entry in ledger.items()
        for reading in readings(entry).values()
        if not reading.unplayable
    ]
    return [name for name in names if name.startswith(incomplete)]


def complete_questions(incomplete: str) -> list[str]:
    """Return the ids of open questions that begin like *incomplete*."""
    from wtrules.resolve.ledger import open_ledger
    from wtrules.resolve.library import Library

    return [id for id in open_ledger(Library()) if id.startswith(incomplete)]
