"""All printed manuals against one another: ten comparisons on one page."""

from __future__ import annotations

from itertools import combinations

from attrs import frozen

from wtrules.editions.compare import compare
from wtrules.editions.differences import Report
from wtrules.editions.sides import manuals, open_side


@frozen
class Matrix:
    """The manuals, and a report for each pair of them."""

    names: tuple[str, ...]
    reports: dict[tuple[str, str], Report]

    def report(self, one: str, two: str) -> Report | None:
        """Return the comparison of two manuals, whichever comes first; None for one with itself."""
        return self.reports.get((one, two)) or self.reports.get((two, one))


def matrix(*, seed: int = 0, jobs: int | None = None) -> Matrix:
    """Compare all printed manuals."""
    names = tuple(manuals())
    sides = {name: open_side(name) for name in names}
    reports = {
        (one, two): compare(sides[one], sides[two], seed=seed, jobs=jobs)
        for one, two in combinations(names, 2)
    }
    return Matrix(names, reports)
