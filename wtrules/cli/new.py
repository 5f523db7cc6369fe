"""`wtrules new`: a house-rule file to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_USAGE
from wtrules.cli.completion import complete_rulesets
from wtrules.cli.options import OUTPUT, Language, LanguageOption, VariantsOption, read_variants
from wtrules.cli.terminal import note, say
from wtrules.cli.usage import usage_error
from wtrules.files import write_whole
from wtrules.texts import Texts


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
    fault = _bad_name(name, lang) or _bad_base(name, extends, chosen, path, lang)
    if fault is not None:
        say(f"wtrules: {fault}")
        return EXIT_USAGE
    try:
        text = starting_text(name, extends, chosen, load_rules(extends)[0], lang=lang)
        write_whole(path, text.encode(), overwrite=False)
    except OSError as error:
        return _cannot_write(path, error, lang)
    note(Texts(lang)("usage.new_wrote", file=path))
    return EXIT_CLEAN


def _bad_name(name: str, lang: str) -> str | None:
    from wtrules.resolve.library import ruleset_names
    from wtrules.services.starting import is_keyword, is_name

    texts = Texts(lang)
    if not is_name(name):
        return texts("usage.bad_name", name=name)
    if is_keyword(name):
        return texts("usage.name_is_a_keyword", name=name)
    if name in ruleset_names():
        return texts("usage.name_is_taken", name=name)
    return None


def _bad_base(
    name: str, extends: str, variants: tuple[str, ...], path: Path, lang: str
) -> str | None:
    """Return why the new file at *path* cannot extend *extends*; None if it can."""
    from wtrules.diagnostics import Severity
    from wtrules.pipeline import load_rules
    from wtrules.services.starting import starting_text
    from wtrules.source import SourceFile

    start = starting_text(name, extends, variants, None)
    rules, faults = load_rules(SourceFile(str(path), start))
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        return "; ".join([first.message, *first.help])
    return None if rules is not None else Texts(lang)("usage.bad_base", ruleset=extends)


def _cannot_write(path: Path, error: OSError, lang: str) -> int:
    if isinstance(error, FileExistsError):
        return usage_error("usage.exists_new", lang, file=path)
    if isinstance(error, FileNotFoundError):
        return usage_error("usage.no_folder", lang, file=path, folder=path.parent)
    return usage_error("usage.cannot_write", lang, file=path, reason=error.strerror)
