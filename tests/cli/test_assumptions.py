"""`wtrules assumptions`: what a ruleset rests on; and `--assume` where it is taken."""

import json
import re
import sys
from pathlib import Path

import pytest

from wtrules.cli import main
from wtrules.cli.assumptions import Confidence, Kind
from wtrules.resolve.clauses import in_language, phrases_in
from wtrules.resolve.ledger import CONFIDENCE, KINDS, affected, open_ledger, readings
from wtrules.resolve.library import Library
from wtrules.syntax import nodes as n

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys: Capture, *arguments: str) -> str:
    """Return what `wtrules assumptions` prints when all is well."""
    assert 0 == main(["assumptions", *arguments])
    out, err = capsys.readouterr()
    assert "" == err  # no progress but on a terminal
    return out


def listed(capsys: Capture, *arguments: str) -> dict[str, dict]:
    """Return the entries of the list as a program gets them."""
    document = json.loads(printed(capsys, *arguments, "--output-format", "json"))
    return {entry["id"]: entry for entry in document["assumptions"]}


def ids(capsys: Capture, *arguments: str) -> list[str]:
    """Return the questions of the list, in its order."""
    return list(listed(capsys, *arguments))


def test_a_short_list(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    """Three lines at most for each question: what is asked, our reading, how sure and how important."""
    monkeypatch.setenv("COLUMNS", "96")
    short, text = printed(capsys), printed(capsys, "--all")
    _, *entries = re.split(r"(?m)^(?= *\d+ %|<1 %|    –  )", text.partition("No other reading")[0])

    assert "en-capstone depends on 108 open questions." in " ".join(text.split("\n")[:1])
    assert all(len(entry.strip("\n").split("\n")) <= 3 for entry in entries)
    assert all(len(line) <= 96 for line in text.split("\n"))
    question = "Does the shield of a tower further down in a stack count?"
    assert f"{question} No, only that of the top tower." in " ".join(text.split())
    assert "amb.castle.buried_shield · stated in the manual\n" in text
    assert "amb.deck.moment · confidence: medium" in text
    assert "evidence" not in text
    assert 20 == short.count(" · confidence: ") + short.count(" · stated in the manual")
    assert short.split("\n")[4:20] == text.split("\n")[4:20]
    assert "`--all` lists the other 88 as well." in short
    assert len(short.split("\n")) < 66


def test_the_most_important_first(capsys: Capture):
    """Questions are in the order of their effects; those without another reading are the last."""
    entries = listed(capsys)
    sizes = [-1 if entry["effect"] is None else entry["effect"] for entry in entries.values()]

    assert sorted(sizes, reverse=True) == sizes
    assert list(entries).index("amb.lock.optional") < list(entries).index("amb.discard.no_step")
    rest = " ".join(
        printed(capsys, "--all").partition("No other reading can be played here:")[2].split()
    )
    assert "May a wizard go round the track several times? Yes. amb.wizard.lap" in rest


@pytest.mark.parametrize("columns", [50, 80])
def test_it_fits_into_the_terminal(columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    """No line is longer than the terminal is wide."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = printed(capsys, "--lang", "de").split("\n")

    assert [] == [line for line in lines if len(line) > columns]


def test_without_an_output(monkeypatch: pytest.MonkeyPatch):
    """A closed output, `>&-`, is no mistake."""
    monkeypatch.setattr(sys, "stdout", None)

    assert 0 == main(["assumptions"])


def test_colours(capsys: Capture):
    """Colours only if they are wanted."""
    assert "\x1b" not in printed(capsys)
    assert "\x1b[1m" in printed(capsys, "--color", "always")


@pytest.mark.slow
def test_all_about_a_question(capsys: Capture):
    """All readings, the evidence, what it is about, and what was measured, with intervals."""
    text = printed(capsys, "--question", "amb.castle.covered_ground")

    entry = open_ledger(Library())["amb.castle.covered_ground"]
    evidence = in_language(phrases_in(entry, n.Evidence), "en")
    texts = [in_language(reading.phrases, "en") for reading in readings(entry).values()]
    said = " ".join(text.split())
    assert f"* a {texts[0]}" in said
    assert f"b {texts[1]}" in said
    assert f"evidence: {evidence}" in said
    assert "read literally: b (abacus)" in text
    assert "confidence: medium" in text
    assert "kind: open question" in text
    assert "named by: castle." in text
    assert f"affects: {', '.join(affected(entry))}" in said
    assert re.search(r"another result in \d+ % of games \(\d+–\d+\); comes up in", said)
    assert "amb.lock.own" not in text


@pytest.mark.slow
def test_a_position(capsys: Capture):
    """A flask is filled, or not, where a player covers only wizards of their own."""
    text = printed(capsys, "--question", "amb.lock.own")
    position = text[text.index("    position: ") :]

    assert re.search(r"      a: .* has 1 full flask", position)
    assert re.search(r"      b: .* has 0 full flasks", position)
    assert "position: " not in printed(capsys, "--question", "amb.lock")


def test_a_part_of_an_id(capsys: Capture):
    """It means all questions that contain it; several parts add up."""
    costs = {f"fact.cost.{spell}" for spell in ("swap", "free", "piggyback")}

    found = ids(capsys, "--question", "fact.cost.swap", "--question", "COST.free")
    assert {"fact.cost.swap", "fact.cost.free"} == set(found)
    assert costs < set(ids(capsys, "--question", "fact.cost"))


def test_all_details(capsys: Capture):
    """`--details` shows the whole ledger of a ruleset."""
    text = printed(capsys, "--details")

    assert 108 == text.count("\n    evidence: ") == text.count("\n    confidence: ")
    assert "    evidence: Capstone says (a) explicitly" in text


def test_in_german(capsys: Capture):
    """Questions, readings and evidence for a German table."""
    text = printed(capsys, "en-abacus-24+nasty", "--details", "--lang", "de")

    assert "en-abacus-24+nasty beruht auf" in text
    assert "Belege: " in text
    assert "nicht spielbar: " in text
    assert "Sicherheit: gering" in text


def test_for_programs(capsys: Capture):
    """Texts in both languages, what is played and playable, and what was measured."""
    assert 0 == main(["assumptions", "en-abacus-30", "--output-format", "json"])
    document = json.loads(capsys.readouterr().out)
    entries = {entry["id"]: entry for entry in document["assumptions"]}
    entry = entries["amb.discard.decline_step"]

    assert (2, 3, 111) == (document["schema"], document["players"], document["total"])
    assert {"en", "de"} == set(entry["question"])
    assert ("high", "question") == (entry["confidence"], entry["kind"])
    assert ["turn.discard"] == entry["named_by"]
    readings = {reading["name"]: reading for reading in entry["readings"]}
    assert readings["a"]["played"]
    assert {"comes_up", "result", "turns", "casts"} == set(readings["b"]["effect"])
    assert {"value", "low", "high", "games"} == set(readings["b"]["effect"]["result"])
    assert readings["b"]["effect"]["result"]["value"] == entry["effect"]
    assert not entries["amb.tower.inside"]["readings"][1]["playable"]


# --- filters -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_confidence(capsys: Capture):
    """Only questions of which the ledger is that sure."""
    assert {"low"} == {e["confidence"] for e in listed(capsys, "--confidence", "low").values()}
    both = listed(capsys, "--confidence", "low", "--confidence", "certain")
    assert {"low", "certain"} == {entry["confidence"] for entry in both.values()}


def test_the_words_of_the_options_are_those_of_the_ledger():
    """Whatever the ledger can say can be asked for."""
    assert CONFIDENCE == tuple(Confidence)
    assert KINDS == tuple(Kind)


def test_kind(capsys: Capture):
    """The ledger says what is a fact that no manual prints, and what only a program asks."""
    facts = ids(capsys, "--kind", "fact")
    assert 14 == len(facts)
    assert "fact.deck" in facts
    assert "det.reshuffle" in ids(capsys, "--kind", "detail")
    assert "amb.lock.own" in ids(capsys, "--kind", "question")


def test_effect(capsys: Capture):
    """Only questions that change the result of so many games, with and without a percent sign."""
    found = listed(capsys, "--min-effect", "20%")
    every = listed(capsys)

    assert found == listed(capsys, "--min-effect", "20")
    assert list(found) == [id for id, e in every.items() if (e["effect"] or 0) >= 0.2]
    assert 0 < len(found) < len(every)


@pytest.mark.slow
def test_mode(capsys: Capture):
    """Only what comes up because of a variant; `--with` lists the rest of the questions, too."""
    found = ids(capsys, "--mode", "nasty")

    assert "amb.nasty.shared" in found
    assert "amb.castle.covered_ground" not in found
    assert set(found) < set(ids(capsys, "--with", "nasty"))
    assert set(ids(capsys, "--with", "nasty")) == {*found, *ids(capsys)}
    assert found == ids(capsys, "en-capstone+nasty", "--mode", "nasty")
    assert "amb.team.end" in ids(capsys, "--mode", "team")


def test_filters_that_leave_nothing(capsys: Capture):
    """The list says that it is empty, and a program gets an empty one."""
    text = printed(capsys, "--kind", "detail", "--confidence", "certain")

    assert "No question fits what you asked for." in text
    assert {} == listed(capsys, "--kind", "detail", "--confidence", "certain")


def test_only_what_matters_here(capsys: Capture):
    """Teams and solo play have their questions, which nobody else is asked."""
    assert "amb.team.end" not in listed(capsys)
    team = listed(capsys, "en-capstone+team")
    assert ["b"] == [r["name"] for r in team["amb.team.end"]["readings"] if r["played"]]


def test_a_chosen_reading_is_the_one_that_is_played(capsys: Capture):
    """The list then is about the game as it would be."""
    entry = listed(capsys, "--assume", "amb.lock.own=b")["amb.lock.own"]
    assert ["b"] == [reading["name"] for reading in entry["readings"] if reading["played"]]


@pytest.mark.slow
def test_a_house_rule(folder: Path, capsys: Capture):
    """Its own questions stand in the list, and so do names that nobody has explained."""
    (folder / "calm.wtr").write_text(
        """
        ruleset calm {
          extends en-capstone
          rule bonus {
            assumed amb.calm, amb.other
            on      turn ends
            do      fill 1 flask of active
          }
          assumption amb.calm {
            says     en "How much?" de "Wie viel?"
            reading  a en "One." de "Eine." { }
            reading  b en "None." de "Keine." { remove rule bonus }
            default  a
            evidence en "We argued." de "Wir haben gestritten."
            affects  bonus
          }
        }
        """,
        "utf-8",
    )
    text = printed(capsys, "calm.wtr")
    assert "`--measure` does that" in " ".join(text.split())
    assert "    –  How much? One.\n       amb.calm · not measured\n" in text
    assert "assumed, but not in the ledger: amb.other" in text

    arguments = [
        "calm.wtr",
        "--question",
        "amb.calm",
        "--measure",
        "--games",
        "10",
        "--players",
        "2",
    ]
    text = printed(capsys, *arguments, "--jobs", "1")
    said = " ".join(text.split())
    assert "Every other reading was compared in 10 pairs of games for 2 players" in said
    assert re.search(r"b None\. \[another result in \d+ % .*; comes up in 100 % of games", said)
    assert text == printed(capsys, *arguments, "--jobs", "2", "--seed", "0")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["en-capston"], "did you mean `en-capstone`?"),
        (["--players", "9"], "not 9"),
        (["--assume", "amb.lock.own"], "must be NAME=VALUE"),
        (["--assume", "amb.lock.own=z"], "the readings are"),
        (["--measure", "--games", "-1"], "-1"),
        (["--games", "20"], "--games needs --measure"),
        (["--jobs", "2"], "--jobs needs --measure"),
        (["--min-effect", "much"], "not a percentage"),
        (["--confidence", "lo"], "lo"),
        (["--question", "amb.castle.coverd_ground"], "did you mean `amb.castle.covered_ground`?"),
        (["--question", "zebra"], "there is no open question `zebra`"),
        (["--question", ""], "there is no open question ``"),
        (["--question", "amb.team.end"], "does not come up in en-capstone"),
        (["--mode", "nastier"], "there is no variant called `nastier`"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, capsys: Capture):
    """What cannot be done is said on standard error, with exit code 2."""
    assert 2 == main(["assumptions", *arguments])
    out, err = capsys.readouterr()
    assert "" == out
    assert said in err


# --- --assume elsewhere --------------------------------------------------------------------------

LOCKED = "K/Rb/N/Rb/N/R/N/R/N/R/./././././."


def test_moves(capsys: Capture):
    """The reading decides what a move does."""
    asked = ["moves", LOCKED, "--seat", "b", "--card", "t2"]
    assert 0 == main(asked)
    assert "+1" in capsys.readouterr().out
    assert 0 == main([*asked, "--assume", "amb.lock.own=b"])
    assert "+1" not in capsys.readouterr().out


@pytest.mark.slow
def test_perft(capsys: Capture):
    """More may be chosen, so there are more ways to go on."""
    counts = []
    for reading in ("a", "b"):
        assert 0 == main(
            ["perft", "-d", "3", "--assume", f"amb.card.decline={reading}", "--seed", "3"]
        )
        counts.append(capsys.readouterr().out)
    assert 0 == main(["perft", "-d", "3", "--seed", "3"])
    assert counts[0] == capsys.readouterr().out


def test_show(capsys: Capture):
    """The chosen reading is a layer, and changed rules name it."""
    assert 0 == main(["show", "--rule", "castle.move", "--assume", "amb.castle.buried_shield=b"])
    assert "amb.castle.buried_shield=b  overridden" in capsys.readouterr().out
    assert 0 == main(["show", "--assume", "amb.castle.buried_shield=b", "--kind", "setting"])
    assert "amb.castle.buried_shield=b  reading" in capsys.readouterr().out
    assert 1 == main(["show", "--assume", "amb.castle.buried_shield=x"])
    assert "error[unknown-reading]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("amb.lock.ow=b", "unknown-assumption"),
        ("amb.lock.own=z", "unknown-reading"),
        ("amb.tower.inside=b", "unplayable-reading"),
        ("amb.team.end=a", "unfit-reading"),
    ],
)
def test_validate(given: str, code: str, capsys: Capture):
    """What is wrong with a choice is a finding like any other, and has a page."""
    assert 1 == main(["validate", "en-capstone", "--assume", given])
    assert f"error[{code}]" in capsys.readouterr().out
    assert 0 == main(["explain", code])
    assert "## Fixed" in capsys.readouterr().out


def test_validate_tells_what_a_house_rule_changes(folder: Path, capsys: Capture):
    """What the reading changes is not the doing of the house rule."""
    text = "ruleset four { extends en-capstone override board.capacity = 4 }"
    (folder / "four.wtr").write_text(text, "utf-8")
    assert 0 == main(["validate", "four.wtr", "--assume", "amb.lock.own=b"])
    out = capsys.readouterr().out
    assert "board.capacity    6 → 4" in out
    assert "lock.reward" not in out


@pytest.mark.slow
def test_a_saved_game_remembers_its_readings(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
):
    """It is replayed by the same reading; by another one it may stop being legal."""
    arguments = ["--seats", "random,random", "--seed", "3", "--save", "evening.game"]
    assert 0 == main(["play", *arguments, "--assume", "amb.lock.optional=b"])
    capsys.readouterr()
    saved = (folder / "evening.game").read_text("utf-8")
    assert "assume: amb.lock.optional=b\n" in saved
    assert "fill_flask\n" in saved
    assert 0 == main(["replay", "evening.game"])
    capsys.readouterr()
    assert 1 == main(["replay", "evening.game", "--assume", "amb.lock.optional=a"])
    assert 2 == main(["play", "--load", "evening.game", "--assume", "amb.lock.own=b"])
    assert "leave out --assume" in capsys.readouterr().err


def test_a_faulty_line_in_a_game_file(folder: Path, capsys: Capture):
    """A reading is written with an equals sign there too."""
    text = "ruleset: en-capstone\nassume: amb.lock.own\nplayers: 2\nseed: 1\n\nresult: open\n"
    (folder / "a.game").write_text(text, "utf-8")
    assert 2 == main(["replay", "a.game"])
    assert "`assume: amb.lock.own=b`" in capsys.readouterr().err
