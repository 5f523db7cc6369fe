"""The command line: `main` runs a command and returns its exit code.

The user sees a message and an exit code, never a traceback: 0 clean, 1 findings, 2 wrong usage,
unreadable input or too little memory, 101 internal error, 128 + N ended by signal N; results go to
stdout, messages to stderr. Nothing heavy is imported here, so that `wtrules --version` starts fast.

- `app` lists the commands. Each has a module of its own; a large one has further modules that begin
  with its name: `play_session`, `show_text`. `manual` makes a man page of their help.
- `configuration` reads the file with the defaults of options.
- `options` and `completion` declare what several commands take, `positions` and `game_files` read
  games and positions, `files` and `terminal` write results, `usage` reports wrong usage.
"""

import contextlib
import errno
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from wtrules.collector import collect_less_often, leave_garbage_at_exit

TYPE_CHECKING = False  # importing typing takes time
if TYPE_CHECKING:
    from wtrules.texts import Texts

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_INTERNAL = 101
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells report it
EXIT_PIPE_CLOSED = 141  # 128 + SIGPIPE
EXIT_SIGNAL = 128  # + the number of another signal that ends it

_RESERVE = 6 << 20  # bytes, for the report that there is not enough memory
_NO_MEMORY = (  # how the system, Python and wasmtime say so; the libraries they load have no other way
    *("cannot allocate memory", "failed to map segment", "out of memory", "unable to make memory"),
    *("can't start new thread", "can't allocate"),
)
_NO_ROOM = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG, errno.EIO}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on *arguments* (those of the process unless given); return its exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    collect_less_often()
    leave_garbage_at_exit()
    reserve = bytes(_RESERVE)  # never touched, so it costs nothing until it is freed
    try:
        with _ending_in_order():
            code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader has gone, as in `wtrules … | head`: exit without a message.
        _abandon_output()
        return EXIT_PIPE_CLOSED
    except Exception as error:
        is_scarce = not _has_memory()
        del reserve
        return _failure(error, arguments, is_scarce)
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

    if not _has_folder():
        from wtrules.cli.terminal import say
        from wtrules.texts import Texts

        say(f"wtrules: {Texts('en')('usage.no_current_folder')}")
        return EXIT_USAGE

    from wtrules.cli.app import run

    begin = time.perf_counter()
    try:
        return _finish(run(arguments), begin)
    except SystemExit as stop:
        # Typer exits this way after a completion request and when the pipe is closed.
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)


def _finish(code: int, begin: float) -> int:
    """Return the exit code of a command, which `--exit-zero` may change."""
    from wtrules.cli.terminal import say, shared

    if shared.exit_zero and code == EXIT_FINDINGS:
        code = EXIT_CLEAN
    if shared.verbose:
        from wtrules.texts import Texts
        from wtrules.version import __version__

        took = f"{time.perf_counter() - begin:.2f}"
        say(Texts("en")("usage.finished", version=__version__, seconds=took, code=code))
    return code


@contextlib.contextmanager
def _ending_in_order() -> Iterator[None]:
    """End on SIGTERM and SIGHUP as on an error: workers are stopped, temporary files deleted."""
    before = {}
    hook, sys.unraisablehook = sys.unraisablehook, _unraisable
    with contextlib.suppress(ValueError):  # not the main thread
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # not on every system
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, _end)
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _: object) -> None:
    raise SystemExit(EXIT_SIGNAL + number)


def _unraisable(lost: "sys.UnraisableHookArgs") -> None:
    """Raise a signal again that came while Python deleted a value, where no exception gets out.

    That there is not enough memory shows elsewhere as well, and is reported there.
    """
    if isinstance(lost.exc_value, MemoryError):
        return
    code: object = EXIT_INTERRUPTED if lost.exc_type is KeyboardInterrupt else None
    if isinstance(lost.exc_value, SystemExit):
        code = lost.exc_value.code
    if not isinstance(code, int) or code <= EXIT_SIGNAL:
        sys.__unraisablehook__(lost)
        return
    import threading

    # From here it would be lost again; and only a signal for this thread ends its waiting.
    this = threading.get_ident()
    send = (
        partial(signal.pthread_kill, this)
        if hasattr(signal, "pthread_kill")
        else signal.raise_signal
    )
    threading.Timer(0.01, send, [code - EXIT_SIGNAL]).start()


