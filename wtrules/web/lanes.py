"""The two lanes of the web page: one for answers that people wait for while typing and playing, one
for long work.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

from wtrules.lanes import Lane, Message
from wtrules.web.limits import LONG_CALLS, SECONDS

_WORKER = "wtrules.web.worker"
_LATEST_ONLY = frozenset({"check", "complete", "hover"})


class Lanes:
    """One lane for answers that people wait for while typing and playing, one for long work."""

    def __init__(self, seconds: Mapping[str, float] | None = None) -> None:
        limits = SECONDS if seconds is None else seconds
        grace = dict.fromkeys(LONG_CALLS, 0.0)
        self._quick, self._long = (Lane(_WORKER, limits, _LATEST_ONLY, grace) for _ in range(2))

    def start(self) -> None:
        """Begin to answer calls."""
        self._quick.start()
        self._long.start()

    async def close(self) -> None:
        """Stop the workers."""
        await asyncio.gather(self._quick.close(), self._long.close())

    def call(self, name: str, argument: Any) -> AsyncIterator[Message]:
        """Yield the progress of a call, and its value at the end."""
        return (self._long if name in LONG_CALLS else self._quick).call(name, argument)
