"""What the server writes to standard error: one line for each thing that went wrong."""

from __future__ import annotations

import logging

from pygls.exceptions import JsonRpcRequestCancelled

# Nothing is wrong: the editor does not wait for the answer, or has gone.
_NORMAL = (JsonRpcRequestCancelled, BrokenPipeError)


class _OneLine(logging.Formatter):
    """The message and the error that was the reason, without the way through the program."""

    def format(self, record: logging.LogRecord) -> str:
        lines = record.getMessage().splitlines()
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            return f"{lines[0]}: {type(error).__name__}: {error}".splitlines()[0]
        return lines[0]


class _News(logging.Filter):
    """Lets through what is wrong, and was not said just before."""

    last = ""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        said, self.last = self.last, f"{record.msg} {error}"
        return said != self.last and not isinstance(error, _NORMAL)


def log_in_lines() -> None:
    """Let the libraries below the server report in lines."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_OneLine())
    handler.addFilter(_News())
    for name in ("pygls", "asyncio"):
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.propagate = False
