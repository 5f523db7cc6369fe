"""PDF files, printed by a browser that is installed on this machine.

Chromium, Chrome, Edge and Brave print a page without opening a window. The page is a file that loads
nothing, and the browser gets a profile of its own and no network. Everything temporary is in one
folder, which is removed whatever happens.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from wtrules.texts import TextError

VARIABLE = "WTRULES_BROWSER"  # names the browser to use
SECONDS = 120

_NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "microsoft-edge-stable", "msedge", "brave-browser", "brave",
)  # fmt: skip
_MAC = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Brave Browser.app/Contents/MacOS/Brave Browser",
)
_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
    "BraveSoftware/Brave-Browser/Application/brave.exe",
)
_OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-pdf-header-footer",
    "--generate-pdf-document-outline",
)


class NoBrowser(TextError):
    """No browser that can print was found."""


class CannotPrint(TextError):
    """The browser was started, but there is no PDF."""

    def __init__(self, browser: str, reason: str) -> None:
        key = "usage.cannot_print" if reason else "usage.printed_nothing"
        super().__init__(key, browser=browser, reason=reason)


def find_browser() -> str:
    """Return the browser to print with; raises NoBrowser if there is none."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted:
        found = shutil.which(wanted)
        if found is None:
            raise NoBrowser("usage.no_such_browser", variable=VARIABLE, browser=wanted)
        return found
    for candidate in (*_NAMES, *_usual_places()):
        found = shutil.which(candidate)
        if found is not None:
            return found
    raise NoBrowser("usage.no_browser", variable=VARIABLE)


def _usual_places() -> Iterator[str]:
    for folder in (Path("/Applications"), Path.home() / "Applications"):
        yield from (str(folder / name) for name in _MAC)
    for variable in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData"):
        if folder_name := os.environ.get(variable):
            yield from (str(Path(folder_name) / name) for name in _WINDOWS)


def pdf(page: str, *, browser: str | None = None, seconds: float = SECONDS) -> bytes:
    """Return a page that loads nothing as a PDF file.

    Raises NoBrowser or CannotPrint.
    """
    program = browser or find_browser()
    # A browser may hold on to its profile for a moment after it has ended.
    with TemporaryDirectory(prefix="wtrules-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        source, target = folder / "page.html", folder / "page.pdf"
        source.write_text(page, "utf-8")
        command = [
            program,
            *_OPTIONS,
            f"--user-data-dir={folder / 'profile'}",
            f"--print-to-pdf={target}",
            source.as_uri(),
        ]
        said = _run(command, program, seconds)
        if not target.is_file() and "--no-sandbox" in said:
            # As root, and in most containers, it starts only so. The page cannot run anything.
            command.insert(1, "--no-sandbox")
            said = _run(command, program, seconds)
        if not target.is_file():
            last = [line.strip() for line in said.splitlines() if line.strip()]
            raise CannotPrint(program, last[-1] if last else "")
        return target.read_bytes()


def _run(command: list[str], program: str, seconds: float) -> str:
    """Run a browser to its end and return what it says; it and its children are stopped in time."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise CannotPrint(program, error.strerror or str(error)) from None
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise CannotPrint(program, f"{seconds:g} s") from None
    finally:
        _stop(process)
    return said.decode("utf-8", "replace")


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
