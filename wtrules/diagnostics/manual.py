"""The manual page of each diagnostic code: `wtrules explain CODE`.

A page is a Markdown file, `pages/<code>.md`, and the files in that folder are the list of all codes.
A page starts with its code as the title and a line with the severity; the first sentence after that
says what is wrong. A faulty file and the fixed one follow, which the tests run. Pages are read one by
one, when they are asked for.

`pages/de/<code>.md` is what the page says in German, without the files, which are the same. A page that
is not there is shown in English.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import frozen

from wtrules.phrase import phrase
from wtrules.texts.phrases import in_language
from wtrules.value import Value

_FOLDER = Path(__file__).parent / "pages"
_FAULTY = "\n## Faulty\n"


@frozen
class Page(Value):
    """The manual page of one code."""

    code: str
    text: str

    @property
    def severity(self) -> str:
        """The line about the severity: `error`, `warning`, `note`, and when it is found."""
        return self.text.split("\n")[2].partition(": ")[2]

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
def page(code: str, language: str = "en") -> Page | None:
    """Return the page of a code, None if there is no such code; in English if it has no other."""
    if code not in all_codes():
        return None
    english = Page(code, (_FOLDER / f"{code}.md").read_text("utf-8"))
    said = _FOLDER / language / f"{code}.md"
    if language == "en" or not said.is_file():
        return english
    head = phrase("Severity: {severity}", severity=english.severity)
    _, faulty, files = english.text.partition(_FAULTY)
    for heading in ("Faulty", "Fixed"):
        title = in_language(heading, language)
        faulty, files = (x.replace(f"\n## {heading}\n", f"\n## {title}\n") for x in (faulty, files))
    parts = [f"# {code}", in_language(head, language), said.read_text("utf-8").strip()]
    return Page(code, "\n\n".join(parts) + "\n" + faulty + files)
