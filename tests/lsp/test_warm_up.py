"""What the language server does before anybody asks."""

import pytest

from wtrules.lsp.worker import Answers


def test_the_first_requests_are_ones_it_can_answer(monkeypatch: pytest.MonkeyPatch):
    """A warm-up that asked for something unknown would load nothing."""
    asked: list[str] = []
    answers = Answers()
    monkeypatch.setattr(answers, "answer", lambda name, *_: asked.append(name))
    monkeypatch.setattr(answers.workspace, "warm_up", lambda: asked.append("files"))
    answers.warm_up()

    assert ["files", "play", "tokens", "hover", "complete"] == asked
