"""Checking many files in one process, as an editor does: no answer depends on what was checked before."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from wtrules.web.api import Api

_ROOT = Path(__file__).parents[2]
FILES = sorted([*_ROOT.glob("tests/cases/bad/*.wtr"), *_ROOT.glob("examples/*.wtr")])
SOME = FILES[::14]


def _checked(api: Api, path: Path) -> Any:
    project = {"files": {path.name: path.read_text("utf-8", "replace")}, "main": path.name}
    found = api.answer("check", {"project": project})
    assert found is not None
    return {key: value for key, value in found.items() if key != "ms"}


def _in_turn(paths: Iterable[Path]) -> dict[Path, Any]:
    api = Api()
    return {path: _checked(api, path) for path in paths}


@pytest.mark.slow
@pytest.mark.parametrize(
    "paths", [pytest.param(SOME, id="some"), pytest.param(FILES, id="all", marks=pytest.mark.long)]
)
def test_order(paths: list[Path]) -> None:
    """A file has the same diagnostics and changes after any other files as if it were checked alone."""
    alone = {path: _checked(Api(), path) for path in paths}
    assert alone == _in_turn(paths)
    assert alone == _in_turn(paths[::-1])


def test_shared_layers() -> None:
    """A house rule that changes a shipped rule leaves the rule as it is for the next one."""
    text = 'ruleset house {{ title en "x" extends en-capstone override board.capacity = {n} }}'
    api = Api()
    found = []
    for number in (4, 5, 4):
        files = {"house.wtr": text.format(n=number)}
        answer = api.answer("check", {"project": {"files": files, "main": "house.wtr"}})
        assert answer is not None
        found.append([(one["id"], one["text"]) for one in answer["changes"]])
    assert found[0] == found[2] != found[1]
    assert ["board.capacity"] == [id for id, _ in found[0]]


def test_same_name_as_a_shipped_ruleset() -> None:
    """A ruleset that has the name of one below it extends itself, also if that one was used before."""
    api = Api()
    for name, codes in (("house", set()), ("core", {"cyclic-extends"}), ("house", set())):
        text = f'ruleset {name} {{ title en "x" extends en-capstone }}'
        answer = api.answer("check", {"project": {"files": {"a.wtr": text}, "main": "a.wtr"}})
        assert answer is not None
        errors = {one["code"] for one in answer["diagnostics"] if one["severity"] == "error"}
        assert codes == errors & {"cyclic-extends"}
