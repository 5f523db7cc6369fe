"""The players' colours and the letters that stand for them in positions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wtrules.checks.report import error
from wtrules.diagnostics import Diagnostic, Label, name_hint
from wtrules.rules.model import Rules
from wtrules.rules.values import table_value
from wtrules.syntax import nodes as n

CODES = ("missing-column", "bad-letter", "clashing-letters")

PAGES = {
    "missing-column": """\
The table of colours lacks a column the game reads.

Positions are written with a letter for each colour, so every colour needs one.

Faulty:

```wtr
ruleset two-colours {
  extends en-capstone
  players 2
  override table colours {
    colour | wizards | flasks
    black  | 5       | 6
    white  | 5       | 6
  }
}
```

Mended:

```wtr
ruleset two-colours {
  extends en-capstone
  players 2
  override table colours {
    colour | letter | wizards | flasks
    black  | b      | 5       | 6
    white  | w      | 5       | 6
  }
}
```
""",
    "bad-letter": """\
A colour's letter is not one small letter from a to z.

A position is written letter by letter, `Nbr` is a tower with a blue and a red wizard on it.
Capital letters are towers (`N`, `R`) and the castle (`K`).

Faulty:

```wtr
ruleset white-joins {
  extends en-capstone
  add to table colours {
    white | wh | 5 | 6 | "white" | "weiß"
  }
}
```

Mended:

```wtr
ruleset white-joins {
  extends en-capstone
  add to table colours {
    white | w | 5 | 6 | "white" | "weiß"
  }
}
```
""",
    "clashing-letters": """\
Two colours have the same letter.

In a position nobody could tell their wizards apart.

Faulty:

```wtr
ruleset brown-joins {
  extends en-capstone
  add to table colours {
    brown | b | 5 | 6 | "brown" | "braun"
  }
}
```

Mended:

```wtr
ruleset brown-joins {
  extends en-capstone
  add to table colours {
    brown | w | 5 | 6 | "brown" | "braun"
  }
}
```
""",
}


def check(rules: Rules) -> Iterator[Diagnostic]:
    """Look at the letters in the table of colours."""
    entry = rules.get("table", "colours")
    if entry is None or not isinstance(entry.node, n.Table) or len(entry.node.rows) < 2:
        return
    value = table_value(entry)
    if "letter" not in value.columns:
        header = entry.node.rows[0]
        yield error(
            "missing-column",
            "the table of colours has no column `letter`",
            header.span,
            "positions need a letter for each colour",
            name_hint("letter", value.columns) or "add a column `letter`",
        )
        return
    place = value.columns.index("letter")
    seen: dict[str, n.Cell] = {}
    for row in value.rows:
        if place >= len(row.cells):
            continue
        cell = row.cells[place]
        if cell.text is None or not re.fullmatch("[a-z]", cell.text):
            yield error(
                "bad-letter",
                f"`{cell.span.text}` is not one small letter",
                cell.span,
                "one letter from a to z",
                "capital letters are towers and the castle; take one small letter",
            )
            continue
        first = seen.setdefault(cell.text, cell)
        if first is not cell:
            yield error(
                "clashing-letters",
                f"two colours have the letter `{cell.text}`",
                cell.span,
                "taken already",
                "give one of the two another letter",
                related=(Label(first.span, "the first one"),),
            )
