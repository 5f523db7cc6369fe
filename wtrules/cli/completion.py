"""Completions for the shell."""


def complete_rulesets(incomplete: str) -> list[str]:
    """Return the shipped rulesets, examples and files of this folder that begin like *incomplete*."""
    from pathlib import Path

    from wtrules.resolve.library import ruleset_names
    from wtrules.safe_text import safe

    names = [*ruleset_names(), *sorted(str(path) for path in Path().glob("*.wtr"))]
    # A shell prints what it is given: a name that is not plain text is left out.
    return [name for name in names if name.startswith(incomplete) and safe(name) == name]


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
