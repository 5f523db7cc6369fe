"""The sentences of a book that say when or whether something is allowed, and what shows that they are true.

`cases/claims.txt` has them all, each with the examples that show it, or `at the table` if it is about
something the program does not have: manners, and what is put away.

    python -m tests.rulebook.claims   # prints the sentences that are missing there, and those that are gone
"""

from __future__ import annotations

import re
from pathlib import Path

from wtrules.rulebook import rulebook
from wtrules.rulebook.parts import paragraphs_of

RULESET = "en-capstone"
FILE = Path(__file__).parents[1] / "cases" / "claims.txt"
AT_THE_TABLE = "at the table"
_CLAIM = re.compile(
    r"\b(may|must|cannot|not|no|nobody|nothing|only|never|even|any time|at once|as soon as|over"
    r"|exactly|at most|either order|stays?|does not|needs?|wins|share)\b",
    re.IGNORECASE,
)

Sentence = tuple[str, str]  # the rule, and what it says


def printed() -> list[Sentence]:
    """Return the sentences of the book that claim something, in its order."""
    book = rulebook(RULESET, (), "en", pictures=False)
    paragraphs = (
        paragraph
        for chapter in book.chapters
        for block in chapter.blocks
        if block.kind != "variant"
        for paragraph in paragraphs_of(block)
        if paragraph.id
    )
    return [
        (paragraph.id, sentence)
        for paragraph in paragraphs
        for sentence in re.split(r"(?<=[.!?]) ", paragraph.text)
        if _CLAIM.search(sentence)
    ]


def tied() -> dict[Sentence, list[str]]:
    """Return the sentences of the file with their examples; an empty list stands for `at the table`."""
    found: dict[Sentence, list[str]] = {}
    for entry in FILE.read_text("utf-8").strip().split("\n\n"):
        if entry.startswith("#"):
            continue
        rule, sentence, examples = entry.split("\n")
        what = examples.strip()
        found[rule, sentence.strip()] = [] if what == AT_THE_TABLE else what.split()
    return found


if __name__ == "__main__":
    known, there = tied() if FILE.exists() else {}, printed()
    for rule, sentence in there:
        if (rule, sentence) not in known:
            print(f"{rule}\n  {sentence}\n")
    for rule, sentence in known.keys() - set(there):
        print(f"gone: {rule}: {sentence}")
