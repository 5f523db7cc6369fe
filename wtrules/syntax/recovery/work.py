"""A limit to the work of recovery that does not depend on the clock.

The same file must give the same report on every machine, and a hostile file must not take long. So
recovery counts its steps, and gives up when it has used them up.
"""

from __future__ import annotations

MAX_FAULTS = 30  # reported per file; further ones would mostly be consequences of these
_MAX_STEPS = 1_000_000  # about a second of work


class OutOfWork(Exception):
    """Recovery has used up its steps."""


class Work:
    """Counts down the steps of recovery in one file: words and terminals that are tried."""

    def __init__(self, steps: int = _MAX_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Count some steps; raise `OutOfWork` if there are none left."""
        self.left -= steps
        if self.left < 0:
            raise OutOfWork
