"""A process that answers the requests of the language server, until its input ends (`wtrules/lanes.py`).

It never raises: a request that cannot be answered has an error as its answer.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from wtrules.collector import spare_loaded
from wtrules.lanes import work
from wtrules.lsp.answers import Refused, Request
from wtrules.lsp.calls import CALLS
from wtrules.lsp.places import Json
from wtrules.lsp.workspace import Workspace
from wtrules.texts import LANGUAGES, Texts


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
        except Refused as error:
            return _error("refused", str(error))
        except RecursionError:
            return _error("too_deep", texts("editor.too_deep"))
        except Exception as error:
            # Text of the user's files does not belong into a log: only where it happened.
            frames = traceback.extract_tb(error.__traceback__)[-6:]
            trace = [f"{os.path.basename(x.filename)}:{x.lineno} {x.name}" for x in frames]
            message = texts("editor.internal", error=type(error).__name__)
            return _error("internal", message, trace=trace)

    def warm_up(self) -> None:
        """Read the shipped files and load the checks, so that the first real request is quick."""
        from wtrules.resources import default_ruleset

        self.workspace.warm_up()
        text = f'ruleset house {{\n  title en "x"\n  extends {default_ruleset()}\n}}\n'
        path = os.path.realpath(os.path.join(os.path.dirname(__file__), "no", "house.wtr"))
        given = {"texts": {path: text}, "path": path, "lang": "en"}
        for name in ("play", "tokens", "hover", "complete"):
            self.answer(name, {**given, "position": {"line": 1, "character": 3}}, lambda _: None)
        spare_loaded()


def _error(code: str, message: str, **more: Any) -> Json:
    return {"error": {"code": code, "message": message, **more}}


def main() -> None:
    """Answer requests until the input ends."""
    answers = Answers()
    work(answers.warm_up, answers.answer)


if __name__ == "__main__":
    main()
