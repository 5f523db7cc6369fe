"""`wtrules new`: a house-rule file to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.files import writing
from wtrules.cli.options import OUTPUT, Language, LanguageOption, VariantsOption, read_variants
from wtrules.cli.terminal import note
from wtrules.cli.usage import UsageError
from wtrules.files import write_whole
from wtrules.phrase import commas
from wtrules.texts import Texts, UserError


def new(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="Name of the house rule: letters, digits and hyphens."),
    ],
    extends: Annotated[
        str | None,
        typer.Option(
            "--extends",
            metavar="RULESET",
            help="The ruleset it changes, if not the default one.",
            autocompletion=complete_rulesets,
        ),
    ] = None,
    variants: VariantsOption = None,
    output: Annotated[str | None, OUTPUT.option("By default, NAME.wtr in this folder.")] = None,
    lang: LanguageOption = Language.EN,
) -> int:
    """Write a house-rule file to start from: playable, with changes to choose from.

    Existing files are never overwritten.

    Examples:
      wtrules new friday-night
      wtrules new crowded --extends en-capstone --with nasty -o rules/crowded.wtr
      wtrules new freitag --lang de
    """
    from wtrules.pipeline import load_rules
    from wtrules.resources import default_ruleset
    from wtrules.services.starting import starting_text

    extends = default_ruleset() if extends is None else extends
    path = Path(f"{name}.wtr" if output is None else output)
    chosen = tuple(read_variants(variants))
    _check_name(name)
    _check_base(name, extends, chosen, path)
    text = starting_text(name, extends, chosen, load_rules(extends)[0], lang=lang)
    with writing(path):
        if path.exists():
            raise UsageError("usage.exists_new", file=path)
        write_whole(path, text.encode(), overwrite=False)
    note(Texts(lang)("usage.new_wrote", file=path))
    return EXIT_CLEAN


def _check_name(name: str) -> None:
    from wtrules.resolve.library import ruleset_names
    from wtrules.services.starting import is_keyword, is_name

    if not is_name(name):
        raise UsageError("usage.bad_name", name=name)
    if is_keyword(name):
        raise UsageError("usage.name_is_a_keyword", name=name)
    if name in ruleset_names():
        raise UsageError("usage.name_is_taken", name=name)


def _check_base(name: str, extends: str, variants: tuple[str, ...], path: Path) -> None:
    """Refuse a new file at *path* that cannot extend *extends*."""
    from wtrules.diagnostics import Severity
    from wtrules.pipeline import load_rules
    from wtrules.services.starting import starting_text
    from wtrules.source import SourceFile

    start = starting_text(name, extends, variants, None)
    rules, faults = load_rules(SourceFile(str(path), start))
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        raise UserError(commas([first.message, *first.help], "; "))
    if rules is None:
        raise UsageError("usage.bad_base", ruleset=extends)
