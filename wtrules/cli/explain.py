"""`wtrules explain`: the manual page of a diagnostic code."""

from __future__ import annotations

from typing import Annotated

import typer

from wtrules.cli import EXIT_CLEAN, EXIT_USAGE
from wtrules.cli.completion import complete_codes
from wtrules.cli.terminal import say, write_data


def explain(
    code: Annotated[
        str | None,
        typer.Argument(
            help="What stands in brackets in a message: error[unknown-override]. "
            "Without it, all codes there are.",
            show_default=False,
            autocompletion=complete_codes,
        ),
    ] = None,
) -> int:
    """Explain a diagnostic: what it finds, why it matters at the table, how to mend it.

    Examples:
      wtrules explain
      wtrules explain unknown-override
    """
    from wtrules.rules.checks.pages import all_codes, page

    codes = sorted(all_codes())
    if code is None:
        width = max(map(len, codes)) + 2
        write_data("".join(f"{each:<{width}}{_first_line(page(each))}\n" for each in codes))
        return EXIT_CLEAN
    # People paste what they see: `error[unknown-override]`.
    code = code.partition("[")[2].rstrip("]:") or code
    text = page(code) if code in codes else None
    if text is None:
        from wtrules.diagnostics import name_hint

        hint = name_hint(code, codes) or "`wtrules explain` lists all codes"
        say(f"wtrules: there is no diagnostic called `{code}`; {hint}")
        return EXIT_USAGE
    write_data(text.rstrip("\n") + "\n")
    return EXIT_CLEAN


def _first_line(text: str | None) -> str:
    """Return the first line of a page that is no heading."""
    lines = [line.strip() for line in (text or "").split("\n")]
    return next((line for line in lines if line and not line.startswith("#")), "")
