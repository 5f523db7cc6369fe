"""Intervals of whole numbers, and what becomes of them in arithmetic.

The result may be too wide but is never too narrow.
"""

from __future__ import annotations

HUGE = 1 << 40  # no bound
Span = tuple[int, int]  # the smallest and the largest number
ANY: Span = (-HUGE, HUGE)
NATURAL: Span = (0, HUGE)


def calculated(op: str, first: Span, second: Span | None = None) -> Span:
    """Return where the result of an operation is, for numbers in one or two intervals."""
    low, high = first
    if second is None:
        return _clip(-high, -low) if op == "-" else _clip(~high, ~low)
    low2, high2 = second
    match op:
        case "+":
            return _clip(low + low2, high + high2)
        case "-":
            return _clip(low - high2, high - low2)
        case "*":
            ends = (low * low2, low * high2, high * low2, high * high2)
            return _clip(min(ends), max(ends))
        case "%" if low2 > 0:
            return (low, high) if low >= 0 and high < low2 else (0, high2 - 1)
        case "//" if low2 > 0:
            return _clip(min(low // low2, low // high2), max(high // low2, high // high2))
        case "&" if low >= 0 or low2 >= 0:
            return (0, min(h for at, h in ((low, high), (low2, high2)) if at >= 0))
        case "|" | "^" if low >= 0 and low2 >= 0:
            return (0, min(HUGE, (1 << max(high, high2).bit_length()) - 1))
        case ">>" if low >= 0 and low2 >= 0:
            return (low >> min(high2, 64), high >> min(low2, 64))
        case "<<" if low >= 0 and 0 <= low2 and high2 < 32:
            return _clip(low << low2, high << high2)
        case "<<" if low >= 0:
            return NATURAL
        case "min":
            return (min(low, low2), min(high, high2))
        case "max":
            return (max(low, low2), max(high, high2))
    return ANY


def _clip(low: int, high: int) -> Span:
    return (low if low > -HUGE else -HUGE, high if high < HUGE else HUGE)
