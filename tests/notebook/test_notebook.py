"""Values in notebooks: the example runs, and every output is whole, safe and loads nothing."""

import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import wtrules

NOTEBOOK = Path(wtrules.__file__).parents[1] / "examples" / "notebooks" / "house-rule.ipynb"
HOSTILE = """
ruleset odd {
  title    en "<script>alert(1)</script>"
  extends  en-capstone
  override board.capacity = 4
}
"""
VOID = {"br", "path", "rect", "circle", "line", "use", "meta", "ellipse", "polygon", "polyline"}


class Tags(HTMLParser):
    """Which elements a page has, and whether each is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        assert [] == [name for name, _ in attrs if name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert tag == self.open.pop()


def check(html: str) -> str:
    """Check an output, and return it."""
    tags = Tags(html)
    assert [] == tags.open
    assert set() == tags.found & {"script", "iframe", "link", "object", "img", "html", "body"}
    assert [] == re.findall(r"(?:src|href)=[\"']?(?:https?:|//)|url\(\s*[\"']?http|@import", html)
    return html


@pytest.mark.slow
def test_the_example_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Every cell runs, and games, positions, explanations, comparisons and results show themselves."""
    monkeypatch.setenv("HOME", str(tmp_path))  # Jupyter writes there
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [] == [cell.outputs for cell in code if cell.outputs]  # kept without outputs

    NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": NOTEBOOK.parent}}
    ).execute()

    shown = [
        output.data["text/html"]
        for cell in code
        for output in cell.outputs
        if "text/html" in output.get("data", {})
    ]
    words = [
        "Changes to en-capstone",
        "Blue decides",
        "as seen by yellow",
        "wizard s3b",
        "wizard s3b is legal",
        "that wizard belongs to yellow",
        "compared with Capstone",
        "friday compared with en-capstone, 2 players, 200 games each",
    ]
    assert len(words) == len(shown)
    for expected, html in zip(words, map(check, shown), strict=True):
        assert expected.lower() in html.lower()
    assert 2 == shown[-1].count('class="wt-chart"')
    assert code[-1].outputs[0]["text"].startswith("turns: ")


def test_text_is_data():
    """A title of a rule file stays a title."""
    game = wtrules.load(wtrules.SourceFile("odd.wtr", HOSTILE))

    for value in (game, game.start(2, 1), game.start(2, 1).observation(0)):
        html = check(value._repr_html_())
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_an_observation_shows_only_what_the_seat_knows():
    """The other hand is not in the output, not even hidden."""
    state = wtrules.load("en-capstone").start(2, seed=1)
    cells = re.findall(r"<td><code>([^<]*)</code>", state.observation(0)._repr_html_())

    assert [" ".join(state.hands[0]), "? ? ?"] == cells


def test_a_finished_game_names_the_winner():
    """The output says how it ended."""
    game = wtrules.load("en-capstone")
    chance, state = random.Random(1), game.start(2, seed=1)
    while not state.is_over:
        state = state.play(chance.choice(state.options))

    assert "The game is over:" in check(state._repr_html_())


@pytest.fixture
def result() -> Any:
    """A small simulation."""
    return wtrules.measure(wtrules.load("en-capstone"), players=[2], bots=["random"], games=20)


def test_a_simulation_is_a_value(result: Any):
    """It prints the table of the command, and is data for programs."""
    assert str(result).startswith("en-capstone: ")
    assert [20] == [one["games"] for one in result.to_json()["results"]]
    assert "Partien" in result.describe("de")


@pytest.mark.slow
def test_without_charts(result: Any, monkeypatch: pytest.MonkeyPatch):
    """Without the libraries for charts the numbers are there, and how to get charts."""
    monkeypatch.setattr("wtrules.simulate.report.find_spec", lambda name: None)
    html = check(result._repr_html_())

    assert "Charts need the extra" in html
    assert "wt-chart" not in html.partition("</style>")[2]
    assert "<table>" in html


def test_a_wrong_value_is_a_value_error():
    """A simulation that cannot be played is refused before it starts."""
    game = wtrules.load("en-capstone")
    wrong: list[dict[str, Any]] = [
        {"players": [9]},
        {"players": []},
        {"bots": ["nobody"]},
        {"bots": []},
        {"games": 0},
        {"seed": -1},
    ]
    for values in wrong:
        with pytest.raises(ValueError, match=r"players|bot|games"):
            wtrules.measure(game, **values)
