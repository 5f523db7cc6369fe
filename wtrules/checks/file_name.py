"""Rulesets with another name than their file: `extends` would not find them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from wtrules.diagnostics import Advice, Diagnostic, report, wording
from wtrules.diagnostics.fix import replace
from wtrules.resolve.model import Rules

_NAME = re.compile(r"[^\W\d][\w-]*")


def misnamed(rules: Rules) -> Iterator[Diagnostic]:
    """Find a ruleset with another name than its file."""
    file = PurePath(rules.span.source.path)
    if file.suffix != ".wtr" or file.stem == rules.name:
        return
    help: Advice = None
    if _NAME.fullmatch(file.stem):
        both = wording("misnamed-file.both", stem=file.stem, ruleset=rules.name)
        help = replace(rules.span, file.stem, both) if rules.span.text == rules.name else both
    yield report("misnamed-file", rules.span, help, ruleset=rules.name, file=file.name)
