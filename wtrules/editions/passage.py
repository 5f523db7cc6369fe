"""A passage of a printed manual, from the text of a person who owns it; it is never stored."""

from __future__ import annotations

from attrs import frozen


@frozen
class Run:
    """Some words of a passage; those that differ from the other manual's are marked."""

    text: str
    is_marked: bool = False


@frozen
class Passage:
    """What a manual prints about something; without words, why there are none."""

    runs: tuple[Run, ...] = ()
    heading: str = ""  # of the section, as the text has it
    is_whole: bool = False  # no part of the section could be chosen
    problem: str | None = None  # the key of a sentence: no-file, no-section …

    @property
    def text(self) -> str:
        """The words of the passage."""
        return "".join(run.text for run in self.runs)
