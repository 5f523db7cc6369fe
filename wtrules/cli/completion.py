"""What the shell offers behind the cursor."""


def complete_rulesets(incomplete: str) -> list[str]:
    """Return the shipped rulesets, examples and files of this folder that begin like *incomplete*."""
    from pathlib import Path

    from wtrules.rules.library import ruleset_names

    names = [*ruleset_names(), *sorted(str(path) for path in Path().glob("*.wtr"))]
    return [name for name in names if name.startswith(incomplete)]


def complete_codes(incomplete: str) -> list[str]:
    """Return the codes of diagnostics that begin like *incomplete*."""
    from wtrules.rules.checks.pages import all_codes

    return [code for code in all_codes() if code.startswith(incomplete)]
