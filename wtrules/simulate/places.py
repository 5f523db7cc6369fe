"""Where things are in a folder of results.

The games are Parquet files in the folder itself, and all else is in the folder `_wtrules` in it, so that
tools that read a folder of Parquet files can be given the whole one: a name that begins with `_` is none
of the data, by a convention that many of them follow.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from wtrules.value import Value

FACTS = "simulation.json"
_STATISTICS = "statistics.json"
_LOCK = ".lock"
_LEFT = ".wtrules-*.tmp"  # left behind by a run that was killed


@frozen
class Places(Value):
    """The folder of the games, and the one of what is known about them."""

    games: Path
    about: Path

    @classmethod
    def of(cls, folder: Path) -> Places:
        """Return the places in a folder; one of an older version keeps those that it has."""
        if (folder / FACTS).is_file():
            return cls(folder / "parts", folder)
        return cls(folder, folder / "_wtrules")

    @property
    def facts(self) -> Path:
        """What was asked for."""
        return self.about / FACTS

    @property
    def statistics(self) -> Path:
        """The results."""
        return self.about / _STATISTICS

    @property
    def lock(self) -> Path:
        """What a command locks that writes to the folder."""
        return self.about / _LOCK

    @property
    def left(self) -> list[Path]:
        """Files that a killed run did not finish."""
        return [left for folder in (self.games, self.about) for left in folder.glob(_LEFT)]

    def make(self) -> None:
        """Make both folders; raises OSError."""
        for folder in (self.games, self.about):
            folder.mkdir(parents=True, exist_ok=True)

    def is_foreign(self, folder: Path) -> bool:
        """Whether a folder has other things in it than results, or leads to another one."""
        if not folder.exists():
            return False
        own = {self.about.name, _LOCK}
        others = [one for one in folder.iterdir() if one.name not in own and not one.match(_LEFT)]
        # Asked in this order: the facts of another command that has just begun are there before its parts.
        return (self.about != folder and self.about.is_symlink()) or (
            bool(others) and not self.facts.is_file()
        )
