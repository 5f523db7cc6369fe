"""Rulesets with another name than their file: `extends` would not find them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from wtrules.diagnostics import Advice, Diagnostic, note
from wtrules.diagnostics.fix import replace
from wtrules.phrase import phrase
from wtrules.rules.model import Rules

_NAME = re.compile(r"[^\W\d][\w-]*")


def misnamed(rules: Rules) -> Iterator[Diagnostic]:
    """Find a ruleset with another name than its file."""
    file = PurePath(rules.span.source.path)
    if file.suffix != ".wtr" or file.stem == rules.name:
        return
    help: Advice = phrase("rename the file to `{ruleset}.wtr`", ruleset=rules.name)
    if _NAME.fullmatch(file.stem):
        both = phrase("call it `ruleset {stem}`, or {help}", stem=file.stem, help=help)
        help = replace(rules.span, file.stem, both) if rules.span.text == rules.name else both
    yield note(
        "misnamed-file",
        phrase(
            "the ruleset `{ruleset}` is in a file called `{file}`",
            ruleset=rules.name,
            file=file.name,
        ),
        rules.span,
        "another name than the file",
        help,
    )
