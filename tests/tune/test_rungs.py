"""A search plays few games with all candidates, and more only with the best."""

from collections.abc import Callable

import pytest

from wtrules.game.load import load
from wtrules.tune.changes import read_change
from wtrules.tune.search import Candidate, Request, Search


def played(games: int, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Return the candidate and the number of games each time a candidate is measured."""
    game = load("core")
    changes = tuple(read_change(text, game) for text in ("hand.size=2..4", "turn.actions=1..5"))
    request = Request(game, "core", None, changes, (), (2,), ("random",), games, 15, 1)
    found: list[tuple[int, int]] = []

    def candidate(search: Search, values: dict[str, str]) -> Candidate:
        search.candidates.append(Candidate(len(search.candidates) + 1, values, ""))
        return search.candidates[-1]

    def measure(_: Search, candidate: Candidate, games: int) -> None:
        found.append((candidate.number, games))
        candidate.games = games

    monkeypatch.setattr(Search, "_candidate", candidate)
    monkeypatch.setattr(Search, "_measure", measure)
    nobody: Callable[[], object] = lambda: None  # noqa: E731
    Search(request, nobody).run()  # type: ignore[arg-type]
    return found


def test_a_third_goes_on(monkeypatch: pytest.MonkeyPatch):
    """Of 15 candidates 5 get a quarter of the games and, of these, no fewer than 4 get all of them."""
    counts = [games for _, games in played(32, monkeypatch)]
    assert [2] * 15 + [8] * 5 + [32] * 4 == counts


def test_every_candidate_plays_a_game(monkeypatch: pytest.MonkeyPatch):
    """A sixteenth of ten games is less than one."""
    assert {1, 2, 10} == {games for _, games in played(10, monkeypatch)}
