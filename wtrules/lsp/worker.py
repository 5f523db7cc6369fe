"""A process that answers the requests of the language server, until its input ends (`wtrules/lanes.py`).

It never raises: a request that cannot be answered has an error as its answer.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from wtrules.collector import spare_loaded
from wtrules.lanes import work
from wtrules.lsp.answers import Request
from wtrules.lsp.calls import CALLS
from wtrules.lsp.places import Json
from wtrules.lsp.workspace import Workspace
from wtrules.texts import LANGUAGES, Texts
from wtrules.texts.errors import failure


class Answers:
    """Answers requests; documents used last stay in memory."""

    def __init__(self) -> None:
        self.workspace = Workspace()

    def answer(self, name: str, given: Json, report: Callable[[Any], None]) -> Json:
        """Return `{"result": …}`, or `{"error": {"code": …, "message": …}}`."""
        texts = Texts(given["lang"] if given.get("lang") in LANGUAGES else LANGUAGES[0])
        try:
            self.workspace.update(given["texts"], given.get("folders", ()))
            document = self.workspace.open(Path(given["path"]))
            module, _, function = CALLS[name][0].partition(".")
            answer = getattr(import_module(f"wtrules.lsp.{module}"), function)
            return {"result": answer(Request(self.workspace, document, given, texts, report))}
        except Exception as error:
            return failure(error, texts.language)

    def warm_up(self) -> None:
        """Read the shipped files and load the checks, so that the first real request is quick."""
        from wtrules.resources import default_ruleset

        self.workspace.warm_up()
        text = f'ruleset house {{\n  title en "x"\n  extends {default_ruleset()}\n}}\n'
        path = os.path.realpath(os.path.join(os.path.dirname(__file__), "no", "house.wtr"))
        # At `extends`: what it offers needs the atlas.
        place = {"line": 2, "character": len("  extends ")}
        given = {"texts": {path: text}, "path": path, "lang": "en", "position": place}
        for name in ("play", "tokens", "hover", "complete"):
            self.answer(name, given, lambda _: None)
        spare_loaded()


def main() -> None:
    """Answer requests until the input ends."""
    answers = Answers()
    work(answers.warm_up, answers.answer)


if __name__ == "__main__":
    main()