def _has_folder() -> bool:
    """Whether the current folder exists; it may have been deleted."""
    try:
        os.getcwd()
    except OSError:
        return False
    return True


def _abandon_output() -> None:
    """Redirect stdout to nowhere, so that the flush at exit cannot fail again."""
    with contextlib.suppress(Exception):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]


def _language(arguments: list[str]) -> str:
    """Return the language that the arguments or the configuration ask for; they may not have been read yet."""
    from wtrules.cli.configuration import current

    if "--lang=de" in arguments or ("--lang", "de") in pairwise(arguments):
        return "de"
    is_typed = any(word.partition("=")[0] == "--lang" for word in arguments)
    return "en" if is_typed else current.language


def _has_memory() -> bool:
    """Whether there is some memory left."""
    try:
        bytes(_RESERVE)
    except MemoryError:
        return False
    return True


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Whether there was not enough memory, for Python or for a library."""
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return True
        if any(sign in str(error).lower() for sign in _NO_MEMORY):
            return True
        error = error.__cause__ or error.__context__
    return False


def _failure(error: Exception, arguments: list[str], is_scarce: bool = False) -> int:
    """Report what went wrong, and return the exit code for it.

    If memory is scarce, that is the cause, whatever Python makes of it.
    """
    try:
        if (is_scarce or _is_out_of_memory(error)) and os.environ.get("WTRULES_DEBUG") != "1":
            error = MemoryError()  # without what the other one keeps alive
        return _explained(error, _language(arguments))
    except MemoryError:
        # Not even a text can be read.
        os.write(2, b"wtrules: not enough memory\n")
        return EXIT_USAGE


def _explained(error: Exception, language: str) -> int:
    from wtrules.cli.terminal import say, use_colour
    from wtrules.texts import Texts, UserError

    texts = Texts(language)

    if isinstance(error, MemoryError):
        say(f"wtrules: {texts('usage.out_of_memory')}")
        return EXIT_USAGE
    # Only a write to an open stream fails without the name of a file.
    if isinstance(error, OSError) and error.filename is None and error.errno in _NO_ROOM:
        _abandon_output()
        say(f"wtrules: {texts('usage.output_failed', reason=error.strerror)}")
        return EXIT_USAGE
    if isinstance(error, UserError):
        say(error.written(language, use_colour(sys.stderr)))
        return error.exit_code
    if os.environ.get("WTRULES_DEBUG") == "1":
        import traceback

        say("".join(traceback.format_exception(error)).rstrip("\n"))
    say(_report(error, texts))
    return EXIT_INTERNAL


def _report(error: Exception, texts: "Texts") -> str:
    """Return the lines for a bug report: no message and no path, because they may be private."""
    import platform
    import traceback

    from wtrules.version import __version__

    frames = traceback.extract_tb(error.__traceback__)[-8:]
    trace = [f"  {_module_file(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join(
        [
            f"wtrules: {texts('usage.internal', error=type(error).__name__)}",
            f"  wtrules {__version__}, Python {platform.python_version()}, {sys.platform}",
            *trace,
            texts("usage.debug"),
        ]
    )


def _module_file(path: str) -> str:
    parts = path.replace("\\", "/").split("/")
    if "wtrules" in parts:
        start = len(parts) - 1 - parts[::-1].index("wtrules")
        return "/".join(parts[start:])
    return "/".join(parts[-2:]) if len(parts) > 2 and "site-packages" in parts else parts[-1]
