"""Statistics in words: one sentence for each finding, the most important ones first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from wtrules.simulate.figures import group_text, is_clear, span_text, value_text, weight
from wtrules.simulate.statistics import Estimate
from wtrules.simulate.summary import Statistic, Summary, Unused
from wtrules.simulate.tally import GOAL
from wtrules.texts import Texts

_LADDER = Path(__file__).with_name("ladder.json")
_FINDINGS = 4  # besides length and wins
_TEMPLATES = {
    "spells cast": "casts_change",
    "cards played": "card_change",
    "options chosen": "option_change",
}


def sentences(summary: Summary, texts: Texts) -> Iterator[str]:
    """Yield what was found: about one ruleset, or what it changes compared with another one."""
    yield from _compared(summary, texts) if len(summary.names) == 2 else _alone(summary, texts)


def headlines(summary: Summary, texts: Texts) -> list[str]:
    """Return at most three plain sentences without intervals: length, who wins, what else is new.

    About one ruleset alone, they are the first of its `sentences`.
    """
    if len(summary.names) < 2:
        return list(sentences(summary, texts))[:3]
    if summary.differing is None or not summary.differing.value:
        games = texts.number(summary.games)
        return [texts("simulate.no_game_differs", games=games), *_new_but_unused(summary, texts)][
            :3
        ]
    clear = sorted(filter(is_clear, summary.statistics), key=weight, reverse=True)
    length = next((one for one in clear if one.id == "turns"), None)
    wins = next(
        (one for one in clear if one.group == "wins" and (one.id == "win.all" or _is_seat(one))),
        None,
    )
    rest = next((x for x in clear if x.group not in ("wins", "length") and x.id != "cut"), None)
    return [
        _plain_length(length, texts),
        _change(wins, texts, "plain_") if wins is not None else texts("simulate.plain_wins_same"),
        *([_change(rest, texts, "plain_")] if rest is not None else []),
    ]


def _plain_length(length: Statistic | None, texts: Texts) -> str:
    if length is None or length.difference is None:
        return texts("simulate.plain_length.same")
    by = abs(length.difference.value)
    turns = texts.figures(f"{by:.0f}" if by >= 1.5 else f"{by:.1f}")
    way = "more" if length.difference.value > 0 else "less"
    return texts(f"simulate.plain_length.{way}", turns=turns)


def strength(bots: Sequence[str], texts: Texts) -> Iterator[str]:
    """Yield how strong the bots are, as `benchmarks/ladder.py` has measured it."""
    ladder = json.loads(_LADDER.read_text("utf-8"))
    for bot in dict.fromkeys(bots):
        shares = {}
        for match in ladder["matches"]:
            if match["players"] == 2 and bot in (match["bot"], match["against"]):
                is_first = bot == match["bot"]
                other = match["against"] if is_first else match["bot"]
                shares[other] = match["value"] if is_first else 1 - match["value"]
        against = [
            texts("simulate.against", share=value_text("share", share, texts), bot=other)
            for other, share in shares.items()
        ]
        if against:
            ruleset = ladder["ruleset"]
            yield texts("simulate.strength", bot=bot, against=texts.join(against), ruleset=ruleset)


# --- one ruleset ---------------------------------------------------------------------------------


def _alone(summary: Summary, texts: Texts) -> Iterator[str]:
    players, games = texts("simulate.players", n=summary.players), texts.number(summary.games)
    yield texts("simulate.played", players=players, games=games, n=summary.games)
    yield from _cut_off(summary, texts)
    length = summary.get("turns")
    if length is not None and length.spread and summary.games > 1:
        found = length.sides[0]
        low, high = (texts.figures(f"{length.spread[0][i]:,.0f}") for i in (0, 2))
        turns, span = value_text("mean", found.value, texts), span_text(found, texts)
        yield texts("simulate.length", turns=turns, span=span, low=low, high=high)
    yield from _who_wins(summary, texts)
    goal = summary.get(GOAL)
    if goal is not None:
        yield _share("simulate.goal_in", goal.sides[0], texts)
    ends = [one for one in summary.statistics if one.id.startswith("outcome.")]
    if len(ends) > 1:
        parts = (f"{one.label} ({value_text('share', _value(one), texts)})" for one in ends)
        yield texts("simulate.endings", outcomes=", ".join(parts))


def _who_wins(summary: Summary, texts: Texts) -> Iterator[str]:
    together = summary.get("win.all")
    if together is not None:
        yield _share("simulate.won_in", together.sides[0], texts)
        return
    seats = [one for one in summary.statistics if _is_seat(one)]
    best, worst = max(seats, key=_value), min(seats, key=_value)
    (high, low) = best.sides[0], worst.sides[0]
    parts = {
        "best": best.label,
        "high": value_text("share", high.value, texts),
        "high_span": span_text(high, texts, "share"),
        "worst": worst.label,
        "low": value_text("share", low.value, texts),
        "low_span": span_text(low, texts, "share"),
    }
    key = "simulate.seat_ahead" if high.low > low.high else "simulate.no_seat_ahead"
    yield texts(key, **parts)


def _share(key: str, found: Estimate, texts: Texts) -> str:
    """Return a sentence about a share of the games."""
    share, span = value_text("share", found.value, texts), span_text(found, texts, "share")
    return texts(key, share=share, span=span)


def _is_seat(one: Statistic) -> bool:
    kind, _, seat = one.id.partition(".")
    return kind == "win" and seat.isdecimal()


def _value(one: Statistic) -> float:
    return one.sides[0].value


def _cut_off(summary: Summary, texts: Texts) -> Iterator[str]:
    """Yield how many games were cut off, which makes all other numbers doubtful."""
    cut = summary.get("cut")
    if cut is None:
        return
    for name, found in zip(summary.names, cut.sides, strict=True):
        if found.value:
            share = value_text("share", found.value, texts)
            yield texts("simulate.cut_off", ruleset=name, share=share)


# --- two rulesets --------------------------------------------------------------------------------


def _compared(summary: Summary, texts: Texts) -> Iterator[str]:
    one, base = summary.names
    players, games = texts("simulate.players", n=summary.players), texts.number(summary.games)
    yield texts(
        "simulate.compared", one=one, base=base, players=players, games=games, n=summary.games
    )
    yield from _cut_off(summary, texts)
    assert summary.differing is not None
    if not summary.differing.value:
        yield texts("simulate.no_game_differs", games=games)
        yield from _new_but_unused(summary, texts)
        return
    yield _differing(summary.differing.value, summary.parting, texts)
    clear = sorted(filter(is_clear, summary.statistics), key=weight, reverse=True)
    length = summary.get("turns")
    if length is not None and length.difference is not None and summary.games > 1:
        yield _length(length, texts)
    wins = [one for one in summary.statistics if one.group == "wins"]
    fair = [one for one in clear if one.group == "wins"]
    yield from (_change(one, texts) for one in fair[:3])
    if not fair and wins:
        most = max(abs(end) for w in wins if w.difference for end in _ends(w.difference))
        points = f"{100 * most:.1f}"
        key = "simulate.wins_same" if float(points) else "simulate.wins_equal"
        yield texts(key, points=texts.figures(points))
    rest = [one for one in clear if one.group not in ("wins", "length") and one.id != "cut"]
    yield from (_change(one, texts) for one in rest[:_FINDINGS])
    if len(rest) > _FINDINGS:
        yield texts("simulate.more_findings", n=len(rest) - _FINDINGS)
    yield from _new_but_unused(summary, texts)


def _ends(estimate: Estimate) -> tuple[float, float]:
    return estimate.low, estimate.high


def _differing(share: float, parting: float | None, texts: Texts) -> str:
    """Return how many games differ, and from which turn on."""
    parts = {
        "share": texts.figures(f"{100 * share:.1f}"),
        "turn": f"{parting:.0f}" if parting else "",
    }
    if share == 1:
        return texts("simulate.all_differ_by" if parting else "simulate.all_differ", **parts)
    return texts("simulate.some_differ_by" if parting else "simulate.some_differ", **parts)


def _length(length: Statistic, texts: Texts) -> str:
    difference = length.difference
    assert difference is not None
    span = span_text(difference, texts, signed=True)
    now, before = (texts.figures(f"{side.value:.1f}") for side in length.sides)
    by = abs(difference.value)
    turns = f"{by:.1f}" if by >= 0.05 else f"{by:.2f}"
    if turns == "0.00" or (not is_clear(length) and difference.low <= 0 <= difference.high):
        return texts("simulate.length_same", span=span, before=before)
    is_longer = difference.value > 0
    if is_clear(length):
        key = "simulate.longer" if is_longer else "simulate.shorter"
    else:
        key = "simulate.maybe_longer" if is_longer else "simulate.maybe_shorter"
    return texts(key, turns=texts.figures(turns), span=span, now=now, before=before)


def _change(one: Statistic, texts: Texts, plain: str = "") -> str:
    """Return a clear difference as a sentence, or, with the beginning *plain*, without its interval."""
    assert one.difference is not None
    after, before = (value_text(one.kind, side.value, texts) for side in one.sides)
    key = _TEMPLATES.get(one.group, "change" if one.kind == "mean" else "share_change")
    if one.id == "win.all":
        key = "won_change"
    elif one.id == GOAL:
        key = "goal_change"
    elif one.group == "wins" and not one.id.endswith(("shared", "nobody")):
        key = "wins_change"
    said = texts(
        f"simulate.{plain}{key}",
        group=group_text(one.group, texts),
        label=one.label,
        after=after,
        before=before,
        span=span_text(one.difference, texts, one.kind, signed=True),
    )
    return said[0].upper() + said[1:]


def _new_but_unused(summary: Summary, texts: Texts) -> Iterator[str]:
    bots = texts.join(summary.bots)
    for one in summary.unused:
        if one.is_new:
            said = texts(f"simulate.new_never.{_kind(one)}", label=one.label, bots=bots)
            yield said + _others(one, texts)


def _kind(one: Unused) -> str:
    return one.id.partition(".")[0]


def _others(one: Unused, texts: Texts) -> str:
    """Return what a stronger player does with something that nobody used."""
    if one.rate is None:
        return ""
    rate, games = value_text("mean", one.rate.value, texts), texts.number(one.rate.games)
    kind = _kind(one)
    key = f"simulate.other.{kind}" if one.rate.value else f"simulate.other_never.{kind}"
    return " " + texts(key, bot=one.bot, rate=rate, games=games)
