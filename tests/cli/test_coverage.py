"""`wtrules coverage`: text, JSON and a page."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from wtrules.cli import main
from wtrules.game.fired import fired
from wtrules.game.load import load

Capture = pytest.CaptureFixture[str]
IDS = (Path(__file__).parents[1] / "cases" / "atlas-ids.txt").read_text("utf-8").split()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_as_text(capsys: Capture):
    """Every topic has a line with five signs and one with what covers it."""
    assert 0 == main(["coverage", "de-abacus-24", "--lang", "de"])
    lines = capsys.readouterr().out.split("\n")

    for id in IDS:
        assert 2 <= sum(id in line.split() for line in lines), id
    assert "von 262 Themen" in lines
    assert [line for line in lines if line.startswith("mat.track.spaces") and "×" in line]
    assert [line for line in lines if line.endswith("Abschnitt in de-abacus-24")]


def test_as_json(capsys: Capture):
    """Programs get all of it; all variants are taken into account."""
    assert 0 == main(["coverage", "--output-format", "json"])
    document = json.loads(capsys.readouterr().out)

    assert "en-capstone" == document["ruleset"]
    variants = ["random_spells", "nasty", "team", "solo", "solo_spells", "coop", "coop_spells"]
    assert variants == document["variants"]
    assert IDS == [topic["id"] for topic in document["topics"]]
    assert "solo.end" in [rule["id"] for rule in document["rules"]]
    assert 0 == document["games"]


class _Page(HTMLParser):
    """Counts rows, and remembers everything that would be loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "tr" and given.get("id"):
            self.ids.append(given["id"] or "")
        self.loaded += [v for k, v in attrs if k in ("src", "href") and v and v[0] != "#"]


def test_as_a_page(folder: Path, capsys: Capture):
    """One file with a filter; it loads nothing, and does not write over another."""
    assert 0 == main(["coverage", "en-abacus-30", "-o", "cover.html"])
    text = (folder / "cover.html").read_text("utf-8")
    page = _Page()
    page.feed(text)

    assert IDS == page.ids
    assert [] == page.loaded
    assert 'type="search"' in text
    assert 2 == main(["coverage", "en-abacus-30", "-o", "cover.html"])
    assert "already exists" in capsys.readouterr().err


def test_a_ruleset_that_is_not_there(capsys: Capture):
    """A mistyped name is reported."""
    assert 2 == main(["coverage", "en-capstan"])
    assert "did you mean `en-capstone`?" in capsys.readouterr().err


@pytest.mark.slow
def test_what_fires_in_games():
    """Every game is set up, refilled and moved in; a spell nobody laid out is never cast."""
    found = fired([load("en-capstone"), load("en-capstone", ["team"])], 8, seed=3)

    for rule in (
        "setup",
        "turn.course",
        "card.wizard",
        "castle.no_tower_on_top",
        "turn.hand.refill",
    ):
        assert 8 == found[rule], rule
    assert 0 < found["team.before_card"] < 8
    assert 0 == found["spell.swap_towers"]
    assert 0 == found["facts.age"]


def test_games_say_what_never_happened(capsys: Capture):
    """A house rule that cannot apply is listed among those that never take effect."""
    Path("never.wtr").write_text(
        "ruleset never {\n  extends core\n  players 2\n"
        '  rule castle.never {\n    says en "Never."\n    on round ends\n'
        "    when home of first player > 9\n    do roll die\n  }\n}\n",
        "utf-8",
    )
    assert 0 == main(["coverage", "never.wtr", "--games", "2"])
    out = capsys.readouterr().out
    unfired = out[out.index("never took effect in 2 random games") :]

    assert "rule castle.never" in unfired
    assert "rule turn.action" not in unfired


def test_a_variant_that_a_house_rule_rules_out(capsys: Capture):
    """A variant that changes a rule the house has removed is left out, with a message."""
    Path("endless.wtr").write_text(
        "ruleset endless {\n  extends en-capstone\n  remove rule end.winner\n}\n", "utf-8"
    )
    assert 0 == main(["coverage", "endless.wtr", "--output-format", "json"])
    written = capsys.readouterr()

    assert "without the variants that cannot be played: " in written.err
    assert "`team`" in written.err
    assert "team" not in json.loads(written.out)["variants"]
    assert "nasty" in json.loads(written.out)["variants"]
