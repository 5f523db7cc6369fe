"""The entrance: `answer(name, argument)` returns the answer of a call, and never raises.

A call is one argument object and one answer object, both of plain values. What goes wrong is an
answer too: `{"error": {"code": …, "message": …}}`. `shapes.py` describes the calls.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module

from wtrules.collector import collect_less_often, spare_loaded
from wtrules.texts import LANGUAGES
from wtrules.texts.errors import failure
from wtrules.web.arguments import Arguments, Refused
from wtrules.web.calls import Answer, Call, Report
from wtrules.web.games import Games
from wtrules.web.projects import Project, Projects
from wtrules.web.shapes import CALLS


class Api:
    """Answers calls; projects and games that were used last stay in memory."""

    def __init__(self) -> None:
        self.projects = Projects()
        self.games = Games(self.projects)

    def answer(
        self,
        name: str,
        argument: object,
        report: Report | None = None,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> Answer | None:
        """Return the answer of a call; long calls *report* what is known so far."""
        language = _language(argument)
        try:
            call = Call(self.projects, self.games, language, report, is_cancelled)
            call.pause()
            return _function(name)(Arguments(argument), call)
        except Exception as error:
            found = failure(error, language)
            found["error"].pop("trace", None)  # it helps nobody on a page
            return found

    def warm_up(self) -> None:
        """Read the shipped files and load the checks, so that the first real call is quick."""
        from wtrules.resources import default_ruleset

        text = f'ruleset house {{\n  title en "x"\n  extends {default_ruleset()}\n}}\n'
        files = {"house.wtr": text}
        self.answer("check", {"project": {"files": files, "main": "house.wtr"}})


_API = Api()


def answer(
    name: str,
    argument: object,
    report: Report | None = None,
    is_cancelled: Callable[[], bool] | None = None,
) -> Answer | None:
    """Return the answer of a call, from the one `Api` of this process."""
    return _API.answer(name, argument, report, is_cancelled)


def call_json(name: str, argument: str) -> str:
    """Answer a call of the page's worker, with JSON texts; progress goes to `wtrules_progress`."""
    try:
        given = json.loads(argument)
    except ValueError:
        given = None
    return json.dumps(answer(name, given, _reporter()), ensure_ascii=False)


def _reporter() -> Report | None:
    """Return how to report progress to the page: the function that its worker has defined."""
    try:
        send = import_module("js").wtrules_progress
    except (ImportError, AttributeError):  # not in a browser
        return None
    return lambda part: send(json.dumps(part, ensure_ascii=False))


def warm_up() -> None:
    """Make the first calls of this process quick, and the others even."""
    collect_less_often()
    _API.warm_up()
    spare_loaded()


def load_all() -> None:
    """Import what the calls need, so that none of them has to do it; for memory that is kept."""
    for name in CALLS:
        _function(name)


def _function(name: str) -> Callable[[Arguments, Call], Answer | None]:
    if name not in CALLS:
        raise Refused("web.no_call", name=str(name)[:80])
    module, _, function = CALLS[name].function.partition(".")
    found: Callable[[Arguments, Call], Answer | None] = getattr(
        import_module(f"wtrules.web.{module}"), function
    )
    return found


def _language(argument: object) -> str:
    given = argument.get("lang") if isinstance(argument, Mapping) else None
    return given if isinstance(given, str) and given in LANGUAGES else LANGUAGES[0]


__all__ = ["CALLS", "Api", "Project", "answer", "load_all", "warm_up"]
