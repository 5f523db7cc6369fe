"""`wtrules coverage`: text, JSON and a page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.rules.atlas_table import IDS
from tests.sampling import sampled
from wtrules.cli import main
from wtrules.game.fired import fired
from wtrules.game.load import load

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_as_text(capsys: Capture):
    """Every topic has a line with five signs and one with what covers it."""
    assert 0 == main(["coverage", "de-abacus-24", "--lang", "de", "--all"])
    lines = capsys.readouterr().out.split("\n")

    for id in IDS:
        assert 2 <= sum(id in line.split() for line in lines), id
    assert "von 262 Themen" in lines
    assert [line for line in lines if line.startswith("mat.track.spaces") and "×" in line]
    assert [line for line in lines if line.endswith("Abschnitt in de-abacus-24")]


def test_in_short(folder: Path, capsys: Capture):
    """The terminal gets numbers and the beginnings of lists; a file and --all have every topic."""
    assert 0 == main(["coverage", "en-capstone"])
    brief = capsys.readouterr().out
    assert 0 == main(["coverage", "en-capstone", "--all"])
    full = capsys.readouterr().out
    assert 0 == main(["coverage", "en-capstone", "-o", "coverage.txt"])

    assert full == (folder / "coverage.txt").read_text("utf-8")
    assert 60 > brief.count("\n")
    numbers = re.compile(
        r"^(?:  stated +\d.*|en-capstone with .*|topics .*|rules, .*)$", re.MULTILINE
    )
    assert 5 == len(numbers.findall(brief))
    same = [" ".join(line.split()) for line in numbers.findall(full)]
    assert same == [" ".join(line.split()) for line in numbers.findall(brief)]
    assert "5 Capstone\n" in brief
    assert "  Recommended age\n" in brief
    assert "scope.age" not in brief
    for heading, rest in re.findall(r"^(topics without .*): (\d+)$", brief, re.MULTILINE):
        shown = re.search(rf"{heading}: {rest}\n((?:  .*\n)+)", brief)
        assert shown is not None
        assert f"  … {int(rest) - 10} more\n" == shown[1].splitlines(keepends=True)[10]
    assert "`--all`" in brief
    assert "`--all`" not in full


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


def test_more_variants_than_can_be_tried(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    """A file with too many variants is refused, as `validate` does, before all of them are tried."""
    monkeypatch.setattr("wtrules.validation.trials.MOST_WORK", 1000)
    variants = "".join(f"variant v{i} {{ override hand.size = 2 }}\n" for i in range(20))
    Path("many.wtr").write_text(f"ruleset many {{ extends en-capstone\n{variants}}}\n", "utf-8")

    assert 2 == main(["coverage", "many.wtr"])
    assert "error[rules-too-large]: the variants are too many" in capsys.readouterr().err


EDITIONS = ("en-capstone", "en-abacus-24", "de-abacus-24", "en-abacus-30", "de-abacus-30")
# Only this rule says that nobody may look under a tower, and that everybody may look into the castle.
SILENT = """ruleset house {{
  title   en "House" de "Haus"
  extends en-capstone
  {change}
}}
"""


@pytest.mark.slow
@pytest.mark.parametrize("edition", sampled(EDITIONS, 2))
def test_every_topic_of_a_manual_has_a_sentence(edition: str, capsys: Capture):
    """The rulebook of an edition, or that of a variant, says all that its manual states or implies."""
    code = main(["coverage", "--book", edition, "--output-format", "json"])
    document = json.loads(capsys.readouterr().out)

    assert edition == document["manual"]
    assert [] == document["stated"]["missing"]
    assert [] == document["implied"]["missing"]
    assert len(document["stated"]["printed"]) > 170
    assert 0 == code


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        "remove rule lock.look",
        'override rule lock.look { says when players > 9 en "Nobody looks." de "Niemand schaut." }',
    ],
)
def test_a_removed_sentence_is_missed(change: str, folder: Path, capsys: Capture):
    """Without the sentence about looking, both topics that it covers are listed, with their page."""
    (folder / "house.wtr").write_text(SILENT.format(change=change), "utf-8")

    assert 1 == main(["coverage", "--book", "house.wtr"])
    lines = capsys.readouterr().out.splitlines()

    assert (
        "house: the rulebook has sentences about 223 of the 225 topics that en-capstone states."
        == (lines[0])
    )
    assert ["lock.no_peek", "lock.peek_castle"] == [
        line.split(":")[0].strip() for line in lines[1:3]
    ]
    assert lines[1].endswith("(Imprisoning Wizards, p~5)")


@pytest.mark.slow
def test_the_missing_sentences_in_german(folder: Path, capsys: Capture):
    """The list is in the language asked for; topics that are only implied come apart."""
    (folder / "house.wtr").write_text(SILENT.format(change="remove rule castle.alone"), "utf-8")

    assert 0 == main(["coverage", "--book", "house.wtr", "--lang", "de"])
    lines = capsys.readouterr().out.splitlines()

    assert lines[0].endswith("der 225 Themen, die en-capstone ausdrücklich nennt.")
    assert lines[1].endswith("zu 28 der 29 Themen, die en-capstone nahelegt.")
    assert lines[2].startswith("  castle.move.alone: Die Burg zieht allein weiter")


@pytest.mark.parametrize("arguments", [["--games", "2"], ["--output-format", "html"], ["core"]])
def test_options_that_the_book_cannot_use(arguments: list[str], capsys: Capture):
    """Games, a page, and rules without a manual are refused with a reason."""
    assert 2 == main(["coverage", "--book", *arguments])
    assert capsys.readouterr().err.startswith("wtrules: ")
