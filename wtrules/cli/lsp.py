"""`wtrules lsp`: the language server, which editors start."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Annotated

import typer

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.options import Language, LanguageOption
from wtrules.cli.usage import UsageError


def lsp(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Accepted because many editors add it; nothing changes.")
    ] = False,
    lang: LanguageOption = Language.EN,
) -> int:
    """Run the language server on standard input and output. Editors start it for you.

    It shows mistakes as you type and offers their fixes, explains names, completes, renames and
    formats. It uses the language of the editor; --lang is for messages before an editor is connected.

    Examples:
      wtrules lsp
    """
    if find_spec("pygls") is None:
        raise UsageError("usage.needs_extra", module="pygls", extra="lsp")
    from wtrules.lsp.log import log_in_lines
    from wtrules.lsp.server import create

    log_in_lines()
    # Nothing else may write between the messages: what is printed goes to standard error.
    messages = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    server = create()
    try:
        server.start_io(stdout=messages)
    finally:
        server.kill()
    return EXIT_CLEAN
