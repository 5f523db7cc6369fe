"""Everything that is made from the grammar and the records of the language, written again.

    python -m wtrules.syntax            # from the top folder of the project

The tables of the parser, the colours of editors, the tables of the language reference, and how often words are used.
"""

from __future__ import annotations

from pathlib import Path

from wtrules.language.reference import updated
from wtrules.syntax.from_grammar import write_tables
from wtrules.syntax.usage import SHIPPED, usage_text
from wtrules.syntax.words import files


def main() -> None:
    """Write all files that have changed."""
    write_tables()
    pages = sorted(Path("docs").rglob("*.md"))
    texts = (
        files()
        | {SHIPPED: usage_text()}
        | {page: updated(page.read_text("utf-8")) for page in pages}
    )
    for path, text in texts.items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


main()
