"""The page of each diagnostic code: everything about it that is not code.

`pages/<code>.md` begins with a table (TOML, between `+++`): the severity, whether it is a syntax error, and
the texts that `report` fills in, each in English and German. What `wtrules explain CODE` prints follows: the first sentence
says what is wrong; below `Deutsch` is the same in German; a faulty file and the fixed one are at the end,
which the tests run. The files in that folder are the list of all codes, and are read one by one, when
they are asked for.

A code with several wordings has a table for each: `[range]` has the texts of `bad-cell.range`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from wtrules.phrase import phrase
from wtrules.texts.phrases import in_language
from wtrules.value import Value

_FOLDER = Path(__file__).parent / "pages"
_FENCE = "+++\n"
_GERMAN = "\n## Deutsch\n"
_FAULTY = "\n## Faulty\n"

Texts = Mapping[str, Mapping[str, str]]  # by key and language


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
    table, text = _read(code)
    prose, faulty, files = text.partition(_FAULTY)
    english, _, german = prose.partition(_GERMAN)
    severity = phrase("Severity: {severity}", severity=table["severity"])
    if language == "de":
        for heading in ("Faulty", "Fixed"):
            title = in_language(heading, language)
            faulty, files = (
                x.replace(f"\n## {heading}\n", f"\n## {title}\n") for x in (faulty, files)
            )
    said = (german if language == "de" else english).strip()
    parts = [f"# {code}", in_language(severity, language), said]
    return Page(code, "\n\n".join(parts) + "\n" + faulty + files)


def severity(code: str) -> str:
    """Return how much a code matters, in one word."""
    severity: str = _read(code)[0]["severity"]
    return severity.partition(",")[0]


def is_syntax(code: str) -> bool:
    """Whether a code is one of a text that is not written as the grammar says."""
    return bool(_read(code)[0].get("is_syntax"))


@cache
def texts(name: str) -> Texts:
    """Return the texts of a code, or of one of its wordings, `code.variant`; raises KeyError."""
    code, _, variant = name.partition(".")
    table = _read(code)[0]
    found: Mapping[str, Any] = table[variant] if variant else table
    return {key: text for key, text in found.items() if _is_text(text)}


def variants(code: str) -> tuple[str, ...]:
    """Return the names of the wordings of a code that have tables of their own."""
    table = _read(code)[0]
    return tuple(
        key for key, part in table.items() if isinstance(part, dict) and not _is_text(part)
    )


def _is_text(part: object) -> bool:
    return isinstance(part, dict) and "en" in part


@cache
def _read(code: str) -> tuple[Mapping[str, Any], str]:
    """Return the table of a page, and what is written below it."""
    import tomllib

    _, table, text = (_FOLDER / f"{code}.md").read_text("utf-8").split(_FENCE, 2)
    return tomllib.loads(table), text
