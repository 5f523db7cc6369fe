"""What a mutant is: a file with one change."""

from __future__ import annotations

from attrs import field, frozen

Change = tuple[str, int, int, str]  # kind, start, end, what stands there instead


@frozen
class Mutant:
    """A file with one change."""

    file: str
    place: str  # the item, function or class that contains it
    kind: str
    before: str
    after: str
    line: int
    number: int  # among those that would look alike
    original: str = field(repr=False)  # the text of the file
    change: tuple[int, int, str] = field(repr=False)  # start, end, what stands there instead
    function: int = 0  # the row in which the function begins in which it is; 0 if it is in none

    @property
    def text(self) -> str:
        """The file with the change."""
        start, end, instead = self.change
        return self.original[:start] + instead + self.original[end:]

    @property
    def id(self) -> str:
        """What it is called in the list of survivors; no line numbers, so that it lasts."""
        change = f"`{self.before}` → `{self.after}`" if self.after else f"`{self.before}`"
        alike = f" ({self.number})" if self.number > 1 else ""
        return f"{self.file} {self.place}: {self.kind} {change}{alike}"


def short(text: str) -> str:
    """Return a text in one line that fits a list."""
    text = " ".join(text.split())
    return text if len(text) <= 70 else text[:69] + "…"
