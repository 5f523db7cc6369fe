"""Passages of printed manuals, and what is missing of them, as values."""

from __future__ import annotations

from attrs import frozen

from wtrules.value import Value


@frozen
class Run(Value):
    """Some words of a passage; those that the other manual puts differently are marked."""

    text: str
    is_marked: bool = False


@frozen
class Passage(Value):
    """What a manual prints about something."""

    runs: tuple[Run, ...]
    heading: str  # of the section, as the text has it
    is_whole: bool = False  # the whole section: no sentence in it fits better than the others

    @property
    def text(self) -> str:
        """The words of the passage."""
        return "".join(run.text for run in self.runs)


@frozen
class Gap(Value):
    """Why there are no passages of a manual, or none of some of its sections."""

    manual: str
    problem: str  # no_file, unreadable, too_large, not_utf8, no_section
    file: str = ""
    sections: tuple[str, ...] = ()
