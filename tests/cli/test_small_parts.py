"""Small parts of commands that whole sessions hardly show."""

import sys

import pytest

from wtrules.cli import assumptions_text, play_console
from wtrules.say.voice import as_words


@pytest.mark.parametrize(
    ("terminal", "name", "is_cleared"),
    [(True, "xterm", True), (True, "dumb", False), (True, None, False), (False, "xterm", False)],
)
def test_only_a_terminal_that_can_is_cleared(
    terminal: bool,
    name: str | None,
    is_cleared: bool,
    monkeypatch: pytest.MonkeyPatch,
):
    """With the lines above it, so that nobody scrolls back to another player's hand."""
    written: list[str] = []
    monkeypatch.setattr(play_console, "write_unchanged", written.append)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    if name is None:
        monkeypatch.delenv("TERM", raising=False)
    else:
        monkeypatch.setenv("TERM", name)

    assert is_cleared == play_console.clear_screen()
    assert ["\x1b[2J\x1b[3J\x1b[H"] * is_cleared == written


def test_what_has_no_name_is_called_by_its_id():
    """The last part, with blanks."""
    assert ["second wind", "gust"] == [as_words(id) for id in ("spell.second_wind", "gust")]


def test_lines_that_have_no_room_are_cut(monkeypatch: pytest.MonkeyPatch):
    """The last line says that there are more, and is shortened only if that has no room."""
    monkeypatch.setattr(assumptions_text, "line_width", lambda: 12)
    cut = assumptions_text._cut
    assert ["a", "b"] == cut(["a", "b"], 2)
    assert ["a", "b …"] == cut(["a", "b.", "c"], 2)
    assert ["1234 67890 …"] == cut(["1234 67890", "more"], 1)
    assert ["1234 …"] == cut(["1234 678901", "more"], 1)
