"""The impact of a difference in words: what games are like on side one, and what changes."""

from __future__ import annotations

from attrs import frozen

from wtrules.editions.differences import Impact, Run
from wtrules.editions.report.names import Names
from wtrules.simulate.statistics import Estimate
from wtrules.simulate.summary import Statistic
from wtrules.texts import Texts
from wtrules.value import Value

_IN_A_LINE = ("turns", "win.1", "win.all", "goal")


@frozen
class ImpactRow(Value):
    """One thing that was measured."""

    label: str
    base: str  # on side one
    change: str  # side two minus side one, with its interval
    sure: bool  # the interval excludes no change


@frozen
class ImpactTable(Value):
    """What was measured, for each kind of bots."""

    title: str
    runs: tuple[tuple[str, tuple[ImpactRow, ...]], ...]  # who played how much, and the rows


def impact_text(impact: Impact, names: Names) -> str:
    """Return an impact in one line: `29.1 turns, +0.4 (0.1 … 0.7); …`."""
    words = names.words
    if not impact.runs:
        return words("report.impact.not_played")
    lines = []
    for run in impact.runs:
        shown = (run.get(id) for id in _IN_A_LINE)
        parts = [_short(one, names) for one in shown if one is not None]
        others = [one for one in run.statistics if one.id not in _IN_A_LINE]
        parts += [_short(one, names) for one in others]
        lines.append(f"{_who(run, impact, words)}: {'; '.join(parts)}")
    return ". ".join(lines)


def impact_in_short(impact: Impact, names: Names) -> str:
    """Return what an impact does to the length of games: `turns 29.1, +0.4 (+0.1 … +0.7)`."""
    turns = impact.runs[0].get("turns") if impact.runs else None
    return _short(turns, names) if turns is not None else ""


def impact_table(impact: Impact, names: Names) -> ImpactTable:
    """Return an impact as a table."""
    words = names.words
    if not impact.runs:
        return ImpactTable(words("report.impact.not_played"), ())
    runs = []
    for run in impact.runs:
        share = ImpactRow(words("report.impact.differ"), "", _plain(run.share, words, True), True)
        rows = [share, *(_row(one, names) for one in run.statistics)]
        runs.append((_who(run, impact, words), tuple(rows)))
    return ImpactTable(words("report.impact"), tuple(runs))


def _who(run: Run, impact: Impact, words: Texts) -> str:
    return words(
        "report.impact.who",
        bot=words(f"report.bot.{run.bot}"),
        games=words.number(run.games),
        n=impact.players,
    )


def _row(statistic: Statistic, names: Names) -> ImpactRow:
    words, change = names.words, statistic.difference
    assert change is not None
    percent = statistic.kind != "mean"
    base = _number(statistic.sides[1].value, words, percent)
    sure = not change.low <= 0 <= change.high
    return ImpactRow(label_of(statistic, names), base, _signed(change, words, percent), sure)


def _short(statistic: Statistic, names: Names) -> str:
    row = _row(statistic, names)
    return names.words("report.impact.part", label=row.label, base=row.base, change=row.change)


def label_of(statistic: Statistic, names: Names) -> str:
    """Return what a statistic is about."""
    words, id = names.words, statistic.id
    kind, _, rest = id.partition(".")
    if kind == "cast":
        return words("report.impact.cast", spell=names.title("spell", rest))
    if kind == "outcome":
        return names.title("outcome", rest)
    keys = (f"report.impact.{id.replace('.', '_')}", f"simulate.label.{rest or id}")
    known = next((key for key in keys if key in words), None)
    return words(known) if known is not None else statistic.label


def _number(value: float, words: Texts, percent: bool) -> str:
    shown = f"{100 * value:.1f}" if percent else f"{value:,.1f}"
    return words.figures(shown) + (" %" if percent else "")


def _plain(estimate: Estimate, words: Texts, percent: bool) -> str:
    low, high = (
        _number(x, words, percent).removesuffix(" %") for x in (estimate.low, estimate.high)
    )
    return f"{_number(estimate.value, words, percent)} ({low} … {high})"


def _signed(estimate: Estimate, words: Texts, percent: bool) -> str:
    """Return `+0.4 (+0.1 … +0.7)`."""
    factor = 100 if percent else 1
    mean, low, high = (
        words.figures(f"{factor * x:+,.1f}".replace("+0.0", "0.0").replace("-0.0", "0.0")).replace(
            "-", "−"
        )
        for x in (estimate.value, estimate.low, estimate.high)
    )
    unit = f" {words('report.impact.points')}" if percent else ""
    # An interval that is too narrow to be seen says nothing.
    return f"{mean}{unit} ({low} … {high})" if low != high else f"{mean}{unit}"
