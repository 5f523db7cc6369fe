"""`wtrules new`: a house-rule file to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_USAGE
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.terminal import note, say
from wtrules.cli.usage import usage_error
from wtrules.files import write_whole
from wtrules.texts import Texts


def new(
    name: Annotated[
        str, typer.Argument(help="Name of the house rule: letters, digits and hyphens.")
    ],
    extends: Annotated[
        str | None,
        typer.Option(
            "--extends",
            help="The ruleset it changes, if not the default one.",
            autocompletion=complete_rulesets,
        ),
    ] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="VARIANT", help="A variant to play with; may be repeated."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The file to write; by default NAME.wtr."
        ),
    ] = None,
) -> int:
    """Write a house-rule file to start from: playable, with changes to choose from.

    Existing files are never overwritten.

    Examples:
      wtrules new friday-night
      wtrules new crowded --extends en-capstone -o rules/crowded.wtr
    """
    from wtrules.pipeline import load_rules
    from wtrules.resources import default_ruleset
    from wtrules.rules.starting import starting_text

    extends = default_ruleset() if extends is None else extends
    path = Path(f"{name}.wtr") if output is None else output
    variants = tuple(with_ or ())
    fault = _bad_name(name) or _bad_base(name, extends, variants, path)
    if fault is not None:
        say(f"wtrules: {fault}")
        return EXIT_USAGE
    try:
        text = starting_text(name, extends, variants, load_rules(extends)[0])
        write_whole(path, text.encode(), overwrite=False)
    except OSError as error:
        return _cannot_write(path, error)
    note(Texts("en")("usage.new_wrote", file=path))
    return EXIT_CLEAN


def _bad_name(name: str) -> str | None:
    from wtrules.rules.library import ruleset_names
    from wtrules.rules.starting import is_keyword, is_name

    texts = Texts("en")
    if not is_name(name):
        return texts("usage.bad_name", name=name)
    if is_keyword(name):
        return texts("usage.name_is_a_keyword", name=name)
    if name in ruleset_names():
        return texts("usage.name_is_taken", name=name)
    return None


def _bad_base(name: str, extends: str, variants: tuple[str, ...], path: Path) -> str | None:
    """Return why the new file at *path* cannot extend *extends*; None if it can."""
    from wtrules.diagnostics import Severity
    from wtrules.pipeline import load_rules
    from wtrules.rules.starting import starting_text
    from wtrules.source import SourceFile

    start = starting_text(name, extends, variants, None)
    rules, faults = load_rules(SourceFile(str(path), start))
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        return "; ".join([first.message, *first.help])
    return None if rules is not None else Texts("en")("usage.bad_base", ruleset=extends)


def _cannot_write(path: Path, error: OSError) -> int:
    if isinstance(error, FileExistsError):
        return usage_error("usage.exists_new", file=path)
    if isinstance(error, FileNotFoundError):
        return usage_error("usage.no_folder", file=path, folder=path.parent)
    return usage_error("usage.cannot_write", file=path, reason=error.strerror)
