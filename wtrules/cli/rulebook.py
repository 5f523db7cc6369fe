"""`wtrules rulebook`: a rulebook to play from, made from the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from wtrules.cli import EXIT_USAGE
from wtrules.cli.files import write_output
from wtrules.cli.options import (
    LANG,
    OUTPUT,
    PLAYERS,
    ForceOption,
    Language,
    RulesetArgument,
    VariantsOption,
    read_variants,
)
from wtrules.cli.positions import broken_rules
from wtrules.cli.terminal import say
from wtrules.cli.usage import usage_error
from wtrules.safe_text import Medium


def rulebook(
    ruleset: RulesetArgument = None,
    lang: Annotated[
        Language | None,
        LANG.option("By default, the language of the edition."),
    ] = None,
    output: Annotated[
        str | None,
        OUTPUT.option(
            "It ends in .html or .md; `-` writes HTML to standard output. If omitted, write "
            "Markdown to standard output."
        ),
    ] = None,
    players: Annotated[
        int | None, PLAYERS.option("If omitted, the book is for all numbers.")
    ] = None,
    variants: VariantsOption = None,
    force: ForceOption = False,
) -> int:
    """Write a rulebook to play from, in English or German.

    Every paragraph names its rule and the manual, section and page it is based on. Changes by a
    house rule are marked.

    Examples:
      wtrules rulebook en-capstone -o rules.html
      wtrules rulebook de-abacus-24 --players 4 -o regeln.html
      wtrules rulebook en-capstone --with nasty
      wtrules rulebook friday.wtr --lang de -o freitag.md
    """
    kind = ".html" if output == "-" else Path(output).suffix.lower() if output else ".md"
    if kind not in (".html", ".md"):
        return usage_error("usage.ending_page", lang or "en", file=output)

    from wtrules import rulebook as books
    from wtrules.game.load import RulesetError
    from wtrules.resources import default_ruleset

    language = lang.value if lang is not None else None
    try:
        book = books.rulebook(
            ruleset or default_ruleset(), read_variants(variants), language, players
        )
    except RulesetError as error:
        raise broken_rules(error, language or "en") from None
    except ValueError as error:
        say(f"wtrules: {error}")
        return EXIT_USAGE
    if kind == ".html":
        return write_output(output, books.html(book), Medium.HTML, force)
    return write_output(output, books.markdown(book), Medium.MARKDOWN, force)
