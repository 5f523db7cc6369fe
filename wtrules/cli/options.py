"""Options that several commands share: which readings of open questions to play by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from wtrules.cli.completion import complete_readings

AssumeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--assume",
        metavar="ID=READING",
        help="Take another reading of an open question: amb.castle.covered_ground=b. May be "
        "repeated; `wtrules assumptions` lists what there is.",
        autocompletion=complete_readings,
    ),
]


def read_assume(given: Iterable[str] | None) -> tuple[tuple[str, str], ...]:
    """Return what `--assume` was given as pairs; a text without `=` is a usage error."""
    pairs = []
    for text in given or ():
        id, equals, reading = (part.strip() for part in text.partition("="))
        if not (id and equals and reading):
            raise typer.BadParameter(
                f"`{text}` should be ID=READING, such as amb.castle.covered_ground=b",
                param_hint="--assume",
            )
        pairs.append((id, reading))
    return tuple(pairs)
