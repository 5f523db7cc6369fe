"""`wtrules web`: the page, to edit a rule, see it, play it and measure it in a browser."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.files import writing
from wtrules.cli.options import PAGE, Language, LanguageOption
from wtrules.cli.terminal import say, write_data
from wtrules.cli.usage import UsageError
from wtrules.texts import Texts

if TYPE_CHECKING:
    from wtrules.web.saving import OpenFile


def web(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="A rule file to edit; the page saves it when you ask it to."
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            min=1,
            max=65535,
            help="The port; by default 8377, or any that is free.",
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address; do not open it.")
    ] = False,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export",
            metavar="FOLDER",
            help="Write the page as static files, to be hosted anywhere, instead of serving it.",
        ),
    ] = None,
    pyodide: Annotated[
        Path | None,
        typer.Option(
            "--pyodide",
            metavar="FOLDER",
            help="With --export: where Pyodide is; by default web/node_modules/pyodide.",
        ),
    ] = None,
    page: Annotated[
        str | None,
        PAGE.option(
            "The links that you share lead there, and --export writes it into the preview of links."
        ),
    ] = None,
    lang: LanguageOption = Language.EN,
) -> int:
    """Edit rules in a browser: mistakes and changes as you type, a board to play on, and statistics.

    The page is served to this machine alone, at an address with a secret token, which the browser
    exchanges for a cookie. Nothing is sent anywhere. Only FILE is ever written, and only when you save. Press Ctrl-C to stop.

    Examples:
      wtrules web
      wtrules web friday.wtr
      wtrules web friday.wtr --port 9000 --no-browser
      wtrules web --export site
    """
    if export is not None:
        if file is not None or port is not None:
            raise UsageError("usage.export_alone")
        return _export(export, pyodide, page, lang)
    if pyodide is not None:
        raise UsageError("usage.pyodide_without_export")
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise UsageError("usage.needs_extra", module=missing[0], extra="web")
    opened: OpenFile | None = None
    if file is not None:
        from wtrules.web.saving import OpenFile

        opened = OpenFile(file)
    return _serve(opened, port, not no_browser, page, lang)


def _export(folder: Path, pyodide: Path | None, page: str | None, lang: str) -> int:
    from wtrules.web.export import export as write

    with writing(folder):
        names = write(folder, pyodide, page)
    size = sum((folder / name).stat().st_size for name in names) / 1e6
    about = {"folder": folder, "n": len(names), "size": f"{size:.1f}"}
    say(f"wtrules: {Texts(lang)('usage.exported', **about)}")
    return EXIT_CLEAN


def _serve(
    file: OpenFile | None, port: int | None, browser: bool, page: str | None, lang: str
) -> int:
    from wtrules.web.server import ADDRESS, STATIC, listen, new_token, serve

    if not (STATIC / "index.html").is_file():
        raise UsageError("usage.page_not_built")
    try:
        at = listen(port)
    except OSError as error:
        raise UsageError("usage.port_taken", port=port, reason=error.strerror) from None
    token = new_token()
    asked = (
        "" if lang == Language.EN else f"?lang={lang}"
    )  # the browser's language decides otherwise
    address = f"http://{ADDRESS}:{at.getsockname()[1]}/{token}/{asked}"

    def ready() -> None:
        write_data(f"{address}\n")
        say(Texts(lang)("usage.web_ready"))
        if browser:
            _open(address)

    try:
        serve(at, token, file, ready, page)
    except KeyboardInterrupt:
        pass
    finally:
        at.close()
    return EXIT_CLEAN


def _open(address: str) -> None:
    """Open an address in the user's browser, beside the server; nothing happens without one."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
