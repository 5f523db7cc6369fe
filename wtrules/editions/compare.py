"""The whole comparison on one page: find what differs, grade it, report it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

from attrs import evolve, frozen

from wtrules.editions.changes import Grade
from wtrules.editions.differences import Report
from wtrules.editions.find.diff import find
from wtrules.editions.judge.judge import Step, Verdict, ignore, judging
from wtrules.editions.search.turns import RandomTurns
from wtrules.editions.sides import Side, manuals, open_side
from wtrules.resolve.library import RulesetName
from wtrules.value import Value
from wtrules.workers import Staged, never, run_together

BOTS = ("greedy", "mcts")  # who plays to measure an impact


def diff(
    one: RulesetName,
    two: RulesetName | None = None,
    *,
    seed: int = 0,
    games: int = 0,
    bots: Sequence[str] = BOTS,
    jobs: int | None = None,
    texts: str | Path | None = None,
    note: Callable[[Step], None] = ignore,
    is_cancelled: Callable[[], bool] = never,
) -> Report:
    """Return what differs between two rulesets, by name or path, perhaps with variants.

    With one ruleset, it is compared with what it is built on. *games* above 0 also measures the
    impact of each difference on that many pairs of games, played by each of the *bots*; those that
    look ahead play a tenth of them. *texts* is a folder with the texts of the manuals
    (`en-capstone.txt`), for a report with passages. *note* is called for each difference
    once its grade is known. *is_cancelled* is asked between them; if it returns true, Cancelled is
    raised. Raises SideError for a side that cannot be read or played.
    """
    if two is None:
        house = open_side(one)
        sides = house.base(), house
    else:
        sides = open_side(one), open_side(two)
    report = compare(
        *sides, seed=seed, games=games, bots=bots, jobs=jobs, note=note, is_cancelled=is_cancelled
    )
    return report if texts is None else quoting(report, Path(texts), *sides)


def compare(
    one: Side,
    two: Side,
    *,
    seed: int = 0,
    games: int = 0,
    bots: Sequence[str] = BOTS,
    jobs: int | None = None,
    prove: bool = False,
    note: Callable[[Step], None] = ignore,
    is_cancelled: Callable[[], bool] = never,
) -> Report:
    """Return what differs between two sides; *prove* needs z3 and may raise ProverError."""
    work = comparison(one, two, seed=seed, note=note, is_cancelled=is_cancelled)
    [(report, verdict)] = run_together([work], jobs)
    if prove:
        from wtrules.editions.judge.proofs import with_proofs

        report = with_proofs(report, verdict)
    if games:
        from wtrules.editions.judge.impact import measured

        report = measured(report, verdict, games=games, seed=seed, bots=bots, jobs=jobs)
    return report


def comparison(
    one: Side,
    two: Side,
    *,
    seed: int = 0,
    turns: dict[tuple[int, int], RandomTurns] | None = None,
    note: Callable[[Step], None] = ignore,
    is_cancelled: Callable[[], bool] = never,
) -> Staged[tuple[Report, Verdict]]:
    """Return what differs between two sides, as work that can be done together with others."""
    findings = find(one, two)
    verdict = yield from judging(
        one, two, findings, seed=seed, turns=turns, note=note, is_cancelled=is_cancelled
    )
    names = (one.name, two.name)
    if one.name == two.name:
        names = (f"{one.name} (1)", f"{two.name} (2)")
    report = Report(
        *names,
        tuple(verdict.differences),
        findings.lost,
        findings.modes,
        findings.only_one,
        findings.only_two,
        rules=(one.rules, two.rules),
        left_out=findings.left_out,
        is_same_game=verdict.is_same_game,
    )
    return report, verdict


def quoting(report: Report, folder: Path, one: Side, two: Side) -> Report:
    """Return a report with passages of the manuals, whose texts are in a folder."""
    from wtrules.editions.printed.attach import with_passages

    return with_passages(report, folder, (one, two))


def at_least(report: Report, grade: Grade) -> Report:
    """Return a report of the differences of a grade and of more serious ones."""
    kept = tuple(d for d in report.differences if d.grade.reaches(grade))
    return evolve(report, differences=kept, below=len(report.differences) - len(kept))


# --- all manuals -----------------------------------------------------------------------------------


@frozen
class Matrix(Value):
    """The manuals, and a report for each pair of them."""

    names: tuple[str, ...]
    reports: dict[tuple[str, str], Report]

    def report(self, one: str, two: str) -> Report | None:
        """Return the comparison of two manuals, whichever comes first; None for one with itself."""
        return self.reports.get((one, two)) or self.reports.get((two, one))


def matrix(*, seed: int = 0, jobs: int | None = None) -> Matrix:
    """Compare all printed manuals with one another."""
    names = manuals()
    sides = {name: open_side(name) for name in names}
    pairs = list(combinations(names, 2))
    turns: dict[tuple[int, int], RandomTurns] = {}
    works = [comparison(sides[one], sides[two], seed=seed, turns=turns) for one, two in pairs]
    reports = (report for report, _ in run_together(works, jobs))
    return Matrix(names, dict(zip(pairs, reports, strict=True)))
