"""One case examined under limits, and what comes of it: nothing, or a finding with its cause."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from attrs import frozen

from tests.fuzz.examine import Disagreement, Examination

MOST_SECONDS = 5.0  # of computing for one case
LAST_SECONDS = 20.0  # … if it is stuck where Python cannot interrupt it; then the process ends
MOST_BYTES = 512 << 20

Examine = Callable[[str, Examination], None]


class TooSlow(BaseException):
    """A case that takes too long; no `except Exception` catches it."""


@frozen
class Finding:
    """What went wrong with a case; findings with the same cause are counted as one."""

    cause: str
    details: str


def examine_one(examine: Examine, text: str, run: Examination) -> Finding | None:
    """Examine a case within its limits."""
    run.begin(text)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    signal.setitimer(signal.ITIMER_VIRTUAL, LAST_SECONDS)
    try:
        examine(text, run)
    except TooSlow as error:
        place = _place(error, deepest=False)
        return Finding(f"more than {MOST_SECONDS:.0f} s: {run.stage_now}, {place}", _trace(error))
    except MemoryError as error:
        return Finding(f"more memory than allowed: {run.stage_now}", _trace(error))
    except Disagreement as error:
        return Finding(error.kind, str(error))
    except Exception as error:
        return Finding(f"{type(error).__name__} in {_place(error)}: {run.stage_now}", _trace(error))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def limit_this_process() -> None:
    """Set the limits under which cases are examined."""
    signal.signal(signal.SIGPROF, _too_slow)
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    with suppress(ImportError, OSError, ValueError):  # not on every system
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (_bytes_used() + MOST_BYTES,) * 2)


def _bytes_used() -> int:
    with open("/proc/self/statm", encoding="ascii") as stream:
        return int(stream.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def _place(error: BaseException, deepest: bool = True) -> str:
    """Return the function in which an error arose: of the package, not of a library.

    Work that takes long is interrupted anywhere; the part of the package it is in says more.
    """
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if f"{os.sep}wtrules{os.sep}" in frame.filename
    ]
    if not frames:
        return "nowhere"
    if not deepest:
        parts = [_module(frame.filename) for frame in frames]
        return " ".join(dict.fromkeys(part.split("/")[1] for part in parts))
    return f"{_module(frames[-1].filename)} {frames[-1].name}"


def _module(path: str) -> str:
    parts = path.split(os.sep)
    return "/".join(parts[len(parts) - 1 - parts[::-1].index("wtrules") :])


def _trace(error: BaseException) -> str:
    lines = traceback.format_exception(error)
    return "".join(lines if len(lines) < 40 else [*lines[:15], "  …\n", *lines[-20:]])


def shorten(text: str, fails: Callable[[str], bool], tries: int = 2000) -> str:
    """Return a shorter text that fails too: without lines, then words, then characters."""
    for split, join in (
        (lambda t: t.split("\n"), "\n"), (lambda t: t.split(" "), " "), (list, "")
    ):  # fmt: skip
        parts = split(text)
        if join == "" and len(parts) > 300:
            break
        step = max(1, len(parts) // 2)
        while step:
            at = 0
            while at < len(parts):
                kept = parts[:at] + parts[at + step :]
                tries -= 1
                if tries < 0:
                    return text
                if kept and fails(join.join(kept)):
                    parts = kept
                    text = join.join(parts)
                else:
                    at += step
            step //= 2
    return text


if sys.platform == "win32":
    raise ImportError("the fuzzer needs signals and forks")
