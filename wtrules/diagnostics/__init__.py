"""What is wrong with a rule file, as values, and how people and programs get to see it.

- `diagnostic` has the value, `fix` the changes to a file that it proposes; `render` writes it in each
  output format, `snippet` shows excerpts.
- `broken` has the exception for rules that cannot be used.
- `suggest` finds the name that was probably meant. `foreign_words` and `phrases` have words and phrases that
  the language does not know, with what to write instead.
- `report` makes a diagnostic from its code and values, with the texts of its page.
- `in_language` returns a diagnostic in the language of the reader.
- `manual` reads the page of each code, `pages/<code>.md`: its texts, and its manual.
"""

from wtrules.diagnostics.broken import BrokenRules
from wtrules.diagnostics.diagnostic import (
    Diagnostic,
    Label,
    Severity,
    from_source_error,
    has_errors,
    in_order,
    sort_key,
)
from wtrules.diagnostics.fix import Advice, Fix, TextEdit
from wtrules.diagnostics.render import OutputFormat, render, summary
from wtrules.diagnostics.report import report, wording
from wtrules.diagnostics.suggest import closest, looks_like, name_fix, name_hint

__all__ = [
    "BrokenRules",
    "Diagnostic",
    "Label",
    "Severity",
    "from_source_error",
    "has_errors",
    "in_order",
    "sort_key",
    "Advice",
    "Fix",
    "TextEdit",
    "OutputFormat",
    "render",
    "report",
    "wording",
    "summary",
    "closest",
    "looks_like",
    "name_fix",
    "name_hint",
]
