"""The command line: `main` is the only way in, and the only way out.

Whatever happens, the user sees words and an exit code, never a traceback: 0 clean, 1 findings,
2 usage or unreadable input, 101 a fault of ours. Nothing heavy is imported here, so that
`wtrules --version` answers at once.
"""

import contextlib
import errno
import gc
import os
import sys
from collections.abc import Sequence

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_INTERNAL = 101
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells report it
EXIT_PIPE_CLOSED = 141  # 128 + SIGPIPE

_NO_ROOM = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG, errno.EIO}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on *arguments* (those of the process unless given); return its exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    # Rules and programs are large trees, all of them in use: to look through them for garbage as
    # often as Python does by itself takes up to a tenth of the time.
    gc.set_threshold(50_000, 20, 100)
    try:
        code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # Nobody reads on, as after `wtrules … | head`: go quietly.
        _abandon_output()
        return EXIT_PIPE_CLOSED
    except Exception as error:
        return _failure(error)
    return code


def _run(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A console without ü or → gets an escape rather than a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if arguments in (["--version"], ["-V"]):
        from wtrules.version import __version__

        print(f"wtrules {__version__}")
        return EXIT_CLEAN

    from wtrules.cli.app import run

    try:
        return run(arguments)
    except SystemExit as stop:
        # Typer leaves this way after a completion request and when the pipe is closed.
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)


def _abandon_output() -> None:
    """Let the flush at the interpreter's end go nowhere, where it cannot fail again."""
    with contextlib.suppress(Exception):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]


def _failure(error: Exception) -> int:
    """Say what went wrong, and return the exit code for it."""
    from wtrules.cli.terminal import say

    # Only a write to an open stream fails without the name of a file.
    if isinstance(error, OSError) and error.filename is None and error.errno in _NO_ROOM:
        _abandon_output()
        say(f"wtrules: cannot write the output: {error.strerror}")
        return EXIT_USAGE
    if type(error).__name__ == "EndlessPlay":  # by name: the engine need not be loaded for this
        say(f"wtrules: {error}; look for a rule that repeats without a choice")
        return EXIT_FINDINGS
    if type(error).__name__ in ("NotNative", "TooManyOptions"):
        say(f"wtrules: {error}")
        return EXIT_FINDINGS
    if os.environ.get("WTRULES_DEBUG") == "1":
        import traceback

        say("".join(traceback.format_exception(error)).rstrip("\n"))
    say(_report(error))
    return EXIT_INTERNAL


def _report(error: Exception) -> str:
    """Return what to put into a report of a fault: no message and no path, which may be private."""
    import platform
    import traceback

    from wtrules.version import __version__

    frames = traceback.extract_tb(error.__traceback__)[-8:]
    trace = [f"  {_module_file(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join(
        [
            f"wtrules: internal error ({type(error).__name__}): this is a fault in wtrules,"
            " not in your rules; please report it with these lines:",
            f"  wtrules {__version__}, Python {platform.python_version()}, {sys.platform}",
            *trace,
            "Run again with WTRULES_DEBUG=1 to see the whole traceback.",
        ]
    )


def _module_file(path: str) -> str:
    parts = path.replace("\\", "/").split("/")
    if "wtrules" in parts:
        start = len(parts) - 1 - parts[::-1].index("wtrules")
        return "/".join(parts[start:])
    return "/".join(parts[-2:]) if len(parts) > 2 and "site-packages" in parts else parts[-1]
