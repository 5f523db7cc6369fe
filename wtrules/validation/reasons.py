"""Why a part of a rule did nothing in games that count: the first condition that was never true."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from wtrules.diagnostics import wording
from wtrules.phrase import Verbatim, commas
from wtrules.validation.counted import Counted
from wtrules.validation.probes import Side, Stage
from wtrules.value import Value


@frozen
class Reason(Value):
    """Why something did nothing, and the condition that was to blame; no text if nothing is known."""

    text: str = ""
    label: str = ""
    stage: Stage | None = None


UNKNOWN = Reason()  # nothing is known


def blocked(stages: Sequence[Stage], times: int, counts: Counted) -> Reason | None:
    """Return the first of some conditions that was never true after those before it were."""
    for i, stage in enumerate(stages):
        true = counts.sums[stage.true]
        if true:
            times = true
            continue
        match stage.kind:
            case "choice" if i == 0:
                said = wording("idle-rule.stage.nothing", stage=Verbatim(stage.text))
            case "choice":
                said = wording("idle-rule.stage.choice", stage=stage.text)
            case "action":
                said = wording("idle-rule.stage.action", stage=stage.text)
            case _:
                said = wording("idle-rule.stage.condition", stage=stage.text)
        often = wording("idle-rule.once" if times == 1 else "idle-rule.often", n=times)
        follows = i and stage.kind == "condition"
        text = wording("idle-rule.after" if follows else "idle-rule.why", said=said, often=often)
        close = _closest(stage, counts)
        if close:
            text += wording("idle-rule.close", close=close)
        return Reason(text, wording("idle-rule.never", often=often), stage)
    return None


def _closest(stage: Stage, counts: Counted) -> str:
    """Return how close a comparison came to being true."""
    if len(stage.sides) != 2:
        return ""
    left, right = stage.sides
    found: list[str] = []
    if stage.op in (">", ">=", "<", "<="):
        larger, smaller = (left, right) if stage.op in (">", ">=") else (right, left)
        if isinstance(larger, Side):
            found.append(_highest(larger, counts))
        if isinstance(smaller, Side):
            found.append(_lowest(smaller, counts))
        return commas(found) if found else ""
    for side, other in ((left, right), (right, left)):
        if isinstance(side, Side):
            low, high = counts.lows[side.low], counts.highs[side.high]
            if isinstance(other, int) and high < other:
                found.append(_highest(side, counts))
            elif isinstance(other, int) and low > other:
                found.append(_lowest(side, counts))
            elif low == high:
                found.append(wording("idle-rule.stage.always", side=side.text, value=low))
            else:
                ends = {"low": low, "high": high}
                found.append(wording("idle-rule.stage.between", side=side.text, **ends))
    return commas(found) if found else ""


def _highest(side: Side, counts: Counted) -> str:
    return wording("idle-rule.stage.highest", side=side.text, value=counts.highs[side.high])


def _lowest(side: Side, counts: Counted) -> str:
    return wording("idle-rule.stage.lowest", side=side.text, value=counts.lows[side.low])
