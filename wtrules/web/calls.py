"""What every call gets beside its argument: the projects, a way to report progress and to stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define

from wtrules.texts import Texts
from wtrules.web.arguments import Refused
from wtrules.web.games import Games
from wtrules.web.projects import Projects

Answer = Mapping[str, Any]
Report = Callable[[Answer], None]


class Cancelled(Refused):
    """A call whose answer is no longer wanted."""

    code = "cancelled"

    def __init__(self) -> None:
        super().__init__("common.cancelled")


@define
class Call:
    """One call in progress."""

    projects: Projects
    games: Games
    language: str
    _report: Report | None = None
    _is_cancelled: Callable[[], bool] | None = None

    @property
    def texts(self) -> Texts:
        """The sentences of the program, in the language of the answer."""
        return Texts(self.language)

    def pause(self) -> None:
        """Stop here if the answer is no longer wanted: raises Cancelled."""
        if self._is_cancelled is not None and self._is_cancelled():
            raise Cancelled

    def report(self, answer: Answer) -> None:
        """Hand out what is known so far, and stop if the answer is no longer wanted."""
        self.pause()
        if self._report is not None:
            self._report(answer)
