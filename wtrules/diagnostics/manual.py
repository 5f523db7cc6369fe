"""The manual page of each diagnostic code: `wtrules explain CODE`.

A page is a Markdown file, `pages/<code>.md`, and the files in that folder are the list of all codes.
A page starts with its code as the title and a line with the severity; the first sentence after that
says what is wrong. A faulty file and the fixed one follow, which the tests run. Pages are read one by
one, when they are asked for.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import frozen

_FOLDER = Path(__file__).parent / "pages"


@frozen
class Page:
    """The manual page of one code."""

    code: str
    text: str

    @property
    def severity(self) -> str:
        """The line about the severity: `error`, `warning`, `note`, and when it is found."""
        return self.text.split("\n")[2].removeprefix("Severity: ")

    @property
    def summary(self) -> str:
        """What is wrong, in one sentence."""
        return self.text.split("\n\n")[2].replace("\n", " ")

    @property
    def body(self) -> str:
        """The page without its title and the line about the severity."""
        return self.text.split("\n\n", 2)[2]

    @property
    def can_be_suppressed(self) -> bool:
        """Whether a rule file can suppress it: it is a warning or a note."""
        return not self.severity.startswith("error")

    @property
    def needs_play(self) -> bool:
        """Whether it is found only by playing, with `validate --deep`."""
        return "--deep" in self.severity


@cache
def all_codes() -> tuple[str, ...]:
    """Return every code there is, in alphabetical order."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.md")))


@cache
def page(code: str) -> Page | None:
    """Return the page of a code, None if there is no such code."""
    if code not in all_codes():
        return None
    return Page(code, (_FOLDER / f"{code}.md").read_text("utf-8"))
